"""The rows that move: what one answer rests on, and what takes its place in another."""

from collections.abc import Iterator, Mapping
from math import isclose
from typing import Any

import msgspec
import polars as pl
from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.price_flags import SERIES
from pricing.explanations.answer import MovedRow
from pricing.releases.changes import END, PRICED, START, UNTOLD, Cell
from pricing.releases.schema import TABLES
from pricing.releases.sheet import Sheet

MOST_ROWS = 20
"""Rows that an effect lists."""

OF_FACTS = ("prices", "measurements", "training_runs")
"""Tables whose rows may come and go. Of others, rows move that stay and have other cells."""

KEYED = ("devices", "models")

CLOSE = 1e-6
"""Values that follow from others are the same up to this ratio."""

Row = Mapping[str, Any]


def moved_rows(
    before: tuple[Struct, Catalog], after: tuple[Struct, Catalog]
) -> tuple[MovedRow, ...]:
    """The rows of two answers that differ, each answer with the catalogue that it is of."""
    answers = [msgspec.to_builtins(answer) for answer, _ in (before, after)]
    told = [frozenset(_texts(answer)) for answer in answers]
    found: list[MovedRow] = []
    for name in (*OF_FACTS, *KEYED):
        one, other = (
            _used(catalog, name, texts)
            for (_, catalog), texts in zip((before, after), told, strict=True)
        )
        found += _differing(name, one, other)
    found += _assumed(*answers)
    return tuple(found[:MOST_ROWS])


def _texts(value: Any) -> Iterator[str]:
    """Every text of an answer: names and ids are among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def _used(catalog: Catalog, name: str, texts: frozenset[str]) -> dict[str, Row]:
    """The rows of a table whose keys are among some texts, by key."""
    table = TABLES[name]
    cells = [*{part for text in texts for part in (text, *text.split("/"))}]
    near = catalog.frames[name].filter(
        pl.col(key).cast(pl.String).is_in(cells) for key in table.key
    )
    sheet: Sheet = msgspec.structs.replace(catalog.release.sheets[name], frame=near)
    return {key: row for key, row in sheet.by_key.items() if key in texts}


def _differing(name: str, one: dict[str, Row], other: dict[str, Row]) -> Iterator[MovedRow]:
    """Rows with other cells; and of facts those of one side alone, beside what goes before."""
    for key in sorted(one.keys() & other.keys()):
        cells = _cells(one[key], other[key])
        if cells:
            yield MovedRow(table=name, from_row=key, to_row=key, cells=cells)
    if name not in OF_FACTS:
        return
    left = {key: one[key] for key in sorted(one.keys() - other.keys())}
    for key in sorted(other.keys() - one.keys()):
        series = _series(other[key])
        earlier = next((at for at, row in left.items() if _series(row) == series), None)
        if earlier is None and name == "prices" and len(left) == 1:
            earlier = next(iter(left))
        before = left.pop(earlier, None) if earlier is not None else None
        yield MovedRow(table=name, from_row=earlier, to_row=key, cells=_figures(before, other[key]))
    for key, row in left.items():
        yield MovedRow(table=name, from_row=key, to_row=None, cells=_figures(row, None))


def _series(row: Row) -> tuple[Any, ...]:
    """What a price is of; of other rows their own cells."""
    return tuple(row[name] for name in SERIES) if START in row else tuple(row.values())


def _cells(one: Row, other: Row) -> tuple[Cell, ...]:
    return tuple(
        Cell.of(name, one, other)
        for name in one
        if name not in {*UNTOLD, END} and one[name] != other[name]
    )


def _figures(one: Row | None, other: Row | None) -> tuple[Cell, ...]:
    """The figure of a row and of the one in its place."""
    row = one or other or {}
    names = [name for name in (*PRICED, "output_tokens_per_second") if name in row]
    return tuple(Cell.of(name, one, other) for name in names[:1])


def _assumed(one: Row, other: Row) -> Iterator[MovedRow]:
    """The assumptions of both answers that have other values."""
    before, after = ({row["key"]: row for row in answer["assumptions"]} for answer in (one, other))
    for key in before:
        if key in after and not isclose(before[key]["value"], after[key]["value"], rel_tol=CLOSE):
            cell = Cell("value", before[key]["value"], after[key]["value"])
            yield MovedRow(table="assumptions", from_row=key, to_row=key, cells=(cell,))
