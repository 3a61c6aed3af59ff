from typing import Any

import pytest
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.comparisons.answer import ComparisonAnswer
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.comparisons.ranking import OF_FULLEST
from pricing.unit_costs.query import Load

DEVICES = ("h100-sxm-80gb", "l4", "gaudi-3")
QUERY = ComparisonQuery(model="llama-3.1-8b", vary=Vary(devices=DEVICES))


def compared(library: Library, **changed: Any) -> ComparisonAnswer:
    return comparison(replace(QUERY, **changed), library)


def options(answer: ComparisonAnswer) -> set[str]:
    return {row["option"] for row in answer.candidates}


def test_device_that_nobody_rents_is_excluded_with_the_reason(library: Library) -> None:
    answer = compared(library)
    every = compared(library, price_basis="any")
    unrented = {row["device"] for row in every.candidates if row["option"] == "owned"}
    out = {row["deployment.device"]: row["refusal_detail"] for row in answer.excluded}

    assert answer.price_basis == "rented"
    assert unrented
    assert options(answer).isdisjoint({"owned"})
    assert unrented <= out.keys()
    for device in unrented:
        assert out[device].startswith(f"{device} has no rental price here")
    assert answer.excluded_counts["no-price"] == len(out)
    assert answer.feasible_count == len(answer.candidates)


def test_device_without_an_hourly_price_is_ranked_where_its_option_is_named(
    library: Library,
) -> None:
    vary = replace(QUERY.vary, devices=("h100-sxm-80gb", "mi325x"))
    committed = replace(vary, options=("reserved_3y",))
    day = "2026-07-31"  # the first hourly price of an MI325X is of August

    assert compared(library, vary=vary, as_of=day).excluded[0]["refusal_detail"] == (
        "mi325x has no on_demand price here: reserved_3y in vary.options ranks its price"
    )
    for answer in (
        compared(library, vary=committed, as_of=day),
        compared(library, vary=vary, price_basis="any", as_of=day),
    ):
        assert "mi325x" in {row["device"] for row in answer.candidates}


def test_owned_basis_ranks_all_at_the_cost_of_owning(library: Library) -> None:
    answer = compared(library, price_basis="owned")

    assert answer.feasible_count == len(DEVICES)
    assert options(answer) == {"owned"}


def test_candidates_that_are_out_for_their_price_are_told_whether_they_fit(
    library: Library,
) -> None:
    vary = replace(QUERY.vary, options=("on_demand", "owned"), device_counts=(1, 8))
    answers = [
        compared(library, model="llama-3.1-70b", vary=vary, price_basis=basis)
        for basis in ("rented", "any")
    ]
    every, rented = (answer.excluded_counts["does-not-fit"] for answer in answers)

    assert every == rented > 0


@pytest.mark.parametrize(
    ("changed", "basis"),
    [(("owned",), "owned"), (("owned", "on_demand"), "rented"), ((None,), "rented")],
)
def test_basis_left_out_is_that_of_the_options(
    library: Library, changed: tuple[str | None, ...], basis: str
) -> None:
    vary = replace(QUERY.vary, options=changed)
    answer = compared(library, vary=vary)

    assert answer.price_basis == basis
    assert answer.candidates
    assert (options(answer) == {"owned"}) == (basis == "owned")


def test_rented_candidate_is_excluded_where_owned_is_asked_for(library: Library) -> None:
    vary = replace(QUERY.vary, devices=("l4",), options=("on_demand", "owned"))
    answer = compared(library, vary=vary, price_basis="owned")
    (out,) = answer.excluded

    assert options(answer) == {"owned"}
    assert out["purchase.option"] == "on_demand"
    assert "price_basis rented or any ranks it" in out["refusal_detail"]


def test_option_to_own_beside_rented_ones_is_not_said_to_want_a_rental_price(
    library: Library,
) -> None:
    vary = replace(QUERY.vary, devices=("h100-sxm-80gb",), options=("on_demand", "owned"))
    answer = compared(library, vary=vary)

    assert options(answer) == {"on_demand"}
    assert answer.excluded[0]["refusal_detail"].startswith("h100-sxm-80gb: to own it was asked for")
    assert options(compared(library, vary=vary, price_basis="any")) == {"on_demand", "owned"}


def test_ranking_by_speed_says_whose_speed_it_is(library: Library) -> None:
    fullest = compared(library, objective="tpot_seconds")
    given = compared(library, objective="tpot_seconds", load=Load(concurrency=8))

    assert {row["warnings"][0] for row in fullest.candidates} == {OF_FULLEST}
    for answer in (given, compared(library)):
        assert OF_FULLEST not in answer.candidates[0]["warnings"]
