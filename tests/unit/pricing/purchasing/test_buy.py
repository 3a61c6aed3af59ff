from math import exp, hypot, log
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, NoPrice, UnknownName
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.quote import unit_costs
from tests.questions import unit_cost

P5 = {
    "purchase.provider": "aws",
    "purchase.region": "us-east-1",
    "purchase.instance_type": "p5.48xlarge",
}


def bought(library: Library, changes: dict[str, Any]) -> UnitCostAnswer:
    """The bill of one device under a purchase. Other work takes the rest of an instance."""
    model = {
        "catalog": "2026-07-31",
        "model": "llama-3.2-1b",
        "deployment.device_count": 1,
        "deployment.precision": None,
        "purchase.shared_instances": True,
    }
    return unit_costs(unit_cost(model | changes), library)


def names(answer: UnitCostAnswer) -> list[str]:
    return [item.name for item in answer.line_items]


def test_given_price_replaces_the_table(library: Library) -> None:
    answer = bought(library, P5 | {"purchase.usd_per_device_hour": 1.25})

    assert (answer.price.usd_per_device_hour, answer.price.basis) == (1.25, "given")
    assert answer.price.row is None
    assert names(answer) == ["compute", "idle"]


def test_discount_on_a_given_price_is_refused(library: Library) -> None:
    with pytest.raises(InvalidQuery) as caught:
        bought(library, {"purchase.usd_per_device_hour": 1.25, "purchase.discount_fraction": 0.1})

    assert caught.value.field == "purchase.discount_fraction"


@pytest.mark.parametrize(("as_of", "usd"), [("2025-05-01", 12.29), ("2025-07-01", 6.88)])
def test_row_in_force_on_the_day_is_taken(library: Library, as_of: str, usd: float) -> None:
    price = bought(library, P5 | {"as_of": as_of, "purchase.option": "on_demand"}).price

    assert (price.usd_per_device_hour, price.basis) == (usd, "table")
    assert price.row is not None
    assert price.row.effective_from <= as_of
    assert price.row.effective_to is None or as_of < price.row.effective_to


def test_instance_type_is_compared_in_any_case(library: Library) -> None:
    shouted = bought(library, P5 | {"purchase.instance_type": "P5.48XLARGE"})

    assert shouted.price == bought(library, P5).price


def test_single_matching_row_is_named_as_such(library: Library) -> None:
    price = bought(library, P5).price

    assert price.selection == "the only row that matches"
    assert price.range is not None
    assert price.range.count == 1


@pytest.mark.parametrize(
    ("device", "words"),
    [
        ("gb200", "gmi alone has instances that suit: others with a gb200 cost 10.5 to"),
        ("mi355x", "no other on_demand price of mi355x is known than that of oci"),
    ],
)
def test_price_without_another_to_compare_is_told(
    library: Library, device: str, words: str
) -> None:
    asked = {"deployment.device": device, "catalog": "2026-10-31", "as_of": "2026-10-31"}
    answer = bought(library, asked | {"purchase.shared_instances": False})

    assert any(told.startswith(words) for told in answer.warnings)


def test_one_price_of_others_is_no_range(library: Library) -> None:
    sixteen = {"deployment.device": "trainium2", "deployment.device_count": 16}
    asked = {"model": "llama-3.1-405b", "catalog": "2026-10-31", "as_of": "2026-10-31"}
    answer = bought(library, sixteen | asked)

    assert any(" cost 6.98 USD a" in told for told in answer.warnings)


def test_discount_is_taken_off_and_shown(library: Library) -> None:
    answer = bought(library, P5 | {"purchase.discount_fraction": 0.25})

    assert answer.price.usd_per_device_hour == pytest.approx(6.88 * 0.75, rel=1e-14)
    assert names(answer) == ["compute", "idle", "discount"]
    assert answer.unit_costs.usd_per_hour == pytest.approx(6.88 * 0.75, rel=1e-14)


def test_median_of_many_is_a_row_within_their_range(library: Library) -> None:
    price = bought(library, {}).price

    assert price.row is not None
    assert price.range is not None
    assert price.row.usd_per_device_hour == price.usd_per_device_hour
    assert (
        price.range.low_usd_per_device_hour
        <= price.usd_per_device_hour
        <= price.range.high_usd_per_device_hour
    )
    assert f"the median of {len(price.range.providers)} providers" in price.selection


def test_provider_alone_narrows_the_range_to_its_rows(library: Library) -> None:
    price = bought(library, {"purchase.provider": "aws"}).price

    assert price.range is not None
    assert price.range.providers == ("aws",)
    assert price.selection == (
        f"the price of us-east-1, the usual region of AWS: {price.range.count} AWS prices are"
        " 6.88 to 9.49"
    )


def test_reserved_without_a_row_is_estimated_from_the_providers_ratio(library: Library) -> None:
    answer = bought(library, P5 | {"purchase.option": "reserved_1y"})
    ratio = library.get("2026-07-31").reliability["reserved.aws.1yr_price_ratio"]

    assert answer.price.basis == "estimated"
    assert answer.price.usd_per_device_hour == pytest.approx(6.88 * ratio.value, rel=1e-14)
    assert "reliability.reserved.aws.1yr_price_ratio" in {a.key for a in answer.assumptions}
    assert any("is an estimate" in warning for warning in answer.warnings)


def test_spot_without_a_row_is_estimated_from_the_published_savings(library: Library) -> None:
    answer = bought(library, P5 | {"purchase.option": "spot", "as_of": "2025-07-01"})

    # The Spot Advisor says 52% off for p5.48xlarge.
    assert answer.price.basis == "estimated"
    assert answer.price.usd_per_device_hour == pytest.approx(6.88 * 0.48, rel=1e-12)


def test_provider_without_a_ratio_is_estimated_by_that_of_the_market(library: Library) -> None:
    lambda_ = {"purchase.provider": "lambda"}
    price = bought(library, lambda_ | {"purchase.option": "reserved_3y"})
    rented = bought(library, lambda_).price

    # AWS 0.354, Google 0.45, Oblivus 0.498, Azure 0.533.
    assert price.price.usd_per_device_hour == pytest.approx(0.45 * rented.usd_per_device_hour)
    assert any("that of the market" in warning for warning in price.warnings)


def test_provider_that_sells_no_such_option_is_not_estimated(library: Library) -> None:
    with pytest.raises(NoPrice, match="no capacity_block price of h100-sxm-80gb at lambda"):
        bought(library, {"purchase.provider": "lambda", "purchase.option": "capacity_block"})
    with pytest.raises(NoPrice, match="no spot price of h100-sxm-80gb at lambda"):
        bought(library, {"purchase.provider": "lambda", "purchase.option": "spot"})


def test_ratio_of_the_instance_itself_goes_first(library: Library) -> None:
    answer = bought(library, P5 | {"purchase.option": "reserved_3y"})
    price = answer.price
    (ratio,) = (one for one in answer.assumptions if one.key.startswith("price_ratio."))

    # 43.16 a year-long hour beside 98.32 on demand, until June 2025; AWS publishes 0.31 to 0.478.
    assert ratio.value == pytest.approx(43.16 / 98.32)
    assert (ratio.low, ratio.high) == (0.31, 0.478)
    assert price.usd_per_device_hour == pytest.approx(6.88 * 43.16 / 98.32)
    assert price.usd_per_device_hour_low == pytest.approx(6.88 * 0.31)
    assert price.usd_per_device_hour_high == pytest.approx(6.88 * 0.478)


def test_ratio_of_the_family_goes_before_that_of_the_provider(library: Library) -> None:
    place = {"purchase.provider": "aws", "purchase.option": "reserved_3y"}
    small = bought(library, place | {"purchase.instance_type": "p5.4xlarge"}).price
    other = bought(library, place | {"deployment.device": "h200-sxm-141gb"}).price

    assert "other h100-sxm-80gb instances of aws" in small.selection
    assert "other p5 instances of aws" in other.selection


@pytest.mark.parametrize("provider", [None, "gcp"])
def test_reserved_price_above_the_on_demand_price_is_warned_of(
    library: Library, provider: str | None
) -> None:
    # The only reserved prices of H100 are Google's, dearer than what most rent it out for.
    year = {"purchase.option": "reserved_1y", "purchase.provider": provider}
    told = [one for one in bought(library, year).warnings if "is above the on_demand" in one]

    assert len(told) == (provider is None)
    assert all("of gcp" in one and "of lambda beside it" in one for one in told)


def test_interval_has_the_range_of_an_estimate(library: Library) -> None:
    estimated = bought(library, P5 | {"purchase.option": "reserved_3y"})
    listed = bought(library, P5)

    def ends(answer: UnitCostAnswer) -> tuple[float, float]:
        costs = answer.unit_costs
        return (
            costs.usd_per_request_low / costs.usd_per_request,
            costs.usd_per_request_high / costs.usd_per_request,
        )

    (low, high), (served_low, served_high) = ends(estimated), ends(listed)
    price = 43.16 / 98.32
    assert low == pytest.approx(exp(-hypot(log(served_low), log(0.31 / price))))
    assert high == pytest.approx(exp(hypot(log(served_high), log(0.478 / price))))
    assert estimated.unit_costs.usd_per_hour_low == pytest.approx(6.88 * 0.31)
    assert listed.unit_costs.usd_per_hour_low == listed.unit_costs.usd_per_hour


def test_warnings_name_place_and_day_without_a_price(library: Library) -> None:
    # Prices of the year are known of us-east-1; on-demand ones of many other places of Azure.
    asked = {"deployment.device": "t4", "purchase.option": "reserved_1y"}
    virginia, elsewhere = (
        bought(library, asked | {"purchase.provider": "aws", "purchase.region": region})
        for region in ("us-east-1", "us-gov-east-1")
    )
    government = {"purchase.provider": "azure", "purchase.region": "usgovarizona"}
    spot = bought(library, {"deployment.device": "mi25"} | government)

    assert virginia.price.basis == "table"
    assert any(
        "there is none at aws us-gov-east-1 on 2026-07-31" in warning
        for warning in elsewhere.warnings
    )
    assert spot.price.option == "spot"
    assert any(
        "no on_demand price of mi25 at azure usgovarizona on" in warning
        for warning in spot.warnings
    )


def test_device_with_a_listed_estimate_is_answered_and_marked(library: Library) -> None:
    answer = bought(library, {"deployment.device": "tpu-v4"})

    assert answer.price.basis == "estimated"
    assert "rental.tpu-v4.usd_per_device_hour" in {a.key for a in answer.assumptions}


@pytest.mark.parametrize(
    "place",
    [
        {"purchase.provider": "gcp"},
        {"purchase.region": "us-central1"},
        {"purchase.instance_type": "ct4p-hightpu-4t"},
    ],
)
def test_listed_estimate_does_not_apply_to_a_place(library: Library, place: dict[str, Any]) -> None:
    with pytest.raises(NoPrice, match="no on_demand price of tpu-v4 at"):
        bought(library, {"deployment.device": "tpu-v4", **place})


def test_owned_device_pays_capital_operations_hosting_and_energy(library: Library) -> None:
    answer = bought(library, {"purchase.option": "owned"})

    assert names(answer) == [
        "depreciation",
        "cost_of_capital",
        "operations",
        "hosting",
        "idle",
        "energy",
    ]
    assert all(item.usd_per_hour > 0.0 for item in answer.line_items)


def test_rented_device_does_not_pay_for_energy_again(library: Library) -> None:
    cheap = bought(library, P5 | {"facility.usd_per_kilowatt_hour": 0.0})
    dear = bought(library, P5 | {"facility.usd_per_kilowatt_hour": 5.0})

    assert cheap.line_items == dear.line_items


@pytest.mark.parametrize("usd", [None, 2.0])
def test_instance_type_of_an_owned_device_is_refused(library: Library, usd: float | None) -> None:
    owned = P5 | {"purchase.option": "owned", "purchase.usd_per_device_hour": usd}

    with pytest.raises(InvalidQuery) as caught:
        bought(library, owned)

    assert caught.value.field == "purchase.instance_type"
    assert bought(library, owned | {"purchase.instance_type": None}).price.option == "owned"


def test_discount_applies_to_the_purchase_price(library: Library) -> None:
    owned = {"purchase.option": "owned", "utilization_fraction": 1.0}
    full, less = (
        {
            item.name: item.usd_per_hour
            for item in bought(library, owned | {"purchase.discount_fraction": off}).line_items
        }
        for off in (0.0, 0.25)
    )

    assert {name: less[name] / full[name] for name in full} == pytest.approx(
        {
            "depreciation": 0.75,
            "cost_of_capital": 0.75,
            "operations": 0.75,
            "hosting": 1.0,
            "energy": 1.0,
        }
    )


def test_owned_device_is_cheaper_at_the_bill_the_less_its_power_costs(library: Library) -> None:
    def usd_per_hour(usd_per_kilowatt_hour: float) -> float:
        return bought(
            library,
            {
                "purchase.option": "owned",
                "facility.usd_per_kilowatt_hour": usd_per_kilowatt_hour,
            },
        ).unit_costs.usd_per_hour

    watts = bought(library, {"purchase.option": "owned"}).power.facility_watts

    assert usd_per_hour(0.3) - usd_per_hour(0.1) == pytest.approx(0.2 * watts / 1000, rel=1e-9)


def test_device_that_nobody_rents_out_is_priced_as_owned(library: Library) -> None:
    answer = bought(library, {"deployment.device": "gaudi-3"})

    assert answer.price.option == "owned"
    assert any("no rental price" in warning for warning in answer.warnings)


@pytest.mark.parametrize(
    ("changes", "rented"),
    [
        ({}, {"on_demand", "spot"}),
        ({"purchase.region": "us-central1"}, {"on_demand", "spot"}),
        ({"purchase.provider": "aws"}, set()),
        ({"as_of": "2023-01-01"}, set()),
        ({"deployment.device": "tpu-v4"}, {"on_demand"}),
        ({"deployment.device": "tpu-v4", "purchase.region": "us-central1"}, set()),
    ],
)
def test_device_without_a_purchase_price_cannot_be_owned_and_is_rented_where_it_is_offered(
    library: Library, changes: dict[str, Any], rented: set[str]
) -> None:
    asked = {"deployment.device": "tpu-v5e", **changes}
    with pytest.raises(NoPrice, match="has no purchase price of tpu-v") as caught:
        bought(library, asked | {"purchase.option": "owned"})

    assert caught.value.field == "purchase.option"
    assert set(caught.value.nearest) == rented
    for option in rented:
        assert bought(library, asked | {"purchase.option": option}).price.option == option


def test_other_providers_are_nearest_where_a_provider_has_no_price(library: Library) -> None:
    with pytest.raises(NoPrice) as caught:
        bought(library, {"deployment.device": "trainium2", "purchase.provider": "gcp"})

    assert caught.value.nearest
    assert all(row.startswith("aws/") for row in caught.value.nearest)


def test_unknown_provider_is_refused_with_the_nearest(library: Library) -> None:
    with pytest.raises(UnknownName, match="no provider is called 'lamda'") as caught:
        bought(library, {"purchase.provider": "lamda"})

    assert caught.value.field == "purchase.provider"
    assert "lambda" in caught.value.nearest


def test_unknown_region_is_refused_with_the_nearest(library: Library) -> None:
    with pytest.raises(UnknownName, match="no region of aws is called 'us-east-9'") as caught:
        bought(library, {"purchase.provider": "aws", "purchase.region": "us-east-9"})

    assert caught.value.field == "purchase.region"
    assert "us-east-1" in caught.value.nearest


PLACES = [
    {},
    {"purchase.usd_per_device_hour": 2.0},
    {"purchase.option": "owned"},
]


@pytest.mark.parametrize("price", PLACES, ids=["rented", "own price", "owned"])
def test_places_are_compared_in_lower_case(library: Library, price: dict[str, Any]) -> None:
    exact, spelt = (
        bought(library, {**price, "purchase.provider": provider, "purchase.region": region})
        for provider, region in (("aws", "us-east-1"), ("AWS", "US_East-1"))
    )

    assert spelt.price == exact.price
    assert spelt.efficiency == exact.efficiency


@pytest.mark.parametrize("region", ["us", "US", "Us"])
def test_region_without_a_provider_is_that_of_all_providers_with_it(
    library: Library, region: str
) -> None:
    price = bought(library, {"purchase.option": "on_demand", "purchase.region": region}).price

    assert price.range is not None
    assert price.range.providers == ("coreweave", "runpod")
    assert price.row is not None
    assert price.row.provider == "runpod"


@pytest.mark.parametrize("price", PLACES, ids=["rented", "own price", "owned"])
@pytest.mark.parametrize(
    ("place", "field"),
    [
        ({"provider": "nope"}, "purchase.provider"),
        ({"provider": "aws", "region": "europe-west4"}, "purchase.region"),
        ({"region": "nowhere"}, "purchase.region"),
    ],
)
def test_unknown_places_are_refused_at_every_price(
    library: Library, price: dict[str, Any], place: dict[str, str], field: str
) -> None:
    asked = {f"purchase.{name}": value for name, value in place.items()}

    with pytest.raises(UnknownName) as caught:
        bought(library, price | asked)

    assert caught.value.field == field


def test_given_prices_may_name_a_place_without_prices(library: Library) -> None:
    place = {"purchase.provider": "aws", "purchase.region": "eu-west-3"}

    assert "eu-west-3" not in library.get("2026-07-31").providers["aws"]
    assert bought(library, place | {"purchase.usd_per_device_hour": 2.0}).price.row is None


def test_day_before_the_first_price_is_refused_with_the_nearest_row(library: Library) -> None:
    with pytest.raises(NoPrice, match="on 2023-08-07") as caught:
        bought(library, P5 | {"purchase.option": "on_demand", "as_of": "2023-08-07"})

    assert caught.value.nearest[0] == "aws/us-east-1/p5.48xlarge/on_demand/2023-08-08"


def test_price_that_has_ended_is_refused_with_the_nearest_row(library: Library) -> None:
    question = {"deployment.device": "l40", "purchase.provider": "runpod"}
    with pytest.raises(NoPrice) as caught:
        bought(library, question)

    assert caught.value.nearest[0].startswith("runpod/")


WHOLE = {"purchase.shared_instances": False, "utilization_fraction": 1.0}
A100_OF_P4D = {
    "deployment.device": "a100-sxm-40gb",
    "purchase.provider": "aws",
    "purchase.region": "us-east-1",
    "purchase.instance_type": "p4d.24xlarge",
    "as_of": "2025-05-01",
}


def test_deployment_pays_for_the_instance_that_holds_it(library: Library) -> None:
    answer = bought(library, A100_OF_P4D | WHOLE)
    compute, unused = answer.line_items

    # p4d.24xlarge: 32.7726 USD an hour for 8 devices.
    assert answer.unit_costs.usd_per_hour == pytest.approx(32.7726, rel=1e-3)
    assert (compute.quantity, unused.name, unused.quantity) == (1.0, "instance_unused", 7.0)
    assert unused.usd_per_unit == compute.usd_per_unit
    assert any(one.startswith("7 of the 8 devices that this answer") for one in answer.warnings)


def test_discount_is_taken_off_what_is_unused_as_well(library: Library) -> None:
    answer = bought(library, A100_OF_P4D | WHOLE | {"purchase.discount_fraction": 0.25})

    assert answer.unit_costs.usd_per_hour == pytest.approx(0.75 * 32.7726, rel=1e-3)


@pytest.mark.parametrize(
    ("count", "size", "unused"), [(1, 1.0, None), (8, 8.0, None), (3, 1.0, None)]
)
def test_deployment_is_priced_by_instances_that_hold_it_with_few_devices(
    library: Library, count: int, size: float, unused: float | None
) -> None:
    asked = {"deployment.device_count": count, "purchase.provider": "aws"} | WHOLE
    tensor = {"deployment.tensor_parallel": count if count == 8 else 1}
    answer = bought(library, asked | tensor)

    assert answer.price.row is not None
    assert answer.price.row.device_count == size
    assert ("instance_unused" in names(answer)) == (unused is not None)


def test_replica_of_two_devices_is_held_by_one_instance(library: Library) -> None:
    two = {"deployment.device_count": 2, "deployment.tensor_parallel": 2}
    answer = bought(library, two | {"purchase.provider": "aws"} | WHOLE)

    # Two p5.4xlarge have two devices, and no replica spans them.
    assert answer.price.row is not None
    assert answer.price.row.instance_type == "p5.48xlarge"
    assert answer.line_items[1].quantity == 6.0


def test_part_of_an_instance_is_warned_of(library: Library) -> None:
    answer = bought(library, P5)

    assert any("has 8 devices, and is rented as a whole" in warning for warning in answer.warnings)


def test_instance_with_a_fraction_of_a_device_is_warned_of(library: Library) -> None:
    half = {"purchase.provider": "azure", "purchase.instance_type": "Standard_NV18ads_A10_v5"}
    whole = half | {"purchase.instance_type": "Standard_NV36ads_A10_v5"}
    of_half, of_whole = (
        " ".join(bought(library, {"deployment.device": "a10"} | place).warnings)
        for place in (half, whole)
    )

    assert "Standard_NV18ads_A10_v5 has 0.5 of a device and of its memory" in of_half
    assert "charges for 1 whole devices at that rate" in of_half
    assert "is rented" not in of_whole


A100 = {
    "deployment.device": "a100-sxm-80gb",
    "purchase.provider": "azure",
    "purchase.region": "polandcentral",
}


@pytest.mark.parametrize(
    ("changes", "doubted"),
    [
        ({"purchase.option": "on_demand", "as_of": "2025-09-01"}, True),
        ({"purchase.option": "reserved_1y", "as_of": "2025-09-01"}, True),
        ({"purchase.option": "on_demand", "as_of": "2026-06-01"}, False),
    ],
)
def test_flagged_price_is_warned_of(
    library: Library, changes: dict[str, Any], *, doubted: bool
) -> None:
    answer = bought(library, A100 | changes)
    row = answer.price.row

    assert row is not None
    assert (row.doubt is not None) == doubted
    told = f"the price {row.id} may be wrong: {row.doubt}"
    assert (told in answer.warnings) == doubted


def test_median_of_flagged_prices_is_warned_of(
    library: Library,
) -> None:
    spot = {"purchase.option": "spot", "purchase.provider": "azure"}
    answer = bought(library, {"deployment.device": "h200-sxm-141gb"} | spot)

    assert answer.price.row is not None
    assert "29 Azure prices are" in answer.price.selection
    told = f"the price {answer.price.row.id} may be wrong: it equals the on_demand price"
    assert any(warning.startswith(told) for warning in answer.warnings)


def test_isolated_region_counts_only_where_it_is_named(library: Library) -> None:
    aws = {"purchase.provider": "aws", "purchase.option": "on_demand"}
    anywhere = bought(library, aws).price
    named = bought(library, aws | {"purchase.region": "us-gov-west-1"}).price

    assert anywhere.row is not None
    assert not anywhere.row.isolated
    assert anywhere.range is not None
    assert anywhere.range.count == 20
    assert named.row is not None
    assert (named.row.region, named.row.isolated) == ("us-gov-west-1", True)
    assert named.usd_per_device_hour == 8.256


def test_price_from_memory_counts_only_where_no_better_one_matches(library: Library) -> None:
    anywhere = bought(library, {}).price
    oracle = bought(library, {"purchase.provider": "oci"})

    assert anywhere.range is not None
    assert "oci" not in anywhere.range.providers
    assert oracle.price.row is not None
    told = f"the price {oracle.price.row.id} may be wrong: it is unverified (source: memory)"
    assert any(warning.startswith(told) for warning in oracle.warnings)


def test_least_confidence_is_kept(library: Library) -> None:
    oracle = {"purchase.provider": "oci", "purchase.minimum_confidence": "secondary"}
    with pytest.raises(NoPrice, match="at oci that is secondary or better"):
        bought(library, oracle)

    answer = bought(library, {"purchase.minimum_confidence": "verified"})
    assert answer.price.row is not None
    assert answer.price.row.confidence == "verified"


def test_older_release_answers_with_what_was_known(library: Library) -> None:
    prices = {
        name: bought(library, {"catalog": name, "as_of": "2026-05-31"}).price
        for name in library.names
    }

    assert all(price.range is not None for price in prices.values())
    assert prices["2026-05-31"].usd_per_device_hour == prices["2026-07-31"].usd_per_device_hour
    # A later release knows of more providers on that day.
    assert prices["2026-10-31"].usd_per_device_hour < prices["2026-07-31"].usd_per_device_hour


def test_owning_a_device_before_its_year_is_warned_of(library: Library) -> None:
    before, after = (
        " ".join(bought(library, {"purchase.option": "owned", "as_of": day}).warnings)
        for day in ("2021-12-31", "2022-01-01")
    )

    assert "h100-sxm-80gb was released in 2022, after 2021-12-31" in before
    assert "was released in" not in after


@pytest.mark.parametrize(
    ("device", "provider"), [("b200-sxm", "gcp"), ("h200-sxm-141gb", "azure"), ("a100", "azure")]
)
def test_estimate_is_of_the_median_provider_that_publishes_a_ratio(
    library: Library, device: str, provider: str
) -> None:
    """The lower of two."""
    name = "a100-sxm-80gb" if device == "a100" else device
    pinned = {"deployment.device": name, "catalog": "2026-07-31"}
    asked = pinned | {"purchase.option": "reserved_1y"}
    whole, half = (
        bought(library, asked | {"purchase.discount_fraction": off}).price for off in (0.0, 0.5)
    )
    listed = [
        bought(library, pinned | {"purchase.provider": one}).price.row
        for one in ("aws", "azure", "gcp")
        if not (device == "b200-sxm" and one == "azure")
    ]
    rows = sorted((row for row in listed if row), key=lambda row: row.usd_per_device_hour)

    assert whole.row == rows[(len(rows) - 1) // 2]
    assert whole.row is not None
    assert whole.row.provider == provider
    assert half.usd_per_device_hour == pytest.approx(whole.usd_per_device_hour / 2.0)


def test_rows_of_the_same_provider_and_region_are_the_nearest(library: Library) -> None:
    place = {"purchase.provider": "aws", "purchase.region": "us-west-2"}
    with pytest.raises(NoPrice) as caught:
        bought(library, place | {"purchase.option": "spot", "purchase.instance_type": "p5.nano"})

    assert caught.value.nearest[0].startswith("aws/us-west-2/")
    assert caught.value.field == "purchase"


def test_option_is_the_refused_field_if_only_owning_is_near(library: Library) -> None:
    with pytest.raises(NoPrice) as caught:
        bought(library, {"deployment.device": "gaudi-3", "purchase.option": "spot"})

    assert (caught.value.field, caught.value.nearest) == ("purchase.option", ("owned",))


@pytest.mark.parametrize("option", ["spot", "reserved_1y", "capacity_block"])
def test_listed_estimate_is_nearest_for_another_option(library: Library, option: str) -> None:
    with pytest.raises(NoPrice) as caught:
        bought(library, {"deployment.device": "tpu-v4", "purchase.option": option})

    assert (caught.value.field, caught.value.nearest) == ("purchase.option", ("on_demand",))
