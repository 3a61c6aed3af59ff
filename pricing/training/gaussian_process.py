"""A Gaussian process: a surface through scattered observations, surest where they are near.

The observations are the residuals y of a trend, with covariance C between them (similarity of
the places, plus the variance of an observation on the diagonal) and c towards the place asked
about:

    mean         c · C⁻¹ y
    unexplained  1 − c · C⁻¹ c / v

v is the variance of the surface far from every observation. Both come from the Cholesky factor
of C, found once.

Source: Rasmussen and Williams 2006, Gaussian Processes for Machine Learning, algorithm 2.1.
"""

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.catalog.catalog import Catalog
from pricing.numerics.number import Number, exp, greatest, where
from pricing.training.features import RunFeatures

Array = NDArray[np.float64]


class Surface(Struct, frozen=True, eq=False):
    """Observations ready to be asked: C⁻¹ y, and the inverse of the Cholesky factor."""

    weights: Array
    inverse_factor: Array

    def mean(self, covariance: Array) -> Number:
        """The expected residual at a place of this covariance with the observations.

        covariance: an element for each observation; of several places, a row for each.
        """
        return covariance @ self.weights

    def unexplained_fraction(self, covariance: Array, *, variance: float) -> Number:
        """The share of the variance that the observations leave open: 1 far from all."""
        known = ((covariance @ self.inverse_factor.T) ** 2).sum(axis=-1)
        return greatest(1.0 - known / variance, 0.0)


def surface(covariance: Array, residuals: Array) -> Surface:
    """The surface through residuals of this covariance, a symmetric positive definite matrix."""
    inverse_factor = np.linalg.inv(np.linalg.cholesky(covariance))
    return Surface(inverse_factor.T @ (inverse_factor @ residuals), inverse_factor)


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
