"""The query for the cost of a service over time."""

from typing import Annotated

from msgspec import Meta

from pricing.fleet.query import Capacity, Generation, PurchasePlan, Traffic
from pricing.purchasing.contracts.query import Contract
from pricing.purchasing.query import Facility, PaymentTerms
from pricing.quote.certainty.query import Confidence
from pricing.quote.load_fields import AsksBatchTier
from pricing.quote.messages import MONTH, MONTH_OR_DAY, said
from pricing.quote.query import (
    AsksDrivers,
    DayText,
    Fraction,
    Frozen,
    Label,
    Labelled,
    Model,
    Name,
    ReleaseName,
    UsdPerCurrencyUnit,
)
from pricing.unit_costs.query import Deployment, Load, Measured, Slo, WorkloadKind

TokenUsd = Annotated[float, said("USD per million tokens.", ge=0, le=1e6)]
UsdPerGigabyte = Annotated[float, Meta(ge=0, le=100)]
BandRatio = Annotated[float, Meta(ge=1, le=100)]
ChangePerYear = Annotated[float, Meta(ge=-0.9, le=4)]


class RateFrom(Frozen, frozen=True, kw_only=True):
    """A rate of exchange from a month on."""

    month: Annotated[str, said("First month of the rate.", pattern=MONTH, examples=["2027-01"])]
    usd_per_currency_unit: UsdPerCurrencyUnit


class Overheads(Frozen, frozen=True, kw_only=True):
    """Costs of serving other than compute. Defaults: the values of the tables, and no staff."""

    staff_usd_per_month: Annotated[float, said("Staff [USD per month].", ge=0, le=1e9)] | None = (
        None
    )
    egress_bytes_per_request: Annotated[
        Annotated[float, Meta(ge=0, le=1e12)] | None,
        said("Mean bytes sent to the caller per request [bytes]."),
    ] = None
    egress_usd_per_gigabyte: Annotated[
        UsdPerGigabyte | None, said("Network egress [USD per gigabyte].")
    ] = None
    storage_gigabytes: Annotated[
        Annotated[float, Meta(ge=0, le=1e12)] | None,
        said("Data in storage [gigabytes]. Default: the weights once."),
    ] = None
    storage_usd_per_gigabyte_month: Annotated[
        UsdPerGigabyte | None, said("Storage [USD per gigabyte-month].")
    ] = None


class Alternative(Frozen, frozen=True, kw_only=True):
    """Another way to serve the same requests.

    It is an API that charges per token, by `provider` and `model` or at given prices, or another
    `deployment`.
    """

    name: Label | None = None
    provider: Annotated[
        Name | None, said("Provider of the API, as genai-prices names it.", examples=["openai"])
    ] = None
    model: (
        Annotated[
            Model,
            said(
                "Model of the API or of the deployment. Default for a deployment: that of the"
                " query.",
                examples=["gpt-4o-mini"],
            ),
        ]
        | None
    ) = None
    usd_per_million_input_tokens: TokenUsd | None = None
    usd_per_million_cached_input_tokens: Annotated[
        Annotated[float, Meta(ge=0, le=1e6)] | None,
        said("USD per million cached input tokens. Default: as other input."),
    ] = None
    usd_per_million_output_tokens: TokenUsd | None = None
    price_change_per_year_fraction: Annotated[
        ChangePerYear, said("Signed change of the prices of the API per year [fraction].")
    ] = 0.0
    deployment: Deployment | None = None
    measured: Measured = Measured()
    capacity: Annotated[
        Capacity | None, said("Capacity of the deployment. Default: that of the query.")
    ] = None
    purchase: Annotated[
        PurchasePlan | None, said("Purchase of the deployment. Default: on_demand.")
    ] = None


class Uncertainty(Frozen, frozen=True, kw_only=True):
    """Bands for Monte Carlo draws; each contains 80% of the draws.

    The default band of throughput is that of its estimate. Other defaults are those of the tables.
    """

    draws: Annotated[int, said("Number of draws [count].", ge=100, le=10_000)] = 1000
    seed: Annotated[
        int, said("Seed of the draws. Equal seeds give equal draws [any count].", ge=0, le=2**53)
    ] = 0
    throughput_band_ratio: Annotated[
        BandRatio | None,
        said("The band of throughput: from throughput ÷ this to throughput × this [ratio]."),
    ] = None
    load_band_ratio: Annotated[
        BandRatio | None,
        said("The band of the load: from requests ÷ this to requests × this [ratio]."),
    ] = None
    growth_band_per_month_fraction: Annotated[
        Annotated[float, Meta(ge=0, le=0.5)] | None,
        said("The band of growth per month: ± this [fraction]."),
    ] = None
    price_band_per_year_fraction: Annotated[
        Annotated[float, Meta(ge=0, le=0.9)] | None,
        said("The band of the price change per year: ± this [fraction]."),
    ] = None
    spot_price_band_per_year_fraction: Annotated[
        Annotated[float, Meta(ge=0, le=4)] | None,
        Meta(
            description="The band of spot prices after a year: from the price ÷ (1 + this) to the"
            " price × (1 + this), and never above that on demand [fraction]."
        ),
    ] = None


class TcoQuery(Labelled, frozen=True, kw_only=True):
    """A query for the monthly cost of a service. The `deployment` is one of its replicas."""

    deployment: Deployment
    traffic: Traffic
    model: Model | None = None
    workload: WorkloadKind = "interactive"
    load: Load = Load()
    slo: Slo = Slo()
    measured: Measured = Measured()
    facility: Facility = Facility()
    horizon_months: Annotated[
        int,
        said(
            "Months of the calendar in which the service runs, the first perhaps in part [months].",
            ge=1,
            le=240,
            examples=[36],
        ),
    ] = 36
    start: Annotated[
        Annotated[str, Meta(pattern=MONTH_OR_DAY)] | None,
        said(
            "First month or day of the service. Of a month that begins before it, only"
            " the days from it on count, in requests, hours and monthly prices. Default: the first"
            " month that begins on or after `as_of`.",
            examples=["2026-08-01"],
        ),
    ] = None
    capacity: Capacity = Capacity()
    purchase: PurchasePlan = PurchasePlan()
    generations: Annotated[
        tuple[Generation, ...],
        said("Generations of devices that take over later, in order.", max_length=10),
    ] = ()
    price_change_per_year_fraction: Annotated[
        ChangePerYear | None,
        said(
            "Signed change of rental and purchase prices per year, from the later"
            " of `start` and `as_of` [fraction]. −0.2: a fifth less."
        ),
    ] = None
    energy_price_change_per_year_fraction: Annotated[
        ChangePerYear, said("Signed change of the electricity price per year [fraction].")
    ] = 0.0
    discount_rate_fraction: Annotated[
        Fraction | None,
        said(
            "Discount rate of payments per year [fraction]. Default: the cost of"
            " capital of `purchase.ownership`."
        ),
    ] = None
    training_usd: Annotated[
        Annotated[float, Meta(ge=0, le=1e11)] | None,
        said(
            "Training cost of the model, spread over the horizon. Alternatives that"
            " deploy the same model bear it too [USD]."
        ),
    ] = None
    payments: PaymentTerms = PaymentTerms()
    contracts: Annotated[
        tuple[Contract, ...],
        said("Contracts over whole bills, with discount or minimum.", max_length=10),
    ] = ()
    overheads: Overheads = Overheads()
    alternative: Alternative | None = None
    alternatives: Annotated[
        tuple[Alternative, ...], said("Further alternatives.", max_length=10)
    ] = ()
    uncertainty: Annotated[
        Uncertainty | None, said("If given, the answer has p10, p50 and p90.")
    ] = None
    confidence: Confidence | None = None
    fiscal_year_start_month: Annotated[
        int, said("First month of fiscal years [calendar month, count].", ge=1, le=12)
    ] = 1
    currency_path: Annotated[
        tuple[RateFrom, ...],
        said(
            "Rates of `currency` from some months on. Default: the rate of each month,"
            " and the last one for months after `as_of`.",
            max_length=240,
        ),
    ] = ()
    drivers: AsksDrivers = True
    batch_tier: AsksBatchTier = False
    catalog: ReleaseName | None = None
    as_of: DayText | None = None

    @property
    def plain(self) -> "TcoQuery":
        """The deployment of the question, without alternatives, doubts and drivers."""
        left = {"alternative", "alternatives", "uncertainty", "confidence", "drivers", "batch_tier"}
        names = (name for name in TcoQuery.__struct_fields__ if name not in left)
        return TcoQuery(**{name: getattr(self, name) for name in names}, drivers=False)
