"""The trend of training MFU, fitted to published runs."""

from math import exp, log, log2

import numpy as np

from pricing.calibration.kernels import Evidence, flags, folds, squares
from pricing.calibration.rows import Constant, rounded
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import TrainingRun
from pricing.performance.constants import ANY
from pricing.performance.mfu import (
    REFERENCE_COUNT,
    RunFeatures,
    features_of,
    run_cases,
    trend_of,
)

STEADY_ERROR_LOG, BILLED_ERROR_LOG = 0.2, 0.35
"""What a run's MFU is expected to be off by; a bill holds more than the run."""

ROBUST_RATIO = 1.2
REWEIGHTINGS = 30

PRIORS = {
    "mfu_fraction": (log(0.42), 0.3),
    "fp8": (log(0.75), 0.3),
    "int8": (log(0.6), 0.3),
    "mixture_ratio": (log(0.75), 0.3),
    "recompute_ratio": (log(0.85), 0.1),
    "doubling_ratio": (-0.02, 0.05),
    "billed_ratio": (log(0.85), 0.3),
    "adapter_ratio": (0.0, 0.2),
}
"""Where each logarithm is expected, and how far off it may be."""

HARDWARE_DEVIATION_LOG = 0.25
"""How far an architecture may be from the mean of all."""


def fit_training(catalog: Catalog) -> list[Constant]:
    """The trend of MFU over hardware, arithmetic, mixture, recompute, scale and kind of run.

    Linear in the logarithms, robust against single runs, each term held to its prior.
    """
    runs = sorted(catalog.training_runs, key=lambda run: run.id)
    places = [features_of(catalog, run) for run in runs]
    hardware = sorted({_hardware(place) for place in places})
    terms = [*PRIORS, *hardware]
    design = np.array([[_term(place, term) for term in terms] for place in places])
    target = np.log([run.comparable_mfu_fraction for run in runs])
    errors = np.array([_error_log(run) for run in runs])
    means = np.array([PRIORS[term][0] if term in PRIORS else 0.0 for term in terms])
    deviations = np.array(
        [PRIORS[term][1] if term in PRIORS else HARDWARE_DEVIATION_LOG for term in terms]
    )
    trust = np.ones(len(runs))
    found = means
    for _ in range(REWEIGHTINGS):
        scale = np.sqrt(trust) / errors
        found = np.linalg.lstsq(
            np.vstack([design * scale[:, None], np.diag(1.0 / deviations)]),
            np.concatenate([target * scale, means / deviations]),
            rcond=None,
        )[0]
        trust = 1.0 / np.maximum(1.0, np.abs(target - design @ found) / errors / ROBUST_RATIO)
    values = dict(zip(terms, found.tolist(), strict=True))
    return _constants(values, hardware, len(runs))


def training_evidence(catalog: Catalog) -> Evidence:
    """The published runs as evidence against the trend of a catalogue."""
    known = run_cases(catalog, trend_of(catalog))
    places = [case.features for case in known]
    differences = {
        name: flags([getattr(place, name) for place in places])
        for name in ("kind", "device", "architecture", "family", "arithmetic", "mixture")
    } | {
        name: squares([getattr(place, f"{name}_log") for place in places])
        for name in ("active", "sequence", "count")
    }
    sources = {run.id: run.source for run in catalog.training_runs}
    return Evidence(
        differences,
        np.array([case.mfu_log for case in known]),
        folds(
            {
                "run": ([case.id for case in known], 3.0),
                "device": ([place.device for place in places], 0.7),
                "source": ([sources[case.id] for case in known], 1.0),
            }
        ),
    )


def _hardware(place: RunFeatures) -> str:
    return place.architecture if place.family == "nvidia" else place.family


def _term(place: RunFeatures, term: str) -> float:
    """What multiplies a term of the trend for a run."""
    return float(
        {
            "mfu_fraction": 1.0,
            "fp8": place.arithmetic == "fp8",
            "int8": place.arithmetic == "int8",
            "mixture_ratio": place.mixture,
            "recompute_ratio": place.recomputed,
            "doubling_ratio": place.count_log - log2(REFERENCE_COUNT),
            "billed_ratio": place.kind == "billed",
            "adapter_ratio": place.kind == "adapter",
        }.get(term, _hardware(place) == term)
    )


def _error_log(run: TrainingRun) -> float:
    return BILLED_ERROR_LOG if run.comparable_kind == "billed" else STEADY_ERROR_LOG


def _constants(values: dict[str, float], hardware: list[str], count: int) -> list[Constant]:
    source = "fitted to the training runs of this release"

    def constant(family: str, precision: str, name: str, value: float, unit: str) -> Constant:
        return Constant(family, "training", precision, name, rounded(value), unit, count, source)

    base = values["mfu_fraction"]
    constants = [constant(ANY, ANY, "mfu_fraction", exp(base), "fraction")]
    constants += [
        constant(name, ANY, "mfu_fraction", exp(base + values[name]), "fraction")
        for name in hardware
    ]
    constants += [
        constant(ANY, precision, "arithmetic_ratio", exp(values[precision]), "ratio")
        for precision in ("fp8", "int8")
    ]
    constants += [
        constant(ANY, ANY, name, exp(value), "ratio")
        for name, value in values.items()
        if name.endswith("_ratio")
    ]
    return constants
