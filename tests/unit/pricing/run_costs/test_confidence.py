"""How sure the cost of a run is."""

import pytest

from pricing.catalog.library import Library
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.quote import run_costs
from tests import questions


def options(library: Library, **changes: object) -> dict[str, RunOption]:
    answer = run_costs(questions.run_cost({"confidence": 0.8, **changes}), library)
    return {option.option: option for option in answer.options}


def test_doubts_of_time_alone_give_the_distribution_of_the_cost(library: Library) -> None:
    given = {"purchases": [{"option": "on_demand", "usd_per_device_hour": 2.0}]}
    option = options(library, **given)["on_demand"]
    found = option.confidence

    assert found is not None
    assert {doubt.name for doubt in found.doubts} == {"throughput", "interruptions"}
    usd = option.usd
    assert (found.p10_usd, found.p50_usd, found.p90_usd) == pytest.approx(
        (usd.p10, usd.p50, usd.p90), rel=5e-3
    )
    assert found.answered_usd == usd.mean
    assert found.median_change_fraction == pytest.approx(usd.p50 / usd.mean - 1.0, abs=0.005)
    assert usd.p50 < found.levels[0].usd < usd.p90


def test_each_way_of_buying_has_its_own_doubts(library: Library) -> None:
    found = options(library)
    doubts = {
        name: {doubt.name for doubt in option.confidence.doubts}
        for name, option in found.items()
        if option.confidence
    }

    assert "preemption_rate" in doubts["spot"]
    assert "price_change" in doubts["on_demand"]
    assert "price_change" not in doubts["owned"]
    assert "estimated_price" in doubts["owned"]
    for option in found.values():
        sure = option.confidence
        assert sure is not None
        low, base, high = (case.usd for case in sure.cases)
        assert low <= sure.p10_usd + 0.01 * base
        assert sure.p10_usd <= sure.p50_usd <= sure.levels[0].usd <= sure.p90_usd
        assert sure.p90_usd <= high + 0.01 * base


def test_contracts_are_in_the_percentiles(library: Library) -> None:
    on_demand = {"purchases": [{"option": "on_demand", "provider": "coreweave"}]}
    contract = {"name": "EDP", "tiers": [{"from_usd": 0, "discount_fraction": 0.1}]}
    bare = options(library, **on_demand)["on_demand"].confidence
    under = options(library, **on_demand, contracts=[contract])["on_demand"].confidence

    assert bare is not None
    assert under is not None
    assert [under.p10_usd, under.p50_usd, under.p90_usd, under.levels[0].usd] == pytest.approx(
        [0.9 * usd for usd in (bare.p10_usd, bare.p50_usd, bare.p90_usd, bare.levels[0].usd)],
        rel=0.005,
    )
