"""Kriging: a surface through scattered observations, which is surest where they are near.

The observations are the residuals y of a trend, with covariance C between them (similarity of
the places, plus the variance of an observation on the diagonal) and c towards the place asked
about:

    mean         c · C⁻¹ y
    unexplained  1 − c · C⁻¹ c / v

v is the variance of the surface far from every observation. Both come from the Cholesky factor
of C, found once; a hundred observations take some ten milliseconds.

Source: Rasmussen and Williams 2006, Gaussian Processes for Machine Learning, algorithm 2.1.
"""

from collections.abc import Sequence
from math import sqrt
from operator import mul

from msgspec import Struct

from pricing.numerics.number import Number, greatest, total


class Surface(Struct, frozen=True):
    """Observations ready to be asked: C⁻¹ y, and the rows of the inverse Cholesky factor."""

    weights: tuple[float, ...]
    inverse_factor: tuple[tuple[float, ...], ...]

    def mean(self, covariance: Sequence[Number]) -> Number:
        """The expected residual at a place of this covariance with the observations."""
        return _dot(self.weights, covariance)

    def unexplained_fraction(self, covariance: Sequence[Number], *, variance: float) -> Number:
        """The share of the variance that the observations leave open: 1 far from all."""
        known = total(_dot(row, covariance) ** 2 for row in self.inverse_factor)
        return greatest(1.0 - known / variance, 0.0)


def surface(covariance: Sequence[Sequence[float]], residuals: Sequence[float]) -> Surface:
    """The surface through residuals of this covariance, a symmetric positive definite matrix."""
    factor = _cholesky(covariance)
    inverse = _inverse_of_lower(factor)
    whitened = [_dot(row, residuals) for row in inverse]
    weights = [0.0] * len(residuals)
    for row, value in zip(inverse, whitened, strict=True):
        for index, cell in enumerate(row):
            weights[index] += cell * value
    return Surface(tuple(weights), tuple(tuple(row) for row in inverse))


def _cholesky(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The lower factor L of L·Lᵀ, rows up to the diagonal."""
    factor: list[list[float]] = []
    for index, cells in enumerate(matrix):
        row: list[float] = []
        for other in range(index):
            row.append((cells[other] - _dot(factor[other], row)) / factor[other][other])
        row.append(sqrt(cells[index] - _dot(row, row)))
        factor.append(row)
    return factor


def _inverse_of_lower(factor: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a lower triangular matrix, rows up to the diagonal."""
    columns: list[list[float]] = []
    for start in range(len(factor)):
        column: list[float] = []
        for row in factor[start:]:
            known = _dot(row[start:], column)
            column.append(((0.0 if column else 1.0) - known) / row[start + len(column)])
        columns.append(column)
    return [
        [columns[column][row - column] for column in range(row + 1)] for row in range(len(factor))
    ]


def _dot(one: Sequence[float], other: Sequence[Number]) -> Number:
    """The inner product over the shorter of the two."""
    return total(map(mul, one, other))
