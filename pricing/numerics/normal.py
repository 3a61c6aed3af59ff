"""The normal distribution, for floats and for arrays."""

from statistics import NormalDist

import numpy as np

from pricing.numerics.number import Number, exp, greatest, least

_QUANTILE = NormalDist().inv_cdf
_QUANTILES = np.frompyfunc(_QUANTILE, 1, 1)

FARTHEST = 12.0
"""Standard deviations beyond which the distribution holds nothing."""


def normal_quantile(fraction: Number) -> Number:
    """The quantile of the standard normal distribution, of a fraction between 0 and 1.

    >>> normal_quantile(0.5)
    0.0
    """
    if isinstance(fraction, np.ndarray):
        return np.asarray(_QUANTILES(fraction), np.float64)
    return _QUANTILE(fraction)


def normal_fraction(deviations: Number) -> Number:
    """How much of the standard normal distribution lies below so many deviations, to 0.0003.

    In few steps, for what is asked a dozen times in a quote (Page 1977, doi:10.2307/2346872).

    >>> round(normal_fraction(1.0), 4)
    0.8412
    """
    distance = deviations
    if type(distance) is not float or not -FARTHEST < distance < FARTHEST:
        distance = least(FARTHEST, greatest(-FARTHEST, distance))
    square = distance * distance
    return 1.0 / (1.0 + exp(-1.5957691216057308 * distance * (1.0 + 0.044715 * square)))
