"""Answers that are kept from one question to the same question again."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from pricing.catalog.library import Library

Query = TypeVar("Query", bound=Struct)
Answer = TypeVar("Answer", bound=Struct)

MOST_KEPT = 512
"""Answers of a kind. A unit cost takes 2 kilobytes, a run cost 23."""

_ENCODE = msgspec.json.Encoder().encode


class KeptAnswers(Generic[Query, Answer]):
    """The last answers of a function, which is a quote: it depends on query and library alone.

    Questions are the same where they are equal and written the same: 8 and 8.0 have other digests,
    and a number that is none is written as if it were left out.
    """

    def __init__(
        self, answer: Callable[[Query, Library], Answer], *, most: int = MOST_KEPT
    ) -> None:
        """most: how many answers are kept."""
        self._answer = answer
        self._most = most
        self._lock = Lock()
        self._answers: dict[tuple[int, bytes], tuple[Library, Query, Answer]] = {}

    def clear(self) -> None:
        """Forget all answers."""
        self._answers.clear()

    def __call__(self, query: Query, library: Library) -> Answer:
        """The answer, which is never changed. Raises what the function raises, each time anew."""
        key = id(library), _ENCODE(query)
        kept = self._answers.get(key)
        if kept is not None and kept[1] == query:
            return kept[2]
        answer = self._answer(query, library)
        with self._lock:
            self._answers[key] = library, query, answer  # who keeps the library keeps its id
            if len(self._answers) > self._most:
                del self._answers[next(iter(self._answers))]
        return answer
