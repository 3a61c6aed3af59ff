"""The monthly cost of a service at other loads."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.fleet.assets import PRICED, OwnershipCosts
from pricing.fleet.bill import items_of, total_of
from pricing.fleet.holdings import Holdings, cover_fraction_of
from pricing.fleet.periods import Loads, need_rows, needed, price_rows, priced
from pricing.fleet.projection import Horizon, Projection
from pricing.numerics.columns import Array, Rows
from pricing.tco.steady_state import SteadyStatePlan, steady_state_plans


class Grid(Struct, frozen=True, eq=False):
    """Loads at which the monthly cost of a projection is wanted."""

    projection: Projection
    training_usd: float
    requests_per_day: Array


def monthly_costs(horizon: Horizon, grids: Sequence[Grid]) -> list[Array]:
    """The mean monthly cost over the horizon at every load of every grid [USD].

    The load is constant, with the prices and the days of the first month. The plan commits and
    buys as it would for that load over the horizon. A commitment is paid for to its end.
    """
    span = horizon.market.spans[0]
    asked = [_loads(horizon, grid.requests_per_day) for grid in grids]
    periods, hours = needed(
        (
            need_rows(grid.projection.service, grid.projection.service.stages[0], loads)
            for grid, loads in zip(grids, asked, strict=True)
        ),
        horizon.load.week,
    )
    peaks = periods["replicas"].tolist()
    rows: list[Rows] = []
    places: list[int] = []
    months: list[int] = []
    begin = 0
    for grid in grids:
        end = begin + len(grid.requests_per_day)
        stage = grid.projection.service.stages[0]
        plans = steady_state_plans(
            grid.projection.service,
            stage,
            hours.of(begin, end),
            peaks[begin:end],
            period_hours=span.hours,
        )
        plan_loads = [plan.load for plan in plans]
        rows.append(
            price_rows(
                stage,
                _loads(horizon, grid.requests_per_day[plan_loads]),
                _holdings(grid, plans, peaks[begin:end]),
                horizon.overhead,
                np.full(len(plans), grid.training_usd),
            )
        )
        places += [begin + load for load in plan_loads]
        months += [plan.months for plan in plans]
        begin = end
    taken = {name: column[places] for name, column in periods.items()}
    usd = total_of(items_of(priced(taken, hours.at(places), rows)))
    sums = np.bincount(places, usd * months, minlength=begin)
    means = sums / np.bincount(places, months, minlength=begin)
    ends = np.cumsum([len(grid.requests_per_day) for grid in grids])
    return np.split(means, ends[:-1])


def _loads(horizon: Horizon, requests_per_day: Array) -> Loads:
    """These loads, each in the first month."""
    return Loads(horizon.calendar, requests_per_day, np.zeros(len(requests_per_day), np.intp))


def _holdings(grid: Grid, plans: Sequence[SteadyStatePlan], peaks: Sequence[float]) -> Holdings:
    """Committed or owned replicas of a service in a month of each steady-state plan."""
    service = grid.projection.service
    stage = service.stages[0]
    asset = stage.sourcing.asset
    base = tuple(plan.base for plan in plans)
    ownership = None
    if asset is not None:
        counts, none = np.array(base, float), np.zeros(len(base))
        ownership = OwnershipCosts(
            replicas=base,
            depreciation=asset.depreciation_usd * counts,
            write_off=none,
            hosting=asset.hosting_usd * counts,
            operations=asset.operations_usd * counts,
            by_acquisition=np.zeros((len(PRICED), 0, len(base))),
            paid=none,
            returned=none,
            acquisitions=(),
        )
    return Holdings(
        base,
        tuple(plan.committed_usd for plan in plans),
        tuple(plan.beyond_usd / plan.months for plan in plans),
        tuple(cover_fraction_of(service, stage, peaks[plan.load] - plan.base) for plan in plans),
        ownership=ownership,
    )
