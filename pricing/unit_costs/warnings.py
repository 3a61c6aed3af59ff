"""Cautions: what a caller should know beside an estimate of tokens."""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil, inf, isnan

from pricing.evidence.cases import measured_architectures, most_in_flight
from pricing.evidence.features import Setup
from pricing.numerics.number import Number
from pricing.quote.context import QuoteContext
from pricing.serving.constants import NETWORK_LATENCY
from pricing.serving.engines import drafting_key, engine_class
from pricing.serving.layout import Layout
from pricing.serving.objectives import TTFT_DEFAULT
from pricing.serving.parallel.spread import KEYS
from pricing.unit_costs.latency import QUEUED_FRACTION, Serving
from pricing.unit_costs.media.images import of_images
from pricing.unit_costs.planning.best_plan import TPOT, TTFT
from pricing.unit_costs.planning.parallelism import tensor_in
from pricing.unit_costs.planning.replica_warnings import (
    of_copies,
    of_latent,
    of_limits,
    of_replicas,
    of_sampling,
    of_shapes,
    spans_nodes,
)
from pricing.unit_costs.reading.cautions import of_architecture, of_context, of_reading
from pricing.unit_costs.workload import Workload
from pricing.units import BYTES_PER_GIBIBYTE

TIGHT_FRACTION = 0.05
"""Of a device's memory, what should be free beside one request."""

STALLED_FRACTION = 0.2
"""Of the time, what decoding waits for launches before an answer says so."""

BATCH_LEAP_RATIO = 4.0
"""How many times the requests of any measured row are announced: two doublings, beyond which the
weight of such a row is small."""


def caution(
    context: QuoteContext, workload: Workload, served: Serving, *, sustaining: Layout | None
) -> None:
    """Warn of what the numbers alone do not show, and list what they lean on between nodes.

    sustaining: the layout at the load that the throughput is of, which a rate does not reach; None
    for a throughput of the caller's own.
    """
    setup, size = workload.setup, served.layout.size
    if served.layout.group_count > served.layout.replica_count:
        for key in KEYS:
            context.assume(key)
    if spans_nodes(setup, size) and workload.hardware.rates.links.node_devices != inf:
        context.assume_network(workload.device)
        context.assume(NETWORK_LATENCY)
    of_batch = None
    if sustaining is not None:
        of_batch = _of_batch(workload, sustaining, is_held=sustaining is served.layout)
    for warning in (
        of_batch,
        workload.deployed.counted.note,
        *_of_setup(setup),
        *of_architecture(workload),
        of_context(workload),
        *of_replicas(setup, size, int(tensor_in(served.layout))),
        of_reading(workload),
        of_images(served.layout),
        of_shapes(workload, served.layout),
        of_copies(workload, served.layout),
        of_latent(workload, served.layout),
        _of_room(served.layout),
        of_limits(workload, served.layout),
        of_sampling(workload, sustaining or served.layout),
        _of_queue(workload, served),
        _of_drafting(workload, served),
        _of_stall(workload, served.layout),
        _of_long_prompts(context, workload, served),
        _of_burst(workload, served),
        _of_unplaced(served.layout),
        *_of_objectives(workload, served),
    ):
        if warning is not None:
            context.warn(warning)


def warn_of_default_objectives(
    context: QuoteContext, workload: Workload, served: Serving, *, is_fastest: bool
) -> None:
    """Say first that a default objective is missed, which keeps no question from its answer.

    is_fastest: whether no layout keeps it, and the answer is the fastest there is.
    """
    asked = workload.asked_limits
    held = workload.limits_over(asked)
    if held is asked:
        return
    missed = [
        f"{seconds:.3g} s {what}, where interactive work asks for {limit:.3g} s by default"
        for seconds, limit, own, what in (
            (served.tpot_seconds, held.tpot_seconds, asked.tpot_seconds, "a token"),
            (served.ttft_seconds, held.ttft_seconds, asked.ttft_seconds, "to the first token"),
        )
        if own == inf and seconds > limit
    ]
    if not missed:
        return
    of = f"{served.layout.device_count:,.0f} × {workload.device.name}"
    said = (
        f"no layout of {of} is fast enough for interactive work: this answer is of the fastest, one"
        " request at a time in each replica"
        if is_fastest
        else f"at this rate {of} are too slow for interactive work"
    )
    context.warn_first(
        f"{said}; they take {'; and '.join(missed)} (slo sets the limits, workload batch has none)"
    )


@lru_cache(maxsize=8192)
def _of_setup(setup: Setup) -> tuple[str, ...]:
    """What holds whatever the load and the size of the replicas."""
    return (*_of_hardware(setup), *_of_engine(setup))


def _of_hardware(setup: Setup) -> Iterator[str]:
    """Where no device like it was measured, neither of its architecture nor of its family."""
    device = setup.device
    if (device.family, None) not in most_in_flight(setup.catalog):
        yield (
            f"no measured row is of a device of the family {device.family}: it is modelled with"
            " constants of other families, and may be further off than the interval says"
        )
    elif device.architecture not in measured_architectures(setup.catalog):
        yield (
            f"no measured row is of the architecture {device.architecture}: {device.name} is"
            f" modelled like the devices of the family {device.family} that were measured"
        )


def _of_engine(setup: Setup) -> Iterator[str]:
    engine = engine_class(setup.engine)
    family = setup.device.family
    if engine is not None and (family, engine) not in most_in_flight(setup.catalog):
        yield (
            f"no measured row is of {setup.engine} on a device of the family {family}, to"
            " correct the roofline by"
        )


def _of_batch(workload: Workload, sustaining: Layout, *, is_held: bool) -> str | None:
    """Where replicas run many times the requests that any did which was measured.

    By the engine, where there are rows of it: what one batches, another does not. is_held: whether
    so many are in flight, rather than as many as a rate makes.
    """
    running, (highest, engine) = _running(sustaining), _most_in_flight(workload.setup)
    if running <= BATCH_LEAP_RATIO * highest:
        return None
    family, under = workload.device.family, f" under {engine}" if engine else ""
    advice = "; load.concurrency sets them" if is_held else ""
    return (
        f"far more requests in flight than were measured: a replica has {running:,.0f}, and no"
        f" measured row of the family {family}{under} more than {highest:,.0f}, so that the"
        f" throughput may be further off than the interval says{advice}"
    )


def _running(layout: Layout) -> Number:
    """Requests in flight of a replica, or of each of its groups [count]."""
    return layout.concurrency * layout.replica_count / layout.group_count


@lru_cache(maxsize=8192)
def _most_in_flight(setup: Setup) -> tuple[float, str | None]:
    """The most requests of any measured row, and the engine where there are rows of it."""
    most, family = most_in_flight(setup.catalog), setup.device.family
    known = engine_class(setup.engine)
    if known is not None and (family, known) in most:
        return most[family, known], setup.engine
    return most.get((family, None), inf), None


def _of_room(layout: Layout) -> str | None:
    """Where weights and what the engine takes leave hardly more than a request."""
    size, room = layout.size, layout.room
    request_bytes = room.last_kv_bytes_in(size) + room.shared_bytes_in(size)
    spare_bytes = room.cache_bytes(size) - request_bytes
    if spare_bytes >= TIGHT_FRACTION * size * room.reserve.device_bytes:
        return None
    free = spare_bytes / size / BYTES_PER_GIBIBYTE
    return (
        f"memory is tight: beside weights, activations, runtime and one request, {free:.2g} GiB of"
        f" each device are free, less than {TIGHT_FRACTION:.0%}. Another version of the engine, a"
        " longer context or images may not fit"
    )


def _of_queue(workload: Workload, served: Serving) -> str | None:
    asked = workload.demand.concurrency
    if asked is None or served.concurrency >= QUEUED_FRACTION * asked:
        return None
    held = f"{round(served.concurrency, 2):,.7g}"
    return (
        f"memory and the engine hold {held} of the {asked:,.6g} requests at once:"
        " the others wait in its queue, and the time to first token with them"
    )


def _of_drafting(workload: Workload, served: Serving) -> str | None:
    """Where an engine runs fewer requests at once as soon as it drafts, unless told otherwise."""
    deployment, engine = workload.deployed.deployment, workload.setup.engine
    key = drafting_key(workload.catalog, engine) if deployment.speculation else None
    if key is None or deployment.max_concurrency is not None:
        return None
    most, running = workload.catalog.assumptions[key].value, _running(served.layout)
    if running <= most:
        return None
    return (
        f"by default {engine} runs {most:,.0f} requests at once where it drafts tokens, and this"
        f" answer is of {running:,.0f}: raise the limit of the engine (max_running_requests), or"
        f" ask with deployment.max_concurrency of {most:,.0f}"
    )


def _of_stall(workload: Workload, layout: Layout) -> str | None:
    """Where launching passes over prompts, which no graph records, takes much of the time."""
    waiting_fraction = layout.speed.requests_per_second * layout.speed.stall_seconds
    if waiting_fraction < STALLED_FRACTION:
        return None
    return (
        f"{workload.setup.engine} records no graphs of its passes over prompts on"
        f" {workload.device.name}, and decoding waits {waiting_fraction:.0%} of the time until they"
        " are launched: enable_mixed_chunk, or SGLang from 0.5.10 on on NVIDIA, waits less"
    )


def _of_long_prompts(context: QuoteContext, workload: Workload, served: Serving) -> str | None:
    """Where prompts longer than a chunk make the first token slower than most people wait for."""
    layout, seconds = served.layout, served.ttft_seconds
    patience = context.catalog.assumptions[TTFT_DEFAULT].value
    if not served.writes_tokens or layout.chunks <= 1.0 or seconds <= patience:
        return None
    burst = served.burst_ttft_seconds
    at_once = "" if isnan(burst) else f", and {burst:,.3g} s if all come at once"
    computed = layout.request.computed_tokens
    beside = "" if computed == workload.demand.input_tokens else " beside what is cached"
    return (
        f"prompts of {computed:,.0f} tokens{beside} are read in"
        f" {ceil(layout.chunks):,.0f} passes, and other requests wait for them: the first token"
        f" takes {seconds:,.3g} s in the mean{at_once}"
    )


def _of_burst(workload: Workload, served: Serving) -> str | None:
    """Where requests that come in turn keep the objective of the first token, and a burst not."""
    limit, burst = workload.slo.ttft_seconds, served.burst_ttft_seconds
    if limit is None or isnan(burst) or not served.ttft_seconds <= limit < burst:
        return None
    return (
        f"{TTFT} of {limit:g} is kept where a request comes when another is answered: all at once,"
        f" or in waves as prompts of one length come, they take {burst:,.3g} s to the first token"
    )


def _of_unplaced(layout: Layout) -> str | None:
    if layout.unplaced_count == 0.0:
        return None
    replicas = f"{layout.replica_count:,.0f} replica{'s' if layout.replica_count != 1.0 else ''}"
    idle = "stands idle, and is" if layout.unplaced_count == 1.0 else "stand idle, and are"
    return (
        f"{layout.device_count:,.0f} devices have room for {replicas} of"
        f" {layout.size:,.0f}: {layout.unplaced_count:,.0f} {idle} paid for"
    )


def _of_objectives(workload: Workload, served: Serving) -> list[str]:
    """Only a throughput of the caller's own leads past them: others are refused."""
    slo, missed, at = workload.slo, [], ""
    if slo.ttft_seconds is not None and served.ttft_seconds > slo.ttft_seconds:
        missed.append((TTFT, slo.ttft_seconds, served.ttft_seconds))
    if slo.tpot_seconds is not None and served.tpot_seconds > slo.tpot_seconds:
        missed.append((TPOT, slo.tpot_seconds, served.tpot_seconds))
    if not missed:
        return []
    if workload.demand.concurrency is None:
        at = (
            f" with as many requests at once as fit, {served.concurrency:,.0f}; load.concurrency"
            " says how many were measured"
        )
    return [
        f"at the throughput given, {name} of {limit:g} is missed: it is {seconds:.4g}{at}"
        for name, limit, seconds in missed
    ]
