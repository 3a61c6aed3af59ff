"""Arithmetic: the peaks at which the weights and the attention of a model are computed."""

from collections.abc import Mapping

from msgspec import Struct

from pricing.catalog.rows import Device, Model
from pricing.numerics.number import Number
from pricing.serving.checkpoints.recipe import Recipe
from pricing.serving.checkpoints.tensors import tensors_of
from pricing.serving.precision_names import SIXTEEN_BIT

NARROW = frozenset({"fp8", "int8", "fp4"})
"""Arithmetic below 16 bits."""

FOUR_BITS = frozenset({"fp4"})
"""Of these, arithmetic that weights of 8 bits do not meet."""

FEW_BITS, BYTE_BITS = 6.0, 10.0
"""Weights of fewer bits than the first meet the narrowest arithmetic of a format; those of fewer
than the second that of 8 bits; all others that of 16."""

NOT_PASSED = frozenset({"embedding", "layer_embedding", "tower", "draft"})
"""Matrices that a token does not pass."""


class Arithmetic(Struct, frozen=True, gc=False):
    """The peaks of one device for the work of a token. Floats or arrays.

    flops_per_second: of the format; wide_flops_per_second: of the weights that the format leaves
    wider; wide_fraction: these, of the weights outside the routed experts that a token passes;
    attention_flops_per_second: of the attention to what is before, which engines compute in 16
    bits, or in 8 over a cache of 8; half_flops_per_second: of 16 bits, or of the format where the
    device has none.
    """

    flops_per_second: Number
    wide_flops_per_second: Number
    wide_fraction: Number
    attention_flops_per_second: Number
    half_flops_per_second: Number


def alike(flops_per_second: Number) -> Arithmetic:
    """All work at one peak."""
    return Arithmetic(flops_per_second, flops_per_second, 0.0, flops_per_second, flops_per_second)


def arithmetic_of(
    device: Device,
    peaks: Mapping[str, float],
    name: str,
    *,
    kv_bits: float,
    model: Model | None,
    recipe: Recipe,
) -> Arithmetic:
    """The peaks of a format whose narrowest arithmetic has this name.

    peaks: of the device, by arithmetic; kv_bits: of a cached value; model: None where the format is
    all that is known.
    """
    peak = peaks[name]
    if name not in NARROW:
        return alike(peak)
    sixteen = next((peaks[one] for one in SIXTEEN_BIT if one in device.accelerated), peak)
    wide = min(peak, sixteen)
    eight = min(peak, peaks["fp8"]) if "fp8" in device.accelerated else wide
    attention = eight if kv_bits < BYTE_BITS else wide
    if model is None or recipe.mixture or recipe.mean_bits is not None:
        return Arithmetic(peak, peak, 0.0, attention, wide)
    of_bytes = eight if name in FOUR_BITS else peak
    passed = shared = seconds = 0.0
    for tensors in tensors_of(model):
        if tensors.routed or tensors.kind in NOT_PASSED:
            continue
        passed += tensors.parameters
        bits = recipe.bits(tensors)
        own = wide if bits >= BYTE_BITS else of_bytes if bits >= FEW_BITS else peak
        if own < peak:
            shared += tensors.parameters
            seconds += tensors.parameters / own
    if not shared:
        return Arithmetic(peak, peak, 0.0, attention, wide)
    return Arithmetic(peak, shared / seconds, shared / passed, attention, wide)
