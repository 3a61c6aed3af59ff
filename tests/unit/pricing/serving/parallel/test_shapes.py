"""What groups, experts and stages that are asked for come to, and what is refused."""

import re
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import DoesNotFit, InvalidQuery, Refusal
from pricing.unit_costs.answer import Performance
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

MIXTURE = {
    "model": "deepseek-r1",
    "deployment": {"device": "h800-sxm", "precision": "fp8"},
    "load": {"input_tokens": 2000, "output_tokens": 500, "concurrency": 512},
    "workload": "batch",
    "purchase.usd_per_device_hour": 2.0,
}
DENSE = {
    "model": "llama-3.1-70b",
    "deployment": {"device": "h100-sxm-80gb", "precision": "fp8"},
    "load": {"input_tokens": 2000, "output_tokens": 500, "concurrency": 64},
    "workload": "batch",
}


def fields(**given: int) -> dict[str, Any]:
    return {
        f"deployment.{name if name == 'device_count' else f'{name}_parallel'}": value
        for name, value in given.items()
    }


def reached(library: Library, changes: dict[str, Any]) -> tuple[int, Performance]:
    answer = unit_costs(unit_cost(changes), library)
    return answer.device_count, answer.performance


@pytest.mark.parametrize(
    ("given", "count", "shape"),
    [
        ({"data": 32}, 32, (1, 32, 32, 1, 1)),
        ({"expert": 32}, 32, (1, 32, 32, 1, 1)),
        ({"expert": 32, "tensor": 4}, 32, (4, 8, 32, 1, 1)),
        ({"expert": 32, "data": 64, "tensor": 1}, 64, (1, 64, 32, 1, 2)),
        ({"expert": 32, "device_count": 96, "tensor": 2}, 96, (2, 48, 32, 1, 3)),
        ({"pipeline": 2, "tensor": 8}, 16, (8, 1, 8, 2, 1)),
        ({"pipeline": 2, "tensor": 1, "data": 16}, 32, (1, 16, 16, 2, 1)),
    ],
)
def test_parallelism_that_is_given_is_kept(
    library: Library, given: dict[str, int], count: int, shape: tuple[int, ...]
) -> None:
    devices, found = reached(library, MIXTURE | fields(**given))

    assert devices == count
    assert shape == (
        found.tensor_parallel,
        found.data_parallel,
        found.expert_parallel,
        found.pipeline_parallel,
        found.replica_count,
    )


def test_groups_of_a_dense_model_are_replicas(library: Library) -> None:
    asked = DENSE | fields(tensor=2)
    groups = reached(library, asked | fields(data=4))

    assert groups == reached(library, asked | fields(device_count=8))
    assert groups[1].replica_count == 4


@pytest.mark.parametrize("model", ["llama-3.1-70b", "gpt-oss-120b"])
@pytest.mark.parametrize("field", ["pipeline", "expert", "data"])
def test_one_stage_one_group_and_experts_that_nobody_shares_say_nothing(
    library: Library, model: str, field: str
) -> None:
    """A configuration that is copied from an engine has them, and is answered like any other."""
    asked = DENSE | {"model": model, "workload": "interactive", "load": {}}
    asked |= {"deployment": {"device": "h100-sxm-80gb"}}

    assert reached(library, asked | fields(**{field: 1})) == reached(library, asked)


def test_drafts_of_a_dense_model_gain_alike_in_one_replica_and_in_two(library: Library) -> None:
    drafted = DENSE | {"model": "llama-3.1-8b", "load": {}}
    drafted |= {"deployment.speculation.method": "eagle"}
    _, one = reached(library, drafted | fields(device_count=1))
    _, two = reached(library, drafted | fields(data=2, tensor=1))
    _, stages = reached(library, drafted | fields(pipeline=2, tensor=1))

    assert two.output_tokens_per_second == pytest.approx(2.0 * known(one))
    assert known(stages) < 2.2 * known(one)


def known(performance: Performance) -> float:
    assert performance.output_tokens_per_second is not None
    return performance.output_tokens_per_second


def test_one_group_is_a_replica(library: Library) -> None:
    """Eight devices that share out every layer are one group of data parallelism."""
    asked = DENSE | fields(tensor=8)

    assert reached(library, asked | fields(data=1)) == reached(library, asked)


@pytest.mark.parametrize(
    ("given", "field", "nearest"),
    [
        ({"data": 32, "device_count": 40}, "device_count", "32"),
        ({"tensor": 16, "data": 16, "device_count": 16}, "device_count", "256"),
        ({"data": 4, "expert": 8, "device_count": 4}, "device_count", "8"),
        ({"tensor": 16, "expert": 2, "device_count": 8}, "device_count", "16"),
        ({"expert": 24, "tensor": 16}, "expert_parallel", "32"),
        ({"expert": 24, "tensor": 4, "data": 16}, "expert_parallel", "16"),
        ({"expert": 1024}, "expert_parallel", "512"),
        ({"pipeline": 100}, "pipeline_parallel", "61"),
        ({"data": 100_000, "device_count": 1}, "device_count", "100000"),
        ({"data": 99_999, "tensor": 256, "expert": 512}, "expert_parallel", "492"),
    ],
)
def test_parallelism_that_does_not_add_up_is_refused(
    library: Library, given: dict[str, int], field: str, nearest: str
) -> None:
    with pytest.raises(InvalidQuery) as caught:
        reached(library, MIXTURE | fields(**given))

    assert caught.value.field == f"deployment.{field}"
    assert nearest in caught.value.nearest


def test_engine_that_counts_all_devices_in_both_is_told(library: Library) -> None:
    given = fields(tensor=16, data=16, device_count=16)
    with pytest.raises(InvalidQuery, match="tensor_parallel 1 here"):
        reached(library, MIXTURE | given)


def test_dense_model_has_no_experts(library: Library) -> None:
    with pytest.raises(InvalidQuery, match="routes tokens to no experts"):
        reached(library, DENSE | fields(expert=8))


def test_layers_of_their_own_take_no_groups(library: Library) -> None:
    with pytest.raises(InvalidQuery) as caught:
        reached(library, DENSE | fields(data=2) | {"deployment.engine": "llama.cpp"})

    assert caught.value.field == "deployment.data_parallel"


@pytest.mark.parametrize("given", [{"expert": 8}, {"data": 8, "tensor": 1}])
def test_what_would_fit_is_named(library: Library, given: dict[str, int]) -> None:
    with pytest.raises(DoesNotFit) as caught:
        reached(library, MIXTURE | fields(**given))
    (near,) = caught.value.nearest

    assert reached(library, MIXTURE | fields(**given) | {caught.value.field: int(near)})


def test_groups_that_do_not_fit_are_told_with_a_request_of_each(library: Library) -> None:
    long = {"load.output_tokens": 300_000, "deployment.device": "l40s"}
    with pytest.raises(DoesNotFit, match="in each of 8 groups") as caught:
        reached(library, MIXTURE | long | fields(data=8, tensor=1, device_count=8))
    needed, available = re.findall(r"([\d,.]+)(?: GiB \(| GiB that)", caught.value.detail)

    assert float(needed) > float(available)


def test_experts_that_do_not_divide_are_held_again(library: Library) -> None:
    answer = unit_costs(unit_cost(MIXTURE | fields(expert=144)), library)

    assert any("32 are taken to be held twice" in warning for warning in answer.warnings)


def test_no_expert_is_held_more_than_twice(library: Library) -> None:
    """32 groups that say nothing of experts share out 8 as the 16 devices that are the most."""
    few = {"model": "mixtral-8x7b"} | fields(device_count=32, tensor=1, data=32)
    left, told = (
        unit_costs(unit_cost(few | fields(**expert)), library) for expert in ({}, {"expert": 16})
    )

    assert any("8 are taken to be held twice" in warning for warning in left.warnings)
    assert left.performance == told.performance


def test_figures_that_the_exchange_leans_on_are_listed(library: Library) -> None:
    answer = unit_costs(unit_cost(MIXTURE | fields(expert=32)), library)

    assert {
        "expert_parallel.link_efficiency_fraction",
        "expert_parallel.overlap_fraction",
        "expert_parallel.skew_fraction",
    } <= {one.key for one in answer.assumptions}


def test_refusals_are_of_the_query(library: Library) -> None:
    """No combination of small numbers is anything but an answer or a refusal with a field."""
    for tensor, data, expert, pipeline, count in (
        (None, 3, 5, None, None),
        (None, None, 7, 3, 21),
        (3, None, None, 2, 6),
        (2, 5, 1, 1, None),
        (None, 1, None, None, 16),
        (None, 8, None, None, 4),
    ):
        given = {
            "tensor": tensor,
            "data": data,
            "expert": expert,
            "pipeline": pipeline,
            "device_count": count,
        }
        asked = fields(**{name: value for name, value in given.items() if value is not None})
        told = ["deployment."]
        try:
            reached(library, MIXTURE | asked)
        except Refusal as refusal:
            told.append(refusal.field)

        assert all(field.startswith("deployment.") for field in told)


def test_groups_are_looked_at_on_the_count_that_is_found(library: Library) -> None:
    """Replicas over two nodes are five times as slow as groups that share out the experts."""
    asked = DENSE | {"model": "llama-4-maverick", "load": {}, "workload": "interactive"}
    asked |= {"deployment": {"device": "h100-sxm-80gb"}}
    count, found = reached(library, asked)

    assert (count, found) == reached(library, asked | fields(device_count=count))
    assert (found.tensor_parallel, found.data_parallel) == (2, 12)


def test_count_that_nobody_asked_for_leaves_no_device_idle(library: Library) -> None:
    asked = DENSE | {"model": "deepseek-v3", "load": {"input_tokens": 128, "output_tokens": 128}}
    limits = {"max_concurrency": 8, "memory_utilization_fraction": 0.5, "max_context_tokens": 32768}
    asked |= {"workload": "interactive", "deployment": {"device": "rtx-4090", **limits}}
    count, found = reached(library, asked)

    # 96 without groups and stages; a third of them stood idle
    assert count == 64
    assert (found.tensor_parallel, found.pipeline_parallel, found.replica_count) == (8, 8, 1)


def test_stages_may_fill_any_number_of_nodes(library: Library) -> None:
    """Replicas of three nodes that share out every layer took 47 s to the first token."""
    asked = DENSE | {"model": "deepseek-r1", "load": {"input_tokens": 8000, "output_tokens": 128}}
    card = {"device": "rtx-5090", "engine": "sglang", "memory_utilization_fraction": 0.92}
    asked |= {"workload": "interactive", "deployment": card}
    _, found = reached(library, asked | fields(device_count=24))

    assert found.pipeline_parallel == 3
    assert found.ttft_seconds is not None
    assert found.ttft_seconds < 5.0


@pytest.mark.parametrize(
    ("model", "load", "is_wide"),
    [
        ("deepseek-v3", {}, True),
        (
            "deepseek-v3",
            {"concurrency": 16},
            False,
        ),  # under a given concurrency, groups are not tried
        ("mixtral-8x22b", {}, False),  # its devices share out the caches
    ],
)
def test_groups_are_tried_where_devices_would_hold_the_same_latent_cache(
    library: Library, model: str, load: dict[str, float], *, is_wide: bool
) -> None:
    """MLPerf's DeepSeek-R1 on 8 B300 came out at 0.6 with its source left out, and now at 1.1."""
    asked = DENSE | {"model": model, "load": load, "deployment.precision": "fp8"}
    count = fields(device_count=8) | {"deployment.device": "h200-sxm-141gb"}
    _, found = reached(library, asked | {"workload": "interactive"} | count)

    assert ((found.expert_parallel or 1) > 1) is is_wide


def test_more_devices_than_hold_a_model_are_taken_where_they_cost_plainly_less(
    library: Library,
) -> None:
    """16 A100 leave Kimi K2 so little memory that a token costs over three times as much."""
    asked = DENSE | {"model": "kimi-k2", "load": {"input_tokens": 2000, "output_tokens": 4000}}
    asked |= {"workload": "interactive", "deployment": {"device": "a100-sxm-80gb"}}
    count, found = reached(library, asked)
    _, fewest = reached(library, asked | fields(device_count=16))
    _, most = reached(library, asked | fields(device_count=32))
    own, few, many = (
        one.requests_per_second / devices
        for one, devices in ((found, count), (fewest, 16), (most, 32))
    )

    assert count == 24
    assert own > 2.0 * few
    assert 1.25 * own > many
    told = unit_costs(unit_cost(asked), library).warnings[-1]
    assert told.endswith("of 16, 24, 32, a count of 24 costs least per token within 25%")


@pytest.mark.parametrize(
    ("given", "near"),
    [
        ({"tensor": 1, "data": 4, "device_count": 16}, ["8", "deployment.device_count: 32"]),
        ({"tensor": 1, "data": 2, "device_count": 16}, ["8"]),
        ({"data": 8, "device_count": 8}, ["8", "deployment.device_count: 64"]),
    ],
)
def test_size_that_is_proposed_makes_up_the_devices_with_the_groups(
    library: Library, given: dict[str, int], near: list[str]
) -> None:
    asked = DENSE | {"model": "llama-3.1-405b", "deployment.precision": "fp8"}
    with pytest.raises(DoesNotFit) as caught:
        reached(library, asked | fields(**given))

    assert list(caught.value.nearest) == near
