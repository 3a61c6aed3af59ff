"""The sentence of an answer to a question in words."""

import re
from collections.abc import Sequence

from service.sentences.sentence import LEAST_WEIGHT, MOST_NOTES, OF_AGE, Sentence, noted, weight_of
from service.summaries.asking import asked_summary, notes_of
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
    told = dict.fromkeys(_with_one_age(warnings))
    weighty = [one for one in told if weight_of(one) < LEAST_WEIGHT]
    cautions = weighty[:MOST_WARNINGS]
    further = [one for one in told if one not in cautions][:MOST_WARNINGS]
    notes = [*notes_of(answer, cautions), *further]
    told_notes = "; ".join(notes[:MOST_NOTES])
    if len(notes) > MOST_NOTES:
        told_notes += f" (+{len(notes) - MOST_NOTES} in the JSON)"
    said = [side["sentence"].removesuffix(".") for side in (first, *others)]
    verdict = answer.get("verdict")
    head, *facts = [verdict, *said] if verdict else said
    return Sentence(
        head,
        facts,
        [f"Read as: {answer['reading']}", *([told_notes] if notes else [])],
        line=asked_summary(answer, cautions),
    )


_AGE = re.compile(rf"the price is ([\d,]+){OF_AGE}")


def _with_one_age(notes: Sequence[str]) -> list[str]:
    """Notes of several sides, whose prices have their ages together: which is which is not said.

    >>> _with_one_age(["the price is 103 days old", "spot may end", "the price is 93 days old"])
    ['the prices are 93 to 103 days old', 'spot may end']
    """
    days = {int(found[1].replace(",", "")) for note in notes if (found := _AGE.match(note))}
    if len(days) < 2:  # noqa: PLR2004 - one age is that of all
        return [*notes]
    both = f"the prices are {min(days):,} to {max(days):,}{OF_AGE}"
    return [*dict.fromkeys(both if _AGE.match(note) else note for note in notes)]
