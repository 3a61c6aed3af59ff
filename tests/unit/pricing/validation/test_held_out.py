"""What is left out has no say: neither by its rows nor by constants that were fitted to them."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from pricing.calibration import fit, predictions
from pricing.calibration.fit import inference_evidence
from pricing.calibration.folds import ROW, Split, training_splits
from pricing.calibration.predictions import BRIEFLY, inference_answers, training_answers
from pricing.calibration.refits import inference_refits, training_refits, variant
from pricing.calibration.trials import trials_of
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.evidence.cases import cases, open_cases

ROOFLINE = frozenset({"link", "prefill", "decode", "pass"})
"""Phases whose constants are fitted to measurements alone."""


def forged(
    catalog: Catalog, table: str, column: str, hidden: frozenset[str], phases: frozenset[str]
) -> Catalog:
    """A release whose hidden rows are five times as high, and what was fitted is half as high."""
    frame = catalog.frames[table].with_columns(
        pl.when(pl.col("id").is_in(sorted(hidden)))
        .then(5.0 * pl.col(column))
        .otherwise(pl.col(column))
        .alias(column)
    )
    spoiled = {
        key: 0.5 * value if key[1] in phases else value for key, value in catalog.constants.items()
    }
    return Catalog(catalog.release.with_tables({table: frame}), constants=spoiled)


def of_family(catalog: Catalog, family: str) -> frozenset[str]:
    return frozenset(
        row.id
        for group in catalog.measurements.values()
        for row in group
        if catalog.devices[row.device].family == family
    )


@pytest.fixture(scope="module")
def catalog(library: Library) -> Catalog:
    return library.newest


@pytest.fixture(scope="module")
def gaudi(catalog: Catalog) -> Split:
    """A family of which nothing is left."""
    return Split("device", of_family(catalog, "gaudi"))


def test_measurement_left_out_has_no_say_in_what_the_page_says_of_it(
    catalog: Catalog, gaudi: Split, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(predictions, "inference_splits", lambda *_: [Split(ROW, gaudi.hidden)])
    monkeypatch.setattr(predictions, "architecture_splits", lambda *_: [])
    changed = forged(catalog, "measurements", "output_tokens_per_second", gaudi.hidden, ROOFLINE)

    before, after = (inference_answers(asked, trials_of(asked)) for asked in (catalog, changed))

    assert set(before) == {ROW, BRIEFLY}
    for way, found in before.items():
        assert found.keys() <= gaudi.hidden
        assert len(found) > 10
        assert {name: one.performance for name, one in after[way].items()} == {
            name: one.performance for name, one in found.items()
        }


def test_run_left_out_has_no_say_in_what_the_page_says_of_it(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = frozenset(
        run.id for run in catalog.training_runs if catalog.devices[run.device].family == "tpu"
    )
    monkeypatch.setattr(predictions, "training_splits", lambda *_: [Split("family", hidden)])
    changed = forged(
        catalog, "training_runs", "comparable_mfu_fraction", hidden, frozenset({"training"})
    )

    before, after = (training_answers(asked)["family"] for asked in (catalog, changed))

    assert set(before) == hidden
    assert {name: one.compute for name, one in after.items()} == {
        name: one.compute for name, one in before.items()
    }


def test_family_that_is_left_out_whole_has_no_constants(catalog: Catalog, gaudi: Split) -> None:
    hidden = frozenset(
        run.id for run in catalog.training_runs if catalog.devices[run.device].family == "tpu"
    )
    ((_, inference),) = inference_refits(catalog, trials_of(catalog), [gaudi])
    ((_, training),) = training_refits(catalog, [Split("family", hidden)])

    assert {key[0] for key in catalog.constants} >= {"gaudi", "tpu"}
    assert not [key for key in inference if key[0] == "gaudi" and key[1] in ROOFLINE]
    assert not [key for key in training if key[0] == "tpu" and key[1] == "training"]


@pytest.mark.parametrize("left_out", ["device", "source"])
def test_runs_of_a_group_are_left_out_whole_and_alone(catalog: Catalog, left_out: str) -> None:
    runs = catalog.training_runs
    groups: dict[str, set[str]] = {}
    for run in runs:
        groups.setdefault(getattr(run, left_out), set()).add(run.id)

    hidden = [split.hidden for split in training_splits(runs) if split.left_out == left_out]

    assert sorted(map(sorted, hidden)) == sorted(map(sorted, groups.values()))


def folded(catalog: Catalog, split: Split) -> tuple[Any, np.ndarray]:
    """The evidence for devices that are left out, and which of its rows are."""
    (fold,) = (
        fold
        for fold in inference_evidence(catalog, trials_of(catalog)).folds
        if fold.name == "device"
    )
    return fold, np.array([case.measurement.id in split.hidden for case in cases(catalog)])


def test_kernel_is_judged_by_what_may_not_see_the_rows_left_out(
    catalog: Catalog, gaudi: Split, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "inference_splits", lambda *_: [gaudi])
    changed = forged(catalog, "measurements", "output_tokens_per_second", gaudi.hidden, ROOFLINE)

    before, inside = folded(catalog, gaudi)
    after, _ = folded(changed, gaudi)
    own = np.ix_(inside, inside)

    assert inside.sum() > 10
    assert not before.visible[own].any()
    assert before.visible[np.ix_(inside, ~inside)].all()
    others = np.ix_(inside, ~inside)
    assert after.residuals[others] == pytest.approx(before.residuals[others], abs=1e-9)
    moved = after.residuals[own].diagonal() - before.residuals[own].diagonal()
    assert moved == pytest.approx(np.log(5.0))


def test_kernel_is_judged_by_questions_that_leave_the_layout_open(
    catalog: Catalog, gaudi: Split, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They still stand near the rows of their own load."""
    monkeypatch.setattr(fit, "inference_splits", lambda *_: [gaudi])
    fold, inside = folded(catalog, gaudi)

    for apart in fold.differences.values():
        assert np.median(apart[inside].min(axis=1)) < 0.01
        assert apart[inside].max() > 1.0


def test_own_error_is_that_of_a_question_that_leaves_the_layout_open(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    trials = trials_of(catalog)
    hidden = frozenset(row.id for row in trials.measurements if row.device == "l40s")
    split = Split("device", hidden)
    monkeypatch.setattr(fit, "inference_splits", lambda *_: [split])
    ((_, calibration),) = inference_refits(catalog, trials, [split])
    refitted = variant(catalog, constants=calibration)
    asked, laid_out = (
        np.array([case.residual_log for case in found])
        for found in (open_cases(refitted), cases(refitted))
    )

    fold, inside = folded(catalog, split)

    assert fold.residuals.diagonal()[inside] == pytest.approx(asked[inside], abs=1e-9)
    assert np.abs(asked - laid_out)[inside].max() > 0.1


def test_measurement_is_asked_as_it_ran_or_by_what_little_is_known(catalog: Catalog) -> None:
    row = next(
        row
        for row in trials_of(catalog).measurements
        if row.tensor_parallel and row.kv_cache_precision and row.device_count > 1
    )
    full, brief = (predictions.question(catalog, row, briefly=briefly) for briefly in (False, True))

    def layout(query: Any) -> tuple[object, ...]:
        asked = query.deployment
        return asked.tensor_parallel, asked.kv_cache_precision, asked.engine

    assert layout(full) == (row.tensor_parallel, row.kv_cache_precision, row.versioned_engine)
    assert layout(brief) == (None, None, None)
    assert full.utilization_fraction == brief.utilization_fraction == 1.0
