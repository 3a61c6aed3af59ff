"""The search for the layout of one question, and what is said where nothing fits."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import isnan

from msgspec.structs import replace

from pricing.errors import DoesNotFit, InvalidQuery
from pricing.serving.layout import Demand, Layout, rank
from pricing.serving.layout_search import (
    Charging,
    Hardware,
    Search,
    layout_at,
    replicas_of,
    room_of,
)
from pricing.serving.memory import Room
from pricing.serving.parallel.shapes import COUNT, Shape
from pricing.serving.parallel.spread import Spread
from pricing.serving.passes.request import Request, request_for
from pricing.serving.replica_sizes import (
    divided_sizes,
    fits_nowhere,
    fitting_count,
    loaded_from,
    shortage,
    sizes,
    sizes_from,
)


def layouts_of(
    hardware: Hardware,
    device: str,
    demand: Demand,
    *,
    device_count: int | None,
    tensor_parallel: int | None,
    shapes: Sequence[Shape] = (),
    spread: Spread | None = None,
) -> list[Layout]:
    """Every layout that fits, one for each size of replica, the smallest first.

    device: its name; the rest: as asked, see search_for.

    Raises InvalidQuery for a tensor_parallel that does not divide the count, DoesNotFit with
    the smallest count that would.
    """
    search = search_for(
        hardware,
        device,
        demand,
        device_count=device_count,
        tensor_parallel=tensor_parallel,
        shapes=shapes,
        spread=spread,
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
    is_counted: bool = True,
    charges: Charging | None = None,
    shapes: Sequence[Shape] = (),
    spread: Spread | None = None,
) -> Search:
    """The search of one question.

    device_count: the smallest that fits, where it is None, or if not is_counted the cheapest of
    those that carry the load; tensor_parallel: the size of a replica, where it is not left open;
    charges: of counts that are left open; shapes: groups and stages that are asked for; spread: of
    one.

    Raises InvalidQuery for a size beyond the count, DoesNotFit where no count fits.
    """
    node, heads = hardware.node, hardware.heads
    request = request_for(hardware.rates, demand)
    room, demanded = room_of(hardware, request), demand.concurrency or 0.0
    if shapes and spread is not None:
        return _shaped(hardware, request, room, demanded, fitting(room, shapes, spread), spread)
    count = device_count or tensor_parallel
    least_counts: tuple[int, ...] = ()
    if count is None and not is_counted:
        first = _smallest(room, node, 0.0, device)
        tried = sizes_from(first, node)
        if demanded:
            tried, least_counts = loaded_from(first, node)
    else:
        count = count or _smallest(room, node, demanded, device)
        tried = (tensor_parallel,) if tensor_parallel else sizes(count, node)
    if count is not None and count < tried[0]:
        raise InvalidQuery(
            f"{count} devices are too few for a replica of {tensor_parallel}",
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
        charges=charges,
        least_counts=least_counts,
    )


def fitting(room: Room, shapes: Sequence[Shape], spread: Spread) -> Sequence[Shape]:
    """The shapes of the fewest devices that hold the model and a request; else all that there are.

    shapes: the fewest devices first.
    """
    for shape in shapes:
        if holds(room, shape, spread):
            return [one for one in shapes if one.device_count == shape.device_count]
    return shapes


def holds(room: Room, shape: Shape, spread: Spread) -> bool:
    """Whether replicas of a shape hold the model and a request of each of their groups."""
    own = replace(room, spread=spread.of(shape.tensor, shape.pipeline))
    return bool(own.held(float(shape.size)) >= 1.0)


def _shaped(
    hardware: Hardware,
    request: Request,
    room: Room,
    demanded: float,
    shapes: Sequence[Shape],
    spread: Spread,
) -> Search:
    """The search among shapes of one count of devices."""
    divided = tuple(hardware.heads % shape.tensor == 0 for shape in shapes)
    return Search(
        hardware=hardware,
        request=request,
        room=room,
        demanded=demanded,
        device_count=shapes[0].device_count,
        sizes=tuple(shape.size for shape in shapes),
        divided=() if all(divided) else divided,
        spreads=tuple(spread.of(shape.tensor, shape.pipeline) for shape in shapes),
    )


def fastest(layouts: Iterable[Layout], demand: Demand) -> Layout:
    """The layout that the roofline alone prefers, the first of equals."""
    demanded = demand.concurrency or 0.0
    return max(
        layouts, key=lambda one: rank(one, one.requests_per_second, demanded, one.device_count)
    )


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
    if search.spreads:
        return _spread_does_not_fit(search, device)
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


def _spread_does_not_fit(search: Search, device: str) -> DoesNotFit:
    place = len(search.sizes) - 1
    size, node = int(search.sizes[place]), search.hardware.node
    detail = shortage(search.room_of(place), device, node, size, size)
    return DoesNotFit(f"{detail}, in groups and stages as asked for", field=COUNT)
