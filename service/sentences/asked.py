"""The sentence of an answer to a question in words."""

from service.sentences.sentence import Sentence, noted
from service.summaries.asked import asked_summary
from service.summaries.parts import Fields

MOST_WARNINGS = 2


def asked_sentence(answer: Fields, _query: Fields) -> Sentence:
    """Each side as it is answered, then how the question was read, and what was assumed."""
    first, *others = answer["sides"] or [answer]
    warnings = [
        warning
        for side in (first, *others)
        for warning in noted((side["answer"] or {}).get("warnings") or ())
    ]
    unread = [f"not read: {', '.join(answer['unread'])}"] if answer["unread"] else []
    assumed = [*unread, *answer["assumed"], *dict.fromkeys(warnings[:MOST_WARNINGS])]
    return Sentence(
        first["sentence"].removesuffix("."),
        [other["sentence"].removesuffix(".") for other in others],
        [f"Read as: {answer['reading']}", *(["; ".join(assumed)] if assumed else [])],
        line=asked_summary(answer),
    )
