"""Requests that arrive at a rate: the devices that sustain them, and what requests see of them."""

from contextlib import suppress
from math import floor, gcd
from operator import attrgetter

from msgspec.structs import replace

from pricing.errors import Infeasible, Refusal
from pricing.numerics.rounding import rounded_down
from pricing.quote.context import QuoteContext
from pricing.serving.objectives import NO_DEFAULTS
from pricing.unit_costs.device_count import Sustained, sustained, tried_counts
from pricing.unit_costs.latency import Serving, serving_at_rate
from pricing.unit_costs.planning.question import Question
from pricing.unit_costs.planning.task import Plan
from pricing.unit_costs.throughput import Throughput, measured_rows
from pricing.unit_costs.workload import Workload

FITTING_FRACTION = 0.99
"""A refused rate is answered with the one that uses this much of the deployment."""

SPARE_FRACTIONS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0)
"""What devices sustain beyond a rate, one after the other, where an objective is missed at it."""

MOST_DEVICES = 100_000
"""No more are looked for under a rate; whoever has more names their count."""


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
    best = max(full.throughput, best or full.throughput, key=attrgetter("requests_per_second"))
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


def tell_count_at_rate(context: QuoteContext, workload: Workload, found: Plan, rate: float) -> None:
    """Say which counts were looked at for a rate."""
    node = workload.device.node_device_count
    inside = [f"{count:,}" for count in tried_counts(workload) if count <= node]
    of = ", ".join([*inside, "and whole nodes"])
    context.warn_last(
        f"no device_count was asked for: {found.layout.device_count:,.0f} is the least that serves"
        f" {rate:g} requests per second, of {of}"
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
    following = next((tried for tried in tried_counts(workload) if tried > count), None)
    if reached is None or (following is not None and following <= node):
        return following
    takes = floor(count * rate / reached.throughput.requests_per_second / node) + 1
    together = size // gcd(size, node)
    nodes = max(takes, count // node + 1)
    nodes += -nodes % together
    return nodes * node if nodes * node <= MOST_DEVICES else None
