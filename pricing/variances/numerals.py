"""Numbers of a bill as they are written: marks of thousands, decimal commas, brackets."""

import re
from collections.abc import Sequence
from math import isfinite, nan

from pricing.catalog.overlays.spreadsheet import amount_of, decimal_sign

_BRACKETS = re.compile(r"\((.+)\)")
"""An amount below zero, as accountants write it."""


class Column:
    """The numbers of a column.

    texts: all of them, which tell the sign before its decimals; separator: of the cells.
    """

    def __init__(self, texts: Sequence[str], separator: str) -> None:
        self._has_commas = separator != ","
        self._sign = decimal_sign(_unsigned(one)[1] for one in texts if "," in one or "." in one)

    def number(self, text: str) -> float:
        """A number as it is written, nan for what is none or can be read in two ways."""
        sign, plain = _unsigned(text)
        if "," not in plain and self._sign != ",":
            try:
                number = float(plain)
            except ValueError:
                number = nan
            if isfinite(number):
                return sign * number
        try:
            return sign * float(amount_of(plain, self._sign, has_commas=self._has_commas))
        except ValueError:
            return nan


def _unsigned(text: str) -> tuple[float, str]:
    """The sign of a number, and the number without it."""
    plain = text.strip()
    found = _BRACKETS.fullmatch(plain)
    if found:
        return -1.0, found[1].strip()
    for mark in ("-", "−"):
        if plain.startswith(mark):
            return -1.0, plain[1:].strip()
    return 1.0, plain.removeprefix("+")
