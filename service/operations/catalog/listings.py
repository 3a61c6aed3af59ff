"""Listings of the catalogue: every row that answers are based on."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, get_args

import polars as pl
from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.names import spelt
from pricing.errors import InvalidQuery
from pricing.quote.context import day_of
from pricing.releases.changes import Kind, changes, counted
from pricing.releases.schema import TABLES
from service.operations.catalog import pages, rows
from service.operations.catalog.filter_values import provider_called
from service.operations.catalog.filters import equalities
from service.operations.catalog.search import (
    has_text,
    is_called,
    prices_meant,
    ranked_by_name,
    sold_by_api,
)
from service.operations.operation import Operation


def _releases(asked: pages.ReleaseParameters, library: Library) -> pages.ReleasePage:
    listed = [
        release
        for release in map(_release_row, map(library.get, library.names))
        if asked.search is None or asked.search.lower() in f"{release.name} {release.digest}"
    ]
    return pages.ReleasePage(
        **_page(asked, len(listed)), rows=tuple(listed[asked.offset :][: asked.limit])
    )


def _release_row(catalog: Catalog) -> rows.ReleaseRow:
    return rows.ReleaseRow(
        name=catalog.name,
        known_by=catalog.known_by,
        published=catalog.release.published,
        notes=catalog.release.notes,
        digest=catalog.digest,
        tables={
            name: rows.TableFacts(row_count=table.rows, sha256=table.sha256)
            for name in catalog.release.sheets
            for table in [catalog.release.facts_of(name)]
        },
        unmodelled_price_count=catalog.unmodelled_price_count,
    )


def _changes(asked: pages.ChangeParameters, library: Library) -> pages.ChangePage:
    both = library.get(asked.before, field="from"), library.get(asked.after, field="to")
    every = changes(both[0].release, both[1].release)
    table = asked.table and spelt("table", asked.table, TABLES, field="table")
    provider = asked.provider
    if provider and provider not in {change.provider for change in every}:
        provider = provider_called(both[1], provider)
    device = asked.device and both[1].devices.find(asked.device, field="device").name
    found = [
        change
        for change in every
        if table in {None, change.table}
        and provider in {None, change.provider}
        and device in {None, change.device}
        and asked.change in {None, change.change}
        and (asked.search is None or asked.search.lower() in change.key.lower())
    ]
    counts = (
        pages.ChangeCount(
            table=table,
            provider=provider,
            **{f"{kind}_count": kinds[kind] for kind in get_args(Kind)},
        )
        for (table, provider), kinds in counted(found).items()
    )
    return pages.ChangePage(
        **_page(asked, len(found)),
        before=pages.listed(both[0]),
        after=pages.listed(both[1]),
        counts=tuple(counts),
        rows=tuple(found[asked.offset :][: asked.limit]),
    )


def _prices(asked: pages.PriceParameters, library: Library) -> Struct:
    special = []
    if asked.modelled is not None:
        special.append(pl.col("device").is_not_null() == asked.modelled)
    if asked.as_of is not None:
        day = day_of(asked.as_of, field="as_of")
        ends = pl.col("effective_to")
        special.append((pl.col("effective_from") <= day) & (ends.is_null() | (ends > day)))
    return _listing(asked, library, "prices", special=special)


def _measurements(asked: pages.MeasurementParameters, library: Library) -> Struct:
    if asked.kind == "inference":
        return _listing(asked, library, "measurements")
    for name in ("engine", "scenario", "regime"):
        if getattr(asked, name) is not None:
            raise InvalidQuery(
                "training runs have no such column: leave it out, or ask for kind=inference",
                field=name,
            )
    return _listing(asked, library, "training_runs")


def _listing(
    asked: pages.TableParameters,
    library: Library,
    table: str,
    *,
    special: list[pl.Expr] | None = None,
) -> Struct:
    """A page of a table. A filter with the name of a column is an equality."""
    catalog = library.get(asked.catalog)
    frame = catalog.frames[table]
    conditions = [*(special or ()), *equalities(asked, catalog, frame)]
    listed = rows.columns_of(table)
    matching = frame.filter(conditions) if conditions else frame
    if asked.search is not None:
        matching = _searched(asked.search, catalog, table, matching, list(listed.values()))
    columns = [pl.col(column).alias(name) for name, column in listed.items()]
    part = matching.slice(asked.offset, asked.limit).select(columns)
    return pages.PAGES[table](
        **_page(asked, matching.height),
        provenance=pages.listed(catalog),
        elsewhere=None if asked.search is None else sold_by_api(catalog, asked.search),
        rows=tuple(rows.STRUCTS[table](**values) for values in part.iter_rows(named=True)),
    )


def _searched(
    text: str, catalog: Catalog, table: str, frame: pl.DataFrame, columns: Sequence[str]
) -> pl.DataFrame:
    """Rows that have a text, by their names first, and prices that its words mean.

    What stands between the parts of a name counts where some row has it so.
    """
    texts = frame.select(columns)
    found = has_text(text, texts) | is_called(catalog, table, text)
    meant = prices_meant(catalog, text) if table == "prices" else None
    matching = frame.filter(found if meant is None else found | meant)
    if matching.is_empty() and len(text.split()) > 1:
        matching = frame.filter(has_text(text, texts, is_joined=True))
    return ranked_by_name(catalog, table, text, matching)


def _page(asked: pages.Paging, total: int) -> dict[str, Any]:
    end = asked.offset + asked.limit
    return {
        "total_count": total,
        "limit": asked.limit,
        "offset": asked.offset,
        "next_offset": end if end < total else None,
    }


def _operation(
    name: str,
    asks: type[pages.Paging],
    answers: type[Struct],
    answer: Callable[[Any, Library], Struct],
    description: str,
    **example: object,
) -> Operation:
    def example_of(library: Library) -> pages.Paging:
        is_of_one = issubclass(asks, pages.TableParameters)
        pinned = {"catalog": library.newest.name} if is_of_one else {}
        if asks is pages.ChangeParameters:
            pinned = {"before": library.names[0], "after": library.names[-1]}
        return asks(**{"limit": 1, **pinned, **example})  # type: ignore[arg-type]

    return Operation(
        id=f"list{name.capitalize()}",
        method="GET",
        path=f"/v1/catalog/{name}",
        tag="catalog",
        summary=f"The {name} of the catalogue",
        description=description,
        asks=asks,
        answers=answers,
        answer=answer,
        example=example_of,
        is_heavy=True,
    )


OPERATIONS = (
    _operation(
        "releases",
        pages.ReleaseParameters,
        pages.ReleasePage,
        _releases,
        "The releases of the tables. A release never changes: a correction is a new release.",
    ),
    _operation(
        "changes",
        pages.ChangeParameters,
        pages.ChangePage,
        _changes,
        "What changed between two releases or overlays: rows added, removed, ended and changed, and"
        " by how much, with counts by table and provider.",
        table="prices",
        provider="aws",
    ),
    _operation(
        "devices",
        pages.DeviceParameters,
        pages.DevicePage,
        partial(_listing, table="devices"),
        "Accelerators with their peaks, memory, power and purchase price.",
        device="h100-sxm-80gb",
    ),
    _operation(
        "models",
        pages.ModelParameters,
        pages.ModelPage,
        partial(_listing, table="models"),
        "Architectures of well-known models.",
        model="llama-3.1-70b",
    ),
    _operation(
        "prices",
        pages.PriceParameters,
        pages.PricePage,
        _prices,
        "Prices with their days. `as_of` keeps the prices of one day. Rows without a `device` are"
        " not modelled, and no quote uses them.",
        provider="aws",
        region="us-east-1",
        instance_type="p5.48xlarge",
        option="on_demand",
        as_of="2026-10-31",
    ),
    _operation(
        "measurements",
        pages.MeasurementParameters,
        pages.MeasurementPage,
        _measurements,
        "Published measurements of inference. With `kind=training`: published training runs.",
        device="h100-sxm-80gb",
    ),
    _operation(
        "assumptions",
        pages.AssumptionParameters,
        pages.AssumptionPage,
        partial(_listing, table="assumptions"),
        "All default values that answers may use, with their range and source.",
    ),
)
