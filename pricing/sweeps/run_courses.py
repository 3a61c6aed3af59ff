"""Courses of a sweep of runs: how every run goes, by the functions of the point quote."""

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
from pricing.numerics.structs import ALL, Rows, merged, split, taken
from pricing.purchasing.query import RunPurchase
from pricing.run_costs.interruptions import SpotRates, failures_of, preempted
from pricing.run_costs.tokens import LEAST_TOKENS, MOST_TOKENS, trained_tokens
from pricing.run_costs.work import overhead_ratio
from pricing.sweeps.refusals import OWN_PRICE
from pricing.sweeps.run_inputs import DISCOUNT, Deals, RunInputs, Works
from pricing.sweeps.scenarios import Scenarios, places
from pricing.training.course import Course, Run, Stops, expected, stretch_ratio
from pricing.training.spread import Spread, spread_over
from pricing.units import HOURS_PER_MONTH

Array = NDArray[Any]
Numbers = TypeVar("Numbers", bound=Struct)

KEPT_ROWS = 262_144
"""Up to so many distinct runs are worked out once and kept; more, batch by batch."""

ROWS_AT_ONCE = 8_192
"""As many as the caches of a core hold the arrays of."""

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

    work, deals: the places of their inputs; is_outside: whether a run asks for fewer tokens than a
    query may have, or for more.
    """

    work: Array
    deals: tuple[Array, ...]
    run: Run
    mfu_fraction: Number
    model_flops: Number
    is_outside: Any
    going: tuple[Going, ...]


class Part(Struct, frozen=True, eq=False):
    """Some rows: what their bills need of their runs, and where all of it stands.

    places: of the rows among the whole runs.
    """

    runs: Runs
    whole: Runs
    places: Rows

    def stopped(self, rows: Array) -> tuple[Run, Stops]:
        """The runs of some of the rows, and what stops them under the first way of buying."""
        own = rows if self.places is ALL else self.places[rows]
        return taken((self.whole.run, self.whole.going[0].stops), own)


class RunCourses:
    """How runs go, each under some ways of buying.

    early: the distinct combinations of what decides it.
    """

    def __init__(
        self,
        library: Library,
        scenarios: Scenarios,
        base: Mapping[str, Any],
        purchases: Sequence[RunPurchase | None],
        wanted: Collection[str],
        *,
        with_spread: bool,
    ) -> None:
        """Resolve the distinct runs and deals, and how they go where many rows share that.

        base: the fields in which the scenarios do not differ, by dotted name; purchases: None for
        one that stands among these fields; wanted: the results; with_spread: whether these say how
        sure the courses are, which the mean of a bill that bears a commitment hangs on as well.
        """
        self._base, self._wanted = base, wanted
        early = [name for name in scenarios.names if is_early(name)]
        self._early = scenarios.narrowed([*early, OWN_PRICE], known=(OWN_PRICE,))
        narrow = self._early.scenarios
        self._names = [name for name in early if is_number(name)]
        self.works = Works(library, narrow, base)
        self.deals = tuple(Deals(library, narrow, base, purchase) for purchase in purchases)
        self._spread = tuple(with_spread or deals.is_in_full for deals in self.deals)
        self._kept: Runs | None = None
        if narrow.count <= min(KEPT_ROWS, scenarios.count // 2) and not self.works.is_empty:
            every = self._places(places(0, narrow.count))
            parts = [
                np.arange(first, min(first + ROWS_AT_ONCE, narrow.count))
                for first in range(0, narrow.count, ROWS_AT_ONCE)
            ]
            with np.errstate(all="ignore"):
                found = [(rows, self._runs(every.at(rows))) for rows in parts]
            self._kept = merged(found, narrow.count)

    def of(self, at: pl.Series) -> Callable[[slice], Part]:
        """What says of the scenarios at some places how a part of them goes."""
        own = self._early.places_of(at)
        if self._kept is None:
            early = self._places(own)

            def worked_out(rows: slice) -> Part:
                runs = self._runs(early.at(rows))
                return Part(runs, runs, ALL)

            return worked_out
        kept, slim, place = self._kept, self._slim(self._kept), own.to_numpy()
        return lambda rows: Part(taken(slim, place[rows]), kept, place[rows])

    def _slim(self, runs: Runs) -> Runs:
        """What the bills of runs need of them, so that rows gather nothing else."""
        has_interval = "checkpoint_interval_seconds" in self._wanted
        going = [
            Going(
                finishes=one.finishes,
                stops=Stops(
                    failures_per_device_second=0.0,
                    checkpoint_seconds=0.0,
                    checkpoint_gigabytes=one.stops.checkpoint_gigabytes,
                    interval_seconds=None,
                    restart_seconds=0.0,
                    instance_count=one.stops.instance_count,
                    instances_per_event=one.stops.instances_per_event,
                ),
                course=replace(
                    one.course,
                    interval_seconds=one.course.interval_seconds if has_interval else 0.0,
                    segments=0.0,
                    mtbf_seconds=0.0,
                    preemptions=0.0,
                ),
                spread=one.spread,
            )
            for one in runs.going
        ]
        run = replace(runs.run, overhead_ratio=1.0, band_ratio=1.0)
        return replace(runs, run=run, going=tuple(going))

    def _places(self, at: pl.Series) -> Places:
        """What the runs at some places among the early ones ask for, and their inputs."""
        return Places(
            asked_of(self._early.scenarios.take(at, self._names), self._base),
            self.works.places_of(at),
            tuple(one.places_of(at) for one in self.deals),
        )

    def _runs(self, at: Places) -> Runs:
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
        run, mfu_fraction, model_flops, is_outside, going = merged(parts, count)
        return Runs(
            work=at.work,
            deals=at.deals,
            run=run,
            mfu_fraction=mfu_fraction if "mfu_fraction" in self._wanted else 0.0,
            model_flops=model_flops if "model_flops" in self._wanted else 0.0,
            is_outside=is_outside,
            going=going,
        )

    def _going(
        self,
        inputs: RunInputs,
        asked: Asked,
        deals: Sequence[Array],
        *,
        has_mfu: bool,
        has_interval: bool,
    ) -> tuple[Run, Number, Number, Any, tuple[Going, ...]]:
        """Runs of one kind: what they are, their MFU and FLOPs, and how they go."""
        trained = _trained(inputs, asked)
        is_outside = (trained < LEAST_TOKENS) | (trained > MOST_TOKENS)
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
        return run, mfu_fraction, flops, is_outside, tuple(going)


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
