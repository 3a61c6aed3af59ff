"""Discounts by the spend of a period, and what a minimum commitment leaves to be paid."""

from collections.abc import Sequence

from pricing.numerics.number import Number, greatest, least, where


def discount_within_usd(*, spend_usd: Number, tiers: Sequence[tuple[Number, float]]) -> Number:
    """Discount where each tier holds for the spend within it.

    D(S) = Σ_i d_i · (min(S, t_i+1) − t_i)⁺, with no end of the last tier

    spend_usd: S, so far in the period [USD]; tiers: t_i and d_i, rising in t, where each begins
    [USD] and its discount [fraction]. Returns [USD].
    Source: incremental quantity discounts; e.g. Nahmias, Production and Operations Analysis, ch. 4.

    >>> discount_within_usd(spend_usd=150.0, tiers=[(0.0, 0.1), (100.0, 0.2)])
    20.0
    """
    usd: Number = 0.0
    ends = [begin for begin, _ in tiers[1:]]
    for (begin, fraction), end in zip(tiers, [*ends, None], strict=True):
        reached = spend_usd if end is None else least(spend_usd, end)
        usd = usd + fraction * greatest(reached - begin, 0.0)
    return usd


def reached_fraction(*, spend_usd: Number, tiers: Sequence[tuple[Number, float]]) -> Number:
    """Discount of the highest tier that a spend reaches.

    d(S) = d_i of the last i with t_i ≤ S, else 0

    spend_usd: S, of the whole period [USD]; tiers: as of discount_within_usd. Returns [fraction].
    Source: all-units quantity discounts, as of discount_within_usd.

    >>> reached_fraction(spend_usd=150.0, tiers=[(0.0, 0.1), (100.0, 0.2)])
    0.2
    """
    fraction: Number = 0.0
    for begin, of_tier in tiers:
        fraction = where(spend_usd >= begin, of_tier, fraction)
    return fraction


def shortfall_usd(*, minimum_usd: Number, counted_usd: Number) -> Number:
    """What a minimum commitment leaves to be paid.

    F = (M − C)⁺

    minimum_usd: M, of the period [USD]; counted_usd: C, spend that counts, after discounts [USD].
    Returns [USD].
    Source: Microsoft Learn, Track your Microsoft Azure Consumption Commitment (MACC), milestones: a
    shortfall is charged so that the commitment is met.

    >>> shortfall_usd(minimum_usd=100.0, counted_usd=70.0)
    30.0
    """
    return greatest(minimum_usd - counted_usd, 0.0)
