"""The words of questions, as tables beside this module."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from pricing.asking.words.atoms import atoms_of, cleaned, joined
from pricing.lists import rows_of

WORDS, PLACES = "vocabulary.csv", "places.csv"

ROOMS = {WORDS: "pricing.asking.words", PLACES: "pricing.catalog.naming"}
"""Where the tables lie."""


_PLAIN = re.compile(r"(?!.*\b(?:us|pro|je|par)\b)[a-z ]+")
"""Words of letters that cleaning leaves as they are."""


class Meaning(Struct, frozen=True, gc=False):
    """What a phrase means: a kind of word, and its value."""

    kind: str
    value: str


ORDINARY = "ordinary"
"""The kind of words that mean nothing here, and are no misspellings of others."""


def _rows(table: str) -> Iterator[Mapping[str, str]]:
    """The rows of words that mean something."""
    return (row for row in rows_of(ROOMS[table], table) if row["kind"] != ORDINARY)


@lru_cache(maxsize=1)
def ordinary() -> frozenset[str]:
    """Words that are spelt as they are meant, though they are near words of questions."""
    rows = (row for row in rows_of(ROOMS[WORDS], WORDS) if row["kind"] == ORDINARY)
    return frozenset(word for row in rows for word in row["phrases"].split("|"))


@lru_cache(maxsize=1)
def phrases() -> Mapping[str, tuple[Meaning, ...]]:
    """The meanings of every phrase, by its atoms as one word."""
    known: dict[str, list[Meaning]] = defaultdict(list)
    for table in (WORDS, PLACES):
        for row in _rows(table):
            kind = row["kind"] if table == WORDS else f"place.{row['kind']}"
            for phrase in row["phrases"].split("|"):
                meaning = Meaning(kind, row["value"])
                key = key_of(phrase)
                if key and meaning not in known[key]:
                    known[key].append(meaning)
    return {key: tuple(meanings) for key, meanings in known.items()}


@lru_cache(maxsize=1)
def words() -> frozenset[str]:
    """Every single word of the phrases."""
    return frozenset(
        atom.text
        for table in (WORDS, PLACES)
        for row in _rows(table)
        for phrase in row["phrases"].split("|")
        for atom in atoms_of(cleaned(phrase))
    )


def key_of(phrase: str) -> str:
    """The atoms of a phrase as one word.

    >>> key_of("on-demand"), key_of("tok/s")
    ('ondemand', 'tok/s')
    """
    if _PLAIN.fullmatch(phrase):  # as most of thousands are
        return phrase.replace(" ", "")
    atoms = atoms_of(cleaned(phrase))
    return joined(atoms, 0, len(atoms))


@lru_cache(maxsize=1)
def provider_order() -> Mapping[str, int]:
    """The place of the providers that the table of words lists, the most common first."""
    listed = dict.fromkeys(
        row["value"] for row in rows_of(ROOMS[WORDS], WORDS) if row["kind"] == "provider"
    )
    return {provider: place for place, provider in enumerate(listed)}


@lru_cache(maxsize=1)
def api_providers() -> frozenset[str]:
    """Providers whose API people name."""
    return frozenset(
        row["value"] for row in rows_of(ROOMS[WORDS], WORDS) if row["kind"] == "api_provider"
    )


@lru_cache(maxsize=64)
def country_name(code: str) -> str:
    """What a country is called, by its code."""
    rows = (row for row in rows_of(ROOMS[PLACES], PLACES) if row["kind"] == "country")
    name = next((row["phrases"].split("|")[0] for row in rows if row["value"] == code), code)
    return name.title() if len(name) > SHORT_NAME else name.upper()


SHORT_NAME = 3
"""Letters of a name that is an abbreviation: US, UAE."""
