"""Cautions: what a caller should know beside an estimate of tokens."""

from collections.abc import Iterator
from functools import lru_cache
from math import inf

from pricing.performance.cases import Setup, measured_architectures, most_in_flight
from pricing.performance.constants import NETWORK_LATENCY
from pricing.performance.engines import engine_class
from pricing.performance.layout import Layout
from pricing.performance.layout_search import divides
from pricing.quotes.ledger import Ledger
from pricing.quotes.serving import QUEUED_FRACTION, Serving
from pricing.quotes.settling import TPOT, TTFT
from pricing.quotes.workloads import Workload

BATCH_LEAP_RATIO = 4.0
"""How many times the requests of any measured row are announced: two doublings, beyond which the
weight of such a row is small."""


def caution(
    ledger: Ledger, workload: Workload, served: Serving, *, sustaining: Layout | None
) -> None:
    """Warn of what the numbers alone do not show, and list what they lean on between nodes.

    sustaining: the layout at the load that the throughput is of, which a rate does not reach; None
    for a throughput of the caller's own.
    """
    _list_network(ledger, workload, served)
    if sustaining is not None:
        for warning in _of_batch(workload, sustaining, is_held=sustaining is served.layout):
            ledger.warn(warning)
    for warning in _of_setup(workload.setup):
        ledger.warn(warning)
    for cautions in (
        _of_context,
        _of_architecture,
        _of_replicas,
        _of_latent,
        _of_queue,
        _of_objectives,
    ):
        for warning in cautions(workload, served):
            ledger.warn(warning)


def _list_network(ledger: Ledger, workload: Workload, served: Serving) -> None:
    """List what is assumed of the network, where a replica goes through it."""
    if not _spans_nodes(workload, served) or workload.rates.node_devices == inf:
        return
    ledger.assume_network(workload.device)
    ledger.assume(NETWORK_LATENCY)


@lru_cache(maxsize=8192)
def _of_setup(setup: Setup) -> tuple[str, ...]:
    """What holds whatever the load."""
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


def _of_context(workload: Workload, _: Serving) -> Iterator[str]:
    demand, longest = workload.demand, workload.model.context_tokens
    tokens = demand.input_tokens + demand.output_tokens
    if longest is not None and tokens > longest:
        yield (
            f"{tokens:,.0f} tokens of a request are more than the {longest:,} that"
            f" {workload.model.name} was made for"
        )


def _of_architecture(workload: Workload, _: Serving) -> Iterator[str]:
    name = workload.model.name
    match workload.model.architecture:
        case "encoder_only":
            yield (
                f"{name} is an encoder and writes no tokens: this answer is of a decoder of its"
                " dimensions, and one with load.output_tokens 1 comes nearest to it"
            )
        case "encoder_decoder":
            yield (
                f"{name} is an encoder and a decoder: this answer is of a decoder of its"
                " dimensions, which takes every token through both"
            )


def _of_batch(workload: Workload, sustaining: Layout, *, is_held: bool) -> Iterator[str]:
    """Where replicas run many times the requests that any did which was measured.

    By the engine, where there are rows of it: what one batches, another does not. is_held: whether
    so many are in flight, rather than as many as a rate makes.
    """
    family, running = workload.device.family, sustaining.concurrency
    most, engine = most_in_flight(workload.catalog), engine_class(workload.engine)
    if (family, engine) not in most:
        engine = None
    highest = most.get((family, engine), inf)
    if running > BATCH_LEAP_RATIO * highest:
        under = f" under {workload.engine}" if engine else ""
        advice = "; load.concurrency sets them" if is_held else ""
        yield (
            f"no measured row of the family {family}{under} has more requests in flight in a"
            f" replica than {highest:,.0f}, and this throughput is of {running:,.0f}: it may be"
            f" further off than the interval says{advice}"
        )


def _of_replicas(workload: Workload, served: Serving) -> Iterator[str]:
    size, heads = served.layout.tensor_parallel, workload.heads
    node = workload.device.node_device_count
    if _spans_nodes(workload, served):
        yield (
            f"a replica of {size} devices spans nodes of {node}: no measured row does, and it may"
            " be further off than the interval says"
        )
    if size > 1 and not workload.rates.sharing_fraction:
        yield (
            f"{workload.engine} gives each of the {size} devices of a replica layers of its own:"
            " their memory adds up, and one of them works at a time"
        )
    if not divides(size, heads, node):
        yield (
            f"the {heads} attention heads of {workload.model.name} do not divide among the"
            f" {size} devices of a replica: most engines refuse that"
        )


def _spans_nodes(workload: Workload, served: Serving) -> bool:
    """Whether devices that work on a layer together reach one another through the network."""
    size, sharing = served.layout.tensor_parallel, workload.rates.sharing_fraction
    return bool(sharing > 0.0 and size > workload.device.node_device_count)


def _of_latent(workload: Workload, served: Serving) -> Iterator[str]:
    """Where the answer needs the devices to share out the requests, as not all engines do."""
    layout = served.layout
    size, room = layout.tensor_parallel, layout.room
    if room.kv_heads != inf or not workload.rates.sharing_fraction:
        return
    repeated_bytes = size * room.kv_bytes + room.state_bytes
    repeated = (size * room.usable_bytes - room.weights_bytes) / repeated_bytes
    if layout.concurrency > repeated:
        yield (
            f"the devices of a replica are taken to hold different requests (data-parallel"
            f" attention): an engine that keeps the whole cache of {workload.model.name} on each"
            f" of the {size} holds {repeated:,.0f} requests"
        )


def _of_queue(workload: Workload, served: Serving) -> Iterator[str]:
    asked = workload.demand.concurrency
    if asked is not None and served.concurrency < QUEUED_FRACTION * asked:
        yield (
            f"memory and the engine hold {served.concurrency:g} of the {asked:g} requests at once:"
            " the others wait in its queue, and the time to first token with them"
        )


def _of_objectives(workload: Workload, served: Serving) -> Iterator[str]:
    """Only a throughput of the caller's own leads past them: others are refused."""
    slo = workload.slo
    limits = (
        (TTFT, slo.ttft_seconds, served.ttft_seconds),
        (TPOT, slo.tpot_seconds, served.tpot_seconds),
    )
    for name, limit, seconds in limits:
        if limit is not None and seconds > limit:
            at = ""
            if workload.demand.concurrency is None:
                at = (
                    f" with as many requests at once as fit, {served.concurrency:,.0f};"
                    " load.concurrency says how many were measured"
                )
            yield (
                f"at the throughput given, {name} of {limit:g} is missed: it is {seconds:.4g}{at}"
            )
