"""MFU: what share of the peak a training run reaches, after the published runs most like it."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.variants import of_published
from pricing.numerics.number import (
    NORMAL_P90,
    Array,
    Number,
    exp,
    greatest,
    least,
    log,
    sqrt,
    where,
)
from pricing.numerics.structs import stacked, tall
from pricing.training.features import RunFeatures, features_of
from pricing.training.gaussian_process import (
    RunKernel,
    Surface,
    floor_variance,
    run_covariance,
    run_kernel_of,
    surface,
)
from pricing.training.mfu_trend import Trend, trend_mfu, trend_of

MFU_LIMIT_FRACTION = 0.75
"""No published dense run passes it."""

EVIDENCE_COUNT = 5
EVIDENCE_LIKENESS = 0.25
"""An answer lists at most this many runs, each sharing at least so much of what sets it apart."""

MOST_AT_ONCE = 4096
"""Runs that are set beside all published ones at a time."""

Estimated = tuple[Number, Number]
"""An MFU and its band."""


class RunCase(Struct, frozen=True, gc=False):
    """A published run, and the logarithm of its MFU over the calibrated trend."""

    id: str
    features: RunFeatures
    mfu_log: float


class Mfu(Struct, frozen=True):
    """Model FLOPs utilisation [fraction], its 80% band, and the runs that it leans on."""

    fraction: float
    band_ratio: float
    evidence: tuple[str, ...]


def run_cases(catalog: Catalog, trend: Trend) -> tuple[RunCase, ...]:
    """Every comparable run of a release, set beside a trend."""
    cases = []
    for run in catalog.training_runs:
        place = features_of(catalog, run)
        excess = log(run.comparable_mfu_fraction / trend_mfu(trend, place))
        cases.append(RunCase(run.id, place, excess))
    return tuple(cases)


@of_published(maxsize=16)
def published_arithmetic(catalog: Catalog) -> frozenset[tuple[str, str]]:
    """The families of devices and the arithmetic of the published runs of a release."""
    places = (case.features for case in _calibration(catalog).cases)
    return frozenset((place.family, place.arithmetic) for place in places)


@of_published(maxsize=8192)
def run_mfus(catalog: Catalog, run: RunFeatures) -> tuple[Mfu, Mfu]:
    """The MFU of a run in its steady state, and over all that such runs were billed."""
    steady, billed = mfu_of(catalog, run), mfu_of(catalog, _as_billed(run))
    at_steady, at_billed = _reconciled(
        (steady.fraction, steady.band_ratio), (billed.fraction, billed.band_ratio)
    )
    return replace(steady, fraction=at_steady), replace(billed, fraction=at_billed)


def _as_billed(run: RunFeatures) -> RunFeatures:
    """The run as it is billed: of adapters no bill is known, so theirs is of the steady state."""
    return replace(run, kind="billed") if run.kind == "steady" else run


def _reconciled(steady: Estimated, billed: Estimated) -> tuple[Number, Number]:
    """The MFU in the steady state, and as billed, which cannot be the higher of the two.

    ln MFU = (σ_b² · ln s + σ_s² · ln b) / (σ_s² + σ_b²) for both, where s < b

    s, b: as the runs most like either have them; σ: in proportion to the logarithms of their
    bands. Of the pairs that are in order, the likeliest. Floats or arrays.

    Source: Barlow et al. 1972, Statistical Inference under Order Restrictions.
    """
    (at_steady, steady_band), (at_billed, billed_band) = steady, billed
    own, other = log(steady_band) ** 2, log(billed_band) ** 2
    joint = exp((other * log(at_steady) + own * log(at_billed)) / (own + other))
    is_ordered = at_steady >= at_billed
    return where(is_ordered, at_steady, joint), where(is_ordered, at_billed, joint)


def overhead_ratio(stretch: Number, *, steady_fraction: Number, billed_fraction: Number) -> Number:
    """Hours of the run over those of its steady state, its stops apart.

    stretch: wall clock over work under the published rates of failure [ratio]; steady_fraction,
    billed_fraction: MFU in the steady state, and over all that is billed. Floats or arrays.
    """
    return greatest(steady_fraction / billed_fraction / stretch, 1.0)


def mfu_of(catalog: Catalog, run: RunFeatures) -> Mfu:
    """The MFU of a run, with the published runs most like it."""
    known = _calibration(catalog)
    covariance = _covariance(known, [run])
    fraction, band_ratio = _corrected(known, [run], covariance)
    return Mfu(float(fraction[0]), float(band_ratio[0]), _nearest(known, covariance[0]))


def mfus_of(catalog: Catalog, runs: Sequence[RunFeatures]) -> tuple[Estimated, Estimated]:
    """The MFU and the band of many runs, steady and billed, as run_mfus has them of one."""
    steady, billed = _estimates(catalog, runs), _estimates(catalog, [*map(_as_billed, runs)])
    at_steady, at_billed = _reconciled(steady, billed)
    return (at_steady, steady[1]), (at_billed, billed[1])


def _estimates(catalog: Catalog, runs: Sequence[RunFeatures]) -> Estimated:
    """The MFU and the band of many runs."""
    known = _calibration(catalog)
    parts = [runs[start : start + MOST_AT_ONCE] for start in range(0, len(runs), MOST_AT_ONCE)]
    found = [_corrected(known, part, _covariance(known, part)) for part in parts]
    fractions, bands = zip(*found, strict=True)
    return np.concatenate(fractions), np.concatenate(bands)


def _covariance(known: "_Calibration", runs: Sequence[RunFeatures]) -> Array:
    """What runs share with the published ones: a row for each, an element for each of these."""
    shared = run_covariance(known.kernel, tall(stacked(runs)), known.places)
    return np.broadcast_to(shared, (len(runs), len(known.cases)))


def _corrected(known: "_Calibration", runs: Sequence[RunFeatures], covariance: Array) -> Estimated:
    """The trend, corrected by the published runs most like each run, and the band.

    MFU = trend · e^c, c the mean of a surface through r, the logarithms of published over trend
    (pricing.training.gaussian_process, with its covariance). The band is e^(±1.28·k·σ),
    σ² = floor² + v · unexplained, v the variance far from every run.

    covariance: a row for each run, an element for each published one.
    """
    kernel, variance = known.kernel, known.kernel.variance
    trends = np.array([trend_mfu(known.trend, run) for run in runs])
    floors = np.array([floor_variance(kernel, run) for run in runs])
    correction = known.surface.mean(covariance)
    unexplained = known.surface.unexplained_fraction(covariance, variance=variance)
    deviation = sqrt(floors + variance * unexplained)
    return (
        least(trends * exp(correction), MFU_LIMIT_FRACTION),
        exp(NORMAL_P90 * kernel.band_ratio * deviation),
    )


class _Calibration(Struct, frozen=True, eq=False):
    """What of a release its training estimates stand on; places: of the cases, as arrays."""

    trend: Trend
    kernel: RunKernel
    cases: tuple[RunCase, ...]
    places: RunFeatures
    surface: Surface


@of_published(maxsize=16)
def _calibration(catalog: Catalog) -> _Calibration:
    trend, kernel = trend_of(catalog), run_kernel_of(catalog)
    cases = run_cases(catalog, trend)
    features = [case.features for case in cases]
    places = stacked(features)
    covariance = run_covariance(kernel, tall(places), places)
    covariance = covariance + np.diag([floor_variance(kernel, place) for place in features])
    residuals = np.array([case.mfu_log for case in cases])
    return _Calibration(trend, kernel, cases, places, surface(covariance, residuals))


def _nearest(known: _Calibration, covariance: Array) -> tuple[str, ...]:
    shared = zip(covariance.tolist(), known.cases, strict=True)
    ranked = sorted(shared, key=lambda at: (-at[0], at[1].id))
    least = EVIDENCE_LIKENESS * known.kernel.variance
    return tuple(case.id for shared, case in ranked[:EVIDENCE_COUNT] if shared >= least)
