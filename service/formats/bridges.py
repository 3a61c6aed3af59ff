"""Bridges from one figure to another as rows."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from pricing.explanations.answer import Effect, ExplanationAnswer
from service.formats.columns import columns_of, flat

Row = Mapping[str, Any]

BRIDGED = ("figure", "from_value", "to_value")
"""What every row of a bridge has."""


def effect_rows(plain: Row) -> Sequence[Row]:
    """A row for every effect, beside the figure, with its fields and rows as texts."""
    shared = {name: plain[name] for name in BRIDGED}
    return [
        shared
        | flat(effect)
        | {"fields": _listed(effect["fields"], "field", "from_value", "to_value")}
        | {"rows": _listed(effect["rows"], "table", "from_row", "to_row")}
        for effect in plain["effects"]
    ]


def moved(effects: Sequence[Row]) -> pl.DataFrame:
    """A row for each cell of each row that moves, beside the effect."""
    names = ("effect", "table", "from_row", "to_row", "column", "before", "after")
    cells = [
        (
            *(effect["name"], row["table"], row["from_row"], row["to_row"]),
            *(None if value is None else str(value) for value in cell.values()),
        )
        for effect in effects
        for row in effect["rows"]
        for cell in row["cells"]
    ]
    return pl.DataFrame(cells, schema=dict.fromkeys(names, pl.String()), orient="row")


def _listed(changes: Sequence[Row], *names: str) -> str | None:
    """Changes in one text: what, from and to."""
    told = ("{} {} to {}".format(*(change[name] for name in names)) for change in changes)
    return "; ".join(told) or None


def effect_columns() -> dict[str, pl.DataType]:
    """The columns of a bridge."""
    columns = {**columns_of(ExplanationAnswer), **columns_of(Effect)}
    texts = dict.fromkeys(("fields", "rows"), pl.String())
    return {name: columns[name] for name in (*BRIDGED, *columns_of(Effect))} | texts
