"""Summary of an answer to a question in words."""

from collections.abc import Sequence

from service.summaries.parts import Fields

MOST_NOTES = 2

OF_NAMES, OF_SIZES = " is read as ", "a model of "
"""What the choice of a name says, which goes behind what moves an answer more."""


def asked_summary(answer: Fields, cautions: Sequence[str] = ()) -> str:
    """The sentence, how the question was read, and at most two notes.

    cautions: what goes before that which was assumed.
    """
    notes = notes_of(answer, cautions)[:MOST_NOTES]
    note = f" Note: {'; '.join(notes)}." if notes else ""
    verdict = f"{answer['verdict']}. " if answer.get("verdict") else ""
    return f"{verdict}{answer['sentence']} Read as: {answer['reading']}.{note}"


def notes_of(answer: Fields, cautions: Sequence[str] = ()) -> list[str]:
    """What was not read, cautions, and what was assumed."""
    unread = [f"not read: {', '.join(answer['unread'])}"] if answer["unread"] else []
    chosen = sorted(answer["assumed"], key=lambda text: OF_NAMES in text and OF_SIZES not in text)
    return [*unread, *cautions, *chosen]
