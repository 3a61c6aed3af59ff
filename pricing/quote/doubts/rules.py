"""Rules: how large each number of a query usually is, and what it is mistaken for.

The ranges are wide, and stand with their sources in a table of the engine. Outside of them a value
is read as it stands, with a first warning.
"""

from collections.abc import Callable, Mapping
from math import inf, log

from msgspec import Struct

from pricing.lists import rows_of
from pricing.units import (
    BITS_PER_BYTE,
    BYTES_PER_GIGABYTE,
    HOURS_PER_DAY,
    HOURS_PER_MONTH,
    HOURS_PER_YEAR,
    MONTHS_PER_YEAR,
    SECONDS_PER_DAY,
    SECONDS_PER_HOUR,
)

MILLI, CENTI, KILO, MEGA, GIGA, TERA = 1e-3, 1e-2, 1e3, 1e6, 1e9, 1e12


class Meaning(Struct, frozen=True):
    """What a value was perhaps meant as, and the value of the field that it then is."""

    words: str
    value: Callable[[float], float]


class Rule(Struct, frozen=True):
    """How a field is read, and its usual range.

    unit: of the value, in words; whole: whether even a small value is a whole number; outcome: what
    the value leads to, in words; typical: after the first meaning, the likeliest is the nearest.
    """

    unit: str
    meanings: tuple[Meaning, ...] = ()
    low: float = 0.0
    high: float = inf
    whole: bool = False
    outcome: Callable[[float], str] | None = None
    typical: float | None = None

    def is_usual(self, value: float) -> bool:
        """Whether nobody need be asked about a value. Nothing is usual anywhere."""
        if value == 0.0:
            return True
        if self.whole and value < SMALL_COUNT and value != int(value):
            return False
        return self.low <= value <= self.high

    def meant(self, value: float) -> list[tuple[str, float]]:
        """What was perhaps meant instead, in words and as a value, the likeliest first."""
        found = [(meaning.words, meaning.value(value)) for meaning in self.meanings]
        usual = [
            (words, other)
            for words, other in found
            if other and other != value and self.is_usual(other)
        ]
        typical = self.typical
        if typical is not None:
            first = self.meanings[0].words
            usual.sort(key=lambda pair: (pair[0] != first, abs(log(pair[1] / typical))))
        return usual


SMALL_COUNT = 20.0
"""A number of tokens below this one is whole, or was meant in thousands."""


def _times(factor: float) -> Callable[[float], float]:
    return lambda value: value * factor


def times(words: str, factor: float) -> Meaning:
    """A meaning of which the field has so many times the value."""
    return Meaning(words, _times(factor))


MEANINGS: Mapping[str, Callable[[float], float]] = {
    # shares and changes
    "a percentage": _times(CENTI),
    "a percentage on top": lambda value: 1.0 + value * CENTI,
    "a fraction of a percentage": _times(1.0 / CENTI),
    "the share that is left": lambda value: 1.0 - value,
    "overhead over IT power": lambda value: 1.0 + value,
    "the ratio of the new value to the old": lambda value: value - 1.0,
    "growth per year": lambda value: max(0.0, 1.0 + value) ** (1.0 / MONTHS_PER_YEAR) - 1.0,
    # multiples
    "cents": _times(CENTI),
    "milliseconds": _times(MILLI),
    "microseconds": _times(MILLI * MILLI),
    "kilograms": _times(KILO),
    "thousands": _times(KILO),
    "units of 1,024": _times(1024.0),
    "millions": _times(MEGA),
    "billions": _times(GIGA),
    "trillions": _times(TERA),
    "bits": _times(1.0 / BITS_PER_BYTE),
    "bytes": _times(1.0 / BYTES_PER_GIGABYTE),
    "megabytes per second": _times(MILLI),
    "terabytes per second": _times(KILO),
    # times, and what is told of each
    "seconds": _times(1.0 / SECONDS_PER_HOUR),
    "hours": _times(1.0 / HOURS_PER_YEAR),
    "days": _times(HOURS_PER_DAY),
    "months": _times(1.0 / MONTHS_PER_YEAR),
    "years": _times(HOURS_PER_YEAR),
    "a value per day": _times(1.0 / HOURS_PER_DAY),
    "a value per month": _times(1.0 / HOURS_PER_MONTH),
    "tokens per second": lambda value: 1.0 / value if value else 0.0,
    "requests per second": _times(SECONDS_PER_DAY),
    "requests per hour": _times(1.0 / SECONDS_PER_HOUR),
    "requests per day": _times(1.0 / SECONDS_PER_DAY),
    "requests per month": _times(HOURS_PER_DAY / HOURS_PER_MONTH),
    # prices
    "USD per Wh": _times(KILO),
    "USD per kWh": _times(HOURS_PER_MONTH),
    "USD per MWh": _times(MILLI),
    "USD per kW and year": _times(1.0 / MONTHS_PER_YEAR),
    "USD per year": _times(1.0 / MONTHS_PER_YEAR),
    "USD per token": _times(MEGA),
    "USD per thousand tokens": _times(KILO),
    "USD per billion tokens": _times(MILLI),
    "a price per terabyte": _times(MILLI),
}
"""What a value may have been meant as, and the value of the field that it then is."""


def _after_a_year(value: float) -> str:
    return _as_much(1.0 + value)


def _after_twelve_months(value: float) -> str:
    return _as_much((1.0 + value) ** MONTHS_PER_YEAR)


def _as_much(ratio: float) -> str:
    said = f"{ratio:,.0f}" if ratio >= SMALL_COUNT else f"{ratio:.3g}"
    return f"{said} times as much after a year"


OUTCOMES = {"a year": _after_a_year, "twelve months": _after_twelve_months}


def _rule(row: Mapping[str, str]) -> Rule:
    """The rule of a row of the table."""
    return Rule(
        unit=row["unit"],
        meanings=tuple(
            Meaning(words, MEANINGS[words]) for words in row["meanings"].split("; ") if words
        ),
        low=float(row["low"]),
        high=float(row["high"]),
        whole=bool(row["whole"]),
        outcome=OUTCOMES.get(row["told_after"]),
    )


RULES: Mapping[str, Rule] = {
    row["field"]: _rule(row) for row in rows_of("pricing", "constants/usual_ranges.csv")
}
"""By the name of the field, wherever it stands in a query. The file has the source of each."""

ANY_SHARE = RULES["*_fraction"]
"""Of every field that ends in `_fraction`, unless it has a rule of its own."""


def rule_of(name: str) -> Rule | None:
    """The rule of a field by its name, None where any value goes."""
    return RULES.get(name) or (ANY_SHARE if name.endswith("_fraction") else None)
