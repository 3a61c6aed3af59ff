"""The sentence of an answer to a question in words."""

from service.sentences.sentence import Sentence, noted
from service.summaries.asked import asked_summary, notes_of
from service.summaries.parts import Fields

MOST_WARNINGS = 1

OF_DEFAULTS, OF_AGE = "no ", " was last read "
"""What warnings have that are of what nobody asked for, or of the age of a price.

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
    weighty = [one for one in told if not (one.startswith(OF_DEFAULTS) or OF_AGE in one)]
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
