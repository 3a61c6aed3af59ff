"""Projections of services month by month, all of them computed in one pass."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.errors import Infeasible
from pricing.fleet.bill import MOST_USD, items_of, total_of
from pricing.fleet.calendar import Calendar
from pricing.fleet.holdings import Holdings, holdings_of
from pricing.fleet.hours import Hours
from pricing.fleet.periods import Loads, Overhead, need_rows, needed, price_rows, priced
from pricing.fleet.price_path import Market
from pricing.fleet.service import Service
from pricing.fleet.traffic import MonthlyLoad
from pricing.numerics.columns import Array, Columns, part_of

MOST_REPLICAS = 1_000_000
"""Most replicas that are planned. A larger number is probably a typing error."""


class Horizon(Struct, frozen=True, eq=False):
    """The planning horizon that all services of a query share: months, load and prices.

    calendar: the months of the horizon, and later months that commitments may reach into.
    """

    market: Market
    load: MonthlyLoad
    calendar: Calendar
    overhead: Overhead


class Projection(Struct, frozen=True, eq=False):
    """A service month by month.

    months: columns of each month (see periods); items: the bill of each month [USD]; holdings:
    committed or owned replicas of every stage.
    """

    service: Service
    months: Columns
    hours: Hours
    items: Columns
    holdings: tuple[Holdings, ...]


def projections_of(horizon: Horizon, services: Sequence[tuple[Service, Array]]) -> list[Projection]:
    """The projections of services, each given with its monthly share of a training bill [USD].

    Raises Infeasible for a load that needs more than MOST_REPLICAS.
    """
    spans = horizon.market.spans
    stages = [(service, stage) for service, _ in services for stage in service.stages]
    loads = [
        Loads(
            horizon.calendar,
            horizon.load.requests_per_day[stage.first : stage.last],
            np.arange(stage.first, stage.last),
        )
        for _, stage in stages
    ]
    periods, hours = needed(
        (
            need_rows(service, stage, asked)
            for (service, stage), asked in zip(stages, loads, strict=True)
        ),
        horizon.load.week,
    )
    peaks = periods["replicas"].tolist()
    _check(peaks, horizon)
    holdings, prices, begin = [], [], 0
    trainings = [usd for service, usd in services for _ in service.stages]
    for (service, stage), asked, training in zip(stages, loads, trainings, strict=True):
        end = begin + len(asked.months)
        holdings.append(
            holdings_of(
                service,
                stage,
                horizon.market,
                horizon.calendar.hours,
                hours.of(begin, end),
                peaks[begin:end],
            )
        )
        prices.append(
            price_rows(
                stage, asked, holdings[-1], horizon.overhead, training[stage.first : stage.last]
            )
        )
        begin = end
    periods = priced(periods, hours, prices)
    items = items_of(periods)
    check_sum(total_of(items), "the horizon")
    projections, begin, of = [], 0, 0
    for service, _ in services:
        projections.append(
            Projection(
                service,
                part_of(periods, begin, begin + len(spans)),
                hours.of(begin, begin + len(spans)),
                part_of(items, begin, begin + len(spans)),
                tuple(holdings[of : of + len(service.stages)]),
            )
        )
        begin, of = begin + len(spans), of + len(service.stages)
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
