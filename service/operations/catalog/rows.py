"""The rows of listings: a Struct for each table, made from the schema."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from pricing.quote.messages import said
from pricing.releases.columns import Column, Kind
from pricing.releases.schema import TABLES

TYPES: Mapping[Kind, type] = {
    Kind.TEXT: str,
    Kind.NUMBER: float,
    Kind.INTEGER: int,
    Kind.DAY: date,
    Kind.FLAG: bool,
}

RENAMED: Mapping[str, Mapping[str, str]] = {"training_runs": {"kind": "run_kind"}}
"""Columns with another name in listings, where `kind` tells runs from measurements."""

EXAMPLES = {("devices", "device"): "h100-sxm-80gb", ("models", "model"): "llama-3.1-70b"}


class Row(Struct, frozen=True, kw_only=True):
    """Base of every row."""


class TableFacts(Row, frozen=True, kw_only=True):
    """One table of a release."""

    row_count: Annotated[int, said("Rows [count].")]
    sha256: Annotated[str, said("sha256 of the table's file.")]


class ReleaseRow(Row, frozen=True, kw_only=True):
    """A release of the tables."""

    name: Annotated[str, said("Name of the release, for `catalog`.")]
    known_by: Annotated[date, said("Day of the latest fact in the release.")]
    published: Annotated[
        date | None, said("Day of its publication; null: not told, or an overlay.")
    ]
    notes: Annotated[str | None, said("What is new in the release.")]
    digest: Annotated[str, said("Digest of the release [sha256].")]
    tables: Annotated[dict[str, TableFacts], said("Tables of the release by name.")]
    unmodelled_price_count: Annotated[
        int,
        said("Price rows whose accelerator is not in the catalogue [count]."),
    ]


def columns_of(table: str) -> Mapping[str, str]:
    """The columns of a table, by their names in listings."""
    renamed = RENAMED.get(table, {})
    return {renamed.get(column, column): column for column in TABLES[table].header}


def on_the_wire(table: str, cells: Mapping[str, Any]) -> dict[str, Any]:
    """The cells of a row, by their names in listings."""
    return {name: cells[column] for name, column in columns_of(table).items()}


def row_struct(name: str, table: str, *, kind: str | None = None) -> type[Struct]:
    """The Struct of the rows of a table; kind: its tag on pages with several tables."""
    fields = [
        (wire, _annotation(table, wire, column))
        for wire, column in zip(columns_of(table), TABLES[table].columns, strict=True)
    ]
    return msgspec.defstruct(
        name,
        fields,
        bases=(Row,),
        module=__name__,
        namespace={"__doc__": TABLES[table].row.__doc__},
        frozen=True,
        kw_only=True,
        tag_field="kind" if kind else None,
        tag=kind,
    )


def _annotation(table: str, name: str, column: Column) -> Any:
    """The type of the cells of a column; null is allowed where a cell may be empty."""
    example = EXAMPLES.get((table, name))
    meta = said(column.description, examples=None if example is None else [example])
    annotation: Any = Annotated[TYPES[column.kind], meta]
    return annotation if column.required else annotation | None


DeviceRow = row_struct("DeviceRow", "devices")
ModelRow = row_struct("ModelRow", "models")
PriceListingRow = row_struct("PriceListingRow", "prices")
InferenceMeasurementRow = row_struct("InferenceMeasurementRow", "measurements", kind="inference")
TrainingMeasurementRow = row_struct("TrainingMeasurementRow", "training_runs", kind="training")
AssumptionRow = row_struct("AssumptionRow", "assumptions")

STRUCTS: Mapping[str, type[Struct]] = {
    "devices": DeviceRow,
    "models": ModelRow,
    "prices": PriceListingRow,
    "measurements": InferenceMeasurementRow,
    "training_runs": TrainingMeasurementRow,
    "assumptions": AssumptionRow,
}
"""The Structs of the rows of tables that are listed."""
