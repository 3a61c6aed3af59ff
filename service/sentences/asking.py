"""The sentence of an answer to a question in words."""

import re
from collections.abc import Sequence

from service.sentences.sentence import (
    LEAST_WEIGHT,
    MOST_CHARACTERS,
    MOST_NOTES,
    OF_AGE,
    Sentence,
    noted,
    weight_of,
)
from service.summaries.asking import notes_of
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
        line=_line(answer, notes[:MOST_NOTES]),
    )


ROOM = (
    *((clauses, MOST_NOTES, True) for clauses in (9, 7, 6, 5)),
    *((clauses, 1, True) for clauses in (6, 5, 4)),
    *((clauses, 1, False) for clauses in (6, 5, 4, 3, 2, 1, 0)),
    (1, 0, False),
)
"""What a line has, the longest first: clauses of each side, notes, and how it was read, which the
sentence mostly says as well."""


def _line(answer: Fields, notes: Sequence[str]) -> str:
    """The answer on a line, with as much of it as there is room for."""
    lines = (
        _with(answer, notes[:count], clauses, is_read=is_read) for clauses, count, is_read in ROOM
    )
    fitting = [line for line in lines if line]
    return next((line for line in fitting if len(line) <= MOST_CHARACTERS), min(fitting, key=len))


def _with(answer: Fields, notes: Sequence[str], clauses: int, *, is_read: bool) -> str:
    """A line with some notes and clauses of each side; without any, the verdict alone."""
    sides = [side["sentence"] for side in answer["sides"] or [answer]] if clauses else []
    said = " — vs — ".join(_cut(sentence, clauses) for sentence in sides)
    verdict = f"{answer['verdict']}." if answer.get("verdict") else ""
    if not (said or verdict):
        return ""
    reading = f"Read as: {answer['reading']}." if is_read else ""
    note = f"Note: {'; '.join(notes)}." if notes else ""
    return " ".join(filter(None, (verdict, said, reading, note)))


def _cut(sentence: str, most: int) -> str:
    """A sentence with so many of its clauses.

    >>> _cut("h100 (aws, on demand): $2 an hour, 700 W. 1 EUR = 1.1 USD.", 1)
    'h100 (aws, on demand): $2 an hour. 1 EUR = 1.1 USD.'
    """
    head, colon, rest = sentence.rpartition(": ")
    body, dot, tail = rest.partition(". ")
    kept = ", ".join(body.removesuffix(".").split(", ")[:most])
    return f"{head}{colon}{kept}.{f' {tail}' if dot else ''}"


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
