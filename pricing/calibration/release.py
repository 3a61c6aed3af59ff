"""Calibrating a release: every constant of its calibration table, from its own rows."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pricing.calibration.inference import fit_inference
from pricing.calibration.kernels import Evidence, bands, flags, folds, search, squares
from pricing.calibration.power import fit_power
from pricing.calibration.rows import Constant, rounded, table
from pricing.calibration.training import fit_training
from pricing.catalog.catalog import Catalog
from pricing.catalog.publish import publish
from pricing.catalog.release import Release, read_release
from pricing.performance.cases import Case, cases
from pricing.performance.constants import ANY

INFERENCE_START = {
    "device": 0.8,
    "architecture": 1.3,
    "family": 2.8,
    "model": 2.5,
    "active": 0.5,
    "sparsity": 0.8,
    "precision": 2.2,
    "count": 1.8,
    "batch": 0.8,
    "input": 0.9,
    "output": 1.1,
    "engine": 4.0,
}
"""Where the search of the inference kernel starts: about one unit of distance a factor of two."""

INFERENCE_PRIOR_WEIGHT = 0.02


def calibrate(directory: Path) -> list[Constant]:
    """Fit the calibration table of a release and publish the release anew with it.

    The same tables give the same constants. Raises CatalogError for a release that cannot be
    trusted to begin with.
    """
    release = read_release(directory)
    constants = constants_of(release)
    path = directory / "calibration.csv"
    output = io.StringIO()
    rows = table(constants)
    writer = csv.DictWriter(output, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(output.getvalue(), encoding="utf-8")
    publish(directory, name=release.manifest.name, known_by=release.manifest.known_by)
    return constants


def constants_of(release: Release) -> list[Constant]:
    """Every constant: first the roofline and the trend, then how far evidence corrects them."""
    constants = fit_inference(Catalog(release))
    known = Catalog(release, calibration=constants_by_key(constants))
    constants += fit_power(known)
    constants += _kernel(
        "evidence",
        inference_evidence(cases(known)),
        INFERENCE_START,
        INFERENCE_PRIOR_WEIGHT,
        optional=frozenset({"engine"}),
    )
    return constants + fit_training(known)


def constants_by_key(constants: Sequence[Constant]) -> dict[tuple[str, str, str, str], float]:
    """The constants as a catalogue looks them up."""
    return {(c.family, c.phase, c.precision, c.name): c.value for c in constants}


def inference_evidence(known: Sequence[Case]) -> Evidence:
    """The measurements as evidence: what sets them apart, and who may not vouch for whom."""
    places = [case.features for case in known]
    differences = {
        name: flags([getattr(place, name) for place in places])
        for name in ("device", "architecture", "family", "model", "precision", "engine")
    } | {
        name: squares([getattr(place, f"{name}_log") for place in places])
        for name in ("active", "sparsity", "count", "batch", "input", "output")
    }
    groups: dict[str, tuple[Sequence[object], float]] = {
        "row": ([case.measurement.id for case in known], 3.0),
        "device and model": ([f"{place.device} {place.model}" for place in places], 1.5),
        "model": ([place.model for place in places], 0.7),
        "device": ([place.device for place in places], 0.7),
        "source": ([case.measurement.source for case in known], 1.0),
    }
    return Evidence(differences, np.array([case.residual_log for case in known]), folds(groups))


def _kernel(
    phase: str,
    evidence: Evidence,
    start: dict[str, float],
    prior_weight: float,
    *,
    optional: frozenset[str] = frozenset(),
) -> list[Constant]:
    weights = search(evidence, start, prior_weight=prior_weight, optional=optional)
    band = bands(
        evidence,
        weights,
        prior_weight=prior_weight,
        floors=(0.04, 0.05, 0.07),
        fars=(0.2, 0.25, 0.3, 0.35, 0.4, 0.5),
        locals_=(0.5, 0.8, 1.0, 1.3, 1.7, 2.2),
    )
    values = {
        **weights,
        "prior_weight": prior_weight,
        "floor_deviation": band.floor_deviation,
        "far_deviation": band.far_deviation,
        "local_ratio": band.local_ratio,
    }
    source = "cross-validation over the rows of this release, leaving out rows and whole groups"
    return [
        Constant(ANY, phase, ANY, name, rounded(value), "1", len(evidence.residuals), source)
        for name, value in values.items()
    ]
