"""What groups that share out experts hold, read, compute and exchange."""

from typing import Any

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.formulas.parallel import expert_parallel
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

WIDE = {
    "model": "deepseek-r1",
    "deployment": {"device": "h800-sxm", "precision": "fp8", "tensor_parallel": 1},
    "load": {"input_tokens": 2000, "output_tokens": 500},
    "workload": "batch",
    "purchase.usd_per_device_hour": 2.0,
}


def asked(library: Library, changes: dict[str, Any]) -> UnitCostAnswer:
    return unit_costs(unit_cost(WIDE | changes), library)


def per_device(answer: UnitCostAnswer) -> float:
    assert answer.performance.output_tokens_per_second is not None
    return answer.performance.output_tokens_per_second / answer.device_count


def test_weights_outside_the_experts_are_in_every_group(library: Library) -> None:
    """17 billion of the 671 billion parameters of DeepSeek-R1 are not routed experts."""
    wide = asked(library, {"deployment.expert_parallel": 64}).memory
    wider = asked(library, {"deployment.expert_parallel": 128}).memory
    assert wide
    assert wider

    again = wider.runtime_gibibytes - wide.runtime_gibibytes
    assert again > 64 * 17e9 / 2**30
    assert again < 1.6 * 64 * 17e9 / 2**30  # the buffers of more devices besides


def test_experts_spread_wider_leave_more_room(library: Library) -> None:
    held = [
        asked(library, {"deployment.expert_parallel": size}).performance.concurrency or 0.0
        for size in (16, 32, 64)
    ]

    assert held[0] / 16 < held[1] / 32 < held[2] / 64


def test_fewer_experts_on_a_device_are_read_faster(library: Library) -> None:
    """At eight requests a device, reading experts is most of a step."""
    paces = [
        asked(
            library, {"deployment.expert_parallel": size, "load.concurrency": 8 * size}
        ).performance.tpot_seconds
        or 0.0
        for size in (16, 32, 64)
    ]

    assert paces[0] > paces[1] > paces[2]


def test_groups_without_a_request_wait(library: Library) -> None:
    """One request is no slower than one in each group, and has that share of the throughput."""
    alone = asked(library, {"deployment.expert_parallel": 32, "load.concurrency": 1})
    each = asked(library, {"deployment.expert_parallel": 32, "load.concurrency": 32})

    assert alone.performance.tpot_seconds
    assert each.performance.tpot_seconds
    assert alone.performance.tpot_seconds <= each.performance.tpot_seconds
    assert per_device(alone) < per_device(each) / 16


def test_links_of_one_domain_exchange_faster(library: Library) -> None:
    """Eight devices of GB200 beside others of one rack, and H200 beside others of a network."""
    load = {"load.concurrency": 32 * 128, "deployment.expert_parallel": 32}
    slow, fast = (
        asked(library, load | {"deployment.device": device}).performance
        for device in ("h200-sxm-141gb", "gb200")
    )

    assert slow.tpot_seconds
    assert fast.tpot_seconds
    assert fast.tpot_seconds < 0.7 * slow.tpot_seconds


def test_stages_share_out_layers(library: Library) -> None:
    """Two stages of eight devices hold what one of eight does not, and decode half as fast."""
    changes = {
        "model": "llama-3.1-405b",
        "deployment": {"device": "h100-sxm-80gb", "precision": "bf16"},
        "load": {"input_tokens": 1000, "output_tokens": 500, "concurrency": 32},
    }
    stages = unit_costs(
        unit_cost(
            WIDE | changes | {"deployment.tensor_parallel": 8, "deployment.pipeline_parallel": 2}
        ),
        library,
    )

    assert stages.device_count == 16
    assert stages.memory
    assert stages.memory.weights_gibibytes == pytest.approx(756, rel=0.01)
    assert stages.performance.pipeline_parallel == 2


def test_arrivals_are_served_by_groups(library: Library) -> None:
    """At a fifth of what is sustained a first token is not much later than alone."""
    full = asked(library, {"deployment.expert_parallel": 32, "load.concurrency": 32 * 64})
    rate = full.performance.requests_per_second
    at_rate = asked(
        library, {"deployment.expert_parallel": 32, "load.requests_per_second": 0.2 * rate}
    ).performance

    assert at_rate.ttft_seconds
    assert at_rate.ttft_seconds < 2.0
    assert at_rate.concurrency
    assert at_rate.concurrency > 32


@pytest.mark.parametrize("experts", [16.0, 256.0])
def test_busiest_device_is_that_of_random_draws(experts: float) -> None:
    """2,048 tokens choose eight of the experts, on 16 devices."""
    draw = np.random.default_rng(0)
    devices, tokens, chosen = 16, 2048, 8
    busiest, covered = [], []
    for _ in range(20):
        picked = np.argsort(draw.random((tokens, int(experts))), axis=1)[:, :chosen].ravel()
        loads = np.bincount((picked * devices / experts).astype(int), minlength=devices)
        busiest.append(loads.max() / loads.mean())
        few = np.unique(picked[: 8 * chosen])
        counts = np.bincount((few * devices / experts).astype(int), minlength=devices)
        covered.append(counts.max() * devices / experts)
    load = tokens * chosen / devices

    expected = expert_parallel.busiest_load_ratio(mean_load=load, devices=16.0, skew_fraction=0.0)
    assert np.mean(busiest) == pytest.approx(expected, rel=0.05)
    share = 1.0 - (1.0 - chosen / experts) ** 8
    most = expert_parallel.busiest_coverage_fraction(
        coverage_fraction=share, experts=experts / devices, devices=16.0
    )
    assert np.mean(covered) == pytest.approx(most, rel=0.15)
