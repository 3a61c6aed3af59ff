"""Whole units shared out by weights, so that the shares add up to them."""

from collections.abc import Sequence
from math import floor


def apportioned(units: int, weights: Sequence[float]) -> list[int]:
    """Whole units shared out in proportion to weights, by the method of the largest remainder.

    The shares add up to `units`, and each is less than one unit from its exact share. Of equal
    remainders the first has the unit. Without any weight, the first has everything. weights: no
    less than 0, at least one of them. Source: Hamilton's method of apportionment.

    >>> apportioned(100, [1.0, 1.0, 1.0])
    [34, 33, 33]
    >>> apportioned(-7, [0.0, 2.0, 5.0])
    [0, -2, -5]
    """
    total = sum(weights)
    if not total > 0.0:
        return [units, *(0 for _ in weights[1:])]
    sign, whole = (-1, -units) if units < 0 else (1, units)
    exact = [whole * (weight / total) for weight in weights]
    shares = [floor(one) for one in exact]
    left = whole - sum(shares)
    by_remainder = sorted(range(len(weights)), key=lambda at: shares[at] - exact[at])
    # Below 0 only where a product of large numbers is rounded up.
    for at in by_remainder[:left] if left >= 0 else by_remainder[left:]:
        shares[at] += 1 if left > 0 else -1
    return [sign * share for share in shares]
