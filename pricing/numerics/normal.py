"""The normal distribution, for floats and for arrays."""

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from pricing.numerics.number import Number, exp, greatest, least

_NORMAL = NormalDist()

FARTHEST = 12.0
"""Standard deviations beyond which the distribution holds nothing."""

_NEAR, _FAR_ROOT = 0.425, 5.0
"""How far from one half the centre goes, and where the far tail begins [root of −ln p]."""

_CENTRE = (
    (
        2509.0809287301227,
        33430.57558358813,
        67265.7709270087,
        45921.95393154987,
        13731.69376550946,
        1971.5909503065513,
        133.14166789178438,
        3.3871328727963665,
    ),
    (
        5226.495278852854,
        28729.085735721943,
        39307.89580009271,
        21213.794301586597,
        5394.196021424751,
        687.1870074920579,
        42.31333070160091,
        1.0,
    ),
)
_TAIL = (
    (
        0.0007745450142783414,
        0.022723844989269184,
        0.2417807251774506,
        1.2704582524523684,
        3.6478483247632045,
        5.769497221460691,
        4.630337846156546,
        1.4234371107496835,
    ),
    (
        1.0507500716444169e-09,
        0.0005475938084995345,
        0.015198666563616457,
        0.14810397642748008,
        0.6897673349851,
        1.6763848301838038,
        2.053191626637759,
        1.0,
    ),
)
_FAR = (
    (
        2.0103343992922881e-07,
        2.7115555687434876e-05,
        0.0012426609473880784,
        0.026532189526576124,
        0.29656057182850487,
        1.7848265399172913,
        5.463784911164114,
        6.657904643501103,
    ),
    (
        2.0442631033899397e-15,
        1.421511758316446e-07,
        1.8463183175100548e-05,
        0.0007868691311456133,
        0.014875361290850615,
        0.1369298809227358,
        0.599832206555888,
        1.0,
    ),
)
"""The terms of AS 241 over and under the line, from the highest power on."""


def normal_quantile(fraction: Number) -> Number:
    """The quantile of the standard normal distribution, of a fraction between 0 and 1.

    Arrays take the algorithm that `statistics` has for floats: rational functions of the distance
    from one half, and of the logarithm in the tails (Wichura 1988, AS 241).

    >>> normal_quantile(0.5)
    0.0
    """
    if isinstance(fraction, np.ndarray):
        return _quantiles(fraction)
    return _NORMAL.inv_cdf(fraction)


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


def _quantiles(fractions: NDArray[np.float64]) -> NDArray[np.float64]:
    off = fractions - 0.5
    found = off * _rational(0.180625 - off * off, _CENTRE)
    far = np.flatnonzero(np.abs(off) > _NEAR)
    if len(far):
        tails = fractions[far]
        root = np.sqrt(-np.log(np.minimum(tails, 1.0 - tails)))
        size = np.where(
            root <= _FAR_ROOT, _rational(root - 1.6, _TAIL), _rational(root - _FAR_ROOT, _FAR)
        )
        found[far] = np.copysign(size, off[far])
    return found


def _rational(
    value: NDArray[np.float64], terms: tuple[tuple[float, ...], tuple[float, ...]]
) -> NDArray[np.float64]:
    """One polynomial over another."""
    over, under = (_polynomial(value, part) for part in terms)
    return over / under


def _polynomial(value: NDArray[np.float64], terms: tuple[float, ...]) -> NDArray[np.float64]:
    total = value * terms[0] + terms[1]
    for term in terms[2:]:
        total = total * value + term
    return total
