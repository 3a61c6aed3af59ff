"""The search for a layout: which sizes of replica hold a model and its load. Floats or arrays."""

from collections.abc import Sequence
from functools import reduce
from math import nan
from operator import or_
from typing import Protocol

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.numerics.number import Number, any_of, ceil, greatest, negated, where
from pricing.numerics.structs import chosen
from pricing.serving.attention import SHARED
from pricing.serving.layout import Layout, is_open, layout_with, rank
from pricing.serving.memory import Room, filled, shared
from pricing.serving.parallel.device_groups import group_in
from pricing.serving.parallel.spread import Spread
from pricing.serving.passes.kv_cache import kv_bytes_of
from pricing.serving.passes.reading import writes_nothing
from pricing.serving.passes.request import Request
from pricing.serving.rates import Rates
from pricing.serving.replica_sizes import MOST_REPLICAS
from pricing.serving.reserve.reserve import Reserve


class Hardware(Struct, frozen=True, gc=False, eq=False):
    """A model in a format on a kind of device, whatever its count and its load.

    rates: of the model on one device; reserve: what the engine takes of a device's memory;
    concurrency_limit: the most that the engine batches in one replica; context_tokens: the longest
    sequence that it must hold, 0 for that of the load; node: devices of a node;
    heads: of the attention, which engines divide among the devices of a replica, 0 where they need
    not [count]; tdp_watts: of a device.
    """

    rates: Rates
    reserve: Reserve
    concurrency_limit: Number
    node: Number
    heads: Number
    tdp_watts: Number
    attention: Number = SHARED
    attention_bytes: Number = 0.0
    context_tokens: Number = 0.0


class Charging(Protocol):
    """What counts of devices that are left open are charged for. Floats or arrays."""

    def filled(self, size: Number) -> Number:
        """Devices of replicas of a size that fill the instances which hold one of them [count]."""

    def devices(self, device_count: Number, size: Number) -> Number:
        """Devices that replicas of a size pay for, as so many that are bought one by one."""


class Search(Struct, frozen=True, gc=False, eq=False):
    """What a search for a layout looks at: floats, or arrays with an element a row.

    demanded: requests in flight, 0 where they are left to the layout; device_count: None where it
    is left open, for as few replicas as carry the load; sizes: what a replica may have of the
    devices, the smallest first; divided: whether the devices of each share out the heads, nothing
    where all do; charges: of counts that are left open, None where all devices cost the same;
    least_counts: devices at least with each size, where a load leaves their count open; spreads: of
    each size, over groups and stages; nothing where all devices share out every layer.
    """

    hardware: Hardware
    request: Request
    room: Room
    demanded: Number
    device_count: Number | None
    sizes: tuple[Number, ...]
    divided: tuple[Number, ...]
    charges: Charging | None = None
    least_counts: tuple[Number, ...] = ()
    spreads: tuple[Spread, ...] = ()

    def room_of(self, place: int) -> Room:
        """What replicas of the size at a place need of memory."""
        return replace(self.room, spread=self.spreads[place]) if self.spreads else self.room


class Replicas(Struct, frozen=True, gc=False, eq=False):
    """Replicas of one size.

    place: of the size among all; device_count: of all replicas; charged_count: devices that they
    pay for, see Charging; held, concurrency: the requests that one holds and runs; allowed: whether
    the size may be taken; spread: see Search; split: see Room.
    """

    place: Number
    size: Number
    device_count: Number
    charged_count: Number
    held: Number
    concurrency: Number
    allowed: Number
    spread: Spread | None = None
    split: Number = False


def room_of(hardware: Hardware, request: Request) -> Room:
    """What a model and its requests need of memory."""
    rates, shared_bytes = hardware.rates, request.prefix.shared_bytes
    last_kv_bytes, last_window_kv_bytes = request.last_kv_bytes, request.last_window_kv_bytes
    last_tokens = request.input_tokens + request.output_tokens
    if any_of(hardware.context_tokens > 0.0):
        last_tokens = greatest(last_tokens, hardware.context_tokens)
        admitted = kv_bytes_of(rates, last_tokens)
        keeps_none = writes_nothing(request.output_tokens) & (rates.sees_ahead > 0.0)
        last = (last_kv_bytes, last_window_kv_bytes)
        last_kv_bytes, last_window_kv_bytes = chosen(keeps_none, last, admitted)
    return Room(
        reserve=hardware.reserve.with_images(request.images),
        weights_bytes=rates.weights_bytes,
        kv_bytes=request.kv_bytes - shared_bytes,
        window_kv_bytes=request.window_kv_bytes,
        last_kv_bytes=last_kv_bytes - shared_bytes,
        last_window_kv_bytes=last_window_kv_bytes,
        last_tokens=last_tokens,
        kv_heads=rates.kv_heads,
        window_kv_heads=rates.window_kv_heads,
        state_bytes=rates.state_bytes,
        concurrency_limit=hardware.concurrency_limit,
        checkpoint_bytes=rates.checkpoint_bytes,
        attention=hardware.attention,
        attention_bytes=hardware.attention_bytes,
        shared_bytes=shared_bytes,
    )


def replicas_of(search: Search) -> list[Replicas]:
    """The sizes that may be taken, in any row, the smallest first; one at least, allowed or not.

    A size must hold the model and a request. A replica across nodes is for what no node holds, on
    no more of them than hold the load; and one that does not divide the attention heads for what
    none that does holds.
    """
    rooms = [search.room_of(place) for place in range(len(search.sizes))]
    parted = [room.parted(size) for room, size in zip(rooms, search.sizes, strict=True)]
    held = [most for most, _ in parted]
    least = search.least_counts or (1,) * len(held)
    counts = [counted(search, *of) for of in zip(search.sizes, held, least, strict=True)]
    allowed = [most >= 1.0 for most in held]
    if search.device_count is None:
        allowed = [may & (count > 0.0) for may, count in zip(allowed, counts, strict=True)]
    elif not search.spreads and any_of(search.sizes[-1] > search.hardware.node):
        allowed = _on_fewest_nodes(search, held, allowed)
    if search.divided:
        whole = [may & divided for may, divided in zip(allowed, search.divided, strict=True)]
        none_whole = negated(reduce(or_, whole))
        allowed = [may & (one | none_whole) for may, one in zip(allowed, whole, strict=True)]
    found = [
        Replicas(
            place,
            size,
            count,
            charged(search, size, count),
            most,
            running(search, size, count, most),
            may,
            search.spreads[place] if search.spreads else None,
            parted[place][1],
        )
        for place, (size, count, most, may) in enumerate(
            zip(search.sizes, counts, held, allowed, strict=True)
        )
        if any_of(may)
    ]
    if found:
        return found
    first = search.spreads[0] if search.spreads else None
    size, count, (most, split) = search.sizes[0], counts[0], parted[0]
    return [Replicas(0, size, count, count, most, 1.0, allowed[0], first, split)]


def counted(search: Search, size: Number, held: Number, least_count: Number) -> Number:
    """The devices of a deployment whose replicas have a size; NaN where too many would be needed.

    Those asked for; else one replica, with others that fill its instances, or as many as hold the
    requests in flight. What the places of the engine keep out queues.
    """
    if search.device_count is not None:
        return search.device_count
    demanded = search.demanded
    if is_open(demanded):
        return _filled(search, size)
    needed = ceil(greatest(1.0, demanded / greatest(held, 1.0)))
    needed = where(held >= search.room.concurrency_limit, 1.0, needed)
    whole = _filled(search, size)
    count = where(needed <= MOST_REPLICAS, whole * ceil(size * needed / whole), nan)
    count += greatest(0.0, least_count - count)  # which is no number where the count is none
    if isinstance(demanded, np.ndarray):
        count = where(demanded > 0.0, count, _filled(search, size))
    return int(count) if isinstance(size, int) and count > 0.0 else count


def _filled(search: Search, size: Number) -> Number:
    return size if search.charges is None else search.charges.filled(size)


def charged(search: Search, size: Number, device_count: Number) -> Number:
    """Devices that replicas pay for, where their count is left open: see Charging."""
    if search.device_count is not None or search.charges is None:
        return device_count
    return search.charges.devices(device_count, size)


def running(search: Search, size: Number, device_count: Number, held: Number) -> Number:
    """Requests in flight in each replica of a size that holds so many."""
    demanded = search.demanded
    if is_open(demanded):
        return greatest(1.0, filled(held))
    share = shared(held, demanded / (device_count // size))
    return where(demanded > 0.0, share, greatest(1.0, filled(held)))


def _on_fewest_nodes(
    search: Search, held: Sequence[Number], fits: Sequence[Number]
) -> list[Number]:
    """Sizes within a node where one fits, else up to the first that holds its share of the load."""
    sizes, room = search.sizes, search.room
    inside = [fit & (size <= search.hardware.node) for size, fit in zip(sizes, fits, strict=True)]
    wanted = negated(reduce(or_, inside))
    found, demanded = [], search.demanded
    for size, most, fit, one in zip(sizes, held, fits, inside, strict=True):
        found.append(one | (fit & wanted))
        # Where devices are left over, a larger replica may do more.
        divides = search.device_count % size == 0
        share = demanded / (search.device_count // size)
        enough = fit & divides & (demanded > 0.0) & room.fits(most, share)
        wanted = wanted & negated(enough)
    return found


def layout_at(search: Search, replicas: Replicas) -> Layout:
    """The layout with replicas of one size that run so many requests each."""
    rates, size, room = search.hardware.rates, replicas.size, search.room
    if replicas.spread is not None or any_of(room.attention > SHARED):
        room = replace(room, spread=replicas.spread, split=replicas.split)
    return layout_with(
        rates,
        search.request,
        room,
        size=size,
        group=group_in(rates, room, size),
        device_count=replicas.device_count,
        held=replicas.held,
        concurrency=replicas.concurrency,
        demanded=search.demanded,
    )


def ranked(
    search: Search, replicas: Replicas, layout: Layout, requests_per_second: Number
) -> Number:
    """What replicas are preferred by, at what they pay: see rank."""
    return rank(
        layout,
        requests_per_second,
        search.demanded,
        replicas.charged_count,
        is_open_count=search.device_count is None,
    )
