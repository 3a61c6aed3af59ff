"""The rows of the catalogue as they are listed, a Struct for each table of the schema."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from pricing.releases.columns import Column, Kind
from pricing.releases.schema import TABLES
from service.operations.catalog_columns import description_of

TYPES: Mapping[Kind, type] = {
    Kind.TEXT: str,
    Kind.NUMBER: float,
    Kind.INTEGER: int,
    Kind.DAY: date,
    Kind.FLAG: bool,
}

RENAMED: Mapping[str, Mapping[str, str]] = {"training_runs": {"kind": "run_kind"}}
"""Columns that are listed under another name: `kind` tells runs from measurements."""

EXAMPLES = {("devices", "device"): "h100-sxm-80gb", ("models", "model"): "llama-3.1-70b"}


class Row(Struct, frozen=True, kw_only=True):
    """Base of every row."""


class TableFacts(Row, frozen=True, kw_only=True):
    """One table of a release."""

    row_count: Annotated[int, Meta(description="Rows [count].")]
    sha256: Annotated[str, Meta(description="sha256 of the table's file.")]


class ReleaseRow(Row, frozen=True, kw_only=True):
    """A release of the tables."""

    name: Annotated[str, Meta(description="Its name, for `catalog`.")]
    known_by: Annotated[date, Meta(description="The day up to which the release knows facts.")]
    digest: Annotated[str, Meta(description="sha256 over all tables of the release.")]
    tables: Annotated[dict[str, TableFacts], Meta(description="Its tables by name.")]
    unmodelled_price_count: Annotated[
        int,
        Meta(description="Price rows of accelerators that are no device of the catalogue [count]."),
    ]


def row_struct(name: str, table: str, says: str, *, kind: str | None = None) -> type[Struct]:
    """The Struct of a table's rows; kind: its tag, where a page lists rows of several tables."""
    renamed = RENAMED.get(table, {})
    names = [renamed.get(column, column) for column in TABLES[table].header]
    fields = [
        (wire, _annotation(table, wire, column))
        for wire, column in zip(names, TABLES[table].columns, strict=True)
    ]
    return msgspec.defstruct(
        name,
        fields,
        bases=(Row,),
        module=__name__,
        namespace={"__doc__": says},
        frozen=True,
        kw_only=True,
        tag_field="kind" if kind else None,
        tag=kind,
    )


def _annotation(table: str, name: str, column: Column) -> Any:
    """The type of a column's cells; null where one may be empty."""
    example = EXAMPLES.get((table, name))
    meta = Meta(
        description=description_of(table, name), examples=None if example is None else [example]
    )
    annotation: Any = Annotated[TYPES[column.kind], meta]
    return annotation if column.required else annotation | None


DeviceRow = row_struct("DeviceRow", "devices", "An accelerator.")
ModelRow = row_struct("ModelRow", "models", "A model's architecture.")
PriceListingRow = row_struct(
    "PriceListingRow", "prices", "A price of one instance, and the days on which it holds."
)
InferenceMeasurementRow = row_struct(
    "InferenceMeasurementRow",
    "measurements",
    "A published measurement of inference.",
    kind="inference",
)
TrainingMeasurementRow = row_struct(
    "TrainingMeasurementRow", "training_runs", "A published training run.", kind="training"
)
AssumptionRow = row_struct(
    "AssumptionRow", "assumptions", "A default value, its range and its source."
)
