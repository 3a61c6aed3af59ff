"""The total cost of ownership of a service over time, compared with alternatives."""

from collections.abc import Iterable, Sequence
from datetime import date

import numpy as np
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.fleet.calendar import starts_of
from pricing.fleet.hours import waits
from pricing.fleet.periods import Horizon
from pricing.fleet.projection import Projection, projections_of
from pricing.fleet.service import Service, check_used
from pricing.purchasing.contracts.answer import contract_uses
from pricing.purchasing.machines import on_machine
from pricing.purchasing.site import warn_of_included
from pricing.quote.answer import labelled
from pricing.quote.context import QuoteContext
from pricing.quote.doubts.check import warn_of_doubts
from pricing.quote.drivers import drivers_of, strong
from pricing.tco.alternative_costs import Baseline, api_totals, compare, deployment_totals
from pricing.tco.alternatives import NamedAlternative, alternatives_of, side_by_side
from pricing.tco.answer import AlternativeCost, TcoAnswer
from pricing.tco.apis import Api
from pricing.tco.certainty.confidence import confidence_of
from pricing.tco.currencies.conversion import Money, converted, rates_of
from pricing.tco.deployments.single_deployment import (
    baseline_of,
    planned,
    profile_of,
    reader_of,
    total_usd,
)
from pricing.tco.payments.cash import cash_of
from pricing.tco.payments.flows import labels_of, spread_over
from pricing.tco.purchases import purchase_of, warn_of_other_providers
from pricing.tco.query import TcoQuery
from pricing.tco.replicas.replica import replica_of
from pricing.tco.report import (
    NO_ENDS,
    capacity_of,
    months_of,
    totals_of,
    years_of,
)
from pricing.tco.tiers.batch_work import batch_tier_of
from pricing.tco.uncertainty import drawn_of, interval
from pricing.tco.warnings import (
    warn_as,
    warn_of_contracts,
    warn_of_purchases,
    warn_of_start,
    warn_of_waits,
)

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

    usd, read = answer.totals.usd_total, reader_of(query, catalog)

    def ask(variant: Catalog) -> float:
        return total_usd(query, variant) if any(map(read, variant.changed)) else usd

    drivers = drivers_of(catalog, answer.assumptions, "usd_total", usd, ask)
    return replace(answer, drivers=drivers, warnings=(*answer.warnings, *strong(drivers)))


def answer_of(query: TcoQuery, catalog: Catalog, *, is_drawn: bool) -> TcoAnswer:
    """The answer of one release, without drivers. Raises a Refusal."""
    context = QuoteContext(catalog, query.as_of)
    warn_of_doubts(context, query)
    _check(query)
    asked, query = query, side_by_side(catalog, query)
    profile = profile_of(query)
    horizon, service = planned(context, query, profile)
    warn_of_start(context, horizon.market.spans[0].first_day)
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
    baseline = baseline_of(context, query, projection, horizon.market.spans)
    alternatives = _alternatives(horizon, baseline, others, projections, is_drawn=is_drawn)
    return _answer(context, asked, horizon, baseline, alternatives, is_drawn=is_drawn)


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
