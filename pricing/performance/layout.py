"""Layouts: how a deployment's devices are divided into replicas, and what each sustains."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from pricing.catalog.rows import Device
from pricing.errors import DoesNotFit, Infeasible, InvalidQuery
from pricing.formulas import memory, roofline
from pricing.performance.replica import Rates, Speed, kv_bytes_per_request, prefill_pass, speed
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


class Room(Struct, frozen=True, eq=False):
    """What a model and its load need of memory, and what a device offers.

    usable_bytes: of one device; weights_bytes: of the model; kv_bytes: of a request in
    flight; concurrency_limit: the most that an engine batches in one replica [count].
    """

    device: Device
    usable_bytes: float
    weights_bytes: float
    kv_bytes: float
    concurrency_limit: float

    def held(self, size: int) -> float:
        """The requests that a replica of `size` devices holds; below one, it does not fit."""
        capacity_bytes = size * self.usable_bytes
        if self.kv_bytes <= 0.0:
            return self.concurrency_limit if self.weights_bytes <= capacity_bytes else 0.0
        requests: float = memory.concurrency_in_memory(
            capacity_bytes=capacity_bytes,
            weights_bytes=self.weights_bytes,
            kv_bytes_per_sequence=self.kv_bytes,
        )
        return requests if requests < self.concurrency_limit else self.concurrency_limit

    def fits(self, size: int, demanded: float | None) -> bool:
        """Whether a replica holds its load; what the engine's limit keeps out queues."""
        held = self.held(size)
        return held >= 1.0 and (
            demanded is None or held >= demanded or held >= self.concurrency_limit
        )


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
    room = Room(
        device=device,
        usable_bytes=device.memory_bytes * usable_fraction,
        weights_bytes=rates.weights_bytes,
        kv_bytes=kv_bytes_per_request(
            rates, input_tokens=demand.input_tokens, output_tokens=demand.output_tokens
        ),
        concurrency_limit=concurrency_limit,
    )
    if device_count is None:
        device_count = tensor_parallel or fitting_count(room, demand)
    return best(rates, room, demand, device_count=device_count, tensor_parallel=tensor_parallel)


def fitting_count(room: Room, demand: Demand) -> int:
    """The smallest count that holds the model and its load. Raises DoesNotFit."""
    for count in _counts(room.device.node_device_count):
        if any(
            room.fits(size, demand.concurrency and demand.concurrency * size / count)
            for size in sizes(count, room.device.node_device_count)
        ):
            return count
    raise DoesNotFit(
        f"{_gibibytes(room.weights_bytes)} GiB of weights and {_gibibytes(room.kv_bytes)} GiB of"
        f" KV cache a request fit on no number of {room.device.name} that one replica may span",
        field="deployment.device",
    )


def best(
    rates: Rates,
    room: Room,
    demand: Demand,
    *,
    device_count: int,
    tensor_parallel: int | None,
) -> Layout:
    """The layout of the highest throughput among those that a count of devices allows."""
    node = room.device.node_device_count
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
    share = demand.concurrency and demand.concurrency / device_count
    fitting = [size for size in candidates if room.fits(size, share and share * size)]
    if not fitting:
        raise _does_not_fit(room, demand, device_count, tensor_parallel)
    # A replica across nodes is for what no node holds.
    fitting = [size for size in fitting if size <= node] or fitting[:1]
    found: tuple[float, int, float, Speed] | None = None
    for size in fitting:
        reached = _reach(rates, room, demand, size, share)
        if reached is not None:
            requests = reached[1].requests_per_second * (device_count // size)
            if found is None or requests > found[0]:
                found = (requests, size, *reached)
    if found is None:
        raise _infeasible(rates, room, demand, fitting, device_count)
    _, size, concurrency, sustained = found
    return Layout(
        tensor_parallel=size,
        replica_count=device_count // size,
        concurrency=concurrency,
        saturated=concurrency >= FULL_FRACTION * room.held(size),
        speed=sustained,
        ttft_seconds=_ttft_seconds(rates, demand, size),
        tpot_seconds=_tpot_seconds(sustained, demand, concurrency),
        room=room,
    )


def _reach(
    rates: Rates, room: Room, demand: Demand, size: int, share: float | None
) -> tuple[float, Speed] | None:
    """Concurrency and speed of a replica of one size, None where the SLO cannot be met."""
    held = room.held(size)
    concurrency = float(int(held)) if share is None else max(1.0, min(share * size, held))
    reached = _at(rates, room, demand, size, concurrency)
    if demand.ttft_seconds is None and demand.tpot_seconds is None:
        return concurrency, reached
    if demand.ttft_seconds is not None and (
        _ttft_seconds(rates, demand, size) > demand.ttft_seconds
    ):
        return None
    if _meets(reached, demand, concurrency):
        return concurrency, reached
    alone = _at(rates, room, demand, size, 1.0)
    if share is not None or not _meets(alone, demand, 1.0):
        return None
    low, high, sustained = 1, int(concurrency), alone
    while high - low > 1:
        middle = (low + high) // 2
        reached = _at(rates, room, demand, size, float(middle))
        if _meets(reached, demand, float(middle)):
            low, sustained = middle, reached
        else:
            high = middle
    return float(low), sustained


def _at(rates: Rates, room: Room, demand: Demand, size: int, concurrency: float) -> Speed:
    return speed(
        rates,
        devices=float(size),
        input_tokens=demand.input_tokens,
        output_tokens=demand.output_tokens,
        concurrency=concurrency,
        kv_bytes=room.kv_bytes,
    )


def _ttft_seconds(rates: Rates, demand: Demand, size: int) -> float:
    """The pass over one request's input when nothing is ahead of it."""
    tokens = max(demand.input_tokens, 1.0)
    alone = prefill_pass(rates, devices=float(size), tokens=tokens, input_tokens=tokens)
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


def _counts(node_device_count: int) -> Iterator[int]:
    """The device counts that a search tries: powers of two in a node, then whole nodes."""
    count = 1
    while count < node_device_count:
        yield count
        count *= 2
    for nodes in NODE_COUNTS:
        yield nodes * node_device_count


def _does_not_fit(
    room: Room, demand: Demand, device_count: int, tensor_parallel: int | None
) -> DoesNotFit:
    size = tensor_parallel or device_count
    try:
        needed = [str(fitting_count(room, demand))]
    except DoesNotFit:
        needed = []
    asked = f" at a concurrency of {demand.concurrency:g}" if demand.concurrency else ""
    return DoesNotFit(
        f"{_gibibytes(room.weights_bytes)} GiB of weights and {_gibibytes(room.kv_bytes)} GiB of"
        f" KV cache a request do not fit in the {_gibibytes(size * room.usable_bytes)} GiB that an"
        f" engine may use on {size} × {room.device.name}{asked}",
        field=(
            "deployment.device_count" if tensor_parallel is None else "deployment.tensor_parallel"
        ),
        nearest=needed,
    )


def _infeasible(
    rates: Rates, room: Room, demand: Demand, fitting: Sequence[int], device_count: int
) -> Infeasible:
    """Say the best latency that any fitting layout reaches at the lightest load asked for."""
    best_ttft = min(_ttft_seconds(rates, demand, size) for size in fitting)
    best_tpot = min(
        _tpot_seconds(_at(rates, room, demand, size, load), demand, load)
        for size in fitting
        for load in (max(1.0, (demand.concurrency or 1.0) * size / device_count),)
    )
    late = demand.ttft_seconds is not None and best_ttft > demand.ttft_seconds
    at_load = f" at a concurrency of {demand.concurrency:g}" if demand.concurrency else ""
    return Infeasible(
        f"no layout of {device_count} × {room.device.name} meets the SLO{at_load}: the best time"
        f" to first token is {best_ttft:.4g} s, the best time per output token {best_tpot:.4g} s",
        field="slo.ttft_seconds" if late else "slo.tpot_seconds",
        nearest=[f"{best_ttft:.4g}" if late else f"{best_tpot:.4g}"],
    )


def _gibibytes(size: float) -> str:
    return f"{size / BYTES_PER_GIBIBYTE:.4g}"
