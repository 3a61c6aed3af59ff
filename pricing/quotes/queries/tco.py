"""What serving costs over time: the shape of the question."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quotes.queries.capacity import FleetOwnership
from pricing.quotes.queries.growth import Capacity, Traffic, Uncertainty
from pricing.quotes.queries.parts import (
    DayText,
    Facility,
    Frozen,
    Label,
    Model,
    Name,
    Purchase,
    ReleaseName,
)
from pricing.quotes.queries.unit_costs import Deployment, Load, Measured, Slo
from pricing.quotes.queries.words import CURRENCY, DAY, MONTH_OR_DAY

TokenUsd = Annotated[float, Meta(ge=0, le=1e6, description="USD per million tokens.")]


class PurchasePlan(Purchase, frozen=True, kw_only=True):
    """How the capacity is bought over the months.

    One option; or a committed `base` with a `burst` bought by the hour; or the best base.
    """

    plan: (
        Annotated[
            Literal["optimal"],
            Meta(
                description="The base that minimises the total over the horizon, among the"
                " commitments in `options`, the rest by the hour."
            ),
        ]
        | None
    ) = None
    options: Annotated[
        tuple[Literal["reserved_1y", "reserved_3y"], ...],
        Meta(
            min_length=1,
            max_length=2,
            description="Commitments that the optimal plan may choose from.",
        ),
    ] = ("reserved_1y", "reserved_3y")
    base: (
        Annotated[
            Purchase, Meta(description="The committed base: reserved_1y, reserved_3y or owned.")
        ]
        | None
    ) = None
    burst: (
        Annotated[
            Purchase,
            Meta(
                description="What the base leaves over, by the hour; left out, on_demand. Where it"
                " names no place, it stands where the base does, or where the plan does and at its"
                " discount."
            ),
        ]
        | None
    ) = None
    base_replicas: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=1_000_000,
                description="Size of the base [count of replicas]; left out, the size that"
                " minimises the total, chosen anew for every term.",
            ),
        ]
        | None
    ) = None
    ownership: FleetOwnership | None = None


class Generation(Frozen, frozen=True, kw_only=True):
    """A generation of devices that takes over on a date."""

    date: Annotated[
        str,
        Meta(
            pattern=DAY,
            description="It serves from the first month that begins on or after this day.",
            examples=["2028-01-01"],
        ),
    ]
    deployment: Deployment
    measured: Measured = Measured()
    purchase: (
        Annotated[PurchasePlan, Meta(description="Left out, as before, at this device's price.")]
        | None
    ) = None


class Overheads(Frozen, frozen=True, kw_only=True):
    """What serving costs beside the compute; left out, the tables' values, and no staff."""

    staff_usd_per_month: (
        Annotated[float, Meta(ge=0, le=1e9, description="Staff [USD per month].")] | None
    ) = None
    egress_bytes_per_request: (
        Annotated[
            float,
            Meta(ge=0, le=1e12, description="Sent to the caller a request, the mean [bytes]."),
        ]
        | None
    ) = None
    egress_usd_per_gigabyte: (
        Annotated[float, Meta(ge=0, le=100, description="Network egress [USD per gigabyte].")]
        | None
    ) = None
    storage_gigabytes: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=1e12,
                description="Kept in storage [gigabytes]; left out, the weights once.",
            ),
        ]
        | None
    ) = None
    storage_usd_per_gigabyte_month: (
        Annotated[float, Meta(ge=0, le=100, description="Storage [USD per gigabyte-month].")] | None
    ) = None


class Alternative(Frozen, frozen=True, kw_only=True):
    """What the same requests would cost elsewhere.

    An API priced per token, by `provider` and `model` or at given prices; or another
    `deployment`.
    """

    name: Label | None = None
    provider: (
        Annotated[
            Name, Meta(description="Of the API, as genai-prices names it.", examples=["openai"])
        ]
        | None
    ) = None
    model: (
        Annotated[
            Model,
            Meta(
                description="The API's model; or the deployment's, where it is not the query's.",
                examples=["gpt-4o-mini"],
            ),
        ]
        | None
    ) = None
    usd_per_million_input_tokens: TokenUsd | None = None
    usd_per_million_cached_input_tokens: (
        Annotated[
            TokenUsd,
            Meta(description="USD per million cached input tokens; left out, as other input."),
        ]
        | None
    ) = None
    usd_per_million_output_tokens: TokenUsd | None = None
    price_change_per_year_fraction: Annotated[
        float, Meta(ge=-0.9, le=4, description="Signed change of the API's prices [fraction].")
    ] = 0.0
    deployment: Deployment | None = None
    measured: Measured = Measured()
    capacity: (
        Annotated[Capacity, Meta(description="Of the deployment; left out, the query's.")] | None
    ) = None
    purchase: (
        Annotated[PurchasePlan, Meta(description="Of the deployment; left out, on_demand.")] | None
    ) = None


class TcoQuery(Frozen, frozen=True, kw_only=True):
    """What a service costs, month by month; the `deployment` is one of its replicas."""

    deployment: Deployment
    traffic: Traffic
    model: Model | None = None
    load: Load = Load()
    slo: Slo = Slo()
    measured: Measured = Measured()
    facility: Facility = Facility()
    horizon_months: Annotated[
        int, Meta(ge=1, le=240, description="How long the service runs [months].", examples=[36])
    ] = 36
    start: (
        Annotated[
            str,
            Meta(
                pattern=MONTH_OR_DAY,
                description="Its first month or day; left out, the first month that begins on or"
                " after `as_of`.",
                examples=["2026-08-01"],
            ),
        ]
        | None
    ) = None
    capacity: Capacity = Capacity()
    purchase: PurchasePlan = PurchasePlan()
    generations: Annotated[
        tuple[Generation, ...],
        Meta(max_length=10, description="Devices that take over from the deployment's, in order."),
    ] = ()
    price_change_per_year_fraction: (
        Annotated[
            float,
            Meta(
                ge=-0.9,
                le=4,
                description="Signed change of rents and purchase prices a year, from the later of"
                " `start` and `as_of` on [fraction]; −0.2: a fifth less.",
            ),
        ]
        | None
    ) = None
    energy_price_change_per_year_fraction: Annotated[
        float, Meta(ge=-0.9, le=4, description="Signed change of electricity a year [fraction].")
    ] = 0.0
    discount_rate_fraction: (
        Annotated[
            float,
            Meta(ge=0, le=1, description="A year; what is paid is discounted by it [fraction]."),
        ]
        | None
    ) = None
    training_usd: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=1e11,
                description="What the model cost to train, spread over the horizon; alternatives"
                " that are deployments of the same model bear it too [USD].",
            ),
        ]
        | None
    ) = None
    overheads: Overheads = Overheads()
    alternative: Alternative | None = None
    alternatives: Annotated[
        tuple[Alternative, ...], Meta(max_length=10, description="Further alternatives.")
    ] = ()
    uncertainty: (
        Annotated[Uncertainty, Meta(description="Given, the answer has p10, p50 and p90.")] | None
    ) = None
    fiscal_year_start_month: Annotated[
        int,
        Meta(ge=1, le=12, description="Month that fiscal years begin in [calendar month, count]."),
    ] = 1
    currency: Annotated[
        str,
        Meta(
            pattern=CURRENCY,
            description="Totals and years are repeated in it, at usd_per_currency_unit.",
            examples=["EUR"],
        ),
    ] = "USD"
    usd_per_currency_unit: (
        Annotated[float, Meta(ge=1e-9, le=1e9, description="USD for one unit of `currency`.")]
        | None
    ) = None
    catalog: ReleaseName | None = None
    as_of: DayText | None = None
