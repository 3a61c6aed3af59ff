"""A sentence: what an answer says to a person, in parts that a chat lays out."""

import re
from collections.abc import Sequence

from msgspec import Struct

MOST_CHARACTERS = 399
MOST_NOTES = 2

OF_DEFAULTS, OF_AGE, OF_NAMES = " was asked for", " was last read ", " may also mean "
"""What a note has that only says what was taken by default, how old a price is, or what a name
may mean besides."""

_NAMED = re.compile(r"\s*\([a-z]+(?:[._][a-z_]+)+\)")
"""A field in brackets, which tells a program what to change."""

_FIELD = re.compile(
    r"\b(?:[a-z]+\.)*([a-z]+(?:_[a-z0-9]+)+)\b|\b(?!llama\.cpp)(?:[a-z]+\.)+([a-z]+)\b"
)
"""The name of a field within a text. One engine has a point in its name."""

_CLAUSE = re.compile(r"(?<=[^\d]): |\. |; ")


class Sentence(Struct, frozen=True):
    """An answer for a person, in parts.

    head: what is asked about and its price; facts: speed, bill, power, the weightiest first;
    notes: what a reader should know besides, the weightiest first; line: all of it on a line,
    where the parts do not make one.
    """

    head: str
    facts: Sequence[str] = ()
    notes: Sequence[str] = ()
    line: str = ""

    @property
    def text(self) -> str:
        """All of it on a line, within MOST_CHARACTERS unless the head alone is longer.

        A note comes before the last fact, unless it only says what was taken by default. What
        there is no room for is counted.

        >>> Sentence("It costs $2", ["a user gets 10 tokens/s"], ["spot may end"]).text
        'It costs $2. A user gets 10 tokens/s. Note: spot may end.'
        """
        if self.line:
            return self.line
        said, facts = f"{self.head}.", [f"{_begun(fact)}." for fact in self.facts]
        strong = [note for note in self.notes if weight_of(note) < LEAST_WEIGHT]
        needed = facts[: -1 if strong else None]
        told: list[str] = []
        room = MOST_CHARACTERS - len(said) - sum(len(fact) + 1 for fact in needed)
        for note in self.notes:
            if len(told) < MOST_NOTES and len(_noted([*told, note], len(self.notes))) <= room:
                told.append(note)
        noted = _noted(told, len(self.notes))
        for fact in facts:
            if len(said) + 1 + len(fact) + len(noted) <= MOST_CHARACTERS:
                said = f"{said} {fact}"
        return f"{said}{noted}"


def told(head: str, facts: Sequence[str], warnings: Sequence[str]) -> Sentence:
    """A sentence of the facts that there are, with warnings as notes."""
    return Sentence(head, [fact for fact in facts if fact], noted(warnings))


def noted(warnings: Sequence[str]) -> list[str]:
    """Warnings as short notes without the names of fields, those that move an answer first.

    >>> noted(["no precision was asked for: bf16 is used (deployment.precision)"])
    ['no precision was asked for: bf16 is used']
    """
    told = [note for warning in warnings if (note := _short(_FIELD.sub(_spaced, _bare(warning))))]
    return sorted(told, key=weight_of)


LEAST_WEIGHT = 2


def weight_of(note: str) -> int:
    """The place of a kind of note: what moves an answer, what names may mean, and what is usual.

    >>> weight_of("3 stand idle"), weight_of("no precision was asked for: bf16 is used")
    (0, 2)
    """
    if OF_DEFAULTS in note or OF_AGE in note:
        return LEAST_WEIGHT
    return 1 if OF_NAMES in note else 0


LONGEST_NOTE = 110

LEAST_SPACES = 2
"""Spaces of a note: with fewer, it is the name of what the note is of."""


def _short(text: str) -> str:
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
        if end <= LONGEST_NOTE
        and text.count("(", 0, end) == text.count(")", 0, end)
        and text.count(" ", 0, end) >= LEAST_SPACES
    ]
    if fitting:
        return text[: fitting[-1]]
    within = text[:LONGEST_NOTE].rpartition(", ")[0]
    return within if within.count("(") == within.count(")") else ""


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
