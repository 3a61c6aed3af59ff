"""Layouts, asked for through the quote that shows them."""

from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit, Infeasible, InvalidQuery, Refusal
from pricing.evidence.cases import cases
from pricing.evidence.questions import modelled, prepare
from pricing.serving.checkpoints.weights import weights_of
from pricing.serving.constants import inference_constants
from pricing.serving.layout import QUEUEING_GAIN_RATIO, Demand, Layout
from pricing.serving.layout_search import Hardware
from pricing.serving.point_search import fastest, layouts_of
from pricing.serving.precision import resolve
from pricing.serving.rates import rates_of
from pricing.serving.replica import speed
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost
from tests.reserves import share_of


def held(answer: UnitCostAnswer) -> tuple[float, float, float]:
    """Weights, cache and capacity of a replica [GiB]."""
    assert answer.memory is not None
    return (
        answer.memory.weights_gibibytes,
        answer.memory.kv_cache_gibibytes,
        answer.memory.capacity_gibibytes,
    )


def layout_under(
    library: Library,
    device: str,
    model: str,
    demand: Demand,
    *,
    precision: str = "int4",
    tensor_parallel: int | None = None,
) -> Layout:
    """The layout of a model on eight devices."""
    catalog = library.newest
    found = catalog.devices[device]
    number_format = resolve(catalog, found, precision)
    rates = rates_of(
        catalog.models[model],
        found,
        inference_constants(catalog, found.family, number_format.arithmetic),
        weights=weights_of(catalog.models[model], number_format.recipe),
        kv_bits=number_format.kv_bits,
        arithmetic=number_format.peaks,
    )
    hardware = Hardware(
        rates=rates,
        reserve=share_of(0.9 * found.memory_bytes),
        concurrency_limit=256.0,
        node=found.node_device_count,
        heads=0,
        tdp_watts=found.tdp_watts,
    )
    layouts = layouts_of(
        hardware,
        device,
        demand,
        device_count=8,
        tensor_parallel=tensor_parallel,
    )
    return fastest(layouts, demand)


@pytest.mark.parametrize("device_count", [2, 4, 8])
@pytest.mark.parametrize("concurrency", [None, 1.0, 7.0, 64.0])
def test_replica_holds_its_weights_and_its_cache(
    library: Library, device_count: int, concurrency: float | None
) -> None:
    answer = unit_costs(
        unit_cost({"deployment.device_count": device_count, "load.concurrency": concurrency}),
        library,
    )
    weights, cache, capacity = held(answer)

    assert weights + cache <= capacity


@pytest.mark.parametrize("device_count", [1, 2, 6, 8, 16, 24])
def test_replicas_use_all_devices(library: Library, device_count: int) -> None:
    answer = unit_costs(unit_cost({"deployment.device_count": device_count}), library)
    performance = answer.performance

    assert performance.tensor_parallel is not None
    assert performance.replica_count is not None
    assert performance.tensor_parallel * performance.replica_count == device_count


def test_chosen_layout_is_the_fastest_of_all_that_fit(library: Library) -> None:
    chosen = unit_costs(unit_cost(), library).performance.requests_per_second
    rates = []
    for size in (1, 2, 4, 8):
        try:
            answer = unit_costs(unit_cost({"deployment.tensor_parallel": size}), library)
        except DoesNotFit:
            continue
        rates.append(answer.performance.requests_per_second)

    assert chosen == max(rates)


@pytest.mark.parametrize("model", ["llama-3.2-1b", "llama-3.1-70b", "deepseek-v3"])
@pytest.mark.parametrize("concurrency", [None, 16.0])
def test_roofline_of_the_chosen_layout_is_the_highest(
    library: Library, model: str, concurrency: float | None
) -> None:
    demand = Demand(1024.0, 256.0, concurrency)

    def reached(tensor_parallel: int | None) -> float:
        try:
            layout = layout_under(
                library,
                "h200-sxm-141gb",
                model,
                demand,
                precision="fp8",
                tensor_parallel=tensor_parallel,
            )
        except DoesNotFit:
            return 0.0
        return float(layout.requests_per_second)

    assert reached(None) == max(map(reached, (1, 2, 4, 8)))


def test_count_left_out_at_a_rate_is_the_smallest_that_fits(library: Library) -> None:
    """Of those that are told at a rate; the weights of 70B leave two little room for requests."""
    changes = {
        "deployment.precision": "bf16",
        "deployment.device_count": None,
        "load.requests_per_second": 0.1,
    }
    found = unit_costs(unit_cost(changes), library).device_count

    assert found == 2
    with pytest.raises(DoesNotFit):
        unit_costs(unit_cost(changes | {"deployment.device_count": 1}), library)


@pytest.mark.parametrize(
    ("model", "precision", "count"),
    [
        ("llama-3.1-8b", "bf16", 1),
        ("llama-3.1-70b", "bf16", 4),
        ("llama-3.1-405b", "fp8", 8),
        ("llama-3.1-405b", "bf16", 16),
        ("deepseek-v3", "fp8", 16),
    ],
)
def test_cheapest_count_is_one_that_people_use(
    library: Library, model: str, precision: str, count: int
) -> None:
    # 80 GB each: 16 GB, 141 GB, 406 GB, 812 GB and 671 GB of weights, with 10% kept free. Of 144
    # GB the weights of 70B leave next to nothing to requests.
    changes = {
        "model": model,
        "deployment.precision": precision,
        "deployment.device_count": None,
    }

    assert unit_costs(unit_cost(changes), library).device_count == count


def test_model_that_is_too_large_is_refused_with_a_count_that_fits(library: Library) -> None:
    changes = {"deployment.precision": "bf16", "deployment.device_count": 1}
    with pytest.raises(DoesNotFit, match=r"131\.4 of weights") as caught:
        unit_costs(unit_cost(changes), library)

    assert caught.value.field == "deployment.device_count"
    (needed,) = caught.value.nearest
    assert unit_costs(
        unit_cost(changes | {"deployment.device_count": int(needed)}), library
    ).device_count == int(needed)


@pytest.mark.parametrize(
    ("changes", "spanned"),
    [
        (
            {"model": "llama-3.1-405b", "deployment.device_count": 11},
            r"in the 569\.5 GiB .* on 8 × h100-sxm-80gb, the most of 11 that one replica may span",
        ),
        (
            {"deployment.device_count": 1},
            r"in the 71\.19 GiB that an engine may use on 1 × h100-sxm-80gb$",
        ),
    ],
)
def test_refusal_counts_the_memory_of_one_replica(
    library: Library, changes: dict[str, Any], spanned: str
) -> None:
    with pytest.raises(DoesNotFit, match=spanned):
        unit_costs(unit_cost({"deployment.precision": "bf16"} | changes), library)


FLEET = {
    "model": "deepseek-v3",
    "deployment": {"device": "h800-sxm", "precision": "fp8", "tensor_parallel": 16},
}
"""What its makers serve it on: 1,814 devices on average of a day."""


@pytest.mark.parametrize("device_count", [24, 40])
def test_replica_may_span_any_number_of_whole_nodes(library: Library, device_count: int) -> None:
    asked = {"model": "deepseek-v3", "deployment.precision": "bf16"}
    answer = unit_costs(unit_cost(asked | {"deployment.device_count": device_count}), library)
    found = answer.performance

    assert found.replica_count == 1
    assert (found.tensor_parallel or 0) * (found.data_parallel or 0) == device_count


def test_count_left_open_is_of_so_many_nodes_as_are_needed(library: Library) -> None:
    asked = {"model": "deepseek-v3", "deployment.precision": "bf16"}
    with pytest.raises(DoesNotFit) as caught:
        unit_costs(unit_cost(asked | {"deployment.device_count": 16}), library)
    found = unit_costs(unit_cost(asked | {"deployment.device_count": None}), library)

    assert caught.value.nearest == ("24",)
    assert found.device_count in {24, 32}


def test_refusal_counts_a_cache_as_often_as_it_is_stored(library: Library) -> None:
    asked = {
        "model": {"parameters": 1e9, "layers": 64, "heads": 32, "kv_heads": 1, "head_dim": 128},
        "deployment.device_count": 8,
        "deployment.tensor_parallel": 8,
        "deployment.precision": "bf16",
        "load.input_tokens": 4_000_000,
        "load.output_tokens": 1,
    }
    with pytest.raises(DoesNotFit, match=r"976\.6 of KV cache of a request of 4,0"):
        unit_costs(unit_cost(asked), library)


def test_model_that_fits_nowhere_is_refused(library: Library) -> None:
    with pytest.raises(DoesNotFit):
        unit_costs(
            unit_cost({"model": {"parameters": 1e14}, "deployment.device_count": None}), library
        )


def test_replicas_beyond_the_count_are_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery, match="8 devices are too few for a replica of 16") as caught:
        unit_costs(unit_cost({"deployment.tensor_parallel": 16}), library)

    assert caught.value.field == "deployment.tensor_parallel"
    assert "4" in caught.value.nearest


@pytest.mark.parametrize(
    ("changes", "placed"),
    [
        ({"deployment.tensor_parallel": 3}, 6),
        ({"deployment.device_count": 3, "deployment.precision": "bf16"}, 2),
        ({**FLEET, "deployment.device_count": 1814}, 1808),
        ({**FLEET, "deployment.device_count": 1816}, 1808),
    ],
)
def test_devices_that_no_replica_uses_are_idle_and_charged(
    library: Library, changes: dict[str, Any], placed: int
) -> None:
    changes = changes | {"utilization_fraction": 0.5, "purchase.usd_per_device_hour": 2.0}
    answer = unit_costs(unit_cost(changes), library)
    within = unit_costs(unit_cost(changes | {"deployment.device_count": placed}), library)
    items = {item.name: item for item in answer.line_items}
    idle = answer.device_count - placed
    said = "stands idle, and is paid for" if idle == 1 else "stand idle, and are paid for"

    assert any(text.endswith(f" {idle} {said}") for text in answer.warnings)
    assert items["compute"].quantity == 0.5 * placed
    assert items["idle"].quantity == answer.device_count - 0.5 * placed
    assert answer.unit_costs.usd_per_hour == 2.0 * answer.device_count
    assert answer.performance.requests_per_second == within.performance.requests_per_second
    assert answer.at_full_use.usd_per_request == pytest.approx(
        within.at_full_use.usd_per_request * answer.device_count / placed
    )
    assert within.power.device_watts > answer.power.device_watts


def test_groups_that_an_answer_has_may_be_asked_for_with_its_idle_devices(library: Library) -> None:
    devices = {"deployment.device_count": 1000, "deployment.tensor_parallel": 3}
    first = unit_costs(unit_cost(devices), library)
    groups = {"deployment.data_parallel": first.performance.data_parallel}

    assert groups == {"deployment.data_parallel": 333}
    for asked in (devices | groups, {"deployment.device_count": 1000} | groups):
        assert unit_costs(unit_cost(asked), library).performance == first.performance
    with pytest.raises(InvalidQuery, match="takes 996 devices"):
        unit_costs(unit_cost(devices | {"deployment.data_parallel": 332}), library)


@pytest.mark.parametrize("device", ["h100-sxm-80gb", "h200-sxm-141gb", "b200-sxm"])
@pytest.mark.parametrize(
    "load", [{}, {"concurrency": 40.0}, {"input_tokens": 8192.0, "output_tokens": 1024.0}]
)
@pytest.mark.parametrize("slo", [{}, {"tpot_seconds": 0.03}])
def test_count_left_out_costs_as_much_a_token_as_the_cheapest_that_is_named(
    library: Library, device: str, load: dict[str, float], slo: dict[str, float]
) -> None:
    asked = {
        "model": "llama-3.1-70b",
        "deployment": {"device": device, "precision": "fp8"},
        "load": load,
        "slo": slo,
        "purchase.usd_per_device_hour": 2.0,
    }
    answer = unit_costs(unit_cost(asked), library)
    named = []
    for count in (1, 2, 4, 8):
        with suppress(Refusal):
            found = unit_costs(unit_cost(asked | {"deployment.device_count": count}), library)
            # What queues is not carried: see test_load_that_queues_is_no_reason_for_more_devices.
            if found.performance.concurrency == load.get(
                "concurrency", found.performance.concurrency
            ):
                named.append(found.unit_costs.usd_per_million_tokens or 0.0)

    assert named
    # Fewer devices are taken where they cost a token 5% more at most.
    assert answer.unit_costs.usd_per_million_tokens <= min(named) * 1.05 * (1.0 + 1e-9)  # type: ignore[operator]
    assert any(
        "no device_count was asked for: " in text and f"{answer.device_count} " in text
        for text in answer.warnings
    )


@pytest.mark.parametrize("objective", ["ttft_seconds", "tpot_seconds"])
def test_objective_out_of_reach_is_refused_with_the_best_there_is(
    library: Library, objective: str
) -> None:
    with pytest.raises(Infeasible, match="no layout of 8 × h100-sxm-80gb meets the SLO") as caught:
        unit_costs(unit_cost({f"slo.{objective}": 1e-6}), library)

    assert caught.value.field == f"slo.{objective}"
    (best,) = caught.value.nearest
    reached = unit_costs(unit_cost({f"slo.{objective}": 1.01 * float(best)}), library)
    assert getattr(reached.performance, objective) <= 1.01 * float(best)


@pytest.mark.parametrize("tpot_seconds", [0.03, 0.05, 0.1])
def test_objective_is_met(library: Library, tpot_seconds: float) -> None:
    answer = unit_costs(unit_cost({"slo.tpot_seconds": tpot_seconds}), library)

    assert answer.performance.tpot_seconds is not None
    assert answer.performance.tpot_seconds <= tpot_seconds


def test_harder_objective_never_serves_more(library: Library) -> None:
    rates = [
        unit_costs(unit_cost({"slo.tpot_seconds": seconds}), library).performance.concurrency or 0
        for seconds in (0.2, 0.1, 0.05, 0.03)
    ]

    assert rates == sorted(rates, reverse=True)


def test_more_requests_in_flight_serve_more_and_slower(library: Library) -> None:
    answers = [
        unit_costs(
            unit_cost({"load.concurrency": float(load), "deployment.tensor_parallel": 8}), library
        ).performance
        for load in (1, 4, 16, 64, 256)
    ]
    rates = [answer.requests_per_second for answer in answers]
    times = [answer.tpot_seconds or 0.0 for answer in answers]

    assert rates == sorted(rates)
    # Near rows of a load may be a twelfth off what those of the next show.
    assert all(less < 1.08 * more for less, more in pairwise(times))


@pytest.mark.parametrize("concurrency", [1.0, 3.0, 8.0, 20.0])
@pytest.mark.parametrize("tensor_parallel", [None, 1, 2])
def test_no_more_requests_run_than_are_asked_for(
    library: Library, concurrency: float, tensor_parallel: int | None
) -> None:
    """Replicas without a request serve nothing: one request on eight devices is one."""
    answer = unit_costs(
        unit_cost(
            {
                "model": "llama-3.1-8b",
                "deployment.device_count": 8,
                "deployment.tensor_parallel": tensor_parallel,
                "load.concurrency": concurrency,
            }
        ),
        library,
    )
    performance = answer.performance

    assert performance.concurrency == pytest.approx(concurrency)
    assert performance.output_tokens_per_second is not None
    assert performance.tpot_seconds is not None
    # Little's law, time to first token apart.
    most = concurrency / performance.tpot_seconds
    assert performance.output_tokens_per_second <= most * 1.001


def test_one_request_on_many_replicas_is_served_by_one(library: Library) -> None:
    asked = {
        "model": "llama-3.1-8b",
        "deployment.precision": "bf16",
        "load.concurrency": 1.0,
        "deployment.tensor_parallel": 1,
    }
    alone, beside = (
        unit_costs(unit_cost(asked | {"deployment.device_count": count}), library)
        for count in (1, 4)
    )

    # Evidence knows four devices from one, and may correct them apart.
    assert beside.performance.output_tokens_per_second == pytest.approx(
        alone.performance.output_tokens_per_second, rel=0.25
    )
    assert beside.performance.concurrency == alone.performance.concurrency == 1.0
    assert beside.memory == alone.memory
    assert beside.power.device_watts < alone.power.device_watts


@pytest.mark.parametrize(
    "engine", ["llama.cpp", "Ollama 0.5", "llama_cpp", "llama-cpp-python", "LM Studio"]
)
def test_devices_of_an_engine_that_splits_layers_take_turns(library: Library, engine: str) -> None:
    """Two cards hold what one does not, and are no faster than one that would."""
    asked = {
        "model": "llama-2-70b",
        "deployment.device": "rtx-4090",
        "deployment.precision": "q4_k_m",
        "deployment.device_count": 2,
        "load.concurrency": 1.0,
        "load.input_tokens": 16.0,
    }
    turning = unit_costs(unit_cost(asked | {"deployment.engine": engine}), library)
    together = unit_costs(unit_cost(asked | {"deployment.engine": "vllm"}), library)
    weights, _, _ = held(turning)
    tpot_seconds = turning.performance.tpot_seconds

    assert turning.performance.tensor_parallel == 2
    assert any("one of them works at a time" in warning for warning in turning.warnings)
    assert not any("works at a time" in warning for warning in together.warnings)
    assert tpot_seconds is not None
    # Not faster than one card reads all the weights; published: 19 tokens a second.
    assert tpot_seconds > weights * 2**30 / 1008e9


def test_format_of_llama_cpp_names_its_engine(library: Library) -> None:
    asked = {
        "model": "llama-2-70b",
        "deployment.device": "rtx-4090",
        "deployment.precision": "q4_k_m",
        "deployment.device_count": 2,
        "load.concurrency": 1.0,
    }
    named, unnamed = (
        unit_costs(unit_cost(asked | {"deployment.engine": engine}), library)
        for engine in ("llama.cpp", None)
    )

    assert unnamed.performance == named.performance
    assert "no engine was asked for: llama.cpp is used, whose format q4_k_m is" in unnamed.warnings


def test_name_of_a_checkpoint_of_llama_cpp_names_its_engine(library: Library) -> None:
    asked = {"deployment.device": "rtx-4090", "deployment.device_count": 2}
    by_name, by_fields = (
        unit_costs(unit_cost(asked | changes), library)
        for changes in (
            {"model": "llama-2-70b-chat-Q4_K_M.gguf", "deployment.precision": None},
            {
                "model": "llama-2-70b",
                "deployment.precision": "q4_k_m",
                "deployment.engine": "llama.cpp",
            },
        )
    )

    assert by_name.performance == by_fields.performance
    assert (
        "no engine was asked for: llama.cpp is used, whose format the name of the model says"
        in by_name.warnings
    )


def test_file_of_llama_cpp_names_its_engine_in_any_format(library: Library) -> None:
    asked = {"deployment.device": "rtx-4090", "deployment.device_count": 1}
    by_name, by_fields = (
        unit_costs(unit_cost(asked | changes), library)
        for changes in (
            {"model": "gpt-oss-20b-mxfp4.gguf", "deployment.precision": None},
            {
                "model": "gpt-oss-20b",
                "deployment.precision": "mxfp4",
                "deployment.engine": "llama.cpp",
            },
        )
    )

    assert by_name.performance == by_fields.performance
    assert by_name.memory == by_fields.memory


def test_longer_inputs_leave_room_for_fewer_requests(library: Library) -> None:
    loads = [
        unit_costs(unit_cost({"load.input_tokens": tokens}), library).performance.concurrency or 0
        for tokens in (1e3, 4e3, 16e3, 64e3)
    ]

    assert loads == sorted(loads, reverse=True)
    assert loads[0] != loads[-1]


def test_queue_beyond_the_engine_is_announced(library: Library) -> None:
    answer = unit_costs(unit_cost({"model": "llama-3.1-8b", "load.concurrency": 1e6}), library)

    assert any("wait in its queue" in warning for warning in answer.warnings)


def test_queue_beyond_the_memory_is_in_the_time_to_first_token(library: Library) -> None:
    """As published for NIM 1.8: 920 tokens a second, and 88.6 s to the first.

    Within the band of the answer, 11% either way, and what repeated measurements differ by, 4%.
    """
    asked = {
        "model": "llama-3.3-70b",
        "deployment.device_count": 2,
        "deployment.tensor_parallel": 2,
        "load.input_tokens": 5000.0,
        "load.output_tokens": 500.0,
    }
    fitting, queueing = (
        unit_costs(unit_cost(asked | {"load.concurrency": concurrency}), library).performance
        for concurrency in (50.0, 250.0)
    )

    assert queueing.concurrency is not None
    assert queueing.concurrency < 250.0
    assert fitting.ttft_p99_seconds is not None
    assert queueing.ttft_p99_seconds is None
    assert queueing.output_tokens_per_second == pytest.approx(920.0, rel=0.15)
    assert queueing.ttft_seconds == pytest.approx(88.6, rel=0.15)


def test_queue_breaks_an_objective(library: Library) -> None:
    with pytest.raises(Infeasible):
        unit_costs(
            unit_cost(
                {
                    "model": "llama-3.3-70b",
                    "deployment.device_count": 2,
                    "load.input_tokens": 5000.0,
                    "load.concurrency": 250.0,
                    "slo.ttft_seconds": 10.0,
                }
            ),
            library,
        )


def test_count_left_out_could_hold_the_load(library: Library) -> None:
    asked = {"model": "llama-3.3-70b", "deployment.device_count": None, "load.concurrency": 250.0}
    count = unit_costs(unit_cost(asked | {"load.input_tokens": 5000.0}), library).device_count

    whole = {"deployment.device_count": count, "deployment.tensor_parallel": count}
    answer = unit_costs(unit_cost(asked | whole | {"load.input_tokens": 5000.0}), library)
    half = {"deployment.device_count": count // 2, "deployment.tensor_parallel": count // 2}
    queueing = unit_costs(unit_cost(asked | half | {"load.input_tokens": 5000.0}), library)

    assert answer.performance.concurrency == pytest.approx(250.0)
    assert not any("wait in its queue" in warning for warning in answer.warnings)
    assert any("wait in its queue" in warning for warning in queueing.warnings)


@pytest.mark.parametrize("device", ["h100-sxm-80gb", "l40s", "rtx-4090", "mi300x", "gaudi-3"])
@pytest.mark.parametrize("model", ["qwen3-8b", "mixtral-8x7b", "llama-3.1-70b", "gpt-oss-120b"])
@pytest.mark.parametrize("input_tokens", [200.0, 2000.0, 16000.0])
def test_more_requests_never_serve_much_less(
    library: Library, device: str, model: str, input_tokens: float
) -> None:
    """A load that the fastest layout does not hold waits, unless another is nearly as fast."""
    served = [
        layout_under(library, device, model, Demand(input_tokens, 300.0, float(2**doublings)))
        for doublings in range(11)
    ]
    fastest = 0.0
    for layout in served:
        assert layout.requests_per_second >= fastest / QUEUEING_GAIN_RATIO
        fastest = max(fastest, layout.requests_per_second)


def test_layout_that_queues_is_taken_where_it_is_clearly_faster(library: Library) -> None:
    """Two RTX 4090 of eight hold 70 billion 4-bit weights; eight are slow over PCIe."""
    demand = Demand(2000.0, 300.0, 1024.0)
    chosen = layout_under(library, "rtx-4090", "llama-3.1-70b", demand)
    whole = layout_under(library, "rtx-4090", "llama-3.1-70b", demand, tensor_parallel=8)

    assert chosen.in_flight < 1024.0
    assert whole.in_flight > chosen.in_flight
    assert chosen.requests_per_second > QUEUEING_GAIN_RATIO * whole.requests_per_second


def test_places_of_the_engine_queue_as_memory_does(library: Library) -> None:
    """A replica of eight devices batches half of the requests, two of four all of them."""
    asked = {
        "deployment.device": "h20",
        "deployment.precision": "bf16",
        "load.input_tokens": 128,
        "load.output_tokens": 128,
        "load.concurrency": 2048,
    }
    found = unit_costs(unit_cost(asked), library).performance
    queued = unit_costs(unit_cost(asked | {"deployment.tensor_parallel": 8}), library).performance

    assert queued.concurrency == 1024.0
    assert found.concurrency == 2048.0


def test_every_device_answers_for_a_small_model(library: Library) -> None:
    refused = []
    for device in library.newest.devices:
        question = unit_cost(
            {
                "model": "llama-3.2-1b",
                "deployment": {"device": device},
                "purchase.usd_per_device_hour": 1.0,
            }
        )
        try:
            unit_costs(question, library)
        except Refusal as refusal:
            refused.append((device, refusal.detail))

    assert refused == []


@pytest.mark.parametrize(("size", "slower"), [(2, False), (4, True), (8, True)])
def test_replicas_wider_than_a_bridge_pass_through_the_host(
    library: Library, size: int, *, slower: bool
) -> None:
    """An A100 on PCIe is linked to one other as fast as an A100 on SXM is to seven."""
    demand = Demand(2000.0, 200.0, 64.0)
    bridged, linked = (
        layout_under(library, device, "llama-2-70b", demand, precision="bf16", tensor_parallel=size)
        for device in ("a100-pcie-80gb", "a100-sxm-80gb")
    )
    lost = bridged.speed.prefill.overhead_seconds - linked.speed.prefill.overhead_seconds

    assert (lost > 0.0) is slower


def test_replica_divides_the_heads_where_one_that_does_fits(library: Library) -> None:
    """64 heads do not divide by three, five or seven; one device holds the model alone."""
    for device_count in (3, 5, 7):
        changes = {
            "deployment.device": "h200-sxm-141gb",
            "deployment.device_count": device_count,
            "load.concurrency": 16,
        }
        performance = unit_costs(unit_cost(changes), library).performance
        assert 64 % (performance.tensor_parallel or 0) == 0


def test_replica_that_does_not_divide_the_heads_is_taken_where_nothing_else_fits(
    library: Library,
) -> None:
    changes = {"deployment.precision": "bf16", "deployment.device_count": 3}
    answer = unit_costs(unit_cost(changes | {"deployment.tensor_parallel": 3}), library)

    assert answer.performance.tensor_parallel == 3
    assert any("64 attention heads" in warning for warning in answer.warnings)


def test_layers_are_divided_without_the_heads(library: Library) -> None:
    changes = {
        "deployment.precision": "bf16",
        "deployment.device_count": 3,
        "deployment.engine": "llama.cpp",
    }
    assert not any(
        "attention heads" in text for text in unit_costs(unit_cost(changes), library).warnings
    )


@pytest.mark.parametrize(
    ("changes", "nearest"),
    [
        ({"deployment.tensor_parallel": 2, "deployment.device_count": 8}, ("4", "8")),
        ({"deployment.tensor_parallel": 2, "deployment.device_count": None}, ("4",)),
    ],
)
def test_replica_that_is_too_small_is_refused_with_sizes_that_are_answered(
    library: Library, changes: dict[str, Any], nearest: tuple[str, ...]
) -> None:
    asked = {"model": "mistral-large-123b", "deployment.precision": "bf16"} | changes
    with pytest.raises(DoesNotFit) as caught:
        unit_costs(unit_cost(asked), library)

    assert caught.value.field == "deployment.tensor_parallel"
    assert tuple(caught.value.nearest) == nearest
    for size in nearest:
        unit_costs(unit_cost(asked | {"deployment.tensor_parallel": int(size)}), library)


def test_load_that_queues_is_no_reason_for_more_devices(library: Library) -> None:
    asked = {
        "model": "llama-2-7b",
        "deployment.device": "v100-sxm2-16gb",
        "deployment.precision": "fp16",
        "deployment.device_count": 1,
        "load.input_tokens": 8000,
        "load.output_tokens": 500,
        "load.concurrency": 64,
    }
    with pytest.raises(DoesNotFit) as caught:
        unit_costs(unit_cost(asked), library)

    (count,) = caught.value.nearest
    assert count == "2"
    unit_costs(unit_cost(asked | {"deployment.device_count": int(count)}), library)


OPEN = {
    "model": "command-r-plus",
    "deployment.device_count": 8,
    "load.input_tokens": 1000,
    "load.output_tokens": 1000,
    "load.concurrency": 128,
}


def test_no_named_size_beats_the_one_left_open(library: Library) -> None:
    """The roofline alone would take eight devices a replica; the rows nearest to it, four."""
    left_open = unit_costs(unit_cost(OPEN), library).performance.requests_per_second
    named = [
        unit_costs(unit_cost(OPEN | {"deployment.tensor_parallel": size}), library)
        for size in (4, 8)
    ]

    assert left_open == max(answer.performance.requests_per_second for answer in named)


def test_one_request_is_not_spread_over_more_nodes_than_hold_it(library: Library) -> None:
    """In 16 bits two of them hold it, and in 8 bits one does."""
    asked = {"deployment.device": "dgx-spark", "load.concurrency": 1}
    found = [
        unit_costs(unit_cost(asked | {"deployment.precision": name}), library).performance
        for name in ("bf16", "fp8")
    ]

    assert [performance.tensor_parallel for performance in found] == [2, 1]


@pytest.mark.parametrize(
    ("device", "model", "device_count"),
    [("dgx-spark", "llama-3.1-405b", 8), ("t4", "llama-3.1-405b", 64)],
)
@pytest.mark.parametrize("concurrency", [None, 256])
def test_no_named_size_across_nodes_beats_the_one_left_open(
    library: Library, device: str, model: str, device_count: int, concurrency: int | None
) -> None:
    """The smallest replica that holds the weights has room for a handful of requests."""
    asked = {
        "model": model,
        "deployment.device": device,
        "deployment.device_count": device_count,
        "deployment.precision": "int4",
        "load.concurrency": concurrency,
        "workload": "batch",
    }
    left_open = unit_costs(unit_cost(asked), library).performance
    sizes = [size for size in (2, 4, 8, 16, 32, 64) if size <= device_count]
    named = []
    for size in sizes:
        with suppress(DoesNotFit):
            answer = unit_costs(unit_cost(asked | {"deployment.tensor_parallel": size}), library)
            named.append(answer.performance.requests_per_second)

    assert len(named) > 1
    assert left_open.requests_per_second >= max(named)


def test_refusal_of_an_objective_says_that_replicas_stay_on_the_fewest_nodes(
    library: Library,
) -> None:
    asked = {
        "model": "llama-3.1-70b",
        "deployment.device": "dgx-spark",
        "deployment.precision": "fp8",
        "load.concurrency": 1,
        "slo.tpot_seconds": 0.1,
    }
    across = unit_costs(unit_cost(asked | {"deployment.tensor_parallel": 8}), library)

    assert (across.performance.tpot_seconds or 1.0) < 0.1
    with pytest.raises(Infeasible, match="8 × dgx-spark with replicas on the fewest nodes meets"):
        unit_costs(unit_cost(asked), library)


def test_a_tighter_objective_is_never_cheaper(library: Library) -> None:
    asked = {
        "model": "gpt-oss-120b",
        "deployment.device": "b200-sxm",
        "deployment.precision": "bf16",
        "load.input_tokens": 100,
        "load.output_tokens": 1000,
    }
    usd = [
        unit_costs(
            unit_cost(asked | ({"slo.tpot_seconds": seconds} if seconds else {})), library
        ).unit_costs.usd_per_request
        for seconds in (None, 1.0, 0.06, 0.04, 0.03)
    ]

    assert usd == sorted(usd)


@pytest.mark.parametrize(
    "objectives",
    [
        {"slo.tpot_seconds": 0.0005},
        {"slo.ttft_seconds": 0.0005},
        {"slo.ttft_seconds": 0.043, "slo.tpot_seconds": 0.0155},
        {"slo.ttft_seconds": 0.15, "slo.tpot_seconds": 0.016},
    ],
)
def test_objective_that_a_refusal_proposes_is_kept(
    library: Library, objectives: dict[str, float]
) -> None:
    asked = {
        "model": "qwen3-235b-a22b",
        "deployment.device": "h200-sxm-141gb",
        "load.input_tokens": 1024,
        "load.output_tokens": 256,
    } | objectives
    with pytest.raises(Infeasible) as caught:
        unit_costs(unit_cost(asked), library)

    assert caught.value.field is not None
    kept = asked | {caught.value.field: float(caught.value.nearest[0])}
    unit_costs(unit_cost(kept), library)


def test_objectives_that_no_layout_keeps_either_of_are_proposed_together(library: Library) -> None:
    asked = {"slo.ttft_seconds": 0.0005, "slo.tpot_seconds": 0.0005}
    with pytest.raises(Infeasible) as caught:
        unit_costs(unit_cost(asked), library)

    ttft, tpot = caught.value.nearest
    name, _, seconds = tpot.partition(": ")
    assert (caught.value.field, name) == ("slo.ttft_seconds", "slo.tpot_seconds")
    unit_costs(
        unit_cost({"slo.ttft_seconds": float(ttft), "slo.tpot_seconds": float(seconds)}), library
    )


def test_cache_that_devices_cannot_share_is_held_by_each(library: Library) -> None:
    asked = {
        "model": "qwen3-235b-a22b",
        "deployment.device": "h100-sxm-80gb",
        "deployment.precision": "bf16",
        "deployment.tensor_parallel": 8,
        "load.input_tokens": 8192,
        "load.output_tokens": 1024,
        "load.concurrency": 8,
    }
    catalog = library.newest
    model = catalog.models["qwen3-235b-a22b"]
    memory = unit_costs(unit_cost(asked), library).memory

    # Four key-value heads on eight devices: two have each.
    tokens = 8192 + 1024 / 2
    once = 8 * tokens * model.layers * model.kv_values_per_token_layer * 2.0
    assert memory is not None
    assert memory.kv_cache_gibibytes * 2**30 == pytest.approx(2.0 * once)


def test_request_fits_to_its_end(library: Library) -> None:
    asked = {
        "model": "llama-3.1-70b",
        "deployment.device_count": 2,
        "deployment.precision": "bf16",
        "load.input_tokens": 1000,
        "load.concurrency": 1,
    }
    unit_costs(unit_cost(asked | {"load.output_tokens": 8_000}), library)

    with pytest.raises(DoesNotFit, match=r"20\.31 of KV cache of a request"):
        unit_costs(unit_cost(asked | {"load.output_tokens": 65_536}), library)


@pytest.mark.parametrize("precision", [None, "fp4", "mxfp4"])
@pytest.mark.parametrize(("engine", "gigabytes"), [("vllm", 13.76), ("llama.cpp", 12.07)])
def test_published_format_has_the_size_of_the_published_files(
    library: Library, precision: str | None, engine: str, gigabytes: float
) -> None:
    # openai/gpt-oss-20b: 13.76 GB; ggml-org/gpt-oss-20b-GGUF: 12.1 GB.
    asked = {"model": "gpt-oss-20b", "deployment.device_count": 1, "deployment.engine": engine}
    held = unit_costs(unit_cost(asked | {"deployment.precision": precision}), library).memory

    assert held is not None
    assert held.checkpoint_bytes / 1e9 == pytest.approx(gigabytes, abs=0.005)


def test_another_format_of_4_bits_than_the_published_one_is_asked_for_by_its_name(
    library: Library,
) -> None:
    asked = {"model": "gpt-oss-20b", "deployment.device_count": 1}
    published, other = (
        unit_costs(unit_cost(asked | {"deployment.precision": precision}), library)
        for precision in ("fp4", "nvfp4")
    )

    assert published.memory is not None
    assert other.memory is not None
    assert other.memory.checkpoint_bytes > published.memory.checkpoint_bytes
    keys = {assumption.key for assumption in published.assumptions}
    assert "precision.fp4.weight_bits" not in keys


def test_file_of_llama_cpp_has_narrow_weights_outside_the_experts(library: Library) -> None:
    """Published in int4 with all but the experts in 16 bits, as no such file is."""
    model = library.newest.models["kimi-k2-thinking"]
    asked = {"model": model.name, "deployment.precision": "q2_k"}
    held = unit_costs(unit_cost(asked | {"deployment.device_count": 8}), library).memory

    assert (model.native_precision, model.dense_weight_bits) == ("int4", 16.0)
    assert held is not None
    assert 2.6 < held.weights_gibibytes * 2**30 * 8.0 / model.parameters < 3.2


def test_mixture_whose_experts_alone_are_narrow_reads_the_rest_in_16_bits(library: Library) -> None:
    model = library.newest.models["gpt-oss-20b"]
    narrow, all_narrow = (
        unit_costs(
            unit_cost(
                {
                    "model": "gpt-oss-20b",
                    "deployment.device_count": 1,
                    "deployment.precision": precision,
                }
            ),
            library,
        ).memory
        for precision in ("mxfp4", "int4")
    )

    assert narrow is not None
    assert all_narrow is not None
    experts = model.routed_expert_parameters
    rest = model.parameters - experts
    assert narrow.checkpoint_bytes == pytest.approx(experts * 4.25 / 8.0 + rest * 2.0)
    # 2,880 numbers fill up to 3,072 and 2,944.
    padding = experts * 4.25 / 8.0 * (3072 * 2944 / 2880**2 - 1.0)
    padded = narrow.weights_gibibytes * 2**30 - narrow.checkpoint_bytes
    assert padded == pytest.approx(padding)
    assert all_narrow.weights_gibibytes * 2**30 > model.parameters * 4.5 / 8.0


def test_name_of_a_checkpoint_says_its_precision(library: Library) -> None:
    asked = {"model": "Qwen/Qwen3-32B-FP8", "deployment.precision": None}
    named, said = (
        unit_costs(unit_cost(asked | changes), library)
        for changes in ({}, {"deployment.precision": "fp8"})
    )

    assert named.unit_costs == said.unit_costs
    assert "the name of the model says its precision: fp8 is used" in named.warnings


@pytest.mark.parametrize(
    ("model", "precision", "gigabytes"),
    [
        # vLLM issue 6746: 57.752 GiB on each of 8 devices
        ("Meta-Llama-3.1-405B-Instruct-FP8", "fp8", 496.1),
        # hugging-quants/Meta-Llama-3.1-8B-Instruct-AWQ-INT4
        ("Meta-Llama-3.1-8B-Instruct-AWQ-INT4", "INT4", 5.73),
    ],
)
def test_format_that_a_name_spells_out_holds_beside_its_plain_name(
    library: Library, model: str, precision: str, gigabytes: float
) -> None:
    asked = {"model": model, "deployment.device_count": 8, "deployment.precision": precision}

    found = unit_costs(unit_cost(asked), library)

    assert found.memory is not None
    assert found.memory.checkpoint_bytes / 1e9 == pytest.approx(gigabytes, rel=0.002)
    assert not any("name of the model says" in warning for warning in found.warnings)


def test_name_of_a_checkpoint_that_is_asked_for_in_another_format_is_told(library: Library) -> None:
    asked = {"model": "someone/Qwen3-32B-AWQ", "deployment.precision": "bf16"}

    found = unit_costs(unit_cost(asked), library)

    assert found.precision == "bf16"
    assert "the name of the model says int4: it is taken in bf16" in found.warnings


def test_eight_bits_of_packed_experts_are_answered_as_published(library: Library) -> None:
    asked = {
        "model": "gpt-oss-120b",
        "deployment.device": "h100-sxm-80gb",
        "deployment.device_count": 1,
    }

    eight, four = (
        unit_costs(unit_cost(asked | {"deployment.precision": precision}), library)
        for precision in ("fp8", "mxfp4")
    )

    assert (eight.precision, eight.unit_costs) == (four.precision, four.unit_costs)
    told = "gpt-oss-120b is published with its experts in fp4: fp8 is taken to be the format of"
    assert any(warning.startswith(told) for warning in eight.warnings)
    assert not any(warning.startswith("gpt-oss-120b is published") for warning in four.warnings)


def test_no_measured_row_passes_the_peak_of_its_layout(library: Library) -> None:
    shares = []
    for rows in library.newest.measurements.values():
        for row in rows:
            prepared = prepare(library.newest, row)
            layout = prepared and modelled(library.newest, prepared)
            if prepared and layout:
                peak = layout.peak_requests_per_second * prepared.demand.output_tokens
                shares.append(row.output_tokens_per_second / peak)

    assert len(shares) == len(cases(library.newest))
    # Near enough to be a bound that rows could show wrong. One row filled its device further than
    # the usual share of the memory, so that it had more requests in flight.
    *usual, filled = sorted(shares)
    assert 0.8 < max(usual) < 1.0
    assert filled < 1.1


@pytest.mark.parametrize(
    ("device", "model"),
    [
        ("h100-sxm-80gb", "llama-3.1-70b"),
        ("h200-sxm-141gb", "deepseek-v3"),
        ("h200-sxm-141gb", "deepseek-v4-flash-base"),
        ("h200-sxm-141gb", "bge-m3"),
    ],
)
def test_layout_at_another_load_is_what_it_is_from_the_start(
    library: Library, device: str, model: str
) -> None:
    """A search for a load goes from layout to layout, and must not carry anything over."""
    full = Demand(input_tokens=50_000.0, output_tokens=200.0, concurrency=None)
    start = layout_under(library, device, model, full, tensor_parallel=4)
    for concurrency in (1.0, 2.0, 5.0):
        moved = start.at(concurrency)
        fresh = replace(start, known_first_seconds=None).at(concurrency)
        anew = speed(start.rates, start.request, start.group, concurrency=concurrency)

        assert (moved.speed, moved.first_seconds) == (anew, fresh.first_seconds)
