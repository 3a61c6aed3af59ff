"""The search for a layout: which sizes of replica hold a model and its load. Floats or arrays."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache, reduce
from math import isnan
from operator import or_

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import DoesNotFit, InvalidQuery
from pricing.numerics.number import Number, any_of, greatest, negated, where
from pricing.serving.layout import Demand, Layout, is_open, layout_with, rank
from pricing.serving.memory import Room, filled, shared
from pricing.serving.rates import Rates
from pricing.serving.replica import Group, Request, group_of, request_of
from pricing.serving.replica_sizes import (
    divided_sizes,
    fits_nowhere,
    fitting_count,
    shortage,
    sizes,
)


class Hardware(Struct, frozen=True, gc=False, eq=False):
    """A model in a format on a kind of device, whatever its count and its load.

    rates: of the model on one device; usable_bytes: of a device's memory, what the engine may use;
    concurrency_limit: the most that the engine batches in one replica; node: devices of a node;
    heads: of the attention, which engines divide among the devices of a replica, 0 where they need
    not [count]; tdp_watts: of a device.
    """

    rates: Rates
    usable_bytes: Number
    concurrency_limit: Number
    node: Number
    heads: Number
    tdp_watts: Number


class Search(Struct, frozen=True, gc=False, eq=False):
    """What a search for a layout looks at: floats, or arrays with an element a row.

    demanded: requests in flight, 0 where they are left to the layout; sizes: what a replica may
    have of the devices, the smallest first; divided: whether the devices of each share out the
    heads, nothing where all do.
    """

    hardware: Hardware
    request: Request
    room: Room
    demanded: Number
    device_count: Number
    sizes: tuple[Number, ...]
    divided: tuple[Number, ...]


class Replicas(Struct, frozen=True, gc=False, eq=False):
    """Replicas of one size.

    place: of the size among all; held, concurrency: the requests that one holds and runs; allowed:
    whether the size may be taken.
    """

    place: Number
    size: Number
    held: Number
    concurrency: Number
    allowed: Number


def search_of(
    hardware: Hardware,
    *,
    input_tokens: Number,
    output_tokens: Number,
    demanded: Number,
    device_count: Number,
    sizes: tuple[Number, ...],
    divided: tuple[Number, ...],
) -> Search:
    """The search for the layout of a load."""
    request = request_of(hardware.rates, input_tokens=input_tokens, output_tokens=output_tokens)
    return Search(
        hardware=hardware,
        request=request,
        room=room_of(hardware, request),
        demanded=demanded,
        device_count=device_count,
        sizes=sizes,
        divided=divided,
    )


def room_of(hardware: Hardware, request: Request) -> Room:
    """What a model and its requests need of memory."""
    rates = hardware.rates
    return Room(
        usable_bytes=hardware.usable_bytes,
        weights_bytes=rates.weights_bytes,
        kv_bytes=request.kv_bytes,
        window_kv_bytes=request.window_kv_bytes,
        last_kv_bytes=request.last_kv_bytes,
        last_window_kv_bytes=request.last_window_kv_bytes,
        kv_heads=rates.kv_heads,
        window_kv_heads=rates.window_kv_heads,
        state_bytes=rates.state_bytes,
        concurrency_limit=hardware.concurrency_limit,
    )


def replicas_of(search: Search) -> list[Replicas]:
    """The sizes that may be taken, in any row, the smallest first; one at least, allowed or not.

    A size must hold the model and a request. A replica across nodes is for what no node holds, on
    no more of them than hold the load; and one that does not divide the attention heads for what
    none that does holds.
    """
    held = [search.room.held(size) for size in search.sizes]
    allowed = [most >= 1.0 for most in held]
    if any_of(search.sizes[-1] > search.hardware.node):
        allowed = _on_fewest_nodes(search, held, allowed)
    if search.divided:
        whole = [may & divided for may, divided in zip(allowed, search.divided, strict=True)]
        none_whole = negated(reduce(or_, whole))
        allowed = [may & (one | none_whole) for may, one in zip(allowed, whole, strict=True)]
    found = [
        Replicas(place, size, most, running(search, size, most), may)
        for place, (size, most, may) in enumerate(zip(search.sizes, held, allowed, strict=True))
        if any_of(may)
    ]
    return found or [Replicas(0, search.sizes[0], held[0], 1.0, allowed[0])]


def running(search: Search, size: Number, held: Number) -> Number:
    """Requests in flight in each replica of a size that holds so many."""
    demanded = search.demanded
    if is_open(demanded):
        return greatest(1.0, filled(held))
    share = shared(held, demanded / (search.device_count // size))
    return where(demanded > 0.0, share, greatest(1.0, filled(held)))


def _on_fewest_nodes(
    search: Search, held: Sequence[Number], fits: Sequence[Number]
) -> list[Number]:
    """Sizes within a node where one fits, else up to the first that holds its share of the load."""
    sizes, room = search.sizes, search.room
    inside = [fit & (size <= search.hardware.node) for size, fit in zip(sizes, fits, strict=True)]
    wanted = negated(reduce(or_, inside))
    found, share = [], search.demanded / search.device_count
    for size, most, fit, one in zip(sizes, held, fits, inside, strict=True):
        found.append(one | (fit & wanted))
        enough = fit & (share > 0.0) & room.fits(most, share * size)
        wanted = wanted & negated(enough)
    return found


def layout_at(search: Search, replicas: Replicas) -> Layout:
    """The layout with replicas of one size that run so many requests each."""
    rates, size = search.hardware.rates, replicas.size
    return layout_with(
        rates,
        search.request,
        search.room,
        size=size,
        group=_group(rates, size) if isinstance(size, int) else group_of(rates, size),
        device_count=search.device_count,
        held=replicas.held,
        concurrency=replicas.concurrency,
        demanded=search.demanded,
    )


@lru_cache(maxsize=8192)
def _group(rates: Rates, size: int) -> Group:
    """The devices of a replica, kept from one load to the next."""
    return group_of(rates, 1.0 * size)


def layouts_of(
    hardware: Hardware,
    device: str,
    demand: Demand,
    *,
    device_count: int | None,
    tensor_parallel: int | None,
) -> list[Layout]:
    """Every layout that fits, one for each size of replica, the smallest first.

    device: its name; device_count, tensor_parallel: as asked, see search_for.

    Raises InvalidQuery for a tensor_parallel that does not divide the count, DoesNotFit with
    the smallest count that would.
    """
    search = search_for(
        hardware, device, demand, device_count=device_count, tensor_parallel=tensor_parallel
    )
    found = replicas_of(search)
    if not found[0].allowed:
        raise does_not_fit(search, device, device_count, tensor_parallel)
    return [layout_at(search, replicas) for replicas in found]


def search_for(
    hardware: Hardware,
    device: str,
    demand: Demand,
    *,
    device_count: int | None,
    tensor_parallel: int | None,
) -> Search:
    """The search of one question.

    device_count: the smallest that fits, where it is None; tensor_parallel: the size of a replica,
    where it is not left open.

    Raises InvalidQuery for a size that does not divide the count, DoesNotFit where no count fits.
    """
    node, heads = hardware.node, hardware.heads
    request = request_of(
        hardware.rates, input_tokens=demand.input_tokens, output_tokens=demand.output_tokens
    )
    room, demanded = room_of(hardware, request), demand.concurrency or 0.0
    count = device_count or tensor_parallel
    if count is None:
        count = _smallest(room, node, demanded, device)
    tried = (tensor_parallel,) if tensor_parallel else sizes(count, node)
    if count % tried[0]:
        raise InvalidQuery(
            f"{count} devices do not divide into replicas of {tensor_parallel}",
            field="deployment.tensor_parallel",
            nearest=[str(size) for size in sizes(count, node)],
        )
    return Search(
        hardware=hardware,
        request=request,
        room=room,
        demanded=demanded,
        device_count=count,
        sizes=tried,
        divided=divided_sizes(tried, node, heads),
    )


def fastest(layouts: Iterable[Layout], demand: Demand) -> Layout:
    """The layout that the roofline alone prefers, the first of equals."""
    demanded = demand.concurrency or 0.0
    return max(layouts, key=lambda layout: rank(layout, layout.requests_per_second, demanded))


def _smallest(room: Room, node: int, demanded: float, device: str) -> int:
    found = fitting_count(room, node, demanded)
    if not isnan(found):
        return int(found)
    raise DoesNotFit(fits_nowhere(room, device), field="deployment.device")


def _open_sizes(search: Search, device_count: int) -> list[str]:
    """The sizes of replica that may be taken where none is asked for."""
    node, heads = search.hardware.node, search.hardware.heads
    tried = sizes(device_count, node)
    other = replace(search, sizes=tried, divided=divided_sizes(tried, node, heads))
    return [str(replicas.size) for replicas in replicas_of(other) if replicas.allowed]


def does_not_fit(
    search: Search, device: str, device_count: int | None, tensor_parallel: int | None
) -> DoesNotFit:
    """What is missing, and the least that would do, where one field can say it.

    device: its name; device_count, tensor_parallel: as asked.
    """
    room, field, needed, advice = search.room, "deployment.device_count", [], ""
    with suppress(DoesNotFit):
        needed = [str(_smallest(room, search.hardware.node, 0.0, device))]
    if tensor_parallel is not None:
        field = "deployment.tensor_parallel"
        if device_count is not None:
            advice = f"; left open, on {needed[0]} devices they do" if needed else ""
            needed = _open_sizes(search, device_count)
    return DoesNotFit(
        shortage(room, device, search.hardware.node, device_count, tensor_parallel) + advice,
        field=field,
        nearest=needed,
    )
