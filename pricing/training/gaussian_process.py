"""A Gaussian process: a surface through scattered observations, surest where they are near.

The observations are the residuals y of a trend, with covariance C between them (similarity of
the places, plus the variance of an observation on the diagonal) and c towards the place asked
about:

    mean         c · C⁻¹ y
    unexplained  1 − c · C⁻¹ c / v

v is the variance of the surface far from every observation. Both come from the Cholesky factor
of C, found once. The sums are numpy's own: the threads of a matrix library would move last digits
by their count, and need more stack than the threads of polars have.

Source: Rasmussen and Williams 2006, Gaussian Processes for Machine Learning, algorithm 2.1.
"""

import numpy as np
from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.numerics.number import Array, Number, exp, greatest, where
from pricing.training.features import RunFeatures


class Surface(Struct, frozen=True, eq=False):
    """Observations ready to be asked: C⁻¹ y, and the inverse of the Cholesky factor."""

    weights: Array
    inverse_factor: Array

    def mean(self, covariance: Array) -> Number:
        """The expected residual at a place of this covariance with the observations.

        covariance: an element for each observation; of several places, a row for each.
        """
        return np.einsum("...j,j->...", covariance, self.weights)

    def unexplained_fraction(self, covariance: Array, *, variance: float) -> Number:
        """The share of the variance that the observations leave open: 1 far from all."""
        known = (np.einsum("...j,ij->...i", covariance, self.inverse_factor) ** 2).sum(axis=-1)
        return greatest(1.0 - known / variance, 0.0)


def surface(covariance: Array, residuals: Array) -> Surface:
    """The surface through residuals of this covariance, a symmetric positive definite matrix."""
    factor = inverse_factor(covariance)
    whitened = np.einsum("ij,j->i", factor, residuals)
    return Surface(np.einsum("ij,i->j", factor, whitened), factor)


def inverse_factor(covariance: Array) -> Array:
    """The inverse of the Cholesky factor L of C, grown by a row at a time.

    With x = L⁻¹ c of the observations so far, the next row is (−x · L⁻¹, 1) / √(v − x · x).
    """
    found = np.zeros_like(covariance)
    for row, (known, variance) in enumerate(zip(covariance, covariance.diagonal(), strict=True)):
        so_far = found[:row, :row]
        shared = np.einsum("ij,j->i", so_far, known[:row])
        found[row, :row] = -np.einsum("i,ij->j", shared, so_far)
        found[row, row] = 1.0
        found[row] /= np.sqrt(variance - (shared * shared).sum())
    return found


LABELS = ("kind", "device", "architecture", "series", "mixture")
"""Features that two runs have in common or not, each with its weight in the kernel."""


class RunKernel(Struct, frozen=True):
    """How far what is known of a run reaches.

    kind to count: how fast similarity falls, e^(−d²/2), d² the sum of squared differences × these;
    device_deviation, series_deviation, arithmetic_deviation: of what all runs of a device, of a
    series of models, and in an arithmetic on a family of devices share, whatever else they are;
    floor_deviation, billed_deviation: of repeated runs, and of bills of such runs;
    far_deviation: of what similar runs share; band_ratio: what the band is widened by.
    """

    kind: float
    device: float
    architecture: float
    series: float
    mixture: float
    active: float
    sequence: float
    count: float
    device_deviation: float
    series_deviation: float
    arithmetic_deviation: float
    floor_deviation: float
    billed_deviation: float
    far_deviation: float
    band_ratio: float

    @property
    def variance(self) -> float:
        """Of a run of which nothing is known but the trend."""
        return (
            self.far_deviation**2
            + self.device_deviation**2
            + self.series_deviation**2
            + self.arithmetic_deviation**2
        )


def run_kernel_of(catalog: Catalog) -> RunKernel:
    """The kernel, from the constants of the engine."""
    table = {
        name: value
        for (_, phase, _, name), value in catalog.constants.items()
        if phase == "training_evidence"
    }
    return RunKernel(*(table[name] for name in RunKernel.__struct_fields__))


def run_covariance(kernel: RunKernel, one: RunFeatures, other: RunFeatures) -> Number:
    """What two runs share of the logarithm of their MFU over the trend.

    covariance = far² · e^(−d²/2) + device² + series² + arithmetic²

    Each of the last three where both runs have the same. Floats or arrays.
    """
    is_same_arithmetic = (one.arithmetic == other.arithmetic) & (one.family == other.family)
    shared: Number = where(one.device == other.device, kernel.device_deviation**2, 0.0)
    shared = shared + where(one.series == other.series, kernel.series_deviation**2, 0.0)
    shared = shared + where(is_same_arithmetic, kernel.arithmetic_deviation**2, 0.0)
    return kernel.far_deviation**2 * run_similarity(kernel, one, other) + shared


def run_similarity(kernel: RunKernel, one: RunFeatures, other: RunFeatures) -> Number:
    """How alike two runs are: e^(−d²/2), 1 for runs in the same place. Floats or arrays."""
    distance: Number = (kernel.active * (one.active_log - other.active_log)) ** 2
    distance = distance + (kernel.sequence * (one.sequence_log - other.sequence_log)) ** 2
    distance = distance + (kernel.count * (one.count_log - other.count_log)) ** 2
    for name in LABELS:
        is_other = getattr(one, name) != getattr(other, name)
        distance = distance + where(is_other, getattr(kernel, name) ** 2, 0.0)
    return exp(-0.5 * distance)


def floor_variance(kernel: RunKernel, run: RunFeatures) -> float:
    """The variance of repeated runs of one place."""
    billed = run.kind == "billed"
    return (kernel.billed_deviation if billed else kernel.floor_deviation) ** 2
