"""Rows of a sweep of runs: the course and the bill of every row, by the functions of the quote."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import polars as pl
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pricing.catalog.library import Library
from pricing.formulas import compute, interruption
from pricing.numerics.number import Number, greatest, least, otherwise, present
from pricing.numerics.structs import ALL, Rows, by_value, merged, split, taken
from pricing.purchasing.price import Rate
from pricing.purchasing.query import RunPurchase
from pricing.run_costs.bill import stored_under
from pricing.run_costs.interruptions import SpotRates, failures_of, preempted
from pricing.run_costs.offers import Offer, part_of
from pricing.run_costs.option import Plan, mean_usd, planned, usd_percentiles
from pricing.run_costs.tokens import LEAST_TOKENS, MOST_TOKENS, trained_tokens
from pricing.run_costs.work import overhead_ratio
from pricing.sweeps.refusals import OWN_PRICE
from pricing.sweeps.run_inputs import DISCOUNT, Deals, Kind, RunInputs, Works
from pricing.sweeps.scenarios import Scenarios
from pricing.training.course import Course, Run, Stops, expected, stretch_ratio
from pricing.training.spread import Spread, spread_over
from pricing.units import HOURS_PER_MONTH

Array = NDArray[Any]
Numbers = TypeVar("Numbers", bound=Struct)
MONTHLY = "reliability.spot_preempted_per_month_fraction"
INTERVAL = "reliability.checkpoint_interval_seconds"

SOURCE = "reliability.spot_preemption_source"

NUMBERS = frozenset(
    {
        "mfu_fraction",
        "tokens",
        "steps",
        "samples",
        "epochs",
        "headroom_fraction",
        "evaluation_fraction",
        DISCOUNT,
        OWN_PRICE,
    }
)
PREFIXES = ("reliability.", "facility.", "storage.")
"""Fields whose numbers scale with a row."""

LATE = frozenset({"headroom_fraction", "evaluation_fraction", DISCOUNT, OWN_PRICE})
LATE_PREFIXES = ("facility.", "storage.")
"""Fields that change what a run costs, and not how it goes."""

PERCENTILES = ("usd_p10", "usd_p50", "usd_p90")

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


class Asked(Struct, frozen=True, eq=False):
    """What rows say themselves, by dotted name: columns, and what all of them share."""

    columns: Mapping[str, Array]
    base: Mapping[str, Any]

    def __call__(self, name: str) -> Number:
        """A number of the rows; absent where it is left out."""
        return self.columns[name] if name in self.columns else self.base.get(name)

    def without_purchase(self) -> "Asked":
        """The same where all rows have another purchase than what stands among their fields."""
        names = (DISCOUNT, OWN_PRICE)
        columns = {name: column for name, column in self.columns.items() if name not in names}
        base = {name: value for name, value in self.base.items() if name not in names}
        return Asked(columns, base)

    def at(self, rows: Rows) -> "Asked":
        """Those of some rows."""
        if rows is ALL:
            return self
        return Asked({name: column[rows] for name, column in self.columns.items()}, self.base)

    def over(self, usual: Numbers, prefix: str) -> Numbers:
        """A struct of numbers, with those that the rows give in their place."""
        kind = type(usual)
        return kind(
            **{
                name: otherwise(self(f"{prefix}{name}"), getattr(usual, name))
                for name in kind.__struct_fields__
            }
        )


def asked_of(inputs: pl.DataFrame, base: Mapping[str, Any]) -> Asked:
    """What rows ask for; base: the fields in which they do not differ."""
    columns = {name: inputs[name].cast(pl.Float64).to_numpy() for name in inputs.columns}
    shared = {name: float(value) for name, value in base.items() if is_number(name)}
    return Asked(columns, shared)


def is_number(name: str) -> bool:
    """Whether a field is a number that scales with a row."""
    return name in NUMBERS or (name.startswith(PREFIXES) and name != SOURCE)


def is_early(name: str) -> bool:
    """Whether a field decides how a run goes."""
    return name not in LATE and not name.startswith(LATE_PREFIXES)


class Places(Struct, frozen=True, eq=False):
    """What runs ask for, and the places of their inputs: the run, and each deal."""

    asked: Asked
    work: Array
    deals: tuple[Array, ...]

    def at(self, rows: Rows) -> "Places":
        """Those of some runs."""
        return Places(self.asked.at(rows), self.work[rows], taken(self.deals, rows))


class Going(Struct, frozen=True, eq=False):
    """How runs go under what stops them."""

    finishes: Any
    stops: Stops
    course: Course
    spread: Spread | None


class Runs(Struct, frozen=True, eq=False):
    """Runs before anything is bought: what they are, and how each deal makes them go.

    work, deals: the places of their inputs; trained: tokens asked for, before they are held to what
    a query may have.
    """

    work: Array
    deals: tuple[Array, ...]
    run: Run
    mfu_fraction: Number
    model_flops: Number
    trained: Number
    going: tuple[Going, ...]


class Bid(Struct, frozen=True, eq=False):
    """Some rows under one way of buying them."""

    rows: Rows
    plan: Plan
    usd_mean: Number


class Found(Struct, frozen=True, eq=False):
    """What rows come to.

    chosen: the cheapest way of buying of those that have an answer; deals: the place of its deal;
    is_wrong: whether the run cannot be, or its purchases contradict themselves; priced, ending:
    whether each way of buying has a price, and ends.
    """

    results: dict[str, Array]
    chosen: Array
    deals: Array
    is_answered: Array
    is_wrong: Array
    priced: list[Array]
    ending: list[Array]


class RunRows:
    """Runs, each under some ways of buying."""

    def __init__(
        self,
        library: Library,
        scenarios: Scenarios,
        base: Mapping[str, Any],
        purchases: Sequence[RunPurchase | None],
        wanted: Collection[str],
    ) -> None:
        """Resolve the distinct runs and deals.

        base: the fields in which the scenarios do not differ, by dotted name; purchases: None for
        one that stands among these fields; wanted: the results.
        """
        self._base, self._wanted, self._purchases = base, wanted, purchases
        early = [name for name in scenarios.names if is_early(name)]
        self.early = scenarios.narrowed([*early, OWN_PRICE], known=(OWN_PRICE,))
        self._names = [name for name in early if is_number(name)]
        self.works = Works(library, self.early.scenarios, base)
        self.deals = tuple(
            Deals(library, self.early.scenarios, base, purchase) for purchase in purchases
        )
        self._is_weighed = len(purchases) > 1 or "usd_mean" in wanted
        # The mean of a bill that bears a commitment hangs on how long the run may take.
        is_sure = not any(name in wanted for name in PERCENTILES)
        self._spread = tuple(not is_sure or deals.is_borne for deals in self.deals)

    def places(self, at: pl.Series) -> Places:
        """What the runs at some places among the early ones ask for, and their inputs."""
        return Places(
            asked_of(self.early.scenarios.take(at, self._names), self._base),
            self.works.places_of(at),
            tuple(one.places_of(at) for one in self.deals),
        )

    def runs(self, at: Places) -> Runs:
        """How runs go."""
        asked, count = at.asked, len(at.work)
        given, interval = present(asked("mfu_fraction")), present(asked(INTERVAL))
        parts = [
            (
                rows,
                self._going(
                    taken(self.works.inputs, at.work[rows]),
                    asked.at(rows),
                    [place[rows] for place in at.deals],
                    has_mfu=has_mfu,
                    has_interval=has_interval,
                ),
            )
            for rows, (has_mfu, has_interval) in split((given, interval), count)
        ]
        run, mfu_fraction, model_flops, trained, going = merged(parts, count)
        return Runs(at.work, at.deals, run, mfu_fraction, model_flops, trained, going)

    def _going(
        self,
        inputs: RunInputs,
        asked: Asked,
        deals: Sequence[Array],
        *,
        has_mfu: bool,
        has_interval: bool,
    ) -> tuple[Run, Number, Number, Number, tuple[Going, ...]]:
        """Runs of one kind: what they are, their MFU, FLOPs and tokens, and how they go."""
        trained = _trained(inputs, asked)
        flops = inputs.flops_per_token * least(greatest(trained, LEAST_TOKENS), MOST_TOKENS)
        mfu_fraction = asked("mfu_fraction") if has_mfu else inputs.steady_fraction
        run = Run(
            device_count=inputs.device_count,
            productive_device_hours=compute.productive_device_hours(
                flops=flops, flops_per_second=inputs.flops_per_second, mfu_fraction=mfu_fraction
            ),
            overhead_ratio=1.0,
            headroom_fraction=0.0,
        )
        if has_mfu:
            run = replace(run, overhead_ratio=inputs.overhead_ratio)
        else:
            usual = failures_of(inputs.failures, inputs.learning_parameters)
            ratio = overhead_ratio(
                stretch_ratio(run, usual),
                steady_fraction=inputs.steady_fraction,
                billed_fraction=inputs.billed_fraction,
            )
            run = replace(run, overhead_ratio=ratio, band_ratio=inputs.band_ratio)
        rates = asked.over(inputs.failures, "reliability.")
        if not has_interval:
            rates = replace(rates, checkpoint_interval_seconds=None)
        failures = failures_of(rates, inputs.learning_parameters)
        steady: Going | None = None
        going = []
        for own, places_of, with_spread in zip(self.deals, deals, self._spread, strict=True):
            parts = []
            for rows, (is_spot,) in split((own.is_spot[places_of],), len(places_of)):
                if is_spot and own.spot is not None:
                    spot = _spot(taken(own.spot, places_of[rows]), asked.at(rows))
                    some, stopping = taken((run, failures), rows)
                    stops = preempted(stopping, spot, some.device_count)
                    found = _gone(some, stops, with_spread=with_spread)
                else:
                    if steady is None:
                        steady = _gone(run, failures, with_spread=any(self._spread))
                    found = taken(steady if with_spread else replace(steady, spread=None), rows)
                parts.append((rows, found))
            going.append(merged(parts, len(places_of)))
        return run, mfu_fraction, flops, trained, tuple(going)

    def found(self, runs: Runs, asked: Asked) -> Found:
        """What rows come to; asked: what changes their cost."""
        count = len(runs.work)
        inputs = taken(self.works.inputs, runs.work)
        run = replace(
            runs.run,
            headroom_fraction=otherwise(asked("headroom_fraction"), inputs.headroom_fraction),
            evaluation_fraction=otherwise(asked("evaluation_fraction"), 0.0),
        )
        means = np.full((len(self.deals), count), np.inf)
        bids: list[list[Bid]] = []
        for place, (own, going) in enumerate(zip(self.deals, runs.going, strict=True)):
            asked_here = asked if self._purchases[place] is None else asked.without_purchase()
            deals = runs.deals[place]
            bids.append([])
            for kind, rows in by_value(own.kind_of[deals] + 1):
                if kind == 0:
                    continue
                plan = _plan(
                    own.kinds[kind - 1],
                    own.place_in_kind[deals[rows]],
                    *taken((run, inputs, going), rows),
                    asked_here.at(rows),
                )
                mean = mean_usd(plan.amounts) if self._is_weighed else 0.0
                means[place, rows] = mean
                bids[place].append(Bid(rows, plan, mean))
        priced = [~own.is_refused[deals] for own, deals in zip(self.deals, runs.deals, strict=True)]
        ends = [np.broadcast_to(going.finishes, count) for going in runs.going]
        has_answer = np.array([one & other for one, other in zip(priced, ends, strict=True)])
        means[~has_answer] = np.inf
        is_wrong = self.works.is_refused[runs.work]
        for own, deals in zip(self.deals, runs.deals, strict=True):
            is_wrong = is_wrong | own.is_wrong[deals]
        chosen = means.argmin(axis=0) if len(means) > 1 else np.zeros(count, dtype=np.intp)
        deals_of = runs.deals[0]
        if len(means) > 1:
            deals_of = np.array(runs.deals)[chosen, np.arange(count)]
        results = self._results(run, runs, bids, chosen, means)
        is_answered = has_answer.any(axis=0) & ~is_wrong
        return Found(results, chosen, deals_of, is_answered, is_wrong, priced, ends)

    def _results(
        self,
        run: Run,
        runs: Runs,
        bids: Sequence[Sequence[Bid]],
        chosen: Array,
        means: Array,
    ) -> dict[str, Array]:
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
        if "usd_mean" in self._wanted:
            results["usd_mean"] = means.min(axis=0)
        own = {name: of for name, of in OF_PLAN.items() if name in self._wanted}
        results |= {name: np.full(count, np.nan) for name in own}
        percentiles = [name for name in PERCENTILES if name in self._wanted]
        results |= {name: np.full(count, np.nan) for name in percentiles}
        if not own and not percentiles:
            return results
        for place, each in enumerate(bids):
            for bid in each:
                rows, plan = bid.rows, bid.plan
                if len(bids) > 1:
                    inside = np.flatnonzero(chosen[rows] == place)
                    rows = inside if rows is ALL else rows[inside]
                    plan = taken(plan, inside)
                for name, of in own.items():
                    results[name][rows] = of(plan)
                if percentiles and plan.spread is not None:
                    values = zip(PERCENTILES, usd_percentiles(plan, plan.spread), strict=True)
                    for name, value in values:
                        if name in percentiles:
                            results[name][rows] = value
        return results


def _gone(run: Run, stops: Stops, *, with_spread: bool) -> Going:
    """How runs go under what stops them."""
    finishes, course = expected(run, stops)
    spread = spread_over(run, stops, course) if with_spread else None
    return Going(finishes, stops, course, spread)


def _spot(usual: SpotRates, asked: Asked) -> SpotRates:
    """How often spot is preempted: by the hour, else by the month, else as it usually is."""
    monthly = asked(MONTHLY)
    if monthly is not None:
        rate = interruption.hourly_rate(monthly_fraction=monthly, hours_per_month=HOURS_PER_MONTH)
        rate = otherwise(rate, usual.spot_preemptions_per_instance_hour)
        usual = replace(usual, spot_preemptions_per_instance_hour=rate)
    return asked.over(usual, "reliability.")


def _trained(inputs: RunInputs, asked: Asked) -> Number:
    """The tokens that rows ask for; NaN where they ask for none."""
    ways = {name: asked(name) for name in ("tokens", "steps", "samples", "epochs")}
    trained = trained_tokens(
        batch_tokens=inputs.batch_tokens, sample_tokens=inputs.sample_tokens, **ways
    )
    return np.nan if trained is None else trained


def _plan(
    kind: Kind, places_of: Array, run: Run, inputs: RunInputs, going: Going, asked: Asked
) -> Plan:
    """Runs under deals of one kind."""
    deal = taken(kind.deal, places_of)
    deal = replace(
        deal, rate=_rate(kind, deal.rate, asked), place=asked.over(deal.place, "facility.")
    )
    part = part_of(deal, going.stops, system_watts=inputs.system_watts, device_fraction=1.0)
    offer = Offer(0, deal.option, (part,), going.stops)
    stored = asked.over(stored_under(inputs.stored, offer), "storage.")
    return planned(run, offer, stored, going.course, going.spread)


def _rate(kind: Kind, rate: Rate, asked: Asked) -> Rate:
    """What a device-hour costs rows, at a price or a discount of their own."""
    own_usd, discount = asked(OWN_PRICE), asked(DISCOUNT)
    if kind.is_given and own_usd is not None:
        return Rate(own_usd, own_usd)
    if discount is None:
        return rate
    kept = 1.0 - otherwise(discount, 0.0)
    if rate.owned is None:
        return Rate(rate.list_usd, rate.usd * kept)
    owned = rate.owned.discounted(kept)
    return Rate(owned.usd_per_device_hour, owned.usd_per_device_hour, owned)
