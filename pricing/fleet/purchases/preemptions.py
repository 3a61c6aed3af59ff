"""Simultaneous preemptions: the number of spot replicas that are missing at the same time."""

from functools import lru_cache
from math import ceil, floor, fsum, sqrt
from statistics import NormalDist

from msgspec import Struct

from pricing.numerics.roots import bisection

MOST_SUMMED = 200.0
"""Mean number of missing replicas up to which probabilities are summed. Larger means have a normal
distribution with a correction for skewness."""

NEGLIGIBLE = 1e-18
"""Share of the sum below which further probabilities beyond the mean are ignored."""

HIGHEST = 1e200
"""Sums above this are scaled down."""

DOUBLINGS = 64
"""Doublings of a step that exceed every possible count."""


class Preemptions(Struct, frozen=True, cache_hash=True):
    """The preemption and replacement of replicas.

    missing_fraction: share of time that a replica is missing; lost_together: mean number of present
    replicas that one preemption takes. Each replica is replaced independently.
    """

    missing_fraction: float
    lost_together: float

    @property
    def counts_taken(self) -> tuple[tuple[int, float], ...]:
        """Numbers that a preemption takes, with their probabilities: integers around the mean."""
        few = floor(self.lost_together)
        more = self.lost_together - few
        return ((few, 1.0 - more), (few + 1, more)) if more else ((few, 1.0),)


@lru_cache(maxsize=8192)
def cover_of(preemptions: Preemptions, replicas: int, share: float) -> int:
    """The fewest cover replicas with which enough are present in this share of the time."""
    more = _guess(preemptions, replicas, share)
    step = 1
    for _ in range(DOUBLINGS):
        if covered_fraction(preemptions, replicas, more) >= share:
            break
        more, step = more + step, step * 2
    few, step = more - 1, 1
    for _ in range(DOUBLINGS):
        if few < 0 or covered_fraction(preemptions, replicas, few) < share:
            break
        more, few, step = few, few - step, step * 2
    _, fewest = bisection(
        lambda further, _: covered_fraction(preemptions, replicas, int(further)) < share,
        max(few, -1),
        more,
        rounds=DOUBLINGS,
        is_whole=True,
    )
    return int(fewest)


@lru_cache(maxsize=8192)
def covered_fraction(preemptions: Preemptions, replicas: int, further: int) -> float:
    """Share of time in which at most `further` of all replicas are missing."""
    count = replicas + further
    if further >= count or preemptions.missing_fraction <= 0.0:
        return 1.0
    if count * preemptions.missing_fraction > MOST_SUMMED:
        mean, deviation, skewness = moments_of(preemptions, count)
        score = (further + 0.5 - mean) / deviation
        return NormalDist().cdf(score - (score * score - 1.0) * skewness / 6.0)
    return _summed_fraction(preemptions, count, further)


def moments_of(preemptions: Preemptions, count: int) -> tuple[float, float, float]:
    """Mean, standard deviation and skewness of the number of missing replicas.

    m = N·q, σ² = m·(1 − q)·(b₂ + 1) / 2, γ·σ³ = (1 − q − q·b₂)·σ² + m·(1 − q)·(b₃ − 1) / 3

    q: missing_fraction; b₂, b₃: mean square and mean cube of the number that a preemption takes,
    over its mean. Valid if no preemption finds fewer replicas than it takes.
    Source: moments of a birth-death process with jumps and rates that are linear in its state.
    """
    gone = preemptions.missing_fraction
    mean, variance = _mean_and_variance(preemptions, count)
    square, cube = _mean_power(preemptions, 2), _mean_power(preemptions, 3)
    third = (1.0 - gone - gone * square) * variance + mean * (1.0 - gone) * (cube - 1.0) / 3.0
    return mean, sqrt(variance), third / variance**1.5


def _mean_and_variance(preemptions: Preemptions, count: int) -> tuple[float, float]:
    mean = count * preemptions.missing_fraction
    return mean, mean * (1.0 - preemptions.missing_fraction) * (
        _mean_power(preemptions, 2) + 1.0
    ) / 2.0


def _mean_power(preemptions: Preemptions, power: int) -> float:
    """Mean of a power of the number that a preemption takes, over the mean number."""
    return (
        fsum(share * taken**power for taken, share in preemptions.counts_taken)
        / preemptions.lost_together
    )


def _guess(preemptions: Preemptions, replicas: int, share: float) -> int:
    """The approximate number of cover replicas."""
    further = 0.0
    score = NormalDist().inv_cdf(share)
    gone = preemptions.missing_fraction
    for _ in range(3):
        # A tiny missing fraction has a skewness that a double cannot hold.
        _, variance = _mean_and_variance(preemptions, ceil(replicas + further))
        # The same share of the cover replicas is missing.
        further = max((replicas * gone + score * sqrt(variance)) / (1.0 - gone), 0.0)
    return int(further)


def _summed_fraction(preemptions: Preemptions, count: int, most: int) -> float:
    """Probability that at most `most` of `count` replicas are missing.

    (k + 1) · p(k + 1) = r · Σ p(j) · (N − j) · P(B > k − j) / E(B), r = q / (1 − q), for all j from
    which a preemption passes k

    B: number that a preemption takes, at most the N − j present replicas. Each replica is lost at
    the same rate. If preemptions take one replica, this is the binomial distribution.
    Source: balance of flows: the number of missing replicas rises above k as often as it falls
    from k + 1.
    """
    ratio = preemptions.missing_fraction / (1.0 - preemptions.missing_fraction)
    cases = preemptions.counts_taken
    longest = cases[-1][0]
    mean = count * preemptions.missing_fraction
    recent, below, total = [1.0], 1.0, 1.0
    for gone in range(count):
        flow = 0.0
        for back, chance in enumerate(reversed(recent)):
            there = count - gone + back
            taken = fsum(share * min(counts_taken, there) for counts_taken, share in cases)
            passing = fsum(
                share for counts_taken, share in cases if min(counts_taken, there) > back
            )
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
