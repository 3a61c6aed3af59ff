"""Serving: what the requests of a quote see at its load."""

from collections.abc import Sequence
from math import log, log2
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Measurement
from pricing.errors import Infeasible
from pricing.evidence.correction import (
    Point,
    kernel_of,
    mixed,
    neighbourhood_of,
    point_in,
    point_of,
    weighed,
)
from pricing.evidence.features import LENGTH_OFFSET_TOKENS
from pricing.evidence.ttft import steady, ttft_ratio
from pricing.formulas import queueing
from pricing.numerics.rounding import rounded_down
from pricing.serving.latency import Pace, closed_tails, open_loop, pace_of, sustained_rate
from pricing.serving.layout import FULL_FRACTION, Layout
from pricing.serving.memory import filled
from pricing.serving.replica import Speed, speed
from pricing.unit_costs.plan import Settled
from pricing.unit_costs.throughput import Throughput
from pricing.unit_costs.workload import Workload

QUEUED_FRACTION = 0.999
"""Of the requests in flight, at least this share runs, or the others wait in the queue."""

SEARCH_ROUNDS = 30


class Serving(Struct, frozen=True, gc=False):
    """The layout at the load, and what requests see there.

    point: where the load stands; concurrency: mean requests in flight, all replicas [count];
    busy_fraction: share of time that a replica has any, the mean of all; ttft_rows: ids of the
    measurements behind its correction. The 99th percentiles are None at saturation, where a queue
    has no end; is_*_measured: whether a measurement of exactly this configuration prints the time.
    """

    layout: Layout
    point: Point
    concurrency: float
    busy_fraction: float
    ttft_seconds: float
    tpot_seconds: float
    ttft_p99_seconds: float | None
    tpot_p99_seconds: float | None
    ttft_rows: tuple[str, ...]
    is_ttft_measured: bool = False
    is_tpot_measured: bool = False


def serving(
    workload: Workload, found: Settled, sustained: Throughput, rows: Sequence[Measurement]
) -> Serving:
    """With as many requests in flight as asked for, else as fit.

    rows: those of exactly this configuration; where they print a latency, it is the answer.
    """
    layout, ttft = found.layout, found.ttft
    ratio = sustained.requests_per_second / layout.requests_per_second
    ttft_p99_seconds = tpot_p99_seconds = None
    asked = workload.demand.concurrency
    in_flight, first_seconds = layout.in_flight, layout.first_seconds
    ttft_seconds = layout.ttft_seconds_after(first_seconds)
    wait_seconds = queueing.closed_wait_seconds(
        demanded=asked or 0.0,
        in_flight=in_flight,
        requests_per_second=sustained.requests_per_second,
    )
    if asked is not None and in_flight >= QUEUED_FRACTION * asked:
        seen = closed_tails(
            pace_of(first_seconds, layout.speed, ratio),
            output_tokens=workload.demand.output_tokens,
            concurrency=layout.concurrency,
        )
        ttft_p99_seconds = seen.ttft_p99_seconds * ttft.value + wait_seconds
        tpot_p99_seconds = seen.tpot_p99_seconds
    return _as_measured(
        Serving(
            layout=layout,
            point=found.corrected.point,
            concurrency=in_flight,
            busy_fraction=layout.busy_fraction,
            ttft_seconds=ttft_seconds / ratio * ttft.value + wait_seconds,
            tpot_seconds=layout.tpot_seconds / ratio,
            ttft_p99_seconds=ttft_p99_seconds,
            tpot_p99_seconds=tpot_p99_seconds,
            ttft_rows=ttft.rows,
        ),
        rows,
    )


def serving_at_rate(
    workload: Workload,
    found: Settled,
    sustained: Throughput,
    rows: Sequence[Measurement],
    *,
    requests_per_second: float,
) -> Serving:
    """With requests arriving at random, slower than the deployment sustains.

    Raises Infeasible, with the rate that would do, where an objective is missed at this one.
    """
    modelled = _at_rate(workload, found, sustained, requests_per_second)
    served = _as_measured(modelled, rows)
    # Little's law: those in flight are in proportion to the time that they take.
    longer = served.tpot_seconds / modelled.tpot_seconds
    served = replace(served, concurrency=served.concurrency * longer)
    ttft, tpot = workload.slo.ttft_seconds, workload.slo.tpot_seconds

    def meets(reached: Serving) -> bool:
        return (ttft is None or reached.ttft_seconds <= ttft) and (
            tpot is None or reached.tpot_seconds <= tpot
        )

    if meets(served):
        return served
    low, high = 0.0, requests_per_second
    for _ in range(SEARCH_ROUNDS):
        middle = (low + high) / 2.0
        if meets(_at_rate(workload, found, sustained, middle)):
            low = middle
        else:
            high = middle
    raise Infeasible(
        f"at {requests_per_second:g} requests per second the time to first token is"
        f" {served.ttft_seconds:.4g} s and the time per output token {served.tpot_seconds:.4g} s:"
        f" the SLO is met up to {rounded_down(low)} requests per second",
        field="load.requests_per_second",
        nearest=[rounded_down(low)],
    )


def _at_rate(
    workload: Workload, found: Settled, sustained: Throughput, requests_per_second: float
) -> Serving:
    """In open loop, whatever the objectives."""
    setup, demand, layout = workload.setup, workload.demand, found.layout
    kernel, near = kernel_of(setup.catalog), neighbourhood_of(setup, layout.tensor_parallel)
    lengths = {
        "input_log": log(demand.input_tokens + LENGTH_OFFSET_TOKENS),
        "output_log": log(demand.output_tokens),
    }
    # What is known of the full batch beyond the neighbours holds at smaller ones too.
    scale = sustained.requests_per_second / (layout.requests_per_second * found.corrected.ratio)
    first_seconds = layout.first_seconds

    def speed_at(concurrency: float) -> Speed:
        return speed(layout.rates, layout.request, layout.group, concurrency=concurrency)

    def pace_at(concurrency: float) -> Pace:
        neighbours = weighed(near, point_of(kernel, batch_log=log2(concurrency), **lengths))
        ratio = mixed(kernel, neighbours.sums).ratio * scale
        return pace_of(first_seconds, speed_at(concurrency), ratio)

    rate = requests_per_second / layout.replica_count
    slots = float(filled(layout.held))
    if sustained_rate(pace_at(slots), demand.output_tokens, slots) <= rate:
        slots = layout.concurrency  # the correction of a fuller batch says that it is slower
    seen = open_loop(
        pace_at, output_tokens=demand.output_tokens, slots=slots, requests_per_second=rate
    )
    reached = speed_at(seen.seen)
    at_load = replace(
        layout,
        concurrency=seen.seen,
        saturated=seen.concurrency >= FULL_FRACTION * slots,
        speed=reached,
        requests_per_second=reached.requests_per_second * layout.busy_count,
    )
    point = point_in(setup, at_load, demand)
    ttft = ttft_ratio(setup, at_load, point)
    return Serving(
        layout=at_load,
        point=point,
        concurrency=seen.concurrency * layout.replica_count,
        busy_fraction=seen.busy_fraction,
        ttft_seconds=seen.ttft_seconds * ttft.value,
        tpot_seconds=seen.tpot_seconds,
        ttft_p99_seconds=seen.ttft_p99_seconds * ttft.value,
        tpot_p99_seconds=seen.tpot_p99_seconds,
        ttft_rows=ttft.rows,
    )


def _as_measured(served: Serving, rows: Sequence[Measurement]) -> Serving:
    """The latency that rows of exactly this configuration print; percentiles in proportion."""
    if not rows:
        return served
    ttft = [row.ttft_seconds for row in rows if row.ttft_seconds and steady(row)]
    tpot = [row.tpot_seconds for row in rows if row.tpot_seconds]
    if ttft:
        share = median(ttft) / served.ttft_seconds
        served = replace(
            served,
            ttft_seconds=median(ttft),
            ttft_p99_seconds=served.ttft_p99_seconds and served.ttft_p99_seconds * share,
            ttft_rows=tuple(row.id for row in rows if row.ttft_seconds in ttft),
            is_ttft_measured=True,
        )
    if tpot:
        share = median(tpot) / served.tpot_seconds
        served = replace(
            served,
            tpot_seconds=median(tpot),
            tpot_p99_seconds=served.tpot_p99_seconds and served.tpot_p99_seconds * share,
            is_tpot_measured=True,
        )
    return served
