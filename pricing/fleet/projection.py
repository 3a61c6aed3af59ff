"""Projections of services month by month, all of them computed in one pass."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pricing.errors import Infeasible
from pricing.fleet.arrays import Columns, part_of
from pricing.fleet.bill import MOST_USD, items_of, spend_of, total_of
from pricing.fleet.contracts.bill import bound_of, settled_of, with_contracts
from pricing.fleet.contracts.planning import eased, moves_plans, planned_under
from pricing.fleet.holdings import (
    Holdings,
    chosen_of,
    first_committed,
    held,
    owned_columns,
    ownership_of,
)
from pricing.fleet.hours import Hours
from pricing.fleet.periods import Horizon, fixed_costs, need_columns, needed, price_columns, priced
from pricing.fleet.purchases.assets import OwnershipCosts
from pricing.fleet.purchases.commitments import later_usd
from pricing.fleet.purchases.price_path import PricePath
from pricing.fleet.service import Service, Stage
from pricing.numerics.number import Array
from pricing.numerics.structs import taken
from pricing.purchasing.contracts.settlement import Settled

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

    @property
    def later_usd(self) -> float:
        """What is due after the horizon of terms, leases and contracts: part of its last month."""
        last = self.holdings[-1]
        leased = 0.0 if last.ownership is None else last.ownership.lease_left_usd
        contracted = sum(float(one.later.sum()) for one in self.contracts)
        return later_usd(last.commitments, last.by_commitment) + leased + contracted


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
    training = [usd[of_stage] for (*_, usd), of_stage in zip(asked, months, strict=True)]
    found, fixed, refusals = [], [], []
    market, calendar = horizon.market, horizon.calendar
    for (service, given, _), of_stage, training_usd, rows in zip(
        asked, months, training, _rows(months), strict=True
    ):
        ownership = ownership_of(given, market, calendar, peaks[rows])
        of, own_hours = part_of(periods, rows), taken(hours, rows)
        fixed.append(
            fixed_costs(horizon, of_stage, of["requests"]) + training_usd
            if ownership is None
            else _beside_rented(horizon, given, of_stage, of, own_hours, ownership, training_usd)
        )
        stage, holdings, refusal = _chosen(
            horizon, service, given, own_hours, peaks[rows], fixed[-1], ownership
        )
        found.append((stage, holdings))
        refusals.append(refusal)

    def billed() -> tuple[Columns, Columns]:
        """The months of all services, and their items."""
        prices = [
            price_columns(horizon, stage, of_stage, own.columns, training_usd)
            for (stage, own), of_stage, training_usd in zip(found, months, training, strict=True)
        ]
        of = priced(periods, hours, prices)
        return of, items_of(of)

    of, items = billed()
    for service, rows, own in _services(horizon, services):
        if moves_plans(horizon, service):
            found[own] = planned_under(
                horizon,
                service,
                found[own],
                taken(hours, rows),
                peaks[rows],
                spend_of(part_of(of, rows), part_of(items, rows)),
                np.concatenate(fixed[own]),
                next(filter(None, refusals[own]), None),
            )
            of, items = billed()
    check_sum(total_of(items), "the horizon")
    return [
        _projection(
            horizon,
            service,
            found[own],
            part_of(of, rows),
            part_of(items, rows),
            taken(hours, rows),
        )
        for service, rows, own in _services(horizon, services)
    ]


def _projection(
    horizon: Horizon,
    service: Service,
    chosen: Sequence[tuple[Stage, Holdings]],
    of: Columns,
    items: Columns,
    hours: Hours,
) -> Projection:
    """A service with what its stages hold, and its bill under contracts; of: its months."""
    stages, holdings = zip(*chosen, strict=True)
    service = replace(service, stages=stages)
    contracts = settled_of(bound_of(horizon.agreements, service), of, items)
    return Projection(service, of, hours, with_contracts(items, contracts), holdings, contracts)


def _chosen(
    horizon: Horizon,
    service: Service,
    given: Stage,
    hours: Hours,
    peaks: Sequence[float],
    fixed_usd: Array,
    ownership: OwnershipCosts | None,
) -> tuple[Stage, Holdings, Infeasible | None]:
    """A stage and its holdings at the prices before contracts: see chosen_of.

    With the refusal where its months keep their bound under contracts alone, if at all.
    """

    def chosen(stage: Stage) -> tuple[Stage, Holdings]:
        return chosen_of(service, stage, horizon.calendar, hours, peaks, fixed_usd, ownership)

    try:
        return *chosen(given), None
    except Infeasible as refusal:
        for stage in eased(horizon, service, given):
            with suppress(Infeasible):
                return *chosen(stage), refusal
        raise


def _beside_rented(
    horizon: Horizon,
    stage: Stage,
    months: NDArray[np.intp],
    periods: Columns,
    hours: Hours,
    ownership: OwnershipCosts,
    training_usd: Array,
) -> Array:
    """What the months of a stage cost beside the replicas that it rents [USD]."""
    columns = held(ownership.replicas, **owned_columns(ownership))
    part = price_columns(horizon, stage, months, columns, training_usd)
    of = priced(periods, hours, [{**part, "hourly_usd": 0.0}])
    usd = total_of(items_of(of))
    if stage.last == len(horizon.market.spans):
        usd[-1] -= ownership.lease_left_usd  # no bound of a month counts what is due later
    return usd


def _services(
    horizon: Horizon, services: Sequence[tuple[Service, Array]]
) -> Iterator[tuple[Service, slice, slice]]:
    """Each service with its rows, and with its places among the stages of all."""
    months, first = len(horizon.market.spans), 0
    for place, (service, _) in enumerate(services):
        last = first + len(service.stages)
        yield service, slice(place * months, (place + 1) * months), slice(first, last)
        first = last


def _rows(months: Sequence[NDArray[np.intp]]) -> Iterator[slice]:
    """The rows of stages whose months stand one after the other."""
    begin = 0
    for one in months:
        yield slice(begin, begin + len(one))
        begin += len(one)


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
