"""Bills of a sweep of runs: that of every row, by the functions of the point quote."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.numerics.number import Number, otherwise
from pricing.numerics.structs import ALL, Column, Rows, by_value, taken
from pricing.purchasing.price import Rate
from pricing.purchasing.query import RunPurchase
from pricing.run_costs.bill import stored_under
from pricing.run_costs.offers import Deal, part_of, single_offer
from pricing.run_costs.option import Plan, mean_usd, paid_usd, planned, usd_percentiles
from pricing.sweeps.refusals import DISCOUNT, OWN_PRICE
from pricing.sweeps.run_costs.courses import Going, RunCourses, Runs
from pricing.sweeps.run_costs.fields import Asked
from pricing.sweeps.run_costs.works import BillInputs
from pricing.sweeps.scenarios import Questions
from pricing.training.course import Run

PERCENTILES = ("usd_p10", "usd_p50", "usd_p90")

MEANS = ("usd_mean", "paid_usd")

OF_PLAN: Mapping[str, Callable[[Plan], Number]] = {
    "usd_per_device_hour": lambda plan: plan.usd_per_device_hour,
    "device_hours": lambda plan: plan.device_hours,
    "wall_clock_hours": lambda plan: plan.wall_clock_hours,
    "goodput_fraction": lambda plan: plan.goodput_fraction,
    "checkpoint_interval_seconds": lambda plan: plan.course.interval_seconds,
    "energy_kilowatt_hours": lambda plan: plan.energy_kilowatt_hours,
    "kilograms_co2e": lambda plan: plan.kilograms_co2e,
}
"""Results that follow from a plan alone."""


class Bid(Struct, frozen=True, eq=False):
    """Some rows under one way of buying them."""

    rows: Rows
    plan: Plan
    usd_mean: Number
    paid_usd: Number


class Found(Struct, frozen=True, eq=False):
    """What rows come to.

    chosen: the cheapest way of buying of those that have an answer; deals: the place of its deal;
    is_wrong: whether the run cannot be, or its purchases contradict themselves; priced, ending:
    whether each way of buying has a price, and ends.
    """

    results: dict[str, Column]
    chosen: Column
    deals: Column
    is_answered: Column
    is_wrong: Column
    priced: list[Column]
    ending: list[Column]


class Bills:
    """Runs, each under some ways of buying.

    courses: how they go.
    """

    def __init__(
        self,
        questions: Questions,
        purchases: Sequence[RunPurchase | None],
        wanted: Collection[str],
        *,
        is_named: bool,
    ) -> None:
        """See RunCourses; wanted: the results."""
        self._wanted, self._purchases = wanted, purchases
        self._unasked = np.array(
            [
                place
                for place, one in enumerate(purchases)
                if not is_named and one is not None and one.option == "owned"
            ],
            dtype=np.intp,
        )
        self._is_weighed = len(purchases) > 1 or not {*MEANS}.isdisjoint(wanted)
        with_spread = any(name in wanted for name in PERCENTILES)
        self.courses = RunCourses(questions, purchases, with_spread=with_spread, is_named=is_named)

    def found(self, runs: Runs, asked: Asked) -> Found:
        """What rows come to; asked: what changes their cost."""
        count, others = len(runs.work), asked.without_purchase()
        inputs = taken(self.courses.works.inputs.bill, runs.work)
        run = replace(
            runs.run,
            headroom_fraction=otherwise(asked("headroom_fraction"), inputs.headroom_fraction),
            evaluation_fraction=otherwise(asked("evaluation_fraction"), 0.0),
        )
        paid = np.full((len(self.courses.deals), count), np.inf)
        bids = [
            list(self._bids(place, run, inputs, runs, asked if one is None else others))
            for place, one in enumerate(self._purchases)
        ]
        for place, each in enumerate(bids):
            for bid in each:
                paid[place, bid.rows] = bid.paid_usd
        priced = [
            own.kind_of[deals] > 0
            for own, deals in zip(self.courses.deals, runs.deals, strict=True)
        ]
        ends = [np.broadcast_to(going.finishes, count) for going in runs.going]
        has_answer = np.array([one & other for one, other in zip(priced, ends, strict=True)])
        paid[~has_answer] = np.inf
        sold = np.isfinite(np.delete(paid, self._unasked, axis=0)).any(axis=0)
        paid[np.ix_(self._unasked, sold)] = np.inf
        is_wrong = self.courses.works.is_refused[runs.work]
        for own, deals in zip(self.courses.deals, runs.deals, strict=True):
            is_wrong = is_wrong | own.is_wrong[deals]
        chosen = paid.argmin(axis=0) if len(paid) > 1 else np.zeros(count, dtype=np.intp)
        deals_of = runs.deals[0]
        if len(paid) > 1:
            deals_of = np.array(runs.deals)[chosen, np.arange(count)]
        results = self._results(run, runs, bids, chosen)
        is_answered = has_answer.any(axis=0) & ~is_wrong
        return Found(results, chosen, deals_of, is_answered, is_wrong, priced, ends)

    def _bids(
        self, place: int, run: Run, inputs: BillInputs, runs: Runs, asked: Asked
    ) -> Iterator[Bid]:
        """The rows that have a price under a way of buying, by the kinds of its deals."""
        own, deals, going = self.courses.deals[place], runs.deals[place], runs.going[place]
        for kind, rows in by_value(own.kind_of[deals]):
            if kind == 0:
                continue
            deal, asked_here = taken(own.kinds[kind - 1], deals[rows]), asked.at(rows)
            is_given = bool(own.is_given[deals[rows]].all())
            deal = replace(deal, rate=_rate(deal.rate, asked_here, is_given=is_given))
            plan = _plan(deal, *taken((run, inputs, going), rows), asked_here)
            mean = mean_usd(plan.amounts) if self._is_weighed else 0.0
            yield Bid(rows, plan, mean, paid_usd(plan, mean) if self._is_weighed else 0.0)

    def _results(
        self, run: Run, runs: Runs, bids: Sequence[Sequence[Bid]], chosen: Column
    ) -> dict[str, Column]:
        """The numbers that are wanted of rows, under the way of buying that each has chosen."""
        count = len(chosen)
        shared = {
            "device_count": run.device_count,
            "productive_device_hours": run.productive_device_hours,
            "mfu_fraction": runs.mfu_fraction,
            "model_flops": runs.model_flops,
        }
        results = {
            name: np.broadcast_to(value, count)
            for name, value in shared.items()
            if name in self._wanted
        }
        names = [name for name in (*OF_PLAN, *MEANS, *PERCENTILES) if name in self._wanted]
        results |= {name: np.full(count, np.nan) for name in names}
        for place, each in enumerate(bids if names else ()):
            for every in each:
                bid = every if len(bids) == 1 else _only(every, chosen == place)
                for name, value in _figures(bid, names):
                    results[name][bid.rows] = value
        return results


def _only(bid: Bid, is_chosen: Column) -> Bid:
    """The rows of a way of buying that have chosen it."""
    inside = np.flatnonzero(is_chosen[bid.rows])
    rows = inside if bid.rows is ALL else bid.rows[inside]
    return Bid(rows, *taken((bid.plan, bid.usd_mean, bid.paid_usd), inside))


def _figures(bid: Bid, names: Collection[str]) -> Iterator[tuple[str, Number]]:
    """The numbers of some rows that are wanted, by name."""
    for name in MEANS:
        if name in names:
            yield name, getattr(bid, name)
    for name, of in OF_PLAN.items():
        if name in names:
            yield name, of(bid.plan)
    if bid.plan.spread is not None and not {*PERCENTILES}.isdisjoint(names):
        percentiles = usd_percentiles(bid.plan, bid.plan.spread)
        for name, value in zip(PERCENTILES, percentiles, strict=True):
            if name in names:
                yield name, value


def _plan(deal: Deal, run: Run, inputs: BillInputs, going: Going, asked: Asked) -> Plan:
    """Runs under deals of one kind."""
    deal = replace(deal, place=asked.over(deal.place, "facility."))
    part = part_of(deal, going.stops, system_watts=inputs.system_watts, device_fraction=1.0)
    offer = single_offer(part, going.stops)
    stored = asked.over(stored_under(inputs.stored, offer), "storage.")
    return planned(run, offer, stored, going.course, going.spread)


def _rate(rate: Rate, asked: Asked, *, is_given: bool) -> Rate:
    """What a device-hour costs rows, at a price or a discount of their own."""
    own_usd, discount = asked(OWN_PRICE), asked(DISCOUNT)
    if is_given and own_usd is not None:
        return Rate(own_usd, own_usd)
    if discount is None:
        return rate
    kept = 1.0 - otherwise(discount, 0.0)
    if rate.owned is None:
        return replace(rate, usd=rate.usd * kept)
    owned = rate.owned.discounted(kept)
    usd = owned.usd_per_device_hour
    return replace(rate, list_usd=usd, usd=usd, owned=owned)
