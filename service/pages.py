"""Listings of the catalogue: what may be asked for, and the page that is answered."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from pricing.quotes.queries import DayText, ReleaseName
from service.rows import (
    AssumptionRow,
    DeviceRow,
    InferenceMeasurementRow,
    ModelRow,
    PriceListingRow,
    ReleaseRow,
    TrainingMeasurementRow,
)

Text = Annotated[str, Meta(min_length=1, max_length=200)]
Limit = Annotated[int, Meta(ge=1, le=1000, description="Rows of a page, at most [count].")]
Offset = Annotated[int, Meta(ge=0, le=10_000_000, description="Rows to skip [count].")]
DeviceText = Annotated[
    str, Meta(min_length=1, max_length=200, description="A device, by name or alias.")
]
ModelText = Annotated[
    str, Meta(min_length=1, max_length=200, description="A model, by name or alias.")
]
Year = Annotated[int, Meta(ge=1900, le=2200, description="Year it came out [year].")]


class Paging(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every listing takes."""

    search: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=200,
                description="Text that a row must have in one of its texts, in any case.",
            ),
        ]
        | None
    ) = None
    limit: Limit = 100
    offset: Offset = 0


class ReleaseParameters(Paging, frozen=True, kw_only=True):
    """Which releases."""


class TableParameters(Paging, frozen=True, kw_only=True):
    """What every listing of a table takes. A filter keeps the rows that are equal to it."""

    catalog: ReleaseName | None = None


class DeviceParameters(TableParameters, frozen=True, kw_only=True):
    """Which devices."""

    device: DeviceText | None = None
    vendor: Text | None = None
    architecture: Text | None = None
    family: Text | None = None
    year: Year | None = None


class ModelParameters(TableParameters, frozen=True, kw_only=True):
    """Which models."""

    model: ModelText | None = None
    family: Text | None = None
    attention: Text | None = None
    native_precision: Text | None = None
    year: Year | None = None


class PriceParameters(TableParameters, frozen=True, kw_only=True):
    """Which prices."""

    provider: Text | None = None
    region: Text | None = None
    instance_type: Text | None = None
    option: Text | None = None
    device: DeviceText | None = None
    accelerator: Text | None = None
    date_quality: Text | None = None
    confidence: Text | None = None
    as_of: Annotated[DayText, Meta(description="Rows in force on this day, YYYY-MM-DD.")] | None = (
        None
    )
    modelled: (
        Annotated[
            bool, Meta(description="Whether the row's accelerator is a device of the catalogue.")
        ]
        | None
    ) = None


class MeasurementParameters(TableParameters, frozen=True, kw_only=True):
    """Which measurements."""

    kind: Annotated[
        Literal["inference", "training"],
        Meta(description="Measurements of inference, or published training runs."),
    ] = "inference"
    id: Text | None = None
    device: DeviceText | None = None
    model: ModelText | None = None
    precision: Text | None = None
    confidence: Text | None = None
    engine: (
        Annotated[str, Meta(min_length=1, max_length=200, description="Of inference only.")] | None
    ) = None
    scenario: (
        Annotated[str, Meta(min_length=1, max_length=200, description="Of inference only.")] | None
    ) = None
    regime: (
        Annotated[str, Meta(min_length=1, max_length=200, description="Of inference only.")] | None
    ) = None


class AssumptionParameters(TableParameters, frozen=True, kw_only=True):
    """Which assumptions."""

    key: Text | None = None
    unit: Text | None = None
    confidence: Text | None = None


class ListingProvenance(Struct, frozen=True, kw_only=True):
    """What decides the listing."""

    catalog: Annotated[str, Meta(description="Name of the release of the tables.")]
    catalog_digest: Annotated[str, Meta(description="sha256 over all tables of the release.")]


class Page(Struct, frozen=True, kw_only=True):
    """A part of what matched, in the order of the table."""

    total_count: Annotated[int, Meta(description="Rows that matched [count].")]
    limit: Limit
    offset: Offset
    next_offset: (
        Annotated[int, Meta(description="Offset of the next page [count]; null on the last.")]
        | None
    )


class ReleasePage(Page, frozen=True, kw_only=True):
    """Releases, the oldest first."""

    rows: tuple[ReleaseRow, ...]


class TablePage(Page, frozen=True, kw_only=True):
    """A page of one table."""

    provenance: ListingProvenance


class DevicePage(TablePage, frozen=True, kw_only=True):
    """Devices."""

    rows: tuple[DeviceRow, ...]


class ModelPage(TablePage, frozen=True, kw_only=True):
    """Models."""

    rows: tuple[ModelRow, ...]


class PricePage(TablePage, frozen=True, kw_only=True):
    """Prices."""

    rows: tuple[PriceListingRow, ...]


class MeasurementPage(TablePage, frozen=True, kw_only=True):
    """Measurements."""

    rows: tuple[InferenceMeasurementRow | TrainingMeasurementRow, ...]


class AssumptionPage(TablePage, frozen=True, kw_only=True):
    """Assumptions."""

    rows: tuple[AssumptionRow, ...]
