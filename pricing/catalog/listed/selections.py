"""How a price was chosen, in words."""

from pricing.catalog.rows import PriceRow

PROVIDER_NAMES = {
    "aws": "AWS",
    "azure": "Azure",
    "coreweave": "CoreWeave",
    "crusoe": "Crusoe",
    "gcp": "GCP",
    "lambda": "Lambda",
    "nebius": "Nebius",
    "oci": "OCI",
    "runpod": "RunPod",
    "together": "Together",
    "vast": "Vast.ai",
}
"""Providers as texts write them; others are written as in the tables."""


def selection_words(
    rows: list[PriceRow],
    providers: list[str],
    others: tuple[float, float] | None,
    usual_region: str | None = None,
    *,
    has_larger: bool,
) -> str:
    """How a price was chosen from these, the cheapest first; others: see PriceChoice.

    usual_region: the one of the only provider that has the price; None: the price is their median;
    has_larger: whether some are of larger hosts than others of their family.
    """
    count = len(rows)
    contracts = sorted({row.contract for row in rows if row.contract is not None})
    if contracts:
        of = f"the contract {contracts[0]}" if len(contracts) == 1 else "contracts"
        which = "price" if count == 1 else f"median of {count} prices"
        which = f"price in {usual_region}" if usual_region else which
        return f"the {which} of {of}, which goes before list prices"
    if count == 1 and others:
        low, high = map(_usd, others)
        return f"the only row that suits: others that match are {low} to {high}"
    if count == 1:
        return "the only row that matches"
    low, high = (_usd(row.usd_per_device_hour) for row in (rows[0], rows[-1]))
    if len(providers) == 1:
        name = PROVIDER_NAMES.get(providers[0], providers[0])
        if usual_region:
            of = "the smallest host in " if has_larger else ""
            return (
                f"the price of {of}{usual_region}, the usual region of {name}: {count} {name}"
                f" prices are {low} to {high}"
            )
        hosts = " by the smallest host" if has_larger else ""
        return f"the median of {count} {name} prices{hosts}, {low} to {high}"
    its = "smallest hosts" if has_larger else "prices"
    return (
        f"the median of {len(providers)} providers, each by the median of its {its} ({count} in"
        f" all, {low} to {high})"
    )


def _usd(value: float) -> str:
    """A price in digits that tell it from others.

    >>> _usd(9.4944), _usd(0.03456)
    ('9.49', '0.0346')
    """
    return f"{value:.2f}" if value >= 1.0 else f"{value:.3g}"
