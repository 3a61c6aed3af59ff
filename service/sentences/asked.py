"""The sentence of an answer to a question in words."""

from service.sentences.sentence import LEAST_WEIGHT, Sentence, noted, weight_of
from service.summaries.asked import asked_summary, notes_of
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
    told = dict.fromkeys(warnings)
    weighty = [one for one in told if weight_of(one) < LEAST_WEIGHT]
    cautions = weighty[:MOST_WARNINGS]
    further = [one for one in told if one not in cautions][:MOST_WARNINGS]
    notes = [*notes_of(answer, cautions), *further]
    said = [side["sentence"].removesuffix(".") for side in (first, *others)]
    verdict = answer.get("verdict")
    head, *facts = [verdict, *said] if verdict else said
    return Sentence(
        head,
        facts,
        [f"Read as: {answer['reading']}", *(["; ".join(notes)] if notes else [])],
        line=asked_summary(answer, cautions),
    )
