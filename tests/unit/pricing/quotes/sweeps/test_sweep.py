from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, UnknownName
from pricing.quotes.lifetime.tco import tco
from pricing.quotes.queries import Deployment, SweepQuery, TcoQuery, Traffic
from pricing.quotes.queries.comparisons import ComparisonQuery, Vary
from pricing.quotes.queries.unit_costs import Slo
from pricing.quotes.sweeps.comparison import comparison
from pricing.quotes.sweeps.questions import run_query_of
from pricing.quotes.sweeps.sweep import sweep_of, table_sweep
from pricing.quotes.training import run_costs

RUN = {"model": "llama-3.1-8b", "tokens": 1e11, "deployment": {"device": "h100-sxm-80gb"}}


def rows(library: Library, query: SweepQuery) -> list[dict[str, Any]]:
    return pl.concat(sweep_of(query).rows(library)).to_dicts()


def test_wrong_cells_are_told_row_for_row(library: Library) -> None:
    frame = pl.DataFrame(
        {
            "deployment.device": ["l4", "l4", "l4", None, "abacus"],
            "load.concurrency": ["8", "many", "0", "1", ""],
            "purchase.option": ["spot", "", "rented", None, None],
        }
    )
    asked = table_sweep(frame, SweepQuery(base={"model": "llama-3.1-8b"}))
    found = pl.concat(asked.rows(library))

    assert found["refusal"].to_list() == [
        None,
        "invalid-request",
        "invalid-request",
        "invalid-request",
        "unknown-name",
    ]
    assert (
        found["refusal_detail"][1] == "load.concurrency: many is not a number between 1 and 1e+07"
    )
    assert found["usd_per_request"].null_count() == 4


def test_empty_cell_is_that_of_the_base(library: Library) -> None:
    frame = pl.DataFrame({"deployment.device": ["l4", "l4"], "load.concurrency": [None, 2.0]})
    base = {"model": "llama-3.1-8b", "load": {"concurrency": 2.0}}
    one, other = pl.concat(table_sweep(frame, SweepQuery(base=base)).rows(library)).to_dicts()

    assert one == other


def test_scenarios_one_by_one_are_a_table(library: Library) -> None:
    of_list = SweepQuery(
        base={"model": "llama-3.1-8b"},
        scenarios=({"deployment.device": "l4"}, {"deployment.device": "t4", "load.concurrency": 4}),
    )
    found = rows(library, of_list)

    assert [(row["deployment.device"], row["load.concurrency"]) for row in found] == [
        ("l4", None),
        ("t4", 4.0),
    ]


@pytest.mark.parametrize(
    "query",
    [
        SweepQuery(base={"modle": "llama-3.1-8b"}, axes={"load.concurrency": (1.0,)}),
        SweepQuery(axes={"load.concurency": (1.0,)}),
        SweepQuery(axes={"load.concurrency": (1.0,)}, columns=("usd",)),
    ],
)
def test_name_that_is_none_is_refused(query: SweepQuery) -> None:
    with pytest.raises(UnknownName):
        sweep_of(query)


def test_base_that_no_scenario_mends_is_refused() -> None:
    with pytest.raises(InvalidQuery, match="deployment"):
        sweep_of(SweepQuery(base={"model": "llama-3.1-8b"}, axes={"load.concurrency": (1.0,)}))


def test_more_scenarios_than_the_limit_are_refused_before_any_work() -> None:
    query = SweepQuery(
        base={"deployment": {"device": "l4"}, "model": "llama-3.1-8b"},
        axes={"load.concurrency": tuple(map(float, range(1, 12)))},
    )
    with pytest.raises(InvalidQuery, match="11 scenarios are more than the 10"):
        sweep_of(query, limit=10)


def test_row_of_a_run_is_its_point_quote(library: Library) -> None:
    query = SweepQuery(
        kind="run_costs",
        base=RUN,
        axes={"deployment.device_count": (64, 256), "purchase.option": ("on_demand", "owned")},
    )
    for row in rows(library, query):
        asked = {
            "model": RUN["model"],
            "tokens": RUN["tokens"],
            "deployment.device": "h100-sxm-80gb",
            "deployment.device_count": row["deployment.device_count"],
            "purchase.option": row["purchase.option"],
        }
        answer = run_costs(run_query_of(asked), library)  # type: ignore[arg-type]

        assert row["usd_mean"] == pytest.approx(answer.options[0].usd.mean, rel=1e-12)


def test_run_without_a_price_is_refused_in_its_row(library: Library) -> None:
    query = SweepQuery(
        kind="run_costs",
        base=RUN,
        axes={"purchase.provider": ("aws", "nobody")},
    )
    found = rows(library, query)

    assert [row["refusal"] is None for row in found] == [True, False]


def test_row_of_a_service_has_the_totals_of_its_quote(library: Library) -> None:
    base = {
        "model": "llama-3.1-8b",
        "deployment": {"device_count": 1},
        "traffic": {"requests_per_day": 1e5},
        "horizon_months": 3,
    }
    axes = {"deployment.device": ("h100-sxm-80gb", "abacus")}
    one, other = rows(library, SweepQuery(kind="tco", base=base, axes=axes))  # type: ignore[arg-type]
    query = TcoQuery(
        model="llama-3.1-8b",
        deployment=Deployment(device="h100-sxm-80gb", device_count=1),
        traffic=Traffic(requests_per_day=1e5),
        horizon_months=3,
    )

    assert one["usd_total"] == tco(query, library).totals.usd_total
    assert (other["usd_total"], other["refusal"]) == (None, "unknown-name")


def test_sweep_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidQuery, match="axes or scenarios"):
        sweep_of(SweepQuery(base={"model": "llama-3.1-8b"}))


COMPARED = ComparisonQuery(
    model="llama-3.1-8b",
    vary=Vary(devices=("h100-sxm-80gb", "l4", "t4", "mi300x"), options=("on_demand", "spot")),
)


def test_candidates_are_ranked_and_on_their_fronts(library: Library) -> None:
    answer = comparison(COMPARED, library)
    by = [row["usd_per_million_output_tokens"] for row in answer.candidates]
    front = [
        not any(
            other["usd_per_million_tokens"] <= row["usd_per_million_tokens"]
            and other["tpot_seconds"] <= row["tpot_seconds"]
            and (other["usd_per_million_tokens"], other["tpot_seconds"])
            != (row["usd_per_million_tokens"], row["tpot_seconds"])
            for other in answer.candidates
        )
        for row in answer.candidates
    ]

    assert by == sorted(by)
    assert [row["pareto_latency"] for row in answer.candidates] == front
    assert answer.candidate_count == answer.feasible_count + sum(answer.excluded_counts.values())


def test_candidate_that_misses_the_objective_is_excluded_with_the_reason(library: Library) -> None:
    answer = comparison(
        ComparisonQuery(
            model="llama-3.1-70b",
            slo=Slo(tpot_seconds=0.01),
            vary=Vary(devices=("h100-sxm-80gb", "b200-sxm"), device_counts=(8,)),
        ),
        library,
    )

    assert "infeasible" in answer.excluded_counts
    assert "the best" in answer.excluded[0]["refusal_detail"]
