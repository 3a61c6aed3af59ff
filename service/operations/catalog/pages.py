"""The parameters and the pages of listings of the catalogue."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from pricing.catalog.catalog import Catalog
from pricing.quote.messages import said
from pricing.quote.query import DayText, ReleaseName
from pricing.releases.changes import Kind, RowChange
from service.operations.catalog.rows import (
    AssumptionRow,
    DeviceRow,
    InferenceMeasurementRow,
    ModelRow,
    PriceListingRow,
    ReleaseRow,
    TrainingMeasurementRow,
)

Text = Annotated[str, Meta(min_length=1, max_length=200)]
ConfidenceText = Annotated[Text, said("verified, partly verified, secondary or unverified.")]
Limit = Annotated[int, Meta(ge=1, le=1000, description="Most rows of a page [count].")]
Offset = Annotated[int, Meta(ge=0, le=10_000_000, description="Rows to skip [count].")]
DeviceText = Annotated[Text, said("A device, by name or alias.")]
ModelText = Annotated[Text, said("A model, by name or alias.")]
OfInference = Annotated[Text, said("Of inference only.")]
Year = Annotated[int, Meta(ge=1900, le=2200, description="Year of release [year].")]


class Paging(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Parameters of every listing."""

    search: Annotated[Text | None, said("Text to find in any text column, in any case.")] = None
    limit: Limit = 100
    offset: Offset = 0


class ReleaseParameters(Paging, frozen=True, kw_only=True):
    """Parameters of the listing of releases."""


class TableParameters(Paging, frozen=True, kw_only=True):
    """Parameters of every listing of a table. A filter keeps the rows that equal it."""

    catalog: ReleaseName | None = None


class ChangeParameters(Paging, frozen=True, kw_only=True, rename={"before": "from", "after": "to"}):
    """Parameters of the listing of what changed between two releases."""

    before: Annotated[ReleaseName, said("The release to compare with.")]
    after: Annotated[ReleaseName, said("The release that is compared. Default: newest.")] | None = (
        None
    )
    table: Annotated[Text | None, said("Only changes of this table.")] = None
    provider: Annotated[Text | None, said("Only changes of this provider.")] = None
    device: DeviceText | None = None
    change: Annotated[
        Kind | None, said("Only rows that were added, removed, ended or changed.")
    ] = None


class DeviceParameters(TableParameters, frozen=True, kw_only=True):
    """Parameters of the listing of devices."""

    device: DeviceText | None = None
    vendor: Annotated[Text | None, said("Maker of the device.")] = None
    architecture: Annotated[Text | None, said("Generation of the chip.")] = None
    family: Annotated[
        Text | None, said("Devices that share constants of the performance model.")
    ] = None
    year: Year | None = None


class ModelParameters(TableParameters, frozen=True, kw_only=True):
    """Parameters of the listing of models."""

    model: ModelText | None = None
    family: Annotated[Text | None, said("Series of the model.")] = None
    attention: Annotated[Text | None, said("mha, gqa, mqa or mla.")] = None
    native_precision: Annotated[Text | None, said("Number format of the published weights.")] = None
    year: Year | None = None


class PriceParameters(TableParameters, frozen=True, kw_only=True):
    """Parameters of the listing of prices."""

    provider: Annotated[Text | None, said("Provider, by its own or its usual name.")] = None
    region: Annotated[Text | None, said("Region, as the provider names it.")] = None
    instance_type: Annotated[Text | None, said("Instance type, as the provider names it.")] = None
    option: Annotated[Text | None, said("Way of buying: on_demand, spot, reserved_1y, …")] = None
    device: DeviceText | None = None
    accelerator: Annotated[Text | None, said("Name of the device in the source.")] = None
    date_quality: Annotated[Text | None, said("announced, or first observed.")] = None
    confidence: ConfidenceText | None = None
    as_of: Annotated[DayText, said("Only prices of this day, YYYY-MM-DD.")] | None = None
    modelled: Annotated[
        bool | None,
        said("true: only rows with a device of the catalogue; false: only others."),
    ] = None


class MeasurementParameters(TableParameters, frozen=True, kw_only=True):
    """Parameters of the listing of measurements."""

    kind: Annotated[
        Literal["inference", "training"],
        said("Measurements of inference, or published training runs."),
    ] = "inference"
    id: Annotated[Text | None, said("Id of the row in `evidence`.")] = None
    device: DeviceText | None = None
    model: ModelText | None = None
    precision: Annotated[Text | None, said("Number format.")] = None
    confidence: ConfidenceText | None = None
    engine: OfInference | None = None
    scenario: OfInference | None = None
    regime: OfInference | None = None


class AssumptionParameters(TableParameters, frozen=True, kw_only=True):
    """Parameters of the listing of assumptions."""

    key: Annotated[Text | None, said("Key of an assumption.")] = None
    unit: Annotated[Text | None, said("Unit of its value.")] = None
    confidence: ConfidenceText | None = None


class ListingProvenance(Struct, frozen=True, kw_only=True):
    """The release that a listing comes from."""

    catalog: Annotated[str, said("Name of the release.")]
    catalog_digest: Annotated[str, said("Digest of the release [sha256].")]


class Page(Struct, frozen=True, kw_only=True):
    """A page of the matching rows, in the order of the table."""

    total_count: Annotated[int, said("Matching rows [count].")]
    limit: Limit
    offset: Offset
    next_offset: Annotated[
        int | None, said("Offset of the next page [count]; null on the last page.")
    ]


class ReleasePage(Page, frozen=True, kw_only=True):
    """Releases, the oldest first."""

    rows: tuple[ReleaseRow, ...]


class ChangeCount(Struct, frozen=True, kw_only=True):
    """Rows of a table and a provider that differ [count]."""

    table: Annotated[str, said("The table.")]
    provider: Annotated[str | None, said("The provider; null: rows of none.")]
    added_count: Annotated[int, said("Rows that are new [count].")]
    removed_count: Annotated[int, said("Rows that are gone [count].")]
    ended_count: Annotated[int, said("Rows that got a last day [count].")]
    changed_count: Annotated[int, said("Rows with other cells [count].")]


class ChangePage(Page, frozen=True, kw_only=True):
    """What changed between two releases: counts of all, and a page of the rows."""

    before: ListingProvenance
    after: ListingProvenance
    counts: tuple[ChangeCount, ...]
    rows: tuple[RowChange, ...]


class TablePage(Page, frozen=True, kw_only=True):
    """A page of one table."""

    provenance: ListingProvenance
    elsewhere: Annotated[
        str | None,
        said("Where the prices of the API's model that `search` names are; null: it names none."),
    ] = None


def _page(name: str, says: str, row: Any) -> type[Struct]:
    """The Struct of the pages of a table, whose rows are made from the schema."""
    return msgspec.defstruct(
        name,
        [("rows", tuple[row, ...])],
        bases=(TablePage,),
        module=__name__,
        namespace={"__doc__": says},
        frozen=True,
        kw_only=True,
    )


DevicePage = _page("DevicePage", "Devices.", DeviceRow)
ModelPage = _page("ModelPage", "Models.", ModelRow)
PricePage = _page("PricePage", "Prices.", PriceListingRow)
MeasurementPage = _page(
    "MeasurementPage", "Measurements.", InferenceMeasurementRow | TrainingMeasurementRow
)
AssumptionPage = _page("AssumptionPage", "Assumptions.", AssumptionRow)

PAGES: Mapping[str, type[Struct]] = {
    "devices": DevicePage,
    "models": ModelPage,
    "prices": PricePage,
    "measurements": MeasurementPage,
    "training_runs": MeasurementPage,
    "assumptions": AssumptionPage,
}
"""The Structs of the pages of tables that are listed."""


def listed(catalog: Catalog) -> ListingProvenance:
    """The release that rows are of."""
    return ListingProvenance(catalog=catalog.name, catalog_digest=catalog.digest)
