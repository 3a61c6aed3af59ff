"""The operations that look a row of the catalogue up, by the id or the name that answers have."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.quote.query import ReleaseName
from service.operations import catalog_rows as rows
from service.operations.catalog_pages import ListingProvenance
from service.operations.lookups import found
from service.operations.operation import Operation

ID = "id"
TABLES = {"inference": "measurements", "training": "training_runs"}
"""The tables of measurements, by the kind of their rows."""


class LookupParameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which row is looked up."""

    id: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=500,
            description="Id or name of the row, as an answer has it, or an alias.",
        ),
    ]
    catalog: ReleaseName | None = None


def _found(name: str, says: str, row: Any) -> type[Struct]:
    """The Struct of a row that was looked up."""
    key = Annotated[str, Meta(description="What names the row in this release.")]
    return msgspec.defstruct(
        name,
        [("id", key), ("row", row), ("provenance", ListingProvenance)],
        module=__name__,
        namespace={"__doc__": says},
        frozen=True,
        kw_only=True,
    )


FoundPrice = _found("FoundPrice", "A price by its id.", rows.PriceListingRow)
FoundModel = _found("FoundModel", "A model by its name.", rows.ModelRow)
FoundDevice = _found("FoundDevice", "A device by its name.", rows.DeviceRow)
FoundMeasurement = _found(
    "FoundMeasurement",
    "A measurement by its id.",
    rows.InferenceMeasurementRow | rows.TrainingMeasurementRow,
)


def _price(asked: LookupParameters, library: Library) -> Struct:
    catalog = library.get(asked.catalog)
    cells = found.priced(catalog, asked.id)
    return FoundPrice(
        id=found.id_of(cells), row=_row(rows.PriceListingRow, cells), provenance=_from(catalog)
    )


def _model(asked: LookupParameters, library: Library) -> Struct:
    catalog = library.get(asked.catalog)
    cells = found.named(catalog, catalog.models, "models", asked.id)
    return FoundModel(id=cells["model"], row=_row(rows.ModelRow, cells), provenance=_from(catalog))


def _device(asked: LookupParameters, library: Library) -> Struct:
    catalog = library.get(asked.catalog)
    cells = found.named(catalog, catalog.devices, "devices", asked.id)
    return FoundDevice(
        id=cells["device"], row=_row(rows.DeviceRow, cells), provenance=_from(catalog)
    )


def _measurement(asked: LookupParameters, library: Library) -> Struct:
    catalog = library.get(asked.catalog)
    kinds = {"inference": rows.InferenceMeasurementRow, "training": rows.TrainingMeasurementRow}
    for kind, table in TABLES.items():
        cells = found.measured(catalog, table, asked.id)
        if cells is not None:
            renamed = rows.RENAMED.get(table, {})
            told = {renamed.get(name, name): value for name, value in cells.items()}
            return FoundMeasurement(
                id=cells["id"], row=_row(kinds[kind], told), provenance=_from(catalog)
            )
    raise found.no_measurement(catalog, TABLES.values(), asked.id)


def _row(kind: type[Struct], cells: found.Cells) -> Struct:
    return kind(**{name: cells[name] for name in kind.__struct_fields__})


def _from(catalog: Catalog) -> ListingProvenance:
    return ListingProvenance(catalog=catalog.name, catalog_digest=catalog.digest)


def _operation(
    name: str,
    answers: type[Struct],
    answer: Callable[[Any, Library], Struct],
    description: str,
    example: str,
) -> Operation:
    def example_of(library: Library) -> LookupParameters:
        return LookupParameters(id=example, catalog=library.newest.name)

    return Operation(
        id=f"read{name.capitalize()}",
        method="GET",
        path=f"/v1/catalog/{name}s/{{{ID}}}",
        tag="catalog",
        summary=f"One {name} of the catalogue",
        description=description,
        asks=LookupParameters,
        answers=answers,
        answer=answer,
        example=example_of,
        located=ID,
        is_heavy=True,
    )


OPERATIONS = (
    _operation(
        "device",
        FoundDevice,
        _device,
        "A device by its name or an alias, in any spelling.",
        "h100-sxm-80gb",
    ),
    _operation(
        "model",
        FoundModel,
        _model,
        "A model by its name or an alias, in any spelling. The name of an owner may stand before"
        " it, with its slash.",
        "llama-3.1-70b",
    ),
    _operation(
        "price",
        FoundPrice,
        _price,
        "A price row by the id that an answer names: provider, region, instance type, option and"
        " first day, with slashes between them.",
        "aws/us-east-1/p5.48xlarge/on_demand/2025-06-01",
    ),
    _operation(
        "measurement",
        FoundMeasurement,
        _measurement,
        "A measurement or a published training run by the id that `evidence` names.",
        "TRT17-107",
    ),
)
