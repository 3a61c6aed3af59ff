"""The layout of a deployment, on as many devices as a load takes, and its throughput."""

from collections.abc import Sequence
from contextlib import suppress
from math import floor, gcd

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Measurement
from pricing.errors import Infeasible, Refusal
from pricing.numerics.rounding import rounded_down
from pricing.purchasing.charges import Charges, charges_of
from pricing.quote.context import QuoteContext
from pricing.serving.layout_search import replicas_of
from pricing.serving.objectives import NO_DEFAULTS
from pricing.serving.replica_sizes import counts
from pricing.unit_costs.latency import Serving, serving_at_rate
from pricing.unit_costs.plan import PLAIN_GAIN_RATIO, is_beyond, plan
from pricing.unit_costs.planning.best_plan import best_plan, task_of
from pricing.unit_costs.planning.question import Question
from pricing.unit_costs.planning.slo import ALIKE_RATIO
from pricing.unit_costs.planning.task import Plan
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.throughput import Throughput, measured_rows, throughput
from pricing.unit_costs.workload import Workload

FITTING_FRACTION = 0.99
"""A refused rate is answered with the one that uses this much of the deployment."""

SPARE_FRACTIONS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
"""What devices sustain beyond a rate, one after the other, where an objective is missed at it."""

MOST_DEVICES = 100_000
"""No more are looked for under a rate; whoever has more names their count."""


class Sustained(Struct, frozen=True, gc=False):
    """A layout and its throughput; rows: measurements of exactly this configuration."""

    found: Plan
    throughput: Throughput
    rows: tuple[Measurement, ...]


def open_charges(
    catalog: Catalog, as_of: str, device: Device, query: UnitCostQuery
) -> Charges | None:
    """What counts of devices are charged for, where a query leaves the count to its price."""
    deployment, measured = query.deployment, query.measured
    given = (
        measured.requests_per_second,
        measured.output_tokens_per_second,
        query.load.requests_per_second,
    )
    if deployment.is_counted or any(value is not None for value in given):
        return None
    charges = charges_of(catalog, as_of, device, query.purchase)
    is_loaded = query.load.concurrency is not None
    return charges if charges is None or is_loaded else charges.of_filled


def sustained(context: QuoteContext, workload: Workload, question: Question) -> Sustained:
    """The layout of the highest throughput of a device within the objectives.

    Raises a Refusal where nothing fits or keeps the objectives.
    """
    fastest = _keeping(workload)
    if not workload.is_counted:
        _tell_counts(context, workload, fastest)
    rows = measured_rows(workload, question, fastest.layout.device_count)
    if fastest.layout.room.spread is not None:
        rows = ()  # none was measured over groups and stages
    found = _as_measured(workload, fastest, rows)
    reached = throughput(context, workload, question.measured, found, rows)
    if found is not fastest and reached.basis == "measured":
        _warn_of_layout(context, found, fastest, reached)
    return Sustained(found, reached, rows)


def sustaining(
    context: QuoteContext,
    workload: Workload,
    question: Question,
    rate: float,
    *,
    best: Throughput | None = None,
) -> Sustained:
    """The layout under a rate; without a count, on the fewest devices that sustain it.

    Those that keep a default objective go first. It gives way where it keeps the devices from
    sustaining the rate. best: what these devices do under one, which a refusal goes by where it is
    more: an open layout may then be another.
    """
    full = sustained(context, workload, question)
    sustains, is_open = rate < full.throughput.requests_per_second, workload.device_count is None
    if sustains and not (is_open and full.found.is_late):
        return full
    more = None
    if full.throughput.basis != "given":
        more = _more(context, workload, question, rate, full, late=full if sustains else None)
    if more is not None and is_open:
        return more
    best = max(full.throughput, best or full.throughput, key=_requests)
    if full.found.task.has_defaults:
        free = replace(workload, default_limits=NO_DEFAULTS)
        return sustaining(context, free, question, rate, best=best)
    kept = workload.slo.ttft_seconds is not None or workload.slo.tpot_seconds is not None
    refusal = overloaded(
        rate,
        best,
        within=" within the SLO" if kept else "",
        more=f"; {more.found.layout.device_count} devices sustain it" if more else "",
    )
    if kept:
        refusal.nearest = _kept_rate(workload, full, refusal.nearest)
    raise refusal


def _kept_rate(workload: Workload, full: Sustained, near: tuple[str, ...]) -> tuple[str, ...]:
    """The rate that is proposed, or a lower one where requests would wait too long at it."""
    most, rate = full.throughput.requests_per_second, float(near[0])
    try:
        serving_at_rate(workload, full.found, most, (), requests_per_second=min(rate, most))
    except Infeasible as late:
        return late.nearest
    return near


def _requests(one: Throughput) -> float:
    return one.requests_per_second


def served_at_rate(
    context: QuoteContext, workload: Workload, question: Question, rate: float
) -> tuple[Sustained, Plan, Serving]:
    """What sustains a rate, and what requests see; without a count, on more where it takes more.

    Raises Infeasible where an objective is missed at the rate.
    """
    full = sustaining(context, workload, question, rate)
    missed: Infeasible | None = None
    for spare in (*SPARE_FRACTIONS, None):
        count = int(full.found.layout.device_count)
        rows = measured_rows(workload, question, count, requests_per_second=rate)
        requests = full.throughput.requests_per_second
        try:
            seen = serving_at_rate(workload, full.found, requests, rows, requests_per_second=rate)
        except Infeasible as refusal:
            missed = missed or refusal
            is_open = workload.device_count is None and full.throughput.basis != "given"
            if not is_open or spare is None:
                break
            more = _more(context, workload, question, (1.0 + spare) * rate, full)
            if more is None:
                break
            full = more
        else:
            return (full, *seen)
    if missed is None:
        raise TypeError(rate)
    raise missed


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
    """The layout that keeps the objectives; without a count, on more devices where it takes more.

    Raises Infeasible where none does.
    """
    try:
        return best_plan(workload)
    except Infeasible:
        found = _that_keeps(workload) if workload.device_count is None else None
        if found is None:
            raise
        return found


def _that_keeps(workload: Workload) -> Plan | None:
    """The layout on the fewest devices of a node that keep the objectives, where any do."""
    for count in _counts(workload):
        if count <= workload.device.node_device_count:
            with suppress(Refusal):
                return best_plan(workload.on(count))
    return None


def _tell_counts(context: QuoteContext, workload: Workload, found: Plan) -> None:
    """Say which counts were looked at."""
    count, options = f"{found.layout.device_count:,}", replicas_of(found.task.search)
    if found.layout.room.spread is not None:
        without = plan(task_of(workload))
        options = replicas_of(without.plan.task.search)
        if not is_beyond(without, workload.hardware.node):
            options = []
    counts = [f"{one:,}" for one in sorted({int(one.device_count) for one in options})]
    if not options:
        told = (
            f"{count} are those that groups and stages take of the count that costs least per"
            " token without"
        )
    elif len(options) == 1:
        told = f"{count} is the only one that fits"
    elif len(counts) == 1:
        told = f"{count} fill the instances that are paid for"
    else:
        is_wide = found.layout.room.spread is not None
        within = f"{(PLAIN_GAIN_RATIO if is_wide else ALIKE_RATIO) - 1.0:.0%}"
        told = f"of {', '.join(counts)}, a count of {count} costs least per token within {within}"
    context.warn_last(f"no device_count was asked for: {told}")


def tell_count_at_rate(context: QuoteContext, workload: Workload, found: Plan, rate: float) -> None:
    """Say which counts were looked at for a rate."""
    node = workload.device.node_device_count
    inside = [f"{count:,}" for count in _counts(workload) if count <= node]
    of = ", ".join([*inside, "and whole nodes"])
    context.warn_last(
        f"no device_count was asked for: {found.layout.device_count:,.0f} is the least that serves"
        f" {rate:g} requests per second, of {of}"
    )


def _as_measured(workload: Workload, fastest: Plan, rows: Sequence[Measurement]) -> Plan:
    """The layout that rows of exactly this configuration ran in, where it was left open."""
    if not rows:
        return fastest
    sizes = {row.tensor_parallel for row in rows}
    size = sizes.pop() if len(sizes) == 1 else None
    if size is None or size == fastest.layout.size:
        return fastest
    count = fastest.layout.device_count
    try:
        return best_plan(replace(workload, device_count=int(count), tensor_parallel=size))
    except Refusal:
        return fastest  # it ran, whatever the roofline holds


def _warn_of_layout(context: QuoteContext, found: Plan, fastest: Plan, reached: Throughput) -> None:
    if fastest.requests_per_second > reached.requests_per_second:
        tokens = fastest.requests_per_second * fastest.layout.request.output_tokens
        context.warn(
            f"this was measured with tensor_parallel {found.layout.size}:"
            f" {fastest.layout.size} is modelled to reach {tokens:,.0f} output tokens"
            " per second"
        )


def _more(
    context: QuoteContext,
    workload: Workload,
    question: Question,
    rate: float,
    fewer: Sustained,
    late: Sustained | None = None,
) -> Sustained | None:
    """The fewest devices beyond some that sustain a rate, where any do; on time if a node has them.

    late: what sustains it and misses a default objective.
    """
    node = workload.device.node_device_count
    count = int(fewer.found.layout.device_count)
    full: Sustained | None = fewer
    while following := _next_count(workload, count, rate, full):
        if late is not None and following > node:
            break
        count, full = following, None
        with suppress(Refusal):
            full = sustained(context, workload.on(count), question)
        if full is not None and rate < full.throughput.requests_per_second:
            if not full.found.is_late:
                return full
            late = late or full
    return late


def _next_count(
    workload: Workload, count: int, rate: float, reached: Sustained | None
) -> int | None:
    """The next count that is tried for a rate: doubled in a node, then as many nodes as it takes.

    reached: what the last count sustains, which tells how many it takes; None where it was refused.
    """
    size, node = workload.tensor_parallel or 1, workload.device.node_device_count
    following = next((tried for tried in _counts(workload) if tried > count), None)
    if reached is None or (following is not None and following <= node):
        return following
    takes = floor(count * rate / reached.throughput.requests_per_second / node) + 1
    together = size // gcd(size, node)
    nodes = max(takes, count // node + 1)
    nodes += -nodes % together
    return nodes * node if nodes * node <= MOST_DEVICES else None


def _counts(workload: Workload) -> list[int]:
    """The device counts that a search tries, whole replicas each."""
    size = workload.tensor_parallel or 1
    return [count for count in counts(workload.device.node_device_count) if count % size == 0]
