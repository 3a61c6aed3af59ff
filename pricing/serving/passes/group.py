"""The devices of a replica as a pass sees them, and what a pass is spent on."""

from msgspec import Struct

from pricing.numerics.number import Number, greatest
from pricing.serving.parallel.spread import Spread


class Group(Struct, frozen=True, gc=False):
    """The devices of a replica, and what they are to a pass of any tokens.

    working: those that work at a time; copies: see kv_copies; spared_copies: those that layers with
    a window do without, whose heads are more; transfer_seconds_per_token, latency_seconds: what a
    token and an all-reduce take on the slowest links between them; spread: of groups and stages,
    None where all devices share out every layer; size: its devices, where it is spread; ranks:
    batches that are on their way at a time.
    """

    working: Number
    copies: Number
    spared_copies: Number
    transfer_seconds_per_token: Number
    latency_seconds: Number
    spread: Spread | None = None
    size: Number = 1.0
    ranks: Number = 1.0


class Pass(Struct, frozen=True, gc=False):
    """One forward pass and what it is spent on [seconds]."""

    seconds: Number
    memory_seconds: Number
    compute_seconds: Number
    overhead_seconds: Number


NO_PASS = Pass(0.0, 0.0, 0.0, 0.0)
"""Of requests that take none."""


def kv_copies(kv_heads: Number, devices: Number) -> Number:
    """How often a replica stores a cached value: devices without a head of their own share one."""
    return greatest(1.0, devices / kv_heads)
