"""Adapters on one base model: what they take of memory, and what they leave of the throughput."""

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.fleet.query import Traffic
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

LLAMA = {
    "model": "llama-3.1-8b",
    "deployment": {
        "device": "h100-sxm-80gb",
        "device_count": 1,
        "precision": "bf16",
        "engine": "vllm",
    },
    "load": {"input_tokens": 1000.0, "output_tokens": 300.0, "concurrency": 16.0},
    "purchase.usd_per_device_hour": 2.0,
}


def asked(library: Library, **adapters: object) -> UnitCostAnswer:
    changes = {f"deployment.adapters.{name}": value for name, value in adapters.items()}
    return unit_costs(unit_cost(LLAMA | changes), library)


def test_adapters_leave_a_share_of_the_throughput_whatever_their_count(library: Library) -> None:
    plain, one, four = (
        asked(library, **held) for held in ({}, {"count": 1, "rank": 8}, {"count": 4, "rank": 8})
    )

    assert plain.adapters is None
    assert one.adapters is not None
    default = {row.key: row.value for row in one.assumptions}["adapters.throughput_fraction"]
    assert one.adapters.throughput_fraction == default
    for found in (one, four):
        ratio = found.performance.requests_per_second / plain.performance.requests_per_second
        assert ratio == pytest.approx(default, rel=1e-9)
        assert (found.performance.tpot_seconds or 0.0) == pytest.approx(
            (plain.performance.tpot_seconds or 0.0) / default, rel=1e-9
        )
        assert found.unit_costs.usd_per_request == pytest.approx(
            plain.unit_costs.usd_per_request / default, rel=1e-9
        )


def test_adapters_take_memory_by_count_and_rank(library: Library) -> None:
    plain, held = asked(library).memory, asked(library, count=8, rank=16)

    assert plain is not None
    assert held.memory is not None
    assert held.adapters is not None
    # PEFT counts 41,943,040 of rank 16 on all linear layers of Llama 3.1 8B.
    assert held.adapters.parameters == 41_943_040.0
    assert held.adapters.memory_gibibytes == pytest.approx(8 * 41_943_040 * 2 / 2**30, rel=1e-12)
    more = held.memory.weights_gibibytes - plain.weights_gibibytes
    assert more == pytest.approx(held.adapters.memory_gibibytes, rel=1e-6)
    larger = asked(library, count=8, rank=64).adapters
    assert larger is not None
    assert larger.memory_gibibytes == pytest.approx(4 * held.adapters.memory_gibibytes)


def test_fewer_matrices_take_less(library: Library) -> None:
    every, attention, two = (
        held.parameters
        for modules in ("all_linear", "attention", "query_value")
        if (held := asked(library, count=1, modules=modules).adapters)
    )

    assert every > attention > two


def test_a_share_of_ones_own_holds(library: Library) -> None:
    found = asked(library, count=2, throughput_fraction=0.9)

    assert found.adapters is not None
    assert found.adapters.throughput_fraction == 0.9
    assert "adapters.throughput_fraction" not in {row.key for row in found.assumptions}


def test_a_rank_beyond_the_model_is_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery) as refused:
        asked(library, count=1, rank=5000)

    assert refused.value.field == "deployment.adapters.rank"
    assert tuple(refused.value.nearest) == ("4096",)


def test_no_measurement_of_the_base_model_answers_for_adapters(library: Library) -> None:
    measured = {
        "model": "llama-3.1-70b",
        "deployment": {"device": "h100", "device_count": 8, "precision": "fp8"},
        "load": {"input_tokens": 1000.0, "output_tokens": 1000.0},
        "workload": "batch",
    }
    free = {"deployment.adapters": {"count": 1, "throughput_fraction": 1.0}}
    plain, held = (unit_costs(unit_cost(measured | more), library) for more in ({}, free))

    assert plain.performance.basis == "measured"
    assert held.performance.output_tokens_per_second != plain.performance.output_tokens_per_second


def test_replicas_of_a_service_hold_adapters(library: Library) -> None:
    def replica(**changes: object) -> float:
        base = unit_cost(LLAMA | changes)
        query = TcoQuery(
            model=base.model,
            deployment=base.deployment,
            load=base.load,
            traffic=Traffic(requests_per_day=1e5),
            horizon_months=1,
        )
        return tco(query, library).replicas[0].requests_per_second

    held = replica(**{"deployment.adapters": {"count": 4, "throughput_fraction": 0.5}})
    assert held == pytest.approx(0.5 * replica(), rel=1e-9)


def test_both_pools_hold_adapters(library: Library) -> None:
    apart = {
        "deployment": {
            "device": "h100-sxm-80gb",
            "prefill": {"device_count": 2},
            "decode": {"device_count": 2},
        },
        "load.concurrency": None,
    }
    held = {"deployment.adapters": {"count": 4, "throughput_fraction": 0.5}}
    plain, with_adapters = (
        unit_costs(unit_cost(LLAMA | apart | more), library) for more in ({}, held)
    )

    assert with_adapters.adapters is not None
    assert with_adapters.performance.requests_per_second < (
        0.8 * plain.performance.requests_per_second
    )
