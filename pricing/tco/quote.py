"""TCO: what a service costs over time, beside its alternatives."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.fleet.bill import UNITS_PER_USD
from pricing.fleet.calendar import calendar, first_day
from pricing.fleet.hours import waits
from pricing.fleet.price_path import market_of
from pricing.fleet.projection import Horizon, Life, lives_of
from pricing.fleet.replicas import Served
from pricing.fleet.service import (
    Deployed,
    Service,
    check_used,
    generations_of,
    scaling_of,
    service_of,
)
from pricing.fleet.sourcing import TERM_MONTHS
from pricing.fleet.traffic import load_of
from pricing.numerics.columns import Array, Columns
from pricing.purchasing.site import warn_of_included
from pricing.quote.context import Ledger
from pricing.tco.alternatives import Own, compare, rival_api, rival_life
from pricing.tco.answer import AlternativeCost, Converted, TcoAnswer, Totals, Uncertain, Year
from pricing.tco.answer_capacity import CapacityUse
from pricing.tco.apis import Api
from pricing.tco.other_deployments import Other, others_of
from pricing.tco.overheads import overhead_of
from pricing.tco.purchases import purchase_of
from pricing.tco.query import TcoQuery, Uncertainty
from pricing.tco.report import (
    Accounts,
    accounts_of,
    discount_factors,
    months_of,
    replica_of,
    totals_of,
    years_of,
)
from pricing.tco.uncertainty import bands_of, uncertain
from pricing.tco.warnings import caution, tell
from pricing.unit_costs.estimate import Tokens

LONGEST_TERM_MONTHS = max(TERM_MONTHS.values())

MOST_DRAWN_MONTHS = 600_000
"""Months of all draws together that one question may ask for."""

DOLLARS = "USD"

LEAST_WAIT_SECONDS = 1e-9
"""A shorter mean wait is none: the tail of a distribution ends in numbers that mean nothing."""


def tco(query: TcoQuery, library: Library, *, is_drawn: bool = True) -> TcoAnswer:
    """Answer what a service costs over time.

    is_drawn: whether percentiles that are asked for are worked out, which takes the longest.
    Raises a Refusal where there is no honest answer: see pricing.errors.
    """
    ledger = Ledger.open(library, catalog=query.catalog, as_of=query.as_of)
    _check(query)
    served = Served(query.model, query.load, query.slo, query.traffic.cached_input_fraction)
    horizon, service = _planned(ledger, query, served)
    others = list(others_of(ledger, query, horizon.market, served, service))
    deployed = [other for other in others if isinstance(other.way, Service)]
    services = [service, *(other.way for other in others if isinstance(other.way, Service))]
    check_used(query.capacity, [one for one in services if one.scaling is service.scaling])
    warn_of_included(
        ledger,
        query.facility,
        pays_energy=any(stage.sourcing.asset for one in services for stage in one.stages),
    )
    training = _spread(query.training_usd or 0.0, query.horizon_months)
    trainings = [training if other.is_same_model else np.zeros_like(training) for other in deployed]
    life, *lives = lives_of(horizon, list(zip(services, [training, *trainings], strict=True)))
    caution(ledger, life)
    for other, one in zip(deployed, lives, strict=True):
        aside = ledger.aside()
        caution(aside, one)
        tell(ledger, aside, other.name)
    own = _own(ledger, query, life)
    alternatives = _alternatives(horizon, own, others, lives)
    return _answer(ledger, query, horizon, own, alternatives, is_drawn=is_drawn)


def _planned(ledger: Ledger, query: TcoQuery, served: Served) -> tuple[Horizon, Service]:
    """The months that a query asks about, and its own service in them."""
    months = query.horizon_months
    planned = calendar(first_day(query.start, ledger.as_of), months + LONGEST_TERM_MONTHS)
    change = ledger.given_or(
        query.price_change_per_year_fraction,
        "tco.price_change_per_year_fraction",
        field="price_change_per_year_fraction",
    )
    market = market_of(ledger, planned.spans[:months], change)
    load = load_of(ledger, query.traffic, months)
    scaling = scaling_of(ledger, query.capacity)
    first = Deployed(0, query.deployment, query.measured, query.purchase)
    deployed = generations_of(ledger, first, query.generations, market.spans)
    service = service_of(ledger, market, served, query.facility, scaling, deployed)
    overhead = overhead_of(ledger, market, query, service.tokens)
    return Horizon(market, load, planned, overhead), service


def _own(ledger: Ledger, query: TcoQuery, life: Life) -> Own:
    """The query's own life with its accounts."""
    rate = ledger.given_or(query.discount_rate_fraction, "capital.cost_of_capital_fraction")
    factors = discount_factors(rate, query.horizon_months)
    training_usd, tokens = query.training_usd or 0.0, life.service.tokens
    accounts = accounts_of(
        life,
        factors,
        training_usd=training_usd,
        tokens_per_request=(
            tokens.demand.input_tokens + tokens.demand.output_tokens if tokens else 0.0
        ),
    )
    return Own(life, accounts, training_usd, factors)


def _alternatives(
    horizon: Horizon,
    own: Own,
    others: Sequence[Other],
    lives: Iterable[Life],
) -> tuple[AlternativeCost, ...]:
    """What the others cost beside the query's own; lives: of those that are deployments."""
    following = iter(lives)
    rivals = [
        rival_api(own, other.way, horizon.market)
        if isinstance(other.way, Api)
        else rival_life(own, other.name, next(following), is_same_model=other.is_same_model)
        for other in others
    ]
    return compare(horizon, own, rivals)


def _answer(
    ledger: Ledger,
    query: TcoQuery,
    horizon: Horizon,
    own: Own,
    alternatives: tuple[AlternativeCost, ...],
    *,
    is_drawn: bool,
) -> TcoAnswer:
    """What there is to say of the query's own life, and of what stands beside it."""
    life, accounts, spans = own.life, own.accounts, horizon.market.spans
    service, tokens = life.service, life.service.tokens
    waited = waits(life.hours, life.months)
    capacity = _capacity(life, accounts, waited)
    _warn_of_waits(ledger, query, life.service.tokens, capacity)
    totals = totals_of(accounts)
    fiscal_years = years = years_of(accounts, spans, start_month=1)
    if query.fiscal_year_start_month > 1:
        fiscal_years = years_of(accounts, spans, start_month=query.fiscal_year_start_month)
    training_usd = query.training_usd or 0.0
    first = alternatives[0] if alternatives else None
    return TcoAnswer(
        model=tokens.model.name if tokens else None,
        device=service.stages[0].fleet.device.name,
        replicas=tuple(
            replica_of(stage, held, spans[stage.first])
            for stage, held in zip(service.stages, life.held, strict=True)
        ),
        capacity=capacity,
        purchase=purchase_of(ledger, horizon, life, accounts),
        months=months_of(life, accounts, waited, spans),
        totals=totals,
        years=years,
        fiscal_years=fiscal_years,
        alternatives=alternatives,
        break_even_month=first.break_even_month if first else None,
        break_even_requests_per_day=first.break_even_requests_per_day if first else None,
        inference_share_fraction=(
            1.0 - training_usd / totals.usd_total if totals.usd_total else 1.0
        ),
        uncertainty=_uncertain(ledger, horizon, life, query.uncertainty, is_drawn=is_drawn),
        converted=_converted(query, totals, years, fiscal_years),
        assumptions=ledger.assumptions,
        warnings=ledger.warnings,
        provenance=ledger.provenance(query),
    )


def _uncertain(
    ledger: Ledger, horizon: Horizon, life: Life, asked: Uncertainty | None, *, is_drawn: bool
) -> Uncertain | None:
    """Percentiles, where they are wanted; without them, bands are refused all the same."""
    if asked is None:
        return None
    bands = bands_of(ledger, asked)
    return uncertain(horizon, life, asked, bands) if is_drawn else None


def _check(query: TcoQuery) -> None:
    """Refuse fields that contradict each other, before anything is worked out."""
    if query.load.requests_per_second is not None:
        raise InvalidQuery(
            "traffic says how many requests come: leave out load.requests_per_second",
            field="load.requests_per_second",
            nearest=["traffic.requests_per_day"],
        )
    if query.currency != DOLLARS and query.usd_per_currency_unit is None:
        raise InvalidQuery(
            f"no release has exchange rates: give usd_per_currency_unit for {query.currency}, or"
            " ask in USD",
            field="currency",
            nearest=[DOLLARS],
        )
    if query.currency == DOLLARS and query.usd_per_currency_unit not in {None, 1.0}:
        raise InvalidQuery(
            "a dollar is a dollar: leave usd_per_currency_unit out, or name its currency",
            field="usd_per_currency_unit",
        )
    if query.uncertainty and query.uncertainty.draws * query.horizon_months > MOST_DRAWN_MONTHS:
        most = MOST_DRAWN_MONTHS // query.horizon_months
        raise InvalidQuery(
            f"at most {MOST_DRAWN_MONTHS:,} months are drawn: {most:,} draws of"
            f" {query.horizon_months} months",
            field="uncertainty.draws",
            nearest=[str(most)],
        )


def _spread(training_usd: float, months: int) -> Array:
    """A training bill in equal parts whose printed digits add up to it."""
    units = round(training_usd * UNITS_PER_USD)
    marks = [units * month // months for month in range(months + 1)]
    return np.array([(end - begin) / UNITS_PER_USD for begin, end in pairwise(marks)])


def _capacity(life: Life, accounts: Accounts, waited: Columns) -> CapacityUse:
    """How the replicas follow the load, over the whole horizon."""
    scaling = life.service.scaling
    requests, running, work = (
        float(accounts.quantity(name).sum()) for name in ("requests", "running_hours", "work_hours")
    )
    wait_seconds = float(waited["waited_seconds"].sum()) / requests if requests else 0.0
    return CapacityUse(
        scaling=scaling.scaling,
        target_utilization_fraction=scaling.target,
        utilization_fraction=work / running if running else 0.0,
        peak_replicas=int(life.months["replicas"].max()),
        redundant_replicas=int(scaling.redundant),
        wait_p50_seconds=float(waited["wait_p50_seconds"].max()),
        wait_p99_seconds=float(waited["wait_p99_seconds"].max()),
        wait_mean_seconds=wait_seconds if wait_seconds >= LEAST_WAIT_SECONDS else 0.0,
        cold_start_fraction=(
            min(float(waited["cold_requests"].sum()) / requests, 1.0) if requests else 0.0
        ),
    )


def _warn_of_waits(
    ledger: Ledger, query: TcoQuery, tokens: Tokens | None, capacity: CapacityUse
) -> None:
    """Say where waits break the objective."""
    limit = query.slo.ttft_seconds
    if limit is not None and tokens is not None:
        reached = tokens.serving.ttft_seconds + capacity.wait_p99_seconds
        if reached > limit:
            ledger.warn(
                f"in the worst hour 1% of the requests wait {capacity.wait_p99_seconds:.3g} s or"
                f" longer, and get their first token after {reached:.3g} s: lower"
                " capacity.target_utilization_fraction, or add redundant_replicas"
            )


def _converted(
    query: TcoQuery, totals: Totals, years: Sequence[Year], fiscal_years: Sequence[Year]
) -> Converted | None:
    """Totals and years in the query's currency."""
    rate = query.usd_per_currency_unit
    if query.currency == DOLLARS or rate is None:
        return None
    return Converted(
        currency=query.currency,
        usd_per_currency_unit=rate,
        total=totals.usd_total / rate,
        discounted=totals.usd_discounted / rate,
        years={str(year.year): year.usd_total / rate for year in years},
        fiscal_years={str(year.year): year.usd_total / rate for year in fiscal_years},
    )
