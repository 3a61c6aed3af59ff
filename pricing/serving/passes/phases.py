"""Phases: what of a request the devices of a deployment run. Floats or arrays."""

from typing import Literal

from msgspec import Struct

from pricing.numerics.number import Number

Phase = Literal["prefill", "decode"]
"""What a pool runs of requests."""

PHASES: tuple[Phase, Phase] = ("prefill", "decode")
"""Both, in the order in which a request comes to them."""


class Phases(Struct, frozen=True, gc=False):
    """Which passes are run: 1 for those that are, 0 for those that another pool runs.

    prefill: over prompts; decode: that generate tokens after the first.
    """

    prefill: Number = 1.0
    decode: Number = 1.0


BOTH_PHASES = Phases()
"""Of a deployment that reads prompts and generates."""

OF_PHASE: dict[Phase, Phases] = {"prefill": Phases(decode=0.0), "decode": Phases(prefill=0.0)}
"""Of the pools that share a request."""
