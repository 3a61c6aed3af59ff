"""What serving costs over time: the shape of the question."""

from typing import Annotated

from msgspec import Meta

from pricing.fleet.query import Capacity, Generation, PurchasePlan, Traffic
from pricing.purchasing.query import Facility
from pricing.quote.messages import CURRENCY, MONTH_OR_DAY
from pricing.quote.query import DayText, Frozen, Label, Model, Name, ReleaseName
from pricing.unit_costs.query import Deployment, Load, Measured, Slo

TokenUsd = Annotated[float, Meta(ge=0, le=1e6, description="USD per million tokens.")]


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


class Uncertainty(Frozen, frozen=True, kw_only=True):
    """Bands that the months are drawn from; each holds 80% of the draws.

    Throughput has the band of its estimate. What is left out is the tables'.
    """

    draws: Annotated[
        int, Meta(ge=100, le=10_000, description="How many courses are drawn [count].")
    ] = 1000
    seed: Annotated[
        int, Meta(ge=0, le=2**53, description="The same seed, the same draws [any count].")
    ] = 0
    throughput_band_ratio: (
        Annotated[
            float,
            Meta(ge=1, le=100, description="Throughput, divided and multiplied by it [ratio]."),
        ]
        | None
    ) = None
    load_band_ratio: (
        Annotated[
            float,
            Meta(ge=1, le=100, description="Requests, divided and multiplied by it [ratio]."),
        ]
        | None
    ) = None
    growth_band_per_month_fraction: (
        Annotated[
            float,
            Meta(ge=0, le=0.5, description="Growth a month, more or less by it [fraction]."),
        ]
        | None
    ) = None
    price_band_per_year_fraction: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=0.9,
                description="Change of prices a year, more or less by it [fraction].",
            ),
        ]
        | None
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
