from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit, InvalidQuery, UnknownName, UnsupportedPrecision
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import THINGS, unit_cost


def asked(library: Library, changes: dict[str, Any] | None = None) -> UnitCostAnswer:
    return unit_costs(unit_cost(changes), library)


def test_answer_names_what_it_is_about(library: Library) -> None:
    answer = asked(library, {"model": "Llama 3.1 70B", "deployment.device": "H100 SXM 80GB"})

    assert (answer.model, answer.device, answer.device_count, answer.precision) == (
        "llama-3.1-70b",
        "h100-sxm-80gb",
        8,
        "fp8",
    )


def test_alias_gets_the_same_figures(library: Library) -> None:
    named = asked(library)
    aliased = asked(library, {"model": "Llama 3.1 70B", "deployment.device": "H100 SXM 80GB"})

    assert aliased.unit_costs == named.unit_costs


@pytest.mark.parametrize(
    "changes",
    [
        {"deployment.precision": None},
        {"model": {"parameters": 13e9}},
        {"load": {"output_tokens": 123}},
        {"deployment": {"device": "a100-sxm-80gb", "precision": "fp8"}},
        {"load.concurrency": None, "load.requests_per_second": 0.5},
        {"load.concurrency": 1e5},
    ],
)
def test_question_under_another_price_says_all_that_it_leans_on(
    library: Library, changes: dict[str, Any]
) -> None:
    first = asked(library, changes | {"purchase": {"usd_per_device_hour": 1.0}})
    again = asked(library, changes | {"purchase": {"usd_per_device_hour": 2.0}})

    assert again.performance == first.performance
    assert (again.assumptions, again.warnings) == (first.assumptions, first.warnings)
    assert again.unit_costs.usd_per_hour == 2.0 * first.unit_costs.usd_per_hour


def test_day_past_the_tables_is_said_whatever_was_asked_before(library: Library) -> None:
    named = {"deployment.engine": "tensorrt-llm"}
    asked(library, named)
    late = asked(library, named | {"as_of": "2031-01-01"})

    assert sum("assumed to stay in force" in warning for warning in late.warnings) == 1
    assert not any("assumed to stay" in warning for warning in asked(library, named).warnings)


def test_request_is_its_hour_over_the_requests_of_the_hour(library: Library) -> None:
    answer = asked(library)

    assert answer.unit_costs.usd_per_request == pytest.approx(
        answer.unit_costs.usd_per_hour / 3600 / answer.performance.served_requests_per_second,
        rel=1e-12,
    )


def test_units_of_one_bill_agree_with_one_another(library: Library) -> None:
    answer = asked(library, {"load.input_tokens": 2000, "load.output_tokens": 500})
    costs = answer.unit_costs

    assert costs.usd_per_million_tokens == pytest.approx(
        1e6 * costs.usd_per_request / 2500, rel=1e-12
    )
    assert costs.usd_per_million_output_tokens_all_in == pytest.approx(
        1e6 * costs.usd_per_request / 500, rel=1e-12
    )
    assert costs.output_tokens_per_usd == pytest.approx(500 / costs.usd_per_request, rel=1e-12)
    assert costs.usd_per_kilowatt_hour == pytest.approx(
        1000 * costs.usd_per_hour / answer.power.facility_watts, rel=1e-12
    )
    assert costs.usd_per_watt_year == pytest.approx(8.76 * costs.usd_per_kilowatt_hour, rel=1e-12)


def test_energy_of_one_answer_agrees_with_itself(library: Library) -> None:
    changes = {"facility.grams_co2e_per_kilowatt_hour": 360.0, "utilization_fraction": 1.0}
    answer = asked(library, changes)
    efficiency = answer.efficiency
    tokens_per_second = answer.performance.output_tokens_per_second

    assert tokens_per_second is not None
    assert efficiency.joules_per_output_token == pytest.approx(
        answer.power.facility_watts / tokens_per_second, rel=1e-12
    )
    assert efficiency.joules_per_output_token is not None
    assert efficiency.output_tokens_per_joule == pytest.approx(
        1 / efficiency.joules_per_output_token, rel=1e-12
    )
    assert efficiency.grams_co2e_per_million_output_tokens == pytest.approx(
        1e6 * efficiency.joules_per_output_token * 360 / 3.6e6, rel=1e-12
    )


def test_power_grows_from_device_to_system_to_facility(library: Library) -> None:
    power = asked(library, {"facility.pue_ratio": 1.2}).power

    assert 8 * power.device_watts < power.system_watts
    assert power.facility_watts == pytest.approx(1.2 * power.system_watts, rel=1e-12)


def test_device_draws_more_at_a_large_batch_than_at_a_small_one(library: Library) -> None:
    watts = [
        asked(library, {"load.concurrency": load, "utilization_fraction": 1.0}).power.device_watts
        for load in (8.0, 512.0)
    ]

    assert 0.5 * 700 < watts[0] < watts[1] <= 700


def test_range_of_the_costs_is_that_of_the_throughput(library: Library) -> None:
    answer = asked(library)
    performance, costs = answer.performance, answer.unit_costs
    spans = (
        performance.output_tokens_per_second_low,
        performance.output_tokens_per_second,
        performance.output_tokens_per_second_high,
    )
    usd = (
        costs.usd_per_million_output_tokens_all_in_high,
        costs.usd_per_million_output_tokens_all_in,
        costs.usd_per_million_output_tokens_all_in_low,
    )
    bills = [tokens * price for tokens, price in zip(spans, usd, strict=True) if tokens and price]

    assert bills == pytest.approx([bills[1]] * 3, rel=1e-9)
    assert list(spans) == sorted(spans, key=lambda tokens: tokens or 0.0)


def test_costs_at_a_rate_are_in_no_doubt_for_the_throughput(library: Library) -> None:
    costs = asked(library, {"load.requests_per_second": 2.0}).unit_costs
    ends = (costs.usd_per_request_low, costs.usd_per_request_high)

    assert ends == (costs.usd_per_request, costs.usd_per_request)


def test_half_used_deployment_costs_twice_as_much_a_token(library: Library) -> None:
    full, half = (asked(library, {"utilization_fraction": used}) for used in (1.0, 0.5))

    assert half.unit_costs.usd_per_request == pytest.approx(
        2 * full.unit_costs.usd_per_request, rel=1e-12
    )
    assert [item.name for item in half.line_items] == ["compute", "idle"]


def test_idle_device_draws_less(library: Library) -> None:
    full, half = (asked(library, {"utilization_fraction": used}) for used in (1.0, 0.5))

    assert half.power.device_watts < full.power.device_watts


@pytest.mark.parametrize(
    "measured", [{"output_tokens_per_second": 5120.0}, {"requests_per_second": 20.0}]
)
def test_callers_own_measurement_wins(library: Library, measured: dict[str, float]) -> None:
    performance = asked(library, {"measured": measured, "load.output_tokens": 256}).performance

    assert performance.basis == "given"
    assert performance.requests_per_second == 20.0
    assert performance.output_tokens_per_second == 5120.0
    assert performance.evidence == ()


def test_measurements_that_contradict_each_other_are_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery, match="times the 256 output tokens") as caught:
        asked(
            library,
            {
                "measured": {"output_tokens_per_second": 5000.0, "requests_per_second": 1.0},
                "load.output_tokens": 256,
            },
        )

    assert caught.value.field == "measured.requests_per_second"
    assert caught.value.nearest == ("19.5312",)


def test_callers_own_watts_win(library: Library) -> None:
    power = asked(library, {"measured.watts_per_device": 512.0}).power

    assert power.device_watts == 512.0


def test_length_left_out_is_an_assumption(library: Library) -> None:
    keys = {assumption.key for assumption in asked(library).assumptions}
    given = {
        assumption.key
        for assumption in asked(
            library, {"load.input_tokens": 1, "load.output_tokens": 1}
        ).assumptions
    }

    of_load = {key for key in keys - given if key.startswith("load.")}
    assert of_load == {"load.input_tokens", "load.output_tokens"}


def test_precision_left_out_is_announced(library: Library) -> None:
    answer = asked(library, {"deployment.precision": None})

    assert answer.precision == "bf16"
    assert "no precision was asked for: bf16 is used" in answer.warnings


def test_emulated_precision_is_announced_and_saves_memory_alone(library: Library) -> None:
    changes: dict[str, Any] = {"deployment.device": "a100-sxm-80gb"}
    stored = asked(library, changes | {"deployment.precision": "fp8"})
    plain = asked(library, changes | {"deployment.precision": "bf16"})

    assert any("memory shrinks and compute does not speed up" in text for text in stored.warnings)
    assert stored.memory is not None
    assert plain.memory is not None
    # The embedding and the head of 128,256 tokens, the norms: 16 bits in either.
    kept = (2 * 128256 + 161) * 8192 * 2 / 2**30
    assert 2 * stored.memory.weights_gibibytes - kept == plain.memory.weights_gibibytes


@pytest.mark.parametrize(
    ("device", "precision"),
    [("mi250", "int8"), ("rx-7900-xtx", "int8"), ("tpu-v4", "int8"), ("trainium1", "fp8")],
)
def test_narrow_format_whose_peak_is_no_higher_is_no_slower_than_16_bits(
    library: Library, device: str, precision: str
) -> None:
    """Far from any row of the device, so that the roofline alone decides."""
    asked = {
        "model": "starcoder2-3b",
        "deployment.device": device,
        "deployment.device_count": 1,
        "load.concurrency": 64,
        "load.input_tokens": 4000,
        "load.output_tokens": 100,
        "purchase.option": None,
        "purchase.usd_per_device_hour": 1.0,
    }
    wide, narrow = (
        unit_costs(unit_cost(asked | {"deployment.precision": name}), library).performance
        for name in ("bf16", precision)
    )

    assert narrow.requests_per_second >= wide.requests_per_second


def test_precision_that_nothing_stands_in_for_is_refused(library: Library) -> None:
    with pytest.raises(UnsupportedPrecision) as caught:
        asked(library, {"deployment.device": "v100-sxm2-32gb", "deployment.precision": "tf32"})

    assert caught.value.field == "deployment.precision"


def test_16_bits_stand_in_for_each_other_with_a_warning(library: Library) -> None:
    changes = {"deployment.device": "v100-sxm2-32gb", "deployment.precision": "bf16"}
    found = asked(library, changes)
    other = asked(library, changes | {"deployment.precision": "fp16"})

    assert found.performance == other.performance
    said = "does not compute in bf16: the weights are taken to be converted, and computed in fp16"
    assert any(said in warning for warning in found.warnings)
    assert not any("does not compute" in warning for warning in other.warnings)


@pytest.mark.parametrize(
    ("deployment", "sizes"),
    [
        ({"device": "b200-sxm", "device_count": 2, "tensor_parallel": 3}, ("2",)),
        ({"device": "h100-sxm-80gb", "device_count": 8, "tensor_parallel": 1}, ("4", "8")),
        ({"device": "h100-sxm-80gb", "tensor_parallel": 1}, ("4",)),
    ],
)
def test_sizes_of_replica_that_are_proposed_fit(
    library: Library, deployment: dict[str, Any], sizes: tuple[str, ...]
) -> None:
    question = {"model": "mixtral-8x22b", "deployment": deployment | {"precision": "bf16"}}
    with pytest.raises((InvalidQuery, DoesNotFit)) as caught:
        asked(library, question)

    assert (caught.value.field, caught.value.nearest) == ("deployment.tensor_parallel", sizes)
    for size in sizes:
        asked(library, question | {"deployment.tensor_parallel": int(size)})


def test_size_of_replica_is_proposed_with_the_count_that_it_needs(library: Library) -> None:
    question = {"model": "llama-3.1-405b", "deployment.precision": "bf16"}
    with pytest.raises(DoesNotFit) as caught:
        asked(library, question | {"deployment.tensor_parallel": 1})

    assert caught.value.nearest == ("16", "deployment.device_count: 16")
    asked(library, question | {"deployment.tensor_parallel": 16, "deployment.device_count": 16})


def test_unknown_device_is_refused_with_the_nearest(library: Library) -> None:
    with pytest.raises(UnknownName) as caught:
        asked(library, {"deployment.device": "h100-sxm-81gb"})

    assert caught.value.field == "deployment.device"
    assert caught.value.nearest[0] == "h100-sxm-80gb"


def test_prompt_without_input_costs_its_output_alone(library: Library) -> None:
    costs = asked(library, {"load.input_tokens": 0}).unit_costs

    assert costs.usd_per_million_input_tokens is None
    assert costs.usd_per_million_output_tokens == pytest.approx(
        costs.usd_per_million_output_tokens_all_in, rel=1e-9
    )


def test_embedding_of_a_long_text_is_nearly_all_input(library: Library) -> None:
    costs = asked(library, {"load.input_tokens": 8000, "load.output_tokens": 1}).unit_costs

    assert costs.usd_per_million_input_tokens is not None
    assert 8000 * costs.usd_per_million_input_tokens / 1e6 > 0.9 * costs.usd_per_request


def test_regime_is_latency_bound_at_one_request_and_throughput_bound_when_full(
    library: Library,
) -> None:
    light = asked(library, {"load.concurrency": 1.0}).performance
    full = asked(library, {"workload": "batch"}).performance

    assert (light.regime, full.regime) == ("latency_bound", "throughput_bound")


def test_request_that_is_not_tokens_costs_its_share_of_the_hour(library: Library) -> None:
    answer = asked(library, THINGS | {"utilization_fraction": 1.0})

    # 2 · 0.9 USD an hour over 50 · 3600 requests
    assert answer.unit_costs.usd_per_request == pytest.approx(1.8 / 180_000, rel=1e-12)
    assert answer.performance.basis == "given"


def test_request_that_is_not_tokens_has_no_token_figures(library: Library) -> None:
    answer = asked(library, THINGS)

    assert answer.model is None
    assert answer.memory is None
    assert answer.performance.output_tokens_per_second is None
    assert answer.unit_costs.usd_per_million_tokens is None
    assert answer.unit_costs.output_tokens_per_usd is None
    assert answer.efficiency.joules_per_output_token is None
    assert answer.efficiency.joules_per_request > 0.0


def test_no_model_and_no_rate_is_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery) as caught:
        asked(library, THINGS | {"measured.requests_per_second": None})

    assert caught.value.field == "model"


def test_tokens_without_a_model_are_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery, match="needs a model") as caught:
        asked(library, THINGS | {"measured.output_tokens_per_second": 100.0})

    assert caught.value.field == "model"


def test_latency_left_to_the_model_never_contradicts_the_throughput(library: Library) -> None:
    performance = asked(library, {"load.concurrency": 64.0}).performance

    assert performance.concurrency == 64.0
    assert performance.ttft_seconds is not None
    assert performance.tpot_seconds is not None
    assert performance.ttft_seconds > 0.0
    assert performance.tpot_seconds > 0.0


@pytest.mark.parametrize("concurrency", [1.0, 8.0])
def test_interval_ends_where_the_bandwidth_does(library: Library, concurrency: float) -> None:
    answer = asked(
        library,
        {
            "model": "llama-3.1-8b",
            "deployment": {"device": "l4", "device_count": 1, "precision": "fp8"},
            "load": {"input_tokens": 0.0, "output_tokens": 1000.0, "concurrency": concurrency},
            "purchase": {"usd_per_device_hour": 1.0},
            "utilization_fraction": 1.0,
        },
    )
    found, memory, costs = answer.performance, answer.memory, answer.unit_costs
    low, middle = found.output_tokens_per_second_low, found.output_tokens_per_second

    # Nothing to prefill: a step reads the cache of all requests, and the weights but for the
    # input embedding of 128,256 tokens, which stays in 16 bits.
    assert memory is not None
    read_bytes = (memory.weights_gibibytes + memory.kv_cache_gibibytes) * 2.0**30 - 128256 * 8192
    peak = concurrency * library.newest.devices["l4"].bytes_per_second / read_bytes
    assert found.output_tokens_per_second_high == pytest.approx(peak, rel=1e-9)
    assert costs.usd_per_million_output_tokens_all_in_low == pytest.approx(
        1.0 / 3600.0 / peak * 1e6, rel=1e-9
    )
    assert low is not None
    assert middle is not None
    assert middle / low > peak / middle


@pytest.mark.parametrize("device", ["l4", "h100-sxm-80gb", "mi300x", "apple-m2", "tpu-v6e"])
@pytest.mark.parametrize("input_tokens", [10.0, 1000.0, 20000.0])
def test_nothing_in_an_interval_passes_the_arithmetic(
    library: Library, device: str, input_tokens: float
) -> None:
    changes = {
        "model": "llama-3.1-8b",
        "deployment": {"device": device, "device_count": 1, "precision": "bf16"},
        "load": {"input_tokens": input_tokens, "output_tokens": 50.0},
    }
    found = asked(library, changes | {"purchase": {"usd_per_device_hour": 1.0}}).performance
    model, hardware = library.newest.models["llama-3.1-8b"], library.newest.devices[device]
    flops = 2.0 * model.active_parameters * (input_tokens + 50.0)
    peak = max(
        hardware.flops_per_second[name]
        for name in ("bf16", "fp16")
        if name in hardware.flops_per_second
    )

    assert found.output_tokens_per_second_high is not None
    assert found.output_tokens_per_second_high / 50.0 * flops <= peak
