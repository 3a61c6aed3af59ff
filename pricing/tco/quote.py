"""The total cost of ownership of a service over time, compared with alternatives."""

from collections.abc import Iterable, Sequence
from datetime import date

import numpy as np
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.fleet.calendar import Span, calendar, first_day, starts_of
from pricing.fleet.generations import PlannedGeneration, generations_of
from pricing.fleet.hours import waits
from pricing.fleet.periods import Horizon
from pricing.fleet.projection import Projection, projections_of
from pricing.fleet.purchases.plan_checks import TERM_MONTHS
from pricing.fleet.purchases.price_path import market_of
from pricing.fleet.replicas import RequestProfile, load_of
from pricing.fleet.service import Service, check_used, scaling_of, service_of
from pricing.fleet.traffic import monthly_load
from pricing.formulas.capital import change_ratio
from pricing.purchasing.contracts.agreement import agreements_of
from pricing.purchasing.contracts.answer import contract_uses
from pricing.purchasing.machines import on_machine
from pricing.purchasing.site import warn_of_included
from pricing.quote.answer import labelled
from pricing.quote.context import QuoteContext
from pricing.quote.doubts.check import warn_of_doubts
from pricing.quote.drivers import drivers_of
from pricing.tco.alternative_costs import Baseline, api_totals, compare, deployment_totals
from pricing.tco.alternatives import NamedAlternative, alternatives_of, side_by_side
from pricing.tco.answer import AlternativeCost, TcoAnswer
from pricing.tco.apis import Api
from pricing.tco.certainty.confidence import confidence_of
from pricing.tco.currencies.converted import Money, converted, rates_of
from pricing.tco.overheads import overhead_of
from pricing.tco.payments.cash import cash_of
from pricing.tco.payments.flows import flows_of, labels_of, spread_over
from pricing.tco.payments.returns import discount_factors, discount_rate
from pricing.tco.purchases import purchase_of, warn_of_other_providers
from pricing.tco.query import TcoQuery
from pricing.tco.replicas.shown import replica_of
from pricing.tco.report import (
    NO_ENDS,
    accounts_of,
    capacity_of,
    months_of,
    totals_of,
    years_of,
)
from pricing.tco.tiers.filled import batch_tier_of
from pricing.tco.uncertainty import drawn_of, interval
from pricing.tco.warnings import warn_as, warn_of_contracts, warn_of_purchases, warn_of_waits

LONGEST_TERM_MONTHS = max(TERM_MONTHS.values())

MOST_DRAWN_MONTHS = 600_000
"""Most months of all draws together in one query."""


def tco(query: TcoQuery, library: Library, *, is_whole: bool = True) -> TcoAnswer:
    """Answer a query about the cost of a service over time.

    is_whole: whether percentiles and drivers are computed where they are asked for, which takes
    longest. Raises a Refusal if there is no honest answer: see pricing.errors.
    """
    catalog = library.get(query.catalog)
    query = on_machine(query, catalog)
    answer = labelled(query, answer_of(query, catalog, is_drawn=is_whole))
    if not (query.drivers and is_whole):
        return answer

    def ask(variant: Catalog) -> float:
        return total_usd(query, variant)

    usd = answer.totals.usd_total
    return replace(answer, drivers=drivers_of(catalog, answer.assumptions, "usd_total", usd, ask))


def total_usd(query: TcoQuery, catalog: Catalog) -> float:
    """The total of the deployment of a query, without its months and alternatives [USD]."""
    _, baseline = alone(query, catalog)
    return totals_of(baseline.accounts).usd_total


def alone(query: TcoQuery, catalog: Catalog) -> tuple[Horizon, Baseline]:
    """The deployment of a query month by month, without its alternatives. Raises a Refusal."""
    context = QuoteContext(catalog, query.as_of)
    query = side_by_side(catalog, query)
    horizon, service = _planned(context, query, _profile(query))
    check_used(query.capacity, [service])
    training = spread_over(query.training_usd or 0.0, horizon.market.spans)
    (projection,) = projections_of(horizon, [(service, training)])
    return horizon, _baseline(context, query, projection, horizon.market.spans)


def answer_of(query: TcoQuery, catalog: Catalog, *, is_drawn: bool) -> TcoAnswer:
    """The answer of one release, without drivers. Raises a Refusal."""
    context = QuoteContext(catalog, query.as_of)
    warn_of_doubts(context, query)
    _check(query)
    asked, query = query, side_by_side(catalog, query)
    profile = _profile(query)
    horizon, service = _planned(context, query, profile)
    others = list(alternatives_of(context, query, horizon, profile, service))
    deployments = [other for other in others if isinstance(other.source, Service)]
    services = [service, *(other.source for other in others if isinstance(other.source, Service))]
    check_used(query.capacity, [one for one in services if one.scaling is service.scaling])
    warn_of_included(
        context,
        query.facility,
        pays_energy=any(stage.sourcing.asset for one in services for stage in one.stages),
    )
    training = spread_over(query.training_usd or 0.0, horizon.market.spans)
    trainings = [
        training if other.is_same_model else np.zeros_like(training) for other in deployments
    ]
    projection, *projections = projections_of(
        horizon, list(zip(services, [training, *trainings], strict=True))
    )
    warn_of_purchases(context, projection)
    warn_of_contracts(context, horizon, projection)
    for other, one in zip(deployments, projections, strict=True):
        child = context.child()
        warn_of_purchases(child, one)
        warn_as(context, other.name, child)
    warn_of_other_providers(
        context,
        projection,
        {one.name: own for one, own in zip(deployments, projections, strict=True)},
    )
    baseline = _baseline(context, query, projection, horizon.market.spans)
    alternatives = _alternatives(horizon, baseline, others, projections, is_drawn=is_drawn)
    return _answer(context, asked, horizon, baseline, alternatives, is_drawn=is_drawn)


def _profile(query: TcoQuery) -> RequestProfile:
    return RequestProfile(
        model=query.model,
        load=load_of(query.load, query.traffic, query.model),
        slo=query.slo,
        workload=query.workload,
    )


def _planned(
    context: QuoteContext, query: TcoQuery, profile: RequestProfile
) -> tuple[Horizon, Service]:
    """The horizon of a query, and the service of its deployment."""
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


def _baseline(
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


def _alternatives(
    horizon: Horizon,
    baseline: Baseline,
    others: Sequence[NamedAlternative],
    projections: Iterable[Projection],
    *,
    is_drawn: bool,
) -> tuple[AlternativeCost, ...]:
    """The costs of the alternatives; projections: of those that are deployments."""
    following = iter(projections)
    alternatives = [
        api_totals(baseline, other.source, horizon.market)
        if isinstance(other.source, Api)
        else deployment_totals(
            baseline, other.name, next(following), is_same_model=other.is_same_model
        )
        for other in others
    ]
    return compare(horizon, baseline, alternatives, has_intervals=is_drawn)


def _answer(
    context: QuoteContext,
    query: TcoQuery,
    horizon: Horizon,
    baseline: Baseline,
    alternatives: tuple[AlternativeCost, ...],
    *,
    is_drawn: bool,
) -> TcoAnswer:
    """The answer from the projection of the deployment and the costs of its alternatives."""
    projection, accounts, spans = baseline.projection, baseline.accounts, horizon.market.spans
    service, tokens = projection.service, projection.service.tokens
    waited = waits(projection.hours, projection.months)
    capacity = capacity_of(projection, accounts, waited)
    warn_of_waits(context, query, projection.service.tokens, capacity)
    total_usd = totals_of(accounts).usd_total
    ends = interval(horizon, projection, total_usd=total_usd) if is_drawn else NO_ENDS
    totals = totals_of(accounts, ends)
    fiscal_years = years = years_of(accounts, spans, start_month=1)
    if query.fiscal_year_start_month > 1:
        fiscal_years = years_of(accounts, spans, start_month=query.fiscal_year_start_month)
    first = alternatives[0] if alternatives else None
    drawn = drawn_of(context, query.uncertainty, horizon, projection, is_drawn=is_drawn)
    sure = confidence_of(context, query, horizon, projection, total_usd) if is_drawn else None
    months, rates = months_of(projection, accounts, waited, spans), rates_of(context, query, spans)
    return TcoAnswer(
        model=tokens.model.name if tokens else None,
        device=service.stages[0].fleet.device_name,
        replicas=tuple(replica_of(projection, at, spans) for at in range(len(service.stages))),
        capacity=capacity,
        purchase=purchase_of(context, horizon, baseline),
        months=months,
        totals=totals,
        years=years,
        fiscal_years=fiscal_years,
        alternatives=alternatives,
        break_even_month=first.break_even_month if first else None,
        break_even_requests_per_day=first.break_even_requests_per_day if first else None,
        contracts=contract_uses(projection.contracts, labels_of(spans)),
        cash=cash_of(
            projection,
            baseline.flows,
            spans,
            rate=baseline.rate,
            tax_fraction=query.payments.tax_fraction,
        ),
        start=date.fromordinal(spans[0].first_day).isoformat(),
        horizon_months=float(starts_of(spans)[-1]),
        inference_share_fraction=(
            1.0 - baseline.training_usd / totals.usd_total if totals.usd_total else 1.0
        ),
        uncertainty=drawn,
        confidence=sure,
        batch_tier=batch_tier_of(context, query, projection, spans, totals.usd_per_request),
        converted=converted(
            rates,
            [(one.month, Money(one.usd_total, one.usd_discounted)) for one in months],
            {str(one.year): one.usd_total for one in years},
            {str(one.year): one.usd_total for one in fiscal_years},
            fiscal_start=query.fiscal_year_start_month,
            ends_usd=ends,
        ),
        assumptions=context.assumptions,
        warnings=context.warnings,
        provenance=context.provenance(query),
    )


def _check(query: TcoQuery) -> None:
    """Refuse contradictory fields before anything is computed."""
    if query.load.requests_per_second is not None:
        raise InvalidQuery(
            "traffic gives the number of requests: leave out load.requests_per_second",
            field="load.requests_per_second",
            nearest=["traffic.requests_per_day"],
        )
    if query.uncertainty and query.uncertainty.draws * query.horizon_months > MOST_DRAWN_MONTHS:
        most = MOST_DRAWN_MONTHS // query.horizon_months
        raise InvalidQuery(
            f"at most {MOST_DRAWN_MONTHS:,} months are drawn: that is {most:,} draws of"
            f" {query.horizon_months} months",
            field="uncertainty.draws",
            nearest=[str(most)],
        )
