"""The operations that look a row of the catalogue up, by the id or the name that answers have."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.quote.messages import said
from pricing.quote.query import ReleaseName
from service.operations.catalog import rows
from service.operations.catalog.pages import ListingProvenance, listed
from service.operations.catalog.row_search import Found, measured, named, priced
from service.operations.operation import Operation

ID = "id"


class LookupParameters(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which row is looked up."""

    id: Annotated[
        str,
        said(
            "Id or name of the row, as an answer has it, or an alias.",
            min_length=1,
            max_length=500,
        ),
    ]
    catalog: ReleaseName | None = None


def _operation(
    name: str,
    by: str,
    row: Any,
    find: Callable[[Catalog, str], Found],
    description: str,
    example: str,
) -> Operation:
    """The operation that looks rows of a kind up; by: id or name; row: their Struct, or Structs."""
    answers = msgspec.defstruct(
        f"Found{name.capitalize()}",
        [
            ("id", Annotated[str, said("What names the row in this release.")]),
            ("row", row),
            ("provenance", ListingProvenance),
        ],
        module=__name__,
        namespace={"__doc__": f"A {name} by its {by}."},
        frozen=True,
        kw_only=True,
    )

    def answer(asked: LookupParameters, library: Library) -> Struct:
        catalog = library.get(asked.catalog)
        found = find(catalog, asked.id)
        told = rows.STRUCTS[found.table](**rows.on_the_wire(found.table, found.cells))
        return answers(id=found.id, row=told, provenance=listed(catalog))

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
        "name",
        rows.DeviceRow,
        lambda catalog, name: named(catalog, catalog.devices, "devices", name),
        "A device by its name or an alias, in any spelling.",
        "h100-sxm-80gb",
    ),
    _operation(
        "model",
        "name",
        rows.ModelRow,
        lambda catalog, name: named(catalog, catalog.models, "models", name),
        "A model by its name or an alias, in any spelling. The name of an owner may stand before"
        " it, with its slash.",
        "llama-3.1-70b",
    ),
    _operation(
        "price",
        "id",
        rows.PriceListingRow,
        priced,
        "A price row by the id that an answer names: provider, region, instance type, option and"
        " first day, with slashes between them.",
        "aws/us-east-1/p5.48xlarge/on_demand/2025-06-01",
    ),
    _operation(
        "measurement",
        "id",
        rows.InferenceMeasurementRow | rows.TrainingMeasurementRow,
        measured,
        "A measurement or a published training run by the id that `evidence` names.",
        "TRT17-107",
    ),
)
