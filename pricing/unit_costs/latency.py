"""What requests see of a deployment at its load. Floats or arrays; what is measured, floats."""

from collections.abc import Sequence
from math import nan
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Measurement
from pricing.errors import Infeasible
from pricing.evidence.correction import drifted
from pricing.evidence.kernel import Kernel
from pricing.evidence.ttft import steady
from pricing.evidence.weights import Evidence
from pricing.formulas import queueing
from pricing.formulas.waiting import prefill_queue
from pricing.numerics.number import Number, any_of, where
from pricing.numerics.roots import Rows, bisection
from pricing.numerics.rounding import rounded_down
from pricing.numerics.structs import taken
from pricing.serving.latency import open_loop, sustained_rate
from pricing.serving.layout import FULL_FRACTION, Layout
from pricing.serving.memory import filled
from pricing.serving.objectives import Limits
from pricing.serving.passes.group import Group
from pricing.serving.passes.pace import Pace, closed_tails, pace_of
from pricing.serving.passes.request import Request, first_token_seconds
from pricing.serving.rates import Rates
from pricing.serving.replica import Speed, speed
from pricing.unit_costs.planning.task import Plan
from pricing.unit_costs.workload import Workload

QUEUED_FRACTION = 0.999
"""Of the requests in flight, at least this share runs, or the others wait in the queue."""

SEARCH_ROUNDS = 30


class Serving(Struct, frozen=True, gc=False):
    """The layout at the load, and what requests see there.

    concurrency: mean requests in flight, all replicas [count]; busy_fraction: share of time that a
    replica has any, the mean of all; ttft_rows: ids of the measurements behind its correction. The
    99th percentiles are NaN at saturation, where a queue has no end. *_fixed_seconds: of the first
    token, what no throughput changes; burst_ttft_seconds: of as many requests that come at once,
    NaN at a rate; is_*_measured: whether a measurement of exactly this configuration prints the
    time; writes_tokens: whether the model writes any: no answer has times of those it does not.
    """

    layout: Layout
    concurrency: Number
    busy_fraction: Number
    ttft_seconds: Number
    tpot_seconds: Number
    ttft_p99_seconds: Number
    tpot_p99_seconds: Number
    ttft_fixed_seconds: Number = 0.0
    burst_ttft_seconds: Number = nan
    burst_fixed_seconds: Number = 0.0
    ttft_rows: tuple[str, ...] = ()
    is_ttft_measured: bool = False
    is_tpot_measured: bool = False
    writes_tokens: Number = True

    @property
    def shown_tpot_seconds(self) -> Number:
        """The time per output token as answers have it, NaN without tokens."""
        return where(self.writes_tokens, self.tpot_seconds, nan)

    @property
    def shown_tpot_p99_seconds(self) -> Number:
        """Its 99th percentile, NaN without tokens and at saturation."""
        return where(self.writes_tokens, self.tpot_p99_seconds, nan)


class _Replica(Struct, frozen=True, gc=False, eq=False):
    """A replica whose load is open.

    first_seconds: the pass over one input alone, before the correction; scale: corrected
    throughput beyond what the neighbours say.
    """

    rates: Rates
    request: Request
    group: Group
    place: Number
    size: Number
    evidence: Evidence
    first_seconds: Number
    scale: Number

    def speed_at(self, concurrency: Number) -> Speed:
        """With so many in flight."""
        return speed(self.rates, self.request, self.group, concurrency=concurrency)

    def pace_at(self, kernel: Kernel, rank_concurrency: Number) -> Pace:
        """With so many in flight in each of its batches, corrected."""
        concurrency = rank_concurrency * self.group.ranks
        weights = self.evidence.at(self.place, self.size, concurrency)
        ratio = drifted(kernel, weights.sums("throughput")) * self.scale
        return pace_of(self.first_seconds, self.speed_at(concurrency), ratio, self.group.ranks)


def closed(plan: Plan, requests_per_second: Number, *, has_tails: bool = True) -> Serving:
    """With as many requests in flight as asked for, else as fit.

    requests_per_second: what is sustained; has_tails: whether the percentiles are wanted.
    """
    layout, demanded = plan.layout, plan.task.search.demanded
    ratio, ttft_ratio = requests_per_second / layout.requests_per_second, plan.ttft_ratio
    in_flight, first_seconds = layout.in_flight, layout.first_seconds
    fixed_seconds = first_token_seconds(layout.rates, layout.request)
    wait_seconds = queueing.closed_wait_seconds(
        demanded=demanded, in_flight=in_flight, requests_per_second=requests_per_second
    )
    ttft_seconds, tpot_seconds = layout.latencies_after(first_seconds)
    ttft_p99_seconds = tpot_p99_seconds = nan
    runs = (demanded > 0.0) & (in_flight >= QUEUED_FRACTION * demanded)
    if has_tails and any_of(runs):
        seen = closed_tails(
            pace_of(first_seconds, layout.speed, ratio, layout.ranks),
            output_tokens=layout.request.output_tokens,
            concurrency=layout.rank_concurrency,
            prefill_passes=layout.prefill_passes,
            whole_fraction=layout.rates.whole_fraction,
        )
        slowest = (seen.ttft_p99_seconds + fixed_seconds) * ttft_ratio + wait_seconds
        ttft_p99_seconds = where(runs, slowest, nan)
        tpot_p99_seconds = where(runs, seen.tpot_p99_seconds, nan)
    burst_wait = prefill_queue.burst_wait_seconds(
        demanded=demanded, in_flight=in_flight, requests_per_second=requests_per_second
    )
    burst_seconds = layout.burst_seconds / ratio * plan.ttft_drift + fixed_seconds + burst_wait
    return Serving(
        layout=layout,
        concurrency=in_flight,
        busy_fraction=layout.busy_fraction,
        ttft_seconds=(ttft_seconds / ratio + fixed_seconds) * ttft_ratio + wait_seconds,
        tpot_seconds=tpot_seconds / ratio,
        ttft_p99_seconds=ttft_p99_seconds,
        tpot_p99_seconds=tpot_p99_seconds,
        writes_tokens=plan.task.writes_tokens,
        ttft_fixed_seconds=fixed_seconds * ttft_ratio,
        burst_ttft_seconds=plan.where_written(burst_seconds, nan),
        burst_fixed_seconds=fixed_seconds,
    )


def at_rate(plan: Plan, sustained: Number, requests_per_second: Number) -> tuple[Plan, Serving]:
    """With requests arriving at random, slower than the `sustained` of the deployment.

    The plan is that of the requests then in flight.
    """
    task, layout = plan.task, plan.layout
    kernel, ranks = task.evidence.kernel, layout.group.ranks
    rate = requests_per_second / (layout.replica_count * ranks)
    # What is known of the full batch beyond the neighbours holds at smaller ones too.
    replica = _Replica(
        rates=layout.rates,
        request=layout.request,
        group=layout.group,
        place=plan.replicas.place,
        size=plan.replicas.size,
        evidence=task.evidence,
        first_seconds=layout.first_seconds,
        scale=sustained / plan.requests_per_second,
    )

    def pace_at(concurrency: Number, rows: Rows) -> Pace:
        own = replica if rows is None else taken(replica, rows)
        return own.pace_at(kernel, concurrency)

    slots, output_tokens = filled(layout.held) / ranks, layout.request.output_tokens
    most = sustained_rate(pace_at(slots, None), output_tokens, slots)
    # The correction of a fuller batch may say that it is slower.
    slots = where(most <= rate, layout.concurrency / ranks, slots)
    seen = open_loop(
        pace_at,
        output_tokens=output_tokens,
        slots=slots,
        requests_per_second=rate,
        prefill_passes=layout.prefill_passes,
    )
    in_flight = seen.seen * ranks
    reached = replica.speed_at(in_flight)
    at_load = Plan(
        task=task,
        replicas=replace(plan.replicas, concurrency=in_flight),
        layout=replace(
            layout,
            concurrency=in_flight,
            saturated=seen.concurrency >= FULL_FRACTION * slots,
            speed=reached,
            requests_per_second=reached.requests_per_second * layout.busy_count,
        ),
        weights=task.evidence.at(plan.replicas.place, plan.replicas.size, in_flight),
        ratio=plan.ratio,
    )
    ttft_ratio = at_load.ttft_ratio
    fixed_seconds = first_token_seconds(layout.rates, layout.request)
    served = Serving(
        layout=at_load.layout,
        concurrency=seen.concurrency * (layout.replica_count * ranks),
        busy_fraction=seen.busy_fraction
        * (layout.replica_count * layout.size / layout.device_count),
        ttft_seconds=(seen.ttft_seconds + fixed_seconds) * ttft_ratio,
        tpot_seconds=seen.tpot_seconds,
        ttft_p99_seconds=(seen.ttft_p99_seconds + fixed_seconds) * ttft_ratio,
        tpot_p99_seconds=seen.tpot_p99_seconds,
        writes_tokens=task.writes_tokens,
        ttft_fixed_seconds=fixed_seconds * ttft_ratio,
    )
    return at_load, served


def meets(served: Serving, limits: Limits) -> Number:
    """Whether the latency keeps the objectives."""
    in_time = served.ttft_seconds <= limits.ttft_seconds
    return in_time & (served.tpot_seconds <= limits.tpot_seconds)


def serving(plan: Plan, requests_per_second: float, rows: Sequence[Measurement]) -> Serving:
    """What the requests of one question see with as many in flight as asked for, else as fit.

    rows: those of exactly this configuration; where they print a latency, it is the answer.
    """
    return _as_measured(_named(plan, closed(plan, requests_per_second)), rows)


def serving_at_rate(
    workload: Workload,
    plan: Plan,
    sustained: float,
    rows: Sequence[Measurement],
    *,
    requests_per_second: float,
) -> tuple[Plan, Serving]:
    """The same with requests arriving at random, slower than the deployment sustains.

    Raises Infeasible, with the rate that would do, where an objective is missed at this one.
    """
    at_load, served = at_rate(plan, sustained, requests_per_second)
    modelled = _named(at_load, served)
    served = _as_measured(modelled, rows)
    # Little's law: those in flight are in proportion to the time that they take.
    longer = served.tpot_seconds / modelled.tpot_seconds if served.is_tpot_measured else 1.0
    served = replace(served, concurrency=served.concurrency * longer)
    limits = workload.asked_limits
    if meets(served, limits):
        return at_load, served
    most, _ = bisection(
        lambda rate, _: meets(at_rate(plan, sustained, rate)[1], limits),
        0.0,
        requests_per_second,
        rounds=SEARCH_ROUNDS,
    )
    raise Infeasible(
        f"at {requests_per_second:g} requests per second the time to first token is"
        f" {served.ttft_seconds:.4g} s and the time per output token {served.tpot_seconds:.4g} s:"
        f" the SLO is met up to {rounded_down(most)} requests per second",
        field="load.requests_per_second",
        nearest=[rounded_down(most)],
    )


def _named(plan: Plan, served: Serving) -> Serving:
    """With the rows behind the time to first token; plan: at the load."""
    rows = tuple([row.id for row, _ in plan.shown("ttft")])
    return replace(served, ttft_rows=rows)


def _as_measured(served: Serving, rows: Sequence[Measurement]) -> Serving:
    """The latency that rows of exactly this configuration print; percentiles in proportion.

    In that of what is not fixed, which a throughput of the caller's own leaves as it is.
    """
    ttft = [row.ttft_seconds for row in rows if row.ttft_seconds and steady(row)]
    tpot = [row.tpot_seconds for row in rows if row.tpot_seconds]
    if ttft:
        fixed_seconds = served.ttft_fixed_seconds
        share = median(ttft) / (served.ttft_seconds - fixed_seconds)
        served = replace(
            served,
            ttft_seconds=median(ttft),
            ttft_p99_seconds=(served.ttft_p99_seconds - fixed_seconds) * share,
            ttft_rows=tuple(row.id for row in rows if row.ttft_seconds in ttft),
            is_ttft_measured=True,
        )
    if tpot:
        share = median(tpot) / served.tpot_seconds
        served = replace(
            served,
            tpot_seconds=median(tpot),
            tpot_p99_seconds=served.tpot_p99_seconds * share,
            is_tpot_measured=True,
        )
    return served
