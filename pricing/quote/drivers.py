"""Drivers: the assumptions that move an answer, found by asking again with each at its ends."""

from collections.abc import Callable, Sequence
from functools import cache
from math import floor, inf, log10
from typing import Any

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Assumption
from pricing.catalog.variants import varied
from pricing.errors import Refusal
from pricing.lists import rows_of
from pricing.pauses import pause
from pricing.quote.answer import Driver

LEAST_FRACTION = 0.01
"""The change over the answer from which on an assumption is listed."""

STRONG_FRACTION = 0.25
"""The change over the answer from which on an assumption is told of in warnings and sentences."""

Ask = Callable[[Catalog], float]
"""Asks the same question of a release. Raises a Refusal."""


def drivers_of(
    catalog: Catalog, assumptions: Sequence[Assumption], figure: Any, usd: float, ask: Ask
) -> tuple[Driver, ...]:
    """The assumptions of an answer that move its figure, the strongest first.

    One at a time is at the low and at the high end of its range, as in a tornado diagram. All that
    follows from it follows again: a count or a layout that is open may be another.

    figure: the name of the figure; usd: as it is answered [USD].
    """
    found = [_driver(catalog, one, figure, usd, ask) for one in assumptions if _has_range(one)]
    listed = [one for one in found if one.usd_change >= LEAST_FRACTION * usd or one.refusals]
    return tuple(sorted(listed, key=_strength, reverse=True))


def strong(drivers: Sequence[Driver]) -> Sequence[str]:
    """The warning of defaults that move an answer by a quarter or more; none without any.

    Each has the answer at its low and at its high end [USD].
    """
    every = [_in_words(one) for one in drivers if one.usd_change >= STRONG_FRACTION * one.usd]
    if not every:
        return ()
    return (f"defaults that move this by a quarter or more, each alone: {'; '.join(every)}",)


def _in_words(driver: Driver) -> str:
    ends = zip((driver.low, driver.high), (driver.usd_at_low, driver.usd_at_high), strict=True)
    told = ", ".join(
        f"{_usd(usd)} at {end:g}" for end, usd in ends if end not in {None, driver.value}
    )
    return f"{driver.name} {driver.value:g} ({told})"


def _usd(usd: float | None) -> str:
    """An amount to three digits.

    >>> _usd(12345.6), _usd(0.12345), _usd(None)
    ('12,300 USD', '0.123 USD', 'no answer')
    """
    if usd is None:
        return "no answer"
    digits = max(2 - floor(log10(abs(usd))), -12) if usd else 0
    return f"{round(usd, digits):,.{max(digits, 0)}f} USD"


def _has_range(assumption: Assumption) -> bool:
    ends = {assumption.low, assumption.high} - {None}
    return bool(ends - {assumption.value})


def _driver(catalog: Catalog, assumption: Assumption, figure: Any, usd: float, ask: Ask) -> Driver:
    refusals: list[str] = []

    def at(end: float | None, name: str) -> float | None:
        if end is None or end == assumption.value:
            return usd
        pause()
        try:
            return ask(varied(catalog, assumption.key, end))
        except Refusal as refusal:
            refusals.append(f"{name}: {refusal.detail}")
        return None

    low, high = at(assumption.low, "low"), at(assumption.high, "high")
    known = [usd, *(one for one in (low, high) if one is not None)]
    return Driver(
        key=assumption.key,
        name=driver_name(assumption.key),
        unit=assumption.unit,
        value=assumption.value,
        low=assumption.low,
        high=assumption.high,
        figure=figure,
        usd=usd,
        usd_at_low=low,
        usd_at_high=high,
        usd_change=max(known) - min(known),
        refusals=tuple(refusals),
    )


def _strength(driver: Driver) -> tuple[float, float]:
    """What drivers are ordered by: the change; of equal ones, that without an answer first."""
    return driver.usd_change, inf if driver.refusals else 0.0


def driver_name(key: str) -> str:
    """An assumption in words, by the beginning and the end of its key.

    >>> driver_name("price_ratio.aws.p5.48xlarge.spot"), driver_name("capacity.redundant_replicas")
    ('the price over the on-demand price', 'redundant replicas')
    """
    for row in _names():
        if key.startswith(row["begins_with"]) and row["ends_with"] in key:
            return row["name"]
    return key.partition(".")[2].replace(".", " of ").replace("_", " ")


@cache
def _names() -> list[dict[str, str]]:
    return rows_of("pricing.quote", "drivers.csv")
