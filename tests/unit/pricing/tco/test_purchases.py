"""Warnings and figures about the purchases of a service."""

import tracemalloc
from typing import Any

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.fleet.hours import Hours
from pricing.fleet.purchases.burst_costs import burst_costs
from pricing.fleet.purchases.price_path import Instances
from pricing.tco.quote import tco
from tests import questions

RESERVED = {"option": "reserved_3y"}
SPOT = {"option": "spot"}


@pytest.mark.parametrize(
    ("purchase", "pairs"),
    [
        (
            {"base": RESERVED | {"region": "us-central1"}, "burst": SPOT | {"region": "us-east-1"}},
            "spot of aws",
        ),
        ({"plan": "optimal"}, None),
        ({"base": RESERVED, "burst": SPOT}, None),
        (RESERVED, None),
        ({"plan": "optimal", "provider": "gcp"}, None),
        ({"base": RESERVED | {"provider": "gcp"}}, None),
        ({"base": RESERVED | {"provider": "gcp"}, "burst": SPOT | {"provider": "aws"}}, None),
        ({"option": "on_demand"}, None),
        (RESERVED | {"usd_per_device_hour": 2.0}, None),
    ],
)
def test_prices_of_different_providers_are_warned_of(
    library: Library, purchase: dict[str, Any], pairs: str | None
) -> None:
    warnings = tco(questions.tco({"purchase": purchase}), library).warnings
    told = [warning for warning in warnings if "different providers" in warning]

    assert len(told) == (pairs is not None)
    assert all(str(pairs) in warning for warning in told)


@pytest.mark.parametrize(
    "purchase",
    [
        {"plan": "optimal"},
        {"base": RESERVED, "burst": SPOT},
        RESERVED,
        SPOT,
        {"base": {"option": "owned"}, "burst": SPOT, "base_replicas": 1},
    ],
)
def test_what_a_plan_compares_is_of_one_provider(
    library: Library, purchase: dict[str, Any]
) -> None:
    answer = tco(questions.tco({"purchase": purchase}), library)
    prices = [answer.purchase.base, answer.purchase.burst]
    providers = {price.row.provider for price in prices if price is not None and price.row}
    (told,) = [warning for warning in answer.warnings if " are priced at " in warning]

    assert "on_demand" in told
    assert len(providers) == 1
    assert f"priced at {providers.pop()}" in told


def test_alternatives_of_the_same_device_are_compared_at_one_provider(library: Library) -> None:
    deployment = {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"}

    def answered(option: str, other: dict[str, Any] | None) -> Any:
        beside = other and {"deployment": deployment, "purchase": other}
        asked = {"deployment": deployment, "purchase": {"option": option}, "alternative": beside}
        return tco(questions.tco(asked), library)

    alone, beside = answered("on_demand", None), answered("on_demand", RESERVED)
    plain, both = (one.purchase.burst.row.provider for one in (alone, beside))

    assert (plain, both) == ("lambda", "lambda")
    named = answered("on_demand", RESERVED | {"provider": both})
    assert named.purchase.burst.row.provider == plain
    assert beside.alternatives[0].usd_total == named.alternatives[0].usd_total


A100 = {"device": "a100-sxm-80gb", "device_count": 8, "precision": "bf16"}


@pytest.mark.parametrize(
    ("place", "option", "told"),
    [
        (
            {"provider": "aws", "region": "us-east-1", "instance_type": "p4de.24xlarge"},
            "reserved_1y",
            "there is none at aws us-east-1 p4de.24xlarge on 2025-06-01",
        ),
        (
            {"provider": "azure", "region": "polandcentral"},
            "on_demand",
            "polandcentral/Standard_ND96amsr_A100_v4/on_demand/2025-05-16 may be wrong",
        ),
    ],
)
def test_later_prices_that_are_estimated_or_flagged_are_warned_of(
    library: Library, place: dict[str, str], option: str, told: str
) -> None:
    def warned(horizon_months: int) -> list[str]:
        asked = {
            "deployment": A100,
            "purchase": place | {"option": option},
            "traffic.requests_per_day": 1e5,
            "horizon_months": horizon_months,
            "start": "2025-04-01",
        }
        warnings = tco(questions.tco(asked), library).warnings
        return [warning for warning in warnings if told in warning]

    assert (len(warned(2)), len(warned(12))) == (0, 1)


@pytest.mark.parametrize("option", ["capacity_block", "on_demand"])
def test_capacity_blocks_by_the_hour_are_warned_of(library: Library, option: str) -> None:
    purchase = {"provider": "aws", "region": "us-east-1", "option": option}
    warnings = tco(questions.tco({"purchase": purchase}), library).warnings

    assert any("blocks of capacity_block are booked ahead" in warning for warning in warnings) == (
        option == "capacity_block"
    )


def test_flexible_starts_by_the_hour_are_warned_of(library: Library) -> None:
    asked = {"deployment.device": "b200-sxm", "purchase": {"option": "dws_flex_start"}}
    warnings = tco(questions.tco(asked | {"catalog": "2026-10-31"}), library).warnings

    assert any("dws_flex_start ends after 168 hours at most" in one for one in warnings)


def test_owned_base_has_the_energy_price_of_its_place(library: Library) -> None:
    sweden = {"provider": "AWS", "region": "eu-north-1"}

    def carbon_per_kilowatt_hour(**purchase: Any) -> float:
        totals = tco(questions.tco({"purchase": purchase}), library).totals
        return totals.kilograms_co2e / totals.energy_kilowatt_hours

    around = carbon_per_kilowatt_hour(
        base={"option": "owned", **sweden},
        base_replicas=1,
        burst={"option": "on_demand", "provider": "aws", "region": "us-east-1"},
    )

    assert around == pytest.approx(carbon_per_kilowatt_hour(option="owned", **sweden))


def test_owned_base_without_a_place_has_that_of_its_burst(library: Library) -> None:
    burst = {"option": "on_demand", "provider": "aws", "region": "eu-north-1"}
    grams = [
        1000.0 * totals.kilograms_co2e / totals.energy_kilowatt_hours
        for base in ({"option": "owned"}, {"option": "owned", "provider": "aws"})
        for totals in [
            tco(
                questions.tco({"purchase": {"base": base, "base_replicas": 1, "burst": burst}}),
                library,
            ).totals
        ]
    ]
    sweden = library.newest.power["grid_carbon_intensity", "aws", "eu-north-1"].value

    assert grams[0] == pytest.approx(sweden)
    assert grams[1] > 2.0 * sweden


@pytest.mark.parametrize(
    ("device", "purchase", "option"),
    [
        ("h100-sxm-80gb", {}, "on_demand"),
        ("h100-sxm-80gb", {"plan": "optimal"}, "optimal"),
        ("h100-sxm-80gb", {"base": RESERVED}, "reserved_3y"),
        ("h100-sxm-80gb", {"base": {"option": "owned"}, "base_replicas": 1}, "owned"),
        ("a800-sxm-80gb", {}, "owned"),
    ],
)
def test_alternative_is_named_by_what_it_is_bought_as(
    library: Library, device: str, purchase: dict[str, Any], option: str
) -> None:
    alternative = {"deployment": {"device": device, "device_count": 8}, "purchase": purchase}
    answer = tco(questions.tco({"alternative": alternative}), library)

    assert answer.alternatives[0].name == f"8 × {device}, {option}"


def test_base_price_is_that_of_the_chosen_term(library: Library) -> None:
    plan = {"plan": "optimal", "provider": "aws", "region": "us-east-1"}
    steady = {"purchase": plan, "horizon_months": 36}
    brief = {"purchase": plan, "horizon_months": 1}
    long, short = (tco(questions.tco(asked), library) for asked in (steady, brief))
    base, term = long.purchase.base, long.purchase.commitments[0]

    assert base is not None
    assert (base.option, term.option) == ("reserved_3y", "reserved_3y")
    assert base.usd_per_device_hour == pytest.approx(term.usd_per_device_hour)
    assert long.replicas[0].usd_per_device_hour == pytest.approx(term.usd_per_device_hour)
    assert short.purchase.burst is not None
    assert (short.purchase.base, short.purchase.commitments) == (None, ())
    assert short.replicas[0].usd_per_device_hour == short.purchase.burst.usd_per_device_hour


def test_a_distant_break_even_needs_no_more_memory(library: Library) -> None:
    cheap = {"usd_per_million_input_tokens": 1e-6, "usd_per_million_output_tokens": 1e-6}
    asked = {"purchase": {"plan": "optimal"}, "alternative": {"name": "a cheap API", **cheap}}
    tracemalloc.start()
    try:
        answer = tco(questions.tco(asked), library)
        _, most_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert answer.alternatives[0].curve[-1].usd_per_month > 1e10
    assert most_bytes < 64 << 20


@pytest.mark.parametrize("most", [3.0, 1e6, 1e25])
def test_costs_beyond_a_base_of_any_size(most: float) -> None:
    replicas = np.array([[1.0, most], [0.0, 1.0]])
    hours = Hours(
        **dict.fromkeys(Hours.__struct_fields__, np.zeros_like(replicas))
        | {"on": replicas, "days": np.ones_like(replicas), "warm": np.ones_like(replicas)}
    )
    costs = burst_costs(
        hours, np.ones(2), np.zeros(2), unit=1, instances=Instances(1.0, 1.0), device_count=1
    )

    assert costs.bases.tolist() == [0.0, 1.0, most]
    assert costs.usd().tolist() == [[most + 1.0, most - 1.0, 0.0], [1.0, 0.0, 0.0]]


P4D = {"provider": "aws", "region": "us-east-1", "instance_type": "p4d.24xlarge"}
ONE_A100 = {
    "model": "llama-3.1-8b",
    "deployment": {"device": "a100-sxm-40gb", "device_count": 1, "precision": "bf16"},
    "traffic": {"requests_per_day": 1000.0},
    "capacity": {"scaling": "fixed", "redundant_replicas": 0},
    "horizon_months": 1,
    "start": "2026-04-01",
    "as_of": "2026-05-01",
}


@pytest.mark.parametrize("plan", [{"option": "on_demand"}, {"option": "reserved_1y"}])
def test_service_pays_for_the_instance_that_holds_it(
    library: Library, plan: dict[str, Any]
) -> None:
    whole, shared = (
        tco(questions.tco({**ONE_A100, "purchase": {**P4D, **plan, **other}}), library)
        for other in ({}, {"shared_instances": True})
    )
    unused = whole.totals.line_items_usd["instance_unused"]

    # One device of eight is used, all month long, or for a year.
    assert "instance_unused" not in shared.totals.line_items_usd
    assert whole.totals.usd_total - shared.totals.usd_total == pytest.approx(unused, rel=1e-6)
    paid = sum(
        usd
        for name, usd in whole.totals.line_items_usd.items()
        if name in {"compute_base", "compute_burst", "commitment_unused"}
    )
    assert unused == pytest.approx(7 * paid, rel=1e-6)
    assert any("it holds 8 replicas" in one for one in whole.warnings)


def test_replicas_share_an_instance(library: Library) -> None:
    nine = {**ONE_A100, "capacity.minimum_replicas": 9, "purchase": {**P4D, "option": "on_demand"}}
    items = tco(questions.tco(nine), library).totals.line_items_usd

    # Nine replicas of one device are on two instances of eight.
    assert items["instance_unused"] == pytest.approx(items["compute_burst"] * 7 / 9, rel=1e-6)


OPTIMAL = {"plan": "optimal", "provider": "aws", "region": "us-east-1"}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"purchase": {"option": "owned"}}, "when the horizon ends: the total has only what they"),
        ({"purchase": OPTIMAL, "contracts": [{"minimum_usd": 5e6}]}, "are what spend lacks of the"),
        (
            {
                "purchase": {**OPTIMAL, "most_monthly_usd": 2.2e5},
                "horizon_months": 36,
                "traffic.growth_per_month_fraction": 0.03,
                "catalog": "2026-10-31",
            },
            "the optimal plan is the best that was found: no plan costs less than",
        ),
    ],
    ids=["value", "minimum", "gap"],
)
def test_what_a_total_leaves_out_or_is_paid_for_nothing_is_told(
    changes: dict[str, Any], told: str, library: Library
) -> None:
    rented = tco(questions.tco({**changes, "purchase": OPTIMAL, "contracts": []}), library)
    warnings = tco(questions.tco(changes), library).warnings

    assert [told in one for one in warnings].count(True) == 1
    assert not any(told in one for one in rented.warnings)


def test_a_plan_that_waits_for_the_end_of_the_horizon_is_told(library: Library) -> None:
    """Terms that begin in the seventh of eighteen months, of replicas that all months need."""
    purchase = {"plan": "optimal", "provider": "aws", "options": ["reserved_1y"]}
    waits, serves = (
        tco(
            questions.tco({"purchase": purchase, "horizon_months": months}),
            library,
        )
        for months in (18, 24)
    )

    assert any("begin later than they could" in warning for warning in waits.warnings)
    assert not any("begin later than they could" in warning for warning in serves.warnings)


@pytest.mark.parametrize(("start", "is_told"), [("2026-08-01", False), ("2028-08-01", True)])
def test_prices_that_are_taken_to_hold_for_years_are_told(
    library: Library, *, start: str, is_told: bool
) -> None:
    warnings = tco(questions.tco({"start": start}), library).warnings

    assert any("are taken to hold until then" in one for one in warnings) is is_told
