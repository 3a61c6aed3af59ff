"""Amounts for people: as many digits as an interval leaves a meaning to."""

from service.summaries.figures import number

WIDE = 0.2
"""The width of an interval over its figure from which on a third digit says nothing."""


LARGE = " million"


def dollars(value: float | None, *, is_wide: bool = False) -> str:
    """US dollars to three digits, or to two.

    >>> dollars(13.39), dollars(1.2345, is_wide=True), dollars(9774.7), dollars(None)
    ('$13.4', '$1.2', '$9,770', 'no price')
    """
    if value is None:
        return "no price"
    sign = "−" if value < 0.0 else ""
    return f"{sign}${number(_rounded(abs(value), 2 if is_wide else 3))}"


def is_wide(value: float | None, low: float | None, high: float | None) -> bool:
    """Whether an interval is a fifth of its figure or more."""
    return bool(value and low is not None and high is not None and high - low >= WIDE * abs(value))


def ranged(value: float | None, low: float | None, high: float | None) -> tuple[str, str]:
    """A figure, and its interval in brackets unless it is a point.

    >>> ranged(0.747, 0.669, 1.0368), ranged(2.0, 2.0, 2.0)
    (('$0.75', ' ($0.67 to $1)'), ('$2', ''))
    >>> ranged(2.2e6, 1.9e6, 2.4e6)
    ('$2.2 million', ' ($1.9 to $2.4 million)')
    """
    wide = is_wide(value, low, high)
    said = dollars(value, is_wide=wide)
    if low is None or high is None or dollars(low) == dollars(high):
        return said, ""
    least, most = (dollars(end, is_wide=wide) for end in (low, high))
    if least.endswith(LARGE) and most.endswith(LARGE):
        least = least.removesuffix(LARGE)
    return said, f" ({least} to {most})"


def rough(value: float) -> str:
    """A number to three digits.

    >>> rough(11451.2), rough(0.0345), rough(700.0), rough(2.5e7)
    ('11,500', '0.0345', '700', '25 million')
    """
    return number(_rounded(value, 3))


def watts(value: float) -> str:
    """Power in the unit that suits it.

    >>> watts(3754.1), watts(72.0), watts(2.5e6)
    ('3.75 kW', '72 W', '2.5 MW')
    """
    return _scaled(value, ("W", "kW", "MW", "GW"))


def grams(value: float) -> str:
    """Mass of CO₂e in the unit that suits it.

    >>> grams(18.74), grams(7874.6e3)
    ('18.7 g', '7.87 t')
    """
    return _scaled(value, ("g", "kg", "t", "kt"))


def kilowatt_hours(value: float) -> str:
    """Energy in the unit that suits it.

    >>> kilowatt_hours(58429.0)
    '58.4 MWh'
    """
    return _scaled(value, ("kWh", "MWh", "GWh", "TWh"))


THOUSAND = 1000.0


def _scaled(value: float, units: tuple[str, ...]) -> str:
    *smaller, largest = units
    for unit in smaller:
        if _rounded(value, 3) < THOUSAND:
            return f"{number(_rounded(value, 3))} {unit}"
        value /= THOUSAND
    return f"{number(_rounded(value, 3))} {largest}"


def _rounded(value: float, digits: int) -> float:
    return float(f"{value:.{digits}g}")
