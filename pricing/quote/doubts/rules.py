"""Rules: how large each number of a query usually is, and what it is mistaken for.

The ranges are wide, and stand with their sources in a table of the engine. Outside of them a value
is read as it stands, with a first warning.
"""

from collections.abc import Callable, Mapping
from math import inf, log

from msgspec import Struct
from msgspec.structs import replace

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

RANGES = {
    row["field"]: (float(row["low"]), float(row["high"]))
    for row in rows_of("pricing", "constants/usual_ranges.csv")
}
"""The usual range of each field. Its source stands beside it in the file."""

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


def times(words: str, factor: float) -> Meaning:
    """A meaning of which the field has so many times the value."""
    return Meaning(words, lambda value: value * factor)


PERCENT = times("a percentage", CENTI)
PERCENT_ABOVE = Meaning("a percentage on top", lambda value: 1.0 + value * CENTI)
OF_PERCENT = times("a fraction of a percentage", 1.0 / CENTI)
REST = Meaning("the share that is left", lambda value: 1.0 - value)
CENTS = times("cents", CENTI)
MILLISECONDS = times("milliseconds", MILLI)
MICROSECONDS = times("microseconds", MILLI * MILLI)
THOUSANDS = times("thousands", KILO)
MILLIONS = times("millions", MEGA)
BILLIONS = times("billions", GIGA)
TRILLIONS = times("trillions", TERA)
BITS = times("bits", 1.0 / BITS_PER_BYTE)
PER_TERABYTE = times("a price per terabyte", MILLI)
OF_MONTH = times("a value per month", 1.0 / HOURS_PER_MONTH)
OF_DAY = times("a value per day", 1.0 / HOURS_PER_DAY)
GROWTH_A_YEAR = Meaning(
    "growth per year", lambda value: max(0.0, 1.0 + value) ** (1.0 / MONTHS_PER_YEAR) - 1.0
)
INVERSE = Meaning("tokens per second", lambda value: 1.0 / value if value else 0.0)
TIMES_AS_MUCH = Meaning("the ratio of the new value to the old", lambda value: value - 1.0)


def _after_a_year(value: float) -> str:
    return _as_much(1.0 + value)


def _after_twelve_months(value: float) -> str:
    return _as_much((1.0 + value) ** MONTHS_PER_YEAR)


def _as_much(ratio: float) -> str:
    said = f"{ratio:,.0f}" if ratio >= SMALL_COUNT else f"{ratio:.3g}"
    return f"{said} times as much after a year"


SHARE = Rule("a fraction", (PERCENT, OF_PERCENT))
"""Of every field that ends in `_fraction`, unless it has a rule of its own."""

A_YEAR = Rule("a fraction per year", (PERCENT, OF_PERCENT))
CHANGE = Rule("a change per year", (PERCENT, TIMES_AS_MUCH), outcome=_after_a_year)
TOKENS_OF_REQUEST = Rule("tokens", (THOUSANDS,), whole=True)
API_PRICE = Rule(
    "USD per million tokens",
    (
        times("USD per thousand tokens", KILO),
        times("USD per token", MEGA),
        times("USD per billion tokens", MILLI),
    ),
)
TRANSFER = Rule("USD per gigabyte", (PER_TERABYTE, CENTS))
STORAGE = Rule("USD per gigabyte and month", (PER_TERABYTE, CENTS))
PARAMETERS = Rule("parameters", (BILLIONS, MILLIONS))
PREEMPTIONS = Rule("preemptions of an instance per hour", (OF_MONTH, OF_DAY, PERCENT))
BAND = Rule("a ratio", (PERCENT_ABOVE,))

READINGS: Mapping[str, Rule] = {
    # Power and place
    "usd_per_kilowatt_hour": Rule(
        "USD per kWh", (CENTS, times("USD per MWh", MILLI), times("USD per Wh", KILO))
    ),
    "pue_ratio": Rule(
        "facility power over IT power",
        (PERCENT, Meaning("overhead over IT power", lambda value: 1.0 + value)),
    ),
    "grams_co2e_per_kilowatt_hour": Rule("grams of CO₂e per kWh", (times("kilograms", KILO),)),
    "hosting_usd_per_kilowatt_month": Rule(
        "USD per kW and month",
        (
            times("USD per kW and year", 1.0 / MONTHS_PER_YEAR),
            times("USD per kWh", HOURS_PER_MONTH),
        ),
    ),
    # Shares
    "discount_fraction": Rule("a fraction", (PERCENT, OF_PERCENT, REST)),
    "mfu_fraction": Rule("a fraction of the peak", (PERCENT, OF_PERCENT)),
    "use_fraction": Rule("a fraction", (PERCENT, OF_PERCENT)),
    "utilization_fraction": Rule("a fraction", (PERCENT, OF_PERCENT)),
    "headroom_fraction": Rule("a multiple of the run", (PERCENT,)),
    "evaluation_fraction": Rule("a multiple of the run", (PERCENT,)),
    "residual_fraction": Rule("a fraction of the price", (PERCENT, REST)),
    "operations_fraction": A_YEAR,
    "support_fraction": A_YEAR,
    "spares_fraction": A_YEAR,
    "staff_fraction": A_YEAR,
    "interest_fraction": A_YEAR,
    "cost_of_capital_fraction": A_YEAR,
    "discount_rate_fraction": A_YEAR,
    "adapter_parameter_fraction": Rule("a fraction", (PERCENT,)),
    "device_fraction": Rule("a fraction", (PERCENT,)),
    # Change over time
    "growth_per_month_fraction": Rule(
        "growth per month", (GROWTH_A_YEAR, PERCENT), outcome=_after_twelve_months
    ),
    "growth_band_per_month_fraction": Rule("a fraction per month", (PERCENT,)),
    "price_change_per_year_fraction": CHANGE,
    "energy_price_change_per_year_fraction": CHANGE,
    "throughput_band_ratio": BAND,
    "load_band_ratio": BAND,
    # Times
    "ttft_seconds": Rule("seconds", (MILLISECONDS, MICROSECONDS)),
    "tpot_seconds": Rule("seconds per token", (MILLISECONDS, INVERSE)),
    "startup_seconds": Rule("seconds", (MILLISECONDS,)),
    "idle_seconds": Rule("seconds", (MILLISECONDS,)),
    "restart_seconds": Rule("seconds", (MILLISECONDS,)),
    "checkpoint_write_seconds": Rule("seconds", (MILLISECONDS,)),
    "checkpoint_interval_seconds": Rule("seconds", (MILLISECONDS,)),
    "spot_capacity_wait_seconds": Rule("seconds", (MILLISECONDS,)),
    "device_mtbf_hours": Rule(
        "hours between two failures of one device",
        (
            times("years", HOURS_PER_YEAR),
            times("days", HOURS_PER_DAY),
            times("seconds", 1.0 / SECONDS_PER_HOUR),
        ),
    ),
    "wall_clock_limit_hours": Rule("hours", (times("seconds", 1.0 / SECONDS_PER_HOUR),)),
    "life_years": Rule(
        "years", (times("months", 1.0 / MONTHS_PER_YEAR), times("hours", 1.0 / HOURS_PER_YEAR))
    ),
    # Interruptions and storage
    "spot_preemptions_per_instance_hour": PREEMPTIONS,
    "checkpoint_gigabytes_per_second": Rule(
        "gigabytes per second",
        (times("megabytes per second", MILLI), times("terabytes per second", KILO)),
    ),
    "checkpoint_bytes_per_parameter": Rule("bytes per parameter", (BITS,)),
    "optimizer_bytes_per_parameter": Rule("bytes per parameter", (BITS,)),
    "usd_per_gigabyte_month": STORAGE,
    "storage_usd_per_gigabyte_month": STORAGE,
    "egress_usd_per_gigabyte": TRANSFER,
    "storage_gigabytes": Rule("gigabytes", (times("bytes", 1.0 / BYTES_PER_GIGABYTE),)),
    "egress_gigabytes": Rule("gigabytes", (times("bytes", 1.0 / BYTES_PER_GIGABYTE),)),
    "egress_bytes_per_request": Rule("bytes"),
    # Work
    "input_tokens": TOKENS_OF_REQUEST,
    "output_tokens": TOKENS_OF_REQUEST,
    "sample_tokens": TOKENS_OF_REQUEST,
    "tokens": Rule("tokens of the whole run", (TRILLIONS, BILLIONS)),
    "batch_tokens": Rule("tokens per optimizer step", (MILLIONS, THOUSANDS)),
    "sequence_length": Rule("tokens of a sequence", (times("units of 1,024", 1024.0),)),
    "epochs": Rule("passes over the data"),
    "parameters": PARAMETERS,
    "active_parameters": PARAMETERS,
    "requests_per_second": Rule(
        "requests per second",
        (
            times("requests per day", 1.0 / SECONDS_PER_DAY),
            times("requests per hour", 1.0 / SECONDS_PER_HOUR),
        ),
    ),
    "requests_per_day": Rule(
        "requests per day",
        (
            times("requests per second", SECONDS_PER_DAY),
            times("requests per month", HOURS_PER_DAY / HOURS_PER_MONTH),
        ),
    ),
    "peak_to_average_ratio": Rule("the busiest hour over the mean", (PERCENT,)),
    "weekend_ratio": Rule("a weekend day over a weekday", (PERCENT,)),
    # Money
    "usd_per_million_input_tokens": API_PRICE,
    "usd_per_million_cached_input_tokens": API_PRICE,
    "usd_per_million_output_tokens": API_PRICE,
    "staff_usd_per_month": Rule(
        "USD per month", (THOUSANDS, times("USD per year", 1.0 / MONTHS_PER_YEAR))
    ),
    "training_usd": Rule("USD", (MILLIONS, THOUSANDS)),
}
"""By the name of the field, wherever in a query it stands."""

RULES: Mapping[str, Rule] = {
    name: replace(rule, low=RANGES[name][0], high=RANGES[name][1])
    for name, rule in READINGS.items()
}
ANY_SHARE = replace(SHARE, low=RANGES["*_fraction"][0], high=RANGES["*_fraction"][1])


def rule_of(name: str) -> Rule | None:
    """The rule of a field by its name, None where any value goes."""
    return RULES.get(name) or (ANY_SHARE if name.endswith("_fraction") else None)
