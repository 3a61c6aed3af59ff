"""The proof: how far the estimates of a release are from rows that they may not look at."""

from collections.abc import Callable, Iterable, Sequence
from math import exp, log

import numpy as np

from pricing.calibration.kernels import BandKernel, Evidence, Fold, band_log, errors_log
from pricing.calibration.release import inference_evidence
from pricing.calibration.training import left_out, runs_of, sources_of
from pricing.catalog.catalog import Catalog
from pricing.numbers import NORMAL_P90
from pricing.performance.cases import Case, cases
from pricing.performance.evidence import kernel_of
from pricing.performance.mfu import run_kernel_of

WORST_COUNT = 12
BILLION = 1e9
SIZES = ((10.0, "below 10"), (50.0, "10 to 50"), (200.0, "50 to 200"), (np.inf, "above 200"))
"""Classes of parameters in billions."""

HEADINGS = "| {} | rows | median error | 90th percentile | within a factor of 2 | in the 80% band |"
RULE = "|---|---:|---:|---:|---:|---:|"


def report(catalog: Catalog) -> str:
    """The page of a release: errors by what was left out, and by what was asked about."""
    known = cases(catalog)
    kernel = kernel_of(catalog)
    evidence = inference_evidence(known)
    weights = {name: getattr(kernel, name) for name in evidence.differences}
    results = [(fold, *_judged(evidence, weights, kernel, fold)) for fold in evidence.folds]
    _, by_row, in_row = results[0]
    _, by_group, in_group = results[1]
    parts = [
        INTRODUCTION.format(
            name=catalog.name,
            digest=catalog.digest[:12],
            count=len(known),
            runs=len(catalog.training_runs),
        ),
        _table(
            "left out", ((f"the {fold.name}", errors, inside) for fold, errors, inside in results)
        ),
        BY_ROW,
    ]
    for heading, label in LABELS.items():
        labels = [label(catalog, case) for case in known]
        parts += [f"### By {heading}", _grouped(heading, labels, by_row, in_row)]
    families = [LABELS["device family"](catalog, case) for case in known]
    parts += [BY_GROUP, _grouped("device family", families, by_group, in_group)]
    parts += [WORST, _worst(known, by_row, in_row), TRAINING, *_training(catalog)]
    return "\n\n".join(parts) + "\n"


def _judged(
    evidence: Evidence, weights: dict[str, float], kernel: BandKernel, fold: Fold
) -> tuple[np.ndarray, np.ndarray]:
    """Errors of every row, and whether it is inside its band, when its fold is left out."""
    errors = errors_log(evidence, weights, prior_weight=kernel.prior_weight, fold=fold)
    width = band_log(evidence, weights, kernel, fold=fold)
    return errors, np.abs(errors) <= width


def _training(catalog: Catalog) -> list[str]:
    runs, kernel = runs_of(catalog), run_kernel_of(catalog)
    kinds = [place.kind for place in runs.places]
    folds: dict[str, Sequence[object]] = {
        "run": range(len(kinds)),
        "device": [place.device for place in runs.places],
        "source": sources_of(catalog),
    }
    parts = []
    for name, groups in folds.items():
        missed = left_out(runs, kernel, groups)
        inside = np.abs(missed.errors) <= NORMAL_P90 * kernel.band_ratio * missed.deviations
        parts += [f"### The {name} left out", _grouped("kind of run", kinds, missed.errors, inside)]
    return parts


LABELS: dict[str, Callable[[Catalog, Case], str]] = {
    "device family": lambda _, case: case.features.family,
    "billions of parameters": lambda catalog, case: next(
        label
        for bound, label in SIZES
        if catalog.models[case.measurement.model].parameters / BILLION < bound
    ),
    "precision": lambda _, case: case.features.precision,
    "regime": lambda _, case: case.measurement.regime,
    "source": lambda _, case: case.measurement.source,
}


def _grouped(heading: str, labels: Sequence[str], errors: np.ndarray, inside: np.ndarray) -> str:
    names = np.array(labels)
    groups = ((name, errors[names == name], inside[names == name]) for name in sorted(set(labels)))
    return _table(heading, groups)


def _table(heading: str, groups: Iterable[tuple[str, np.ndarray, np.ndarray]]) -> str:
    lines = [HEADINGS.format(heading), RULE]
    for name, errors, inside in groups:
        ratios = np.exp(np.abs(errors)) - 1.0
        lines.append(
            f"| {name} | {len(errors)} | {np.median(ratios):.0%} | {np.quantile(ratios, 0.9):.0%}"
            f" | {(np.abs(errors) < log(2.0)).mean():.0%} | {inside.mean():.0%} |"
        )
    return "\n".join(lines)


def _worst(known: Sequence[Case], errors: np.ndarray, inside: np.ndarray) -> str:
    lines = [
        "| row | device | model | load | measured over predicted | in its band | what is known |",
        "|---|---|---|---:|---:|---|---|",
    ]
    for index in np.argsort(-np.abs(errors), kind="stable")[:WORST_COUNT]:
        row = known[index].measurement
        load = "as much as fits" if row.concurrency is None else f"{row.concurrency:g}"
        lines.append(
            f"| {row.id} | {row.device_count} × {row.device} | {row.model} {row.precision} | {load}"
            f" | {exp(errors[index]):.2f} | {'yes' if inside[index] else 'no'}"
            f" | {_reason(known[index])} |"
        )
    return "\n".join(lines)


def _reason(case: Case) -> str:
    """What of a row makes it hard, as far as the row says."""
    row = case.measurement
    reasons = []
    if row.input_tokens is None:
        reasons.append("its source does not print the input length")
    if case.features.sparsity_log > log(2.0):
        reasons.append("a mixture of experts, whose balance is not published")
    if row.concurrency is not None and case.features.batch_log == 0.0 and row.concurrency > 1.0:
        reasons.append("a load far above what fits, which queues")
    if row.concurrency is None:
        reasons.append("its batch is not printed")
    return "; ".join(reasons) or "its neighbours ran another version of the engine"


INTRODUCTION = """# Validation

Generated from the tables by `unitcost validate`; `make check` fails when it is stale. Release
{name}, digest {digest}….

The constants of the roofline and the reach of the evidence were fitted to {count} measured rows and
{runs} published training runs of this release. Here, every row is predicted without the rows that
a fold leaves out: only the evidence is withheld, while the roughly forty constants of the roofline
have seen all rows. Errors are ratios: 20% means off by a factor of 1.2 either way."""

BY_ROW = """## Each row left out

What to expect where similar systems have been measured."""

BY_GROUP = """## All rows of the device and model left out

What to expect of a model that nobody has measured on the device."""

WORST = """## The worst misses

With the row itself left out."""

TRAINING = """## Training

MFU of published runs: in the steady state, as billed (downtime and all), and of adapters."""
