"""What weighted rows make of a modelled throughput: its correction, and how sure that is."""

from functools import lru_cache
from math import exp as exp_of_float

from msgspec import Struct

from pricing.evidence.kernel import Kernel
from pricing.evidence.neighbour_table import Near, Sums
from pricing.numerics.number import NORMAL_P90, Number, exp, greatest, sqrt

ROUNDING_RATIO = 1e-9
"""By which a weight may come out above what it is."""


class Correction(Struct, frozen=True, gc=False):
    """What to multiply a modelled throughput by, its 80% band, and whether a row is near.

    is_near: near enough for the answer to count as measured.
    """

    ratio: Number
    band_ratio: Number
    is_near: Number


def drifted(kernel: Kernel, sums: Sums) -> Number:
    """The correction that weighted residuals make: e^(Σ w·r / (Σ w + w₀)). Floats or arrays."""
    return exp(sums.drift / (sums.weight + kernel.prior_weight))


def correction(kernel: Kernel, near: Near) -> Correction:
    """The correction that weighted residuals make, and its 80% band. Floats or arrays.

    c = Σ w·r / (Σ w + w₀); σ² = floor² + k·Σ w·(r − c)² / (Σ w + w₀) + far²·w₀ / (Σ w + w₀)

    r: logarithms of measured over modelled; the ratio is e^c, the band e^(±1.28·σ).
    """
    sums = near.sums
    whole = sums.weight + kernel.prior_weight
    middle = sums.drift / whole
    # Σ w·(r − c)², expanded so that sums over columns are enough.
    spread = greatest(0.0, sums.square - middle * (2.0 * sums.drift - sums.weight * middle))
    variance = (
        kernel.floor_deviation**2
        + (kernel.local_ratio * spread + kernel.far_deviation**2 * kernel.prior_weight) / whole
    )
    return Correction(
        ratio=exp(middle),
        band_ratio=exp(NORMAL_P90 * sqrt(variance)),
        is_near=near.nearest_weight > near_weight(kernel),
    )


@lru_cache(maxsize=64)
def near_weight(kernel: Kernel) -> float:
    """The weight above which the nearest row lets an answer count as measured.

    That of a row which is another device's and nothing else: no device is measured by another.
    """
    nearness = exp_of_float(-0.5 * kernel.device**2)
    return nearness * (1.0 + kernel.near_gain * nearness**6) * (1.0 + ROUNDING_RATIO)
