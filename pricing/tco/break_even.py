"""The break-even load, from which on a deployment costs no more than an alternative."""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.numerics.number import Array

SUBDIVISIONS = 12
"""Parts that a gap between two loads is divided into at every refinement."""

REFINEMENTS = 3
"""Refinements of the loads. Their distance falls from a third to two ten-thousandths."""

HIDDEN_RATIO = 1.001
"""A gap is refined if the deployment may cost more than this ratio of the alternative in it."""

MOST_GAPS = 32
"""Most gaps of a curve that are refined at a time. There are more if both cost almost the same."""


class Curve(Struct, frozen=True, eq=False):
    """Monthly costs of the baseline and of an alternative [USD], at rising loads [per day]."""

    loads: Array
    baseline_usd: Array
    alternative_usd: Array


CurvesAt = Callable[[Sequence[int], Sequence[Array]], Sequence[Curve]]
"""Returns the curves of these indices at other loads."""


def break_evens(curves: Sequence[Curve], curves_at: CurvesAt) -> list[float | None]:
    """The least load from which on the baseline costs no more, to the end of each curve [per day].

    The first load if the baseline never costs more, None if it costs more at the last load. Both
    costs are step functions that rise with the load. Between two loads the baseline is at most
    its cost at the higher load. The alternative is at least its cost at the lower load. Where these
    bounds do not decide, the gap is refined with more loads from `curves_at`. Validity: a pool on
    spot that scales to zero may cost slightly less at a higher load. A step that falls may then be
    missed.
    """
    break_even_loads: list[float | None] = [float(curve.loads[0]) for curve in curves]
    gaps = {}
    for at, curve in enumerate(curves):
        if curve.baseline_usd[-1] > curve.alternative_usd[-1]:
            break_even_loads[at] = None
        else:
            gaps[at] = _gaps(curve)
    for _ in range(REFINEMENTS):
        closer = {at: _within(gap) for at, gap in gaps.items() if len(gap)}
        for at, curve in zip(closer, curves_at(list(closer), list(closer.values())), strict=True):
            dearer = _dearer(curve)
            if len(dearer):
                break_even_loads[at] = float(curve.loads[dearer[-1] + 1])
            gaps[at] = _gaps(curve)
    return break_even_loads


def _dearer(curve: Curve) -> NDArray[np.intp]:
    """Indices of the loads at which the baseline costs more."""
    return np.flatnonzero(curve.baseline_usd > curve.alternative_usd)


def _gaps(curve: Curve) -> Array:
    """Gaps that may contain the last load at which the baseline costs more, as rows of two ends."""
    dearer = _dearer(curve)
    last = dearer[-1] if len(dearer) else 0
    most_ratio = curve.baseline_usd[last + 1 :] / curve.alternative_usd[last:-1]
    if len(dearer):
        most_ratio[0] = np.inf
    places = np.argsort(-most_ratio, kind="stable")[:MOST_GAPS]
    places = last + np.sort(places[most_ratio[places] > HIDDEN_RATIO])
    return np.stack([curve.loads[places], curve.loads[places + 1]], axis=1)


def _within(gaps: Array) -> Array:
    """Loads in equal ratios within every gap, including its ends."""
    low, high = gaps[:, :1], gaps[:, 1:]
    loads = low * (high / low) ** np.linspace(0.0, 1.0, SUBDIVISIONS + 1)
    loads[:, -1] = gaps[:, 1]
    return np.unique(loads)


def break_even_month(baseline: NDArray[np.int64], alternative: NDArray[np.int64]) -> int | None:
    """The month from which on the cumulative cost never exceeds that of the alternative.

    None if it does so at the end.
    """
    dearer = np.flatnonzero(baseline.cumsum() > alternative.cumsum())
    if not dearer.size:
        return 0
    return None if dearer[-1] == len(baseline) - 1 else int(dearer[-1]) + 1
