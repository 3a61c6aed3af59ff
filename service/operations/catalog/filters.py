"""Filters of listings with the name of a column, as conditions."""

from collections.abc import Callable, Mapping

import msgspec
import polars as pl

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import spelt
from service.operations.catalog import pages
from service.operations.catalog.filter_values import SPELLINGS, provider_called

PAGING = frozenset(pages.TableParameters.__struct_fields__)
"""Parameters of a listing that are no filters."""

_NAMED: Mapping[str, Callable[[Catalog, str], str]] = {
    "device": lambda catalog, name: catalog.devices.find(name, field="device").name,
    "model": lambda catalog, name: catalog.models.find(name, field="model").name,
    "provider": provider_called,
}


def equalities(
    asked: pages.TableParameters, catalog: Catalog, frame: pl.DataFrame
) -> list[pl.Expr]:
    """The conditions of the filters that are given. Raises UnknownName for what no row has."""
    given = {
        name: value
        for name, value in msgspec.structs.asdict(asked).items()
        if value is not None and name not in PAGING and name in frame.columns
    }
    given.pop("kind", None)  # the table's own column of this name is `run_kind` on the wire
    seller = given.get("provider")
    provider = provider_called(catalog, seller) if seller else None
    return [
        pl.col(name).is_in(SPELLINGS[name](catalog, value, provider, frame[name]))
        if name in SPELLINGS
        else pl.col(name).is_in(_spellings(name, value, frame[name]))
        if isinstance(value, str) and name not in _NAMED
        else pl.col(name) == (_NAMED[name](catalog, value) if name in _NAMED else value)
        for name, value in given.items()
    ]


def _spellings(name: str, value: str, column: pl.Series) -> list[str]:
    """The texts of a column that equal this one in any case. Raises UnknownName for none."""
    known = column.drop_nulls().unique().to_list()
    found = [text for text in known if text.casefold() == value.casefold()]
    if found:
        return found
    return [spelt(name.replace("_", " "), value, known, field=name)]
