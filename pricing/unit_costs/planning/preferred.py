"""Which replicas are preferred of several: those that serve most for what is paid."""

from collections.abc import Sequence
from math import inf

from pricing.numerics.number import Number, where
from pricing.numerics.structs import chosen
from pricing.serving.layout_search import Replicas, Search

ALIKE_RATIO = 1.05
"""Counts whose cost a token differs by less are alike: no roofline tells them apart."""


def alike_ratio(search: Search) -> float:
    """By how much the best may pass another size of replica that is taken all the same."""
    return 1.0 if search.device_count is not None else ALIKE_RATIO


def preferred(
    search: Search, options: Sequence[tuple[Replicas, Number]], highest: Number
) -> Replicas:
    """Of replicas of several sizes, those of the highest rank; the first of equals.

    Where the count is left open, the fewest devices of those that are alike. options: each with its
    rank, below 0 where it may not be taken; highest: rank. Floats or arrays.
    """
    best, reached, fewest = options[0][0], -1.0, inf
    alike = alike_ratio(search)
    for option, reaches in options:
        near = (reaches > 0.0) & (alike * reaches >= highest)
        count = option.device_count if alike > 1.0 else 0.0
        better = near & ((count < fewest) | ((count == fewest) & (reaches > reached)))
        best = chosen(better, option, best)
        reached, fewest = where(better, reaches, reached), where(better, count, fewest)
    return best
