"""Providers: whose prices stand side by side in one answer."""

from collections.abc import Mapping

from pricing.quote.context import Ledger


def warn_of_providers(ledger: Ledger, chosen: Mapping[str, str]) -> None:
    """Say so where the table chose different providers, whose prices are not each other's terms.

    chosen: the provider of each option, of those that name none.
    """
    if len(set(chosen.values())) > 1:
        pairs = ", ".join(f"{option} of {provider}" for option, provider in chosen.items())
        ledger.warn(
            f"the prices are of different providers ({pairs}): name one to compare its own terms"
        )
