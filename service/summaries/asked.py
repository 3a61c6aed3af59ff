"""Summary of an answer to a question in words."""

from collections.abc import Sequence

from service.summaries.parts import Fields

MOST_NOTES = 2


def asked_summary(answer: Fields, cautions: Sequence[str] = ()) -> str:
    """The sentence, how the question was read, and at most two notes.

    cautions: what goes before that which was assumed.
    """
    notes = notes_of(answer, cautions)[:MOST_NOTES]
    note = f" Note: {'; '.join(notes)}." if notes else ""
    return f"{answer['sentence']} Read as: {answer['reading']}.{note}"


def notes_of(answer: Fields, cautions: Sequence[str] = ()) -> list[str]:
    """What was not read, cautions, and what was assumed."""
    unread = [f"not read: {', '.join(answer['unread'])}"] if answer["unread"] else []
    return [*unread, *cautions, *answer["assumed"]]
