"""The course of a run: what interrupts it, and what that adds."""

from math import ceil
from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import Infeasible
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.quote import run_costs
from tests.questions import run_cost

DOLLAR = {"usd_per_device_hour": 1.0}


def course(library: Library, changes: dict[str, Any]) -> tuple[RunCostAnswer, RunOption]:
    """The run at a dollar per device-hour."""
    answer = run_costs(run_cost({"purchases": [DOLLAR], **changes}), library)
    (option,) = answer.options
    return answer, option


def quantities(option: RunOption) -> dict[str, float]:
    """What was rented for the run and all around it [device-hours]."""
    return {
        item.name: item.quantity
        for item in option.line_items
        if item.unit == "device-hour" and item.name != "discount"
    }


def test_device_hours_are_those_of_the_items(library: Library) -> None:
    _, option = course(library, {})

    assert sum(quantities(option).values()) == pytest.approx(option.device_hours, rel=1e-12)
    assert option.device_hours == pytest.approx(option.wall_clock_hours * 256, rel=1e-12)


def test_productive_hours_are_flops_over_what_devices_reach(library: Library) -> None:
    answer, option = course(library, {"mfu_fraction": 0.4})
    peak = library.newest.devices["h100-sxm-80gb"].flops_per_second["bf16"]
    expected = answer.compute.model_flops / (0.4 * peak) / 3600.0

    assert answer.compute.productive_device_hours == pytest.approx(expected, rel=1e-12)
    assert quantities(option)["compute"] == answer.compute.productive_device_hours


def test_tokens_a_second_finish_the_tokens_in_the_productive_time(library: Library) -> None:
    work = course(library, {})[0].compute
    seconds = work.productive_device_hours / 256 * 3600.0

    assert work.tokens_per_second * seconds == pytest.approx(1e12, rel=1e-12)


def test_checkpoints_take_their_share_of_the_work(library: Library) -> None:
    changes = {
        "reliability.checkpoint_write_seconds": 40.0,
        "reliability.checkpoint_interval_seconds": 10_000.0,
    }
    items = quantities(course(library, changes)[1])
    work_hours = (items["compute"] + items["overhead"]) / 256

    # One more at the end, of an interval that is shorter.
    assert items["checkpoints"] == pytest.approx(
        256 * ceil(work_hours * 3600 / 10_000) * 40 / 3600, rel=1e-12
    )


@pytest.mark.parametrize("device_count", [54_243, 777, 1_000])
def test_no_overhead_is_no_less_than_none(library: Library, device_count: int) -> None:
    changes = {"model": "llama-3.1-405b", "deployment.device_count": device_count}
    _, option = course(library, changes)

    assert quantities(option)["overhead"] >= 0.0


def test_given_interval_is_kept(library: Library) -> None:
    _, option = course(library, {"reliability.checkpoint_interval_seconds": 1234.0})

    assert option.checkpoint_interval_seconds == 1234.0


def test_interval_longer_than_the_run_is_the_run(library: Library) -> None:
    """On so many devices an hour without a stop is rare, but the run takes minutes."""
    many = {"tokens": 1e9, "deployment.device_count": 65_536}
    whole, longer = (
        course(library, {**many, "reliability.checkpoint_interval_seconds": seconds})[1]
        for seconds in (1e4, 1e6)
    )

    assert longer == whole


@pytest.mark.parametrize(
    "stops",
    [{}, {"restart_seconds": 0.0, "device_mtbf_hours": 1e9}],
    ids=["usual stops", "next to none"],
)
def test_more_intervals_than_a_number_counts_are_answered(
    library: Library, stops: dict[str, float]
) -> None:
    interval = {"checkpoint_interval_seconds": 1e-6, "checkpoint_write_seconds": 0.0}
    changes = {"tokens": 1e18, "deployment.device_count": 64, "reliability": interval | stops}
    _, option = course(library, changes)

    assert option.checkpoint_interval_seconds == 1e-6
    assert 0.0 < option.goodput_fraction <= 1.0


@pytest.mark.parametrize("factor", [0.5, 0.8, 1.25, 2.0])
def test_no_interval_is_better_than_the_one_left_to_us(library: Library, factor: float) -> None:
    _, best = course(library, {})
    _, other = course(
        library,
        {"reliability.checkpoint_interval_seconds": best.checkpoint_interval_seconds * factor},
    )

    assert best.usd.mean < other.usd.mean


def test_interruptions_are_the_wall_clock_over_the_time_between_them(library: Library) -> None:
    _, option = course(library, {"reliability.device_mtbf_hours": 10_000.0})

    # 256 devices, any of which stops the run: every 10,000 / 256 hours
    assert option.interruptions == pytest.approx(option.wall_clock_hours * 256 / 10_000, rel=1e-12)


def test_goodput_is_work_over_wall_clock(library: Library) -> None:
    _, option = course(library, {})
    items = quantities(option)

    assert option.goodput_fraction == pytest.approx(
        (items["compute"] + items["overhead"]) / option.device_hours, rel=1e-12
    )


@pytest.mark.parametrize(
    ("field", "better", "worse"),
    [
        ("reliability.device_mtbf_hours", 100_000.0, 5000.0),
        ("reliability.restart_seconds", 60.0, 3600.0),
        ("reliability.checkpoint_write_seconds", 5.0, 300.0),
    ],
)
def test_worse_luck_costs_more(library: Library, field: str, better: float, worse: float) -> None:
    costs = [course(library, {field: value})[1].usd.mean for value in (better, worse)]

    assert costs[0] < costs[1]


def test_free_and_instant_checkpoints_can_be_asked_for(library: Library) -> None:
    changes = {
        "reliability.checkpoint_write_seconds": 0.0,
        "reliability.restart_seconds": 0.0,
    }

    assert course(library, changes)[1].goodput_fraction == pytest.approx(1.0, abs=1e-3)


def test_spread_is_ordered_and_never_below_a_run_without_stops(library: Library) -> None:
    _, option = course(library, {"reliability.device_mtbf_hours": 2000.0, "mfu_fraction": 0.4})
    items = quantities(option)

    assert option.usd.p10 <= option.usd.p50 <= option.usd.mean <= option.usd.p90
    assert option.usd.p10 >= items["compute"] + items["overhead"] + items["checkpoints"] - 1e-6


@pytest.mark.parametrize("field", ["headroom_fraction", "evaluation_fraction"])
def test_what_is_held_around_the_run_is_a_share_of_it(library: Library, field: str) -> None:
    plain, padded = (course(library, {field: fraction})[1] for fraction in (0.0, 0.5))

    assert padded.device_hours == pytest.approx(1.5 * plain.device_hours, rel=1e-12)
    assert padded.wall_clock_hours == plain.wall_clock_hours


def test_headroom_left_out_is_none_and_lists_what_others_spent(library: Library) -> None:
    answer, option = course(library, {})
    (assumed,) = (item for item in answer.assumptions if item.key == "training.headroom_fraction")

    assert quantities(option)["headroom"] == 0.0
    assert (assumed.value, assumed.high) == (0.0, 4.6)


def test_spot_is_preempted_besides(library: Library) -> None:
    rented = {"purchases": [{"option": "on_demand"} | DOLLAR]}
    spot = {"purchases": [{"option": "spot"} | DOLLAR]}

    assert course(library, spot)[1].interruptions > course(library, rented)[1].interruptions


def test_preemptions_are_counted_per_instance_hour(library: Library) -> None:
    changes = {
        "purchases": [{"option": "spot"} | DOLLAR],
        "reliability.device_mtbf_hours": 1e9,
        "reliability.spot_preemptions_per_instance_hour": 0.01,
        "reliability.spot_instance_count_per_preemption": 4.0,
    }
    _, option = course(library, changes)
    held_hours = option.wall_clock_hours - quantities(option)["waiting"] / (256 * 28 / 32)

    # 32 instances of 8 devices, four at a time, and next to no failures; none while it waits
    assert option.preemptions == pytest.approx(held_hours * 32 / 4 * 0.01, rel=1e-9)
    assert option.interruptions == pytest.approx(option.preemptions, rel=1e-3)


def test_capacity_that_is_away_is_not_paid_for_while_the_run_waits(library: Library) -> None:
    changes = {
        "purchases": [{"option": "spot"} | DOLLAR],
        "deployment.device_count": 8,
        "reliability.spot_preemptions_per_instance_hour": 0.01,
    }
    short, long = (
        course(library, changes | {"reliability.spot_capacity_wait_seconds": seconds})[1]
        for seconds in (0.0, 7200.0)
    )

    # One instance: while it is away, there is nothing to pay.
    assert long.device_hours == pytest.approx(short.device_hours, rel=1e-12)
    assert long.wall_clock_hours == pytest.approx(short.wall_clock_hours * 1.02, rel=1e-9)


def refused(library: Library, changes: dict[str, Any]) -> Infeasible:
    """The refusal of a run that no purchase finishes."""
    with pytest.raises(Infeasible) as caught:
        run_costs(run_cost(changes), library)
    return caught.value


def test_run_that_would_never_finish_is_unavailable_and_the_others_are_answered(
    library: Library,
) -> None:
    changes = {
        "purchases": [{"option": "on_demand"} | DOLLAR, {"option": "spot"} | DOLLAR],
        "reliability.spot_preemptions_per_instance_hour": 60.0,
    }
    answer = run_costs(run_cost(changes), library)

    (gone,) = answer.unavailable

    assert [option.option for option in answer.options] == ["on_demand"]
    assert "would never finish" in gone.reason


def test_rate_named_by_the_refusal_is_one_that_finishes(library: Library) -> None:
    changes = {"purchases": [{"option": "spot"} | DOLLAR]}
    field = "reliability.spot_preemptions_per_instance_hour"
    never = refused(library, changes | {field: 60.0})
    rate = float(never.detail.rpartition("below ")[2].split()[0])

    assert never.field == field
    assert run_costs(run_cost(changes | {field: float(never.nearest[0])}), library).options
    assert run_costs(run_cost(changes | {field: rate * 0.99}), library).options
    assert refused(library, changes | {field: rate * 1.01}).field == field


def test_share_of_a_month_is_named_where_it_was_given(library: Library) -> None:
    """A rate by the hour, which was named, is refused beside it."""
    field = "reliability.spot_preempted_per_month_fraction"
    changes: dict[str, Any] = {
        "purchases": [{"option": "spot"} | DOLLAR],
        "deployment.device_count": 4096,
        "reliability.restart_seconds": 6000.0,
    }
    never = refused(library, changes | {field: 0.999_999_9})

    assert never.field == field
    assert run_costs(run_cost(changes | {field: float(never.nearest[0])}), library).options


def test_wait_that_keeps_a_run_from_ending_is_named(library: Library) -> None:
    changes: dict[str, Any] = {
        "purchases": [{"option": "spot"} | DOLLAR],
        "deployment.device_count": 4096,
        "reliability.spot_capacity_wait_seconds": 2_592_000.0,
    }

    assert "capacity is away for 2.59e+06 s" in refused(library, changes).detail


def test_interval_that_is_too_long_is_named_and_one_that_is_not(library: Library) -> None:
    changes = {"purchases": [{"option": "on_demand"} | DOLLAR]}
    field = "reliability.checkpoint_interval_seconds"
    never = refused(library, changes | {field: 1e8, "reliability.device_mtbf_hours": 5000.0})
    seconds = float(never.detail.rpartition("below ")[2].split()[0])
    shorter = {field: seconds * 0.99, "reliability.device_mtbf_hours": 5000.0}
    near = shorter | {field: float(never.nearest[0])}

    assert never.field == field
    assert run_costs(run_cost(changes | near), library).options
    assert run_costs(run_cost(changes | shorter), library).options


def test_hardware_that_fails_too_often_is_named_by_its_own_number(library: Library) -> None:
    changes: dict[str, Any] = {
        "purchases": [{"option": "spot"} | DOLLAR],
        "deployment.device_count": 16384,
        "reliability.restart_seconds": 3600.0,
        "reliability.device_mtbf_hours": 3000.0,
    }
    never = refused(library, changes)
    hours = float(never.detail.rpartition("above ")[2].split()[0])
    near = float(never.nearest[0])

    assert never.field == "reliability.device_mtbf_hours"
    assert near == pytest.approx(hours, rel=0.01)
    on_demand = {"purchases": [{"option": "on_demand"} | DOLLAR], never.field: near}
    assert run_costs(run_cost(changes | on_demand), library).options
    assert (
        refused(library, changes | {"reliability.device_mtbf_hours": hours * 0.98}).field
        == never.field
    )
    assert run_costs(
        run_cost(changes | {"reliability.device_mtbf_hours": hours * 1.1}), library
    ).options


def test_energy_is_that_of_the_hours_on_the_bill(library: Library) -> None:
    _, short = course(library, {})
    _, long = course(library, {"headroom_fraction": 1.0})

    assert long.energy_kilowatt_hours == pytest.approx(2 * short.energy_kilowatt_hours, rel=1e-12)
    assert long.kilograms_co2e == pytest.approx(2 * short.kilograms_co2e, rel=1e-12)


def test_run_that_is_stopped_thousands_of_times_a_second_is_refused(library: Library) -> None:
    changes: dict[str, Any] = {
        "purchases": [{"option": "spot"} | DOLLAR],
        "deployment.device_count": 1_000_000,
        "mfu_fraction": 0.4,
        "reliability": {
            "spot_preemptions_per_instance_hour": 60.0,
            "device_mtbf_hours": 1.0,
            "checkpoint_write_seconds": 0.0,
            "restart_seconds": 0.0,
        },
    }

    assert refused(library, changes).field == "reliability.device_mtbf_hours"


def test_carbon_is_that_of_the_energy(library: Library) -> None:
    _, option = course(library, {"facility.grams_co2e_per_kilowatt_hour": 400.0})

    assert option.energy_kilowatt_hours > 0.0
    assert option.kilograms_co2e == pytest.approx(0.4 * option.energy_kilowatt_hours)


def test_adapters_cost_the_flops_of_whole_weights_and_frozen_ones_spare_their_gradients(
    library: Library,
) -> None:
    """Six a parameter that learns, beside four of one that does not."""
    lora = {"method": "lora", "mfu_fraction": 0.4}
    few, many = (
        course(library, lora | {"adapter_parameter_fraction": fraction})[0].compute.model_flops
        for fraction in (0.01, 0.11)
    )
    parameters = library.newest.models["llama-3.1-8b"].active_parameters

    assert many - few == pytest.approx(0.1 * 6.0 * parameters * 1e12)
