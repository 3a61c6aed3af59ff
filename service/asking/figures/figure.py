"""Figures, and those that several kinds of answer share."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from pricing.units import (
    HOURS_PER_DAY,
    HOURS_PER_MONTH,
    HOURS_PER_YEAR,
    SECONDS_PER_HOUR,
    TOKENS_PER_MILLION_TOKENS,
    WATTS_PER_KILOWATT,
)
from service.asking.answer import Figure

Fields: TypeAlias = Mapping[str, Any]

Found: TypeAlias = tuple[Figure | None, ...]

Read: TypeAlias = Iterator[tuple[str, Found]]
"""Figures by what they are asked for as."""


def figure_of(
    name: str, value: float | None, words: str, low: float | None = None, high: float | None = None
) -> Figure | None:
    """A figure, None where the answer has none; an interval of no width is a point."""
    if value is None:
        return None
    is_point = low is None or high is None or low == high
    return Figure(
        name=name,
        value=value,
        low=None if is_point else low,
        high=None if is_point else high,
        words=words,
    )


def one(key: str, name: str, value: float | None, words: str) -> tuple[str, Found]:
    """The only figure of what is asked for as `key`."""
    return key, (figure_of(name, value, words),)


def by_token(priced: Sequence[Figure | None]) -> Read:
    """The prices of a thousand tokens and of one."""
    for key, size, words in (("per_thousand", 1e3, "per thousand"), ("per_token", 1.0, "per")):
        yield (
            key,
            tuple(
                figure_of(
                    f"usd_per_{'thousand_' if size > 1 else ''}{one.name.split('_')[3]}_token"
                    + ("s" if size > 1 else ""),
                    one.value * size / 1e6,
                    f"{words} {one.name.split('_')[3]} token{'s' if size > 1 else ''}",
                )
                for one in priced
                if one is not None
            ),
        )


def by_request(usd_per_request: float | None) -> Read:
    """The prices of a thousand requests and of a million."""
    for key, size, words in (
        ("thousand_requests", 1e3, "a thousand requests"),
        ("million_requests", 1e6, "a million requests"),
    ):
        value = None if usd_per_request is None else usd_per_request * size
        yield one(f"per_{key}", f"usd_per_{key}", value, words)


def periods(usd_per_hour: float) -> Read:
    """What devices cost in every period."""
    yield one("per_hour", "usd_per_hour", usd_per_hour, "an hour")
    for period, length in (
        ("day", HOURS_PER_DAY),
        ("week", 7 * HOURS_PER_DAY),
        ("month", HOURS_PER_MONTH),
        ("quarter", HOURS_PER_YEAR / 4),
        ("year", HOURS_PER_YEAR),
    ):
        yield one(f"per_{period}", f"usd_per_{period}", usd_per_hour * length, f"a {period}")


def devices_of(answer: Fields) -> Figure | None:
    """How many devices an answer is of."""
    count = answer["device_count"]
    return figure_of("device_count", float(count), "device" if count == 1 else "devices")


def spoken(option: str) -> str:
    """A way of buying, as people say it.

    >>> spoken("on_demand"), spoken("reserved_1y")
    ('on demand', 'reserved 1y')
    """
    return option.replace("_", " ")


def per_million(kind: str, joules: float | None) -> Figure | None:
    """The energy of a million tokens, of that of one [joules]."""
    if joules is None:
        return None
    kilowatt_hours = joules * TOKENS_PER_MILLION_TOKENS / (WATTS_PER_KILOWATT * SECONDS_PER_HOUR)
    return figure_of(
        f"kilowatt_hours_per_million_{kind}_tokens",
        kilowatt_hours,
        f"kWh per million {kind} tokens",
    )


def carbon_of(grams: float | None) -> tuple[str, Found]:
    """The carbon of a million output tokens [g of CO₂e]."""
    name = "grams_co2e_per_million_output_tokens"
    return one("carbon", name, grams, "g of CO₂e per million output tokens")


REQUESTS_OF_CARBON = 1e3
"""Requests that the carbon of requests is told by."""


def carbon_by_request(grams: float | None, efficiency: Fields) -> Read:
    """The carbon of a thousand requests, by that of a million output tokens [g of CO₂e]."""
    written = output_tokens_of(efficiency)
    if grams is not None and written is not None:
        of_thousand = grams / TOKENS_PER_MILLION_TOKENS * written * REQUESTS_OF_CARBON
        name, words = "grams_co2e_per_thousand_requests", "g of CO₂e a thousand requests"
        yield one("carbon_per_request", name, of_thousand, words)


def output_tokens_of(candidate: Fields) -> float | None:
    """Output tokens of a request, by its energy and that of one of them; None without both."""
    whole, each = candidate.get("joules_per_request"), candidate.get("joules_per_output_token")
    return float(whole / each) if whole and each else None


def inverse(value: float | None) -> float | None:
    """One over a value, None for none and for zero."""
    return 1.0 / value if value else None
