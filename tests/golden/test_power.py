"""Measured power of servers."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost


def system_watts(library: Library, changes: dict[str, Any]) -> float:
    """At full use, as what is measured runs."""
    full = {"workload": "batch", "utilization_fraction": 1.0}
    return unit_costs(unit_cost(full | changes), library).power.system_watts


def test_server_of_eight_h100_draws_about_seven_kilowatts(library: Library) -> None:
    # DGX H100 datasheet: rated 10.2 kW. Servers of 8 × H100 are measured at 5.5 to 8.2 kW
    # under full load (MLPerf Inference v4.1: 6.2 kW capped, DESIGN.md: about 7).
    watts = system_watts(library, {})

    assert 5500 < watts < 8200


def test_server_is_not_charged_its_nameplate(library: Library) -> None:
    assert system_watts(library, {}) < 0.85 * 10_200


@pytest.mark.parametrize(
    ("changes", "watts"),
    [
        # MLPerf Inference v5.1, 8 × B200 (Lenovo SR680a V3), wall power.
        ({"model": "llama-2-70b", "load.input_tokens": 294, "load.output_tokens": 273}, 10_401),
        ({"model": "llama-3.1-8b", "load.input_tokens": 778, "load.output_tokens": 128}, 9436),
    ],
)
def test_server_of_eight_b200_draws_what_mlperf_measured(
    library: Library, changes: dict[str, Any], watts: float
) -> None:
    deployment = {"device": "b200-sxm", "device_count": 8, "precision": "fp4"}

    # 15%: servers of one device differ by as much in fans, processors and power supplies.
    assert system_watts(library, changes | {"deployment": deployment}) == pytest.approx(
        watts, rel=0.15
    )


def test_small_system_draws_what_was_measured_at_the_wall(library: Library) -> None:
    # geerlingguy/ai-benchmarks: a DGX Spark, 138.4 W; a GPU's host of 120 W is not in it.
    deployment = {"device": "dgx-spark", "device_count": 1, "precision": "q4_k_m"}
    changes = {
        "model": "deepseek-r1-distill-qwen-14b",
        "deployment": deployment,
        "load": {"input_tokens": 16, "output_tokens": 256, "concurrency": 1},
        "purchase.usd_per_device_hour": 1.0,
    }

    # 15%: as servers of one device differ.
    assert system_watts(library, changes) == pytest.approx(138.4, rel=0.15)


def test_tpu_v4_draws_what_the_palm_paper_says(library: Library) -> None:
    # arXiv 2204.02311, appendix B: 378.5 W a chip with its host, 540B run. 25%: of it we
    # count the chip in serving, whose load is another one.
    deployment = {"device": "tpu-v4", "device_count": 8, "precision": "bf16"}
    watts = system_watts(library, {"model": "llama-3.1-8b", "deployment": deployment})

    assert watts / 8 == pytest.approx(378.5, rel=0.25)
