"""The layout of a deployment, on as many devices as a load takes, and its throughput."""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Measurement
from pricing.errors import Infeasible, Refusal
from pricing.numerics.rounding import rounded_down
from pricing.quote.context import QuoteContext
from pricing.serving.layout import Layout
from pricing.serving.objectives import NO_DEFAULTS
from pricing.serving.replica_sizes import counts
from pricing.unit_costs.best_plan import DEVICE_COUNT, best_plan
from pricing.unit_costs.planning.task import Plan
from pricing.unit_costs.throughput import Throughput, measured_rows, throughput
from pricing.unit_costs.workload import Question, Workload

FITTING_FRACTION = 0.99
"""A refused rate is answered with the one that uses this much of the deployment."""

CROWDED_FRACTION, CROWDED_RATIO = 0.5, 1.25
"""Of the memory, what weights must take for more devices to be looked at; and how much more each of
those must serve to be worth a warning."""


class Sustained(Struct, frozen=True, gc=False):
    """A layout and its throughput; rows: measurements of exactly this configuration."""

    found: Plan
    throughput: Throughput
    rows: tuple[Measurement, ...]


def sustained(context: QuoteContext, workload: Workload, question: Question) -> Sustained:
    """The layout of the highest throughput within the objectives, without a count on the fewest.

    Raises a Refusal where nothing fits or keeps the objectives.
    """
    fastest = _keeping(workload)
    rows = measured_rows(workload, question, fastest.layout.device_count)
    found = _as_measured(workload, fastest, rows)
    reached = throughput(context, workload, question.measured, found, rows)
    if found is not fastest and reached.basis == "measured":
        _warn_of_layout(context, found, fastest, reached)
    return Sustained(found, reached, rows)


def sustaining(
    context: QuoteContext, workload: Workload, question: Question, rate: float
) -> Sustained:
    """The layout under a rate; without a count, on the fewest devices that sustain it.

    A default objective gives way where it keeps the devices from sustaining the rate.
    """
    full = sustained(context, workload, question)
    if rate < full.throughput.requests_per_second:
        return full
    more = None
    if full.throughput.basis != "given":
        more = _more(context, workload, question, rate, full.found.layout.device_count)
    if more is not None and workload.device_count is None:
        return more
    if full.found.task.has_defaults:
        return sustaining(context, replace(workload, default_limits=NO_DEFAULTS), question, rate)
    kept = workload.slo.ttft_seconds is not None or workload.slo.tpot_seconds is not None
    raise overloaded(
        rate,
        full.throughput,
        within=" within the SLO" if kept else "",
        more=f"; {more.found.layout.device_count} devices sustain it" if more else "",
    )


def warn_of_crowding(context: QuoteContext, workload: Workload, full: Sustained) -> None:
    """Where the weights leave the fewest devices that fit little room for requests.

    A load that is given would be shared by more devices, and does not ask for them.
    """
    is_given = full.throughput.basis == "given" or workload.demand.concurrency is not None
    if is_given or workload.device_count is not None or not _is_crowded(full.found.layout):
        return
    count = full.found.layout.device_count
    more = next((larger for larger in _counts(workload) if larger > count), count)
    with suppress(Refusal):
        found = best_plan(replace(workload, device_count=more))
        ratio = found.requests_per_second / full.found.requests_per_second * count / more
        if ratio > CROWDED_RATIO:
            context.warn(
                f"the fewest devices that fit, {count}, have room for"
                f" {full.found.layout.in_flight:,.0f} requests: on {more}, each device serves"
                f" {ratio:.2g} times as many tokens (deployment.device_count)"
            )


def overloaded(rate: float, reached: Throughput, *, within: str = "", more: str = "") -> Infeasible:
    """The refusal of requests that arrive faster than a deployment sustains them [per second].

    within, more: what is to be said of what it keeps, and of what would sustain the rate.
    """
    fitting = FITTING_FRACTION * reached.requests_per_second
    return Infeasible(
        f"the deployment sustains {reached.requests_per_second:.4g} requests per second{within},"
        f" and {rate:g} arrive{more}",
        field="load.requests_per_second",
        nearest=[rounded_down(fitting)],
    )


def _keeping(workload: Workload) -> Plan:
    """The layout that keeps the objectives.

    Raises Infeasible where none does; without a count it says which one of a node would.
    """
    try:
        return best_plan(workload)
    except Infeasible as refusal:
        count = _count_that_keeps(workload) if workload.device_count is None else None
        if count is None:
            raise
        raise Infeasible(
            f"{refusal.detail}; {count} devices keep it",
            field=refusal.field,
            nearest=[*refusal.nearest, f"{DEVICE_COUNT}: {count}"],
        ) from None


def _count_that_keeps(workload: Workload) -> int | None:
    """The fewest devices of a node that keep the objectives, where any do."""
    for count in _counts(workload):
        if count <= workload.device.node_device_count:
            with suppress(Refusal):
                best_plan(replace(workload, device_count=count))
                return count
    return None


def _as_measured(workload: Workload, fastest: Plan, rows: Sequence[Measurement]) -> Plan:
    """The layout that rows of exactly this configuration ran in, where it was left open."""
    if not rows:
        return fastest
    sizes = {row.tensor_parallel for row in rows}
    size = sizes.pop() if len(sizes) == 1 else None
    if size is None or size == fastest.layout.tensor_parallel:
        return fastest
    count = fastest.layout.device_count
    try:
        return best_plan(replace(workload, device_count=count, tensor_parallel=size))
    except Refusal:
        return fastest  # it ran, whatever the roofline holds


def _warn_of_layout(context: QuoteContext, found: Plan, fastest: Plan, reached: Throughput) -> None:
    if fastest.requests_per_second > reached.requests_per_second:
        tokens = fastest.requests_per_second * fastest.layout.request.output_tokens
        context.warn(
            f"this was measured with tensor_parallel {found.layout.tensor_parallel}:"
            f" {fastest.layout.tensor_parallel} is modelled to reach {tokens:,.0f} output tokens"
            " per second"
        )


def _more(
    context: QuoteContext, workload: Workload, question: Question, rate: float, device_count: int
) -> Sustained | None:
    """The fewest devices beyond a count that sustain a rate, where any do."""
    for count in _counts(workload):
        if count <= device_count:
            continue
        try:
            full = sustained(context, replace(workload, device_count=count), question)
        except Refusal:
            continue
        if rate < full.throughput.requests_per_second:
            return full
    return None


def _counts(workload: Workload) -> list[int]:
    """The device counts that are tried, whole replicas each."""
    size = workload.tensor_parallel or 1
    return [count for count in counts(workload.device.node_device_count) if count % size == 0]


def _is_crowded(layout: Layout) -> bool:
    room = layout.room
    usable_bytes = layout.tensor_parallel * room.usable_bytes
    return bool(room.weights_bytes > CROWDED_FRACTION * usable_bytes)
