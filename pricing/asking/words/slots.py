"""What a side of a question says, in slots, and what stands beside what."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, field

from pricing.asking.words.terms import Term

PARALLEL = ("tensor_parallel", "pipeline_parallel", "data_parallel", "expert_parallel")
"""Slots and fields of how many devices share a model, and of how many copies there are."""

MOST_OTHERS = 2
"""Most other readings that are told."""

NEAR = 2
"""Most atoms between an option and its term, or a count and what it counts."""


class Said(Struct):
    """What one side of a question says.

    slots: values by name; figures: what is asked for, in order; guesses: slots that were chosen by
    how common they are, with what else fits; left: words that say nothing here; words: how slots
    were written.
    """

    slots: dict[str, Any] = field(default_factory=dict)
    figures: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)

    def get(self, name: str) -> Any:
        """A slot, None where nothing is said."""
        return self.slots.get(name)


def guessed(term: Term) -> str:
    """How a word was read that several things fit."""
    name = getattr(term.value, "model", term.value)
    more = f", and not as {' or '.join(term.others[:MOST_OTHERS])}" if term.others else ""
    return f"{term.said} is read as {name}{more}"


def beside(terms: Sequence[Term], at: int, kind: str, used: Iterable[int]) -> int | None:
    """The place of a term of a kind just before or behind another."""
    for other in (at - 1, at + 1):
        if not 0 <= other < len(terms) or other in used or terms[other].kind != kind:
            continue
        low, high = sorted((terms[at], terms[other]), key=lambda term: term.first)
        if high.first - low.last <= NEAR:
            return other
    return None
