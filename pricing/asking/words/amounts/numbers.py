"""Numbers as people write them: 1k, 15T, 2.5 million, 8x, 50%, 500ms, $2."""

import re
from collections.abc import Mapping

from msgspec import Struct

MAGNITUDES: Mapping[str, float] = {
    "k": 1e3,
    "m": 1e6,
    "mm": 1e6,
    "mn": 1e6,
    "mil": 1e6,
    "mln": 1e6,
    "b": 1e9,
    "bn": 1e9,
    "bln": 1e9,
    "t": 1e12,
    "tn": 1e12,
}

MOST_DIGITS = 18
"""Most digits, and highest power of ten, of a number that counts anything."""

_NUMBER = re.compile(r"([$€£¥₹]?)(\d+(?:\.\d+)?|\.\d+)(?:e\+?(\d+))?([a-z%]*)")


SMALLEST_MODEL_MILLIONS = 10.0
"""Fewer millions are of tokens or requests: no model is as small."""


class Number(Struct, frozen=True, gc=False):
    """A number: its value without and with a magnitude, the suffix, and the currency before it."""

    value: float
    suffix: str = ""
    sign: str = ""

    @property
    def scaled(self) -> float:
        """The value times its magnitude."""
        return self.value * MAGNITUDES.get(self.suffix, 1.0)

    @property
    def is_plain(self) -> bool:
        """Whether it is a count of something: no percentage, no unit of time."""
        return self.suffix in {"", "x"} or self.suffix in MAGNITUDES

    @property
    def is_size(self) -> bool:
        """Whether it may be the size of a model: 70b, 1.5t, 350m."""
        return self.suffix in {"b", "t"} or (
            self.suffix == "m" and self.value >= SMALLEST_MODEL_MILLIONS
        )


def number_of(text: str) -> Number | None:
    """The number that a word is, None for other words.

    >>> number_of("1.5k").scaled, number_of("50%").suffix, number_of("h100")
    (1500.0, '%', None)
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    sign, digits, power, suffix = match.groups()
    if len(digits) > MOST_DIGITS or int(power or 0) > MOST_DIGITS:
        return None
    return Number(float(digits) * 10.0 ** int(power or 0), suffix, sign)


def plain_number(text: str) -> float | None:
    """A number with a magnitude, spaces and all; None for any other text.

    >>> plain_number("1k"), plain_number("2.5 million"), plain_number("1,000"), plain_number("8x")
    (1000.0, 2500000.0, 1000.0, None)
    """
    words = {"thousand": "k", "million": "m", "billion": "b", "trillion": "t"}
    plain = text.strip().lower().replace(",", "").replace("_", "")
    for word, letter in words.items():
        plain = plain.replace(word, letter)
    found = number_of(plain.replace(" ", ""))
    if found is None or found.sign or (found.suffix and found.suffix not in MAGNITUDES):
        return None
    return found.scaled


SCALES: Mapping[str, float] = {"T": 1e12, "B": 1e9, "M": 1e6, "k": 1e3}


def short(value: float) -> str:
    """A number with a magnitude.

    >>> short(15e12), short(7e9), short(500)
    ('15T', '7B', '500')
    """
    for letter, size in SCALES.items():
        if value >= size:
            return f"{value / size:.4g}{letter}"
    return f"{value:g}"
