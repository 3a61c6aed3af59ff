"""Terms: what parts of a text say."""

from typing import Any

from msgspec import Struct


class Term(Struct, frozen=True, gc=False):
    """What some atoms say: a kind, a value, and the atoms from first up to last.

    said: as it was written; others: what it may also mean, where it was chosen by how common it is;
    is_guess: whether the value is the likeliest of several; before: signs between it and the word
    before.
    """

    kind: str
    value: Any
    first: int
    last: int
    said: str = ""
    others: tuple[str, ...] = ()
    is_guess: bool = False
    before: str = ""


class ApiModel(Struct, frozen=True, gc=False):
    """A model that an API sells by the token."""

    provider: str
    model: str


class Place(Struct, frozen=True, gc=False):
    """A place: a region by its name, or a city, a state, a country or several countries.

    value: the name as the tables have it; countries of an area with spaces between them.
    """

    kind: str
    value: str
