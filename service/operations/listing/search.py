"""Search by the names that questions use: names before aliases, common things before others."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import polars as pl

from pricing.catalog.catalog import Catalog
from pricing.catalog.lookup import Directory
from pricing.catalog.naming.popularity import ranks_of_devices, ranks_of_models
from pricing.catalog.naming.words import squashed


class Named(NamedTuple):
    """A table of named things: the column of the name, its names, and how common each is."""

    column: str
    names: Callable[[Catalog], Directory[object]]
    ranks: Callable[[Catalog], Mapping[str, int]]


NAMED: Mapping[str, Named] = {
    "devices": Named("device", lambda catalog: catalog.devices, ranks_of_devices),  # type: ignore[arg-type, return-value]
    "models": Named("model", lambda catalog: catalog.models, ranks_of_models),  # type: ignore[arg-type, return-value]
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
    """Things by how their names have a text; those that all its words fit as parts of a name."""
    plain = squashed(text)
    found: dict[str, int] = {}
    directory = named.names(catalog)
    for alias, name in directory.written():
        key = squashed(alias)
        if key == plain:
            kind = EXACT
        elif name == alias and key.startswith(plain):
            kind = BEGINS
        elif plain in key:
            kind = CONTAINS if name == alias else ALIAS
        else:
            continue
        found[name] = min(kind, found.get(name, OTHER))
    for name in directory.fitting_words(text):
        found[name] = min(CONTAINS, found.get(name, OTHER))
    return found
