"""The surface of training MFU, fitted to published runs: its trend and how far a run reaches."""

from collections.abc import Sequence
from math import log

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from scipy.optimize import minimize

from pricing.calibration.kernels import flags, squares
from pricing.calibration.rows import Constant, rounded
from pricing.calibration.training_trend import (
    known_log,
    prior_of,
    term_value,
    terms_of,
    trend_constants,
)
from pricing.catalog.catalog import Catalog
from pricing.numerics.number import NORMAL_P90
from pricing.serving.constants import ANY
from pricing.training.features import RunFeatures, features_of
from pricing.training.gaussian_process import RunKernel, floor_variance, run_kernel_of

KERNEL_PRIORS = {
    "kind": (log(1.5), 0.5),
    "device": (log(0.5), 0.5),
    "architecture": (log(1.0), 0.5),
    "series": (log(1.0), 0.5),
    "mixture": (log(0.7), 0.5),
    "active": (log(0.7), 0.5),
    "sequence": (log(0.5), 0.5),
    "count": (log(0.35), 0.5),
    "device_deviation": (log(0.15), 0.3),
    "series_deviation": (log(0.15), 0.3),
    "arithmetic_deviation": (log(0.15), 0.3),
    "floor_deviation": (log(0.06), 0.3),
    "billed_deviation": (log(0.2), 0.3),
    "far_deviation": (log(0.25), 0.3),
}
"""Where each logarithm of the kernel is expected: a run of twice the size, or of four times the
sequence, or on eight times the devices still says most of what it knows. What all runs of a device,
of a series or in an arithmetic share is as large as what an architecture is off by."""

ROUNDS = 40
CLIP_LOG = 0.6
CLIP_SQUARE = 9.0
"""A run further off than this counts as this far: no single run may steer the fit."""

USUAL_ERROR_LOG = 0.15
COVERED_FRACTION = 0.8
BAND_RATIOS = tuple(1.0 + 0.02 * step for step in range(31))
"""Bands may prove too narrow; that they are too wide, so few runs cannot show."""


class Runs(Struct, frozen=True):
    """The comparable runs of a release, as matrices: one row a run.

    differences: squared, between every two runs, by the name of their weight in the kernel;
    shared: 1 where two runs have the same, by the name of its deviation in the kernel.
    """

    places: tuple[RunFeatures, ...]
    differences: dict[str, np.ndarray]
    shared: dict[str, np.ndarray]
    target: np.ndarray
    terms: tuple[str, ...]
    design: np.ndarray
    means: np.ndarray
    variances: np.ndarray


class LeftOut(Struct, frozen=True):
    """What the other groups of runs say of each run: errors and deviations [logarithms]."""

    errors: np.ndarray
    deviations: np.ndarray


def fit_training(catalog: Catalog) -> list[Constant]:
    """The trend of MFU and the kernel of its residuals.

    The trend is linear in the logarithms, each term held to its prior (generalised least squares
    under the kernel's covariance). The kernel is the one under which each run and each source,
    left out, is least surprising.
    """
    runs = runs_of(catalog)
    sources = sources_of(catalog)
    kernel = _fit_kernel(runs, sources)
    kernel = replace(kernel, band_ratio=_band_ratio(runs, kernel, sources))
    return _trend(runs, kernel) + _kernel_constants(kernel, len(runs.places))


def fit_trend(catalog: Catalog) -> list[Constant]:
    """The trend of MFU under the kernel that the release has."""
    return _trend(runs_of(catalog), run_kernel_of(catalog))


def runs_of(catalog: Catalog) -> Runs:
    """The comparable runs of a release."""
    places = tuple(features_of(catalog, run) for run in catalog.training_runs)
    terms = terms_of(places)
    priors = [prior_of(term) for term in terms]
    return Runs(
        places=places,
        differences=_differences(places),
        shared=_shared(places),
        target=np.log([run.comparable_mfu_fraction for run in catalog.training_runs])
        - np.array([known_log(place) for place in places]),
        terms=terms,
        design=np.array([[term_value(place, term) for term in terms] for place in places]),
        means=np.array([mean for mean, _ in priors]),
        variances=np.array([deviation**2 for _, deviation in priors]),
    )


def sources_of(catalog: Catalog) -> list[str]:
    """The source of each comparable run."""
    return [run.source for run in catalog.training_runs]


def left_out(runs: Runs, kernel: RunKernel, groups: Sequence[object]) -> LeftOut:
    """Each run as the runs of the other groups predict it, trend and surface fitted without it.

    With C the covariance of all, the runs of a group are off by (C⁻¹)_gg⁻¹ (C⁻¹ r)_g, and that
    has the covariance (C⁻¹)_gg⁻¹.

    Source: Rasmussen and Williams 2006, Gaussian Processes for Machine Learning, section 5.4.2.
    """
    return _missed(*_seen(runs, kernel), _members(groups))


def _seen(runs: Runs, kernel: RunKernel) -> tuple[np.ndarray, np.ndarray]:
    """C⁻¹ and C⁻¹ r of all runs."""
    inverse = np.linalg.inv(_covariance(runs, kernel))
    return inverse, inverse @ (runs.target - runs.design @ runs.means)


def _members(groups: Sequence[object]) -> list[np.ndarray]:
    """The places of the runs of each group."""
    labels = np.array([str(group) for group in groups])
    return [np.flatnonzero(labels == label) for label in np.unique(labels)]


def _missed(inverse: np.ndarray, weighed: np.ndarray, members: list[np.ndarray]) -> LeftOut:
    variances = 1.0 / inverse.diagonal()  # of the runs that are alone in their group
    errors, deviations = variances * weighed, np.sqrt(variances)
    for inside in members:
        if len(inside) > 1:
            block = np.linalg.inv(inverse[np.ix_(inside, inside)])
            errors[inside] = block @ weighed[inside]
            deviations[inside] = np.sqrt(block.diagonal())
    return LeftOut(errors, deviations)


def _covariance(runs: Runs, kernel: RunKernel) -> np.ndarray:
    """Of the runs: what the trend may be off by, what likeness shares, and what none does."""
    return np.asarray(
        runs.design @ np.diag(runs.variances) @ runs.design.T
        + covariances(runs, kernel)
        + np.diag([floor_variance(kernel, place) for place in runs.places])
    )


def covariances(runs: Runs, kernel: RunKernel) -> np.ndarray:
    """What every two runs share, as run_covariance has it of two."""
    distances = sum(
        getattr(kernel, name) ** 2 * squared for name, squared in runs.differences.items()
    )
    shared = sum(getattr(kernel, name) ** 2 * same for name, same in runs.shared.items())
    return np.asarray(kernel.far_deviation**2 * np.exp(-0.5 * distances) + shared)


def _differences(places: Sequence[RunFeatures]) -> dict[str, np.ndarray]:
    """Squared, by the weight that multiplies them; of what is equal or not, 0 or 1."""
    return {
        name: flags([getattr(place, name) for place in places])
        for name in ("kind", "device", "architecture", "series", "mixture")
    } | {
        name: squares([getattr(place, f"{name}_log") for place in places])
        for name in ("active", "sequence", "count")
    }


def _shared(places: Sequence[RunFeatures]) -> dict[str, np.ndarray]:
    """By the deviation of what is shared; arithmetics are of a family of devices."""
    labels: dict[str, list[object]] = {
        "device_deviation": [place.device for place in places],
        "series_deviation": [place.series for place in places],
        "arithmetic_deviation": [(place.family, place.arithmetic) for place in places],
    }
    return {name: 1.0 - flags(values) for name, values in labels.items()}


def _trend(runs: Runs, kernel: RunKernel) -> list[Constant]:
    values = dict(zip(runs.terms, _coefficients(runs, kernel).tolist(), strict=True))
    return trend_constants(values, runs.places)


def _coefficients(runs: Runs, kernel: RunKernel) -> np.ndarray:
    """The terms of the trend, given the runs."""
    excess = np.linalg.solve(_covariance(runs, kernel), runs.target - runs.design @ runs.means)
    return np.asarray(runs.means + runs.variances * (runs.design.T @ excess))


def _fit_kernel(runs: Runs, sources: Sequence[str]) -> RunKernel:
    names = tuple(KERNEL_PRIORS)
    means = np.array([mean for mean, _ in KERNEL_PRIORS.values()])
    deviations = np.array([deviation for _, deviation in KERNEL_PRIORS.values()])
    alone, together = _members(range(len(runs.places))), _members(sources)

    def kernel_at(logs: np.ndarray) -> RunKernel:
        values = dict(zip(names, np.exp(logs).tolist(), strict=True))
        return RunKernel(**values, band_ratio=1.0)

    def loss(logs: np.ndarray) -> float:
        kernel = kernel_at(logs)
        seen = _seen(runs, kernel)
        surprise = _surprise(_missed(*seen, alone)) + _surprise(_missed(*seen, together))
        return surprise + float((((logs - means) / deviations) ** 2).mean())

    found = minimize(loss, means, method="L-BFGS-B", options={"maxiter": ROUNDS})
    kernel = kernel_at(found.x)
    return replace(kernel, **{name: rounded(getattr(kernel, name)) for name in names})


def _surprise(missed: LeftOut) -> float:
    """How unlikely the runs are, and how far off their expectation."""
    unlikely = np.log(missed.deviations) + 0.5 * np.minimum(
        (missed.errors / missed.deviations) ** 2, CLIP_SQUARE
    )
    return float(
        (unlikely + 0.5 * np.abs(missed.errors).clip(0, CLIP_LOG) / USUAL_ERROR_LOG).mean()
    )


def _band_ratio(runs: Runs, kernel: RunKernel, sources: Sequence[str]) -> float:
    """What makes an 80% band hold 80% of the runs that it did not see."""
    missed = [left_out(runs, kernel, groups) for groups in (range(len(runs.places)), sources)]

    def missing(ratio: float) -> float:
        width = [NORMAL_P90 * ratio * part.deviations for part in missed]
        held = [(np.abs(part.errors) <= w).mean() for part, w in zip(missed, width, strict=True)]
        return abs(float(np.mean(held)) - COVERED_FRACTION)

    return min(BAND_RATIOS, key=missing)


def _kernel_constants(kernel: RunKernel, count: int) -> list[Constant]:
    source = "the least surprise over runs and sources of this release that are left out"
    return [
        Constant(
            ANY, "training_evidence", ANY, name, rounded(getattr(kernel, name)), "1", count, source
        )
        for name in (*KERNEL_PRIORS, "band_ratio")
    ]
