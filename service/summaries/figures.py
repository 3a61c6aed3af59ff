"""Figures in words, each with its unit."""

from decimal import Decimal

from pricing.units import HOURS_PER_DAY, MINUTES_PER_HOUR

SCALES = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))

WHOLE_FROM = 100.0
"""Counts from here on have no decimals."""

SECONDS_PER_MINUTE = 60.0

DAYS_FROM_HOURS = 72.0
"""Times from here on are given in days as well."""


def usd(value: float | None) -> str:
    """US dollars, to three significant figures or to the cent.

    >>> usd(0.012345), usd(1234.5), usd(12345678.0), usd(-2.0), usd(2.3e-7)
    ('$0.0123', '$1,234.50', '$12.3 million', '-$2.00', '$0.00000023')
    """
    if value is None:
        return "no price"
    if value < 0.0:
        return f"-{usd(-value)}"
    return f"${_scaled(value) or (f'{value:,.2f}' if value >= 1.0 else _significant(value))}"


def number(value: float) -> str:
    """A count, to three significant figures or as a whole number.

    >>> number(1024.0), number(2.5353), number(36.5e6), number(999_999_999.0)
    ('1,024', '2.54', '36.5 million', '1 billion')
    """
    whole = value >= WHOLE_FROM or value == int(value)
    return _scaled(value) or (f"{value:,.0f}" if whole else _significant(value))


def exactly(value: float) -> str:
    """A count as people say it, where that is exact; large ones as whole numbers.

    >>> exactly(1e9), exactly(2.5e6), exactly(1_234_567.0), exactly(500.0), exactly(0.25)
    ('1 billion', '2.5 million', '1,234,567', '500', '0.25')
    """
    for size, word in SCALES:
        if value >= size and round(value / size, 2) == value / size:
            return f"{value / size:g} {word}"
    return f"{round(value) if value >= WHOLE_FROM else round(value, 6):,.16g}"


def share(fraction: float) -> str:
    """A fraction as a percentage.

    >>> share(0.2569), share(1.0), share(3.25e-7)
    ('25.7%', '100%', '0.0000325%')
    """
    return f"{_significant(100.0 * fraction)}%"


def duration(hours: float) -> str:
    """A time, in the unit that suits it.

    >>> duration(0.03), duration(1.0), duration(4.707), duration(1234.0)
    ('1.8 minutes', '1 hour', '4.71 hours', '1,234 hours (51.4 days)')
    """
    minutes = hours * MINUTES_PER_HOUR
    if minutes < 1.0:
        return counted(minutes * SECONDS_PER_MINUTE, "second")
    if hours < 1.0:
        return counted(minutes, "minute")
    if hours < DAYS_FROM_HOURS:
        return counted(hours, "hour")
    return f"{number(hours)} hours ({number(hours / HOURS_PER_DAY)} days)"


def counted(value: float, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "month"), counted(12, "month")
    ('1 month', '12 months')
    """
    said = number(value)
    return f"{said} {noun}" if said == "1" else f"{said} {noun}s"


def figure(name: str, value: float) -> str:
    """A result by its name, with the unit that the name ends in.

    >>> figure("usd_per_month", 143.0), figure("tpot_seconds", 0.0123)
    ('$143.00 a month', '0.0123 s')
    >>> figure("joules_per_output_token", 0.5)
    '0.5 joules per output token'
    """
    quantity, _, per = name.partition("_per_")
    if quantity.endswith("_seconds"):
        return f"{number(value)} s"
    said = usd(value) if quantity == "usd" else f"{number(value)} {_spaced(quantity)}"
    if per == "month":
        return f"{said} a month"
    return f"{said} per {_spaced(per)}" if per else said


def _significant(value: float) -> str:
    """Three significant figures, written out however small they are."""
    return f"{Decimal(f'{value:.3g}'):f}"


def _scaled(value: float) -> str:
    """A large number with its scale; empty for a smaller one."""
    rounded = float(f"{value:.3g}")
    return next((f"{rounded / scale:,g} {name}" for scale, name in SCALES if rounded >= scale), "")


def _spaced(name: str) -> str:
    return name.replace("_per_", " per ").replace("co2e", "CO₂e").replace("_", " ")
