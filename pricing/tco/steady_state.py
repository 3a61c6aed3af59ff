"""Plans at constant load: the base that a purchase plan commits, term after term."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

import numpy as np
from msgspec import Struct

from pricing.fleet.holdings import offers_of
from pricing.fleet.hourly_costs import hourly_cost_by_base
from pricing.fleet.hours import Hours
from pricing.fleet.purchases.burst_costs import BurstCosts, common_unit, lower_hull
from pricing.fleet.purchases.commitments import Offer
from pricing.fleet.service import Service, Stage
from pricing.numerics.number import Array


class SteadyStatePlan(Struct, frozen=True):
    """Months of the horizon in which a constant load is served by the same base.

    load: index of the load; base: committed and owned replicas; owned: those of them that are;
    committed_usd: hourly price of one of the others, with what its instance leaves unused;
    beyond_usd: cost of terms after the horizon, for all these months.
    """

    load: int
    months: int
    base: float
    owned: float = 0.0
    committed_usd: float = 0.0
    beyond_usd: float = 0.0


def steady_state_plans(
    service: Service, stage: Stage, hours: Hours, peaks: Sequence[float], *, period_hours: float
) -> list[SteadyStatePlan]:
    """The commitments of a stage's plan over its months, for each load held constant.

    Prices are those of the first month of the stage. hours, peaks: one month for each load, of
    `period_hours`. Of a ladder, every replica has the terms that cost least for it alone.
    """
    sourcing, months = stage.sourcing, stage.last - stage.first
    size: float | None = sourcing.base_replicas
    if sourcing.base_usd_per_hour is not None:
        usd = fmean(sourcing.base_usd_per_hour[stage.first : stage.last])
        size = usd / float(offers_of(stage)[0].usd_per_replica_hour[0])
    bases = [int(peak) if size is None else size for peak in peaks]
    offers = offers_of(stage)
    owned = np.array(bases, float) if sourcing.asset else np.zeros(len(peaks))
    if not offers:
        return [
            SteadyStatePlan(load, months, base, base) for load, base in enumerate(owned.tolist())
        ]
    if sourcing.is_sized:
        usd = float(offers[0].usd_per_replica_hour[0])
        beyond_hours = -months % offers[0].months * period_hours
        usd *= 1.0 + offers[0].capital_ratio
        charged = [usd * (1.0 + offers[0].unused_ratio(base)) for base in bases]
        return [
            SteadyStatePlan(load, months, base, 0.0, one, base * one * beyond_hours)
            for load, (base, one) in enumerate(zip(bases, charged, strict=True))
        ]
    hourly = sourcing.hourly
    by_the_hour = hourly.instances(stage.fleet.device_count).replicas if hourly else 1.0
    first = np.full(len(peaks), stage.first)
    above = owned if sourcing.asset else None

    def costs_of(unit: int, most_levels: int | None) -> BurstCosts:
        return hourly_cost_by_base(
            service, stage, hours, first, owned=above, unit=unit, most_levels=most_levels
        )

    unit = common_unit(costs_of, [offer.unit for offer in offers], int(by_the_hour))
    costs = costs_of(unit, None)
    beyond = costs.usd_of_each()
    plans = []
    for length, usd in _terms(offers, unit, period_hours, months):
        best = (beyond + usd * costs.bases).argmin(axis=1)
        plans += [
            SteadyStatePlan(load, length, held + base, held, usd / period_hours)
            for load, (base, held) in enumerate(
                zip(costs.bases[best].tolist(), owned.tolist(), strict=True)
            )
        ]
    return plans


def _terms(
    offers: Sequence[Offer], unit: int, period_hours: float, months: int
) -> list[tuple[int, float]]:
    """How many months each further step of commitment covers, and a replica-month of it [USD].

    The steps are those of the least cost of covering the first months, where it pays to stop
    between them. The last one is by the hour, at no price.
    """
    paid = [
        float(one.usd_per_replica_hour[0] * (1.0 + one.unused_ratio(unit)))
        * (1.0 + one.capital_ratio)
        * period_hours
        for one in offers
    ]
    least = np.zeros(months + 1)
    for covered in range(1, months + 1):
        least[covered] = min(
            usd * one.months + least[max(covered - one.months, 0)]
            for usd, one in zip(paid, offers, strict=True)
        )
    counts: Array = np.arange(months + 1.0)
    ends = lower_hull(counts, least)
    return [
        (last - first, float((least[last] - least[first]) / (last - first)))
        for first, last in pairwise(ends)
    ]
