"""Parts that every answer shares: prices, items of a bill and provenance."""

from typing import Annotated, Any, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from pricing.catalog.rows import PriceRange, PriceRow
from pricing.quote.messages import said
from pricing.quote.query import Labelled, Labels

SCALARS = tuple({"type": kind} for kind in ("string", "number", "boolean", "null"))
"""Schemas of what a cell of a row may be."""

Row = dict[str, Annotated[Any, Meta(extra_json_schema={"anyOf": [*SCALARS]})]]
"""A row of a sweep: results by name."""


ModelName = Annotated[str, said("Name of the model in the catalogue.")]
DeviceName = Annotated[str, said("Name of the device in the catalogue.")]
FormulaName = Annotated[str, said("Its function in pricing.formulas.")]
PriceSource = Annotated[str, said("The row or assumption with the price.")]
UsdPerMillionTokens = Annotated[
    float | None, said("USD per million tokens, input and output together.")
]
Warnings = Annotated[tuple[str, ...], said("Facts to know before using the figures.")]


class Answer(Struct, frozen=True, kw_only=True, gc=False):
    """Base of every part of an answer."""


class Price(Answer, frozen=True, kw_only=True):
    """The price of a device-hour in this answer."""

    usd_per_device_hour: Annotated[float, said("Price after the discount [USD per device-hour].")]
    usd_per_device_hour_low: Annotated[
        float | None,
        said(
            "Low end of the range of an estimate [USD per device-hour]; null for a"
            " price that is given or in the table."
        ),
    ] = None
    usd_per_device_hour_high: Annotated[
        float | None, said("High end of the range of an estimate [USD per device-hour].")
    ] = None
    option: Annotated[str, said("How the capacity is bought.")]
    basis: Annotated[
        Literal["given", "table", "estimated"],
        said(
            "given: the caller's price; table: a price row; estimated: a price row × a"
            " ratio of the instance, its family, its provider or the market, or the cost of owning."
        ),
    ]
    selection: Annotated[str, said("How the price was chosen.")]
    contract: Annotated[str | None, said("The contract whose price it is; null: a list price.")] = (
        None
    )
    list_usd_per_device_hour: Annotated[
        float | None,
        said(
            "List price beside that of a contract, or before the caller's discount [USD per"
            " device-hour]; null where usd_per_device_hour is the list price, or none is known."
        ),
    ] = None
    age_days: Annotated[
        int | None,
        said(
            "Days from when its row was last read to `as_of` [days]; null where no"
            " row of the tables has it, or the caller's own."
        ),
    ] = None
    row: PriceRow | None
    range: PriceRange | None


class PricedQuantity(Answer, frozen=True, kw_only=True):
    """The parts that every item of a bill has."""

    name: Annotated[str, said("Name of the item: compute, energy, …")]
    quantity: Annotated[float, said("Quantity in `unit`.")]
    unit: Annotated[str, said("Unit of quantity.")]
    usd_per_unit: Annotated[float, said("USD per `unit`.")]


class LineItem(PricedQuantity, frozen=True, kw_only=True):
    """One item of the bill for a run. The items in order add up to the total."""

    usd: Annotated[float, said("quantity × usd_per_unit [USD].")]
    formula: FormulaName
    source: PriceSource


class Driver(Answer, frozen=True, kw_only=True):
    """An assumption that moves the answer: the same question with it at the ends of its range."""

    key: Annotated[str, said("Its key among the assumptions of the answer.")]
    name: Annotated[str, said("What it is, in words.", examples=["the share that is used"])]
    unit: Annotated[str, said("Unit of value, low and high.")]
    value: Annotated[float, said("The value used, in `unit`.")]
    low: Annotated[float, said("Low end of its plausible range, in `unit`.")] | None
    high: Annotated[float, said("High end of its plausible range, in `unit`.")] | None
    figure: Annotated[
        Literal[
            "usd_per_million_output_tokens",
            "usd_per_million_input_tokens",
            "usd_per_request",
            "usd_mean",
            "usd_total",
        ],
        said(
            "The figure that is moved: of unit costs the price of output tokens, of a"
            " run the mean cost of its cheapest option, of a service its total."
        ),
    ]
    usd: Annotated[float, said("The figure as it is answered [USD].")]
    usd_at_low: Annotated[
        float | None, said("The figure with the assumption at `low` [USD]; null: no answer.")
    ]
    usd_at_high: Annotated[
        float | None, said("The figure with the assumption at `high` [USD]; null: no answer.")
    ]
    usd_change: Annotated[float, said("The highest less the lowest of the three figures [USD].")]
    refusals: Annotated[tuple[str, ...], said("Why an end of the range has no answer.")] = ()


Drivers = Annotated[
    tuple[Driver, ...],
    said(
        "The assumptions that move the answer by at least 1% within their range, the"
        " strongest first. Null where they are not asked for."
    ),
]


class ApiPriceSource(Answer, frozen=True, kw_only=True):
    """Where the price of an API comes from."""

    provider: Annotated[str, said("Provider of the API, as its source names it.")]
    model: Annotated[str, said("Its model, as its source names it.")]
    package: Annotated[str | None, said("Package with the price; null: a row of an overlay.")]
    version: Annotated[str, said("Version of the package.")] | None
    row_digest: Annotated[str, said("sha256 of the prices of this model there.")]


class Provenance(Answer, frozen=True, kw_only=True):
    """What determines the answer. The same engine, release, day and query give the same answer."""

    catalog: Annotated[str, said("Name of the release of the tables.")]
    catalog_digest: Annotated[str, said("sha256 of the manifest of the release.")]
    constants_digest: Annotated[str, said("sha256 of the constants of the engine.")]
    engine_version: Annotated[str, said("Version of the code.")]
    as_of: Annotated[str, said("The day whose prices were used.")]
    query_digest: Annotated[
        str, said("sha256 of the canonical query, with the release and the day that answered.")
    ]
    api_prices: Annotated[
        tuple[ApiPriceSource, ...] | None, said("Prices of APIs that the answer used; null: none.")
    ] = None


Answered = TypeVar("Answered", bound=Struct)
Question = TypeVar("Question", bound=Struct)

LABEL = "label."
"""What a column of a label begins with."""


class LabelledAnswer(Answer, frozen=True, kw_only=True):
    """Base of answers to questions that may have labels: it has them again, if there are any."""

    labels: Labels | UnsetType = UNSET


def labelled(query: Labelled, answer: Answered) -> Answered:
    """The answer with the labels of its question; without any, the answer as it is."""
    labels: Any = {"labels": query.labels}
    return replace(answer, **labels) if query.labels else answer


def unlabelled(query: Question) -> Question:
    """The question without labels, which no figure depends on."""
    none: Any = {"labels": None}
    return replace(query, **none) if getattr(query, "labels", None) is not None else query
