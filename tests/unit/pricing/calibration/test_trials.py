from math import log

import numpy as np
import pytest
from msgspec.structs import replace

from pricing.calibration.inference import constants_of, fit
from pricing.calibration.priors import OF_FAMILY
from pricing.calibration.refits import variant
from pricing.calibration.rows import by_key
from pricing.calibration.trials import Trials, trials_of
from pricing.catalog.library import Library
from pricing.evidence.cases import cases, stalling_logs
from pricing.serving.constants import (
    calibrated,
    host_key,
    inference_constants,
    mixture_overhead_key,
)
from pricing.serving.engines import engine_class


@pytest.fixture(scope="module")
def trials(library: Library) -> Trials:
    return trials_of(library.newest)


def test_the_frame_models_every_measurement_as_a_quote_does(
    library: Library, trials: Trials
) -> None:
    everything = np.ones(len(trials.measurements), dtype=bool)
    point = np.array(
        [log(calibrated(library.newest, *key)) for key in trials.keys]  # the release's own
    )
    constants = by_key(constants_of(trials, point, everything))
    changed = variant(library.newest, constants={**library.newest.constants, **constants})
    known = [case for case in cases(changed) if case.measurement.speculation is None]
    versioned = stalling_logs(changed)  # the fit takes rows at the version that they ran under

    modelled = trials.throughput_logs(point[None, :])[0]

    assert [row.id for row in trials.measurements] == [case.measurement.id for case in known]
    assert modelled == pytest.approx(
        [
            log(case.measurement.output_tokens_per_second)
            - versioned.get(case.measurement.id, case.residual_log)
            for case in known
        ],
        abs=1e-9,
    )


def test_points_side_by_side_are_those_one_by_one(trials: Trials) -> None:
    points = np.array([[log(0.5)] * len(trials.keys), [log(0.4)] * len(trials.keys)])

    together = trials.throughput_logs(points)

    assert together[1] == pytest.approx(trials.throughput_logs(points[1:])[0], abs=1e-12)


def test_calibration_is_what_the_measurements_give(library: Library, trials: Trials) -> None:
    everything = np.ones(len(trials.measurements), dtype=bool)

    fitted = by_key(constants_of(trials, fit(trials, everything), everything))

    # Constants stay where a fit moves them by less: they move answers by less than rows differ.
    assert {key: library.newest.constants[key] for key in fitted} == pytest.approx(fitted, rel=2e-2)


def test_what_is_not_seen_does_not_move_the_fit(trials: Trials) -> None:
    seen = np.array([row.device != "gaudi-3" for row in trials.measurements])
    forged = replace(
        trials,
        measurements=tuple(
            row
            if looked_at
            else replace(row, output_tokens_per_second=5.0 * row.output_tokens_per_second)
            for row, looked_at in zip(trials.measurements, seen, strict=True)
        ),
    )

    assert fit(forged, seen).tolist() == fit(trials, seen).tolist()


def test_what_is_seen_moves_the_fit(trials: Trials) -> None:
    seen = np.ones(len(trials.measurements), dtype=bool)
    forged = replace(
        trials,
        measurements=tuple(
            replace(row, output_tokens_per_second=2.0 * row.output_tokens_per_second)
            for row in trials.measurements
        ),
    )

    assert np.abs(fit(forged, seen) - fit(trials, seen)).max() > 0.1


def test_a_family_of_which_nothing_is_seen_has_no_constants_of_its_own(trials: Trials) -> None:
    seen = np.array([row.device != "gaudi-3" for row in trials.measurements])

    families = {constant.family for constant in constants_of(trials, fit(trials, seen), seen)}

    assert "gaudi" not in families
    assert {"any", "nvidia", "amd", "tpu"} <= families


def test_an_engine_of_which_nothing_is_seen_has_no_host_of_its_own(trials: Trials) -> None:
    seen = np.array([engine_class(row.engine) != "vllm" for row in trials.measurements])

    found = {constant.name for constant in constants_of(trials, fit(trials, seen), seen)}

    assert "seconds_per_token.vllm" not in found
    assert {"seconds_per_token", "seconds_per_token.tensorrt"} <= found


def test_an_engine_that_is_not_told_has_the_host_of_the_rows(
    library: Library, trials: Trials
) -> None:
    seconds = [
        calibrated(library.newest, *host_key(engine_class(row.engine)))
        for row in trials.measurements
    ]

    assert calibrated(library.newest, *host_key()) == pytest.approx(np.mean(seconds), rel=1e-2)


def test_what_a_layer_of_experts_takes_is_of_the_engine_on_its_family(library: Library) -> None:
    """SGLang takes more for a layer of experts on AMD than others do, and not so on NVIDIA."""

    def layer(family: str, engine: str | None) -> float:
        found = inference_constants(library.newest, family, "bf16", engine)
        return float(found.mixture_overhead_ratio)

    assert layer("amd", "sglang") > 2.0 * layer("amd", "vllm")
    assert layer("nvidia", "sglang") == pytest.approx(layer("nvidia", "vllm"), rel=0.2)
    assert layer("amd", "new-engine") == layer("amd", None) == 1.0
    assert mixture_overhead_key("apple", "llama.cpp") not in library.newest.constants


def test_what_int8_gains_is_of_each_family(library: Library) -> None:
    def ratio(family: str) -> float:
        return calibrated(library.newest, family, "arithmetic", "int8", "mfu_ratio")

    expected = OF_FAMILY["arithmetic", "int8", "mfu_ratio"].value
    assert ratio("nvidia") == ratio("amd") == expected
    assert ratio("cpu") < expected


def test_nothing_reaches_more_than_all_of_its_bandwidth(trials: Trials) -> None:
    whole = np.full((1, len(trials.keys)), log(0.5))
    beyond = whole.copy()
    for index, (*_, name) in enumerate(trials.keys):
        if name in {"mbu_fraction", "efficiency_fraction"}:
            whole[0, index], beyond[0, index] = 0.0, log(3.0)

    assert trials.throughput_logs(beyond) == pytest.approx(trials.throughput_logs(whole))
