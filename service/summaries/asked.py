"""Summary of an answer to a question in words."""

from service.summaries.parts import Fields

MOST_NOTES = 2


def asked_summary(answer: Fields) -> str:
    """The sentence, how the question was read, and at most two notes of what was assumed."""
    notes = [*answer["assumed"][:MOST_NOTES]]
    if answer["unread"]:
        notes = [f"not read: {', '.join(answer['unread'])}", *notes][:MOST_NOTES]
    note = f" Note: {'; '.join(notes)}." if notes else ""
    return f"{answer['sentence']} Read as: {answer['reading']}.{note}"
