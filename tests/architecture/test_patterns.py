"""Regular expressions end soon, whatever they are given: see the tries of a backtracking search."""

import pkgutil
import re
import signal
from collections.abc import Iterator
from importlib import import_module
from types import FrameType
from typing import Any

import pricing
import service

CHARACTERS = 60
"""Of a text that a search is given: enough for one that takes twice as long for each."""

SECONDS = 1.0
OF_CLASSES = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a"}
_parsed = import_module("re._parser").parse


def patterns() -> dict[str, re.Pattern[Any]]:
    """Every expression that a module keeps, by the expression."""
    found = {}
    for package in (pricing, service):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                for kept in vars(import_module(module.name)).values():
                    found.update({str(one.pattern): one for one in _within(kept)})
    return found


def _within(kept: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(kept, re.Pattern):
        yield kept
    elif isinstance(kept, list | tuple):
        for one in kept:
            yield from _within(one)
    elif isinstance(kept, dict):
        yield from _within(list(kept.values()))


def example_of(tree: Any) -> str:
    """A text that an expression begins to match, each repeated part of it once."""
    return "".join(_part(str(operation), about) for operation, about in tree)


def _part(operation: str, about: Any) -> str:
    match operation:
        case "LITERAL":
            return chr(about)
        case "IN":
            return _member({str(kind): value for kind, value in about})
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, repeated = about
            return example_of(repeated) * int(max(least, min(most, 1)))
        case "SUBPATTERN" | "BRANCH":
            return example_of(about[3] if operation == "SUBPATTERN" else about[1][0])
        case _:
            return "q" if operation in {"NOT_LITERAL", "ANY"} else ""


def _member(kinds: dict[str, Any]) -> str:
    if "NEGATE" in kinds:
        return "q"
    if "LITERAL" in kinds:
        return chr(kinds["LITERAL"])
    if "RANGE" in kinds:
        return chr(kinds["RANGE"][0])
    return OF_CLASSES.get(str(kinds["CATEGORY"]), "-")


def texts_like(example: str) -> Iterator[str]:
    """The example up to each place, where what stands last goes on and on, and does not end."""
    for last in range(1, len(example) + 1):
        for width in (1, 2, 3):
            again = example[max(last - width, 0) : last]
            yield example[:last] + again * (CHARACTERS // len(again)) + "\x01"


def test_no_regular_expression_takes_for_ever() -> None:
    slow = []

    class TookLong(Exception):
        pass

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise TookLong

    before = signal.signal(signal.SIGALRM, end)
    try:
        for text, pattern in patterns().items():
            is_bytes = isinstance(pattern.pattern, bytes)
            example = example_of(_parsed(pattern.pattern, pattern.flags))
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            try:
                for tried in texts_like(example):
                    pattern.search(tried.encode("latin-1", "replace") if is_bytes else tried)
            except TookLong:
                slow.append(text)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)

    assert slow == []
