"""Lives: services worked out month by month, all of them in one pass."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.errors import Infeasible
from pricing.fleet.bill import MOST_USD, items_of, total_of
from pricing.fleet.calendar import Calendar
from pricing.fleet.holdings import Held, held_of
from pricing.fleet.hours import Hours
from pricing.fleet.periods import Loads, Overhead, need_rows, needed, price_rows, priced
from pricing.fleet.price_path import Market
from pricing.fleet.service import Service
from pricing.fleet.traffic import Load
from pricing.numerics.columns import Array, Columns, part_of

MOST_REPLICAS = 1_000_000
"""Beyond, a plan says more about a typing error than about a service."""


class Horizon(Struct, frozen=True, eq=False):
    """What all services of a query share: the months, their load and their prices.

    calendar: of the months, and of those after them that commitments may reach into.
    """

    market: Market
    load: Load
    calendar: Calendar
    overhead: Overhead


class Life(Struct, frozen=True, eq=False):
    """A service month by month.

    months: what each month needs and is billed by (see periods); items: the bill of each
    month [USD]; held: of every stage.
    """

    service: Service
    months: Columns
    hours: Hours
    items: Columns
    held: tuple[Held, ...]


def lives_of(horizon: Horizon, services: Sequence[tuple[Service, Array]]) -> list[Life]:
    """The services month by month, each with its share of a training bill in every month [USD].

    Raises Infeasible for a load that no count of replicas carries.
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
    held, prices, begin = [], [], 0
    trainings = [usd for service, usd in services for _ in service.stages]
    for (service, stage), asked, training in zip(stages, loads, trainings, strict=True):
        end = begin + len(asked.months)
        held.append(
            held_of(
                service,
                stage,
                horizon.market,
                horizon.calendar.hours,
                hours.of(begin, end),
                peaks[begin:end],
            )
        )
        prices.append(
            price_rows(stage, asked, held[-1], horizon.overhead, training[stage.first : stage.last])
        )
        begin = end
    periods = priced(periods, hours, prices)
    items = items_of(periods)
    check_sum(total_of(items), "the horizon")
    lives, begin, of = [], 0, 0
    for service, _ in services:
        lives.append(
            Life(
                service,
                part_of(periods, begin, begin + len(spans)),
                hours.of(begin, begin + len(spans)),
                part_of(items, begin, begin + len(spans)),
                tuple(held[of : of + len(service.stages)]),
            )
        )
        begin, of = begin + len(spans), of + len(service.stages)
    return lives


def _check(peaks: Sequence[float], horizon: Horizon) -> None:
    """Refuse a load that no count of replicas carries."""
    most = max(peaks)
    if most > MOST_REPLICAS:
        months = len(horizon.market.spans)
        month = next(at for at, peak in enumerate(peaks) if peak == most) % months
        raise Infeasible(
            f"{horizon.market.spans[month].label} would need {most:.3g} replicas, and at most"
            f" {MOST_REPLICAS:,} are planned: lower the load or its growth, or give a larger"
            " deployment",
            field="traffic",
        )


def check_sum(costs_usd: Array, what: str) -> None:
    """Refuse sums that a double does not hold to the last digit. Raises Infeasible."""
    if not costs_usd.sum() <= MOST_USD:
        raise Infeasible(
            f"{what} would cost more than {MOST_USD:.0e} USD: look at the load, its growth"
            " and the prices",
            field="traffic",
        )
