"""The load and the use that nobody gave: objectives of interactive work, batch work, full use."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import Infeasible
from pricing.serving.engines import concurrency_key
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import THINGS, unit_cost

SLOW = {
    "model": "llama-3.1-70b",
    "deployment": {"device": "apple-m3-ultra", "device_count": 1, "precision": "bf16"},
    "purchase.usd_per_device_hour": 1.0,
}
RATE = {"load.requests_per_second": 40.0}


def asked(library: Library, changes: dict[str, Any] | None = None) -> UnitCostAnswer:
    return unit_costs(unit_cost(changes), library)


def defaults(answer: UnitCostAnswer) -> dict[str, float]:
    return {row.key: row.value for row in answer.assumptions}


def test_interactive_work_keeps_the_default_objectives_and_lists_them(library: Library) -> None:
    answer = asked(library)
    listed, seen = defaults(answer), answer.performance

    assert seen.tpot_seconds is not None
    assert seen.ttft_seconds is not None
    assert 0.9 * listed["slo.tpot_seconds"] < seen.tpot_seconds <= listed["slo.tpot_seconds"]
    assert seen.ttft_seconds <= listed["slo.ttft_seconds"]
    assert answer == asked(library, {"workload": "interactive"})
    assert not any("interactive work" in text for text in answer.warnings)


def test_batch_work_has_no_objective_and_serves_more(library: Library) -> None:
    interactive, batch = asked(library), asked(library, {"workload": "batch"})

    assert not [key for key in defaults(batch) if key.startswith("slo.")]
    assert batch.performance.requests_per_second > interactive.performance.requests_per_second
    assert batch.performance.tpot_seconds > interactive.performance.tpot_seconds  # type: ignore[operator]


@pytest.mark.parametrize("device", ["apple-m3-ultra", "epyc-9654"])
def test_default_that_nothing_keeps_is_answered_with_the_fastest(
    library: Library, device: str
) -> None:
    changes = SLOW | {"deployment": {"device": device, "precision": "bf16"}}
    answer = asked(library, changes)
    one = asked(
        library,
        changes
        | {
            "load.concurrency": 1.0,
            "deployment.device_count": answer.device_count,
            "deployment.tensor_parallel": answer.performance.tensor_parallel,
        },
    )

    assert answer.performance.concurrency == answer.performance.replica_count
    assert answer.performance.tpot_seconds == pytest.approx(one.performance.tpot_seconds)
    assert answer.warnings[0].startswith("no layout of ")
    assert "fast enough for interactive work: this answer is of the fastest" in answer.warnings[0]


def test_objective_of_the_caller_is_refused_where_a_default_is_not(library: Library) -> None:
    with pytest.raises(Infeasible):
        asked(library, SLOW | {"slo.tpot_seconds": 0.1})


def test_one_objective_of_the_caller_leaves_the_other_to_its_default(library: Library) -> None:
    answer = asked(library, {"slo.ttft_seconds": 1.0})
    listed = defaults(answer)

    assert "slo.tpot_seconds" in listed
    assert "slo.ttft_seconds" not in listed
    assert answer.performance.tpot_seconds <= listed["slo.tpot_seconds"]  # type: ignore[operator]
    assert asked(library, SLOW | {"slo.ttft_seconds": 5.0}).warnings[0].startswith("no layout of ")
    with pytest.raises(Infeasible):
        asked(library, SLOW | {"slo.ttft_seconds": 0.5})


@pytest.mark.parametrize(
    "given", [{"load.concurrency": 2048.0}, {"measured.output_tokens_per_second": 5000.0}]
)
def test_load_or_throughput_of_the_caller_has_no_default_objective(
    library: Library, given: dict[str, Any]
) -> None:
    answer, batch = (
        asked(library, given | {"workload": kind}) for kind in ("interactive", "batch")
    )

    assert not [key for key in defaults(answer) if key.startswith("slo.")]
    assert answer.performance.tpot_seconds == batch.performance.tpot_seconds


def test_rate_that_the_defaults_do_not_sustain_is_answered_without_them(library: Library) -> None:
    within, batch = (
        asked(library, {"workload": kind, "load": {"input_tokens": 8000, "output_tokens": 200}})
        for kind in ("interactive", "batch")
    )
    rates = within.performance.requests_per_second, batch.performance.requests_per_second
    rate = sum(rates) / 2.0
    load = {"input_tokens": 8000, "output_tokens": 200, "requests_per_second": rate}

    assert rates[0] < rate < rates[1]
    assert asked(library, {"load": load}).performance.served_requests_per_second == rate
    with pytest.raises(Infeasible):
        asked(library, {"load": load, "slo.tpot_seconds": 0.1, "slo.ttft_seconds": 2.0})


def test_rate_that_slow_devices_serve_late_says_so_first(library: Library) -> None:
    answer = asked(library, SLOW | {"load.requests_per_second": 0.01})

    assert "too slow for interactive work" in answer.warnings[0] or (
        "fast enough for interactive work" in answer.warnings[0]
    )


def test_long_input_may_take_longer_to_its_first_token(library: Library) -> None:
    answer = asked(library, {"load.input_tokens": 30_000.0})
    per_token = defaults(answer)["slo.ttft_seconds_per_input_token"]

    assert answer.performance.concurrency > answer.performance.replica_count  # type: ignore[operator]
    assert answer.performance.ttft_seconds <= 30_000.0 * per_token  # type: ignore[operator]


def test_encoder_has_no_time_per_token(library: Library) -> None:
    answer = asked(library, {"model": "bert-large-uncased", "deployment.precision": "fp16"})

    assert "slo.tpot_seconds" not in defaults(answer)
    assert "slo.ttft_seconds" in defaults(answer)


@pytest.mark.parametrize(("kind", "share"), [("interactive", 0.6), ("batch", 0.9)])
def test_use_left_out_is_what_services_use(library: Library, kind: str, share: float) -> None:
    answer = asked(library, {"workload": kind})
    full = asked(library, {"workload": kind, "utilization_fraction": 1.0})

    assert answer.performance.utilization_fraction == share
    assert defaults(answer)[f"utilization_fraction.{kind}"] == share
    assert answer.unit_costs.usd_per_request == pytest.approx(
        full.unit_costs.usd_per_request / share
    )
    assert full.at_full_use.usd_per_request == full.unit_costs.usd_per_request


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"workload": "batch"},
        {"purchase.option": "owned"},
        {"purchase.option": "owned", "measured.watts_per_device": 500.0},
        {"utilization_fraction": 0.25, "purchase.option": "owned"},
        THINGS,
    ],
)
def test_prices_at_full_use_are_those_of_a_quote_at_full_use(
    library: Library, changes: dict[str, Any]
) -> None:
    answer, full = asked(library, changes), asked(library, changes | {"utilization_fraction": 1.0})

    for name in answer.at_full_use.__struct_fields__:
        found, expected = getattr(answer.at_full_use, name), getattr(full.unit_costs, name)
        assert found == (expected if expected is None else pytest.approx(expected, rel=1e-12)), name


def test_engine_admits_as_many_as_are_asked_for(library: Library) -> None:
    small = {"model": "llama-3.1-8b", "deployment.precision": "fp8", "workload": "batch"}
    few = asked(library, small | {"deployment.max_concurrency": 16})

    assert few.performance.concurrency == 16 * few.performance.replica_count  # type: ignore[operator]
    assert not [key for key in defaults(few) if key.startswith("engine.concurrency_count")]


@pytest.mark.parametrize(
    ("device", "engine", "count"),
    [
        ("h100-sxm-80gb", None, 1024),
        ("h100-sxm-80gb", "vllm", 1024),
        ("h100-sxm-80gb", "vLLM 0.6.3", 256),
        ("h100-sxm-80gb", "vLLM 0.11.0", 1024),
        ("a100-sxm-80gb", "vllm", 256),
        ("l4", "vllm", 256),
        ("l4", "TensorRT-LLM 1.0", 2048),
        ("h200-sxm-141gb", "sglang", 2048),
        ("apple-m3-ultra", "ollama", 4),
    ],
)
def test_engine_admits_what_it_does_by_default(
    library: Library, device: str, engine: str | None, count: int
) -> None:
    catalog = library.newest
    key = concurrency_key(catalog, catalog.devices[device], engine)

    assert catalog.assumptions[key].value == count


def test_rate_without_a_count_takes_devices_that_keep_the_objectives(library: Library) -> None:
    """One socket serves 18 billion parameters too slowly for somebody who waits, and two do not."""
    asked_for = {
        "model": {"parameters": 18e9},
        "deployment": {"device": "epyc-9654", "precision": "bf16"},
        "load": {"input_tokens": 50.0, "output_tokens": 50.0, "requests_per_second": 0.001},
    }
    answer = asked(library, asked_for)
    fewer = asked(library, asked_for | {"deployment.device_count": answer.device_count // 2})

    assert not any("interactive work" in text for text in answer.warnings)
    assert "interactive work" in fewer.warnings[0]


def test_rate_whose_objective_few_devices_miss_is_served_by_more(library: Library) -> None:
    asked_for = {"deployment.device_count": None, "slo": {"ttft_seconds": 0.2}}
    one = asked(library, asked_for | {"deployment.device_count": 1})
    rate = 0.99 * one.performance.requests_per_second
    answer = asked(library, asked_for | {"load.requests_per_second": rate})

    assert answer.device_count > 1
    assert answer.performance.ttft_seconds <= 0.2  # type: ignore[operator]
    with pytest.raises(Infeasible):
        asked(
            library,
            asked_for | {"load.requests_per_second": rate, "deployment.device_count": 1},
        )


def test_devices_that_nobody_counted_and_that_leave_an_instance_unused_are_told_first(
    library: Library,
) -> None:
    on_aws = {
        "deployment": {"device": "h100-sxm-80gb", "precision": "fp8", "tensor_parallel": 2},
        "purchase": {"provider": "aws", "region": "us-east-1", "option": "on_demand"},
    }
    answer = asked(library, on_aws)
    filled = asked(library, on_aws | {"deployment.device_count": 8})
    share = filled.unit_costs.usd_per_request / answer.unit_costs.usd_per_request

    told = f"device_count 8 fills them, at about {share:.0%} of this"
    assert told in answer.warnings[0]
    for counted in (
        {"deployment.device_count": 8},
        {"load.requests_per_second": 0.5},
        {"load.concurrency": 4.0},
    ):
        assert not any("fills them" in text for text in asked(library, on_aws | counted).warnings)
