"""Search by the names that questions use: names before aliases, common things before others."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

import polars as pl

from pricing.asking.words.scanning import scan
from pricing.catalog.catalog import Catalog
from pricing.catalog.lookup import Directory
from pricing.catalog.naming.partial_names import squashed, words_of
from pricing.catalog.naming.regions import regions_in


class Named(NamedTuple):
    """A table of named things: the column of the name, its names, and how common each is."""

    column: str
    names: Callable[[Catalog], Directory[Any]]
    ranks: Callable[[Catalog], Mapping[str, int]]


NAMED: Mapping[str, Named] = {
    "devices": Named(
        "device", lambda catalog: catalog.devices, lambda catalog: catalog.popularity.devices
    ),
    "models": Named(
        "model", lambda catalog: catalog.models, lambda catalog: catalog.popularity.models
    ),
}

EXACT, BEGINS, CONTAINS, ALIAS, OTHER = range(5)
"""How a thing is found: by its whole name or alias, a part of them, or elsewhere in its row."""


def is_called(catalog: Catalog, table: str, text: str) -> pl.Expr:
    """Whether a row is found by a name or an alias, however it is spelt."""
    if table not in NAMED:
        return pl.lit(value=False)
    return pl.col(NAMED[table].column).is_in([*_found(catalog, NAMED[table], text)])


def ranked_by_name(catalog: Catalog, table: str, text: str, rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of named things in the order of how they are found, and of how common they are."""
    named = NAMED.get(table)
    if named is None:
        return rows
    found, ranks = _found(catalog, named, text), named.ranks(catalog)
    order = [found.get(name, OTHER) * len(ranks) + ranks[name] for name in rows[named.column]]
    place = pl.Series("place", order, dtype=pl.Int64)
    return rows.with_columns(place).sort("place").drop("place")


def _found(catalog: Catalog, named: Named, text: str) -> dict[str, int]:
    """Things by how their names have a text; those that all its words fit as parts of a name.

    A word may be the beginning of one: who types has not finished.
    """
    plain, begun = squashed(text), words_of(text)
    found: dict[str, int] = {}
    for spelling in _spellings(catalog, named):
        if spelling.key == plain:
            kind = EXACT
        elif spelling.is_name and spelling.key.startswith(plain):
            kind = BEGINS
        elif plain in spelling.key or spelling.has_all(begun):
            kind = CONTAINS if spelling.is_name else ALIAS
        else:
            continue
        found[spelling.name] = min(kind, found.get(spelling.name, OTHER))
    for name in named.names(catalog).fitting_words(text):
        found[name] = min(CONTAINS, found.get(name, OTHER))
    return found


class Spelling(NamedTuple):
    """A name or an alias of a thing."""

    name: str
    is_name: bool
    key: str
    words: tuple[str, ...]

    def has_all(self, begun: Sequence[str]) -> bool:
        """Whether some words, at least one, each begin one of its words, in this order."""
        words = iter(self.words)
        return bool(begun) and all(any(word.startswith(one) for word in words) for one in begun)


@lru_cache(maxsize=4)
def _spellings(catalog: Catalog, named: Named) -> tuple[Spelling, ...]:
    """Every name and alias, ready to be compared."""
    return tuple(
        Spelling(name, name == alias, squashed(alias), words_of(alias))
        for alias, name in named.names(catalog).written()
    )


def prices_meant(catalog: Catalog, text: str) -> pl.Expr | None:
    """The prices that the words of a text mean together: spot h200 aws, n. virginia h100.

    None where a word means nothing that a price has.
    """
    scanned = scan(text, catalog)
    meant: dict[str, set[str]] = {}
    for term in scanned.terms:
        if term.kind in {"provider", "device"}:
            meant.setdefault(term.kind, set()).add(term.value)
        elif term.kind == "option":
            known = catalog.frames["prices"]["option"].unique().drop_nulls()
            meant.setdefault("option", set()).update(
                one for one in known if one == term.value or one.startswith(f"{term.value}_")
            )
        elif term.kind == "machine":
            types = {machine.instance_type for machine in term.value}
            meant.setdefault("instance_type", set()).update(types)
        elif term.kind == "place":
            regions = regions_in(catalog, term.said, catalog.sites) or _spelt(catalog, term.said)
            meant.setdefault("region", set()).update(regions)
    if scanned.unread or not meant:
        return None
    return pl.all_horizontal(pl.col(column).is_in([*values]) for column, values in meant.items())


def sold_by_api(catalog: Catalog, text: str) -> str | None:
    """Where the prices of the model of an API are that a text names; None where it names none."""
    sold = next((one for one in scan(text, catalog).terms if one.kind == "api_model"), None)
    return None if sold is None else f"/v1/ask?{urlencode({'q': f'{sold.said} price'})}"


_SEPARATORS = re.compile(r"[\s_.-]+")
"""What stands between the parts of a name, which a text may have otherwise: us east 1."""


def _spelt(catalog: Catalog, said: str) -> list[str]:
    """Regions whose own name a text is, or else begins: `us east 1`, `europe west`."""
    regions = catalog.frames["prices"]["region"].unique().drop_nulls()
    parts = _SEPARATORS.sub("-", said.casefold())
    same = [one for one in regions if one.casefold() == parts]
    return same or [one for one in regions if squashed(one).startswith(squashed(said))]


def has_text(text: str, frame: pl.DataFrame, *, is_joined: bool = False) -> pl.Expr:
    """Whether any text has another; is_joined: whatever separates the parts of both."""
    texts = [
        pl.col(name).str.to_lowercase() for name, kind in frame.schema.items() if kind == pl.String
    ]
    plain = text.lower()
    if is_joined:
        plain = _SEPARATORS.sub("", plain) or plain
        texts = [column.str.replace_all(_SEPARATORS.pattern, "") for column in texts]
    found = (column.str.contains(plain, literal=True) for column in texts)
    return pl.any_horizontal(one.fill_null(value=False) for one in found)
