"""Evidence, asked for through the quote that shows it."""

from math import exp
from typing import Any

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.evidence.correction import correction
from pricing.evidence.kernel import kernel_of
from pricing.evidence.neighbour_table import SMALLEST_LOG, Near, Sums
from pricing.evidence.questions import sustained
from pricing.unit_costs.answer import Performance, UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

LOAD = {"load.input_tokens": 1000.0, "load.output_tokens": 300.0}
CARD = {
    "model": "llama-2-7b",
    "deployment.device": "apple-m2-ultra",
    "deployment.device_count": 1,
    "load.input_tokens": 0.0,
    "load.output_tokens": 128.0,
    "load.concurrency": 1.0,
}
"""Changes that ask what a table of llama.cpp prints."""
SMALL_ON_BLACKWELL = {
    "model": "llama-3.1-8b",
    "deployment.device": "b200-sxm",
    "deployment.device_count": 1,
    "deployment.precision": "bf16",
    "load.input_tokens": 150.0,
    "load.output_tokens": 400.0,
}
"""Changes that ask for what ML.ENERGY measured under vLLM at 8 to 1,024 requests."""


def asked(library: Library, changes: dict[str, Any]) -> UnitCostAnswer:
    return unit_costs(unit_cost(LOAD | changes), library)


@pytest.mark.parametrize("device", ["h100-sxm-80gb", "a100-sxm-80gb", "mi300x", "l40s"])
@pytest.mark.parametrize("concurrency", [8.0, 32.0, None])
def test_replicas_side_by_side_serve_as_many_times_as_much(
    library: Library, device: str, concurrency: float | None
) -> None:
    def served(count: int) -> Performance:
        whole = concurrency and concurrency * count / 4
        changes = {
            "deployment.device": device,
            "deployment.device_count": count,
            "deployment.tensor_parallel": 4,
            "load.concurrency": whole,
        }
        return asked(library, changes).performance

    one, two = served(4), served(8)

    assert two.requests_per_second == pytest.approx(2.0 * one.requests_per_second)
    assert two.tpot_seconds == pytest.approx(one.tpot_seconds)
    assert [row.id for row in two.evidence] == [row.id for row in one.evidence]


@pytest.mark.parametrize("device", ["h100-sxm-80gb", "h200-sxm-141gb", "b200-sxm"])
@pytest.mark.parametrize("concurrency", [1.0, 16.0, 128.0])
def test_more_devices_serve_hardly_less(library: Library, device: str, concurrency: float) -> None:
    """As published for other loads, wide replicas may be a little slower than narrow ones."""
    found = [
        asked(
            library,
            {
                "deployment.device": device,
                "deployment.device_count": count,
                "load.concurrency": concurrency,
            },
        ).performance.requests_per_second
        for count in (2, 4, 8)
    ]

    assert found[1] > 0.9 * found[0]
    assert found[2] > 0.9 * found[1]


def test_measured_row_is_answered_in_its_own_layout(library: Library) -> None:
    row = next(
        row
        for rows in library.newest.measurements.values()
        for row in rows
        if row.id == "TRT17-107"
    )
    lengths = {
        "load.input_tokens": row.input_tokens,
        "load.output_tokens": row.output_tokens,
        "workload": "batch",
    }
    answer = asked(library, lengths)
    other = asked(library, lengths | {"deployment.tensor_parallel": 2})

    assert answer.performance.output_tokens_per_second == row.output_tokens_per_second
    assert answer.performance.tensor_parallel == row.tensor_parallel == 8
    assert answer.performance.replica_count == 1
    assert any("measured with tensor_parallel 8" in warning for warning in answer.warnings)
    assert other.performance.output_tokens_per_second is not None
    assert other.performance.output_tokens_per_second > row.output_tokens_per_second
    assert not any("measured with" in warning for warning in other.warnings)


def test_layout_that_was_measured_and_is_fastest_needs_no_warning(library: Library) -> None:
    """Two H100 hold 70 billion 8-bit weights best together: TRT17-064."""
    answer = asked(
        library,
        {
            "deployment.device_count": 2,
            "load.input_tokens": 1000.0,
            "load.output_tokens": 1000.0,
            "purchase.usd_per_device_hour": 2.0,
        },
    )

    assert answer.performance.basis == "measured"
    assert answer.performance.tensor_parallel == 2
    assert not any("measured with" in warning for warning in answer.warnings)


@pytest.mark.parametrize("concurrency", [1.0, 32.0, None])
def test_models_of_one_network_are_served_alike(
    library: Library, concurrency: float | None
) -> None:
    """Llama 3, 3.1 and 3.3 differ by their weights alone; rows are of the last two."""
    served = {
        asked(
            library, {"model": model, "load.concurrency": concurrency}
        ).performance.output_tokens_per_second
        for model in ("llama-3-70b", "llama-3.1-70b", "llama-3.3-70b")
    }

    assert len(served) == 1


@pytest.mark.parametrize("spelling", ["TRT-LLM", "trtllm 1.0", "trt_llm"])
def test_engine_has_the_evidence_of_its_rows_however_it_is_spelt(
    library: Library, spelling: str
) -> None:
    named, spelt = (
        asked(library, {"deployment.engine": engine}) for engine in ("TensorRT-LLM", spelling)
    )

    assert named.performance.evidence
    assert spelt.performance == named.performance
    assert spelt.warnings == named.warnings


@pytest.mark.parametrize("precision", ["q4_0", "int4"])
def test_row_of_as_many_bits_is_the_answer(library: Library, precision: str) -> None:
    found = asked(library, CARD | {"deployment.precision": precision}).performance
    (row,) = found.evidence
    measured = library.newest.measurements["apple-m2-ultra", "llama-2-7b"]

    assert found.output_tokens_per_second in {
        one.output_tokens_per_second for one in measured if one.id == row.id
    }


def test_row_of_other_bits_is_not_the_answer(library: Library) -> None:
    """Q4_K_M takes 4.8 bits a weight: what was measured in the 4.5 of Q4_0 is near, and no more."""
    packed, asked_for = (
        asked(library, CARD | {"deployment.precision": precision}).performance
        for precision in ("q4_0", "q4_k_m")
    )

    assert packed.evidence[0].weight_fraction == 1.0
    assert asked_for.evidence[0].weight_fraction < 1.0


def test_rows_of_an_engine_say_as_much_where_none_is_named(library: Library) -> None:
    """Near rows of vLLM decide both, though of no engine in particular half as much is modelled."""
    near = SMALL_ON_BLACKWELL | {"load.concurrency": 900.0}

    named, open_ = (
        asked(library, near | {"deployment.engine": engine}).performance
        for engine in ("vLLM", None)
    )

    assert named.evidence[0].engine == open_.evidence[0].engine == "vLLM"
    assert open_.output_tokens_per_second == pytest.approx(named.output_tokens_per_second, rel=0.1)


@pytest.mark.parametrize(
    "device", ["h20", "h800-sxm", "jetson-agx-orin-64gb", "h200-nvl-141gb", "rtx-3090"]
)
def test_device_without_a_row_of_its_own_is_not_measured(library: Library, device: str) -> None:
    measured = library.newest.measurements.items()
    assert not any(sustained(row) for (name, _), rows in measured for row in rows if name == device)

    found = asked(
        library,
        {"model": "llama-3.1-8b", "deployment.device": device, "deployment.device_count": 1},
    )

    assert found.performance.basis == "modelled"


@pytest.mark.parametrize(("lesser", "better"), [("b200-sxm", "b300-sxm"), ("gb200", "gb300")])
def test_rows_of_a_chip_lift_every_device_that_has_it(
    library: Library, lesser: str, better: str
) -> None:
    """B300 came out at 0.66 of B200, whose own rows had lifted that one alone."""
    small = {"model": "gpt-oss-120b", "deployment.precision": "fp4", "deployment.engine": "vllm"}
    load = {"load.input_tokens": 1000.0, "load.output_tokens": 250.0, "workload": "batch"}
    found = [
        asked(
            library, small | load | {"deployment.device": name, "deployment.device_count": 1}
        ).performance
        for name in (lesser, better)
    ]

    assert found[1].requests_per_second >= found[0].requests_per_second
    assert [one.basis for one in found] == ["measured", "modelled"]


def test_configuration_next_to_a_measured_one_is_measured(library: Library) -> None:
    near = SMALL_ON_BLACKWELL | {"deployment.engine": "vLLM"}

    answers = [
        asked(library, near | {"load.concurrency": 900.0, "load.input_tokens": tokens})
        for tokens in (150.0, 20000.0)
    ]

    assert [answer.performance.basis for answer in answers] == ["measured", "modelled"]


@pytest.mark.parametrize("device_weight", [0.8, 4.0])
def test_without_rows_nothing_is_near(library: Library, device_weight: float) -> None:
    """However little of another device's row would do."""
    kernel = replace(kernel_of(library.newest), device=device_weight)

    alone = correction(kernel, Near(Sums(0.0, 0.0, 0.0), exp(SMALLEST_LOG)))

    assert alone.ratio == 1.0
    assert not alone.is_near
