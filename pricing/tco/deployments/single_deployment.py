"""The deployment of a question month by month, without its alternatives."""

from collections.abc import Callable, Sequence

from pricing.catalog.catalog import Catalog
from pricing.fleet.calendar import Span, calendar, first_day, starts_of
from pricing.fleet.generations import PlannedGeneration, generations_of
from pricing.fleet.periods import Horizon
from pricing.fleet.projection import Projection, projections_of
from pricing.fleet.purchases.plan_checks import TERM_MONTHS
from pricing.fleet.purchases.price_path import market_of
from pricing.fleet.replicas import RequestProfile, load_of
from pricing.fleet.service import Service, check_used, scaling_of, service_of
from pricing.fleet.traffic import monthly_load
from pricing.formulas.capital import change_ratio
from pricing.purchasing.contracts.agreement import agreements_of
from pricing.quote.context import QuoteContext
from pricing.tco.alternative_costs import Baseline
from pricing.tco.alternatives import side_by_side
from pricing.tco.overheads import overhead_of
from pricing.tco.payments.flows import flows_of, labels_of, spread_over
from pricing.tco.payments.returns import discount_factors, discount_rate
from pricing.tco.query import TcoQuery
from pricing.tco.report import accounts_of, totals_of

LONGEST_TERM_MONTHS = max(TERM_MONTHS.values())

OF_CHOICES = ("price_ratio.", "reserved.")
"""Assumptions that decide which provider sells what stands side by side."""


def total_usd(query: TcoQuery, catalog: Catalog) -> float:
    """The total of the deployment of a query, without its months and alternatives [USD]."""
    _, baseline = alone(query, catalog)
    return totals_of(baseline.accounts).usd_total


def reader_of(query: TcoQuery, catalog: Catalog) -> Callable[[str], bool]:
    """Whether the total of the deployment may hang on an assumption, which alternatives read too.

    Projections read none. Ratios of prices are read where a provider is chosen, beside the answer.
    """
    context = QuoteContext(catalog, query.as_of)
    query = side_by_side(catalog, query)
    planned(context, query, profile_of(query))
    keys = {one.key for one in context.assumptions}
    return lambda key: key in keys or key.startswith(OF_CHOICES)


def alone(query: TcoQuery, catalog: Catalog) -> tuple[Horizon, Baseline]:
    """The deployment of a query month by month, without its alternatives. Raises a Refusal."""
    context = QuoteContext(catalog, query.as_of)
    query = side_by_side(catalog, query)
    horizon, service = planned(context, query, profile_of(query))
    check_used(query.capacity, [service])
    training = spread_over(query.training_usd or 0.0, horizon.market.spans)
    (projection,) = projections_of(horizon, [(service, training)])
    return horizon, baseline_of(context, query, projection, horizon.market.spans)


def profile_of(query: TcoQuery) -> RequestProfile:
    """The requests of a query."""
    return RequestProfile(
        model=query.model,
        load=load_of(query.load, query.traffic, query.model),
        slo=query.slo,
        workload=query.workload,
    )


def planned(
    context: QuoteContext, query: TcoQuery, profile: RequestProfile
) -> tuple[Horizon, Service]:
    """The horizon of a query, and the service of its deployment. Raises a Refusal."""
    months = query.horizon_months
    planned = calendar(first_day(query.start, context.as_of), months + LONGEST_TERM_MONTHS)
    change = context.given_or(
        query.price_change_per_year_fraction,
        "tco.price_change_per_year_fraction",
        field="price_change_per_year_fraction",
    )
    market = market_of(context, planned.spans[:months], change, query.discount_rate_fraction)
    load = monthly_load(context, query.traffic, months)
    scaling = scaling_of(context, query.capacity)
    first = PlannedGeneration(0, query.deployment, query.measured, query.purchase)
    generations = generations_of(context, first, query.generations, market.spans)
    service = service_of(context, market, load, profile, query.facility, scaling, generations)
    overhead = overhead_of(context, market, query, service.tokens)
    agreements = agreements_of(context, query.contracts, labels_of(market.spans))
    return Horizon(market, load, planned, overhead, agreements), service


def baseline_of(
    context: QuoteContext, query: TcoQuery, projection: Projection, spans: Sequence[Span]
) -> Baseline:
    """The projection of the query's deployment, with its accounts."""
    rate = discount_rate(context, query)
    factors = discount_factors(rate, spans)
    training_usd, tokens = query.training_usd or 0.0, projection.service.tokens
    late_months = query.payments.invoice_delay_months
    late_ratio = float(1.0 / change_ratio(change_per_year=rate, months=float(late_months)))
    accounts = accounts_of(
        projection,
        factors,
        late_ratio=late_ratio,
        training_usd=training_usd,
        tokens_per_request=(
            tokens.demand.input_tokens + tokens.demand.output_tokens if tokens else 0.0
        ),
    )
    months = float(starts_of(spans)[-1])
    flows = flows_of(projection, training_usd=training_usd, late_months=late_months)
    return Baseline(projection, accounts, training_usd, factors, months, flows, rate, late_ratio)
