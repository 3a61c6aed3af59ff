"""Numbers that are spelt out: twenty, two hundred, sixty-four."""

import re

ONES = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

VALUES = {word: value for value, word in enumerate(ONES, 1)} | {
    word: 10 * value for value, word in enumerate(TENS, 2)
}

LEAST = 5
"""The least number that is read here: words for fewer have other meanings beside this one."""

_ONE, _TEN = "|".join(ONES), "|".join(TENS)
_BELOW_HUNDRED = rf"(?:(?P<ten>{_TEN})(?:[ -](?P<unit>{_ONE}))?|(?P<one>{_ONE}))"
_SPELT = re.compile(
    rf"\b(?:(?:a|(?P<hundreds>{_ONE})) hundred\b(?:(?: and)? {_BELOW_HUNDRED}\b)?"
    rf"|{_BELOW_HUNDRED.replace('P<', 'P<only_')}\b)"
)


def with_digits(plain: str) -> str:
    """A text in lower case with numbers in digits.

    >>> with_digits("two hundred users"), with_digits("sixty-four h100"), with_digits("two h100")
    ('200 users', '64 h100', 'two h100')
    """
    return _SPELT.sub(_digits, plain)


def _digits(found: re.Match[str]) -> str:
    said = found.groupdict()
    value = 100 * VALUES[said["hundreds"] or "one"] if "hundred" in found[0] else 0
    for name in ("one", "unit", "ten"):
        word = said[name] or said[f"only_{name}"]
        value += VALUES[word] if word else 0
    return str(value) if value >= LEAST else found[0]
