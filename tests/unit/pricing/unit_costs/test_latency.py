"""What requests see at a load, asked for through the quote."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import Infeasible, InvalidQuery
from pricing.unit_costs.answer import Performance, UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import THINGS, unit_cost


def asked(library: Library, changes: dict[str, Any] | None = None) -> UnitCostAnswer:
    return unit_costs(unit_cost(changes), library)


def seen(library: Library, changes: dict[str, Any] | None = None) -> Performance:
    return asked(library, changes).performance


def tails(performance: Performance) -> tuple[float | None, float | None]:
    return performance.ttft_p99_seconds, performance.tpot_p99_seconds


def test_saturation_has_no_percentiles(library: Library) -> None:
    assert tails(seen(library)) == (None, None)


def test_load_beyond_the_engine_has_no_percentiles(library: Library) -> None:
    assert tails(seen(library, {"load.concurrency": 1e6})) == (None, None)


@pytest.mark.parametrize("load", [{"concurrency": 64.0}, {"requests_per_second": 8.0}])
def test_percentiles_lie_above_their_means(library: Library, load: dict[str, float]) -> None:
    performance = seen(library, {"load": load})

    assert performance.ttft_seconds is not None
    assert performance.tpot_seconds is not None
    assert (performance.ttft_p99_seconds or 0.0) > performance.ttft_seconds
    assert (performance.tpot_p99_seconds or 0.0) > performance.tpot_seconds


def test_percentile_has_the_wait_of_the_few_that_do_not_fit(library: Library) -> None:
    asked = {
        "model": "qwen3-32b",
        "deployment": {"device": "rtx-3080", "device_count": 32, "precision": "bf16"},
        "deployment.tensor_parallel": 16,
        "load.input_tokens": 8000,
        "load.output_tokens": 2000,
        "load.concurrency": 40,
    }
    held = seen(library, asked).concurrency
    assert held is not None
    assert held < 40.0
    demanded = 1.0005 * held
    performance = seen(library, asked | {"load.concurrency": demanded})

    assert performance.concurrency == pytest.approx(held)
    assert (performance.ttft_p99_seconds or 0.0) >= (performance.ttft_seconds or 0.0)


def test_single_request_in_flight_meets_nobody(library: Library) -> None:
    performance = seen(library, {"load.concurrency": 1.0})

    assert performance.ttft_p99_seconds == pytest.approx(performance.ttft_seconds, rel=1e-9)
    assert performance.tpot_p99_seconds == pytest.approx(performance.tpot_seconds, rel=1e-9)


@pytest.mark.parametrize("engine", [None, "llama.cpp"])
@pytest.mark.parametrize(
    ("device", "precision", "ttft_seconds"),
    [
        ("rtx-a6000", "fp16", 0.2373),
        ("rtx-a6000", "int4", 0.2827),
        ("rtx-6000-ada", "fp16", 0.1650),
        ("a100-sxm-80gb", "int4", 0.1746),
    ],
)
def test_prompt_takes_about_what_is_measured_whether_the_engine_is_named_or_not(
    library: Library, device: str, precision: str, ttft_seconds: float, engine: str | None
) -> None:
    performance = seen(
        library,
        {
            "model": "llama-3-8b",
            "deployment": {
                "device": device,
                "device_count": 1,
                "precision": precision,
                "engine": engine,
            },
            "load": {"input_tokens": 1024, "output_tokens": 256, "concurrency": 1},
        },
    )

    # Rows LCPP-008 to 020 of the prompt alone; the engine is all of them.
    assert performance.ttft_seconds == pytest.approx(ttft_seconds, rel=0.35)


def test_rate_says_the_use(library: Library) -> None:
    performance = seen(library, {"load.requests_per_second": 10.0})

    assert performance.served_requests_per_second == pytest.approx(10.0, rel=1e-12)
    assert performance.utilization_fraction == pytest.approx(
        10.0 / performance.requests_per_second, rel=1e-12
    )


def test_use_that_is_given_is_served(library: Library) -> None:
    performance = seen(library, {"utilization_fraction": 0.25})

    assert performance.utilization_fraction == 0.25
    assert performance.served_requests_per_second == pytest.approx(
        0.25 * performance.requests_per_second, rel=1e-12
    )


def test_rate_leaves_the_throughput_as_it_is(library: Library) -> None:
    full, served = seen(library), seen(library, {"load.requests_per_second": 1.0})

    assert served.requests_per_second == full.requests_per_second
    assert served.output_tokens_per_second_low == full.output_tokens_per_second_low


def test_rate_pays_for_the_idle_devices_too(library: Library) -> None:
    answer = asked(library, {"load.requests_per_second": 10.0})
    used = answer.performance.utilization_fraction

    assert [item.name for item in answer.line_items] == ["compute", "idle"]
    assert [item.quantity for item in answer.line_items] == pytest.approx(
        [8 * used, 8 * (1 - used)], rel=1e-12
    )


def test_number_in_flight_is_what_littles_law_says(library: Library) -> None:
    load = {"requests_per_second": 20.0, "input_tokens": 500, "output_tokens": 300}
    performance = seen(library, {"load": load})

    assert performance.tpot_seconds is not None
    # 10%: the request's own prefill is in flight as well.
    assert performance.concurrency == pytest.approx(20.0 * 300 * performance.tpot_seconds, rel=0.1)


def test_lightest_rate_sees_a_request_alone(library: Library) -> None:
    alone = {"deployment.tensor_parallel": 8}
    one = seen(library, alone | {"load.concurrency": 1.0})
    light = seen(library, alone | {"load.requests_per_second": 1e-4})

    assert light.ttft_seconds == pytest.approx(one.ttft_seconds, rel=0.05)
    assert light.tpot_seconds == pytest.approx(one.tpot_seconds, rel=0.05)


@pytest.mark.parametrize("field", ["ttft_seconds", "tpot_seconds", "ttft_p99_seconds"])
def test_latency_grows_with_the_rate(library: Library, field: str) -> None:
    changes = {"deployment.tensor_parallel": 8}
    seconds = [
        getattr(seen(library, changes | {"load.requests_per_second": rate}), field)
        for rate in (1.0, 4.0, 10.0, 18.0)
    ]

    assert seconds == sorted(seconds)


def test_devices_at_a_light_rate_draw_more_than_that_share_of_the_time(library: Library) -> None:
    # A few requests keep every device reading its weights nearly all the time.
    rate = asked(library, {"load.requests_per_second": 4.0})
    share = asked(library, {"utilization_fraction": rate.performance.utilization_fraction})

    assert rate.power.device_watts > 1.5 * share.power.device_watts


def test_rate_that_is_not_sustained_is_refused_with_one_that_is(library: Library) -> None:
    with pytest.raises(Infeasible, match=r"sustains .* and 1000 arrive; \d+ devices") as caught:
        asked(library, {"load.requests_per_second": 1000.0})
    (fitting,) = caught.value.nearest

    assert caught.value.field == "load.requests_per_second"
    assert seen(
        library, {"load.requests_per_second": float(fitting)}
    ).utilization_fraction == pytest.approx(0.99, abs=0.005)


def test_refused_rate_is_above_all_that_the_devices_are_said_to_sustain(library: Library) -> None:
    # One replica of eight devices was measured, and four of two are faster.
    changes = {"load.input_tokens": 1000, "load.output_tokens": 1000}
    full = seen(library, {**changes, "load.requests_per_second": 15.0}).requests_per_second
    with pytest.raises(Infeasible, match=f"sustains {full:.4g} requests per second"):
        asked(library, {**changes, "load.requests_per_second": 1.05 * full})


def test_rate_that_is_proposed_keeps_the_objectives_too(library: Library) -> None:
    limits = {"slo.tpot_seconds": 0.02, "load.output_tokens": 100, "load.input_tokens": 128}
    with pytest.raises(Infeasible, match="within the SLO") as caught:
        asked(library, {**limits, "load.requests_per_second": 1e4})
    (fitting,) = caught.value.nearest

    proposed = seen(library, {**limits, "load.requests_per_second": float(fitting)})
    assert (proposed.tpot_seconds or 1.0) <= 0.02


def test_wait_that_nobody_may_ask_for_is_not_proposed(library: Library) -> None:
    long = {"load.input_tokens": 8000, "load.output_tokens": 300_000}
    crowded = {**long, "load.concurrency": 5000, "slo.ttft_seconds": 2.0}
    with pytest.raises(Infeasible, match="at a concurrency of 5000") as caught:
        asked(library, crowded)
    (kept,) = caught.value.nearest

    assert caught.value.field == "load.concurrency"
    assert (seen(library, {**crowded, "load.concurrency": float(kept)}).ttft_seconds or 9.0) <= 2.0


def test_count_left_out_is_the_smallest_that_sustains_the_rate(library: Library) -> None:
    rates = {"load.requests_per_second": 100.0}
    found = asked(library, rates | {"deployment.device_count": None})

    assert found.performance.requests_per_second > 100.0
    with pytest.raises(Infeasible):
        asked(library, rates | {"deployment.device_count": found.device_count // 2})


def test_rate_and_concurrency_are_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery, match="follow from the arrival rate") as caught:
        asked(library, {"load": {"requests_per_second": 1.0, "concurrency": 4.0}})

    assert caught.value.field == "load.concurrency"


def test_use_that_contradicts_the_rate_is_refused_with_its_own(library: Library) -> None:
    load = {"load.requests_per_second": 10.0}
    with pytest.raises(InvalidQuery, match="leave one of them out") as caught:
        asked(library, load | {"utilization_fraction": 0.9})
    (used,) = caught.value.nearest

    assert asked(library, load | {"utilization_fraction": float(used)}).unit_costs == (
        asked(library, load).unit_costs
    )


@pytest.mark.parametrize("objective", [{"tpot_seconds": 0.04}, {"ttft_seconds": 0.12}])
def test_rate_under_an_objective_keeps_it(library: Library, objective: dict[str, float]) -> None:
    full = seen(library, {"slo": objective})
    served = seen(
        library,
        {"slo": objective, "load.requests_per_second": 0.6 * full.requests_per_second},
    )

    for name, limit in objective.items():
        assert getattr(served, name) <= limit


@pytest.mark.parametrize(
    ("load", "slo"),
    [
        ({}, {"tpot_seconds": 0.02}),
        ({}, {"ttft_seconds": 0.042}),
        ({"requests_per_second": 1.0}, {"tpot_seconds": 0.02}),
    ],
)
def test_objective_that_the_smallest_count_misses_is_kept_by_more_devices(
    library: Library, load: dict[str, float], slo: dict[str, float]
) -> None:
    known = {"load": load, "slo": slo}
    answer = asked(library, known | {"deployment.device_count": None})

    assert answer.device_count > 1
    for name, limit in slo.items():
        assert getattr(answer.performance, name) <= limit
    with pytest.raises(Infeasible):
        asked(library, known | {"deployment.device_count": 1})


def test_objective_that_no_count_of_a_node_keeps_is_refused_without_one(library: Library) -> None:
    with pytest.raises(Infeasible) as caught:
        asked(library, {"deployment.device_count": None, "slo.tpot_seconds": 0.001})

    assert "devices keep it" not in caught.value.detail
    assert len(caught.value.nearest) == 1


def test_rate_that_misses_an_objective_is_refused_with_one_that_keeps_it(
    library: Library,
) -> None:
    # Arrivals at random queue longer than the same number in flight at all times.
    slo = {"slo.ttft_seconds": 0.05}
    full = seen(library, slo).requests_per_second
    with pytest.raises(Infeasible, match="the SLO is met up to") as caught:
        asked(library, slo | {"load.requests_per_second": 0.99 * full})
    (fitting,) = caught.value.nearest
    served = seen(library, slo | {"load.requests_per_second": 0.999 * float(fitting)})

    assert served.ttft_seconds == pytest.approx(0.05, rel=0.01)


def test_rate_that_keeps_an_objective_is_the_most_that_does(library: Library) -> None:
    slo = {"slo.ttft_seconds": 0.05}
    full = seen(library, slo).requests_per_second
    with pytest.raises(Infeasible) as caught:
        asked(library, slo | {"load.requests_per_second": 0.99 * full})
    (fitting,) = caught.value.nearest

    kept = seen(library, slo | {"load.requests_per_second": float(fitting)})
    assert kept.ttft_seconds is not None
    assert kept.ttft_seconds <= 0.05
    with pytest.raises(Infeasible):
        asked(library, slo | {"load.requests_per_second": 1.005 * float(fitting)})


def test_requests_that_do_not_fit_wait_for_those_that_do(library: Library) -> None:
    full = seen(library, {"load.concurrency": 1e6})
    most = full.concurrency
    assert most is not None

    def waited(ratio: float) -> tuple[float, bool, bool]:
        answer = asked(library, {"load.concurrency": ratio * most})
        told = any("wait in its queue" in warning for warning in answer.warnings)
        found = answer.performance
        assert found.ttft_seconds is not None
        return found.ttft_seconds, found.ttft_p99_seconds is None, told

    running_seconds, *at_most = waited(1.0)
    # each takes the place of one of those that are answered in every second
    seconds = 0.02 * most / full.requests_per_second

    assert at_most == [False, False]
    assert waited(1.0005)[1:] == (False, False)
    assert waited(1.002)[1:] == (True, True)
    assert waited(1.02)[0] == pytest.approx(running_seconds + seconds, rel=1e-6)


def test_rate_close_to_the_throughput_is_announced(library: Library) -> None:
    full = seen(library).requests_per_second
    answer = asked(library, {"load.requests_per_second": 0.95 * full})

    assert any("may not keep up" in warning for warning in answer.warnings)


def test_rate_of_things_that_are_not_tokens_uses_its_share(library: Library) -> None:
    performance = seen(library, THINGS | {"load.requests_per_second": 20.0})

    assert performance.utilization_fraction == 0.4
    assert performance.ttft_seconds is None


def test_rate_of_things_that_is_not_sustained_is_refused(library: Library) -> None:
    with pytest.raises(Infeasible) as caught:
        asked(library, THINGS | {"load.requests_per_second": 50.0})

    assert caught.value.nearest == ("49.5",)


def test_callers_own_measurement_is_what_a_rate_uses(library: Library) -> None:
    performance = seen(
        library, {"measured.requests_per_second": 20.0, "load.requests_per_second": 5.0}
    )

    assert performance.utilization_fraction == 0.25


@pytest.mark.parametrize(
    ("objectives", "looser"),
    [
        ({"ttft_seconds": 0.15}, {"ttft_seconds": 0.3}),
        ({"ttft_seconds": 0.15, "tpot_seconds": 0.05}, {"ttft_seconds": 0.15}),
        ({"ttft_seconds": 0.15, "tpot_seconds": 0.05}, {"tpot_seconds": 0.05}),
    ],
)
def test_more_objectives_never_serve_more(
    library: Library, objectives: dict[str, float], looser: dict[str, float]
) -> None:
    hard, easy = (seen(library, {"slo": slo}) for slo in (objectives, looser))

    assert hard.requests_per_second <= easy.requests_per_second


def test_objective_is_used_to_the_full(library: Library) -> None:
    performance = seen(library, {"slo.tpot_seconds": 0.03})

    assert performance.tpot_seconds == pytest.approx(0.03, rel=0.01)


def test_objective_is_kept_by_the_most_requests_that_keep_it(library: Library) -> None:
    changes = {
        "model": "gemma-3-27b",
        "deployment": {
            "device": "h100-sxm-80gb",
            "device_count": 4,
            "precision": "int4",
            "tensor_parallel": 4,
        },
        "load.input_tokens": 64,
        "load.output_tokens": 1000,
    }
    one, two = (seen(library, changes | {"load.concurrency": load}) for load in (1.0, 2.0))
    assert one.tpot_seconds is not None
    assert two.tpot_seconds is not None
    objective = {"slo.tpot_seconds": 1.0001 * max(one.tpot_seconds, two.tpot_seconds)}

    # Two are hardly slower than one, whose latency is close to the objective already.
    assert seen(library, changes | objective).requests_per_second >= two.requests_per_second


LONG_PROMPTS: dict[str, Any] = {
    "model": "qwen3-8b",
    "deployment.device": "h200-sxm-141gb",
    "deployment.device_count": 1,
    "deployment.engine": "vllm",
    "load.input_tokens": 9000.0,
    "load.output_tokens": 128.0,
}


@pytest.mark.parametrize("count", [4.0, 16.0, 32.0])
def test_burst_takes_the_mean_of_one_to_all_prefills(library: Library, count: float) -> None:
    """As measured of Qwen3-8B on an H200 with prompts of 9,000 tokens: (b + 1) / 2."""
    alone = seen(library, LONG_PROMPTS | {"load.concurrency": 1.0}).burst_ttft_seconds
    burst = seen(library, LONG_PROMPTS | {"load.concurrency": count})

    assert alone is not None
    assert burst.burst_ttft_seconds is not None
    # Prompts share the last pass of their chunks, and the fixed part is once.
    assert burst.burst_ttft_seconds / alone == pytest.approx((count + 1.0) / 2.0, rel=0.1)
    assert burst.ttft_seconds is not None
    assert burst.ttft_seconds < burst.burst_ttft_seconds


def test_rate_has_no_burst(library: Library) -> None:
    assert seen(library, {"load.requests_per_second": 1.0}).burst_ttft_seconds is None


def test_requests_of_a_burst_beyond_the_places_wait_for_those_before(library: Library) -> None:
    most = seen(library, LONG_PROMPTS | {"load.concurrency": 1e6})
    fewer = seen(library, LONG_PROMPTS | {"load.concurrency": 5e5})

    assert most.burst_ttft_seconds is not None
    assert fewer.burst_ttft_seconds is not None
    # In the mean half of the others are before each.
    assert most.burst_ttft_seconds == pytest.approx(5e5 / most.requests_per_second, rel=0.02)
    assert most.burst_ttft_seconds == pytest.approx(2.0 * fewer.burst_ttft_seconds, rel=0.02)


def test_long_prompts_that_make_the_first_token_slow_are_warned_of(library: Library) -> None:
    long = {"load.input_tokens": 60_000.0, "load.output_tokens": 64.0}

    def told(changes: dict[str, Any]) -> list[str]:
        answer = asked(library, LONG_PROMPTS | changes)
        return [warning for warning in answer.warnings if "are read in" in warning]

    (warning,) = told(long | {"load.concurrency": 16.0})
    assert "60,000 tokens are read in" in warning
    assert "if all come at once" in warning
    assert told({"load.concurrency": 1.0}) == []


def test_a_replica_may_have_more_stages_than_places(library: Library) -> None:
    found = unit_costs(
        unit_cost(
            {
                "model": "llama-3.1-8b",
                "deployment": {
                    "device": "gaudi-3",
                    "device_count": 8,
                    "pipeline_parallel": 2,
                    "engine": "vllm",
                    "max_concurrency": 1,
                },
                "load": {
                    "input_tokens": 24_000.0,
                    "output_tokens": 128.0,
                    "requests_per_second": 5.0,
                },
                "measured.output_tokens_per_second": 1300.0,
            }
        ),
        library,
    ).performance

    assert found.tpot_p99_seconds is not None
    assert found.tpot_seconds is not None
    assert found.tpot_p99_seconds >= found.tpot_seconds
