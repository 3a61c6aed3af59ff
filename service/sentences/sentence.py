"""A sentence: what an answer says to a person, in parts that a chat lays out."""

import re
from collections.abc import Sequence

from msgspec import Struct

MOST_CHARACTERS = 399
MOST_NOTES = 2

OF_DEFAULTS = (" was asked for", " are priced at ")
OF_AGE, OF_NAMES, OF_SLIPS = " days old", " may also mean ", " is read as "
"""What a note has that only says what was taken by default, or whose price; how old a price is;
what a name may mean besides; and what a number was perhaps not meant to be."""

_NAMED = re.compile(r"\s*\([a-z]+(?:[._][a-z_]+)+\)")
"""A field in brackets, which tells a program what to change."""

_FIELD = re.compile(
    r"\b(?:[a-z]+\.)*([a-z]+(?:_[a-z0-9]+)+)\b|\b(?!llama\.cpp)(?:[a-z]+\.)+([a-z]+)\b"
)
"""The name of a field within a text. One engine has a point in its name."""

_BRACKETS = re.compile(r" \([^()]*\)")

_CLAUSE = re.compile(r"(?:(?<=\D)|(?<=[a-z]\d)|(?<=[a-z]\d\d)): |\. |; ")
"""The end of a clause. A colon after a number, unless it is in a name, is within one."""


class Sentence(Struct, frozen=True):
    """An answer for a person, in parts.

    head: what is asked about and its price; facts: speed, bill, power, the weightiest first;
    notes: what a reader should know besides, the weightiest first; line: all of it on a line,
    where the parts do not make one; kept: the fact that gives way to no note.
    """

    head: str
    facts: Sequence[str] = ()
    notes: Sequence[str] = ()
    line: str = ""
    kept: str = ""

    @property
    def text(self) -> str:
        """All of it on a line, within MOST_CHARACTERS unless the head alone is longer.

        A note comes before the last fact, unless it only says what was taken by default. One that
        moves the answer is always told, whatever facts it takes the room of; its first clause is
        enough where there is little, as is the part of a fact before a colon. What there is no room
        for is counted.

        >>> Sentence("It costs $2", ["a user gets 10 tokens/s"], ["spot may end"]).text
        'It costs $2. A user gets 10 tokens/s. Note: spot may end.'
        """
        if self.line:
            return self.line
        kept = f"{_begun(self.kept)}."
        said, facts, notes = (
            f"{self.head}.",
            [f"{_begun(fact)}." for fact in self.facts],
            self.notes,
        )
        weight = min(map(weight_of, notes), default=LEAST_WEIGHT)
        needed = list(facts)
        if weight < LEAST_WEIGHT:
            needed = [fact for fact in facts if fact == kept or fact != facts[-1]]
        if weight <= AGE_WEIGHT:
            room = MOST_CHARACTERS - len(said) - sum(len(fact) + 1 for fact in needed)
            if weight >= 0 and len(_noted(notes[:1], len(notes))) > room:
                notes = [_short(notes[0], LONGEST_CLAUSE) or notes[0], *notes[1:]]
            room = MOST_CHARACTERS - len(said) - len(_noted(notes[:1], len(notes)))
            spare = [at for at, fact in enumerate(needed) if fact != kept][::-1]
            spare += [needed.index(kept)] if weight < 0 and kept in needed else []
            needed = _fitted(needed, spare, room)
        told: list[str] = []
        for note in notes:
            beside = needed if weight_of(note) < LEAST_WEIGHT else facts
            room = MOST_CHARACTERS - len(said) - sum(len(fact) + 1 for fact in beside)
            if len(told) < MOST_NOTES and len(_noted([*told, note], len(notes))) <= room:
                told.append(note)
        noted = _noted(told, len(notes))
        for at, fact in enumerate(facts):
            left = len(kept) + 1 if kept in needed and kept in facts[at + 1 :] else 0
            room = MOST_CHARACTERS - len(said) - 1 - left - len(noted)
            fitting = [text for text in (fact, _name_of(fact)) if len(text) <= room]
            said = " ".join([said, *fitting[:1]])
        return f"{said}{noted}"


def _name_of(fact: str) -> str:
    """What a fact is of, without figures after a colon, or without what stands in brackets.

    >>> _name_of("Most hangs on input tokens: $2 at 50, $9 at 8,192.")
    'Most hangs on input tokens.'
    >>> _name_of("$66 an hour (median of 12 prices, $55 to $76), $48,200 a month.")
    '$66 an hour, $48,200 a month.'
    """
    name, colon, _ = fact.partition(": ")
    return f"{name}." if colon else _BRACKETS.sub("", fact)


def _fitted(facts: Sequence[str], spare: Sequence[int], room: int) -> list[str]:
    """Facts within some characters: those in the places of `spare` are shortened, then left out."""
    kept = list(facts)
    for shorter in (_name_of, lambda _: ""):
        for at in spare:
            if sum(len(fact) + 1 for fact in kept if fact) <= room:
                break
            kept[at] = shorter(kept[at])
    return [fact for fact in kept if fact]


def told(
    head: str,
    facts: Sequence[str],
    warnings: Sequence[str],
    *,
    kept: str = "",
) -> Sentence:
    """A sentence of the facts that there are, with warnings as notes."""
    return Sentence(head, [fact for fact in facts if fact], noted(warnings), kept=kept)


def noted(warnings: Sequence[str]) -> list[str]:
    """Warnings as short notes without the names of fields, those that move an answer first.

    >>> noted(["no precision was asked for: bf16 is used (deployment.precision)"])
    ['no precision was asked for: bf16 is used']
    """
    told = [note for warning in warnings if (note := _short(_FIELD.sub(_spaced, _bare(warning))))]
    return sorted(told, key=weight_of)


AGE_WEIGHT, LEAST_WEIGHT = 1, 3


def weight_of(note: str) -> int:
    """The place of a kind of note: slips, what moves an answer, old prices, names, defaults.

    >>> weight_of("3 stand idle"), weight_of("no precision was asked for: bf16 is used")
    (0, 3)
    >>> weight_of("65 is read as USD, and 0.1 to 26 is usual")
    -1
    """
    if any(words in note for words in OF_DEFAULTS):
        return LEAST_WEIGHT
    if OF_AGE in note:
        return AGE_WEIGHT
    if OF_NAMES in note:
        return AGE_WEIGHT + 1
    return -1 if OF_SLIPS in note else 0


LONGEST_NOTE, LONGEST_CLAUSE = 110, 60
SHORTEST_NOTE = 15
"""The characters of a note, and of one where there is little room: fewer than the shortest say
nothing of what they name."""

LEAST_SPACES = 2
"""Spaces of a note: with fewer, it is the name of what the note is of."""


def _short(text: str, longest: int = LONGEST_NOTE) -> str:
    """The first clauses of a text, as many as make a note; none ends within brackets.

    >>> _short(f"it is unverified (source: {'a list, ' * 9}read once): mind it")[-12:]
    ', read once)'
    >>> _short(f"rent: the price, {'of old, ' * 9}was last read in 2026-07-01: it may be another")
    'rent: the price, of old, of old, of old, of old, of old, of old, of old, of old, of old'
    """
    ends = [match.start() for match in _CLAUSE.finditer(text)] + [len(text.rstrip("."))]
    fitting = [
        end
        for end in ends
        if end <= longest
        and text.count("(", 0, end) == text.count(")", 0, end)
        and text.count(" ", 0, end) >= LEAST_SPACES
    ]
    if fitting and fitting[-1] >= SHORTEST_NOTE:
        return text[: fitting[-1]]
    within = text[:longest].rpartition(", ")[0]
    if within.count("(") == within.count(")") and within:
        return within
    return text[: fitting[-1]] if fitting else ""


def _bare(warning: str) -> str:
    return _NAMED.sub("", warning)


def _spaced(match: re.Match[str]) -> str:
    return (match[1] or match[2]).replace("_", " ")


def _noted(notes: Sequence[str], count: int) -> str:
    """The end of a text; empty without notes."""
    left = count - len(notes)
    if not notes:
        return f" {left} note{'s' if left > 1 else ''} in the JSON." if left else ""
    more = f" (+{left} in the JSON)" if left else ""
    return f" Note: {'; '.join(notes)}{more}."


def _begun(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
