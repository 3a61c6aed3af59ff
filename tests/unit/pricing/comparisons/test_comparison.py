from collections.abc import Iterator
from typing import Any, get_args

import polars as pl
import pytest
from hypothesis import given
from hypothesis.strategies import integers, lists, tuples
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.comparisons.comparison import _front, comparison
from pricing.comparisons.query import ComparisonQuery, Objective, Vary
from pricing.comparisons.ranking import OF_DOCUMENTS, OF_IMAGES
from pricing.errors import UnknownName
from pricing.purchasing.query import Facility, Option, Purchase
from pricing.sweeps.sweep import Sweep
from pricing.unit_costs.query import Deployment, Load, Slo, UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from tests.sweeping import answered_row

DEVICES = ("h100-sxm-80gb", "l4", "t4", "mi300x", "abacus", "a100-sxm-80gb")
OPTIONS: tuple[Option, ...] = ("on_demand", "spot")
QUERY = ComparisonQuery(model="llama-3.1-8b", vary=Vary(devices=DEVICES, options=OPTIONS))
COST, LATENCY, ENERGY = "usd_per_million_tokens", "tpot_seconds", "joules_per_output_token"
OBJECTIVES = get_args(get_args(Objective)[0])


def best(library: Library, **changed: Any) -> list[dict[str, Any]]:
    return list(comparison(replace(QUERY, **changed), library).candidates)


@pytest.mark.parametrize(
    "changed",
    [
        {"load": Load(input_tokens=3000.0, output_tokens=100.0, concurrency=4.0)},
        pytest.param({"load": Load(traffic_kind="agents")}, id="cached"),
        {"slo": Slo(tpot_seconds=0.05)},
        {"utilization_fraction": 0.3},
        {"discount_fraction": 0.25},
        {"facility": Facility(pue_ratio=1.9, grams_co2e_per_kilowatt_hour=700.0)},
        {"catalog": "2026-05-31"},
        {"as_of": "2025-01-15"},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_candidate_is_the_quote_of_its_choices(library: Library, changed: dict[str, Any]) -> None:
    found = best(library, **changed)
    discount = changed.get("discount_fraction", 0.0)
    shared = {name: value for name, value in changed.items() if name != "discount_fraction"}

    assert found
    for row in found:
        query = UnitCostQuery(
            model="llama-3.1-8b",
            deployment=Deployment(device=row["device"]),
            purchase=Purchase(option=row["option"], discount_fraction=discount, beside=OPTIONS),
            **shared,
        )
        quote = answered_row(unit_costs(query, library))
        said = {name: row[name] for name in row if name in quote}

        assert {COST, LATENCY, ENERGY, "usd_per_hour", "usd_per_watt_year"} < set(said)
        for name, value in said.items():
            expected = quote[name]
            is_figure = isinstance(expected, float)
            assert value == (pytest.approx(expected, rel=1e-9) if is_figure else expected), name


def test_options_of_a_device_are_compared_at_one_provider(library: Library) -> None:
    sold: dict[tuple[str, int], set[str]] = {}
    for row in best(library):
        sold.setdefault((row["device"], row["device_count"]), set()).add(row["provider"])

    assert len(sold) > 3
    assert all(len(providers) == 1 for providers in sold.values())
    assert all("on_demand, spot are priced at" in str(row["warnings"]) for row in best(library)[:5])


@pytest.mark.parametrize("objective", sorted({*OBJECTIVES} - OF_IMAGES))
def test_candidates_are_ranked_by_the_objective_that_is_asked_for(
    library: Library, objective: str
) -> None:
    load = replace(QUERY.load, output_tokens=0.0) if objective in OF_DOCUMENTS else QUERY.load
    answer = comparison(replace(QUERY, objective=objective, load=load), library)
    values = [row.get(objective) for row in answer.candidates]

    assert [row["rank"] for row in answer.candidates] == list(range(1, answer.feasible_count + 1))
    assert values == sorted(values)  # type: ignore[type-var]
    assert answer.objective == objective


@pytest.mark.parametrize(
    ("front", "other"), [("pareto_latency", LATENCY), ("pareto_energy", ENERGY)]
)
def test_nothing_is_at_least_as_good_in_both_as_what_is_on_a_front(
    library: Library, front: str, other: str
) -> None:
    vary = Vary(options=("on_demand", "spot"))
    found = best(library, vary=vary, load=Load(concurrency=16.0))
    points = [(row[COST], row[other]) for row in found]

    assert [row[front] for row in found] == [
        not any(one[0] <= cost and one[1] <= value and one != (cost, value) for one in points)
        for cost, value in points
    ]
    assert {row[front] for row in found} == {True, False}
    assert all(row["pareto"] for row in found if row[front])
    assert any(
        row["pareto"] and not (row["pareto_latency"] and row["pareto_energy"]) for row in found
    )


@given(points=lists(tuples(integers(0, 4), integers(0, 4)), max_size=12))
def test_front_is_of_all_that_nothing_beats(points: list[tuple[int, int]]) -> None:
    """Rows of one cost are there as well, and equal ones."""
    frame = pl.DataFrame(points, schema={COST: pl.Float64, LATENCY: pl.Float64}, orient="row")

    assert _front(frame, LATENCY).to_list() == [
        not any(
            one <= cost and other <= value and (one, other) != (cost, value)
            for one, other in points
        )
        for cost, value in points
    ]


def test_order_in_which_choices_are_listed_does_not_matter(library: Library) -> None:
    """Most regions of a provider have the same price."""
    regions = ("us-west-2", "us-east-1", "us-east-2", "eu-north-1")
    choices = Vary(devices=("l4", "h100-sxm-80gb"), providers=("aws",), regions=regions)
    turned = replace(choices, devices=choices.devices[::-1], regions=regions[::-1])
    found, other = (best(library, vary=vary) for vary in (choices, turned))

    assert len({row[COST] for row in found}) < len(found)
    assert found == other


def test_choice_that_is_listed_twice_is_one(library: Library) -> None:
    twice = replace(QUERY, vary=Vary(devices=("l4", "l4"), options=("spot", "spot")))

    assert comparison(twice, library).candidate_count == 1


@pytest.mark.parametrize(
    ("vary", "count"),
    [
        ({"devices": ("h100-sxm-80gb", "H100 SXM", "H100-SXM-80GB", "abacus")}, 2),
        ({"providers": ("gcp", "Google", "aws", None)}, 3),
        ({"providers": ("aws",), "regions": ("us-east-1", "US-East-1", "us-west-2")}, 2),
    ],
)
def test_choice_that_is_listed_by_two_names_is_one(
    library: Library, vary: dict[str, Any], count: int
) -> None:
    asked = replace(QUERY, vary=Vary(**({"devices": ("h100-sxm-80gb",)} | vary)))

    assert comparison(asked, library).candidate_count == count


def test_all_are_counted_and_as_many_listed_as_asked_for(library: Library) -> None:
    varied = Vary(devices=(*DEVICES, "slide-rule", "crystal-ball"), precisions=("bf16", "fp7"))
    asked = replace(QUERY, vary=varied)
    whole, short = (comparison(replace(asked, limit_count=count), library) for count in (99, 2))

    assert short.candidates == whole.candidates[:2]
    assert short.excluded == whole.excluded[:2]
    for answer in (whole, short):
        assert answer.candidate_count == 16
        assert answer.feasible_count == len(whole.candidates)
        assert sum(answer.excluded_counts.values()) == len(whole.excluded)
    assert len(short.excluded) < len(whole.excluded)


@pytest.mark.parametrize(
    ("objective", "limit_count"), [("usd_per_month", 3), ("tpot_seconds", 200)]
)
def test_it_is_the_same_however_many_candidates_come_at_a_time(
    library: Library, monkeypatch: pytest.MonkeyPatch, objective: Any, limit_count: int
) -> None:
    asked = replace(
        QUERY,
        vary=Vary(device_counts=(1, 4), options=("on_demand", "owned")),
        objective=objective,
        limit_count=limit_count,
    )
    whole = comparison(asked, library)
    rows = Sweep.rows

    def few(sweep: Sweep, *given: Any) -> Iterator[pl.DataFrame]:
        for frame in rows(sweep, *given):
            yield from frame.iter_slices(7)

    monkeypatch.setattr(Sweep, "rows", few)

    assert comparison(asked, library) == whole


@pytest.mark.parametrize(
    ("devices", "counts"),
    [
        (("l4", "t4", "abacus"), [("does-not-fit", 2), ("unknown-name", 1)]),
        (("l4", "slide-rule", "abacus"), [("unknown-name", 2), ("does-not-fit", 1)]),
        (("l4", "abacus"), [("does-not-fit", 1), ("unknown-name", 1)]),
    ],
)
def test_most_frequent_reason_comes_first(
    library: Library, devices: tuple[str, ...], counts: list[tuple[str, int]]
) -> None:
    vary = Vary(devices=devices, device_counts=(1,))
    answer = comparison(replace(QUERY, model="llama-3.1-405b", vary=vary), library)

    assert list(answer.excluded_counts.items()) == counts


def test_warnings_are_those_of_the_candidate_that_they_stand_beside(library: Library) -> None:
    """However few of them are listed; some of these prices are estimated."""
    varied = Vary(devices=("tpu-v5e",), options=("on_demand", "reserved_1y", "reserved_3y"))
    first, *_, last = best(library, vary=varied, catalog="2026-07-31")
    (alone,) = best(library, vary=varied, limit_count=1, catalog="2026-07-31")

    assert alone == first
    assert first["warnings"] != last["warnings"]


def test_provenance_has_the_release_and_the_day_that_were_asked_for(library: Library) -> None:
    asked = replace(QUERY, catalog="2026-05-31", as_of="2025-01-15")
    provenance = comparison(asked, library).provenance

    assert (provenance.catalog, str(provenance.as_of)) == ("2026-05-31", "2025-01-15")


def test_month_is_of_as_many_hours_as_a_month_has(library: Library) -> None:
    for row in best(library):
        assert row["usd_per_month"] == pytest.approx(row["usd_per_hour"] * 365 * 24 / 12)


def test_model_that_there_is_not_is_no_reason_of_a_candidate(library: Library) -> None:
    with pytest.raises(UnknownName) as refusal:
        best(library, model="gpt-9")

    assert refusal.value.field == "model"


def test_every_device_is_a_candidate_where_none_is_named(library: Library) -> None:
    answer = comparison(replace(QUERY, vary=Vary()), library)

    assert answer.candidate_count == len(library.newest.devices)
