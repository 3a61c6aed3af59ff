import csv
import io
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pricing.calibration.fit import KEY, constants_file
from pricing.calibration.kernels import (
    Evidence,
    Fold,
    Mix,
    bands,
    errors_log,
    flags,
    near_gain,
    search,
    squares,
)
from pricing.calibration.power import fit_power
from pricing.calibration.rows import Constant, rounded, table
from pricing.calibration.training import fit_training
from pricing.catalog.library import Library
from pricing.releases.constants import FILE, engine_constants, read_constants


def planted(*, reach: float) -> Evidence:
    """Forty rows on a line whose residuals are a wave, and a flag that says nothing."""
    places = np.linspace(0.0, 4.0, 40)
    noise = np.random.default_rng(7).normal(0.0, 0.02, 40)
    return Evidence(
        {"place": squares(list(places)), "idle": flags([index % 2 for index in range(40)])},
        np.sin(places * reach) + noise,
        [Fold("row", flags(list(range(40))), 1.0)],
    )


def test_search_finds_weights_that_predict_left_out_rows_better() -> None:
    evidence = planted(reach=3.0)
    start = {"place": 0.5, "idle": 3.0}

    found = search(evidence, start, mix=Mix(0.02))

    def error(weights: dict[str, float]) -> float:
        errors = errors_log(evidence, weights, mix=Mix(0.02), fold=evidence.folds[0])
        return float(np.abs(errors).mean())

    assert error(found) < 0.5 * error(start)


def test_rows_at_the_question_gain_where_they_know_better() -> None:
    """Under a weight that reaches across a whole wave, the next row still knows its own place."""
    wide, narrow = ({"place": weight, "idle": 0.0} for weight in (0.7, 6.0))
    evidence = planted(reach=0.3)

    gain = near_gain(evidence, wide, prior_weight=0.02)
    missed = [
        np.abs(errors_log(evidence, wide, mix=Mix(0.02, each), fold=evidence.folds[0])).mean()
        for each in (0.0, gain)
    ]
    assert missed[1] < 0.99 * missed[0]
    assert near_gain(evidence, narrow, prior_weight=0.02) < gain


def test_a_left_out_row_is_not_looked_at() -> None:
    evidence = planted(reach=0.0)
    evidence.residuals[0] = 5.0

    errors = errors_log(
        evidence, {"place": 1.0, "idle": 0.0}, mix=Mix(0.02), fold=evidence.folds[0]
    )

    assert errors[0] == pytest.approx(5.0, abs=0.1)


def test_refitted_residuals_and_differences_of_a_fold_take_the_place_of_the_evidence_s() -> None:
    """Each row has a model of its own: what all its residuals are off by makes no difference."""
    usual = planted(reach=3.0)
    (fold,) = usual.folds
    refitted = replace(
        fold,
        residuals=usual.residuals[None, :] + np.arange(40.0)[:, None],
        differences={"place": usual.differences["place"]},
    )
    others = {"place": flags(list(range(40))), "idle": usual.differences["idle"]}
    evidence = replace(usual, differences=others, residuals=np.zeros(40), folds=[refitted])
    weights, mix = {"place": 1.5, "idle": 0.0}, Mix(1e-9)

    assert errors_log(evidence, weights, mix=mix, fold=refitted) == pytest.approx(
        errors_log(usual, weights, mix=mix, fold=fold), abs=1e-6
    )


def test_weight_that_may_not_be_known_does_not_stand_alone() -> None:
    """A flag that says all where it is known is no reason to look at nothing else without it."""
    usual = planted(reach=3.0)
    told = 10.0 * usual.differences["place"]
    evidence = replace(usual, differences={**usual.differences, "told": told})
    start = {"place": 0.5, "told": 4.0}

    alone, both = (
        search(evidence, start, mix=Mix(0.02), optional=optional)["place"]
        for optional in (frozenset[str](), frozenset({"told"}))
    )

    assert both > alone


def test_bands_widen_with_the_noise() -> None:
    quiet, loud = planted(reach=0.0), planted(reach=0.0)
    loud.residuals[:] = np.random.default_rng(3).normal(0.0, 0.5, 40)
    choices = {"floors": (0.02, 0.2, 0.6), "fars": (0.3,), "locals_": (0.5,)}

    floor_deviations = [
        bands(evidence, {"place": 1.0}, mix=Mix(0.02), **choices).floor_deviation
        for evidence in (quiet, loud)
    ]

    assert floor_deviations == sorted(set(floor_deviations))


def test_constants_are_kept_to_three_digits() -> None:
    rows = table(
        [Constant("any", "link", "any", "latency_seconds", rounded(0.00000972), "s", 5)],
        release="r",
    )

    assert [row["value"] for row in rows] == ["0.00000972"]


def test_training_constants_of_the_newest_release_are_what_its_runs_give() -> None:
    catalog = Library.load().newest

    fitted = {(c.family, c.phase, c.precision, c.name): c.value for c in fit_training(catalog)}

    assert {key: catalog.constants[key] for key in fitted} == pytest.approx(fitted, rel=2e-2)


def test_power_of_the_newest_release_is_what_its_rows_give() -> None:
    catalog = Library.load().newest

    fitted = {(c.family, c.phase, c.precision, c.name): c.value for c in fit_power(catalog)}

    assert len(fitted) == 2
    assert {key: catalog.constants[key] for key in fitted} == pytest.approx(fitted, rel=1e-2)


def test_file_of_constants_says_the_release(
    library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    constant = Constant("any", "link", "any", "latency_seconds", 9.72e-6, "s", 5)
    monkeypatch.setattr("pricing.calibration.fit.constants_of", lambda _release: [constant])
    path = tmp_path / "constants.csv"
    path.write_text(constants_file(library.newest))
    found = read_constants(path)

    assert found.values == {("any", "link", "any", "latency_seconds"): 9.72e-6}
    assert found.release == library.newest.name


def test_constants_of_the_engine_are_in_the_order_of_their_file() -> None:
    rows = list(csv.DictReader(io.StringIO(FILE.read_text(encoding="utf-8"))))

    assert rows == sorted(rows, key=lambda row: [row[name].encode() for name in KEY])
    assert len(rows) == len(engine_constants().values)
