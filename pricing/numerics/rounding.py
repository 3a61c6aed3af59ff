"""Rounding of the limits that refusals propose, so that what is proposed holds when it is asked."""

from decimal import ROUND_CEILING, ROUND_FLOOR, Context

DIGITS = 4

_UP = Context(prec=DIGITS, rounding=ROUND_CEILING)
_DOWN = Context(prec=DIGITS, rounding=ROUND_FLOOR)


def rounded_up(value: float) -> str:
    """A limit in four digits, no tighter than the value where less is better.

    >>> rounded_up(0.0074071), rounded_up(2.0)
    ('0.007408', '2')
    """
    return f"{float(_UP.create_decimal_from_float(value)):.{DIGITS}g}"


def rounded_down(value: float) -> str:
    """A limit in four digits, no tighter than the value where more is better.

    >>> rounded_down(1.19779)
    '1.197'
    """
    return f"{float(_DOWN.create_decimal_from_float(value)):.{DIGITS}g}"
