"""Groups of a layout: the devices of a replica, with the copies of the cache that they keep."""

from functools import lru_cache

from msgspec.structs import replace

from pricing.numerics.number import Number, any_of
from pricing.serving.attention import SHARED
from pricing.serving.memory import Room
from pricing.serving.passes.forward_pass import group_of
from pricing.serving.passes.group import Group
from pricing.serving.rates import Rates


def group_in(rates: Rates, room: Room, size: Number) -> Group:
    """So many devices, with room for a load. Floats or arrays."""
    if room.spread is not None:
        return _with_copies(group_of(rates, size, room.spread), room, size)
    has_own_copies = any_of(room.attention > SHARED)
    if isinstance(size, int):
        return _kept(rates, room if has_own_copies else None, size)
    group = group_of(rates, size)
    return _with_copies(group, room, size) if has_own_copies else group


@lru_cache(maxsize=8192)
def _kept(rates: Rates, room: Room | None, size: int) -> Group:
    """The devices of a replica, kept: from one load to the next, but where it decides the copies.

    room: of the load, where it does.
    """
    group = group_of(rates, 1.0 * size)
    return group if room is None else _with_copies(group, room, size)


def _with_copies(group: Group, room: Room, size: Number) -> Group:
    return replace(group, copies=room.copies(size), spared_copies=room.spared_copies(size))
