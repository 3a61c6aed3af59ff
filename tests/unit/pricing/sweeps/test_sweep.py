from importlib import import_module
from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.comparisons.comparison import WARNED_COUNT, comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.errors import InvalidQuery, NotFinite, UnknownName
from pricing.fleet.query import Traffic
from pricing.formulas import unit_cost
from pricing.purchasing.query import Option, Purchase
from pricing.run_costs.offers import USUAL_PURCHASES
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import Scalar, SweepKind, SweepQuery
from pricing.sweeps.refusals import run_query_of
from pricing.sweeps.run_costs.rows import RunFrames
from pricing.sweeps.sweep import WORK, sweep_of, table_sweep
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.unit_costs.query import Deployment, Load, Slo, UnitCostQuery
from pricing.unit_costs.quote import unit_costs

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


def test_empty_cell_of_a_field_with_a_default_is_that_of_the_base(library: Library) -> None:
    base = {
        "model": "llama-3.1-8b",
        "deployment": {"device": "l4"},
        "purchase": {"discount_fraction": 0.2},
    }
    query = SweepQuery(base=base, scenarios=({"purchase.discount_fraction": 0.5}, {}))

    assert [row["purchase.discount_fraction"] for row in rows(library, query)] == [0.5, 0.2]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("deployment.device", ("l4", "abacus")),
        ("purchase.option", ("spot", "rented")),
        ("as_of", ("2026-05-01", "7/1/2026")),
    ],
)
def test_text_of_an_axis_that_names_nothing_refuses_its_rows(
    library: Library, name: str, values: tuple[str, ...]
) -> None:
    base = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}}
    found = rows(library, SweepQuery(base=base, axes={name: values}))
    turned = rows(library, SweepQuery(base=base, axes={name: values[::-1]}))

    assert [row["refusal"] is None for row in found] == [True, False]
    assert turned == found[::-1]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("load.concurrency", (8.0, -1.0)),
        ("utilization_fraction", (0.9, 90.0)),
        ("deployment.device_count", (1.0, 2.5)),
        ("deployment.device", ("l4", 8.0)),
    ],
)
def test_value_of_an_axis_that_its_field_cannot_have_refuses_the_sweep(
    name: str, values: tuple[Scalar, ...]
) -> None:
    base = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}}
    with pytest.raises(InvalidQuery) as caught:
        sweep_of(SweepQuery(base=base, axes={name: values}))

    assert caught.value.field == f"axes.{name}"


NAMED: dict[str, Scalar] = {"model": "llama-3.1-8b"}
NUMBERED: dict[str, Scalar] = {"model.parameters": 7e9}


@pytest.mark.parametrize(
    "base", [{}, {"model": "llama-3.1-70b"}, {"model": {"parameters": 3e9, "layers": 30}}]
)
@pytest.mark.parametrize(
    "scenarios", [(NAMED, NUMBERED, {}), (NUMBERED, {}, NAMED), (NAMED,), (NUMBERED, {})]
)
def test_model_by_its_name_and_by_its_numbers_are_rows_of_one_sweep(
    library: Library, base: dict[str, Any], scenarios: tuple[dict[str, Scalar], ...]
) -> None:
    def cost_of(model: object) -> float | None:
        shared = {"deployment": {"device": "h100-sxm-80gb"}, "model": model}
        query = SweepQuery(base=shared, axes={"load.concurrency": (8.0,)})
        cost: float | None = rows(library, query)[0]["usd_per_request"]
        return cost

    shared = {**base, "deployment": {"device": "h100-sxm-80gb"}, "load": {"concurrency": 8.0}}
    found = rows(library, SweepQuery(base=shared, scenarios=scenarios))
    own = base.get("model")
    numbers = own if isinstance(own, dict) else {}
    expected = {
        id(NAMED): cost_of(NAMED["model"]),
        id(NUMBERED): cost_of({**numbers, "parameters": 7e9}),
    }
    assert [row["usd_per_request"] for row in found] == pytest.approx(
        [expected.get(id(scenario), cost_of(own)) for scenario in scenarios]
    )


def test_model_by_its_name_and_by_its_numbers_is_no_row(library: Library) -> None:
    query = SweepQuery(base={"deployment": {"device": "l4"}}, scenarios=({**NAMED, **NUMBERED},))
    (row,) = rows(library, query)

    assert (row["refusal"], row["refusal_detail"]) == (
        "invalid-request",
        "model and model.parameters say the same twice",
    )


@pytest.mark.parametrize("name", ["model", "purchase.region", "as_of", "purchase.option"])
def test_text_that_is_longer_than_any_is_not_looked_up(library: Library, name: str) -> None:
    base = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}}
    long = "x" * 201

    with pytest.raises(InvalidQuery, match="200 characters") as refused:
        sweep_of(SweepQuery(base=base, axes={name: (long,)}))
    assert refused.value.field == f"axes.{name}"
    with pytest.raises(InvalidQuery, match="200 characters"):
        sweep_of(SweepQuery(base={name: long}, axes={"load.concurrency": (1.0,)}))
    (row,) = rows(library, SweepQuery(base=base, scenarios=({name: long},)))
    assert (row["refusal"], row[name]) == ("invalid-request", None)


def test_text_where_a_number_belongs_is_told_in_short() -> None:
    with pytest.raises(InvalidQuery) as refused:
        sweep_of(SweepQuery(base={"model": "a"}, axes={"load.concurrency": ("x" * 10_000,)}))

    assert len(refused.value.detail) < 200


def test_axis_of_models_stands_for_the_model_of_the_base(library: Library) -> None:
    base = {"deployment": {"device": "l4"}, "model": {"parameters": 3e9, "layers": 30}}
    one, other = rows(library, SweepQuery(base=base, axes={"model": ("llama-3.1-8b", "gpt-9")}))

    assert (one["refusal"], other["refusal"]) == (None, "unknown-name")


def test_axis_leaves_the_fields_of_the_base_whose_names_begin_as_its_own(
    library: Library,
) -> None:
    base = {"model": "llama-3.1-8b", "deployment": {"device_count": 4}}
    found = rows(library, SweepQuery(base=base, axes={"deployment.device": ("l4", "t4")}))

    assert [row["device_count"] for row in found] == [4, 4]


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


def test_scenarios_that_differ_in_their_own_price_alone_have_each_its_own(
    library: Library,
) -> None:
    prices = [2.0, 3.0, 4.0]
    found = rows(
        library,
        SweepQuery(
            base={"model": "llama-3.1-8b", "deployment": {"device": "l4", "device_count": 1}},
            scenarios=tuple({"purchase.usd_per_device_hour": price} for price in prices),
        ),
    )

    assert [row["usd_per_hour"] for row in found] == prices


def test_scenario_has_text_for_text_number_for_number_truth_for_truth(library: Library) -> None:
    query = SweepQuery(
        kind="run_costs",
        base=RUN,
        scenarios=(
            {"flash_attention": False},
            {"flash_attention": "true"},
            {"flash_attention": 1.0},
            {"deployment.device_count": "8"},
            {"deployment.device_count": True},
            {"model": 8.0},
        ),
    )
    found = [(row["refusal"], row["refusal_detail"]) for row in rows(library, query)]

    assert found == [
        (None, None),
        ("invalid-request", 'flash_attention: "true" is not true or false'),
        ("invalid-request", "flash_attention: 1.0 is not true or false"),
        (
            "invalid-request",
            'deployment.device_count: "8" is not a whole number between 1 and 1e+06',
        ),
        (
            "invalid-request",
            "deployment.device_count: true is not a whole number between 1 and 1e+06",
        ),
        ("invalid-request", "model: 8.0 is not valid text"),
    ]


def test_truth_is_swept(library: Library) -> None:
    query = SweepQuery(
        kind="run_costs", base=RUN, axes={"flash_attention": (True, False)}, columns=("usd_mean",)
    )

    assert [row["flash_attention"] for row in rows(library, query)] == [True, False]


@pytest.mark.parametrize("kind", ["unit_costs", "run_costs", "tco"])
def test_table_without_rows_is_answered_with_its_columns(library: Library, kind: SweepKind) -> None:
    frame = pl.DataFrame(schema={"model": pl.String, "deployment.device": pl.String})
    asked = table_sweep(frame, SweepQuery(kind=kind))
    (found,) = asked.rows(library)

    assert (found.height, found.schema) == (0, asked.schema)


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


def test_what_is_measured_without_a_model_is_priced_in_several_ways(library: Library) -> None:
    base = {"deployment": {"device": "l4"}, "measured": {"requests_per_second": 2.0}}
    query = SweepQuery(base=base, axes={"purchase.option": ("on_demand", "spot")})
    on_demand, spot = rows(library, query)

    assert on_demand["usd_per_request"] > spot["usd_per_request"] > 0.0


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("purchase.option", "nope", "spot"),
        ("as_of", "nope", "2026-05-01"),
        ("deployment.device", "", "l4"),
        ("deployment.device", None, "l4"),
        ("model.layers", 32, None),
    ],
)
def test_value_of_an_axis_is_refused_in_its_row_wherever_it_stands(
    library: Library, name: str, wrong: Scalar, right: Scalar
) -> None:
    base = {"deployment": {"device": "l4"}, "measured": {"requests_per_second": 2.0}}
    first, last = (
        [row["refusal"] for row in rows(library, SweepQuery(base=base, axes={name: values}))]
        for values in ((wrong, right), (right, wrong))
    )

    assert first == last[::-1] == ["invalid-request", None]


def test_base_is_wrong_whatever_value_of_an_axis_comes_first() -> None:
    base = {"deployment": {"device": "l4"}, "as_of": "nope"}

    for values in (("nope", "spot"), ("spot", "nope")):
        with pytest.raises(InvalidQuery, match="as_of") as refused:
            sweep_of(SweepQuery(base=base, axes={"purchase.option": values}))
        assert refused.value.field == "base.as_of"


def test_more_scenarios_than_the_limit_are_refused_before_any_work() -> None:
    query = SweepQuery(
        base={"deployment": {"device": "l4"}, "model": "llama-3.1-8b"},
        axes={"load.concurrency": tuple(map(float, range(1, 12)))},
    )
    with pytest.raises(InvalidQuery, match="11 scenarios are more than the 10"):
        sweep_of(query, limit=10)
    assert sweep_of(query, limit=11).count == 11


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


def test_row_of_a_service_draws_nothing_and_is_refused_as_its_quote(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(*_: object) -> None:
        raise AssertionError("drawn")

    monkeypatch.setattr(import_module("pricing.tco.uncertainty"), "uncertain", drawn)
    base = {**SERVICE, "uncertainty": {"draws": 10_000}}
    grid = SweepQuery(kind="tco", base=base, axes={"horizon_months": (3.0, 240.0)})
    one, other = rows(library, grid)

    assert one["usd_total"] > 0.0
    assert "at most 600,000 months are drawn" in other["refusal_detail"]


SERVICE = {
    "model": "llama-3.1-8b",
    "deployment": {"device": "l4"},
    "traffic": {"requests_per_day": 1e5},
    "horizon_months": 1,
    "alternative": {"usd_per_million_input_tokens": 1.0, "usd_per_million_output_tokens": 2.0},
}


@pytest.mark.parametrize("name", ["two\nlines", "a line\n", "\ufffe", ""])
def test_name_of_an_alternative_is_in_plain_characters(library: Library, name: str) -> None:
    names = ("an API", name)
    grid = SweepQuery(kind="tco", base=SERVICE, axes={"alternative.name": names})
    table = SweepQuery(
        kind="tco",
        base=SERVICE,
        scenarios=tuple({"alternative.name": one} for one in names),
    )

    for query in (grid, table):
        found = [row["refusal"] for row in rows(library, query)]
        assert found == [None, "invalid-request"]


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
    assert [row["pareto"] for row in answer.candidates] == [
        row["pareto_latency"] or row["pareto_energy"] for row in answer.candidates
    ]
    assert {row["pareto"] for row in answer.candidates} == {True, False}
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


def test_candidates_have_the_interval_and_the_warnings_of_their_quotes(library: Library) -> None:
    """A consumer card holds 70B in 16 bits on two nodes alone, which nobody has measured."""
    varied = Vary(devices=("rtx-5070", "h100-sxm-80gb"), options=("on_demand",))
    answer = comparison(ComparisonQuery(model="llama-3.1-70b", vary=varied), library)

    for row in answer.candidates:
        quote = unit_costs(
            UnitCostQuery(
                model="llama-3.1-70b",
                deployment=Deployment(device=row["device"]),
                purchase=Purchase(option="on_demand"),
            ),
            library,
        )
        for ends in ("low", "high"):
            cost = f"usd_per_million_output_tokens_{ends}"
            rate = f"output_tokens_per_second_{ends}"
            assert row[cost] == pytest.approx(getattr(quote.unit_costs, cost), rel=1e-9)
            assert row[rate] == pytest.approx(getattr(quote.performance, rate), rel=1e-9)
        assert row["warnings"] == quote.warnings
        assert any("spans nodes" in text for text in quote.warnings) == (
            row["device"] == "rtx-5070"
        )


def test_more_candidates_than_may_be_compared_are_refused_by_what_may_vary(
    library: Library,
) -> None:
    with pytest.raises(InvalidQuery, match="8 candidates are more than the 7") as refusal:
        comparison(COMPARED, library, limit=7)

    assert refusal.value.field == "vary"


def test_load_that_is_given_in_two_ways_is_refused_for_all_candidates(library: Library) -> None:
    load = Load(concurrency=8, requests_per_second=1.0)

    with pytest.raises(InvalidQuery, match="follow from the arrival rate"):
        comparison(ComparisonQuery(model=COMPARED.model, load=load, vary=COMPARED.vary), library)


def test_candidates_say_which_engine_they_are_of(library: Library) -> None:
    engines = ("TensorRT-LLM", "vLLM", None)
    varied = Vary(devices=("h100-sxm-80gb",), device_counts=(1,), engines=engines)
    answer = comparison(ComparisonQuery(model="llama-3.1-8b", vary=varied), library)
    plain = comparison(COMPARED, library)

    assert {row["engine"] for row in answer.candidates} == set(engines)
    for row in answer.candidates:
        quote = unit_costs(
            UnitCostQuery(
                model="llama-3.1-8b",
                deployment=Deployment(device="h100-sxm-80gb", device_count=1, engine=row["engine"]),
            ),
            library,
        )
        cost = quote.unit_costs.usd_per_million_output_tokens
        assert row["usd_per_million_output_tokens"] == pytest.approx(cost, rel=1e-9)
    assert {row["engine"] for row in plain.candidates} == {None}


def test_candidates_of_one_precision_say_which_format_of_it_they_are_in(library: Library) -> None:
    spellings = ("q4_k_m", "q2_k", "int4", None)
    varied = Vary(devices=("rtx-4090",), device_counts=(1,), precisions=spellings)
    answer = comparison(ComparisonQuery(model="llama-3.1-8b", vary=varied), library)
    plain = comparison(COMPARED, library)

    formats = {row["asked_precision"]: row["precision"] for row in answer.candidates}
    assert formats == {"q4_k_m": "int4", "q2_k": "int4", "int4": "int4", None: "bf16"}
    assert {row["asked_precision"] for row in plain.candidates} == {None}


def test_candidates_say_whether_their_price_is_an_estimate(library: Library) -> None:
    """The warnings say so as well, but of the first candidates alone."""
    options: tuple[Option, ...] = ("on_demand", "reserved_3y")
    varied = Vary(devices=("tpu-v5e",), options=options)
    model, catalog = "llama-3.1-8b", "2026-07-31"
    asked = ComparisonQuery(model=model, vary=varied, catalog=catalog)
    answer = comparison(asked, library)

    bases = {row["option"]: row["price_basis"] for row in answer.candidates}
    for option, basis in bases.items():
        query = UnitCostQuery(
            model=model,
            deployment=Deployment(device="tpu-v5e"),
            purchase=Purchase(option=option),
            catalog=catalog,
        )
        assert basis == unit_costs(query, library).price.basis
    assert bases == {"on_demand": "table", "reserved_3y": "estimated"}


def test_warnings_are_of_the_first_candidates(library: Library) -> None:
    many = ComparisonQuery(model="llama-3.1-8b", limit_count=1000)
    warnings = [row["warnings"] for row in comparison(many, library).candidates]

    assert len(warnings) > WARNED_COUNT
    assert all(warnings[:WARNED_COUNT])
    assert set(warnings[WARNED_COUNT:]) == {None}


def test_run_that_names_no_purchase_has_the_cheapest_whatever_its_neighbours_name(
    library: Library,
) -> None:
    base = {**RUN, "sequence_length": 4096}
    own: dict[str, str | float | None] = {"purchase.option": "reserved_1y"}
    mixed = SweepQuery(kind="run_costs", base=base, scenarios=({"as_of": "2026-07-01"}, own))
    alone = SweepQuery(kind="run_costs", base=base, scenarios=({"as_of": "2026-07-01"},))
    by_axis = SweepQuery(
        kind="run_costs", base=base, axes={"purchase.option": (None, "reserved_1y")}
    )
    listed = SweepQuery(
        kind="run_costs",
        base={**base, "purchases": [{"option": "owned"}, {"option": "on_demand"}]},
        scenarios=({"as_of": "2026-07-01"}, own),
    )
    first, second = rows(library, mixed)

    (one,) = rows(library, alone)
    assert {name: first[name] for name in one} == one
    assert second["option"] == "reserved_1y"
    assert [row["usd_mean"] for row in rows(library, by_axis)] == [
        first["usd_mean"],
        second["usd_mean"],
    ]
    assert [row["option"] for row in rows(library, listed)] == ["on_demand", "reserved_1y"]


def test_runs_that_all_name_their_purchase_are_not_worked_out_under_all_ways(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def recorded(questions: Any, purchases: Any, *of: Any, **more: Any) -> RunFrames:
        asked.append(len(purchases))
        return RunFrames(questions, purchases, *of, **more)

    monkeypatch.setattr("pricing.sweeps.run_costs.rows.RunFrames", recorded)
    for options in (("spot", "on_demand"), ("spot", None)):
        query = SweepQuery(kind="run_costs", base=RUN, axes={"purchase.option": options})
        rows(library, query)

    assert asked == [1, 1, len(USUAL_PURCHASES) + 1]


@pytest.mark.parametrize("name", ["catalog", "as_of", "model", "load.input_tokens"])
def test_list_where_the_base_of_a_table_has_one_value_is_refused(name: str) -> None:
    query = SweepQuery(base={name: []}, scenarios=({"load.concurrency": 1.0},))

    with pytest.raises(InvalidQuery) as refusal:
        sweep_of(query)

    assert refusal.value.field == f"base.{name}"


@pytest.mark.parametrize("columns", [(), ("refusal",)])
def test_sweep_without_results_has_a_row_for_each_scenario(
    library: Library, columns: tuple[str, ...]
) -> None:
    devices = ("l4", "h100-sxm-80gb", "l4")
    query = SweepQuery(
        base={"model": "llama-3.1-8b"}, axes={"deployment.device": devices}, columns=columns
    )

    found = [(row["deployment.device"], row["refusal"]) for row in rows(library, query)]
    assert found == [(device, None) for device in devices]


def test_result_that_is_asked_for_twice_is_one_column(library: Library) -> None:
    query = SweepQuery(
        base={"model": "llama-3.1-8b", "deployment": {"device": "l4"}},
        axes={"load.concurrency": (1.0, 8.0)},
        columns=("usd_per_hour", "refusal", "usd_per_hour"),
    )
    asked = sweep_of(query)

    assert asked.columns == ("load.concurrency", "usd_per_hour", "refusal", "refusal_detail")
    assert all(tuple(frame.columns) == asked.columns for frame in asked.rows(library))


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_result_that_is_no_number_is_never_answered(
    library: Library, monkeypatch: pytest.MonkeyPatch, value: float
) -> None:
    query = SweepQuery(
        base={"model": "llama-3.1-8b", "deployment": {"device": "l4"}},
        axes={"load.concurrency": (1.0, 8.0)},
    )
    monkeypatch.setattr(unit_cost, "usd_per_request", lambda **_: value)

    with pytest.raises(NotFinite):
        list(sweep_of(query).rows(library))


@pytest.mark.parametrize("value", [float("inf"), float("nan")])
def test_result_of_a_run_that_is_no_number_is_never_answered(
    library: Library, monkeypatch: pytest.MonkeyPatch, value: float
) -> None:
    query = SweepQuery(
        kind="run_costs", base=RUN, axes={"mfu_fraction": (0.3, 0.4)}, columns=("usd_mean",)
    )
    (batch,) = sweep_of(query).rows(library)
    harmed = batch.with_columns(usd_mean=pl.Series([1.0, value]))
    monkeypatch.setitem(WORK, "run_costs", lambda *_: iter([harmed]))

    with pytest.raises(NotFinite):
        list(sweep_of(query).rows(library))


def test_field_that_is_a_result_as_well_is_one_column(library: Library) -> None:
    query = SweepQuery(
        base={"model": "llama-3.1-8b", "deployment": {"device": "l4"}},
        axes={"utilization_fraction": (0.25, 0.5)},
        columns=("utilization_fraction", "usd_per_hour"),
    )
    asked = sweep_of(query)

    assert asked.columns[:2] == ("utilization_fraction", "usd_per_hour")
    assert len(set(asked.columns)) == len(asked.columns)
    assert [row["utilization_fraction"] for row in rows(library, query)] == [0.25, 0.5]


@pytest.mark.parametrize("providers", [("aws", "gcp"), ("gcp", "aws")])
def test_run_that_costs_the_same_in_two_ways_is_bought_the_first(
    library: Library, providers: tuple[str, ...]
) -> None:
    price = {"option": "on_demand", "usd_per_device_hour": 2.0}
    purchases = [{**price, "provider": provider} for provider in providers]
    query = SweepQuery(
        kind="run_costs",
        base={**RUN, "purchases": purchases},
        axes={"deployment.device_count": (64, 256)},
    )

    assert [row["provider"] for row in rows(library, query)] == [providers[0]] * 2
