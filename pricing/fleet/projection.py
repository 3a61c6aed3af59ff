"""Projections of services month by month, all of them computed in one pass."""

from collections.abc import Sequence
from itertools import islice

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.fleet.arrays import Array, Columns, part_of
from pricing.fleet.bill import MOST_USD, items_of, total_of
from pricing.fleet.contracts.bill import bound_of, settled_of, with_contracts
from pricing.fleet.holdings import Holdings, chosen_of, first_committed
from pricing.fleet.hours import Hours
from pricing.fleet.periods import (
    Horizon,
    fixed_costs,
    need_columns,
    needed,
    price_columns,
    priced,
)
from pricing.fleet.purchases.price_path import PricePath
from pricing.fleet.service import Service
from pricing.numerics.structs import taken
from pricing.purchasing.contracts.settling import Settled

MOST_REPLICAS = 1_000_000
"""Most replicas that are planned. A larger number is probably a typing error."""


class Projection(Struct, frozen=True, eq=False):
    """A service month by month.

    months: columns of each month (see periods); items: the bill of each month [USD]; holdings:
    committed or owned replicas of every stage; contracts: over the whole bill.
    """

    service: Service
    months: Columns
    hours: Hours
    items: Columns
    holdings: tuple[Holdings, ...]
    contracts: tuple[Settled, ...] = ()

    @property
    def committed(self) -> list[PricePath]:
        """The price path of the first term of each stage that commits anything."""
        paths = [first_committed(holdings) for holdings in self.holdings]
        return [path for path in paths if path is not None]


def projections_of(horizon: Horizon, services: Sequence[tuple[Service, Array]]) -> list[Projection]:
    """The projections of services, each given with its monthly share of a training bill [USD].

    Raises Infeasible for a load that needs more than MOST_REPLICAS.
    """
    asked = [(service, stage, usd) for service, usd in services for stage in service.stages]
    months = [np.arange(stage.first, stage.last) for _, stage, _ in asked]
    needs = [
        need_columns(horizon, service, stage, horizon.load.requests_per_day[of_stage], of_stage)
        for (service, stage, _), of_stage in zip(asked, months, strict=True)
    ]
    periods, hours = needed(needs, horizon.load.week)
    peaks = periods["replicas"].tolist()
    _check(peaks, horizon)
    holdings, stages, prices, begin = [], [], [], 0
    for (service, given, training_usd), of_stage in zip(asked, months, strict=True):
        rows = slice(begin, begin + len(of_stage))
        stage, own = chosen_of(
            service,
            given,
            horizon.market,
            horizon.calendar,
            taken(hours, rows),
            peaks[rows],
            fixed_costs(horizon, of_stage, periods["requests"][rows]) + training_usd[of_stage],
        )
        holdings.append(own)
        stages.append(stage)
        prices.append(price_columns(horizon, stage, of_stage, own.columns, training_usd[of_stage]))
        begin = rows.stop
    periods = priced(periods, hours, prices)
    items = items_of(periods)
    check_sum(total_of(items), "the horizon")
    projections, begin = [], 0
    own_holdings, own_stages = iter(holdings), iter(stages)
    for asked_for, _ in services:
        chosen = tuple(islice(own_stages, len(asked_for.stages)))
        service = replace(asked_for, stages=chosen)
        rows = slice(begin, begin + len(horizon.market.spans))
        of, own_items = part_of(periods, rows), part_of(items, rows)
        contracts = settled_of(bound_of(horizon.agreements, service), of, own_items)
        projections.append(
            Projection(
                service,
                of,
                taken(hours, rows),
                with_contracts(own_items, contracts),
                tuple(islice(own_holdings, len(service.stages))),
                contracts,
            )
        )
        begin = rows.stop
    return projections


def _check(peaks: Sequence[float], horizon: Horizon) -> None:
    """Refuse a load that needs more than MOST_REPLICAS."""
    most = max(peaks)
    if most > MOST_REPLICAS:
        months = len(horizon.market.spans)
        month = next(at for at, peak in enumerate(peaks) if peak == most) % months
        raise Infeasible(
            f"{horizon.market.spans[month].label} would need {most:.3g} replicas, and a plan has at"
            f" most {MOST_REPLICAS:,}: lower the load or its growth, or give a larger deployment",
            field="traffic",
        )


def check_sum(costs_usd: Array, what: str) -> None:
    """Refuse a sum above MOST_USD. Raises Infeasible."""
    if not costs_usd.sum() <= MOST_USD:
        raise Infeasible(
            f"{what} would cost more than {MOST_USD:.0e} USD: check the load, its growth and the"
            " prices",
            field="traffic",
        )
