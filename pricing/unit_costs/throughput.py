"""Throughput: what a deployment sustains, from the caller, from measurements or modelled."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from pricing.catalog.rows import Measurement
from pricing.errors import InvalidQuery
from pricing.evidence.exact_rows import exact, typical
from pricing.evidence.questions import sustained
from pricing.quote.context import QuoteContext
from pricing.serving.layout import Demand
from pricing.serving.objectives import NO_LIMIT
from pricing.unit_costs.planning.answer import Evidence
from pricing.unit_costs.planning.question import Question
from pricing.unit_costs.planning.task import Plan
from pricing.unit_costs.query import Measured
from pricing.unit_costs.workload import Workload

MOVING_RATIO = 1.25
"""By how much runs nearby move an answer before it says so."""

NAMED_RUNS = 2
"""Of these runs, how many are named."""

Basis = Literal["given", "measured", "modelled"]


class Throughput(Struct, frozen=True, gc=False):
    """What the deployment sustains at full use, and how that is known.

    Rates are of all devices [per second]; low and high are the ends of the 80% interval over
    them; evidence: the measurements leaned on, each with its share. Tokens are None where none are
    written.
    """

    requests_per_second: float
    output_tokens_per_second: float | None
    low_ratio: float
    high_ratio: float
    basis: Basis
    evidence: tuple[Evidence, ...] = ()


def throughput(
    context: QuoteContext,
    workload: Workload,
    given: Measured,
    found: Plan,
    rows: tuple[Measurement, ...],
) -> Throughput:
    """The caller's own measurement, else measured rows, else the corrected roofline.

    rows: those of exactly this configuration.
    """
    output_tokens = workload.demand.output_tokens
    own = given_throughput(given, workload.demand)
    if own is not None:
        warn_of_peak(context, workload, found, own)
        return own
    shown = printed(rows)
    if shown:
        low, tokens, high = typical(shown)
        spread = context.assume("performance.measured_band_ratio")
        return Throughput(
            requests_per_second=tokens / output_tokens,
            output_tokens_per_second=tokens,
            low_ratio=low / tokens / spread,
            high_ratio=high / tokens * spread,
            basis="measured",
            evidence=tuple(_evidence(row, 1.0 / len(shown)) for row in shown),
        )
    corrected = found.correction
    requests = found.requests_per_second
    return Throughput(
        requests_per_second=requests,
        output_tokens_per_second=requests * output_tokens or None,
        low_ratio=1.0 / corrected.band_ratio,
        high_ratio=found.layout.high_ratio(corrected.ratio, corrected.band_ratio),
        basis="measured" if corrected.is_near else "modelled",
        evidence=tuple([_evidence(row, share) for row, share in found.shown("throughput")]),
    )


def measured_rows(
    workload: Workload,
    question: Question,
    device_count: int,
    *,
    requests_per_second: float | None = None,
) -> tuple[Measurement, ...]:
    """Rows of exactly this question.

    None are, of one under a latency objective, with speculation, with a prefix cache, of one phase,
    or with groups and stages, which no row has; a rate, which says the load, leaves those of the
    caller alone.
    """
    if workload.is_unmeasured:
        return ()
    demand, limits = workload.demand, workload.asked_limits
    if requests_per_second is None:
        limits = workload.limits_over(limits)
    if limits != NO_LIMIT:
        return ()
    return exact(
        workload.catalog,
        device=workload.device.name,
        device_count=device_count,
        model=workload.model.name,
        precision=workload.number_format.name,
        tensor_parallel=workload.tensor_parallel,
        engine=workload.engine,
        weight_bits=workload.number_format.asked_weight_bits,
        kv_bits=workload.asked_kv_bits,
        input_tokens=question.load.input_tokens,
        output_tokens=demand.output_tokens,
        concurrency=demand.concurrency,
        requests_per_second=requests_per_second,
    )


def printed(rows: Iterable[Measurement]) -> list[Measurement]:
    """Those of some rows that show what is sustained."""
    return [row for row in rows if sustained(row)]


def given_throughput(given: Measured, demand: Demand) -> Throughput | None:
    """What the caller has measured, None where nothing is.

    Raises InvalidQuery for requests and tokens that contradict each other.
    """
    tokens, requests = given.output_tokens_per_second, given.requests_per_second
    if tokens is None and requests is None:
        return None
    if requests is None:
        requests = (tokens or 0.0) / demand.output_tokens
    if tokens is None:
        tokens = requests * demand.output_tokens or None
    elif abs(tokens - requests * demand.output_tokens) > 0.01 * tokens:
        raise InvalidQuery(
            f"measured.output_tokens_per_second {tokens:g} is not measured.requests_per_second"
            f" {requests:g} times the {demand.output_tokens:g} output tokens of a request",
            field="measured.requests_per_second",
            nearest=[f"{tokens / demand.output_tokens:.6g}"],
        )
    return Throughput(requests, tokens, 1.0, 1.0, "given")


def warn_of_peak(context: QuoteContext, workload: Workload, found: Plan, own: Throughput) -> None:
    """Warn where a caller says more than the hardware can do: of other devices, perhaps."""
    layout = found.layout
    peak = float(layout.peak_requests_per_second)
    if own.requests_per_second > peak and own.output_tokens_per_second is None:
        context.warn(
            f"measured.requests_per_second {own.requests_per_second:,.4g} is more than the"
            f" {peak:,.4g} that {layout.device_count} × {workload.device.name} can do by their"
            " bandwidth and arithmetic: measured is what the whole deployment does"
        )
    elif own.requests_per_second > peak:
        tokens = peak * workload.demand.output_tokens
        context.warn(
            f"measured.output_tokens_per_second {own.output_tokens_per_second:,.4g} is more than"
            f" the {tokens:,.4g} that {layout.device_count} × {workload.device.name} can do by"
            " their bandwidth and arithmetic: measured is what the whole deployment does"
        )


def warn_of_runs(context: QuoteContext, found: Plan, reached: Throughput) -> None:
    """Warn where runs nearby move an answer, and leave that of a like device or engine as it is.

    found, reached: of a throughput that nobody measured or gave as it is.
    """
    ratio = float(found.ratio)
    if 1.0 / MOVING_RATIO < ratio < MOVING_RATIO:
        return
    ids = ", ".join([row.id for row in reached.evidence[:NAMED_RUNS]])
    ran = f"measured runs near this one ({ids}) ran at {ratio:.2g} times what the model has"
    others = "a device or an engine without such runs"
    context.warn_last(
        f"{ran}, and so does this answer: {others} may come out slower, though it is no worse"
        if ratio > 1.0
        else f"{ran}, and so does this answer: {others} may come out faster, though it is no better"
    )


def _evidence(row: Measurement, weight_fraction: float) -> Evidence:
    return Evidence(
        id=row.id,
        device=row.device,
        device_count=row.device_count,
        model=row.model,
        precision=row.precision,
        engine=row.engine,
        scenario=row.scenario,
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        concurrency=row.concurrency,
        output_tokens_per_second=row.output_tokens_per_second,
        weight_fraction=weight_fraction,
        source=row.source,
        confidence=row.confidence,
    )
