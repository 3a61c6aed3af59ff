"""Sizes of replicas: those there may be, the counts of devices tried, and what fits on none."""

from functools import lru_cache
from math import nan

from msgspec.structs import replace

from pricing.numerics.number import Number, any_of, negated, where
from pricing.numerics.roots import bisection
from pricing.serving.memory import Room
from pricing.units import BYTES_PER_GIBIBYTE

NODE_COUNTS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
"""Nodes that a search of counts tries; a replica that no node holds may span any number of nodes
up to the last."""

MOST_REPLICAS = 512
"""Replicas that a load may take where their count is left open."""


@lru_cache(maxsize=4096)
def sizes(device_count: int, node_device_count: int) -> tuple[int, ...]:
    """The sizes that a replica may have, in a node or of whole nodes.

    Those that divide the count, and those that a search of counts tries: the devices that are left
    over stand idle.
    """
    most, node_count = min(device_count, node_device_count), device_count // node_device_count
    inside = {size for size in range(1, most + 1) if device_count % size == 0}
    across = {
        size
        for nodes in range(2, min(node_count, NODE_COUNTS[-1]) + 1)
        if device_count % (size := nodes * node_device_count) == 0
    }
    usual = {size for size in counts(node_device_count) if size <= device_count}
    return tuple(sorted(inside | across | usual))


def sizes_from(first: int, node_device_count: int) -> tuple[int, ...]:
    """The sizes of replica that are tried where the count is open, from the first that fits on.

    All of a node where one of them fits; else whole nodes, up to twice as many as hold the model.
    """
    tried = counts(node_device_count)
    if first <= node_device_count:
        return tuple(size for size in tried if first <= size <= node_device_count)
    return tuple(size for size in tried if first <= size <= 2 * first)


@lru_cache(maxsize=4096)
def loaded_from(first: int, node_device_count: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same for a load: each size as often as there are usual counts of a node, and these.

    >>> loaded_from(2, 8)
    ((2, 2, 2, 4, 4, 8), (2, 4, 8, 4, 8, 8))
    """
    usual = [count for count in counts(node_device_count) if count <= node_device_count]
    found = [
        (size, count)
        for size in sizes_from(first, node_device_count)
        for count in (usual if size <= node_device_count else (size,))
        if count % size == 0
    ]
    return tuple(size for size, _ in found), tuple(count for _, count in found)


@lru_cache(maxsize=4096)
def divided_sizes(tried: tuple[int, ...], node: int, heads: int) -> tuple[bool, ...]:
    """Whether the devices of each size share out the heads; nothing where all do."""
    found = tuple(divides(size, heads, node) for size in tried)
    return () if all(found) else found


def divides(size: int, heads: int, node_device_count: int) -> bool:
    """Whether the devices of a replica share out the heads; across nodes, those of one node do.

    heads: 0 where they need not.
    """
    return heads % min(size, node_device_count) == 0


@lru_cache(maxsize=64)
def counts(node_device_count: int) -> tuple[int, ...]:
    """The device counts that a search tries: powers of two in a node, then whole nodes."""
    inside = (
        count for power in range(node_device_count) if (count := 1 << power) < node_device_count
    )
    return (*inside, *(nodes * node_device_count for nodes in NODE_COUNTS))


def fitting_count(room: Room, node: int, demanded: Number) -> Number:
    """The smallest count that holds the model and its load; NaN for none. Floats or arrays.

    demanded: requests in flight, 0 for one of each replica.
    """
    found: Number = nan
    missing: Number = True
    held: dict[int, Number] = {}
    for count in counts(node):
        for size in sizes(count, node):
            if size not in held:
                held[size] = room.held(1.0 * size)
            fits = missing & room.fits(held[size], demanded / (count // size))
            found = where(fits, float(count), found)
            missing = missing & negated(fits)
            if not any_of(missing):
                return found
    return found


def shortage(
    room: Room, device: str, node: int, device_count: int | None, tensor_parallel: int | None
) -> str:
    """What is said of replicas that do not fit; device_count, tensor_parallel: as asked."""
    size, spanned = tensor_parallel, ""
    if size is None:
        # More devices than one replica may span are no memory for it.
        size = sizes(device_count or 1, node)[-1]
        if device_count and size < device_count:
            spanned = f", the most of {device_count} that one replica may span"
    return (
        f"{_needed(room, size)} do not fit in the"
        f" {_gibibytes(size * room.reserve.usable_bytes)} GiB that an engine may use on"
        f" {size} × {device}{spanned}"
    )


def fits_nowhere(room: Room, device: str) -> str:
    """What is said of a model that fits on no count of a device."""
    return f"{_needed(room, 1)} fit on no number of {device} that one replica may span"


def _needed(room: Room, size: int) -> str:
    again_bytes = room.weights_in(size) - room.weights_bytes
    taken_bytes = room.taken_bytes(size) + again_bytes
    groups = 1.0 if room.spread is None else room.spread.groups(size)
    cache_bytes = groups * room.last_kv_bytes_in(size) + room.shared_bytes_in(size)
    each = f" in each of {groups:.0f} groups" if groups > 1.0 else ""
    return (
        f"{_gibibytes(room.weights_bytes + taken_bytes + cache_bytes)} GiB"
        f" ({_gibibytes(room.weights_bytes)} of weights, {_gibibytes(taken_bytes)} of activations"
        f" and runtime, {_gibibytes(cache_bytes)} of KV cache of a request of"
        f" {room.last_tokens:,.0f} tokens{each}{_sampling(room, size)})"
    )


def _sampling(room: Room, size: int) -> str:
    """What is said of an engine that would fit if it ran fewer requests at once."""
    fewer = room_sampling(room, size)
    if fewer is room:
        return ""
    return (
        f"; it sets {_gibibytes(size * room.reserve.sampling_bytes)} aside to sample"
        f" {room.reserve.sampled_count:,.0f} requests at once, and fits with"
        f" deployment.max_concurrency of {fewer.concurrency_limit:.0f}"
    )


def room_sampling(room: Room, size: int, least_count: float = 1.0) -> Room:
    """The same room under an engine that runs no more requests at once than memory holds then.

    least_count: requests, and where it holds fewer however few are sampled, it is the same room.

    vLLM passes as many through the sampler as it may run (max_num_seqs) before it counts what is
    left for caches (vllm/v1/worker/gpu_model_runner.py). The same room where that takes nothing.
    """
    reserve = room.reserve
    takes = reserve.static_fraction == 1.0 and reserve.sampling_bytes > 0.0
    if not takes or size * reserve.sampling_bytes < room.activation_bytes(size):
        return room

    def of(count: float) -> Room:
        return replace(room, reserve=reserve.sampling(count), concurrency_limit=count)

    def holds_all(count: Number, _: object) -> bool:
        found = of(float(count))
        return bool(found.held(size) >= found.limit(size))

    unsampled = replace(room, reserve=reserve.sampling(0.0))
    if unsampled.held(size) < least_count or holds_all(reserve.sampled_count, None):
        return room
    most, _ = bisection(holds_all, 0.0, reserve.sampled_count, rounds=20, is_whole=True)
    return of(float(most)) if most else room


def _gibibytes(size: float) -> str:
    return f"{size / BYTES_PER_GIBIBYTE:.4g}"
