"""Cautions of a replica: its size, its groups, and the copies that its devices keep."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from pricing.evidence.features import Setup
from pricing.serving.attention import REPEATED
from pricing.serving.engines import divided_heads, engine_class, sharing_fraction
from pricing.serving.layout import Layout
from pricing.serving.replica_sizes import divides, room_sampling
from pricing.unit_costs.planning.parallelism import experts_in
from pricing.unit_costs.workload import Workload
from pricing.units import BYTES_PER_GIBIBYTE

SAMPLING_GAIN_RATIO = 1.25
"""Of the requests that a replica runs, from which on a lower limit of the engine is proposed."""


@lru_cache(maxsize=8192)
def of_replicas(setup: Setup, size: int, together: int) -> tuple[str, ...]:
    """What holds of replicas of a size, whatever the load.

    together: devices of them that share out every layer.
    """
    return tuple(_of_size(setup, size, together))


def _of_size(setup: Setup, size: int, together: int) -> Iterator[str]:
    model, node = setup.model, setup.device.node_device_count
    heads = divided_heads(model, setup.device, setup.engine)
    if spans_nodes(setup, size):
        yield (
            f"a replica of {size} devices spans nodes of {node}: no measured row does, and it may"
            " be further off than the interval says"
        )
    if size > 1 and not sharing_fraction(setup.engine):
        yield (
            f"{setup.engine} gives each of the {size} devices of a replica layers of its own:"
            " their memory adds up, and one of them works at a time"
        )
    if not divides(together, heads, node):
        yield (
            f"the {heads} attention heads of {model.name} do not divide among the"
            f" {together} devices of a {'replica' if together == size else 'group'}: most engines"
            " refuse that"
        )


def of_shapes(workload: Workload, layout: Layout) -> str | None:
    """Where nobody asked for groups or stages, and the answer has them."""
    spread = layout.room.spread
    if spread is None or workload.shapes:
        return None
    return (
        "tensor parallelism alone does not do here, or is a fifth slower: this"
        " answer is of tensor_parallel"
        f" {spread.tensor_parallel:,.0f}, data_parallel {layout.group_count:,.0f}, expert_parallel"
        f" {experts_in(layout):,.0f} and pipeline_parallel {spread.pipeline_parallel:,.0f}"
    )


def of_copies(workload: Workload, layout: Layout) -> str | None:
    """Where devices hold experts again, since their number does not divide among them."""
    spread, stage = layout.room.spread, experts_in(layout)
    if spread is None or spread.expert_slots_ratio(layout.size) == 1.0 or stage == 1.0:
        return None
    copies = spread.experts * (spread.expert_slots_ratio(layout.size) - 1.0)
    return (
        f"the {spread.experts:,.0f} experts of {workload.model.name} do not divide among the"
        f" {stage:,.0f} devices of expert_parallel: {copies:,.0f} are taken to be held twice"
    )


def of_limits(workload: Workload, layout: Layout) -> str | None:
    """Where the engine would not start: vLLM passes a token of each request that it runs.

    Its SchedulerConfig refuses max_num_seqs above max_num_batched_tokens.
    """
    most, tokens = workload.deployed.deployment.max_concurrency, layout.room.reserve.batched_tokens
    if (
        most is None
        or engine_class(workload.setup.engine) != "vllm"
        or most <= tokens
        or not tokens
    ):
        return None
    return (
        f"{workload.setup.engine} does not start with max_concurrency of {most:,} above the"
        f" {tokens:,.0f} tokens of a pass: lower it, or raise max_batched_tokens"
    )


def of_sampling(workload: Workload, layout: Layout) -> str | None:
    """Where what an engine sets aside to sample many requests leaves room for few of them."""
    room, size = layout.room, int(layout.size)
    least_bytes = (SAMPLING_GAIN_RATIO - 1.0) * room.cache_bytes(size)
    if not layout.saturated or size * room.reserve.sampling_bytes < least_bytes:
        return None
    fewer = room_sampling(room, size, SAMPLING_GAIN_RATIO * layout.held)
    if fewer is room or fewer.held(size) < SAMPLING_GAIN_RATIO * layout.held:
        return None
    engine = workload.setup.engine or "the engine"
    aside = room.reserve.sampling_bytes / BYTES_PER_GIBIBYTE
    return (
        f"{engine} sets {aside:.3g} GiB of each device aside to sample"
        f" {room.reserve.sampled_count:,.0f} requests at once, and {layout.held:,.0f} have room"
        f" beside that: with deployment.max_concurrency of {fewer.concurrency_limit:.0f} all of"
        " them have"
    )


def spans_nodes(setup: Setup, size: int) -> bool:
    """Whether devices that work on a layer together reach one another through the network."""
    return size > setup.device.node_device_count and sharing_fraction(setup.engine) > 0.0


def of_latent(workload: Workload, layout: Layout) -> str | None:
    """Where the answer needs the devices to share out the requests, as not all engines do."""
    size, room, asked = layout.size, layout.room, workload.deployed.counted.asked
    if asked.is_attention_open and room.spread is not None and room.spread.tensor_parallel == 1.0:
        return (
            f"the devices of tensor_parallel {asked.tensor} are taken to share out requests"
            " (data-parallel attention), which is faster here: attention_parallel tensor asks for"
            " heads"
        )
    if (
        room.spread is not None
        or workload.deployed.deployment.attention_parallel
        or not room.is_split(size)
        or size == 1
    ):
        return None
    if workload.model.sparse_layers and asked.tensor:
        return (
            f"the devices of tensor_parallel {asked.tensor} are taken to share out requests"
            " (data-parallel attention): with attention_parallel tensor each scores all tokens of"
            " every request"
        )
    whole = replace(room, attention=REPEATED, split=False)
    own_bytes = whole.cache_bytes(size) - whole.shared_bytes_in(size)
    repeated = max(0.0, own_bytes / whole.kv_bytes_in(size))
    if layout.concurrency <= repeated:
        return None
    return (
        f"the devices of a replica are taken to hold different requests (data-parallel"
        f" attention): an engine that keeps the whole cache of {workload.model.name} on each"
        f" of the {size} holds {repeated:,.0f} requests"
    )
