"""Points that stand for all outcomes of some doubts: fixed, evenly spread, the same each time.

They are a rank-1 lattice in place of random draws, so that percentiles have no noise of sampling.
Its vector is exod2_base2_m20_CKN of R. Cools, F. Kuo and D. Nuyens: Constructing embedded lattice
rules for multivariate integration, SIAM J. Sci. Comput. 28 (2006). Its numbers are as
github.com/QMCSoftware/LDData prints them.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pricing.numerics.normal import normal_quantile
from pricing.numerics.number import NORMAL_P90

VECTOR = (1, 182_667, 469_891, 498_753, 110_745, 446_247, 250_185)
"""A number for each doubt there can be."""

MOST_POINTS = 4096
"""Percentiles up to the 95th are within 1% of those of a million random draws."""

MOST_PERIODS = 2**18
"""Months of all points together, so that long horizons do not take longer."""


@lru_cache(maxsize=64)
def deviates(dimensions: int, months: int = 1) -> NDArray[np.float64]:
    """Normal deviates, a row for each dimension. 80% of them are between −1 and 1.

    months: that each point is computed for. Over 64 of them there are fewer points.
    """
    points = MOST_POINTS
    while points * months > MOST_PERIODS:
        points //= 2
    along = np.asarray(normal_quantile((np.arange(points) + 0.5) / points)) / NORMAL_P90
    places = np.outer(VECTOR[:dimensions], np.arange(points)) % points
    found = np.asarray(along[places])
    found.flags.writeable = False
    return found


def percentiles(costs: NDArray[np.float64], fractions: tuple[float, ...]) -> NDArray[np.float64]:
    """Percentiles of each column, a row for each fraction, in order where the fractions are.

    The k-th of n points in order stands for the probability (k − ½) ÷ n (Hazen).
    """
    return np.asarray(np.quantile(costs, fractions, axis=0, method="hazen"))


def share_within(costs: NDArray[np.float64], usd: float) -> float:
    """The share of outcomes that cost at most so much. Half of those that cost just that count."""
    ordered = np.sort(costs)
    below, within = (int(np.searchsorted(ordered, usd, side=side)) for side in ("left", "right"))
    return (below + within) / (2.0 * len(costs))
