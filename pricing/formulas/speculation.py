"""Speculative decoding: how many of the drafted tokens a step keeps. Floats or arrays."""

from pricing.numerics.number import Number, where


def tokens_per_step(*, acceptance_fraction: Number, draft_tokens: Number) -> Number:
    """Mean tokens that a step of decoding generates, that of the model itself included.

    A = 1 + a + … + a^k = (1 − a^(k+1)) / (1 − a)

    acceptance_fraction: a, probability that a drafted token is kept where those before it are
    [fraction]; draft_tokens: k, drafted in a step [count]. Returns [tokens], the acceptance length.
    Source: Leviathan, Kalman and Matias 2023, arXiv 2211.17192, equation 1.

    >>> tokens_per_step(acceptance_fraction=0.5, draft_tokens=2.0)
    1.75
    >>> tokens_per_step(acceptance_fraction=1.0, draft_tokens=2.0)
    3.0
    """
    is_sure = acceptance_fraction >= 1.0
    missed = where(is_sure, 1.0, 1.0 - acceptance_fraction)
    kept = (1.0 - acceptance_fraction ** (draft_tokens + 1.0)) / missed
    return where(is_sure, draft_tokens + 1.0, kept)
