"""Estimates: what a deployment does for a query, and how much of it the query uses."""

from functools import lru_cache
from typing import Any

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.errors import InvalidQuery
from pricing.evidence.device_power import curve, curve_watts, spent
from pricing.numerics.number import Number
from pricing.quote.adapters import AdaptersAnswer, adapters_answer
from pricing.quote.caching import check_cache
from pricing.quote.context import QuoteContext, Snapshot
from pricing.serving.layout import Demand
from pricing.serving.passes.group import Pass
from pricing.serving.precision import Format
from pricing.unit_costs.answer import Performance
from pricing.unit_costs.device_count import open_charges, sustained
from pricing.unit_costs.hour import Output
from pricing.unit_costs.latency import Serving, serving
from pricing.unit_costs.media.images import (
    ImagesAnswer,
    check_no_images,
    image_outputs,
    images_answer,
)
from pricing.unit_costs.media.media_fields import is_media
from pricing.unit_costs.media.work import MediaWork, measured_work, media_work
from pricing.unit_costs.planning.answer import Memory
from pricing.unit_costs.planning.arrival_rate import overloaded, served_at_rate, tell_count_at_rate
from pricing.unit_costs.planning.engine_span import spanned, under_engines
from pricing.unit_costs.planning.gain import (
    PrefixCache,
    SpeculationGain,
    prefix_cache,
    speculation_gain,
)
from pricing.unit_costs.planning.plan_answer import memory_held, performance
from pricing.unit_costs.planning.question import Question, question_of
from pricing.unit_costs.planning.stages import warn_of_stages
from pricing.unit_costs.query import Load, UnitCostQuery
from pricing.unit_costs.reading.demand import check_context, check_reading
from pricing.unit_costs.throughput import Throughput, printed, warn_of_runs
from pricing.unit_costs.warnings import caution, warn_of_default_objectives
from pricing.unit_costs.workload import workload_of

SAME_RATIO = 0.01
"""A use that is given beside a rate must be its own to this."""


class Draw(Struct, frozen=True, gc=False):
    """Power of one device at work, and the ids of the measured rows behind it.

    time: what the time of a request goes to.
    """

    busy_watts: float
    rows: tuple[str, ...]
    time: Pass


class Tokens(Struct, frozen=True, gc=False):
    """The token side of an estimate."""

    model: Model
    number_format: Format
    demand: Demand
    serving: Serving
    draw: Draw


class Estimate(Struct, frozen=True, gc=False):
    """What a deployment does; `tokens` is None for work that is not tokens.

    together: devices of a replica, which one instance holds or a cluster [count];
    used_fraction: the share of the throughput that is served, where an arrival rate says it;
    output: the same as the bill reads it; performance, memory: as the answer shows them, at full
    use; pool_counts: devices of the pools that serve the phases apart, None of one deployment;
    media: work that is images or speech, or requests of any kind.
    """

    device_count: int
    throughput: Throughput
    output: Output
    performance: Performance
    together: float = 1.0
    speculation: SpeculationGain | None = None
    prefix_cache: PrefixCache | None = None
    images: ImagesAnswer | None = None
    adapters: AdaptersAnswer | None = None
    memory: Memory | None = None
    used_fraction: float | None = None
    tokens: Tokens | None = None
    pool_counts: tuple[int, int] | None = None
    media: MediaWork | None = None


def estimate(context: QuoteContext, device: Device, query: UnitCostQuery) -> Estimate:
    """What the deployment of a query sustains and what its requests see.

    Raises a Refusal where it cannot: it does not fit, misses the SLO, lacks the format.
    """
    check_load(query.load)
    if query.model is None or is_media(context.catalog, query.model, query.load):
        found = _anything(context, device, query)
    else:
        charges = open_charges(context.catalog, context.as_of, device, query)
        found, snapshot = _recorded(context.catalog, question_of(device, query, charges))
        context.merge(snapshot)
    check_use(found.used_fraction, query.utilization_fraction)
    return found


def check_load(load: Load) -> None:
    """Raises InvalidQuery for a load that is given in two ways."""
    if load.requests_per_second is not None and load.concurrency is not None:
        raise InvalidQuery(
            "the requests in flight follow from the arrival rate: give load.concurrency or"
            " load.requests_per_second",
            field="load.concurrency",
        )


def check_use(used: float | None, asked: float | None) -> None:
    """Raises InvalidQuery for a use that is asked for and that an arrival rate contradicts."""
    if used is not None and asked is not None and contradicts(used, asked):
        raise InvalidQuery(
            contradiction(used, asked), field="utilization_fraction", nearest=[f"{used:.4g}"]
        )


def contradicts(used: Number, asked: Number) -> Any:
    """Whether a use that is asked for is not the one that an arrival rate says. Also of arrays."""
    return abs(asked - used) > SAME_RATIO * used


def contradiction(used: float, asked: float) -> str:
    """What is said of a use that is asked for and that an arrival rate contradicts."""
    return (
        f"load.requests_per_second uses {used:.4g} of what the deployment sustains, not the"
        f" utilization_fraction {asked:g}: leave one of them out"
    )


def _anything(context: QuoteContext, device: Device, query: UnitCostQuery) -> Estimate:
    """Requests that are not tokens: by the caller's own measurement, or a published one of media.

    They are taken to fill the arithmetic of the devices.
    """
    catalog, is_named = context.catalog, query.model is not None
    if not is_named:
        check_no_images(query.load)
    if query.load.cached_input_fraction or query.load.traffic_kind:
        raise InvalidQuery(
            "without a model there are no tokens to cache: leave out cached_input_fraction and"
            " traffic_kind",
            field="load.cached_input_fraction",
        )
    work = media_work(context, device, query) if is_named else measured_work(query)
    if query.measured.output_tokens_per_second is not None:
        raise InvalidQuery(
            "measured.output_tokens_per_second needs a model and its load", field="model"
        )
    reached, device_count = work.throughput, work.device_count
    rate, arriving = reached.requests_per_second, query.load.requests_per_second
    if arriving is not None and arriving >= rate:
        raise overloaded(arriving, reached)
    used_fraction = arriving and arriving / rate
    return Estimate(
        device_count=device_count,
        throughput=reached,
        used_fraction=used_fraction,
        output=_output(
            catalog,
            device,
            device_count,
            reached,
            used_fraction=used_fraction,
            busy_fraction=1.0 if used_fraction is None else used_fraction,
            busy_watts=curve_watts(curve(catalog), device.tdp_watts, 1.0),
            audio_seconds=work.audio_seconds,
            generated_images=work.generated_images,
        ),
        performance=performance(reached),
        media=work,
    )


@lru_cache(maxsize=1024)
def _recorded(catalog: Catalog, question: Question) -> tuple[Estimate, Snapshot]:
    """The estimate of tokens and what its context collected, kept.

    Most questions differ in price, place or day alone.
    """
    context = QuoteContext(catalog, as_of=None)
    return _tokens(context, question), context.snapshot


def _tokens(context: QuoteContext, question: Question) -> Estimate:
    """Tokens of a model: the layout, its throughput, and what requests see."""
    workload = workload_of(context, question)
    check_context(question.deployment.max_context_tokens, workload.demand)
    check_cache(workload.model, workload.demand.cached_fraction)
    check_reading(workload.model, workload.deployed.speculated, question, workload.demand)
    rate = question.load.requests_per_second
    if rate is None:
        full = sustained(context, workload, question)
        plan = full.found
        served = serving(plan, full.throughput.requests_per_second, full.rows)
    else:
        full, plan, served = served_at_rate(context, workload, question, rate)
        if workload.device_count is None and full.throughput.basis != "given":
            tell_count_at_rate(context, workload, full.found, rate)
        if rate >= full.throughput.requests_per_second * full.throughput.low_ratio:
            context.warn(
                f"{rate:g} requests per second are within the 80% interval of what the deployment"
                " sustains: it may not keep up with them"
            )
    warn_of_default_objectives(context, workload, served, is_fastest=full.found.is_late)
    is_given = full.throughput.basis == "given"
    caution(context, workload, served, sustaining=None if is_given else full.found.layout)
    used_fraction = rate and rate / full.throughput.requests_per_second
    cached = prefix_cache(context, served.layout)
    if is_given and cached is not None:
        context.warn(
            "the measured throughput is taken to be with the prefix cache: cached_input_fraction"
            " changes what input and output cost of it, and not the sum"
        )
    reached, device_count = full.throughput, int(full.found.layout.device_count)
    # Of a variant one figure is read, and no interval.
    if not (is_given or context.catalog.changed):
        if not printed(full.rows):
            warn_of_runs(context, full.found, reached)
            warn_of_stages(context, workload, full)
        ratios = under_engines(workload, full)
        reached = spanned(context, reached, ratios, workload.device.name)
    time = spent(plan.layout)
    shown = tuple([row.id for row, _ in plan.shown("power")])
    tokens = Tokens(
        model=workload.model,
        number_format=workload.number_format,
        demand=workload.demand,
        serving=served,
        draw=Draw(plan.busy_watts(time), shown, time),
    )
    return Estimate(
        device_count=device_count,
        throughput=reached,
        used_fraction=used_fraction,
        output=_output(
            context.catalog,
            workload.device,
            device_count,
            reached,
            used_fraction=used_fraction,
            busy_fraction=served.busy_fraction,
            busy_watts=tokens.draw.busy_watts,
            unplaced_count=float(full.found.layout.unplaced_count),
            input_tokens=workload.demand.input_tokens,
            output_tokens=workload.demand.output_tokens,
            share_fraction=served.layout.prefill_share_fraction,
            cached_tokens=served.layout.request.prefix.cached_tokens,
            cached_share_fraction=served.layout.cached_share_fraction,
            documents=workload.demand.documents,
            **image_outputs(served.layout),
        ),
        performance=performance(reached, served, time),
        together=float(served.layout.size),
        speculation=speculation_gain(context, workload.deployed.speculated, served.layout),
        prefix_cache=cached,
        images=images_answer(served.layout),
        adapters=adapters_answer(workload.deployed.adapters),
        memory=memory_held(served),
        tokens=tokens,
    )


def _output(
    catalog: Catalog, device: Device, device_count: int, throughput: Throughput, **known: Any
) -> Output:
    return Output(
        device_count=float(device_count),
        requests_per_second=throughput.requests_per_second,
        low_ratio=throughput.low_ratio,
        high_ratio=throughput.high_ratio,
        idle_watts=device.idle_watts,
        host_watts=catalog.assumptions[catalog.host_watts_keys[device.name]].value,
        **known,
    )
