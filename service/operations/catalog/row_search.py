"""Finds the row of a table that an id or a name means, or what is near it."""

from collections.abc import Iterable
from datetime import date
from difflib import get_close_matches
from typing import Any, NamedTuple

import polars as pl

from pricing.catalog.catalog import Catalog
from pricing.catalog.lookup import Directory
from pricing.catalog.names import LONGEST, nearest, spelt
from pricing.errors import UnknownName
from service.http.problems import Refused

MOST_COMPARED = 2_000
"""Ids that an unknown one is compared with: each takes microseconds."""

PRICE_KEY = ("provider", "region", "instance_type", "option", "effective_from")
LEAST_LIKENESS = 0.5

MEASUREMENTS = ("measurements", "training_runs")
"""The tables with measurements, in the order in which they are looked at."""


class Found(NamedTuple):
    """A row that was looked up: what names it, its table and its cells."""

    id: str
    table: str
    cells: dict[str, Any]


def named(catalog: Catalog, things: Directory[Any], table: str, name: str) -> Found:
    """The row of a device or a model, by its name or an alias in any spelling."""
    key = table.removesuffix("s")
    try:
        known = things.find(name, field="id").name
    except UnknownName as error:
        raise _missing(str(error), error.nearest) from error
    row = catalog.frames[table].row(by_predicate=pl.col(key) == known, named=True)
    return Found(known, table, row)


def measured(catalog: Catalog, name: str) -> Found:
    """The measurement or the training run of an id in any case. Raises Refused."""
    for table in MEASUREMENTS:
        ids = catalog.frames[table]["id"]
        found = (ids.str.to_lowercase() == name.lower()).arg_true()
        if len(found):
            row = catalog.frames[table].row(int(found[0]), named=True)
            return Found(row["id"], table, row)
    known = [one for table in MEASUREMENTS for one in catalog.frames[table]["id"]]
    near = nearest(name[:LONGEST], known, cutoff=LEAST_LIKENESS)
    raise _missing(f"no measurement has the id {name!r} in release {catalog.name}", near)


def priced(catalog: Catalog, name: str) -> Found:
    """The price row of an id: provider/region/instance type/option/first day.

    Raises Refused, with the ids that are near.
    """
    prices = catalog.frames["prices"]
    provider, day = _ends(catalog, name)
    of_provider = prices.filter(pl.col("provider") == provider)
    if day is not None:
        on_day = of_provider.filter(pl.col("effective_from") == day)
        found = (_ids(on_day).str.to_lowercase() == _with(provider, name).lower()).arg_true()
        if len(found):
            row = on_day.row(int(found[0]), named=True)
            return Found("/".join(str(row[key]) for key in PRICE_KEY), "prices", row)
    near = _near(of_provider, _with(provider, name))
    raise _missing(f"no price has the id {name!r} in release {catalog.name}", near)


def _ends(catalog: Catalog, name: str) -> tuple[str, date | None]:
    """The provider at the begin of an id and the day at its end, None without one.

    Raises Refused where the provider is not known.
    """
    first, _, last = name[:LONGEST].partition("/")
    try:
        provider = spelt("provider", first, catalog.providers, field="id")
    except UnknownName as error:
        raise _missing(str(error), error.nearest) from error
    try:
        return provider, date.fromisoformat(last.rsplit("/", maxsplit=1)[-1])
    except ValueError:
        return provider, None


def _with(provider: str, name: str) -> str:
    """An id whose provider is spelt as the tables have it."""
    return "/".join((provider, *name.split("/")[1:]))


def _ids(prices: pl.DataFrame) -> pl.Series:
    cells = [pl.col(name).cast(pl.String) for name in PRICE_KEY]
    return prices.select(pl.concat_str(cells, separator="/").alias("id"))["id"]


def _near(prices: pl.DataFrame, name: str) -> tuple[str, ...]:
    """The ids of a provider that are most like one: those of the same region or instance first."""
    words = [part.lower() for part in name.split("/")[1:-1]]
    alike = pl.sum_horizontal(
        pl.col(column).str.to_lowercase().is_in(words).cast(pl.Int32)
        for column in ("region", "instance_type", "option")
    )
    ordered = prices.with_columns(alike.alias("alike")).sort("alike", descending=True)
    ids = _ids(ordered.head(MOST_COMPARED)).to_list()
    return tuple(get_close_matches(name[:LONGEST], ids, n=5, cutoff=LEAST_LIKENESS))


def _missing(detail: str, near: Iterable[str]) -> Refused:
    return Refused("not-found", detail, field="id", nearest=tuple(near))
