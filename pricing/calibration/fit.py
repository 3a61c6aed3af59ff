"""Fits every constant of the engine to the rows of a release."""

import csv
import io

import numpy as np

from pricing.calibration.comparable_mfu import check_comparable
from pricing.calibration.first_tokens.fixed_time import fit_first_tokens
from pricing.calibration.folds import inference_splits
from pricing.calibration.inference import constants_of as roofline_constants
from pricing.calibration.inference import fit
from pricing.calibration.kernels import (
    Evidence,
    Fold,
    Mix,
    bands,
    flags,
    near_gain,
    search,
    squares,
)
from pricing.calibration.power import fit_power
from pricing.calibration.published.layouts_fit import fit_layouts
from pricing.calibration.published.memory import memory_constants
from pricing.calibration.published.reading import fit_reading
from pricing.calibration.published.sparse_attention import fit_sparse
from pricing.calibration.published.speculation import fit_speculation
from pricing.calibration.published.tuning import fit_tuning
from pricing.calibration.refits import inference_refits, variant
from pricing.calibration.rows import Constant, by_key, rounded, table
from pricing.calibration.training import fit_training
from pricing.calibration.trials import Trials, trials_of
from pricing.catalog.catalog import Catalog
from pricing.evidence.cases import cases, open_cases
from pricing.releases.constants import engine_constants
from pricing.releases.manifest import Release
from pricing.serving.constants import ANY

FLAGS = {"device": "chip"} | {
    name: name
    for name in (
        *("architecture", "family", "model", "precision", "engine"),
        *("is_drafted", "is_data_parallel"),
    )
}
"""What a row and a question agree in, or not: the weight of each, and the feature that says it."""

AHEAD = frozenset({"speculation", "sparse"})
"""Phases whose constants are known before the roofline is fitted, and fitted after it."""

KEY = ("family", "phase", "precision", "name")

INFERENCE_START = {
    "device": 0.8,
    "architecture": 1.6,
    "family": 2.8,
    "model": 2.0,
    "active": 2.0,
    "sparsity": 1.6,
    "precision": 2.2,
    "count": 1.8,
    "batch": 0.8,
    "input": 0.7,
    "output": 1.1,
    "engine": 4.0,
    "is_drafted": 1.0,
    "is_data_parallel": 1.0,
}
"""Where the search of the inference kernel starts: about one unit of distance a factor of two."""

INFERENCE_PRIOR_WEIGHT = 0.01
SPLIT_WEIGHTS = {"row": 3.0, "device and model": 1.5, "model": 0.7, "device": 0.7, "source": 1.0}
"""What each way of leaving out counts for in choosing the kernel."""


def constants_file(catalog: Catalog) -> str:
    """The file of the constants that the rows of a release give.

    The same tables give the same constants. Raises CatalogError where the MFU of a training run is
    not what its source prints, counted as answers count.
    """
    check_comparable(catalog)
    output = io.StringIO()
    rows = table(constants_of(catalog.release), release=catalog.name)
    rows.sort(key=lambda row: [row[name].encode() for name in KEY])
    writer = csv.DictWriter(output, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return output.getvalue()


def constants_of(release: Release) -> list[Constant]:
    """Every constant: first the roofline and the trend, then how far evidence corrects them.

    What is fixed of first tokens is what the corrected roofline leaves. Rows with drafts, or of
    models with an indexer, are evidence by what the engine takes these to cost so far.
    """
    ahead = {key: value for key, value in engine_constants().values.items() if key[1] in AHEAD}
    memory = memory_constants(Catalog(release))
    catalog = Catalog(release, constants={**engine_constants().values, **by_key(memory)})
    trials = trials_of(catalog)
    everything = np.ones(len(trials.measurements), dtype=bool)
    constants = memory + roofline_constants(trials, fit(trials, everything), everything)
    known = Catalog(release, constants={**ahead, **by_key(constants)})
    constants += fit_power(known)
    constants += _kernel_constants(inference_evidence(known, trials))
    constants += fit_first_tokens(Catalog(release, constants={**ahead, **by_key(constants)}))
    constants += fit_training(known)
    known = Catalog(release, constants={**ahead, **by_key(constants)})
    constants += fit_layouts(known) + fit_tuning(known)
    known = Catalog(release, constants={**engine_constants().values, **by_key(constants)})
    return constants + fit_speculation(known) + fit_reading(known) + fit_sparse(known)


def inference_evidence(catalog: Catalog, trials: Trials) -> Evidence:
    """The measurements as evidence: what sets them apart, and who may not vouch for whom.

    In every way of leaving out, a roofline that was fitted without the rows left out has the
    residuals. The kernel is so judged by errors that it will really meet. Rows vouch as they were
    laid out. They are asked for as most callers ask, with the layout left open.
    """
    known = cases(catalog)
    places = [case.features for case in known]
    differences = {
        weight: flags([getattr(place, name) for place in places]) for weight, name in FLAGS.items()
    } | {
        name: squares([getattr(place, f"{name}_log") for place in places])
        for name in ("active", "sparsity", "count", "batch", "input", "output")
    }
    residuals = np.array([case.residual_log for case in known])
    rows = {case.measurement.id: index for index, case in enumerate(known)}
    shape = (len(known), len(known))
    kept = {name: np.zeros(shape) for name in SPLIT_WEIGHTS}
    replicas = {
        name: {split: np.zeros(shape) for split in SPLIT_WEIGHTS} for name in ("batch", "count")
    }
    visible = {name: np.zeros(shape) for name in SPLIT_WEIGHTS}
    for split, calibration in inference_refits(
        catalog,
        trials,
        inference_splits([case.measurement for case in known], catalog.models, catalog.devices),
    ):
        refitted = variant(catalog, constants=calibration)
        evidence, questions = cases(refitted), open_cases(refitted)
        hidden = sorted(rows[row] for row in split.hidden)
        for name, apart in replicas.items():
            stands = np.array([getattr(case.features, f"{name}_log") for case in evidence])
            asked = np.array([getattr(questions[row].features, f"{name}_log") for row in hidden])
            apart[split.left_out][hidden] = (asked[:, None] - stands[None, :]) ** 2
        kept[split.left_out][hidden] = [case.residual_log for case in evidence]
        kept[split.left_out][hidden, hidden] = [questions[row].residual_log for row in hidden]
        visible[split.left_out][hidden] = [row not in split.hidden for row in rows]
    return Evidence(
        differences,
        residuals,
        [
            Fold(
                split,
                visible[split],
                weight,
                kept[split],
                {name: apart[split] for name, apart in replicas.items()},
            )
            for split, weight in SPLIT_WEIGHTS.items()
        ],
    )


def _kernel_constants(evidence: Evidence) -> list[Constant]:
    """How far the evidence reaches; a question may leave its engine open."""
    prior_weight, optional = INFERENCE_PRIOR_WEIGHT, frozenset({"engine"})
    weights = search(evidence, INFERENCE_START, mix=Mix(prior_weight), optional=optional)
    gain = near_gain(evidence, weights, prior_weight=prior_weight, optional=optional)
    band = bands(
        evidence,
        weights,
        mix=Mix(prior_weight, gain),
        floors=(0.04, 0.05, 0.07),
        fars=(0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6),
        locals_=(0.5, 0.8, 1.0, 1.3, 1.7, 2.2),
    )
    values = {
        **weights,
        "near_gain": gain,
        "prior_weight": prior_weight,
        "floor_deviation": band.floor_deviation,
        "far_deviation": band.far_deviation,
        "local_ratio": band.local_ratio,
    }
    source = "cross-validation over the rows of this release, leaving out rows and whole groups"
    return [
        Constant(ANY, "evidence", ANY, name, rounded(value), "1", len(evidence.residuals), source)
        for name, value in values.items()
    ]
