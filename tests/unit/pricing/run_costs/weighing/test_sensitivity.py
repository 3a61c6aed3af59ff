"""Offers weighed against each other: re-quoting must find what they say."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import Infeasible
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.quote import run_costs
from tests.questions import run_cost

DEAR: dict[str, Any] = {"option": "on_demand", "usd_per_device_hour": 4.0}
CHEAP = {"option": "spot", "usd_per_device_hour": 2.5}
RARE = {"reliability.spot_preemptions_per_instance_hour": 1e-4}

LUCK = {
    "reliability.device_mtbf_hours": 20_000.0,
    "reliability.spot_preemptions_per_instance_hour": 0.002,
    "reliability.checkpoint_write_seconds": 60.0,
    "reliability.checkpoint_interval_seconds": 3000.0,
    "reliability.restart_seconds": 600.0,
    "reliability.spot_capacity_wait_seconds": 1800.0,
}


def quoted(library: Library, changes: dict[str, Any]) -> RunCostAnswer:
    return run_costs(run_cost({"mfu_fraction": 0.4, **changes}), library)


def means(answer: RunCostAnswer) -> dict[str, float]:
    return {option.option: option.usd.mean for option in answer.options}


def test_cheapest_option_is_the_cheapest(library: Library) -> None:
    answer = quoted(library, {})
    costs = {option.option: option.paid_usd for option in answer.options}

    assert answer.cheapest_option == min(costs, key=lambda option: costs[option])


@pytest.mark.parametrize("usd_per_device_hour", [3.9, 2.5, 1.0])
@pytest.mark.parametrize("device_count", [64, 2048])
def test_at_the_break_even_spot_costs_what_the_other_does(
    library: Library, usd_per_device_hour: float, device_count: int
) -> None:
    changes: dict[str, Any] = {
        "purchases": [DEAR, CHEAP | {"usd_per_device_hour": usd_per_device_hour}],
        "deployment.device_count": device_count,
    }
    rate = quoted(library, changes | RARE).spot_break_even_preemptions_per_instance_hour

    assert rate is not None
    costs = means(
        quoted(library, changes | {"reliability.spot_preemptions_per_instance_hour": rate})
    )
    assert costs["spot"] == pytest.approx(costs["on_demand"], rel=1e-4)


@pytest.mark.parametrize("rate", [1e-4, 0.02])
def test_at_the_break_even_price_spot_costs_what_the_other_does(
    library: Library, rate: float
) -> None:
    luck = {"reliability.spot_preemptions_per_instance_hour": rate}
    usd = quoted(library, {"purchases": [DEAR, CHEAP], **luck}).spot_break_even_usd_per_device_hour
    costs = means(
        quoted(library, {"purchases": [DEAR, CHEAP | {"usd_per_device_hour": usd}], **luck})
    )

    assert costs["spot"] == pytest.approx(costs["on_demand"], rel=1e-9)


def test_of_several_spot_offers_the_cheapest_breaks_even(library: Library) -> None:
    dearer = CHEAP | {"usd_per_device_hour": 5.0}
    alone = quoted(library, {"purchases": [DEAR, CHEAP]} | RARE)
    beside = quoted(library, {"purchases": [dearer, DEAR, CHEAP]} | RARE)

    assert alone.spot_break_even_preemptions_per_instance_hour is not None
    for name in ("preemptions_per_instance_hour", "usd_per_device_hour"):
        field = f"spot_break_even_{name}"
        assert getattr(beside, field) == getattr(alone, field)


def test_spot_that_never_finishes_has_a_break_even_all_the_same(library: Library) -> None:
    changes: dict[str, Any] = {"purchases": [DEAR, CHEAP]}
    never = quoted(library, changes | {"reliability.spot_preemptions_per_instance_hour": 60.0})
    calm = quoted(library, changes | RARE)

    assert [gone.option for gone in never.unavailable] == ["spot"]
    assert never.spot_break_even_usd_per_device_hour is None
    assert never.spot_break_even_preemptions_per_instance_hour == pytest.approx(
        calm.spot_break_even_preemptions_per_instance_hour, rel=1e-4
    )


def test_break_even_does_not_hang_on_the_rate_that_was_asked_for(library: Library) -> None:
    changes: dict[str, Any] = {"purchases": [DEAR, CHEAP]}
    rates = [
        quoted(
            library, changes | {"reliability.spot_preemptions_per_instance_hour": rate}
        ).spot_break_even_preemptions_per_instance_hour
        for rate in (0.0, 0.01)
    ]

    # The search ends where the two costs differ by less than a hundred-thousandth.
    assert rates[0] == pytest.approx(rates[1], rel=1e-4)


@pytest.mark.parametrize("interval_seconds", [130.0, 1200.0])
def test_stops_that_cost_lost_work_alone_have_a_break_even(
    library: Library, interval_seconds: float
) -> None:
    """Where a stop costs neither a restart nor a wait, the search began past its own end."""
    free = ("checkpoint_write_seconds", "restart_seconds", "spot_capacity_wait_seconds")
    changes: dict[str, Any] = {
        "purchases": [DEAR, CHEAP],
        **{f"reliability.{name}": 0.0 for name in free},
        "reliability.checkpoint_interval_seconds": interval_seconds,
        "reliability.spot_instance_count_per_preemption": 7.0,
    }
    rate = quoted(library, changes).spot_break_even_preemptions_per_instance_hour

    assert rate is not None
    costs = means(
        quoted(library, changes | {"reliability.spot_preemptions_per_instance_hour": rate})
    )
    assert costs["spot"] == pytest.approx(costs["on_demand"], rel=1e-4)


@pytest.mark.parametrize(
    "purchases",
    [
        pytest.param([DEAR], id="no spot"),
        pytest.param([CHEAP], id="spot alone"),
        pytest.param([DEAR, CHEAP | {"usd_per_device_hour": 4.5}], id="spot is dearer anyway"),
    ],
)
def test_there_is_no_break_even_without_a_bargain(
    library: Library, purchases: list[dict[str, Any]]
) -> None:
    answer = quoted(library, {"purchases": purchases})

    assert answer.spot_break_even_preemptions_per_instance_hour is None


SLOW_CHECKPOINTS = {
    "deployment.device_count": 8,
    "reliability.checkpoint_write_seconds": 1800.0,
    "reliability.restart_seconds": 600.0,
    "reliability.spot_capacity_wait_seconds": 300.0,
}


@pytest.mark.parametrize("change_ratio", [0.0, 1e-15, -1e-15, 4e-15, 1e-13])
def test_equal_bills_break_even_without_a_preemption(library: Library, change_ratio: float) -> None:
    spot = CHEAP | {"usd_per_device_hour": 2.5 * (1.0 + change_ratio)}
    purchases = [spot, DEAR | {"usd_per_device_hour": 2.5}]
    answer = quoted(library, {"purchases": purchases, **SLOW_CHECKPOINTS})

    assert answer.spot_break_even_preemptions_per_instance_hour == 0.0


@pytest.mark.parametrize("margin_ratio", [1e-11, 1e-9, 1e-6, 1e-4])
def test_the_least_bargain_has_a_break_even(library: Library, margin_ratio: float) -> None:
    spot = CHEAP | {"usd_per_device_hour": 2.5 * (1.0 - margin_ratio)}
    purchases = [spot, DEAR | {"usd_per_device_hour": 2.5}]
    changes: dict[str, Any] = {"purchases": purchases, **SLOW_CHECKPOINTS}
    rate = quoted(library, changes).spot_break_even_preemptions_per_instance_hour

    assert rate is not None
    assert rate > 0.0
    costs = means(
        quoted(library, changes | {"reliability.spot_preemptions_per_instance_hour": rate})
    )
    assert costs["spot"] == pytest.approx(costs["on_demand"], rel=1e-4)


@pytest.mark.parametrize("usd_per_device_hour", [0.1, 0.01])
@pytest.mark.parametrize("device_count", [8, 64, 2048])
def test_spot_that_is_cheaper_until_it_never_finishes_has_no_break_even(
    library: Library, usd_per_device_hour: float, device_count: int
) -> None:
    """At a fortieth of the price, only a run that stretches fortyfold would cost as much."""
    changes: dict[str, Any] = {
        "purchases": [DEAR, CHEAP | {"usd_per_device_hour": usd_per_device_hour}],
        "deployment.device_count": device_count,
    }

    assert quoted(library, changes | RARE).spot_break_even_preemptions_per_instance_hour is None


NUDGES = {
    "mfu_fraction": ("mfu_fraction", 0.4 * 1.1),
    "device_failure_rate": ("reliability.device_mtbf_hours", 20_000.0 / 1.1),
    "spot_preemptions_per_instance_hour": (
        "reliability.spot_preemptions_per_instance_hour",
        0.002 * 1.1,
    ),
    "checkpoint_write_seconds": ("reliability.checkpoint_write_seconds", 66.0),
    "restart_seconds": ("reliability.restart_seconds", 660.0),
    "spot_capacity_wait_seconds": ("reliability.spot_capacity_wait_seconds", 1980.0),
    "headroom_fraction": ("headroom_fraction", 0.3),
    "evaluation_fraction": ("evaluation_fraction", 0.1),
}


@pytest.mark.parametrize(
    ("name", "offer"),
    [
        *(pytest.param(name, CHEAP, id=f"{name}-spot") for name in NUDGES),
        *(
            pytest.param(name, DEAR, id=f"{name}-on_demand")
            for name in NUDGES
            if not name.startswith("spot_")
        ),
    ],
)
def test_sensitivity_is_what_asking_again_finds(
    library: Library, name: str, offer: dict[str, Any]
) -> None:
    changes: dict[str, Any] = {"purchases": [offer], "headroom_fraction": 0.2, **LUCK}
    field, value = NUDGES[name]
    base = quoted(library, changes)
    (before,), (after,) = base.options, quoted(library, changes | {field: value}).options
    (stated,) = (item for item in base.sensitivities if item.input == name)

    assert stated.usd_change == pytest.approx(
        after.usd.mean - before.usd.mean, rel=2e-3, abs=1e-9 * before.usd.mean
    )
    assert stated.usd_change_fraction == pytest.approx(stated.usd_change / before.usd.mean)


def test_run_of_one_checkpoint_is_not_shortened_by_more_than_its_work(library: Library) -> None:
    """Half of it is the checkpoint, which a higher MFU does not write any faster."""
    short: dict[str, Any] = {
        "purchases": [DEAR],
        "tokens": 1e9,
        "mfu_fraction": 0.4,
        "reliability.checkpoint_write_seconds": 60.0,
    }
    base = quoted(library, short)
    (before,), (after,) = base.options, quoted(library, short | {"mfu_fraction": 0.44}).options
    (stated,) = (item for item in base.sensitivities if item.input == "mfu_fraction")

    assert stated.usd_change == pytest.approx(after.usd.mean - before.usd.mean, rel=1e-9)


def test_price_sensitivity_is_what_asking_again_finds(library: Library) -> None:
    base = quoted(library, {"purchases": [DEAR]})
    after = quoted(library, {"purchases": [DEAR | {"usd_per_device_hour": 4.4}]})
    (stated,) = (item for item in base.sensitivities if item.input == "usd_per_device_hour")

    assert stated.usd_change == pytest.approx(
        means(after)["on_demand"] - means(base)["on_demand"], rel=1e-9
    )


def test_what_would_not_finish_has_no_sensitivity(library: Library) -> None:
    """At 18 times its work a run ends; with restarts a tenth longer it would not."""
    changes: dict[str, Any] = {
        "purchases": [DEAR],
        "deployment.device_count": 1024,
        "reliability.device_mtbf_hours": 1024.0,
        "reliability.checkpoint_write_seconds": 1.0,
    }
    field = "reliability.restart_seconds"
    stuck = quoted(library, changes | {field: 10_400.0})

    assert 17.0 < 1.0 / stuck.options[0].goodput_fraction < 20.0
    assert "restart_seconds" not in {moved.input for moved in stuck.sensitivities}
    with pytest.raises(Infeasible):
        quoted(library, changes | {field: 11_440.0})


def test_sensitivities_come_largest_first(library: Library) -> None:
    changes = [
        abs(item.usd_change)
        for item in quoted(library, {"purchases": [CHEAP], **LUCK}).sensitivities
    ]

    assert changes == sorted(changes, reverse=True)
    assert changes[0] > 0.0


def test_margins_are_over_the_cheapest(library: Library) -> None:
    answer = quoted(library, {"purchases": [DEAR, CHEAP, DEAR | {"usd_per_device_hour": 9.0}]})
    means_usd = sorted(option.usd.mean for option in answer.options)

    assert [one.margin_usd for one in answer.ranking] == pytest.approx(
        [usd - means_usd[0] for usd in means_usd]
    )
    assert [one.margin_ratio for one in answer.ranking] == pytest.approx(
        [usd / means_usd[0] - 1.0 for usd in means_usd]
    )


def test_spot_is_not_held_against_what_is_owned(library: Library) -> None:
    answer = quoted(library, {"purchases": [{"option": "owned"}, CHEAP]} | RARE)

    assert len(answer.options) == 2
    assert answer.spot_break_even_usd_per_device_hour is None
    assert answer.spot_break_even_preemptions_per_instance_hour is None


def test_there_is_no_price_where_not_even_free_spot_would_do(library: Library) -> None:
    """It keeps its checkpoints for longer than the rent of the others comes to."""
    free = DEAR | {"usd_per_device_hour": 1e-6}
    keeping = {"storage.usd_per_gigabyte_month": 50.0}
    answer = quoted(library, {"purchases": [free, CHEAP], **LUCK, **keeping})

    assert len(answer.options) == 2
    assert answer.spot_break_even_usd_per_device_hour is None
