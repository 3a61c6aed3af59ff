"""Prompts and tokens served apart: what two pools do, and what they cost."""

from itertools import pairwise
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit, Infeasible, InvalidQuery, Refusal, UnknownName
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.pools.answer import Pools
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

APART: dict[str, Any] = {
    "deployment": {
        "precision": "fp8",
        "prefill": {"device": "h100-sxm-80gb", "device_count": 8},
        "decode": {"device": "h200-sxm-141gb", "device_count": 8},
    },
    "load.input_tokens": 4000.0,
    "load.output_tokens": 500.0,
    "purchase.provider": "aws",
}
OPEN: dict[str, Any] = {
    "deployment.prefill.device_count": None,
    "deployment.decode.device_count": None,
}


def asked(library: Library, **changes: object) -> UnitCostAnswer:
    return unit_costs(unit_cost(APART | changes), library)


def pools(answer: UnitCostAnswer) -> Pools:
    assert answer.pools is not None
    return answer.pools


def test_items_of_both_pools_add_up(library: Library) -> None:
    answer = asked(library)

    items = answer.line_items
    assert sum(item.usd_per_hour for item in items) == answer.unit_costs.usd_per_hour
    assert {item.name for item in items} == {
        "prefill_compute",
        "prefill_idle",
        "decode_compute",
        "decode_idle",
    }
    for name, pool in (("prefill", pools(answer).prefill), ("decode", pools(answer).decode)):
        own = [item for item in items if item.name.startswith(name)]
        assert sum(item.quantity for item in own) == pytest.approx(pool.device_count)
        assert {item.usd_per_unit for item in own} == {pool.price.usd_per_device_hour}


def test_each_pool_has_its_own_purchase(library: Library) -> None:
    answer = asked(
        library,
        **{
            "deployment.prefill.purchase": {"usd_per_device_hour": 2.0},
            "deployment.decode.purchase": {"option": "owned"},
        },
    )

    items = answer.line_items
    assert pools(answer).prefill.usd_per_hour == pytest.approx(16.0)
    assert {"decode_depreciation", "decode_energy", "prefill_compute"} < {
        item.name for item in items
    }
    assert answer.price.option == "on_demand + owned"
    assert sum(item.usd_per_hour for item in items) == answer.unit_costs.usd_per_hour


def test_the_slower_pool_sets_the_throughput_and_the_other_idles(library: Library) -> None:
    answer = asked(library)

    found, performance = pools(answer), answer.performance
    slower = min(found.prefill.requests_per_second, found.decode.requests_per_second)
    assert performance.requests_per_second == slower == found.prefill.requests_per_second
    assert found.limit == "prefill"
    assert found.prefill.full_use_fraction == 1.0
    expected = slower / found.decode.requests_per_second
    assert found.decode.full_use_fraction == pytest.approx(expected)
    assert any("of the decode pool waits for the prefill" in text for text in answer.warnings)


def test_input_costs_what_prompts_cost(library: Library) -> None:
    answer = asked(library)

    costs, served = answer.unit_costs, answer.performance.served_requests_per_second
    tokens = served * 3600.0 / 1e6
    expected = pools(answer).prefill.usd_per_hour / (4000.0 * tokens)
    assert costs.usd_per_million_input_tokens == pytest.approx(expected)
    expected = pools(answer).decode.usd_per_hour / (500.0 * tokens)
    assert costs.usd_per_million_output_tokens == pytest.approx(expected)


def test_transfer_moves_the_cache_of_the_prompt(library: Library) -> None:
    # 80 layers × 8 heads × 128 × 2 values of 8 bits; one network card of 400 Gb/s at 60%.
    transfer = pools(asked(library, **{"deployment.prefill.tensor_parallel": 1})).transfer

    assert transfer.cache_bytes == 80 * 8 * 128 * 2 * 4000
    assert transfer.bytes_per_second == pytest.approx(0.6 * 50e9)
    assert transfer.seconds == pytest.approx(transfer.cache_bytes / 30e9)
    assert transfer.requests_per_second == pytest.approx(8 * 30e9 / transfer.cache_bytes)


def test_first_tokens_wait_for_the_transfer(library: Library) -> None:
    sized = {"deployment.prefill.tensor_parallel": 8, "load.concurrency": 1.0}
    fast = asked(library, **sized)
    slow = asked(
        library,
        **sized,
        **{"deployment.decode.device": "l40s", "deployment.prefill.device": "l40s"},
    )

    assert pools(slow).transfer.seconds > 4.0 * pools(fast).transfer.seconds
    assert (slow.performance.ttft_seconds or 0.0) > pools(slow).transfer.seconds


def test_a_slow_network_limits_the_throughput(library: Library) -> None:
    # Many short answers of a model that keeps a large cache: a sixteenth of the usual network.
    answer = asked(
        library,
        **{
            "model": "llama-2-7b",
            "deployment.precision": "fp16",
            "deployment.prefill": {"device": "h100-sxm-80gb", "device_count": 64},
            "deployment.decode": {"device": "l40s", "device_count": 8, "tensor_parallel": 1},
            "load.output_tokens": 2.0,
            "workload": "batch",
            "purchase.usd_per_device_hour": None,
        },
    )

    found = pools(answer)
    assert found.limit == "transfer"
    assert answer.performance.requests_per_second == found.transfer.requests_per_second


@pytest.mark.parametrize("concurrency", [1.0, 16.0, 128.0, 4096.0])
def test_requests_in_flight_are_the_rate_times_their_time(
    library: Library, concurrency: float
) -> None:
    found = asked(library, **{"load.concurrency": concurrency}).performance

    seconds = (found.ttft_seconds or 0.0) + 500.0 * (found.tpot_seconds or 0.0)
    assert found.concurrency == concurrency
    assert found.requests_per_second * seconds == pytest.approx(concurrency, rel=1e-6)


def test_more_in_flight_serve_more_up_to_the_slower_pool(library: Library) -> None:
    loads = [asked(library, **{"load.concurrency": 4.0**n}) for n in range(7)]

    rates = [answer.performance.requests_per_second for answer in loads]
    waits = [answer.performance.ttft_seconds or 0.0 for answer in loads]
    # Another size of replica may be taken, which a roofline hardly tells apart.
    assert all(after > 0.99 * before for before, after in pairwise(rates))
    assert all(after > 0.999 * before for before, after in pairwise(waits))
    assert rates[-1] <= 1.01 * pools(loads[-1]).prefill.requests_per_second


def test_under_a_rate_first_tokens_come_later_the_busier_prompts_are(library: Library) -> None:
    most = asked(library).performance.requests_per_second
    seen = [
        asked(library, **{"load.requests_per_second": share * most}).performance
        for share in (0.05, 0.5, 0.8)
    ]

    waits = [one.ttft_seconds or 0.0 for one in seen]
    assert waits == sorted(waits)
    assert waits[-1] > 1.5 * waits[0]
    assert all((one.ttft_p99_seconds or 0.0) > (one.ttft_seconds or 0.0) for one in seen)
    assert seen[1].utilization_fraction == pytest.approx(0.5)


def test_rates_beyond_the_slower_pool_are_refused(library: Library) -> None:
    with pytest.raises(Infeasible, match="prefill is the slowest") as refusal:
        asked(library, **{"load.requests_per_second": 1000.0})

    near = float(refusal.value.nearest[0])
    assert asked(library, **{"load.requests_per_second": near}).performance.tpot_seconds


def test_counts_left_open_balance_the_pools(library: Library) -> None:
    answer = asked(library, **OPEN)

    found = pools(answer)
    assert min(found.prefill.full_use_fraction, found.decode.full_use_fraction) > 0.8
    assert any("were counted" in text for text in answer.warnings)
    given = asked(
        library,
        **{
            f"deployment.{name}.{field}": getattr(pool, field)
            for name, pool in (("prefill", found.prefill), ("decode", found.decode))
            for field in ("device_count", "tensor_parallel")
        },
    )
    assert given.unit_costs == answer.unit_costs


def test_counts_left_open_sustain_a_rate(library: Library) -> None:
    answer = asked(library, **OPEN, **{"load.requests_per_second": 60.0})

    found = pools(answer)
    assert answer.performance.requests_per_second > 60.0
    assert found.prefill.utilization_fraction > 0.7
    assert found.decode.utilization_fraction > 0.7
    assert (answer.performance.ttft_seconds or 9.0) < 2.56


def test_a_total_is_split_where_pools_say_no_counts(library: Library) -> None:
    answer = asked(library, **OPEN, **{"deployment.device_count": 24})

    found = pools(answer)
    assert answer.device_count <= 24
    assert min(found.prefill.full_use_fraction, found.decode.full_use_fraction) > 0.7


def test_the_rest_of_a_total_is_the_other_pool(library: Library) -> None:
    answer = asked(
        library, **{"deployment.decode.device_count": None, "deployment.device_count": 24}
    )

    assert pools(answer).decode.device_count == 16


def test_what_stands_beside_holds_for_both(library: Library) -> None:
    answer = asked(
        library,
        **{
            "deployment": {"device": "h100", "precision": "fp8", "prefill": {}, "decode": {}},
            "deployment.prefill.device_count": 8,
            "deployment.decode.device_count": 8,
        },
    )

    assert answer.device == "h100-sxm-80gb"
    assert answer.precision == pools(answer).decode.precision == "fp8"


def test_pools_of_one_device_share_instances(library: Library) -> None:
    both = {"device": "h100-sxm-80gb", "device_count": 4}
    answer = asked(library, **{"deployment.prefill": both, "deployment.decode": both})

    assert not any(item.name.endswith("instance_unused") for item in answer.line_items)
    assert answer.unit_costs.usd_per_hour == pytest.approx(8 * answer.price.usd_per_device_hour)


def test_decoding_alone_drafts_tokens(library: Library) -> None:
    answer = asked(
        library,
        **{"deployment.decode.speculation": {"method": "eagle"}, "load.concurrency": 8.0},
    )

    assert answer.speculation is not None
    assert answer.speculation.throughput_ratio > 1.3


def test_drivers_ask_the_pools_again(library: Library) -> None:
    answer = asked(library, drivers=True)

    assert answer.drivers
    assert "cache_transfer.efficiency_fraction" in {one.key for one in answer.assumptions}


@pytest.mark.parametrize(
    ("changes", "kind", "field"),
    [
        ({"deployment.prefill": None}, InvalidQuery, "deployment.prefill"),
        ({"deployment.decode": None}, InvalidQuery, "deployment.decode"),
        ({"deployment.device": "a100-sxm-80gb"}, InvalidQuery, "deployment.device"),
        ({"deployment.precision": "fp8", "deployment.decode.precision": "bf16"}, InvalidQuery,
         "deployment.precision"),
        ({"deployment.prefill.device": None}, InvalidQuery, "deployment.prefill.device"),
        ({"deployment.decode.device": "h900"}, UnknownName, "deployment.decode.device"),
        ({"deployment.device_count": 17}, InvalidQuery, "deployment.device_count"),
        ({**OPEN, "deployment.device_count": 1}, InvalidQuery, "deployment.device_count"),
        ({"deployment.prefill.speculation": {"method": "ngram"}}, InvalidQuery,
         "deployment.prefill.speculation"),
        ({"deployment.prefill.device_count": 1, "deployment.prefill.device": "l4"}, DoesNotFit,
         "deployment.prefill.device_count"),
        ({"deployment.decode.device_count": 1, "deployment.decode.device": "l4"}, DoesNotFit,
         "deployment.decode.device_count"),
        ({"deployment.decode.tensor_parallel": 16}, InvalidQuery,
         "deployment.decode.tensor_parallel"),
        ({"model": "bert-large"}, InvalidQuery, "deployment.decode"),
        ({"load.input_tokens": 0.0}, InvalidQuery, "load.input_tokens"),
        ({"load.output_tokens": 0.0}, InvalidQuery, "deployment.decode"),
        ({"model": "bge-m3", "load.output_tokens": None}, InvalidQuery, "deployment.decode"),
        ({**OPEN, "measured.output_tokens_per_second": 9.0}, InvalidQuery,
         "deployment.prefill.device_count"),
        ({"measured.requests_per_second": 9.0, "load.requests_per_second": 5.0}, InvalidQuery,
         "load.requests_per_second"),
        ({"purchase": {"usd_per_device_hour": 2.0}}, InvalidQuery,
         "purchase.usd_per_device_hour"),
        ({"slo.ttft_seconds": 0.01}, Infeasible, "slo.ttft_seconds"),
        ({"slo.tpot_seconds": 0.001}, Infeasible, "slo.tpot_seconds"),
        ({"load.concurrency": 5000.0, "slo.ttft_seconds": 1.0}, Infeasible, "slo.ttft_seconds"),
    ],
)  # fmt: skip
def test_what_cannot_be_served_apart_is_refused(
    library: Library, changes: dict[str, Any], kind: type[Refusal], field: str
) -> None:
    with pytest.raises(kind) as refusal:
        asked(library, **changes)

    assert refusal.value.field == field


def test_pools_spread_experts_each_in_its_own_way(library: Library) -> None:
    answer = unit_costs(
        unit_cost(
            {
                "model": "deepseek-v3",
                "deployment": {
                    "device": "h200-sxm-141gb",
                    "precision": "fp8",
                    "prefill": {"device_count": 16, "data_parallel": 8, "tensor_parallel": 1},
                    "decode": {"device_count": 32, "expert_parallel": 32, "tensor_parallel": 1},
                },
            }
        ),
        library,
    )

    found = pools(answer)
    assert (found.prefill.replica_count, found.prefill.expert_parallel) == (2, 8)
    assert (found.decode.replica_count, found.decode.expert_parallel) == (1, 32)
    assert found.decode.data_parallel == 32
    items = answer.line_items
    assert sum(item.usd_per_hour for item in items) == answer.unit_costs.usd_per_hour


def test_caches_between_unlike_devices_are_warned_of(library: Library) -> None:
    unlike = asked(
        library, **{"deployment.decode.device": "mi300x", "purchase.provider": None}
    ).warnings

    assert any("few engines move a cache" in text for text in unlike)
    assert not any("few engines move a cache" in text for text in asked(library).warnings)


def test_a_price_of_a_pool_is_weighed_against_its_own_device(library: Library) -> None:
    changes = {
        "deployment.prefill.purchase": {"usd_per_device_hour": 60.0},
        "deployment.decode.purchase": {"usd_per_device_hour": 4.0},
    }

    warnings = asked(library, **changes).warnings
    assert any("deployment.prefill.purchase.usd_per_device_hour of 60" in one for one in warnings)
    assert not any("deployment.decode.purchase" in one for one in warnings)


@pytest.mark.parametrize("ratio", [0.5, 0.9, 1.2])
def test_a_measured_throughput_replaces_what_is_modelled(library: Library, ratio: float) -> None:
    modelled = asked(library, **{"load.concurrency": 64.0})
    tokens = ratio * (modelled.performance.output_tokens_per_second or 0.0)

    answer = asked(
        library, **{"load.concurrency": 64.0, "measured.output_tokens_per_second": tokens}
    )
    performance = answer.performance
    assert performance.basis == "given"
    assert performance.output_tokens_per_second == pytest.approx(tokens)
    assert performance.output_tokens_per_second_low == performance.output_tokens_per_second_high
    assert performance.tpot_seconds == pytest.approx(
        (modelled.performance.tpot_seconds or 0.0) / ratio
    )
    assert answer.unit_costs.usd_per_hour == pytest.approx(modelled.unit_costs.usd_per_hour)
    assert answer.unit_costs.usd_per_request == pytest.approx(
        modelled.unit_costs.usd_per_request / ratio
    )
    assert pools(answer).prefill.requests_per_second >= performance.requests_per_second


def test_cached_input_is_not_read_again_and_moves_all_the_same(library: Library) -> None:
    plain, cached = (
        asked(library, **{"load.cached_input_fraction": share}) for share in (0.0, 0.5)
    )

    assert pools(cached).prefill.requests_per_second == pytest.approx(
        2.0 * pools(plain).prefill.requests_per_second, rel=0.1
    )
    assert pools(cached).transfer.cache_bytes == pools(plain).transfer.cache_bytes
    assert pools(cached).decode.requests_per_second == pools(plain).decode.requests_per_second


def test_a_rate_takes_no_larger_replicas_than_sustain_it(library: Library) -> None:
    """Full replicas of eight cost least a token, and four devices sustain these few requests."""
    pool = {"device": "gb200"}
    question = {
        "model": "deepseek-v3",
        "deployment": {"prefill": pool, "decode": pool},
        "load": {"input_tokens": 1000, "output_tokens": 250},
    }
    full, at_rate = (
        pools(unit_costs(unit_cost(question | changes), library))
        for changes in ({}, {"load.requests_per_second": 5.0})
    )

    assert (full.decode.device_count, at_rate.decode.device_count) == (8, 4)
