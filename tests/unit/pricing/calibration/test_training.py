from math import exp, log

import numpy as np
import pytest
from msgspec.structs import replace

from pricing.calibration.refits import variant
from pricing.calibration.rows import by_key
from pricing.calibration.training import (
    LeftOut,
    Runs,
    covariances,
    left_out,
    runs_of,
    sources_of,
)
from pricing.calibration.training_trend import (
    known_log,
    prior_of,
    term_value,
    trend_constants,
)
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.training.gaussian_process import run_covariance, run_kernel_of
from pricing.training.mfu import mfu_of
from pricing.training.mfu_trend import trend_mfu, trend_of


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Library.load().newest


@pytest.fixture(scope="module")
def runs(catalog: Catalog) -> Runs:
    return runs_of(catalog)


def steady_errors(runs: Runs, missed: LeftOut) -> np.ndarray:
    steady = np.array([place.kind == "steady" for place in runs.places])
    return np.asarray(np.exp(np.abs(missed.errors[steady])) - 1.0)


def test_a_group_that_is_left_out_has_no_say_in_its_prediction(
    catalog: Catalog, runs: Runs
) -> None:
    kernel, sources = run_kernel_of(catalog), sources_of(catalog)
    inside = np.array([source == sources[0] for source in sources])
    moved = replace(runs, target=runs.target + 0.7 * inside)

    before = runs.target - left_out(runs, kernel, sources).errors
    after = moved.target - left_out(moved, kernel, sources).errors

    assert after[inside] == pytest.approx(before[inside])
    assert not np.allclose(after[~inside], before[~inside])


def test_runs_share_as_much_as_the_service_finds(catalog: Catalog, runs: Runs) -> None:
    kernel = run_kernel_of(catalog)

    shared = [[run_covariance(kernel, one, other) for other in runs.places] for one in runs.places]

    assert covariances(runs, kernel) == pytest.approx(np.array(shared), rel=1e-12)


def test_the_service_predicts_what_the_calibration_was_judged_by(
    catalog: Catalog, runs: Runs
) -> None:
    """One run is moved by the distance that leaving it out says: the rest must meet it there."""
    kernel = run_kernel_of(catalog)
    missed = left_out(runs, kernel, range(len(runs.places)))
    calm = int(np.argmin(np.abs(missed.errors)))

    answer = mfu_of(catalog, runs.places[calm])

    # Nothing pulls on the surface there, so both agree with and without the run.
    assert log(answer.fraction) == pytest.approx(runs.target[calm], abs=0.04)
    assert 1.0 < answer.band_ratio < exp(1.3 * kernel.band_ratio * missed.deviations[calm])


def test_runs_that_are_left_out_are_predicted(catalog: Catalog, runs: Runs) -> None:
    """Published stacks differ by a fifth on the same hardware; most runs are nearer than that.

    A source left out may be a vendor's whole stack, with all runs of an architecture.
    """
    kernel = run_kernel_of(catalog)

    by_row = left_out(runs, kernel, range(len(runs.places)))
    by_source = left_out(runs, kernel, sources_of(catalog))

    assert np.median(steady_errors(runs, by_row)) < 0.1
    assert np.median(steady_errors(runs, by_source)) < 0.22


@pytest.mark.parametrize("name", ["2026-05-31", "2026-07-31", "2026-10-31"])
def test_every_release_predicts_its_own_runs(library: Library, name: str) -> None:
    assert name in library.names
    catalog = library.get(name)
    places = runs_of(catalog).places

    ratios = [
        mfu_of(catalog, place).fraction / run.comparable_mfu_fraction
        for place, run in zip(places, catalog.training_runs, strict=True)
    ]

    assert np.median(np.abs(np.log(ratios))) < 0.1


def test_what_is_known_of_attention_is_not_fitted(catalog: Catalog, runs: Runs) -> None:
    """Attention stays in 16 bits, at half the peak that a run in 8 bits is counted by."""
    printed = np.log([run.comparable_mfu_fraction for run in catalog.training_runs])
    known = {
        place.arithmetic: (apart, place.attention_fraction)
        for place, apart in zip(runs.places, runs.target - printed, strict=True)
        if not place.mixture
    }

    (fp8, fraction), (bf16, _) = known["fp8"], known["bf16"]
    assert fp8 == pytest.approx(fraction * log(2.0))
    assert fraction > 0.0
    assert bf16 == 0.0


def test_terms_as_they_are_expected_make_the_trend(catalog: Catalog, runs: Runs) -> None:
    expected = dict(zip(runs.terms, runs.means.tolist(), strict=True))
    calibration = by_key(trend_constants(expected, runs.places))
    trend = trend_of(variant(catalog, constants=calibration))

    printed = np.log([run.comparable_mfu_fraction for run in catalog.training_runs])
    fitted = runs.design @ runs.means + (printed - runs.target)

    # Constants are kept to three digits, that of size too, taken to the sixth power.
    found = np.log([trend_mfu(trend, place) for place in runs.places])
    assert found == pytest.approx(fitted, abs=0.04)


def test_routing_is_fitted_along_its_tangent(runs: Runs) -> None:
    narrow = max(runs.places, key=lambda place: place.routing)
    expected, _ = prior_of("routing_ratio")

    def routed_log(constant_log: float) -> float:
        return term_value(narrow, "routing_ratio") * constant_log + known_log(narrow)

    def lost_log(constant_log: float) -> float:
        attention = known_log(replace(narrow, routing=0.0))
        return attention - log(1.0 + exp(constant_log) * narrow.routing)

    assert narrow.routing > 0.1
    assert routed_log(expected) == pytest.approx(lost_log(expected), abs=1e-12)
    step = 1e-4
    slope = (lost_log(expected + step) - lost_log(expected - step)) / (2.0 * step)
    assert term_value(narrow, "routing_ratio") == pytest.approx(slope, rel=1e-6)
