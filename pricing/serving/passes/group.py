"""The devices of a replica as a pass sees them, and what a pass is spent on."""

from msgspec import Struct

from pricing.numerics.number import Number, greatest
from pricing.serving.parallel.spread import Spread


class Stage(Struct, frozen=True, gc=False):
    """What a stage of groups is to a pass of any tokens.

    devices, groups: of it [count]; has_groups: whether these are several; is_beyond: whether it
    goes beyond a domain of fast links; expert_seconds: to read all experts of a device, of which
    there are `experts`; copies_within, copies_beyond, exchange_latency_seconds: see
    pricing.formulas.parallel.expert_parallel.exchange_seconds; hop_*: of a token and of a message
    to the next stage [seconds].
    """

    devices: Number
    groups: Number
    has_groups: Number
    is_beyond: Number
    hop_seconds_per_token: Number
    hop_latency_seconds: Number
    expert_seconds: Number = 0.0
    experts: Number = 1.0
    copies_within: Number = 0.0
    copies_beyond: Number = 0.0
    exchange_latency_seconds: Number = 0.0


class Group(Struct, frozen=True, gc=False):
    """The devices of a replica, and what they are to a pass of any tokens.

    working: those that work at a time; copies: see kv_copies; spared_copies: those that layers with
    a window do without, whose heads are more; transfer_seconds_per_token, latency_seconds: what a
    token and an all-reduce take on the slowest links between them; spread: of groups and stages,
    None where all devices share out every layer; stage, size: its stages and its devices, where it
    is spread; ranks: batches that are on their way at a time.
    """

    working: Number
    copies: Number
    spared_copies: Number
    transfer_seconds_per_token: Number
    latency_seconds: Number
    spread: Spread | None = None
    stage: Stage | None = None
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
