"""The sentence of an answer to a question in words."""

from collections.abc import Sequence

from service.sentences.sentence import Sentence, noted
from service.summaries.parts import Fields

MOST_WARNINGS = 1
MOST_NOTES = 2

OF_DEFAULTS = ("no ", "the price ")
"""How warnings begin of what nobody asked for, and of the age of a price.

Those of what an answer stands on go before how words were read.
"""


def asked_sentence(answer: Fields, _query: Fields) -> Sentence:
    """Each side as it is answered, then how the question was read, and what was assumed."""
    first, *others = answer["sides"] or [answer]
    warnings = [
        warning
        for side in (first, *others)
        for warning in noted((side["answer"] or {}).get("warnings") or ())
    ]
    told = dict.fromkeys(warnings)
    cautions = [warning for warning in told if not warning.startswith(OF_DEFAULTS)]
    unread = [f"not read: {', '.join(answer['unread'])}"] if answer["unread"] else []
    assumed = [*unread, *cautions[:MOST_WARNINGS], *answer["assumed"]]
    return Sentence(
        first["sentence"].removesuffix("."),
        [other["sentence"].removesuffix(".") for other in others],
        [f"Read as: {answer['reading']}", *(["; ".join(assumed)] if assumed else [])],
        line=_line(answer, assumed),
    )


def _line(answer: Fields, notes: Sequence[str]) -> str:
    """The sentence, how the question was read, and at most two notes."""
    note = f" Note: {'; '.join(notes[:MOST_NOTES])}." if notes else ""
    return f"{answer['sentence']} Read as: {answer['reading']}.{note}"
