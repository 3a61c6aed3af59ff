"""Prices of one side alone: h100 at $2/hr vs 30% cheaper mi300x."""

from collections.abc import Sequence

from pricing.asking.words.slots import NEAR
from pricing.asking.words.terms import Term

OF_DEVICES = frozenset({"discount", "usd_per_hour", "usd_per_instance_hour", "purchase_usd"})
"""Prices that may be of the devices of one side alone."""

OWN_PRICES = "own_prices"
"""The slot of the prices that a side keeps to itself."""

APART_FROM = frozenset(",:;")
"""Signs between a price and devices that it is not of."""

SOLD = frozenset({"device", "machine", "provider", "option"})
"""What such a price is of."""


def own_prices(parts: Sequence[Sequence[Term]]) -> list[frozenset[str]]:
    """The prices of each side that are of its devices alone: h100 at $2/hr vs 30% cheaper mi300x.

    They stand at its devices, or behind them where another side follows.
    """
    last = len(parts) - 1
    return [
        frozenset(
            term.kind
            for at, term in enumerate(part)
            if term.kind in OF_DEVICES and _is_of_devices(part, at, is_last=place == last)
        )
        for place, part in enumerate(parts)
    ]


def _is_of_devices(part: Sequence[Term], at: int, *, is_last: bool) -> bool:
    """Whether a price is of the devices of its side; is_last: whether no side follows."""
    before, behind = part[:at], part[at + 1 : at + 3]
    if any(term.kind in SOLD for term in (before if not is_last else before[-1:])):
        return not (is_last and {*part[at].before} & APART_FROM)
    return any(
        term.kind in SOLD and not {*term.before} & APART_FROM and term.first - part[at].last <= NEAR
        for term in behind
    )
