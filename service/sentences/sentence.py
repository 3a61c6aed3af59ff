"""A sentence: what an answer says to a person, in parts that a chat lays out."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

MOST_CHARACTERS = 399
MOST_NOTES = 2

OF_DRIVERS = "defaults that move this "
"""How the warning begins of what a sentence says most hangs on."""

OF_DEFAULTS = (" was asked for", " are priced at ")
OF_AGE, OF_NAMES = " days old", " is read as "
"""What a note has that only says what was taken by default, or whose price; how old a price is;
and what a name or a number is taken for."""

_SLIP = re.compile(r"(?:^| )[\d.,e+-]+ is read as ")
"""What the note of a number has, which was perhaps not meant to be it."""

_NAMED = re.compile(r"\s*\([a-z]+[._][a-z_](?:[._]?[a-z])*_*\)")
"""A field in brackets, which tells a program what to change."""

_FIELD = re.compile(
    r"\b(?:[a-z]+\.)*([a-z]+(?:_[a-z0-9]+)+)\b|\b(?!llama\.cpp)(?:[a-z]+\.)+([a-z]+)\b"
)
"""The name of a field within a text. One engine has a point in its name."""

_BRACKETS = re.compile(r" \([^()]*\)")
_RANGE = re.compile(rf" \((\d+{OF_AGE})?[^()]*?([^ (),]+ to [^ (),]+)(?: in all)?\)")
"""A remark in brackets, with an age that it begins with, and the range that it ends with."""

_FIRST_TOKEN = re.compile(r", the first after \S+ s \((.*) tokens in and ")
"""When a first token comes, before the lengths that it holds for."""

_CLAUSE = re.compile(r"(?:(?<=\D)|(?<=[a-z]\d)|(?<=[a-z]\d\d)): |\. |; ")
"""The end of a clause. A colon after a number, unless it is in a name, is within one."""


class Sentence(Struct, frozen=True):
    """An answer for a person, in parts.

    head: what is asked about and its price; facts: speed, bill, power, the weightiest first;
    notes: what a reader should know besides, the weightiest first; line: all of it on a line,
    where the parts do not make one; kept: the facts that go before others where room is short, the
    weightiest first.
    """

    head: str
    facts: Sequence[str] = ()
    notes: Sequence[str] = ()
    line: str = ""
    kept: Sequence[str] = ()

    @property
    def text(self) -> str:
        """All of it on a line, within MOST_CHARACTERS unless the head alone is longer.

        >>> Sentence("It costs $2", ["a user gets 10 tokens/s"], ["spot may end"]).text
        'It costs $2. A user gets 10 tokens/s. Note: spot may end.'
        """
        return self.line or _laid_out(self)


class Part(NamedTuple):
    """A fact or a note of a sentence; rank: less goes first where room is short."""

    rank: tuple[int, int]
    is_note: bool
    at: int
    forms: Sequence[str]


OF_SLIP, KEPT, OF_FIRST_NOTE, OF_FACT, FURTHER = range(5)
"""Ranks: slips, facts that are kept, the note that moves an answer most, other facts, and notes
that are told if there is room left."""


def _laid_out(sentence: Sentence) -> str:
    """The parts for which there is room, by their rank, each as long as there is room for.

    All weighty parts are told in their shortest form before any of them is made longer. What there
    is no room for is counted.
    """
    parts = _parts(sentence)
    told: dict[Part, str] = {}
    for is_further in (False, True):
        stage = [part for part in parts if (part.rank[0] == FURTHER) is is_further]
        for part in stage:
            _tell(sentence, told, part, part.forms[-1:])
        for part in stage:
            if part in told:
                _tell(sentence, told, part, part.forms)
    return _joined(sentence, told)


def _parts(sentence: Sentence) -> list[Part]:
    """Facts and notes in the order of their ranks, each with its forms, the longest first."""
    kept = list(sentence.kept)
    parts = [
        Part(
            rank=(KEPT, kept.index(fact)) if fact in kept else (OF_FACT, at),
            is_note=False,
            at=at,
            forms=_forms(fact),
        )
        for at, fact in enumerate(sentence.facts)
    ]
    for at, note in enumerate(sentence.notes):
        weight = weight_of(note)
        first = OF_FIRST_NOTE if at == 0 and weight <= AGE_WEIGHT else FURTHER
        short = _clauses(note, LONGEST_CLAUSE) if weight < LEAST_WEIGHT else ""
        forms = tuple(filter(None, (note, short)))
        rank = (OF_SLIP if weight < 0 else first, at)
        parts.append(Part(rank=rank, is_note=True, at=at, forms=forms))
    return sorted(parts)


def _tell(sentence: Sentence, told: dict[Part, str], part: Part, forms: Sequence[str]) -> None:
    """Tell a part in the first of some forms for which there is room, if there is any."""
    if part.is_note and part not in told and sum(one.is_note for one in told) == MOST_NOTES:
        return
    for form in forms:
        longer = {**told, part: form}
        if len(_joined(sentence, longer)) <= MOST_CHARACTERS:
            told.update(longer)
            return


def _joined(sentence: Sentence, told: Mapping[Part, str]) -> str:
    """What is told, in the order of the sentence."""
    facts, notes = (
        [told[part] for part in sorted(told, key=lambda one: one.at) if part.is_note is is_note]
        for is_note in (False, True)
    )
    said = " ".join((ended(sentence.head), *(f"{begun(fact)}." for fact in facts)))
    return f"{said}{_noted(notes, len(sentence.notes))}"


def _forms(fact: str) -> Sequence[str]:
    """A fact, then shorter: with fewer figures after a colon, or in brackets, and with none there.

    What a speed holds for is never left out: a default may be it.

    >>> _forms("a user gets 9 tokens/s, the first after 0.2 s (294 tokens in and 256 out)")[-1]
    'a user gets 9 tokens/s (294 tokens in, 256 out)'
    >>> _forms("most hangs on input tokens: $2 at 50, $9 at 8,192")[1:]
    ('most hangs on input tokens: $9 at 8,192', 'most hangs on input tokens')
    >>> _forms("$66 an hour (91 days old, $55 to $76), $48,200 a month")[1:]
    ('$66 an hour ($55 to $76 in all, 91 days old), $48,200 a month', \
'$66 an hour ($55 to $76 in all)')
    """
    if _FIRST_TOKEN.search(fact):
        return fact, _FIRST_TOKEN.sub(r" (\1 tokens in, ", fact)
    name, colon, figures = fact.partition(": ")
    last = f"{name}{colon}{figures.rpartition(', ')[2]}"
    if among := _RANGE.search(fact):
        before, age, ends = fact[: among.start()], among[1], among[2]
        aged = f"{before} ({ends} in all, {age}){fact[among.end() :]}" if age else fact
        return tuple(dict.fromkeys((fact, aged, f"{before} ({ends} in all)")))
    shorter = (last, name) if colon else (_BRACKETS.sub("", fact),)
    return tuple(dict.fromkeys((fact, *shorter)))


def told(
    head: str,
    facts: Sequence[str],
    warnings: Sequence[str],
    *,
    kept: Sequence[str] = (),
) -> Sentence:
    """A sentence of the facts that there are, with warnings as notes."""
    return Sentence(head, [fact for fact in facts if fact], noted(warnings), kept=kept)


def noted(warnings: Sequence[str]) -> list[str]:
    """Warnings as short notes without the names of fields, those that move an answer first.

    >>> noted(["no precision was asked for: bf16 is used (deployment.precision)"])
    ['no precision was asked for: bf16 is used']
    """
    others = (one for one in warnings if not one.startswith(OF_DRIVERS))  # sentences tell these
    told = [note for one in others if (note := _short(_FIELD.sub(_spaced, _NAMED.sub("", one))))]
    return sorted(told, key=weight_of)


AGE_WEIGHT, LEAST_WEIGHT = 1, 3


def weight_of(note: str) -> int:
    """The place of a kind of note: slips, what moves an answer, old prices, names, defaults.

    >>> weight_of("3 stand idle"), weight_of("no precision was asked for: bf16 is used")
    (0, 3)
    >>> weight_of("65 is read as USD, and 0.1 to 26 is usual"), weight_of("a10 is read as a10g")
    (-1, 2)
    """
    if any(words in note for words in OF_DEFAULTS):
        return LEAST_WEIGHT
    if OF_AGE in note:
        return AGE_WEIGHT
    if _SLIP.search(note):
        return -1
    return AGE_WEIGHT + 1 if OF_NAMES in note else 0


LONGEST_NOTE, LONGEST_CLAUSE = 110, 60
SHORTEST_NOTE = 15
"""The characters of a note, and of one where there is little room: fewer than the shortest say
nothing of what they name."""

LEAST_SPACES = 2
"""Spaces of a note: with fewer, it is the name of what the note is of."""


def _short(text: str) -> str:
    """The first clauses of a text, as many as make a note; none ends within brackets.

    >>> _short(f"it is unverified (source: {'a list, ' * 9}read once): mind it")[-12:]
    ', read once)'
    >>> _short(f"rent: the price, {'of old, ' * 9}was last read in 2026-07-01: it may be another")
    'rent: the price, of old, of old, of old, of old, of old, of old, of old, of old, of old'
    """
    said = _clauses(text, LONGEST_NOTE)
    if len(said) >= SHORTEST_NOTE:
        return said
    within = text[:LONGEST_NOTE].rpartition(", ")[0]
    if within and within.count("(") == within.count(")"):
        return within
    return said or text[: min(_ends(text), default=0)]


def _clauses(text: str, longest: int) -> str:
    """The first clauses of a text, none of which ends within brackets; empty where all are longer.

    >>> _clauses("memory is tight: fewer requests fit", 20), _clauses("owned: as a share", 10)
    ('memory is tight', '')
    """
    fitting = [end for end in _ends(text) if end <= longest]
    return text[: fitting[-1]] if fitting else ""


def _ends(text: str) -> list[int]:
    """Where clauses of a text end that say something, none within brackets."""
    ends = [match.start() for match in _CLAUSE.finditer(text)] + [len(text.rstrip("."))]
    return [
        end
        for end in ends
        if text.count("(", 0, end) == text.count(")", 0, end)
        and text.count(" ", 0, end) >= LEAST_SPACES
    ]


def _spaced(match: re.Match[str]) -> str:
    return (match[1] or match[2]).replace("_", " ")


def _noted(notes: Sequence[str], count: int) -> str:
    """The end of a text; empty without notes."""
    left = count - len(notes)
    if not notes:
        return f" {left} note{'s' if left > 1 else ''} in the JSON." if left else ""
    more = f" (+{left} in the JSON)" if left else ""
    return f" Note: {'; '.join(notes)}{more}."


def ended(text: str) -> str:
    """A text with a point at its end, unless it is a question.

    >>> ended("for which model?"), ended("it costs $2")
    ('for which model?', 'it costs $2.')
    """
    return text if text.endswith("?") else f"{text}."


def begun(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"
