"""Asking: the caller's value or the release's, and where in the query a refusal points."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from pricing.errors import InvalidQuery, Refusal
from pricing.quote.context import Ledger


def given_or(ledger: Ledger, given: float | None, key: str, *, field: str) -> float:
    """What the caller gave, else the default of the release.

    Raises InvalidQuery where the release is older than the default.
    """
    if given is None and key not in ledger.catalog.assumptions:
        raise InvalidQuery(
            f"release {ledger.catalog.name} has no default for {field}: give it, or ask a newer"
            " release",
            field=field,
        )
    return ledger.given_or(given, key)


@contextmanager
def within(place: str, own: Collection[str]) -> Iterator[None]:
    """Let refusals about the fields that a part of the query has of its own point there."""
    try:
        yield
    except Refusal as refusal:
        if place and refusal.field.partition(".")[0] in own:
            refusal.field = f"{place}.{refusal.field}"
        raise
