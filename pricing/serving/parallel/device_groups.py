"""Groups of a layout: the devices of a replica, with the copies of the cache that they keep."""

from functools import lru_cache

from msgspec.structs import replace

from pricing.numerics.number import Number, any_of
from pricing.serving.attention import SHARED
from pricing.serving.memory import Room, copies_of, spared_copies_of
from pricing.serving.passes.forward_pass import group_of
from pricing.serving.passes.group import Group
from pricing.serving.rates import Rates


def group_in(rates: Rates, room: Room, size: Number) -> Group:
    """So many devices, with room for a load. Floats or arrays."""
    attention = room.attention
    if room.spread is not None:
        copies, spared = room.copies(size), room.spared_copies(size)
        group = group_of(rates, size, room.spread)
        return replace(group, copies=copies, spared_copies=spared)
    if not any_of(attention > SHARED):
        return _kept(rates, SHARED, 0.0, size) if type(size) is int else group_of(rates, size)
    is_split = room.is_split(size)
    if type(size) is int and type(is_split) is bool:
        return _kept(rates, attention, is_split, size)
    return _with_copies(group_of(rates, size), rates, attention, is_split, size)


@lru_cache(maxsize=8192)
def _kept(rates: Rates, attention: float, is_split: Number, size: int) -> Group:
    """The devices of a replica, kept from one load to the next."""
    group = group_of(rates, 1.0 * size)
    return group if attention == SHARED else _with_copies(group, rates, attention, is_split, size)


def _with_copies(
    group: Group, rates: Rates, attention: Number, is_split: Number, size: Number
) -> Group:
    copies = copies_of(rates.kv_heads, attention, is_split, size)
    spared = spared_copies_of(copies, rates.window_kv_heads, attention, size)
    return replace(group, copies=copies, spared_copies=spared)


def forget_groups() -> None:
    """Let go of all groups that are kept: those of measured rows are asked for once."""
    _kept.cache_clear()
