"""The figures of an answer in words as rows of a table."""

from collections.abc import Mapping, Sequence
from typing import Any

from pricing.quote.answer import Answer


class FigureRow(Answer, frozen=True, kw_only=True):
    """A figure of one side of a question."""

    reading: str
    name: str
    value: float
    low: float | None
    high: float | None
    words: str


def figure_rows(answer: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """A row for each figure, side by side."""
    return [
        {"reading": side["reading"], **figure}
        for side in (answer["sides"] or [answer])
        for figure in side["figures"]
    ]
