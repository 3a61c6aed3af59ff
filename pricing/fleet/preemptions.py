"""Losses: how many replicas of a fleet on spot are gone at the same time."""

from functools import lru_cache
from math import ceil, floor, fsum, sqrt
from statistics import NormalDist

from msgspec import Struct

from pricing.numerics.roots import bisection

MOST_SUMMED = 200.0
"""Mean number of those gone up to which their chances are summed; beyond, they follow the normal
distribution with the skewness of their own."""

NEGLIGIBLE = 1e-18
"""Share of the sum below which further chances, past the mean, no longer count."""

HIGHEST = 1e200
"""Past which sums are scaled down."""

DOUBLINGS = 64
"""Past any count that a search could ask for."""


class Losses(Struct, frozen=True, cache_hash=True):
    """How replicas are lost and made good.

    missing_fraction: share of the time that each is gone; lost_together: that a loss takes in the
    mean, of those that are there. Each is replaced on its own.
    """

    missing_fraction: float
    lost_together: float

    @property
    def takes(self) -> tuple[tuple[int, float], ...]:
        """How many a loss takes, and in what share of cases: whole numbers around the mean."""
        few = floor(self.lost_together)
        more = self.lost_together - few
        return ((few, 1.0 - more), (few + 1, more)) if more else ((few, 1.0),)


@lru_cache(maxsize=8192)
def cover_of(losses: Losses, replicas: int, share: float) -> int:
    """The fewest further replicas with which as many as needed are there in a share of the time."""
    more = _guess(losses, replicas, share)
    step = 1
    for _ in range(DOUBLINGS):
        if covered_fraction(losses, replicas, more) >= share:
            break
        more, step = more + step, step * 2
    few, step = more - 1, 1
    for _ in range(DOUBLINGS):
        if few < 0 or covered_fraction(losses, replicas, few) < share:
            break
        more, few, step = few, few - step, step * 2
    _, fewest = bisection(
        lambda further, _: covered_fraction(losses, replicas, int(further)) < share,
        max(few, -1),
        more,
        rounds=DOUBLINGS,
        is_whole=True,
    )
    return int(fewest)


@lru_cache(maxsize=8192)
def covered_fraction(losses: Losses, replicas: int, further: int) -> float:
    """Share of the time that at most `further` of all are gone."""
    count = replicas + further
    if further >= count or losses.missing_fraction <= 0.0:
        return 1.0
    if count * losses.missing_fraction > MOST_SUMMED:
        mean, deviation, skewness = moments_of(losses, count)
        score = (further + 0.5 - mean) / deviation
        return NormalDist().cdf(score - (score * score - 1.0) * skewness / 6.0)
    return _summed_fraction(losses, count, further)


def moments_of(losses: Losses, count: int) -> tuple[float, float, float]:
    """Mean, deviation and skewness of how many of so many are gone.

    m = N·q, σ² = m·(1 − q)·(b₂ + 1) / 2, γ·σ³ = (1 − q − q·b₂)·σ² + m·(1 − q)·(b₃ − 1) / 3

    q: missing_fraction; b₂, b₃: mean square and cube of what a loss takes, over its mean. Where no
    loss finds fewer than it takes.
    Source: moments of a birth-death process with jumps, whose rates are linear in its state.
    """
    gone = losses.missing_fraction
    mean, variance = _mean_and_variance(losses, count)
    square, cube = _mean_power(losses, 2), _mean_power(losses, 3)
    third = (1.0 - gone - gone * square) * variance + mean * (1.0 - gone) * (cube - 1.0) / 3.0
    return mean, sqrt(variance), third / variance**1.5


def _mean_and_variance(losses: Losses, count: int) -> tuple[float, float]:
    mean = count * losses.missing_fraction
    return mean, mean * (1.0 - losses.missing_fraction) * (_mean_power(losses, 2) + 1.0) / 2.0


def _mean_power(losses: Losses, power: int) -> float:
    """Mean of a power of what a loss takes, over its mean."""
    return fsum(share * taken**power for taken, share in losses.takes) / losses.lost_together


def _guess(losses: Losses, replicas: int, share: float) -> int:
    """About how many further replicas it takes."""
    further = 0.0
    score = NormalDist().inv_cdf(share)
    gone = losses.missing_fraction
    for _ in range(3):
        # where hardly any is ever gone, there is no skewness that a double holds
        _, variance = _mean_and_variance(losses, ceil(replicas + further))
        # Of the further ones, as large a share is gone.
        further = max((replicas * gone + score * sqrt(variance)) / (1.0 - gone), 0.0)
    return int(further)


def _summed_fraction(losses: Losses, count: int, most: int) -> float:
    """Chance that at most `most` of `count` are gone.

    (k + 1) · p(k + 1) = r · Σ p(j) · (N − j) · P(a loss takes more than k − j) / E(it takes),
    r = q / (1 − q), over the j from which a loss passes k

    Of N − j that are there a loss takes no more than these, and each is lost at the same rate.
    Where losses take one, the binomial distribution.
    Source: as often as the number of those gone rises past k, it falls from k + 1.
    """
    ratio = losses.missing_fraction / (1.0 - losses.missing_fraction)
    cases = losses.takes
    longest = cases[-1][0]
    mean = count * losses.missing_fraction
    recent, below, total = [1.0], 1.0, 1.0
    for gone in range(count):
        flow = 0.0
        for back, chance in enumerate(reversed(recent)):
            there = count - gone + back
            taken = fsum(share * min(takes, there) for takes, share in cases)
            passing = fsum(share for takes, share in cases if min(takes, there) > back)
            flow += chance * there * passing / taken
        chance = ratio * flow / (gone + 1)
        total += chance
        below += chance if gone < most else 0.0
        recent = [*recent[-longest + 1 :], chance] if longest > 1 else [chance]
        if total > HIGHEST:
            recent = [one / HIGHEST for one in recent]
            below, total = below / HIGHEST, total / HIGHEST
        if gone > mean and chance < NEGLIGIBLE * total:
            break
    return below / total
