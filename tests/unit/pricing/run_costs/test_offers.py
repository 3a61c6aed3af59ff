"""Offers: mixes of capacity, and the items that every way of buying shares."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.quote import run_costs
from tests.questions import run_cost

RESERVED = {"option": "reserved_1y", "usd_per_device_hour": 2.0, "device_fraction": 0.75}
SPOT = {"option": "spot", "usd_per_device_hour": 1.0, "device_fraction": 0.25}
LUCK = {
    "mfu_fraction": 0.4,
    "reliability.spot_preemptions_per_instance_hour": 0.01,
    "reliability.spot_instance_count_per_preemption": 2.0,
    "reliability.spot_capacity_wait_seconds": 3600.0,
}


def options(library: Library, *purchases: dict[str, Any], **changes: Any) -> list[RunOption]:
    asked = LUCK | {"purchases": list(purchases)} | changes
    return list(run_costs(run_cost(asked), library).options)


def quantities(option: RunOption) -> dict[str, float]:
    return {item.name: item.quantity for item in option.line_items}


def test_every_option_has_the_same_items_in_the_same_order(library: Library) -> None:
    found = options(
        library,
        *({"option": name} for name in ("on_demand", "spot", "reserved_1y", "owned")),
        {"option": "capacity_block"},
        {"mix": [RESERVED, SPOT]},
    )
    names = [[item.name for item in option.line_items] for option in found]

    assert len(found) == 6
    assert all(name == names[0] for name in names)
    assert names[0] == [
        "compute",
        "overhead",
        "checkpoints",
        "rework",
        "restarts",
        "waiting",
        "evaluation",
        "headroom",
        "instance_unused",
        "commitment_unused",
        "cost_of_capital",
        "discount",
        "energy",
        "checkpoint_storage",
        "egress",
    ]


def test_every_option_does_the_same_work(library: Library) -> None:
    found = options(library, {"option": "on_demand"}, {"option": "spot"}, {"option": "owned"})
    work = {(quantities(item)["compute"], quantities(item)["overhead"]) for item in found}

    assert len(work) == 1


def test_mix_has_no_price_of_its_own(library: Library) -> None:
    (mixed,) = options(library, {"mix": [RESERVED, SPOT]})
    prices = [part.price.usd_per_device_hour for part in mixed.parts]

    assert (mixed.price, mixed.provider) == (None, None)
    assert len(prices) == 2
    assert min(prices) < mixed.usd_per_device_hour < max(prices)


def test_only_the_spot_part_of_a_mix_is_preempted(library: Library) -> None:
    (mixed,) = options(library, {"mix": [RESERVED, SPOT]})
    held_hours = mixed.wall_clock_hours / (1.0 + mixed.preemptions / mixed.wall_clock_hours)

    # 8 of 32 instances are spot, two at a time, and each event is followed by an hour's wait.
    assert mixed.preemptions == pytest.approx(held_hours * 8 / 2 * 0.01, rel=2e-3)


def test_reserved_part_of_a_mix_is_paid_for_while_the_run_waits(library: Library) -> None:
    (mixed,) = options(library, {"mix": [RESERVED, SPOT]})
    spot_alone, on_demand = options(
        library,
        {"option": "spot", "usd_per_device_hour": 1.0},
        {"option": "on_demand", "usd_per_device_hour": 1.0},
    )
    waited = mixed.preemptions  # an hour each

    # Of 256 devices 192 are reserved, and 6 of 8 spot instances stay.
    assert quantities(mixed)["waiting"] == pytest.approx(waited * (192 + 64 * 6 / 8), rel=1e-9)
    assert on_demand.goodput_fraction > mixed.goodput_fraction > spot_alone.goodput_fraction


def test_mix_of_one_way_twice_is_that_way(library: Library) -> None:
    half = {"option": "reserved_1y", "usd_per_device_hour": 2.0, "device_fraction": 0.5}
    whole = {"option": "reserved_1y", "usd_per_device_hour": 2.0}
    mixed, plain = options(library, {"mix": [half, half]}, whole)

    assert mixed.usd.mean == pytest.approx(plain.usd.mean, rel=1e-12)
    assert mixed.usd.p90 == pytest.approx(plain.usd.p90, rel=1e-12)
    assert [item.usd for item in mixed.line_items] == pytest.approx(
        [item.usd for item in plain.line_items], rel=1e-12
    )


def test_items_of_a_mix_add_up_to_its_mean_and_its_parts_are_told_apart(library: Library) -> None:
    (mixed,) = options(library, {"mix": [RESERVED, SPOT | {"device_fraction": 0.25}]})
    total = 0.0
    for item in mixed.line_items:
        total += item.usd

    assert total == mixed.usd.mean
    assert mixed.option == "mix"
    assert mixed.price is None
    assert mixed.usd_per_device_hour == pytest.approx(0.75 * 2.0 + 0.25 * 1.0, rel=1e-12)
    assert [(part.option, part.device_fraction) for part in mixed.parts] == [
        ("reserved_1y", 0.75),
        ("spot", 0.25),
    ]


def test_owned_base_of_a_mix_pays_for_its_energy_and_no_other(library: Library) -> None:
    mixed, owned = options(
        library,
        {
            "mix": [
                {"option": "owned", "device_fraction": 0.5},
                {"option": "on_demand", "usd_per_device_hour": 2.0, "device_fraction": 0.5},
            ]
        },
        {"option": "owned"},
    )
    energy = {item.name: item for item in mixed.line_items}["energy"]
    alone = {item.name: item for item in owned.line_items}["energy"]

    assert energy.quantity == pytest.approx(mixed.energy_kilowatt_hours, rel=1e-12)
    assert energy.usd == pytest.approx(0.5 * alone.usd, rel=1e-9)


@pytest.mark.parametrize(
    ("purchase", "field"),
    [
        ({"mix": [RESERVED, SPOT | {"device_fraction": 0.2}]}, "mix"),
        ({"mix": [SPOT | {"device_fraction": 0.5}, SPOT | {"device_fraction": 0.5}]}, "mix"),
        ({"mix": [RESERVED, SPOT], "option": "spot"}, "option"),
        ({"mix": [RESERVED, SPOT], "discount_fraction": 0.1}, "discount_fraction"),
        ({"mix": [RESERVED | {"discount_fraction": 0.1}, SPOT]}, "mix[0].discount_fraction"),
    ],
)
def test_mix_that_contradicts_itself_is_refused(
    library: Library, purchase: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as caught:
        options(library, purchase)

    assert caught.value.field == f"purchases[0].{field}"


def test_what_is_kept_is_stored_as_long_as_the_run_lasts(library: Library) -> None:
    changes = {
        "storage.kept_checkpoint_count": 4,
        "storage.usd_per_gigabyte_month": 0.05,
        "reliability.checkpoint_bytes_per_parameter": 10.0,
    }
    (found,) = options(library, {"usd_per_device_hour": 1.0}, **changes)
    item = {item.name: item for item in found.line_items}["checkpoint_storage"]
    gigabytes = library.newest.models["llama-3.1-8b"].parameters * 10 / 1e9

    assert found.checkpoint_gigabytes == pytest.approx(gigabytes, rel=1e-12)
    assert item.quantity == pytest.approx(4 * gigabytes * found.wall_clock_hours / 730, rel=1e-12)
    assert item.usd_per_unit == 0.05


def test_weights_leave_the_provider_once_and_devices_of_ones_own_free_of_charge(
    library: Library,
) -> None:
    rented, owned = options(library, {"usd_per_device_hour": 1.0}, {"option": "owned"})
    items = [
        {item.name: item for item in option.line_items}["egress"] for option in (rented, owned)
    ]

    assert items[0].quantity == pytest.approx(
        library.newest.models["llama-3.1-8b"].parameters * 2 / 1e9, rel=1e-12
    )
    assert items[0].usd == pytest.approx(items[0].quantity * 0.09, rel=1e-12)
    assert (items[1].quantity, items[1].usd) == (items[0].quantity, 0.0)


@pytest.mark.parametrize(("device_count", "announced"), [(64, False), (60, True)])
def test_instances_that_are_rented_whole_are_announced_in_a_run(
    library: Library, device_count: int, *, announced: bool
) -> None:
    asked = {
        "deployment.device_count": device_count,
        "purchases": [{"option": "on_demand", "provider": "aws", "instance_type": "p5.48xlarge"}],
    }
    warnings = run_costs(run_cost(LUCK | asked), library).warnings
    told = "4 of the 64 devices that this answer charges for are unused: p5.48xlarge has 8 devices"

    assert any(one.startswith(told) for one in warnings) == announced
    assert any("rented" in warning for warning in warnings) == announced


def test_instances_of_one_way_of_buying_are_not_announced_for_the_others(library: Library) -> None:
    block = {"option": "capacity_block", "provider": "aws"}
    alone = {"option": "spot", "provider": "crusoe"}
    asked = {"deployment.device_count": 2, "purchases": [alone, block], "tokens": 1e9}
    warnings = run_costs(run_cost(asked), library).warnings
    told = "6 of the 8 devices that capacity_block charges for are unused"

    assert [one.startswith(told) for one in warnings if "are unused" in one] == [True]
    assert warnings[0].startswith("no source has the preemptions")


def test_run_pays_for_the_instances_that_hold_it(library: Library) -> None:
    place = {"option": "on_demand", "provider": "aws", "instance_type": "p5.48xlarge"}
    changes = {"deployment.device_count": 60, "purchases": [place]}
    shared = {**changes, "purchases": [place | {"shared_instances": True}]}
    (whole,), (part,) = (
        run_costs(run_cost(LUCK | asked), library).options for asked in (changes, shared)
    )
    items = {item.name: item for item in whole.line_items}
    rented = [
        name for name in items if name not in {"instance_unused", "checkpoint_storage", "egress"}
    ]

    # 64 devices of 8 instances, of which the run uses 60.
    hours = sum(items[name].quantity for name in rented if items[name].unit == "device-hour")
    assert items["instance_unused"].quantity == pytest.approx(hours * 4 / 60)
    assert whole.usd.mean == pytest.approx(sum(item.usd for item in whole.line_items))
    assert whole.usd.mean - part.usd.mean == pytest.approx(items["instance_unused"].usd)
    assert whole.usd.p90 / part.usd.p90 == pytest.approx(64 / 60, rel=1e-3)


def test_run_beyond_a_node_is_priced_by_instances_that_form_a_cluster(library: Library) -> None:
    many = {"deployment.device_count": 512, "purchases": [{"option": "on_demand"}]}
    answer = run_costs(run_cost(LUCK | many), library)
    price = answer.options[0].price
    alone = {**many, "purchases": [{"option": "on_demand", "provider": "lambda"}]}

    assert price is not None
    assert price.row is not None
    assert (price.row.forms_cluster, price.row.device_count) == (True, 8.0)
    assert price.range is not None
    assert "lambda" not in price.range.providers
    assert (
        run_costs(run_cost(LUCK | alone), library)
        .warnings[0]
        .startswith("no instance that matches holds 512 devices, or is known to form a cluster")
    )
