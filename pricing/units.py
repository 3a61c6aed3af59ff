"""Conversions, and the registry of unit suffixes that numeric names end in."""

import re

BYTES_PER_GIBIBYTE = 2.0**30
BYTES_PER_GIGABYTE = 1e9
BITS_PER_BYTE = 8.0
FLOPS_PER_TERAFLOP = 1e12
SECONDS_PER_HOUR = 3600.0
MINUTES_PER_HOUR = 60.0
HOURS_PER_MONTH = 730.0
HOURS_PER_YEAR = 8760.0
MONTHS_PER_YEAR = 12.0
HOURS_PER_DAY = 24.0
DAYS_PER_MONTH = HOURS_PER_MONTH / HOURS_PER_DAY
SECONDS_PER_DAY = 86400.0
WATTS_PER_KILOWATT = 1000.0
GRAMS_PER_KILOGRAM = 1000.0
TOKENS_PER_MILLION_TOKENS = 1e6
UNITS_PER_USD = 10_000
"""Units of exact money per dollar. A printed amount of a month is a multiple of one unit."""

SUFFIXES = {
    "usd": "US dollars",
    "hours": "hours",
    "seconds": "seconds",
    "years": "years",
    "months": "months",
    "days": "days",
    "watts": "watts",
    "kilowatt_hours": "kilowatt hours",
    "megawatt_hours": "megawatt hours",
    "joules": "joules",
    "bytes": "bytes",
    "gigabytes": "10⁹ bytes",
    "gibibytes": "2³⁰ bytes",
    "gigabytes_per_second": "10⁹ bytes a second",
    "teraflops": "10¹² floating point (or integer) operations a second, dense",
    "flops": "floating point operations",
    "flops_per_second": "floating point operations a second",
    "grams": "grams",
    "kilograms": "kilograms",
    "grams_co2e": "grams of CO₂ equivalent",
    "kilograms_co2e": "kilograms of CO₂ equivalent",
    "bits": "bits",
    "tokens": "tokens",
    "sequences": "a count of sequences",
    "requests": "a count of requests",
    "documents": "a count of documents",
    "images": "a count of images",
    "pixels": "pixels, along a side or of an area",
    "patches": "a count of squares of pixels",
    "replicas": "a count of replicas of a service",
    "count": "a count",
    "fraction": "a ratio between 0 and 1",
    "ratio": "a ratio that may pass 1",
}
"""Every unit that a numeric name may end in; `<quantity>_<unit>[_per_<unit>]`."""


def is_money(name: str) -> bool:
    """Whether a figure is one of US dollars.

    >>> [is_money(name) for name in ("usd_total", "output_tokens_per_usd", "options.spot.usd.mean")]
    [True, False, True]
    """
    return re.search(r"(?<!_per)(?:^|[._])usd(?:[._]|$)", name) is not None
