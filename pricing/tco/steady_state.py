"""Plans at constant load: the base that a purchase plan commits, term after term."""

from collections.abc import Sequence
from functools import cache, partial

import numpy as np
from msgspec import Struct

from pricing.fleet.holdings import hourly_cost_by_base, offers_of
from pricing.fleet.hours import Hours
from pricing.fleet.purchases.base_plan import (
    DECISION_MONTHS,
    Choice,
    Offer,
    PiecewiseLinear,
    best_levels,
    cheapest,
)
from pricing.fleet.service import Service, Stage


class SteadyStatePlan(Struct, frozen=True):
    """Months of the horizon in which a constant load is served by the same base.

    load: index of the load; base: committed or owned replicas; committed_usd: hourly price of one;
    beyond_usd: cost of terms after the horizon, for all these months.
    """

    load: int
    months: int
    base: int
    committed_usd: float = 0.0
    beyond_usd: float = 0.0


def steady_state_plans(
    service: Service,
    stage: Stage,
    hours: Hours,
    peaks: Sequence[float],
    *,
    period_hours: float,
) -> list[SteadyStatePlan]:
    """The commitments of a stage's plan over its months, for each load held constant.

    Prices are those of the first month of the stage. Months thus differ only by the remaining part
    of a term. hours, peaks: one month for each load, of `period_hours`.
    """
    sourcing, months = stage.sourcing, stage.last - stage.first
    size = sourcing.base_replicas
    bases = [int(peak) if size is None else size for peak in peaks]
    offers = offers_of(stage)
    if sourcing.asset is not None:
        return [SteadyStatePlan(load, months, base) for load, base in enumerate(bases)]
    if not offers:
        return [SteadyStatePlan(load, months, 0) for load in range(len(peaks))]
    if sourcing.covers or size is not None:
        usd = float(offers[0].usd_per_replica_hour[0])
        beyond_hours = -months % offers[0].months * period_hours
        return [
            SteadyStatePlan(load, months, base, usd, base * usd * beyond_hours)
            for load, base in enumerate(bases)
        ]
    costs = hourly_cost_by_base(service, stage, hours, np.full(len(peaks), stage.first))
    choice = cache(partial(_choice, costs, period_hours))
    choices = {
        begin: [
            choice(offer, min(offer.months if offer else DECISION_MONTHS, months - begin))
            for offer in (None, *offers)
        ]
        for begin in range(0, months, DECISION_MONTHS)
    }
    return [
        plan
        for load, taken in enumerate(cheapest(choices, months))
        for plan in _merged_plans(load, taken, period_hours)
    ]


def _choice(
    costs: PiecewiseLinear, period_hours: float, offer: Offer | None, months: int
) -> Choice:
    """The choice of a term, or of a year by the hour, with so many months within the horizon."""
    summed = costs.scaled(months)
    count = len(summed.weights)
    if offer is None:
        return Choice(months, summed.usd_without_base(), [0] * count)
    paid = np.full(count, float(offer.usd_per_replica_hour[0]) * period_hours * offer.months)
    replicas, usd = best_levels(summed, paid)
    return Choice(months, usd, replicas, offer)


def _merged_plans(
    load: int, taken: Sequence[tuple[int, Choice, int]], period_hours: float
) -> list[SteadyStatePlan]:
    """The choices of a load, with equal ones merged."""
    months: dict[tuple[int, float], int] = {}
    beyond: dict[tuple[int, float], float] = {}
    for _, choice, replicas in taken:
        usd, rest = 0.0, 0
        if choice.offer is not None and replicas:
            usd = float(choice.offer.usd_per_replica_hour[0])
            rest = choice.offer.months - choice.months
        alike = replicas, usd
        months[alike] = months.get(alike, 0) + choice.months
        beyond[alike] = beyond.get(alike, 0.0) + replicas * usd * rest * period_hours
    return [SteadyStatePlan(load, months[alike], *alike, beyond[alike]) for alike in months]
