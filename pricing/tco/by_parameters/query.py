"""The query for the cost of a service over time by URL parameters."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.fleet.query import Capacity, PurchasePlan, Traffic
from pricing.purchasing.query import Option, Parameters
from pricing.quote.caching import CachedInputFraction
from pricing.quote.certainty.query import SingleLevel
from pricing.quote.labels.text import labels_of
from pricing.quote.load_fields import InputTokens, OutputTokens, TpotSeconds, TtftSeconds
from pricing.quote.messages import MONTH_OR_DAY
from pricing.quote.query import Fraction, Name
from pricing.tco.query import Alternative, Overheads, TcoQuery
from pricing.unit_costs.query import Deployment, Load, Slo, WorkloadKind


class TcoParameters(Parameters, frozen=True, kw_only=True):
    """The flat subset of a query about a service over time for spreadsheets and bots."""

    requests_per_day: Annotated[
        float, Meta(gt=0, le=1e12, description="Mean of the first month [requests per day].")
    ]
    growth_per_month_fraction: Annotated[
        float, Meta(ge=-0.99, le=10, description="Growth per month [fraction].")
    ] = 0.0
    horizon_months: Annotated[
        int, Meta(ge=1, le=240, description="Months in which the service runs [months].")
    ] = 36
    start: (
        Annotated[str, Meta(pattern=MONTH_OR_DAY, description="First month or day of the service.")]
        | None
    ) = None
    workload: WorkloadKind = "interactive"
    input_tokens: InputTokens | None = None
    output_tokens: OutputTokens | None = None
    cached_input_fraction: CachedInputFraction | None = None
    ttft_seconds: TtftSeconds | None = None
    tpot_seconds: TpotSeconds | None = None
    scaling: Annotated[
        Literal["fixed", "autoscaled", "scale_to_zero"],
        Meta(description="How replicas follow the load: not, by the hour, or down to none."),
    ] = "fixed"
    option: Annotated[
        Option | None, Meta(description="How all capacity is bought. Default: on_demand.")
    ] = None
    plan: Annotated[
        Literal["optimal"] | None, Meta(description="The commitments that cost least.")
    ] = None
    staff_usd_per_month: (
        Annotated[float, Meta(ge=0, le=1e9, description="Staff [USD per month].")] | None
    ) = None
    discount_rate_fraction: Annotated[
        Fraction | None, Meta(description="Discount rate of payments per year [fraction].")
    ] = None
    alternative_provider: Annotated[
        Name | None, Meta(description="Provider of an API to compare with.", examples=["openai"])
    ] = None
    alternative_model: Annotated[
        Name | None, Meta(description="Model of that API.", examples=["gpt-4o-mini"])
    ] = None
    confidence: SingleLevel | None = None
    fiscal_year_start_month: Annotated[
        int, Meta(ge=1, le=12, description="First month of fiscal years [calendar month, count].")
    ] = 1

    def query(self) -> TcoQuery:
        """The same query in full."""
        return TcoQuery(
            model=self.model,
            workload=self.workload,
            deployment=Deployment(
                device=self.device, device_count=self.device_count, precision=self.precision
            ),
            load=Load(
                input_tokens=self.input_tokens,
                output_tokens=self.output_tokens,
                cached_input_fraction=self.cached_input_fraction,
            ),
            slo=Slo(ttft_seconds=self.ttft_seconds, tpot_seconds=self.tpot_seconds),
            traffic=Traffic(
                requests_per_day=self.requests_per_day,
                growth_per_month_fraction=self.growth_per_month_fraction,
            ),
            horizon_months=self.horizon_months,
            start=self.start,
            capacity=Capacity(scaling=self.scaling),
            purchase=PurchasePlan(
                option=self.option, plan=self.plan, provider=self.provider, region=self.region
            ),
            overheads=Overheads(staff_usd_per_month=self.staff_usd_per_month),
            discount_rate_fraction=self.discount_rate_fraction,
            alternative=self._alternative(),
            fiscal_year_start_month=self.fiscal_year_start_month,
            confidence=self.confidence,
            drivers=self.drivers,
            currency=self.currency,
            usd_per_currency_unit=self.usd_per_currency_unit,
            labels=labels_of(self.labels),
            as_of=self.as_of,
            catalog=self.catalog,
        )

    def _alternative(self) -> Alternative | None:
        """The API to compare with, None where nothing is said of one."""
        if self.alternative_provider is self.alternative_model is None:
            return None
        return Alternative(provider=self.alternative_provider, model=self.alternative_model)
