"""Layouts: how a deployment's devices are divided into replicas, and what each sustains."""

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

from msgspec import Struct

from pricing.catalog.rows import Device
from pricing.errors import DoesNotFit, InvalidQuery
from pricing.formulas import queueing, roofline
from pricing.numbers import Number, greatest, least
from pricing.performance.rates import Rates
from pricing.performance.replica import (
    Request,
    Speed,
    first_pass_seconds,
    peak_requests_per_second,
    request_of,
    speed,
)
from pricing.performance.room import Room, busy, filled, shared
from pricing.units import BYTES_PER_GIBIBYTE

FULL_FRACTION = 0.9
"""A replica this close to all the requests that it holds counts as saturated."""

QUEUEING_GAIN_RATIO = 1.1
"""What a layout that holds a part of the load, and queues the rest, must be faster by than those
that hold all of it: less is what a roofline cannot tell apart, and nobody need wait for it."""

NODE_COUNTS = (1, 2, 4, 8, 16, 32, 64)
"""Nodes that a search of counts, or a replica that no node holds, may span."""


class Demand(Struct, frozen=True, gc=False):
    """What is asked of every layout; without a concurrency, as many requests as fit."""

    input_tokens: Number
    output_tokens: Number
    concurrency: Number | None


class Layout(Struct, frozen=True, gc=False, eq=False):
    """Replicas of `tensor_parallel` devices each, with `concurrency` requests in each.

    busy_count: replicas with a request, fewer than there are where there are more replicas than
    requests; held: the requests that a replica has room for. Counts are whole numbers; in a sweep
    every field is an array.
    """

    rates: Rates
    request: Request
    room: Room
    tensor_parallel: Number
    replica_count: Number
    busy_count: Number
    held: Number
    concurrency: Number
    saturated: Number
    speed: Speed

    @property
    def device_count(self) -> Number:
        """Of all replicas."""
        return self.tensor_parallel * self.replica_count

    @property
    def in_flight(self) -> Number:
        """Requests, of all replicas."""
        return self.concurrency * self.busy_count

    @property
    def busy_fraction(self) -> Number:
        """Of the replicas, those with a request."""
        return self.busy_count / self.replica_count

    @property
    def requests_per_second(self) -> Number:
        """Of all replicas."""
        return self.speed.requests_per_second * self.busy_count

    @property
    def peak_requests_per_second(self) -> Number:
        """Of all replicas, at the whole bandwidth or the whole arithmetic: no engine passes it."""
        return self.busy_count * peak_requests_per_second(
            self.rates,
            self.request,
            self.speed,
            devices=self.tensor_parallel,
            concurrency=self.concurrency,
        )

    def high_ratio(self, ratio: Number, band_ratio: Number) -> Number:
        """The upper end of an interval over its middle, which ends at the peak.

        ratio: corrected over modelled throughput; band_ratio: the upper end where nothing is in
        the way.
        """
        reachable = self.peak_requests_per_second / (self.requests_per_second * ratio)
        return greatest(1.0, least(band_ratio, reachable))

    @property
    def first_seconds(self) -> Number:
        """The pass over one input alone [seconds]."""
        return first_pass_seconds(self.rates, self.request, self.tensor_parallel)

    @property
    def ttft_seconds(self) -> Number:
        """With as many requests always in flight."""
        return queueing.closed_ttft_seconds(
            first_seconds=self.first_seconds,
            prefill_seconds=self.speed.prefill_seconds,
            step_seconds=self.speed.step.seconds,
            output_tokens=self.request.output_tokens,
            concurrency=self.concurrency,
        )

    @property
    def tpot_seconds(self) -> Number:
        """With as many requests always in flight."""
        return roofline.tpot_seconds(
            prefill_seconds=self.speed.prefill_seconds,
            step_seconds=self.speed.step.seconds,
            output_tokens=self.request.output_tokens,
            concurrency=self.concurrency,
        )


class Search(Struct, frozen=True, gc=False, eq=False):
    """What a search for a layout looks at; heads: see layouts_of."""

    device: Device
    rates: Rates
    request: Request
    room: Room
    demand: Demand
    heads: int

    def fitting(self, device_count: int) -> list[tuple[int, float]]:
        """The sizes of replica that hold the model and a request, the smallest first.

        Each with the requests that it holds. A replica across nodes is for what no node holds,
        and one that does not divide the attention heads for what none that does holds.
        """
        node = self.device.node_device_count
        found = self.holding(sizes(device_count, node))
        found = [one for one in found if one[0] <= node] or found[:1]
        return [one for one in found if divides(one[0], self.heads, node)] or found

    def holding(self, sizes: Iterable[int]) -> list[tuple[int, float]]:
        """Those of some sizes that hold the model and a request, with the requests held."""
        return [(size, held) for size in sizes if (held := self.room.held(size)) >= 1.0]

    def layout(self, device_count: int, size: int, held: float) -> Layout:
        """With replicas of `size` devices that share the load."""
        demanded = self.demand.concurrency or 0.0
        count = device_count // size
        return layout_with(
            self.rates,
            self.request,
            self.room,
            size=size,
            device_count=device_count,
            held=held,
            concurrency=shared(held, demanded / count) if demanded else filled(held),
            demanded=demanded,
        )


def layouts_of(
    rates: Rates,
    device: Device,
    demand: Demand,
    *,
    heads: int,
    usable_fraction: float,
    concurrency_limit: float,
    device_count: int | None,
    tensor_parallel: int | None,
) -> list[Layout]:
    """Every layout that fits, one for each size of replica, the smallest first.

    heads: of the attention, which engines divide among the devices of a replica, 0 where they
    need not [count]; usable_fraction: share of a device's memory that the engine may use
    [fraction]; concurrency_limit: the most it batches in one replica [count]; device_count: the
    smallest that fits, where it is None.

    Raises InvalidQuery for a tensor_parallel that does not divide the count, DoesNotFit with
    the smallest count that would.
    """
    request = request_of(
        rates, input_tokens=demand.input_tokens, output_tokens=demand.output_tokens
    )
    room = Room(
        usable_bytes=device.memory_bytes * usable_fraction,
        weights_bytes=rates.weights_bytes,
        kv_bytes=request.kv_bytes,
        last_kv_bytes=request.last_kv_bytes,
        kv_heads=rates.kv_heads,
        concurrency_limit=concurrency_limit,
    )
    search = Search(device, rates, request, room, demand, heads)
    count = device_count or tensor_parallel or fitting_count(search)
    if tensor_parallel is None:
        fitting = search.fitting(count)
    elif count % tensor_parallel == 0:
        fitting = search.holding([tensor_parallel])
    else:
        raise InvalidQuery(
            f"{count} devices do not divide into replicas of {tensor_parallel}",
            field="deployment.tensor_parallel",
            nearest=[str(size) for size in sizes(count, device.node_device_count)],
        )
    if not fitting:
        raise _does_not_fit(search, device_count, tensor_parallel)
    return [search.layout(count, size, held) for size, held in fitting]


def fastest(layouts: Iterable[Layout], demand: Demand) -> Layout:
    """The layout that the roofline alone prefers, the first of equals."""
    return max(layouts, key=lambda layout: rank(layout, layout.requests_per_second, demand))


def rank(layout: Layout, requests_per_second: float, demand: Demand) -> float:
    """What a layout is preferred by: its throughput, which must gain where requests queue."""
    share = (demand.concurrency or 0.0) / layout.replica_count
    if layout.room.fits(layout.held, share):
        return requests_per_second
    return requests_per_second / QUEUEING_GAIN_RATIO


def fitting_count(search: Search, *, holds_load: bool = True) -> int:
    """The smallest count that holds the model and its load, or a request of it.

    Raises DoesNotFit.
    """
    room, node = search.room, search.device.node_device_count
    demanded = (search.demand.concurrency or 0.0) if holds_load else 0.0
    for count in counts(node):
        if any(
            room.fits(room.held(size), demanded * (size / count)) for size in sizes(count, node)
        ):
            return count
    raise DoesNotFit(
        f"{_gibibytes(room.weights_bytes)} GiB of weights and"
        f" {_gibibytes(room.last_kv_bytes)} GiB of KV cache a request fit on no"
        f" number of {search.device.name} that one replica may span",
        field="deployment.device",
    )


def layout_with(
    rates: Rates,
    request: Request,
    room: Room,
    *,
    size: Number,
    device_count: Number,
    held: Number,
    concurrency: Number,
    demanded: Number,
) -> Layout:
    """The layout whose replicas of `size` devices hold and run so many requests.

    demanded: see busy. Floats or arrays.
    """
    count = device_count // size
    return Layout(
        rates=rates,
        request=request,
        room=room,
        tensor_parallel=size,
        replica_count=count,
        busy_count=busy(count, demanded),
        held=held,
        concurrency=concurrency,
        saturated=concurrency >= FULL_FRACTION * held,
        speed=speed(rates, request, devices=1.0 * size, concurrency=concurrency),
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


def divides(size: Number, heads: Number, node_device_count: Number) -> Number:
    """Whether the devices of a replica share out the heads; across nodes, those of one node do.

    heads: 0 where they need not. Floats or arrays.
    """
    return heads % least(size, node_device_count) == 0


@lru_cache(maxsize=64)
def counts(node_device_count: int) -> tuple[int, ...]:
    """The device counts that a search tries: powers of two in a node, then whole nodes."""
    inside = (
        count for power in range(node_device_count) if (count := 1 << power) < node_device_count
    )
    return (*inside, *(nodes * node_device_count for nodes in NODE_COUNTS))


def _does_not_fit(
    search: Search, device_count: int | None, tensor_parallel: int | None
) -> DoesNotFit:
    """What is missing, and the least that would do, where one field can say it.

    device_count: as it was asked for.
    """
    room, field, needed, advice = search.room, "deployment.device_count", [], ""
    with suppress(DoesNotFit):
        needed = [str(fitting_count(search, holds_load=False))]
    if tensor_parallel is not None:
        field = "deployment.tensor_parallel"
        if device_count is not None:
            advice = f"; left open, on {needed[0]} devices they do" if needed else ""
            needed = [str(size) for size, _ in search.fitting(device_count)]
    size = tensor_parallel or device_count or 1
    return DoesNotFit(
        f"{_gibibytes(room.weights_bytes)} GiB of weights and"
        f" {_gibibytes(room.last_kv_bytes)} GiB of KV cache a request do not fit in"
        f" the {_gibibytes(size * room.usable_bytes)} GiB that an engine may use on"
        f" {size} × {search.device.name}{advice}",
        field=field,
        nearest=needed,
    )


def _gibibytes(size: float) -> str:
    return f"{size / BYTES_PER_GIBIBYTE:.4g}"
