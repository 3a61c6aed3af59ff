"""The search for a layout: which sizes of replica hold a model and its load."""

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

from msgspec import Struct

from pricing.catalog.rows import Device
from pricing.errors import DoesNotFit, InvalidQuery
from pricing.numerics.number import Number, least
from pricing.serving.layout import Demand, Layout, layout_with, rank
from pricing.serving.memory import Room, filled, shared
from pricing.serving.rates import Rates
from pricing.serving.replica import Group, Request, group_of, request_of
from pricing.units import BYTES_PER_GIBIBYTE

NODE_COUNTS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
"""Nodes that a search of counts tries; a replica that no node holds may span any number of nodes
up to the last."""


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

        Each with the requests that it holds. A replica across nodes is for what no node holds, on
        no more of them than hold the load; and one that does not divide the attention heads for
        what none that does holds.
        """
        node = self.device.node_device_count
        tried = sizes(device_count, node)
        found = self.holding(tried)
        if tried[-1] > node:
            inside = [one for one in found if one[0] <= node]
            found = inside or self._holding_load(found, device_count)
        whole = _dividing(device_count, node, self.heads)
        if len(whole) == len(tried):
            return found
        return [one for one in found if one[0] in whole] or found

    def _holding_load(
        self, found: list[tuple[int, float]], device_count: int
    ) -> list[tuple[int, float]]:
        """Sizes up to the first that holds its share of the load; all where none does."""
        share = (self.demand.concurrency or 0.0) / device_count
        if not share:
            return found
        enough = (
            place
            for place, (size, held) in enumerate(found, start=1)
            if self.room.fits(held, share * size)
        )
        return found[: next(enough, len(found))]

    def holding(self, tried: Iterable[int]) -> list[tuple[int, float]]:
        """Those of some sizes that hold the model and a request, with the requests held."""
        return [(size, held) for size in tried if (held := self.room.held(size)) >= 1.0]

    def layout(self, device_count: int, size: int, held: float) -> Layout:
        """With replicas of `size` devices that share the load."""
        demanded = self.demand.concurrency or 0.0
        count = device_count // size
        return layout_with(
            self.rates,
            self.request,
            self.room,
            size=size,
            group=_group(self.rates, size),
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
        window_kv_bytes=request.window_kv_bytes,
        last_kv_bytes=request.last_kv_bytes,
        last_window_kv_bytes=request.last_window_kv_bytes,
        kv_heads=rates.kv_heads,
        window_kv_heads=rates.window_kv_heads,
        state_bytes=rates.state_bytes,
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
        f" {_gibibytes(room.last_kv_bytes_in(1))} GiB of KV cache a request fit on no"
        f" number of {search.device.name} that one replica may span",
        field="deployment.device",
    )


@lru_cache(maxsize=8192)
def _group(rates: Rates, size: int) -> Group:
    """The devices of a replica, kept from one load to the next."""
    return group_of(rates, 1.0 * size)


@lru_cache(maxsize=4096)
def sizes(device_count: int, node_device_count: int) -> tuple[int, ...]:
    """The sizes that a replica may have: divisors of the count, in a node or of whole nodes."""
    inside = (
        size
        for size in range(1, min(device_count, node_device_count) + 1)
        if device_count % size == 0
    )
    node_count = device_count // node_device_count
    across = (
        size
        for nodes in range(2, min(node_count, NODE_COUNTS[-1]) + 1)
        if device_count % (size := nodes * node_device_count) == 0
    )
    return (*inside, *across)


@lru_cache(maxsize=4096)
def _dividing(device_count: int, node_device_count: int, heads: int) -> frozenset[int]:
    """The sizes that a replica may have whose devices share out the heads."""
    tried = sizes(device_count, node_device_count)
    return frozenset(size for size in tried if divides(size, heads, node_device_count))


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
    size, spanned = tensor_parallel, ""
    if size is None:
        # More devices than one replica may span are no memory for it.
        size = sizes(device_count or 1, search.device.node_device_count)[-1]
        if device_count and size < device_count:
            spanned = f", the most of {device_count} that one replica may span"
    return DoesNotFit(
        f"{_gibibytes(room.weights_bytes)} GiB of weights and"
        f" {_gibibytes(room.last_kv_bytes_in(size))} GiB of KV cache a request do not fit in"
        f" the {_gibibytes(size * room.usable_bytes)} GiB that an engine may use on"
        f" {size} × {search.device.name}{spanned}{advice}",
        field=field,
        nearest=needed,
    )


def _gibibytes(size: float) -> str:
    return f"{size / BYTES_PER_GIBIBYTE:.4g}"
