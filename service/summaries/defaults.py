"""Defaults in words: those that may move an answer by a quarter, and that no other sentence has."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from pricing.lists import rows_of
from service.summaries.figures import counted, number, share, usd
from service.summaries.parts import Fields

OWNED = "capital.life_years"
"""What is assumed wherever devices are owned."""

ROWS = rows_of("service.summaries", "defaults.csv")
"""What is said of an assumption, by the beginning of its key, and by its end where it has one.

figure: how its value is told, a noun where that is counted; words_of_none: said of a value of 0.
"""

FIGURES: Mapping[str, Callable[[float], str]] = {
    "number": number,
    "share": share,
    "usd": usd,
    "thousandths": lambda value: number(1e3 * value),
    "hours of seconds": lambda value: counted(value / 3600.0, "hour"),
}

OF_OWNED = ("power.host_watts",)
"""Said where devices are owned: a rented price includes energy."""


def default_words(answer: Fields) -> str:
    """The defaults of an answer that may move it by a quarter; empty where there are none.

    >>> rows = [{"key": "engine.concurrency_count.vllm", "value": 1024.0}]
    >>> default_words({"assumptions": rows})
    ' By default, an engine admits 1,024 requests.'
    """
    said = defaults_of(answer)
    if not said:
        return ""
    *first, last = said
    return f" By default, {' and '.join(filter(None, (', '.join(first), last)))}."


def defaults_of(answer: Fields) -> list[str]:
    """The defaults of an answer that may move it by a quarter, in words."""
    return [*dict.fromkeys(_said(answer.get("assumptions") or ()))]


def _said(rows: Sequence[Fields]) -> Iterator[str]:
    is_owned = any(row["key"] == OWNED for row in rows)
    for told in ROWS:
        start = told["key"]
        if start in OF_OWNED and not is_owned:
            continue
        for row in rows:
            key = row["key"]
            if (key == start or key.startswith(f"{start}.")) and told["ends_with"] in key:
                yield _words(told, row["value"])


def _words(told: Mapping[str, str], value: float) -> str:
    """A default in words."""
    if value == 0.0 and told["words_of_none"]:
        return told["words_of_none"]
    figure = told["figure"]
    own = FIGURES[figure](value) if figure in FIGURES else counted(value, figure)
    return told["words"].format(own)
