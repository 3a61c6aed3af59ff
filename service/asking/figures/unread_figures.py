"""What is asked for and no answer has: it is told as not read, and never dropped."""

from collections.abc import Iterator, Sequence

from pricing.asking.counts import JOINED
from service.asking.figures.figure import Fields
from service.asking.figures.figures import LENGTHS, READERS, SAME

ELSEWHERE = frozenset(
    {"concurrent", "how_many", "context", "drivers", "duration", "of_optimizer", "margin"}
    | {"tokens_for_budget", "fits", "count", "per_thousand", "device_hours"}
)
"""Figures that are no part of an answer itself: counts, bounds and what a sentence begins with."""


def untold(kind: str, answer: Fields, asked: Sequence[str]) -> Iterator[str]:
    """What is asked for and an answer of a kind does not have, in words."""
    known = dict(READERS[kind](answer))
    told = ELSEWHERE | (LENGTHS.keys() if kind == "device_facts" else set())
    told |= {key for pair, joined in JOINED.items() if joined in asked for key in pair}
    for key in asked:
        if key not in told and not known.get(key) and not known.get(SAME.get(key, key)):
            yield key.replace("_", " ")
