"""Images that are made and speech that is written down: by published measurements and one's own."""

from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery
from pricing.errors import InvalidQuery, Refusal
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.tco.quote import tco
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests import questions

H100 = {"device": "h100-sxm-80gb", "device_count": 1}
PAID: dict[str, Any] = {
    "purchase.usd_per_device_hour": 3.6,
    "utilization_fraction": 1.0,
    "deployment": H100,
}
SPEECH: dict[str, Any] = {"model": "openai/whisper-large-v3-turbo", "load.audio_seconds": 30.0}


def asked(library: Library, **fields: Any) -> UnitCostAnswer:
    return unit_costs(questions.unit_cost(PAID | fields), library)


def test_an_image_costs_what_its_time_does(library: Library) -> None:
    found = asked(library, model="stabilityai/stable-diffusion-xl-base-1.0")

    # 0.68 images a second of 30 steps, at a thousandth of a dollar a second.
    assert found.model == "sdxl"
    assert found.performance.basis == "measured"
    assert found.unit_costs.usd_per_image == pytest.approx(0.001 / 0.68)
    assert found.unit_costs.usd_per_image_high == pytest.approx(0.001 / 0.68 * 1.3)
    assert found.media is not None
    assert (found.media.id, found.media.inference_steps) == ("SDXL-H100-TRT", 30)
    assert found.unit_costs.usd_per_audio_hour is None


def test_steps_take_time_each(library: Library) -> None:
    half = asked(library, model="sdxl", **{"load.inference_steps": 15})

    assert half.unit_costs.usd_per_image == pytest.approx(0.0005 / 0.68)
    assert any("ran 30 steps" in text for text in half.warnings)


@pytest.mark.parametrize("seconds", [30.0, 600.0])
def test_an_hour_of_audio_costs_the_same_in_any_pieces(library: Library, seconds: float) -> None:
    found = asked(library, **SPEECH | {"load.audio_seconds": seconds})

    # 597 seconds of audio a second.
    assert found.unit_costs.usd_per_audio_hour == pytest.approx(3.6 / 597.0)
    assert found.unit_costs.usd_per_request == pytest.approx(0.001 * seconds / 597.0)


def test_devices_work_side_by_side(library: Library) -> None:
    four = asked(library, **SPEECH, deployment=H100 | {"device_count": 4})

    assert four.performance.requests_per_second == pytest.approx(4.0 * 597.0 / 30.0)
    assert any("side by side" in text for text in four.warnings)
    many = asked(library, model="sdxl", deployment={"device": "b200-sxm"})
    assert many.device_count == 8


@pytest.mark.parametrize("model", [None, "whisper-large-v3-turbo"])
def test_a_measurement_of_the_callers_own_wins(library: Library, model: str | None) -> None:
    own = SPEECH | {"model": model, "measured.requests_per_second": 10.0}
    found = asked(library, **own)

    assert found.performance.basis == "given"
    assert found.unit_costs.usd_per_audio_hour == pytest.approx(3.6 / (10.0 * 30.0))
    assert found.media is None


def test_the_fastest_row_of_what_is_asked_answers(library: Library) -> None:
    card = {"device": "rtx-2080-ti", "device_count": 1}
    names = {"model": "whisper-large-v3", "load.audio_seconds": 60.0}
    best = asked(library, **names, deployment=card).media
    own = asked(library, **names, deployment=card | {"precision": "int8"}).media

    assert best is not None
    assert own is not None
    assert (best.precision, own.precision) == ("fp16", "int8")


BAD: list[tuple[dict[str, Any], str]] = [
    ({"model": "sdxl", "deployment": {"device": "mi300x"}}, "deployment.device"),
    ({"model": "sdxl", "deployment": H100 | {"precision": "fp4"}}, "deployment.precision"),
    ({"model": "sdxl", "deployment": H100 | {"engine": "vllm"}}, "deployment.engine"),
    ({"model": "sdxl", "load.image_width_pixels": 512}, "load.image_width_pixels"),
    ({"model": "sdxl", "load.audio_seconds": 5.0}, "load.audio_seconds"),
    ({"model": "sdxl", "load.output_tokens": 5.0}, "load.output_tokens"),
    (SPEECH | {"load.inference_steps": 5}, "load.inference_steps"),
    (SPEECH | {"load.image_width_pixels": 512}, "load.image_width_pixels"),
    ({"model": "llama-3.1-8b", "load.audio_seconds": 5.0}, "load.audio_seconds"),
    ({"model": "llama-3.1-8b", "load.inference_steps": 5}, "load.inference_steps"),
]


@pytest.mark.parametrize(("fields", "field"), BAD)
def test_what_nobody_measured_is_refused(
    library: Library, fields: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as refused:
        asked(library, **fields)

    assert refused.value.field == field


COLUMNS = ("usd_per_image", "usd_per_audio_hour", "usd_per_audio_hour_low", "usd_per_request")


def test_rows_of_media_stand_beside_rows_of_tokens(library: Library) -> None:
    query = SweepQuery(
        base={"deployment": {"device_count": 1}, "utilization_fraction": 0.5},
        axes={
            "model": ("sdxl", "whisper-large-v3-turbo", "llama-3.1-8b"),
            "deployment.device": ("h100-sxm-80gb", "mi300x"),
            "load.audio_seconds": (None, 30.0),
        },
        columns=COLUMNS,
    )
    for row in pl.concat(sweep_of(query, limit=20).rows(library)).to_dicts():
        fields = {
            "model": row["model"],
            "deployment": {"device": row["deployment.device"], "device_count": 1},
            "load.audio_seconds": row["load.audio_seconds"],
            "utilization_fraction": 0.5,
        }
        if row["refusal"] is not None:
            with pytest.raises(Refusal) as refused:
                unit_costs(questions.unit_cost(fields), library)
            assert row["refusal_detail"] == refused.value.detail
            continue
        costs = unit_costs(questions.unit_cost(fields), library).unit_costs
        for name in COLUMNS:
            value = getattr(costs, name)
            assert row[name] == (value if value is None else pytest.approx(value, rel=1e-9))


def test_a_service_makes_images_and_no_comparison_ranks_them(library: Library) -> None:
    service = {"model": "sdxl", "deployment": H100, "load": {}, "catalog": None}
    found = tco(questions.tco(service | {"traffic": {"requests_per_day": 1e5}}), library)

    assert found.replicas[0].requests_per_second == 0.68
    with pytest.raises(InvalidQuery, match="a sweep of unit costs"):
        comparison(ComparisonQuery(model="sdxl"), library)
