"""The monthly cost of a service at other loads."""

from collections.abc import Sequence, Sized

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.fleet.arrays import Columns, Part, part_of
from pricing.fleet.bill import items_of, spend_of, total_of
from pricing.fleet.contracts.bill import monthly_change_usd
from pricing.fleet.holdings import held
from pricing.fleet.hourly_costs import cover_fraction_of
from pricing.fleet.periods import Horizon, need_columns, needed, price_columns, priced
from pricing.fleet.projection import Projection
from pricing.fleet.purchases.assets import BY_COUNT, RUNNING, column_of
from pricing.fleet.service import Service
from pricing.numerics.number import Array
from pricing.numerics.structs import taken
from pricing.purchasing.owning.cost import CAPITAL_ITEMS
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
    services = [grid.projection.service for grid in grids]
    needs = [
        need_columns(
            horizon,
            service,
            service.stages[0],
            grid.requests_per_day,
            _first(grid.requests_per_day),
        )
        for service, grid in zip(services, grids, strict=True)
    ]
    periods, hours = needed(needs, horizon.load.week)
    peaks = periods["replicas"].tolist()
    parts: list[Part] = []
    places: list[int] = []
    months: list[int] = []
    begin = 0
    for service, grid in zip(services, grids, strict=True):
        rows = slice(begin, begin + len(grid.requests_per_day))
        stage, own_peaks = service.stages[0], peaks[rows]
        plans = steady_state_plans(
            service,
            stage,
            taken(hours, rows),
            own_peaks,
            period_hours=horizon.market.spans[0].hours,
        )
        training_usd = np.full(len(plans), grid.training_usd)
        columns = _held(service, plans, own_peaks)
        parts.append(price_columns(horizon, stage, _first(plans), columns, training_usd))
        places += [begin + plan.load for plan in plans]
        months += [plan.months for plan in plans]
        begin = rows.stop
    of = priced(part_of(periods, places), taken(hours, places), parts)
    items = items_of(of)
    counts = np.bincount(places, months, minlength=begin)

    def mean(usd: Array) -> Array:
        return np.asarray(np.bincount(places, usd * months, minlength=begin) / counts)

    ends = np.cumsum([len(grid.requests_per_day) for grid in grids])
    means = np.split(mean(total_of(items)), ends[:-1])
    if horizon.agreements:
        spend = {kind: np.split(mean(usd), ends[:-1]) for kind, usd in spend_of(of, items).items()}
        for at, service in enumerate(services):
            own = {kind: parts[at] for kind, parts in spend.items()}
            means[at] = means[at] + monthly_change_usd(horizon.agreements, service, own)
    return means


def _first(periods: Sized) -> NDArray[np.intp]:
    """The first month of the horizon, whose days and prices apply to every period."""
    return np.zeros(len(periods), np.intp)


def _held(service: Service, plans: Sequence[SteadyStatePlan], peaks: Sequence[float]) -> Columns:
    """Committed or owned replicas of a service in a month of each steady-state plan."""
    stage = service.stages[0]
    asset = stage.sourcing.asset
    owned = np.array([plan.owned for plan in plans], float)
    costs = {}
    if asset is not None:
        costs = {
            column_of(name): asset.monthly_usd(name) * owned
            for name in (*CAPITAL_ITEMS, *RUNNING, *BY_COUNT)
        }
    return held(
        np.array([plan.base for plan in plans]),
        owned=owned,
        committed_usd=[plan.committed_usd for plan in plans],
        beyond_usd=[plan.beyond_usd / plan.months for plan in plans],
        cover_fraction=[
            cover_fraction_of(service, stage, peaks[plan.load] - plan.base) for plan in plans
        ],
        **costs,
    )
