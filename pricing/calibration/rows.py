"""The rows of the file of constants."""

from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct

from pricing.releases.publish import plain_decimal

SIGNIFICANT_DIGITS = 3
"""Constants are kept to as many digits as the data could carry: a second fit prints the same."""


FITTED = "fitted to the measurements of this release"


class Constant(Struct, frozen=True):
    """One calibrated constant, and the count of rows that it was fitted to."""

    family: str
    phase: str
    precision: str
    name: str
    value: float
    unit: str
    measurement_count: int
    source: str = FITTED


def rounded(value: float) -> float:
    """A value to three significant digits.

    >>> rounded(0.0123456)
    0.0123
    """
    return float(f"{value:.{SIGNIFICANT_DIGITS}g}")


def table(constants: Sequence[Constant], *, release: str) -> list[dict[str, str]]:
    """The constants as rows of their file, fitted to a release."""
    return [
        {
            "family": constant.family,
            "phase": constant.phase,
            "precision": constant.precision,
            "name": constant.name,
            "value": plain_decimal(Decimal(f"{constant.value:.10g}")),
            "unit": constant.unit,
            "measurement_count": str(constant.measurement_count),
            "source": constant.source,
            "release": release,
        }
        for constant in constants
    ]


def by_key(constants: Sequence[Constant]) -> dict[tuple[str, str, str, str], float]:
    """The constants as a catalogue looks them up."""
    return {(c.family, c.phase, c.precision, c.name): c.value for c in constants}
