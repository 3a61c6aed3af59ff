"""Modelling on arrays: layout, throughput, latency and power of many rows at once.

The formulas are those of the point quote, in its order: the roofline's layout, the one that
keeps the SLO, the correction by measured rows and its band, and what follows.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct

from pricing.formulas import power, queueing, unit_cost
from pricing.numbers import Number, least, where
from pricing.performance import draw, first_token
from pricing.performance.draw import curve, load_fraction, spent
from pricing.performance.evidence import (
    NEAR_WEIGHT,
    Blend,
    drifted,
    kernel_of,
    mixed,
)
from pricing.performance.layout import Demand, Layout
from pricing.performance.serving import Latency, closed_loop, pace_of
from pricing.quotes.inference import BOUNDS, bound_of
from pricing.quotes.serving import QUEUED_FRACTION
from pricing.quotes.sweeps.arrays import (
    Array,
    Constants,
    array_of,
    part_of,
    places_among,
    whole,
)
from pricing.quotes.sweeps.layouts import (
    Chosen,
    Question,
    choose,
    fitting_count,
    layout_at,
    question_of,
)
from pricing.quotes.sweeps.loads import Load
from pricing.quotes.sweeps.neighbours import Asked, Near, Neighbours
from pricing.quotes.sweeps.objectives import Kept, Limits, Reached, Task, keep_objectives
from pricing.quotes.sweeps.placements import Placement, constants_of
from pricing.quotes.workloads import Workload
from pricing.units import BYTES_PER_GIBIBYTE

CHUNK_ROWS = 8_192
"""Rows at a time: few enough for arrays to stay in a core's cache."""


class Rows(Struct, frozen=True, eq=False):
    """Rows whose placements have one shape: floats, or arrays with an element a row."""

    count: int
    tdp_watts: Number
    neighbours: Neighbours
    asked: Question
    limits: Limits
    sizes: tuple[Number, ...]

    def part(self, rows: slice) -> "Rows":
        """Some of them."""
        return Rows(
            len(range(*rows.indices(self.count))),
            part_of(self.tdp_watts, rows),
            self.neighbours.part(rows),
            part_of(self.asked, rows),
            part_of(self.limits, rows),
            part_of(self.sizes, rows),
        )


def rows_of(frame: pl.DataFrame, load: Load, placements: Sequence[Placement], own: Any) -> Rows:
    """The rows of a frame.

    load: with its defaults; placements: all of one shape; own: the place among them of each row.
    """
    like = placements[0]
    constants = Constants.of([placement.constants for placement in placements], own)

    def column(name: str, missing: float) -> Number:
        return _number(frame, load, name, missing)

    sizes = tuple(constants[f"size.{index}"] for index in range(len(like.sizes)))
    return Rows(
        count=frame.height,
        tdp_watts=constants["tdp_watts"],
        neighbours=Neighbours.of(placements, own, sizes),
        asked=question_of(
            constants,
            input_tokens=column("input_tokens", np.nan),
            output_tokens=column("output_tokens", np.nan),
            concurrency=column("concurrency", 0.0),
            has_experts=like.workload.rates.has_experts,
        ),
        limits=Limits(column("ttft_limit", np.inf), column("tpot_limit", np.inf)),
        sizes=sizes,
    )


def fitting_counts(
    frame: pl.DataFrame, load: Load, workloads: Mapping[int, Workload], node: int
) -> pl.Series:
    """The smallest count of devices that holds each row; null for none.

    workloads: by deployment, all of devices with so many in a node; load: with its defaults.
    """
    constants = Constants.of(
        list(map(constants_of, workloads.values())),
        places_among(frame["deployment"], list(workloads)),
    )
    asked = question_of(
        constants,
        input_tokens=_number(frame, load, "input_tokens", np.nan),
        output_tokens=_number(frame, load, "output_tokens", np.nan),
        concurrency=_number(frame, load, "concurrency", 0.0),
        has_experts=True,
    )
    count = pl.Series(whole(fitting_count(asked, node), frame.height))
    return count.fill_nan(None).cast(pl.Int64)


def modelled(
    rows: Rows, like: Placement, columns: Collection[str], *, is_blended: bool
) -> pl.DataFrame:
    """The performance of rows, and `fits`: whether there is any.

    like: any of their placements; columns: those that are needed; is_blended: whether measured
    rows correct the throughput, and times with it.
    """
    names = [name for name in RESULTS if name in columns or name in OUTCOME]
    found = {name: np.empty(rows.count) for name in names}
    with np.errstate(all="ignore"):  # of rows that do not fit, which are told apart
        for start in range(0, rows.count, CHUNK_ROWS):
            part = slice(start, start + CHUNK_ROWS)
            work = Work(rows.part(part), like, is_blended=is_blended)
            for name in names:
                found[name][part] = RESULTS[name](work)
    return pl.DataFrame([_column(name, values) for name, values in found.items()])


def _column(name: str, values: Array) -> pl.Series:
    if name == "fits":
        return pl.Series(name, values != 0.0)
    if name in WORDS:
        return pl.Series(name, WORDS[name]).gather(values.astype(np.uint32))
    column = pl.Series(name, values)
    return column.fill_nan(None) if name in PERCENTILES else column


def _number(frame: pl.DataFrame, load: Load, name: str, missing: float) -> Number:
    """A number of a load; missing: what stands for one that is left out."""
    value = load[name]
    if isinstance(value, pl.Expr):
        return array_of(frame.select(value).to_series(), missing)
    return missing if value is None else float(value)


class Work:
    """The numbers of some rows, each worked out when it is first asked for."""

    def __init__(self, rows: Rows, like: Placement, *, is_blended: bool) -> None:
        self.rows = rows
        self.catalog = like.workload.catalog
        self.kernel = kernel_of(self.catalog)
        self.is_blended = is_blended
        self.request = rows.asked.request
        self.output_tokens = self.request.output_tokens

    @cached_property
    def kept(self) -> Kept | None:
        """What keeps the SLO, of rows whose layout of the highest throughput does not."""
        rows = self.rows
        limits = (rows.limits.ttft_seconds, rows.limits.tpot_seconds)
        if all(isinstance(limit, float) and limit == np.inf for limit in limits):
            return None
        chosen = self.loosest
        task = Task(rows.asked, rows.limits, rows.sizes, np.arange(rows.count))
        excess = self.reach(task, chosen).excess(rows.limits)
        missing = np.flatnonzero(whole((excess > 0.0) & chosen.fits, rows.count))
        if not len(missing):
            return None
        return keep_objectives(part_of(task, missing), self.reach)

    @cached_property
    def loosest(self) -> Chosen:
        """The replicas of the highest throughput, whatever the SLO."""
        rows = self.rows

        def corrected(chosen: Chosen) -> Number:
            asked = Asked.of(self.kernel, rows.neighbours, self.request, chosen)
            return mixed(self.kernel, asked.near("throughput").sums).ratio

        return choose(rows.asked, rows.sizes, corrected)

    @cached_property
    def chosen(self) -> Chosen:
        """The replicas of the highest throughput that keeps the SLO."""
        loosest, kept = self.loosest, self.kept
        if kept is None:
            return loosest

        def chosen(name: str) -> Array:
            column = whole(getattr(loosest, name), self.rows.count).copy()
            column[kept.rows] = getattr(kept.chosen, name)
            return column

        return Chosen(chosen("size"), chosen("held"), chosen("concurrency"), loosest.fits)

    def best(self, name: str) -> Any:
        """The best latency of rows that miss the SLO; NaN of the others."""
        found = np.full(self.rows.count, np.nan)
        if self.kept is not None:
            missed = ~self.kept.meets
            found[self.kept.rows[missed]] = getattr(self.kept, name)[missed]
        return found

    def reach(self, task: Task, chosen: Chosen) -> Reached:
        """What rows reach at a load, corrected by measurements."""
        layout = layout_at(task.asked, chosen.size, chosen.held, chosen.concurrency)
        neighbours = self.rows.neighbours.part(task.rows)
        asked = Asked.of(self.kernel, neighbours, task.asked.request, chosen)
        ratio = mixed(self.kernel, asked.near("throughput").sums).ratio
        ttft_ratio = self._ttft_ratio(asked, chosen)
        requests = layout.requests_per_second * ratio
        wait_seconds = _wait_seconds(task.asked, layout, requests)
        return Reached(
            layout=layout,
            requests_per_second=requests,
            ttft_seconds=layout.ttft_seconds / ratio * ttft_ratio + wait_seconds,
            tpot_seconds=layout.tpot_seconds / ratio,
        )

    @cached_property
    def layout(self) -> Layout:
        """Of the chosen replicas."""
        chosen = self.chosen
        return layout_at(self.rows.asked, chosen.size, chosen.held, chosen.concurrency)

    @cached_property
    def asked(self) -> Asked:
        """As measured rows see it."""
        return Asked.of(self.kernel, self.rows.neighbours, self.request, self.chosen)

    @cached_property
    def near(self) -> Near:
        """The measured rows that correct the throughput."""
        return self.asked.near("throughput")

    @cached_property
    def blend(self) -> Blend:
        """What they make of it."""
        return mixed(self.kernel, self.near.sums)

    @cached_property
    def ratio(self) -> Number:
        """Corrected over modelled throughput."""
        return self.blend.ratio if self.is_blended else 1.0

    @cached_property
    def requests(self) -> Number:
        """Requests per second, corrected."""
        return self.layout.requests_per_second * self.ratio

    @cached_property
    def ttft_ratio(self) -> Number:
        """What measured rows make of the time to first token."""
        return self._ttft_ratio(self.asked, self.chosen)

    @cached_property
    def in_flight(self) -> Number:
        """Requests in flight, all replicas."""
        return self.layout.in_flight

    @cached_property
    def seen(self) -> Latency:
        """What requests see with as many in flight as run."""
        layout = self.layout
        return closed_loop(
            pace_of(layout, layout.speed, self.ratio),
            output_tokens=self.output_tokens,
            concurrency=layout.concurrency,
        )

    def served(self, seconds: Number) -> Number:
        """A percentile where what is asked for runs; NaN where a queue has no end."""
        asked = self.rows.asked.concurrency
        runs = (asked > 0.0) & (self.in_flight >= QUEUED_FRACTION * asked)
        return where(runs, seconds, np.nan)

    @property
    def demand(self) -> Demand:
        """What is asked of the layout."""
        return Demand(self.request.input_tokens, self.output_tokens, None)

    @property
    def busy_watts(self) -> Number:
        """Power of a device at work."""
        tdp_watts = self.rows.tdp_watts
        ends = curve(self.catalog)
        typical = power.busy_watts(
            tdp_watts=tdp_watts,
            light_fraction=ends.light_fraction,
            full_fraction=ends.full_fraction,
            load_fraction=load_fraction(self.layout, self.demand),
        )
        drift = drifted(self.kernel, self.asked.near("draw").sums)
        return least(tdp_watts, typical * draw.typical_ratio(self.catalog) * drift)

    @property
    def share_fraction(self) -> Number:
        """Of a request's time that goes to its input."""
        speed = self.layout.speed
        return unit_cost.prefill_share_fraction(
            prefill_seconds=speed.prefill_seconds,
            step_seconds=speed.step.seconds,
            output_tokens=self.output_tokens,
            concurrency=self.layout.concurrency,
        )

    def _ttft_ratio(self, asked: Asked, chosen: Chosen) -> Number:
        typical = first_token.typical_ratio(self.catalog, chosen.concurrency)
        return typical * drifted(self.kernel, asked.near("ttft").sums)


def _wait_seconds(asked: Question, layout: Layout, requests_per_second: Number) -> Number:
    """For a place, where more requests are asked for than run."""
    return queueing.closed_wait_seconds(
        demanded=asked.concurrency,
        in_flight=layout.in_flight,
        requests_per_second=requests_per_second,
    )


RESULTS: dict[str, Callable[[Work], Any]] = {
    "fits": lambda work: work.chosen.fits,
    "best_ttft_seconds": lambda work: work.best("ttft_seconds"),
    "best_tpot_seconds": lambda work: work.best("tpot_seconds"),
    "device_count": lambda work: work.rows.asked.device_count,
    "requests_per_second": lambda work: work.requests,
    "output_tokens_per_second": lambda work: work.requests * work.output_tokens,
    "low_ratio": lambda work: 1.0 / work.blend.band_ratio,
    "high_ratio": lambda work: work.blend.band_ratio,
    "basis": lambda work: work.near.nearest_weight >= NEAR_WEIGHT,
    "bound": lambda work: bound_of(spent(work.layout, work.demand)),
    "regime": lambda work: work.layout.saturated,
    "ttft_seconds": lambda work: (
        work.layout.ttft_seconds / work.ratio * work.ttft_ratio
        + _wait_seconds(work.rows.asked, work.layout, work.requests)
    ),
    "tpot_seconds": lambda work: work.layout.tpot_seconds / work.ratio,
    "ttft_p99_seconds": lambda work: work.served(work.seen.ttft_p99_seconds * work.ttft_ratio),
    "tpot_p99_seconds": lambda work: work.served(work.seen.tpot_p99_seconds),
    "busy_fraction": lambda work: work.layout.busy_fraction,
    "concurrency": lambda work: work.in_flight,
    "tensor_parallel": lambda work: work.layout.tensor_parallel,
    "replica_count": lambda work: work.layout.replica_count,
    "weights_gibibytes": lambda work: work.layout.room.weights_bytes / BYTES_PER_GIBIBYTE,
    "kv_cache_gibibytes": lambda work: (
        work.layout.concurrency
        * work.layout.room.kv_bytes_in(work.layout.tensor_parallel)
        / BYTES_PER_GIBIBYTE
    ),
    "capacity_gibibytes": lambda work: (
        work.layout.tensor_parallel * work.layout.room.usable_bytes / BYTES_PER_GIBIBYTE
    ),
    "share_fraction": lambda work: work.share_fraction,
    "input_tokens": lambda work: work.request.input_tokens,
    "output_tokens": lambda work: work.output_tokens,
    "busy_watts": lambda work: work.busy_watts,
}
"""What a row may say of itself."""

OUTCOME = ("fits", "best_ttft_seconds", "best_tpot_seconds")
"""What every row says."""

WORDS = {
    "basis": ("modelled", "measured"),
    "bound": BOUNDS,
    "regime": ("latency_bound", "throughput_bound"),
}
"""What the numbers of some results stand for."""

PERCENTILES = ("ttft_p99_seconds", "tpot_p99_seconds")
