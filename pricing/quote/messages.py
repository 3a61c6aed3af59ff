"""What is said of fields, and messages about values that do not match the schema of a query."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Meta


def said(description: str, **bounds: Any) -> Meta:
    """What the schema says of a field, and the bounds that it has."""
    return Meta(description=description, **bounds)


DAY = r"^\d{4}-\d{2}-\d{2}$"
MONTH_OR_DAY = r"^\d{4}-\d{2}(-\d{2})?$"
MONTH = r"^\d{4}-(0[1-9]|1[0-2])$"
NO_BREAK = r"(?!\n)"
"""After the end of a pattern. Python's `$` allows a line break after it, polars' does not."""

# XML cannot contain control characters, and a name has no line break.
PLAIN = r"^[^\x00-\x1f\x7f-\x9f\ufffe\uffff]+$" + NO_BREAK

PATTERNS: Mapping[str, str] = {
    DAY: "a day as YYYY-MM-DD (such as 2026-05-01)",
    MONTH_OR_DAY: "a month as YYYY-MM or a day as YYYY-MM-DD (such as 2026-05)",
    MONTH: "a month as YYYY-MM (such as 2026-05)",
    PLAIN: "text in plain characters",
}
"""Descriptions of the texts that match a pattern."""

TYPES: Mapping[str, str] = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
}

LONGEST = 100
"""Most characters of a value in a message."""

_EXPECTED = re.compile(r"Expected `(?P<types>[^`]+)`(?P<rule>[^,]*)(, got `(?P<got>\w+)`)?")


_LACKING = re.compile(r"Object missing required field `(?P<name>[^`]*)`")


def placed(error: msgspec.ValidationError) -> tuple[str, str]:
    """The message of an error of msgspec, and the dotted place that it is about, empty for none.

    >>> placed(msgspec.ValidationError("Expected `int` - at `$.load.concurrency`"))
    ('Expected `int`', 'load.concurrency')
    """
    text, _, place = str(error).partition(" - at `$")
    return text, place.rstrip("`").lstrip(".")


def expected(text: str, value: Any = None) -> str:
    """A message of msgspec about a value in plain words. Other messages stay as they are.

    value: the wrong value, if it is known.

    >>> expected("Expected `int | null`, got `str`", "8.5")
    'a whole number is expected, not "8.5"'
    >>> expected("Expected `float` >= 1.0"), expected("Object missing required field `model`")
    ('a number >= 1.0 is expected', "'model' is required")
    """
    lacking = _LACKING.fullmatch(text)
    if lacking is not None:
        return f"{lacking['name']!r} is required"
    pattern = next((words for known, words in PATTERNS.items() if f"regex {known!r}" in text), None)
    match = _EXPECTED.fullmatch(text)
    if pattern is None and match is None:
        return text.replace("`", "")
    got = None if match is None else TYPES.get(match["got"], match["got"])
    if isinstance(value, str | int | float):
        got = msgspec.json.encode(value[:LONGEST] if isinstance(value, str) else value).decode()
    ending = " is expected" + (f", not {got}" if got else "")
    if match is None or pattern is not None:
        return f"{pattern}{ending}"
    types = [kind for kind in match["types"].split(" | ") if kind != "null"] or ["null"]
    return f"{' or '.join(TYPES.get(kind, kind) for kind in types)}{match['rule']}{ending}"
