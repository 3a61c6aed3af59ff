"""Kernels: how far evidence reaches, chosen by leaving rows and whole groups out.

A kernel is good when rows that it may not look at are predicted well. It is judged by leaving
out each row, and whole devices, models, sources and pairs of them, never random rows alone.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from pricing.numerics.number import NORMAL_P90

STEPS = (0.36, 0.6, 0.8, 1.25, 1.6, 2.8)
"""Factors that a search tries on one weight at a time; the widest, as two narrow steps may gain
enough together and neither alone."""

ROUNDS = 4

NEAR_GAINS = (1.0, 3.0, 10.0, 30.0)

BEST_GAIN = 0.995
"""A weight moves where that takes this much off the errors: a smaller gain is chance, and weights
that chase it reach so far that faster devices come out slower."""

LARGEST_WEIGHT = 4.0
CLIP_LOG = 1.0
"""An error of more than e counts as one of e: no single row may steer the search."""

COVERED_FRACTION = 0.81
"""The share of rows that an 80% band should hold where it was tuned."""


class Fold(Struct, frozen=True):
    """A way of leaving out: which rows may be looked at for each row, and what it counts.

    residuals, differences: what takes the place of the evidence's own where the model itself
    was fitted without the rows left out, a matrix with a line for each row.
    """

    name: str
    visible: np.ndarray
    weight: float
    residuals: np.ndarray | None = None
    differences: Mapping[str, np.ndarray] = {}


class Evidence(Struct, frozen=True):
    """Rows to learn a kernel from.

    differences: one matrix of squared differences per weight; residuals: logarithms of
    published over modelled.
    """

    differences: Mapping[str, np.ndarray]
    residuals: np.ndarray
    folds: Sequence[Fold]


class Mix(Struct, frozen=True):
    """How weights are mixed: see pricing.evidence.kernel.Kernel."""

    prior_weight: float
    near_gain: float = 0.0


class Bands(Struct, frozen=True):
    """What shapes the 80% band: see pricing.evidence.correction.mixed."""

    floor_deviation: float
    far_deviation: float
    local_ratio: float


def flags(values: Sequence[object]) -> np.ndarray:
    """1 where two rows differ, 0 where they agree."""
    labels = np.array([str(value) for value in values])
    return np.asarray(labels[:, None] != labels[None, :], dtype=float)


def squares(values: Sequence[float]) -> np.ndarray:
    """The squared differences of a number."""
    column = np.array(values, dtype=float)
    return np.asarray((column[:, None] - column[None, :]) ** 2)


def search(
    evidence: Evidence,
    start: Mapping[str, float],
    *,
    mix: Mix,
    optional: frozenset[str] = frozenset(),
) -> dict[str, float]:
    """The weights that predict left-out rows best, found one at a time.

    optional: weights that a question may not know; they are judged present and absent.
    """
    best = dict(start)
    score = _score(evidence, best, mix, optional)
    for _ in range(ROUNDS):
        before = score
        for name in start:
            for step in STEPS:
                tried = {**best, name: min(LARGEST_WEIGHT, round(best[name] * step, 2))}
                reached = _score(evidence, tried, mix, optional)
                if reached < score * BEST_GAIN:
                    best, score = tried, reached
        if score == before:
            break
    return best


def near_gain(
    evidence: Evidence,
    weights: Mapping[str, float],
    *,
    prior_weight: float,
    optional: frozenset[str] = frozenset(),
) -> float:
    """What rows at the question count beyond those around it, to predict left-out rows best."""

    def missed(gain: float) -> float:
        return _score(evidence, weights, Mix(prior_weight, gain), optional)

    best = min(NEAR_GAINS, key=missed)
    return best if missed(best) < missed(0.0) * BEST_GAIN else 0.0


def bands(
    evidence: Evidence,
    weights: Mapping[str, float],
    *,
    mix: Mix,
    floors: Sequence[float],
    fars: Sequence[float],
    locals_: Sequence[float],
) -> Bands:
    """The band that covers left-out rows as often as it says, and is narrow."""
    parts = [(fold.weight, *_predicted(evidence, weights, mix, fold)) for fold in evidence.folds]

    def loss(band: Bands) -> float:
        total = 0.0
        for weight, errors, whole, spread in parts:
            width = _width(band, mix.prior_weight, whole, spread)
            covered = float((np.abs(errors) <= width).mean())
            total += weight * ((covered - COVERED_FRACTION) ** 2 + 0.004 * float(np.median(width)))
        return total

    candidates = [Bands(f, r, k) for f in floors for r in fars for k in locals_]
    return min(candidates, key=loss)


def errors_log(
    evidence: Evidence, weights: Mapping[str, float], *, mix: Mix, fold: Fold
) -> np.ndarray:
    """The error of every row when its fold is left out [logarithm]."""
    return _predicted(evidence, weights, mix, fold)[0]


def _width(band: Bands, prior_weight: float, whole: np.ndarray, spread: np.ndarray) -> np.ndarray:
    variance = (
        band.floor_deviation**2
        + (band.local_ratio * spread + band.far_deviation**2 * prior_weight) / whole
    )
    return np.asarray(NORMAL_P90 * np.sqrt(variance))


def _score(
    evidence: Evidence,
    weights: Mapping[str, float],
    mix: Mix,
    optional: frozenset[str],
) -> float:
    known = [weights]
    if optional:
        known.append({**weights, **dict.fromkeys(optional, 0.0)})
    return sum(
        fold.weight * _clipped(errors_log(evidence, some, mix=mix, fold=fold))
        for some in known
        for fold in evidence.folds
    )


def _clipped(errors: np.ndarray) -> float:
    return float(np.abs(errors).clip(0, CLIP_LOG).mean())


def _predicted(
    evidence: Evidence, weights: Mapping[str, float], mix: Mix, fold: Fold
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Errors, whole weights and weighted squared residuals about the correction."""
    differences = {**evidence.differences, **fold.differences}
    residuals = evidence.residuals[None, :] if fold.residuals is None else fold.residuals
    own = evidence.residuals if fold.residuals is None else fold.residuals.diagonal()
    distance = sum(weights[name] ** 2 * differences[name] for name in weights)
    falling = np.exp(-0.5 * np.asarray(distance))
    if mix.near_gain:
        falling = falling + mix.near_gain * falling**7
    weight = falling * fold.visible
    whole = weight.sum(1) + mix.prior_weight
    correction = (weight * residuals).sum(1) / whole
    spread = (weight * (residuals - correction[:, None]) ** 2).sum(1)
    return own - correction, whole, spread
