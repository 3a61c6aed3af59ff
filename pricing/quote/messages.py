"""Words: what is said of a value that does not match the schema of a query."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

DAY = r"^\d{4}-\d{2}-\d{2}$"
MONTH_OR_DAY = r"^\d{4}-\d{2}(-\d{2})?$"
CURRENCY = r"^[A-Z]{3}$"
NO_BREAK = r"(?!\n)"
"""Behind the end of a pattern: Python's `$` may have a line break after it, that of polars not."""

# No XML holds control characters, and a line break is no part of a name.
PLAIN = r"^[^\x00-\x1f\x7f-\x9f\ufffe\uffff]+$" + NO_BREAK

PATTERNS: Mapping[str, str] = {
    DAY: "a day as YYYY-MM-DD (such as 2026-05-01)",
    MONTH_OR_DAY: "a month as YYYY-MM or a day as YYYY-MM-DD (such as 2026-05)",
    CURRENCY: "a currency as three capitals (such as EUR)",
    PLAIN: "text in plain characters",
}
"""What texts that match a pattern are."""

TYPES: Mapping[str, str] = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}

LONGEST = 100
"""Of a value that is shown."""

_EXPECTED = re.compile(r"Expected `(?P<types>[^`]+)`(?P<rule>[^,]*)(, got `(?P<got>\w+)`)?")


def expected(text: str, value: Any = None) -> str:
    """What msgspec says of a value, in words; other messages as they are.

    value: the one that is wrong, where it is known.

    >>> expected("Expected `int | null`, got `str`", "8.5")
    'a whole number is expected, not "8.5"'
    >>> expected("Expected `float` >= 1.0")
    'a number >= 1.0 is expected'
    """
    pattern = next((words for known, words in PATTERNS.items() if f"regex {known!r}" in text), None)
    found = _EXPECTED.fullmatch(text)
    if pattern is None and found is None:
        return text.replace("`", "")
    got = None if found is None else TYPES.get(found["got"], found["got"])
    if isinstance(value, str | int | float):
        got = msgspec.json.encode(value[:LONGEST] if isinstance(value, str) else value).decode()
    ending = " is expected" + (f", not {got}" if got else "")
    if found is None or pattern is not None:
        return f"{pattern}{ending}"
    types = [kind for kind in found["types"].split(" | ") if kind != "null"] or ["null"]
    return f"{' or '.join(TYPES.get(kind, kind) for kind in types)}{found['rule']}{ending}"
