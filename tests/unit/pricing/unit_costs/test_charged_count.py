"""The count of devices that nobody says: the one that costs least by what is paid."""

from importlib import import_module
from itertools import pairwise
from typing import Any

import polars as pl
import pytest

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Infeasible
from pricing.purchasing.charges import Charges, charges_of
from pricing.purchasing.query import Purchase
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import answer_of, unit_costs
from tests.questions import unit_cost

AWS = {"provider": "aws"}


def asked(library: Library, device: str, purchase: dict[str, Any], **more: Any) -> UnitCostAnswer:
    question = {
        "model": more.pop("model", "llama-3.1-70b"),
        "deployment": {"device": device, "precision": "fp8", **more.pop("deployment", {})},
        "purchase": purchase,
    }
    return unit_costs(unit_cost(question | more), library)


def charges(library: Library, device: str, purchase: dict[str, Any]) -> Charges | None:
    catalog = library.newest
    found = catalog.devices.find(device, field="device")
    return charges_of(catalog, catalog.known_by.isoformat(), found, Purchase(**purchase))


@pytest.mark.parametrize("load", [{}, {"concurrency": 40.0}])
@pytest.mark.parametrize("device", ["h100-sxm-80gb", "a100-sxm-80gb", "b200-sxm", "l4"])
@pytest.mark.parametrize("purchase", [AWS, {"provider": "gcp"}, {}])
def test_count_left_out_costs_as_much_as_the_cheapest_by_what_is_paid(
    library: Library, device: str, purchase: dict[str, Any], load: dict[str, float]
) -> None:
    more = {"model": "llama-3.1-8b" if device == "l4" else "llama-3.1-70b", "load": load}
    answer = asked(library, device, purchase, **more)
    named = [
        asked(library, device, purchase, deployment={"device_count": count}, **more)
        for count in (2, 4, 8)
    ]
    cheapest = min(one.unit_costs.usd_per_million_tokens or 0.0 for one in named)

    # A median over instances moves with the count that they hold.
    slack = 1.12 if device in {"l4", "a100-sxm-80gb"} else 1.05
    assert answer.unit_costs.usd_per_million_tokens <= slack * cheapest * (1.0 + 1e-9)  # type: ignore[operator]


def test_instances_that_are_paid_for_are_filled(library: Library) -> None:
    """One A100 of AWS is sold in eights: eight replicas of 8B cost what one does."""
    answer = asked(library, "a100-sxm-80gb", AWS, model="llama-3.1-8b")

    assert answer.device_count == 8
    assert answer.performance.replica_count == 8
    assert not any(
        item.name == "instance_unused" for item in answer.line_items if item.usd_per_hour
    )
    assert any(
        "no device_count was asked for: 8 fill the instances" in text for text in answer.warnings
    )


@pytest.mark.parametrize(
    "purchase",
    [AWS | {"shared_instances": True}, {"usd_per_device_hour": 3.0}, {"option": "owned"}],
)
def test_device_hour_that_costs_the_same_at_every_count_leaves_the_count_to_the_devices(
    library: Library, purchase: dict[str, Any]
) -> None:
    assert charges(library, "h100-sxm-80gb", purchase) is None
    assert asked(library, "h100-sxm-80gb", purchase).device_count == 2
    assert asked(library, "h100-sxm-80gb", AWS).device_count == 8


def test_fewer_devices_are_taken_where_a_token_costs_the_same(library: Library) -> None:
    """8B on four L4 costs 4% less a token than on one."""
    own = {"usd_per_device_hour": 1.0}
    answer = asked(library, "l4", own, model="llama-3.1-8b")

    assert answer.device_count == 1


def test_charges_are_kept_once_whoever_sells_the_same(library: Library) -> None:
    one, other = (charges(library, "b200-sxm", {"provider": name}) for name in ("aws", "gcp"))
    spot = charges(library, "b200-sxm", AWS | {"discount_fraction": 0.2})

    assert one is not None and other is not None and spot is not None  # noqa: PT018
    assert one.of_filled == other.of_filled
    assert spot is charges(library, "b200-sxm", AWS)
    assert one.filled(1) == 8


@pytest.mark.parametrize("loads", [[None], [None, 24.0]])
def test_rows_of_a_sweep_take_the_count_that_their_price_decides(
    library: Library, loads: list[float | None]
) -> None:
    axes: dict[str, Any] = {
        "purchase.provider": [None, "aws", "gcp", "azure", "abacus"],
        "purchase.shared_instances": [False, True],
        "purchase.usd_per_device_hour": [None, 2.0],
        "deployment.device": ["h100-sxm-80gb", "a100-sxm-80gb"],
        "load.concurrency": loads,
        "as_of": [None, "2026-01-15"],
    }
    base = {"model": "llama-3.1-70b", "deployment": {"precision": "fp8"}}
    rows = pl.concat(sweep_of(SweepQuery(base=base, axes=axes)).rows(library)).to_dicts()
    counts = set()
    for row in rows:
        if row["refusal"] is not None:
            assert row["purchase.provider"] == "abacus"
            continue
        answer = asked(
            library,
            row["deployment.device"],
            {
                name: row[f"purchase.{name}"]
                for name in ("provider", "shared_instances", "usd_per_device_hour")
            },
            load={"concurrency": row["load.concurrency"]},
            as_of=row["as_of"],
        )
        counts.add(answer.device_count)
        assert row["device_count"] == answer.device_count
        assert row["usd_per_request"] == pytest.approx(answer.unit_costs.usd_per_request, rel=1e-9)
    assert len(counts) > 1


@pytest.mark.parametrize(
    ("purchase", "tensor_parallel", "is_told"),
    [({}, None, True), ({}, 2, False), ({"usd_per_device_hour": 16.0}, None, False)],
)
def test_smaller_replicas_whose_hosts_cost_much_less_are_told(
    library: Library, purchase: dict[str, Any], tensor_parallel: int | None, *, is_told: bool
) -> None:
    more = {"load": {"input_tokens": 500, "output_tokens": 250}, "slo": {"tpot_seconds": 0.11}}
    eight = {"device_count": 8, "tensor_parallel": tensor_parallel, "precision": "bf16"}
    answer = asked(library, "gb200", purchase, deployment=eight, **more)
    alone = asked(library, "gb200", purchase, deployment=eight | {"tensor_parallel": 1}, **more)
    less = 1.0 - alone.unit_costs.usd_per_request / answer.unit_costs.usd_per_request
    told = f"tensor_parallel 1 would cost {less:.0%} less a token"

    assert any(told in warning for warning in answer.warnings) == is_told


def test_smaller_replicas_that_hold_no_model_are_not_asked_about(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered: list[UnitCostQuery] = []

    def recorded(query: UnitCostQuery, catalog: Catalog) -> UnitCostAnswer:
        answered.append(query)
        return answer_of(query, catalog)

    monkeypatch.setattr(import_module("pricing.unit_costs.quote"), "answer_of", recorded)
    load = {"load": {"input_tokens": 1033}, "deployment": {"device_count": 8}}
    asked(library, "h200-sxm-141gb", {}, model="deepseek-v3", **load)

    assert len(answered) == 1


@pytest.mark.parametrize("rate", [26.0, 35.0, 900.0])
def test_a_rate_takes_no_node_more_than_sustains_it(library: Library, rate: float) -> None:
    def at_rate(count: int | None) -> UnitCostAnswer:
        given = {} if count is None else {"device_count": count}
        load = {"input_tokens": 8000, "output_tokens": 1000, "requests_per_second": rate}
        question = {
            "model": "qwen3-30b-a3b",
            "deployment": {"device": "a100-sxm-80gb", "precision": "int4", **given},
            "load": load,
        }
        return unit_costs(unit_cost(question), library)

    answer = at_rate(None)

    assert f"{answer.device_count:,} is the least that serves {rate:g}" in answer.warnings[-1]
    with pytest.raises(Infeasible, match=f"; {answer.device_count} devices sustain it"):
        at_rate(answer.device_count - 8)


def test_a_load_takes_no_replica_more_than_holds_it(library: Library) -> None:
    """Loads that grow evenly take counts that grow evenly."""

    def count_of(concurrency: int) -> int:
        load = {"input_tokens": 4000, "output_tokens": 200, "concurrency": concurrency}
        answer = asked(library, "h100-sxm-80gb", {}, model="llama-3.1-8b", load=load)
        return answer.device_count

    counts = [count_of(concurrency) for concurrency in range(400, 3000, 300)]

    assert {more - count for count, more in pairwise(counts)} <= {1, 2, 3, 4}, counts


@pytest.mark.parametrize(
    ("model", "device", "slo"),
    [
        ("kimi-k2", "h200-sxm-141gb", {}),
        ("deepseek-r1", "h20", {}),
        ("mixtral-8x22b", "a100-sxm-40gb", {}),
        ("deepseek-r1", "h200-sxm-141gb", {"tpot_seconds": 0.02}),
    ],
)
def test_models_that_nearly_fill_a_node_take_more_nodes(
    library: Library, model: str, device: str, slo: dict[str, float]
) -> None:
    """What weights leave of a node holds few requests, and several nodes hold many.

    So it is of latent caches, of which each device of a node has the same, under an objective.
    """
    found, of_a_node = (
        unit_costs(unit_cost({"model": model, "deployment": counted, "slo": slo}), library)
        for counted in ({"device": device}, {"device": device, "device_count": 8})
    )

    assert f"of 8, 16, 32, a count of {found.device_count} costs least" in found.warnings[-1]
    assert found.unit_costs.usd_per_request < of_a_node.unit_costs.usd_per_request / 1.25


def test_a_concurrency_takes_stages_where_many_small_replicas_would_hold_it(
    library: Library,
) -> None:
    """Eleven replicas of a node hold 64 requests, and one of two nodes as many."""
    question = {
        "model": "mixtral-8x22b",
        "deployment": {"device": "a100-sxm-40gb"},
        "load": {"input_tokens": 1000, "output_tokens": 500, "concurrency": 64},
    }
    found = unit_costs(unit_cost(question), library)

    assert "of 16, 32, 88, a count of 16 costs least" in found.warnings[-1]


def test_a_rate_takes_the_fewest_devices_whatever_a_full_replica_costs(library: Library) -> None:
    question = {
        "model": "kimi-k2",
        "deployment": {"device": "h200-sxm-141gb"},
        "load": {"input_tokens": 1000, "output_tokens": 500, "requests_per_second": 0.1},
    }

    assert unit_costs(unit_cost(question), library).device_count == 8
