"""The query for the cost of a service over time by URL parameters."""

from typing import Annotated, Literal

from pricing.fleet.query import Capacity, PurchasePlan, Traffic
from pricing.purchasing.query import Option, Parameters
from pricing.quote.caching import CachedInputFraction
from pricing.quote.certainty.query import SingleLevel
from pricing.quote.labels.text import labels_of
from pricing.quote.load_fields import (
    AsksBatchTier,
    InputTokens,
    OutputTokens,
    TpotSeconds,
    TtftSeconds,
)
from pricing.quote.messages import MONTH_OR_DAY, said
from pricing.quote.query import Fraction, Name
from pricing.tco.query import Alternative, Overheads, TcoQuery
from pricing.unit_costs.query import Deployment, Load, Slo, WorkloadKind


class TcoParameters(Parameters, frozen=True, kw_only=True):
    """The flat subset of a query about a service over time for spreadsheets and bots."""

    requests_per_day: Annotated[
        float, said("Mean of the first month [requests per day].", gt=0, le=1e12)
    ]
    growth_per_month_fraction: Annotated[
        float, said("Growth per month [fraction].", ge=-0.99, le=10)
    ] = 0.0
    horizon_months: Annotated[
        int, said("Months in which the service runs [months].", ge=1, le=240)
    ] = 36
    start: (
        Annotated[str, said("First month or day of the service.", pattern=MONTH_OR_DAY)] | None
    ) = None
    workload: WorkloadKind = "interactive"
    input_tokens: InputTokens | None = None
    output_tokens: OutputTokens | None = None
    cached_input_fraction: CachedInputFraction | None = None
    ttft_seconds: TtftSeconds | None = None
    tpot_seconds: TpotSeconds | None = None
    scaling: Annotated[
        Literal["fixed", "autoscaled", "scale_to_zero"],
        said("How replicas follow the load: not, by the hour, or down to none."),
    ] = "fixed"
    option: Annotated[Option | None, said("How all capacity is bought. Default: on_demand.")] = None
    plan: Annotated[Literal["optimal"] | None, said("The commitments that cost least.")] = None
    staff_usd_per_month: Annotated[float, said("Staff [USD per month].", ge=0, le=1e9)] | None = (
        None
    )
    discount_rate_fraction: Annotated[
        Fraction | None, said("Discount rate of payments per year [fraction].")
    ] = None
    alternative_provider: Annotated[
        Name | None, said("Provider of an API to compare with.", examples=["openai"])
    ] = None
    alternative_model: Annotated[
        Name | None, said("Model of that API.", examples=["gpt-4o-mini"])
    ] = None
    confidence: SingleLevel | None = None
    batch_tier: AsksBatchTier = False
    fiscal_year_start_month: Annotated[
        int, said("First month of fiscal years [calendar month, count].", ge=1, le=12)
    ] = 1

    def query(self) -> TcoQuery:
        """The same query in full."""
        return self.part(
            TcoQuery,
            deployment=self.part(Deployment),
            load=self.part(Load),
            slo=self.part(Slo),
            traffic=Traffic(
                requests_per_day=self.requests_per_day,
                growth_per_month_fraction=self.growth_per_month_fraction,
            ),
            capacity=self.part(Capacity),
            purchase=self.part(PurchasePlan),
            overheads=self.part(Overheads),
            alternative=self._alternative(),
            labels=labels_of(self.labels),
        )

    def _alternative(self) -> Alternative | None:
        """The API to compare with, None where nothing is said of one."""
        if self.alternative_provider is self.alternative_model is None:
            return None
        return Alternative(provider=self.alternative_provider, model=self.alternative_model)
