"""Estimates: what a deployment does for a query, and how much of it the query uses."""

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Measurement, Model
from pricing.errors import Infeasible, InvalidQuery, Refusal
from pricing.performance.draw import Draw, draw
from pricing.performance.formats import Format
from pricing.performance.layout import Demand, Layout
from pricing.performance.layout_search import counts
from pricing.quotes.cautions import caution
from pricing.quotes.ledger import Collected, Ledger
from pricing.quotes.queries import UnitCostQuery
from pricing.quotes.serving import Serving, serving, serving_at_rate
from pricing.quotes.settling import DEVICE_COUNT, Settled, settled
from pricing.quotes.throughput import Throughput, measured_rows, throughput
from pricing.quotes.workloads import (
    Question,
    Workload,
    check_load,
    question_of,
    workload_of,
)
from pricing.rounding import rounded_down

FITTING_FRACTION = 0.99
"""A refused rate is answered with the one that uses this much of the deployment."""

SAME_RATIO = 0.01
"""A use that is given beside a rate must be its own to this."""

CROWDED_FRACTION, CROWDED_RATIO = 0.5, 1.25
"""Of the memory, what weights must take for more devices to be looked at; and how much more each of
those must serve to be worth a warning."""


class Tokens(Struct, frozen=True, gc=False):
    """The token side of an estimate."""

    model: Model
    number_format: Format
    demand: Demand
    serving: Serving
    draw: Draw


class Estimate(Struct, frozen=True, gc=False):
    """What a deployment does; `tokens` is None for work that is not tokens.

    used_fraction: the share of the throughput that is served, where an arrival rate says it.
    """

    device_count: int
    throughput: Throughput
    used_fraction: float | None = None
    tokens: Tokens | None = None


class Recorded(Struct, frozen=True, gc=False):
    """An estimate, and what its ledger collected on the way."""

    found: Estimate
    collected: Collected


class Sustained(Struct, frozen=True, gc=False):
    """A layout and its throughput; rows: measurements of exactly this configuration."""

    found: Settled
    throughput: Throughput
    rows: tuple[Measurement, ...]


def estimate(ledger: Ledger, device: Device, query: UnitCostQuery) -> Estimate:
    """What the deployment of a query sustains and what its requests see.

    Raises a Refusal where it cannot: it does not fit, misses the SLO, lacks the format.
    """
    check_load(query.load)
    if query.model is None:
        found = _anything(query)
    else:
        recorded = _recorded(ledger.catalog, question_of(device, query))
        ledger.adopt(recorded.collected)
        found = recorded.found
    used, asked = found.used_fraction, query.utilization_fraction
    if used is not None and asked is not None and abs(asked - used) > SAME_RATIO * used:
        raise InvalidQuery(
            f"load.requests_per_second uses {used:.4g} of what the deployment sustains, not the"
            f" utilization_fraction {asked:g}: leave one of them out",
            field="utilization_fraction",
            nearest=[f"{used:.4g}"],
        )
    return found


def _anything(query: UnitCostQuery) -> Estimate:
    """Requests of any kind, from the caller's own measurement alone."""
    rate = query.measured.requests_per_second
    if rate is None:
        raise InvalidQuery(
            "without a model, measured.requests_per_second must say what the deployment does",
            field="model",
        )
    if query.measured.output_tokens_per_second is not None:
        raise InvalidQuery(
            "measured.output_tokens_per_second needs a model and its load", field="model"
        )
    sustained = Throughput(rate, None, 1.0, 1.0, "given")
    arriving = query.load.requests_per_second
    if arriving is not None and arriving >= rate:
        raise _overloaded(arriving, sustained)
    return Estimate(
        device_count=query.deployment.device_count or 1,
        throughput=sustained,
        used_fraction=arriving and arriving / rate,
    )


@lru_cache(maxsize=8192)
def _recorded(catalog: Catalog, question: Question) -> Recorded:
    """The estimate of tokens, kept: most questions differ in price, place or day alone."""
    ledger = Ledger(catalog, as_of=None)
    found = _tokens(ledger, question)
    return Recorded(found, ledger.collected)


def _tokens(ledger: Ledger, question: Question) -> Estimate:
    """Tokens of a model: the layout, its throughput, and what requests see."""
    workload = workload_of(ledger, question)
    rate = question.load.requests_per_second
    if rate is None:
        full = _sustained(ledger, workload, question)
        served = serving(workload, full.found, full.throughput, full.rows)
        _warn_of_crowding(ledger, workload, full)
    else:
        full = _sustaining(ledger, workload, question, rate)
        count = full.found.layout.device_count
        rows = measured_rows(workload, question, count, requests_per_second=rate)
        served = serving_at_rate(
            workload, full.found, full.throughput, rows, requests_per_second=rate
        )
        if rate >= full.throughput.requests_per_second * full.throughput.low_ratio:
            ledger.warn(
                f"{rate:g} requests per second are within the 80% interval of what the deployment"
                " sustains: it may not keep up with them"
            )
    is_given = full.throughput.basis == "given"
    caution(ledger, workload, served, sustaining=None if is_given else full.found.layout)
    return Estimate(
        device_count=full.found.layout.device_count,
        throughput=full.throughput,
        used_fraction=rate and rate / full.throughput.requests_per_second,
        tokens=Tokens(
            model=workload.model,
            number_format=workload.number_format,
            demand=workload.demand,
            serving=served,
            draw=draw(workload.setup, served.layout, workload.demand),
        ),
    )


def _sustained(ledger: Ledger, workload: Workload, question: Question) -> Sustained:
    fastest = _keeping(workload)
    rows = measured_rows(workload, question, fastest.layout.device_count)
    found = _as_measured(workload, fastest, rows)
    sustained = throughput(ledger, workload, question.measured, found, rows)
    if found is not fastest and sustained.basis == "measured":
        _warn_of_layout(ledger, found, fastest, sustained)
    return Sustained(found, sustained, rows)


def _keeping(workload: Workload) -> Settled:
    """The layout that keeps the objectives.

    Raises Infeasible where none does; without a count it says which one of a node would.
    """
    try:
        return settled(workload)
    except Infeasible as refusal:
        count = _count_that_keeps(workload) if workload.device_count is None else None
        if count is None:
            raise
        raise Infeasible(
            f"{refusal.detail}; {count} devices keep it",
            field=refusal.field,
            nearest=[*refusal.nearest, f"{DEVICE_COUNT}: {count}"],
        ) from None


def _warn_of_crowding(ledger: Ledger, workload: Workload, full: Sustained) -> None:
    """Where the weights leave the fewest devices that fit little room for requests.

    A load that is given would be shared by more devices, and does not ask for them.
    """
    is_given = full.throughput.basis == "given" or workload.demand.concurrency is not None
    if is_given or workload.device_count is not None or not _is_crowded(full.found.layout):
        return
    count = full.found.layout.device_count
    more = next((larger for larger in _counts(workload) if larger > count), count)
    with suppress(Refusal):
        found = settled(replace(workload, device_count=more))
        ratio = found.requests_per_second / full.found.requests_per_second * count / more
        if ratio > CROWDED_RATIO:
            ledger.warn(
                f"the fewest devices that fit, {count}, have room for"
                f" {full.found.layout.in_flight:,.0f} requests: on {more}, each device serves"
                f" {ratio:.2g} times as many tokens (deployment.device_count)"
            )


def _is_crowded(layout: Layout) -> bool:
    room = layout.room
    usable_bytes = layout.tensor_parallel * room.usable_bytes
    return bool(room.weights_bytes > CROWDED_FRACTION * usable_bytes)


def _count_that_keeps(workload: Workload) -> int | None:
    """The fewest devices of a node that keep the objectives, where any do."""
    for count in _counts(workload):
        if count <= workload.device.node_device_count:
            with suppress(Refusal):
                settled(replace(workload, device_count=count))
                return count
    return None


def _as_measured(workload: Workload, fastest: Settled, rows: Sequence[Measurement]) -> Settled:
    """The layout that rows of exactly this configuration ran in, where it was left open."""
    sizes = {row.tensor_parallel for row in rows}
    size = sizes.pop() if len(sizes) == 1 else None
    if size is None or size == fastest.layout.tensor_parallel:
        return fastest
    count = fastest.layout.device_count
    try:
        return settled(replace(workload, device_count=count, tensor_parallel=size))
    except Refusal:
        return fastest  # it ran, whatever the roofline holds


def _sustaining(ledger: Ledger, workload: Workload, question: Question, rate: float) -> Sustained:
    """The layout under a rate; without a count, on the fewest devices that sustain it."""
    full = _sustained(ledger, workload, question)
    if rate < full.throughput.requests_per_second:
        return full
    more = None
    if full.throughput.basis != "given":
        more = _more(ledger, workload, question, rate, full.found.layout.device_count)
    if more is not None and workload.device_count is None:
        return more
    kept = workload.slo.ttft_seconds is not None or workload.slo.tpot_seconds is not None
    raise _overloaded(
        rate,
        full.throughput,
        within=" within the SLO" if kept else "",
        more=f"; {more.found.layout.device_count} devices sustain it" if more else "",
    )


def _more(
    ledger: Ledger, workload: Workload, question: Question, rate: float, device_count: int
) -> Sustained | None:
    """The fewest devices beyond a count that sustain a rate, where any do."""
    for count in _counts(workload):
        if count <= device_count:
            continue
        try:
            full = _sustained(ledger, replace(workload, device_count=count), question)
        except Refusal:
            continue
        if rate < full.throughput.requests_per_second:
            return full
    return None


def _counts(workload: Workload) -> list[int]:
    """The device counts that are tried, whole replicas each."""
    size = workload.tensor_parallel or 1
    return [count for count in counts(workload.device.node_device_count) if count % size == 0]


def _overloaded(
    rate: float, sustained: Throughput, *, within: str = "", more: str = ""
) -> Infeasible:
    fitting = FITTING_FRACTION * sustained.requests_per_second
    return Infeasible(
        f"the deployment sustains {sustained.requests_per_second:.4g} requests per second{within},"
        f" and {rate:g} arrive{more}",
        field="load.requests_per_second",
        nearest=[rounded_down(fitting)],
    )


def _warn_of_layout(
    ledger: Ledger, found: Settled, fastest: Settled, sustained: Throughput
) -> None:
    if fastest.requests_per_second > sustained.requests_per_second:
        tokens = fastest.requests_per_second * fastest.workload.demand.output_tokens
        ledger.warn(
            f"this was measured with tensor_parallel {found.layout.tensor_parallel}:"
            f" {fastest.layout.tensor_parallel} is modelled to reach {tokens:,.0f} output tokens"
            " per second"
        )
