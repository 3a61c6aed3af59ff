from math import exp, log

import numpy as np
import pytest
from msgspec.structs import replace

from pricing.calibration.training import LeftOut, Runs, left_out, runs_of, similarities, sources_of
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.performance.mfu import mfu_of, run_kernel_of, run_similarity


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


def test_runs_are_as_alike_as_the_service_finds_them(catalog: Catalog, runs: Runs) -> None:
    kernel = run_kernel_of(catalog)

    alike = [[run_similarity(kernel, one, other) for other in runs.places] for one in runs.places]

    assert similarities(runs, kernel) == pytest.approx(np.array(alike), rel=1e-12)


def test_the_service_predicts_what_the_calibration_was_judged_by(
    catalog: Catalog, runs: Runs
) -> None:
    """One run is moved by the distance that leaving it out says: the rest must meet it there."""
    kernel = run_kernel_of(catalog)
    missed = left_out(runs, kernel, range(len(runs.places)))
    calm = int(np.argmin(np.abs(missed.errors)))

    answer = mfu_of(catalog, runs.places[calm])

    # Nothing pulls on the surface there, so both agree with and without the run.
    assert log(answer.fraction) == pytest.approx(runs.target[calm], abs=0.02)
    assert 1.0 < answer.band_ratio < exp(1.3 * kernel.band_ratio * missed.deviations[calm])


def test_runs_that_are_left_out_are_predicted(catalog: Catalog, runs: Runs) -> None:
    """Published stacks differ by a fifth on the same hardware; most runs are nearer than that."""
    kernel = run_kernel_of(catalog)

    by_row = left_out(runs, kernel, range(len(runs.places)))
    by_source = left_out(runs, kernel, sources_of(catalog))

    assert np.median(steady_errors(runs, by_row)) < 0.1
    assert np.median(steady_errors(runs, by_source)) < 0.2


@pytest.mark.parametrize("name", Library.load().names)
def test_every_release_predicts_its_own_runs(library: Library, name: str) -> None:
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
    }

    (fp8, fraction), (bf16, _) = known["fp8"], known["bf16"]
    assert fp8 == pytest.approx(fraction * log(2.0))
    assert fraction > 0.0
    assert bf16 == 0.0
