"""Purchase plans: the price and the place of each part."""

from math import comb
from typing import Any
from unittest.mock import create_autospec

import pytest

from pricing.catalog.library import Library
from pricing.fleet.contracts import plans
from pricing.fleet.contracts.moves import Moves
from pricing.fleet.purchases.spot import Spot
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from tests import questions

PLACE = {"provider": "aws", "region": "us-east-1"}
RESERVED = {"option": "reserved_1y", **PLACE}
H100 = {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"}
H200 = {"device": "h200-sxm-141gb", "device_count": 8, "precision": "fp8"}
AT_THE_TABLES = "generations[0] has another device than the price in purchase"


def asked(library: Library, changes: dict[str, Any]) -> TcoAnswer:
    return tco(questions.tco(changes), library)


@pytest.mark.parametrize(
    ("device", "purchase", "own"),
    [
        (H200, None, False),
        (H100 | {"device": "h100"}, None, True),
        (H200, {"option": "reserved_1y", "usd_per_device_hour": 1.5}, True),
    ],
    ids=["another device", "the same by another name", "its own purchase"],
)
def test_a_given_price_applies_only_to_its_device(
    library: Library, device: dict[str, Any], purchase: dict[str, Any] | None, *, own: bool
) -> None:
    answer = asked(
        library,
        {
            "purchase": {"option": "reserved_1y", "usd_per_device_hour": 1.5, **PLACE},
            "generations": [{"date": "2027-02-01", "deployment": device, "purchase": purchase}],
        },
    )
    first, second = answer.purchase.commitments

    assert first.usd_per_device_hour == 1.5
    assert (second.usd_per_device_hour == 1.5) == own
    assert any(warning.startswith(AT_THE_TABLES) for warning in answer.warnings) != own


@pytest.mark.parametrize("option", ["burst", "ownership"])
def test_no_part_of_a_plan_keeps_the_price_of_another_device(library: Library, option: str) -> None:
    plan = {
        "burst": {
            "base": RESERVED,
            "base_replicas": 1,
            "burst": {"option": "on_demand", "usd_per_device_hour": 0.5},
        },
        "ownership": {"option": "owned", "ownership": {"purchase_usd": 1000.0}},
    }[option]
    later = {"date": "2027-02-01", "deployment": H200}
    dropped, kept = (
        asked(library, {"purchase": plan, "generations": [later | own]})
        for own in ({}, {"purchase": plan})
    )

    assert dropped.months[0] == kept.months[0]
    assert dropped.months[-2].usd_total > 1.4 * kept.months[-2].usd_total


def test_a_generation_is_bought_at_the_prices_of_its_own_day(library: Library) -> None:
    """H200 came to AWS after the service begins, whose prices fell in the meantime."""
    later = asked(
        library,
        {
            "start": "2025-01-01",
            "purchase": RESERVED,
            "generations": [{"date": "2025-07-01", "deployment": H200}],
        },
    ).purchase.commitments[1]
    alone = asked(
        library, {"start": "2025-07-01", "purchase": RESERVED, "deployment": H200}
    ).purchase.commitments[0]

    assert later.usd_per_device_hour == alone.usd_per_device_hour


@pytest.mark.parametrize(
    "plan", [{"base": RESERVED, "base_replicas": 1}, {"plan": "optimal", **PLACE}]
)
def test_a_burst_without_a_place_has_the_place_of_the_base(
    library: Library, plan: dict[str, Any]
) -> None:
    without, named = (
        asked(library, {"purchase": plan | {"burst": {"option": "spot", **place}}})
        for place in ({}, PLACE)
    )

    assert without.purchase == named.purchase
    assert without.totals == named.totals
    assert without.purchase.burst is not None
    assert without.purchase.burst.row is not None
    assert without.purchase.burst.row.provider == "aws"


@pytest.mark.parametrize(
    ("burst", "ratio"), [({}, 0.9), ({"discount_fraction": 0.2}, 0.8), (PLACE, 1.0)]
)
def test_a_discount_applies_to_the_place_of_the_plan(
    library: Library, burst: dict[str, Any], ratio: float
) -> None:
    plan = {"plan": "optimal", "discount_fraction": 0.1, **PLACE}
    bought = asked(library, {"purchase": plan | {"burst": {"option": "on_demand", **burst}}})
    listed = asked(library, {"purchase": {"option": "on_demand", **PLACE}})

    assert bought.purchase.burst is not None
    assert listed.purchase.burst is not None
    assert bought.purchase.burst.usd_per_device_hour == pytest.approx(
        ratio * listed.purchase.burst.usd_per_device_hour
    )


def test_a_plan_is_compared_with_on_demand_at_the_same_discount(library: Library) -> None:
    plan = PLACE | {"discount_fraction": 0.1}
    hourly = asked(library, {"purchase": plan | {"option": "on_demand"}})

    for purchase in (
        plan | {"plan": "optimal"},
        plan | {"plan": "optimal", "burst": {"option": "on_demand"}},
        plan | {"option": "reserved_1y"},
    ):
        found = asked(library, {"purchase": purchase}).purchase.all_on_demand_usd
        assert found == pytest.approx(hourly.totals.usd_total)


def test_need_beyond_a_committed_plan_in_a_draw_is_bought_by_the_hour(library: Library) -> None:
    """As beside a base of the same size."""
    spread = {
        "draws": 200,
        "throughput_band_ratio": 1.0,
        "load_band_ratio": 2.0,
        "growth_band_per_month_fraction": 0.0,
        "price_band_per_year_fraction": 0.0,
    }
    plan = {"capacity.scaling": "fixed", "uncertainty": spread}
    alone = asked(library, plan | {"purchase": RESERVED})
    count = alone.purchase.commitments[0].replicas
    burst = {"option": "on_demand", **PLACE}
    beside = asked(
        library,
        plan | {"purchase": {"base": RESERVED, "base_replicas": count, "burst": burst}},
    )

    assert alone.totals.usd_total == beside.totals.usd_total
    assert alone.uncertainty == beside.uncertainty


def test_replicas_of_one_instance_are_lost_together() -> None:
    """Six instances hold 43 replicas of a device each; where one in a hundred is gone, one more
    instance is too few, and two are enough."""
    gone = 0.01
    spot = Spot(
        preemptions_per_instance_hour=0.1,
        missing_fraction=gone,
        at_risk_fraction=gone,
        covered_share_fraction=0.999,
        lost_together=1.0,
        replicas_per_instance=8,
    )

    def lost_at_most(lost: int, instances: int) -> float:
        return sum(
            comb(instances, k) * gone**k * (1 - gone) ** (instances - k) for k in range(lost + 1)
        )

    assert lost_at_most(1, 7) < 0.999 < lost_at_most(2, 8)
    assert spot.cover(43) == 16
    assert spot.covered(43, 16) == pytest.approx(lost_at_most(2, 8))
    assert spot.covered(43, 15) == pytest.approx(lost_at_most(1, 8))


@pytest.mark.parametrize(
    ("place", "count"),
    [({"instance_type": "p5.48xlarge"}, 8), ({"instance_type": "p5.4xlarge"}, 1), ({}, 1)],
)
def test_only_a_known_instance_is_lost_with_several_replicas(
    library: Library, place: dict[str, str], count: int
) -> None:
    risk = asked(
        library,
        {
            "model": "llama-3.1-8b",
            "deployment.device_count": 1,
            "purchase": {"option": "spot", "usd_per_device_hour": 2.0, "provider": "aws"} | place,
            "capacity.spot_preemptions_per_instance_hour": 0.1,
        },
    ).purchase.spot

    assert risk is not None
    assert risk.cover_replicas > 0
    assert (risk.cover_replicas % 8 == 0) == (count == 8)
    assert risk.covered_fraction >= 0.999


@pytest.mark.parametrize(
    "changes",
    [
        {"traffic.requests_per_day": 2e5},
        {"traffic.requests_per_day": 1.5e6, "contracts": [{"minimum_usd": 3e5}]},
        {
            "traffic.requests_per_day": 4.6e5,
            "traffic.growth_per_month_fraction": 0.1,
            "traffic.hourly_profile": [3, 4, 5, 1, 5, 1, 4, 1, 1, 3, 4, 2] * 2,
            "deployment.device_count": 2,
        },
    ],
    ids=["one", "three", "many"],
)
def test_a_plan_at_own_prices_may_fill_instances_in_part(
    changes: dict[str, Any], library: Library
) -> None:
    """Several replicas are on an instance by the hour, and devices are committed one by one."""
    asks = {"deployment.device_count": 4, "traffic.requests_per_day": 2e5, **changes}
    own = {"option": "reserved_1y", "usd_per_device_hour": 2.5}
    best = asked(library, {**asks, "purchase": {"plan": "optimal", **PLACE, "offers": [own]}})
    burst = {"option": "on_demand", **PLACE}
    bases = [
        asked(library, {**asks, "purchase": {"base": own, "burst": burst, "base_replicas": size}})
        for size in range(best.capacity.peak_replicas + 2)
    ]

    assert best.totals.usd_total <= min(one.totals.usd_total for one in bases) + 0.01


@pytest.mark.parametrize("scaling", ["fixed", "autoscaled"])
@pytest.mark.parametrize(("usd", "rate"), [(1.0, 0.1), (2.0, 0.005), (3.0, 0.1)])
def test_no_base_with_spot_is_cheaper_than_the_optimal_one(
    library: Library, scaling: str, usd: float, rate: float
) -> None:
    changes = {
        "traffic.requests_per_day": 2e7,
        "capacity": {"scaling": scaling, "spot_preemptions_per_instance_hour": rate},
    }
    spot = {"option": "spot", "usd_per_device_hour": usd}

    def total(purchase: dict[str, Any]) -> float:
        return asked(library, changes | {"purchase": purchase}).totals.usd_total

    options = ["reserved_1y"]
    optimal = total({"plan": "optimal", "burst": spot, "options": options, **PLACE})
    bases = [
        total({"base": RESERVED, "base_replicas": count, "burst": spot})
        for count in range(1, 30, 3)
    ]

    assert optimal <= min([*bases, total(spot)]) * (1 + 1e-9)


def test_terms_beyond_the_horizon_are_warned_of_for_every_alternative(library: Library) -> None:
    other = {"name": "other", "deployment": H200, "purchase": {"option": "reserved_3y"}}
    warnings = asked(library, {"alternative": other}).warnings

    assert [one for one in warnings if "a commitment outlasts" in one] == [
        one for one in warnings if one.startswith("other: a commitment outlasts")
    ]
    assert any(one.startswith("other: a commitment outlasts") for one in warnings)


def test_prices_of_an_api_are_warned_to_be_those_of_one_day(library: Library) -> None:
    changes = {"alternative": {"provider": "openai", "model": "gpt-4o"}}
    told = "the prices of 2026-07-31 apply to every month"

    def warned(start: str) -> bool:
        return any(told in one for one in asked(library, changes | {"start": start}).warnings)

    assert warned("2026-01-01")
    assert not warned("2026-08-01")


GROWING = {
    "traffic": {"requests_per_day": 5e6, "growth_per_month_fraction": 0.05},
    "capacity.scaling": "autoscaled",
    "horizon_months": 36,
}


def test_terms_begin_when_they_are_needed_and_serve_in_turn(library: Library) -> None:
    answer = asked(library, GROWING | {"purchase": {"plan": "optimal", **PLACE}})
    bought = answer.purchase
    begins = {one.from_month for one in bought.commitments}
    months = [month.month for month in answer.months]

    assert len(begins) > 1
    assert bought.optimality_gap_usd == 0.0
    for at, month in enumerate(answer.months):
        serving = [
            one for one in bought.commitments if 0 <= at - months.index(one.from_month) < one.months
        ]
        assert sum(one.replicas for one in serving) == month.base_replicas


@pytest.mark.parametrize(
    ("bounds", "longest_months", "most_fraction"),
    [
        ({"longest_term_months": 12}, 12, 1.0),
        ({"most_coverage_fraction": 0.4}, 36, 0.4),
        ({"most_coverage_fraction": 0.0, "longest_term_months": 36}, 0, 0.0),
    ],
)
def test_bounds_hold_and_cost(
    library: Library, bounds: dict[str, float], longest_months: int, most_fraction: float
) -> None:
    plan = {"plan": "optimal", **PLACE}
    free, bound = (asked(library, GROWING | {"purchase": plan | given}) for given in ({}, bounds))

    assert max((one.months for one in bound.purchase.commitments), default=0) <= longest_months
    assert bound.purchase.coverage_fraction <= most_fraction + 1e-9
    assert bound.totals.usd_total > free.totals.usd_total
    assert bound.purchase.optimality_gap_usd == 0.0


@pytest.mark.parametrize("terms", [{}, {"most_spot_fraction": 0.5}], ids=["terms", "and spot"])
def test_a_plan_far_below_a_minimum_is_proved_the_best(
    terms: dict[str, Any], library: Library
) -> None:
    """Whatever is spent below it costs as much."""
    answer = asked(
        library,
        {
            "horizon_months": 60,
            "traffic.requests_per_day": 2e6,
            "traffic.growth_per_month_fraction": 0.02,
            "contracts": [{"discount_fraction": 0.1, "minimum_usd": 2e6}],
            "purchase": {"plan": "optimal", **PLACE, **terms},
        },
    )
    gap = answer.purchase.optimality_gap_usd

    assert answer.contracts[0].periods[0].shortfall_usd > 0.0
    assert gap == pytest.approx(0.0, abs=1e-4 * answer.totals.usd_total)


def test_a_small_plan_beside_spot_is_proved_the_best(library: Library) -> None:
    """Two replicas on spot need a third for cover, and a plan of two has no share of four."""
    answer = asked(
        library,
        {
            "horizon_months": 60,
            "traffic.requests_per_day": 2.28e6,
            "traffic.growth_per_month_fraction": 0.01,
            "capacity.scaling": "fixed",
            "price_change_per_year_fraction": 0.1,
            "purchase": {"plan": "optimal", **PLACE, "most_spot_fraction": 0.7},
        },
    )

    assert answer.purchase.optimality_gap_usd == pytest.approx(0.0, abs=0.01)


def test_a_plan_far_below_the_highest_tier_is_proved_closely(library: Library) -> None:
    """No plan that costs less spends enough for a discount of 15%."""
    rates = {1.4e5: 0.01, 4.1e5: 0.05, 4.3e5: 0.15}
    tiers = [{"from_usd": usd, "discount_fraction": rate} for usd, rate in rates.items()]
    answer = asked(
        library,
        {
            "horizon_months": 60,
            "traffic.requests_per_day": 7.6e5,
            "traffic.growth_per_month_fraction": 0.0,
            "capacity.scaling": "fixed",
            "contracts": [{"tiers": tiers, "covers": ["on_demand", "commitments"]}],
            "purchase": {"plan": "optimal", **PLACE, "upfronts": ["all"]},
        },
    )
    gap_usd = answer.purchase.optimality_gap_usd

    assert gap_usd is not None
    assert gap_usd < 0.001 * answer.totals.usd_total


def test_a_smaller_load_under_a_minimum_costs_no_more_than_a_larger_one(library: Library) -> None:
    """The plan of the larger one serves it."""
    tiers = {136_044: 0.003, 312_341: 0.106}
    contract = {
        "provider": "aws",
        "covers": ["on_demand", "commitments"],
        "tiers": [{"from_usd": usd, "discount_fraction": rate} for usd, rate in tiers.items()],
        "minimum_usd": 663_396,
        "minimum_counts": ["commitments"],
    }
    smaller, larger = (
        asked(
            library,
            {
                "catalog": "2026-10-31",
                "horizon_months": 60,
                "traffic.requests_per_day": requests,
                "traffic.growth_per_month_fraction": 0.008,
                "capacity.scaling": "autoscaled",
                "contracts": [contract],
                "purchase": {"plan": "optimal", **PLACE},
            },
        ).totals.usd_total
        for requests in (1.75e6, 2e6)
    )

    assert smaller <= larger


def test_a_plan_that_costs_less_than_nothing_is_not_bettered_for_ever(
    monkeypatch: pytest.MonkeyPatch, library: Library
) -> None:
    """What is owned costs no dollar of the plan, and the contract takes some off the storage."""
    beside = create_autospec(Moves.beside, side_effect=Moves.beside)
    monkeypatch.setattr(plans, "MOST_CELLS", 1000)
    monkeypatch.setattr(Moves, "beside", beside)
    owned = {"base": {"option": "owned"}, "base_replicas": 2}
    answer = asked(
        library,
        {
            "horizon_months": 1,
            "start": "2026-12-31",
            "traffic.requests_per_day": 16_000.0,
            "purchase": {"plan": "optimal", "provider": "aws", **owned},
            "contracts": [{"discount_fraction": 0.1, "covers": ["commitments", "storage"]}],
        },
    )

    assert answer.totals.line_items_usd["contract_discount"] < 0.0
    assert beside.call_count < 10


def test_a_plan_under_two_minimums_of_the_same_spend_costs_no_more_than_others(
    library: Library,
) -> None:
    minimum = {"minimum_usd": 3e6, "minimum_counts": ["on_demand", "commitments"]}
    contracts = [
        {"covers": ["on_demand"], "discount_fraction": 0.1, **minimum},
        {"covers": ["storage"], "discount_fraction": 0.1, **minimum},
    ]
    optimal, *others = (
        asked(library, {"purchase": plan, "contracts": contracts})
        for plan in (
            {"plan": "optimal", **PLACE},
            {"option": "on_demand", **PLACE},
            {"base": RESERVED, "base_replicas": 2},
        )
    )
    gap_usd = optimal.purchase.optimality_gap_usd

    assert gap_usd is not None
    assert 0.0 <= gap_usd < optimal.totals.usd_total
    assert all(optimal.totals.usd_total <= one.totals.usd_total + 0.01 for one in others)
