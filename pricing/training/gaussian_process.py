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

from pricing.numerics.number import Number, greatest

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
