"""Rows of a sweep whose phases are served apart."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

BASE: dict[str, Any] = {
    "model": "llama-3.1-70b",
    "deployment": {"precision": "fp8", "decode": {"device": "h200-sxm-141gb"}},
    "load": {"input_tokens": 2000},
    "purchase": {"provider": "aws"},
}


def rows(library: Library, **query: Any) -> list[dict[str, Any]]:
    sweep = sweep_of(SweepQuery(kind="unit_costs", base=BASE, **query))
    return [row for frame in sweep.rows(library) for row in frame.iter_rows(named=True)]


def test_rows_are_the_quotes_of_pools(library: Library) -> None:
    found = rows(
        library,
        axes={
            "deployment.prefill.device": ["h100-sxm-80gb", "h200-sxm-141gb"],
            "load.output_tokens": [100, 1000],
        },
    )

    assert len(found) == 4
    for row in found:
        query = unit_cost(
            {
                **BASE,
                "deployment.prefill.device": row["deployment.prefill.device"],
                "load.output_tokens": row["load.output_tokens"],
                "deployment.device": None,
                "deployment.device_count": None,
            }
        )
        answer = unit_costs(query, library)
        pools = answer.pools
        assert pools is not None
        assert row["usd_per_hour"] == answer.unit_costs.usd_per_hour
        assert row["usd_per_million_output_tokens"] == (
            answer.unit_costs.usd_per_million_output_tokens
        )
        assert row["prefill_device_count"] == pools.prefill.device_count
        assert row["decode_usd_per_hour"] == pools.decode.usd_per_hour
        assert row["transfer_seconds"] == pools.transfer.seconds
        assert row["pools_limit"] == pools.limit


def test_rows_with_and_without_pools_stand_beside_each_other(library: Library) -> None:
    found = rows(
        library,
        scenarios=[
            {"deployment.prefill.device": "h100-sxm-80gb"},
            {"deployment.prefill.device": None},
        ],
    )

    assert found[0]["refusal"] is None
    assert found[0]["prefill_device"] == "h100-sxm-80gb"
    assert found[1]["refusal"] == "invalid-query"
    assert "deployment.prefill" in found[1]["refusal_detail"]


def test_items_of_pools_are_columns(library: Library) -> None:
    (row,) = rows(
        library,
        axes={"deployment.prefill.device": ["h100-sxm-80gb"]},
        columns=("usd_per_hour", "prefill_compute_usd_per_hour", "prefill_idle_usd_per_hour",
                 "decode_compute_usd_per_hour", "decode_idle_usd_per_hour", "compute_usd_per_hour",
                 "decode_instance_unused_usd_per_hour", "prefill_instance_unused_usd_per_hour"),
    )  # fmt: skip

    items = [value or 0.0 for name, value in row.items() if name.endswith("_usd_per_hour")]
    assert sum(items) == pytest.approx(row["usd_per_hour"])
    assert row["compute_usd_per_hour"] is None


def test_rows_without_pools_have_their_usual_columns() -> None:
    sweep = sweep_of(
        SweepQuery(
            base={"model": "llama-3.1-8b", "deployment": {"device": "l4"}},
            axes={"load.output_tokens": (10,)},
        )
    )

    assert not any(name.startswith(("prefill_", "decode_")) for name in sweep.columns)
