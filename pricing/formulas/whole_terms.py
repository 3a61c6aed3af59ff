"""Expected number of whole commitment terms in an uncertain time.

The time has a lognormal distribution with a different standard deviation on each side of its
median.
"""

from math import pi, sqrt

from pricing.numerics.normal import normal_fraction
from pricing.numerics.number import Number, all_of, exp, floor, greatest, log, where

SMALLEST_DEVIATION, ROUNDING_LOG = 1e-11, 1e-9
"""Replaces a deviation of zero; and the logarithm by which a time that exactly fills its terms may
exceed them by rounding."""

MANY_DEVIATION_COUNT = 0.8
"""Terms in one deviation from which all fractions of the last term are equally likely."""

FAR_DEVIATION_COUNT = 7.0
"""Deviations beyond which the probability of a time is ignored."""

ROOT_OF_TAU = sqrt(2.0 * pi)

FIRST_PLACE, PLACES = -4.0, 13
"""First end of a term that is summed, relative to the median, and the number of these ends. With
the bound MANY_DEVIATION_COUNT they cover 4 deviations on each side."""


def median_ratio(*, deviation_below: Number, deviation_above: Number) -> Number:
    """Median of the time over its mean.

    m = 1 / (e^(b²/2) · Φ(−b) + e^(a²/2) · Φ(a))

    deviation_below: b; deviation_above: a, of the logarithm [1]. Returns [ratio], e^(−σ²/2) for
    a = b = σ.
    Source: the mean of e^(b·z) for z < 0 and of e^(a·z) for z > 0, z standard normal.

    >>> round(median_ratio(deviation_below=0.3, deviation_above=0.3), 6)
    0.955997
    """
    mean = exp(deviation_below * deviation_below / 2.0) * normal_fraction(-deviation_below)
    mean += exp(deviation_above * deviation_above / 2.0) * normal_fraction(deviation_above)
    return 1.0 / mean


def longer_fraction(
    *, log_ratio: Number, deviation_below: Number, deviation_above: Number
) -> Number:
    """Probability that the time exceeds a given one.

    P(t > x) = Φ(l / s), with the deviation s on the side of x

    log_ratio: l, logarithm of the median over x [1]; deviation_below, deviation_above: of the
    logarithm [1]. Returns [fraction], 0 if both are equal and nothing deviates.
    Source: the distribution function of a lognormal.

    >>> round(longer_fraction(log_ratio=0.3, deviation_below=0.3, deviation_above=0.6), 4)
    0.8412
    """
    deviation = where(log_ratio > 0.0, deviation_below, deviation_above)
    return normal_fraction((log_ratio - ROUNDING_LOG) / greatest(deviation, SMALLEST_DEVIATION))


def expected_terms(*, terms: Number, deviation_below: Number, deviation_above: Number) -> Number:
    """Expected number of whole terms that an uncertain time needs.

    N = Σ P(t > k·y), k = 0, 1, 2, …;  t/y + 1/2 if the time deviates by many terms

    terms: t/y, the mean of the time over the term [ratio]; deviation_below,
    deviation_above: of the logarithm [1]. Returns [count], to 0.01.
    Source: the mean of an integer is the sum of the probabilities of exceeding 0, 1, 2, ….

    >>> round(expected_terms(terms=0.994, deviation_below=0.3, deviation_above=0.3), 2)
    1.44
    >>> expected_terms(terms=2.5, deviation_below=0.0, deviation_above=0.0)
    3.0
    """
    middle = terms * median_ratio(deviation_below=deviation_below, deviation_above=deviation_above)
    middle_log = log(middle)
    first = greatest(floor(middle) + FIRST_PLACE, 1.0)
    count = first + _summed(middle_log, first, deviation_below, deviation_above)
    is_many = (deviation_below + deviation_above) / 2.0 * middle > MANY_DEVIATION_COUNT
    return where(is_many, terms + 0.5, count)


def expected_terms_beyond(
    *, terms: Number, booked_terms: Number, deviation_below: Number, deviation_above: Number
) -> Number:
    """Expected number of whole terms that an uncertain time needs beyond those that are booked.

    N = Σ P(t > k·y), k = n, n + 1, …;  ∫ P(t > k·y) dk + P(t > n·y) / 2 + p(n) / 12 if the time
    deviates by many terms, with the density p of t/y

    terms: t/y, the mean of the time over the term [ratio]; booked_terms: n, whole [count];
    deviation_below, deviation_above: of the logarithm [1]. Returns [count], to 0.01 and to 0.001
    of n.
    Source: as expected_terms, and the sum by Euler and Maclaurin (NIST DLMF 2.10.1).

    >>> expected_terms_beyond(terms=2.5, booked_terms=3.0, deviation_below=0.0, deviation_above=0.0)
    0.0
    >>> round(expected_terms_beyond(terms=0.994, booked_terms=1.0, deviation_below=0.3,
    ...     deviation_above=0.3), 2)
    0.44
    """
    below, above = deviation_below, deviation_above
    middle = terms * median_ratio(deviation_below=below, deviation_above=above)
    middle_log = log(middle)
    count = _summed(middle_log, booked_terms, below, above)
    is_many = above * middle > MANY_DEVIATION_COUNT
    if is_many is False:
        return count
    log_ratio = middle_log - log(booked_terms)
    longer = longer_fraction(log_ratio=log_ratio, deviation_below=below, deviation_above=above)
    below, above = greatest(below, SMALLEST_DEVIATION), greatest(above, SMALLEST_DEVIATION)
    # The mean of what is longer, whether the booked terms lie above the median or below.
    far = middle * exp(above * above / 2.0) * normal_fraction(above + log_ratio / above)
    near = middle * exp(below * below / 2.0) * normal_fraction(-log_ratio / below - below)
    longer_terms = where(log_ratio > 0.0, terms - near, far)
    deviation = where(log_ratio > 0.0, below, above)
    score = log_ratio / deviation
    density = exp(-score * score / 2.0) / (ROOT_OF_TAU * deviation * booked_terms)
    return where(is_many, longer_terms + longer * (0.5 - booked_terms) + density / 12.0, count)


def _summed(
    middle_log: Number, first: Number, deviation_below: Number, deviation_above: Number
) -> Number:
    """The sum of the probabilities of exceeding the ends of terms from one on."""
    count: Number = 0.0
    for place in range(PLACES):
        log_ratio = middle_log - log(first + float(place))
        is_far = log_ratio < -FAR_DEVIATION_COUNT * deviation_above
        if all_of(is_far):
            break  # at once for most runs, which are much shorter than a year
        fraction = longer_fraction(
            log_ratio=log_ratio, deviation_below=deviation_below, deviation_above=deviation_above
        )
        count = count + where(is_far, 0.0, fraction)
    return count
