"""Layouts: how a deployment's devices are divided into replicas, and what each sustains."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from pricing.catalog.rows import Device
from pricing.errors import DoesNotFit, Infeasible, InvalidQuery
from pricing.formulas import roofline
from pricing.performance.replica import Rates, Request, Speed, prefill_pass, request_of, speed
from pricing.performance.room import Room, filled, shared
from pricing.units import BYTES_PER_GIBIBYTE

FULL_FRACTION = 0.9
"""A replica this close to all the requests that it holds counts as saturated."""

NODE_COUNTS = (1, 2, 4, 8, 16, 32, 64)
"""Nodes that a search of counts, or a replica that no node holds, may span."""


class Demand(Struct, frozen=True, gc=False):
    """What is asked of every layout; None where the caller leaves it to the layout."""

    input_tokens: float
    output_tokens: float
    concurrency: float | None
    ttft_seconds: float | None
    tpot_seconds: float | None


class Layout(Struct, frozen=True, gc=False, eq=False):
    """Replicas of `tensor_parallel` devices each, with `concurrency` requests in each."""

    tensor_parallel: int
    replica_count: int
    concurrency: float
    saturated: bool
    speed: Speed
    ttft_seconds: float
    tpot_seconds: float
    room: Room

    @property
    def device_count(self) -> int:
        """Of all replicas."""
        return self.tensor_parallel * self.replica_count

    @property
    def requests_per_second(self) -> float:
        """Of all replicas."""
        return float(self.speed.requests_per_second * self.replica_count)


class Search(Struct, frozen=True, gc=False, eq=False):
    """What a search for a layout looks at."""

    device: Device
    rates: Rates
    request: Request
    room: Room
    demand: Demand

    def at(self, size: int, concurrency: float) -> Speed:
        """What a replica of `size` devices sustains with so many requests in flight."""
        return speed(self.rates, self.request, devices=float(size), concurrency=concurrency)


@lru_cache(maxsize=8192)
def layout_of(
    rates: Rates,
    device: Device,
    demand: Demand,
    *,
    usable_fraction: float,
    concurrency_limit: float,
    device_count: int | None,
    tensor_parallel: int | None,
) -> Layout:
    """The layout of the highest throughput that fits and meets the objectives.

    usable_fraction: share of a device's memory that the engine may use [fraction];
    concurrency_limit: the most it batches in one replica [count]; device_count: the smallest
    that fits, where it is None. Kept, since neither price nor place nor day changes it.

    Raises InvalidQuery for a tensor_parallel that does not divide the count, DoesNotFit with
    the smallest count that would, Infeasible with the best latency within reach.
    """
    request = request_of(
        rates, input_tokens=demand.input_tokens, output_tokens=demand.output_tokens
    )
    room = Room(
        usable_bytes=device.memory_bytes * usable_fraction,
        weights_bytes=rates.weights_bytes,
        kv_bytes=request.kv_bytes,
        concurrency_limit=concurrency_limit,
    )
    search = Search(device, rates, request, room, demand)
    if device_count is None:
        device_count = tensor_parallel or fitting_count(search)
    return best(search, device_count=device_count, tensor_parallel=tensor_parallel)


def fitting_count(search: Search) -> int:
    """The smallest count that holds the model and its load. Raises DoesNotFit."""
    room, node = search.room, search.device.node_device_count
    demanded = search.demand.concurrency or 0.0
    for count in counts(node):
        if any(room.fits(room.held(size), demanded * size / count) for size in sizes(count, node)):
            return count
    raise DoesNotFit(
        f"{_gibibytes(room.weights_bytes)} GiB of weights and {_gibibytes(room.kv_bytes)} GiB of"
        f" KV cache a request fit on no number of {search.device.name} that one replica may span",
        field="deployment.device",
    )


def best(search: Search, *, device_count: int, tensor_parallel: int | None) -> Layout:
    """The layout of the highest throughput among those that a count of devices allows."""
    room, demand = search.room, search.demand
    node = search.device.node_device_count
    if tensor_parallel is None:
        candidates: Sequence[int] = sizes(device_count, node)
    elif device_count % tensor_parallel == 0:
        candidates = (tensor_parallel,)
    else:
        raise InvalidQuery(
            f"{device_count} devices do not divide into replicas of {tensor_parallel}",
            field="deployment.tensor_parallel",
            nearest=[str(size) for size in sizes(device_count, node)],
        )
    share = (demand.concurrency or 0.0) / device_count
    holding = [(size, room.held(size)) for size in candidates]
    fitting = [(size, held) for size, held in holding if room.fits(held, share * size)]
    if not fitting:
        raise _does_not_fit(search, device_count, tensor_parallel)
    # A replica across nodes is for what no node holds.
    fitting = [(size, held) for size, held in fitting if size <= node] or fitting[:1]
    free = not share and demand.ttft_seconds is None and demand.tpot_seconds is None
    found: tuple[float, int, float, float, Speed] | None = None
    for size, held in fitting:
        reached = _reach(search, size, held, share * size)
        if reached is not None:
            requests = reached[1].requests_per_second * (device_count // size)
            if found is None or requests > found[0]:
                found = (requests, size, held, *reached)
        if free and held >= room.concurrency_limit:
            break  # the same batch on more devices only adds overhead and communication
    if found is None:
        raise _infeasible(search, [size for size, _ in fitting], device_count)
    _, size, held, concurrency, sustained = found
    return Layout(
        tensor_parallel=size,
        replica_count=device_count // size,
        concurrency=concurrency,
        saturated=concurrency >= FULL_FRACTION * held,
        speed=sustained,
        ttft_seconds=_ttft_seconds(search, size),
        tpot_seconds=_tpot_seconds(sustained, demand, concurrency),
        room=room,
    )


def _reach(search: Search, size: int, held: float, demanded: float) -> tuple[float, Speed] | None:
    """Concurrency and speed of a replica of one size, None where the SLO cannot be met."""
    demand = search.demand
    concurrency = shared(held, demanded) if demanded else filled(held)
    reached = search.at(size, concurrency)
    if demand.ttft_seconds is None and demand.tpot_seconds is None:
        return concurrency, reached
    if demand.ttft_seconds is not None and _ttft_seconds(search, size) > demand.ttft_seconds:
        return None
    if _meets(reached, demand, concurrency):
        return concurrency, reached
    alone = search.at(size, 1.0)
    if demanded or not _meets(alone, demand, 1.0):
        return None
    low, high, sustained = 1, int(concurrency), alone
    while high - low > 1:
        middle = (low + high) // 2
        reached = search.at(size, float(middle))
        if _meets(reached, demand, float(middle)):
            low, sustained = middle, reached
        else:
            high = middle
    return float(low), sustained


def _ttft_seconds(search: Search, size: int) -> float:
    """The pass over one request's input when nothing is ahead of it."""
    request = search.request
    alone = prefill_pass(search.rates, request, devices=float(size), tokens=request.pass_tokens)
    return float(alone.seconds)


def _tpot_seconds(reached: Speed, demand: Demand, concurrency: float) -> float:
    return float(
        roofline.tpot_seconds(
            prefill_seconds=reached.prefill_seconds,
            step_seconds=reached.step.seconds,
            output_tokens=demand.output_tokens,
            concurrency=concurrency,
        )
    )


def _meets(reached: Speed, demand: Demand, concurrency: float) -> bool:
    return (
        demand.tpot_seconds is None
        or _tpot_seconds(reached, demand, concurrency) <= demand.tpot_seconds
    )


@lru_cache(maxsize=4096)
def sizes(device_count: int, node_device_count: int) -> tuple[int, ...]:
    """The sizes that a replica may have: divisors of the count, in a node or of whole nodes."""
    inside = (
        size
        for size in range(1, min(device_count, node_device_count) + 1)
        if device_count % size == 0
    )
    across = (
        size for nodes in NODE_COUNTS[1:] if device_count % (size := nodes * node_device_count) == 0
    )
    return (*inside, *across)


@lru_cache(maxsize=64)
def counts(node_device_count: int) -> tuple[int, ...]:
    """The device counts that a search tries: powers of two in a node, then whole nodes."""
    inside = (
        count for power in range(node_device_count) if (count := 1 << power) < node_device_count
    )
    return (*inside, *(nodes * node_device_count for nodes in NODE_COUNTS))


def _does_not_fit(search: Search, device_count: int, tensor_parallel: int | None) -> DoesNotFit:
    room, demand = search.room, search.demand
    size = tensor_parallel or device_count
    try:
        needed = [str(fitting_count(search))]
    except DoesNotFit:
        needed = []
    asked = f" at a concurrency of {demand.concurrency:g}" if demand.concurrency else ""
    return DoesNotFit(
        f"{_gibibytes(room.weights_bytes)} GiB of weights and {_gibibytes(room.kv_bytes)} GiB of"
        f" KV cache a request do not fit in the {_gibibytes(size * room.usable_bytes)} GiB that an"
        f" engine may use on {size} × {search.device.name}{asked}",
        field=(
            "deployment.device_count" if tensor_parallel is None else "deployment.tensor_parallel"
        ),
        nearest=needed,
    )


def _infeasible(search: Search, fitting: Sequence[int], device_count: int) -> Infeasible:
    """Say the best latency that any fitting layout reaches at the lightest load asked for."""
    demand = search.demand
    best_ttft = min(_ttft_seconds(search, size) for size in fitting)
    best_tpot = min(
        _tpot_seconds(search.at(size, load), demand, load)
        for size in fitting
        for load in (max(1.0, (demand.concurrency or 1.0) * size / device_count),)
    )
    late = demand.ttft_seconds is not None and best_ttft > demand.ttft_seconds
    at_load = f" at a concurrency of {demand.concurrency:g}" if demand.concurrency else ""
    return Infeasible(
        f"no layout of {device_count} × {search.device.name} meets the SLO{at_load}: the best time"
        f" to first token is {best_ttft:.4g} s, the best time per output token {best_tpot:.4g} s",
        field="slo.ttft_seconds" if late else "slo.tpot_seconds",
        nearest=[f"{best_ttft:.4g}" if late else f"{best_tpot:.4g}"],
    )


def _gibibytes(size: float) -> str:
    return f"{size / BYTES_PER_GIBIBYTE:.4g}"
