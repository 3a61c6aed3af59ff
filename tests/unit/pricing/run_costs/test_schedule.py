"""When a run ends, on how many devices it ends in time, and what another pace costs."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import Infeasible, InvalidQuery
from pricing.run_costs.answer import RunCostAnswer, RunSchedule
from pricing.run_costs.quote import run_costs
from tests.questions import run_cost

OPEN = {"deployment.device_count": None}


def asked(library: Library, changes: dict[str, Any]) -> RunCostAnswer:
    return run_costs(run_cost(changes), library)


def schedule(answer: RunCostAnswer) -> RunSchedule:
    assert answer.schedule is not None
    return answer.schedule


def limited(hours: float, **more: Any) -> dict[str, Any]:
    return {"schedule": {"wall_clock_limit_hours": hours, **more}}


def test_no_schedule_is_answered_where_none_is_asked_for(library: Library) -> None:
    assert asked(library, {}).schedule is None


def test_run_ends_its_wall_clock_after_its_start(library: Library) -> None:
    changes = {"schedule": {"start": "2026-09-01"}, "purchases": [{"usd_per_device_hour": 1.0}]}
    answer = asked(library, changes)
    (option,) = schedule(answer).options

    assert option.wall_clock_hours == answer.options[0].wall_clock_hours
    assert option.ends == f"2026-09-{1 + int(option.wall_clock_hours // 24):02d}"
    assert option.ends < option.ends_high
    assert option.keeps_limit is None


def test_start_left_out_is_the_day_of_the_prices(library: Library) -> None:
    assert schedule(asked(library, {"schedule": {}, "as_of": "2026-05-01"})).start == "2026-05-01"


@pytest.mark.parametrize(("start", "is_told"), [("2026-06-30", True), ("2026-07-01", False)])
def test_run_that_starts_before_its_prices_is_told(
    library: Library, start: str, *, is_told: bool
) -> None:
    answer = asked(library, {"as_of": "2026-07-01", "schedule": {"start": start}})
    told = "the run starts on 2026-06-30, before as_of 2026-07-01: its prices are those of as_of"

    assert any(told in warning for warning in answer.warnings) == is_told


def test_count_is_the_smallest_that_keeps_the_limit(library: Library) -> None:
    answer = asked(library, OPEN | limited(200.0))
    fewer = asked(library, limited(200.0) | {"deployment.device_count": answer.device_count - 8})

    assert schedule(answer).device_count_basis == "smallest_that_keeps_the_limit"
    assert answer.device_count % 8 == 0
    assert schedule(answer).options[0].keeps_limit
    assert not schedule(fewer).options[0].keeps_limit


def test_deadline_is_the_hours_up_to_its_day(library: Library) -> None:
    days = {"schedule": {"start": "2026-09-01", "deadline": "2026-09-11"}}

    assert (
        asked(library, OPEN | days).device_count
        == asked(library, OPEN | limited(240.0)).device_count
    )


def test_safe_count_is_larger_than_the_expected_one(library: Library) -> None:
    expected, safe = (asked(library, OPEN | limited(200.0, meet=meet)) for meet in MEETS)

    assert expected.device_count < safe.device_count
    assert schedule(safe).options[0].wall_clock_hours_high <= 200.0


MEETS = ("expected", "p90")


def test_spot_needs_more_devices_where_it_is_all_there_is(library: Library) -> None:
    rough = {"reliability.spot_preemptions_per_instance_hour": 0.01}
    steady, spot = (
        asked(library, OPEN | limited(200.0) | rough | {"purchases": [{"option": option}]})
        for option in ("on_demand", "spot")
    )

    assert steady.device_count < spot.device_count
    assert schedule(spot).options[0].keeps_limit


def test_mix_that_holds_spot_needs_more_devices_where_it_is_all_there_is(library: Library) -> None:
    rough = {"reliability.spot_preemptions_per_instance_hour": 0.01}
    parts = [{"option": option, "device_fraction": 0.5} for option in ("spot", "on_demand")]
    answer = asked(library, OPEN | limited(200.0) | rough | {"purchases": [{"mix": parts}]})

    assert schedule(answer).options[0].keeps_limit


def test_spot_without_a_price_leaves_the_count_to_the_next(library: Library) -> None:
    missing, spot = ({"option": "spot", "provider": provider} for provider in ("lambda", "aws"))
    alone, beside = (
        asked(library, OPEN | limited(200.0) | {"purchases": purchases})
        for purchases in ([spot], [missing, spot])
    )

    assert beside.device_count == alone.device_count
    assert [gone.purchase_index for gone in beside.unavailable] == [0]


STEADY = {"option": "on_demand", "usd_per_device_hour": 2.0}
SPOT = {"option": "spot", "usd_per_device_hour": 0.5}
SPOT_BESIDE: dict[str, Any] = {
    "purchases": [STEADY, SPOT],
    "reliability.spot_preemptions_per_instance_hour": 0.01,
}


def test_open_count_is_that_of_the_option_that_comes_first(library: Library) -> None:
    answer = asked(library, OPEN | limited(200.0) | SPOT_BESIDE)
    alone = asked(library, OPEN | limited(200.0) | SPOT_BESIDE | {"purchases": [SPOT]})

    assert answer.cheapest_option == schedule(answer).cheapest_option == "spot"
    assert answer.device_count == alone.device_count


def test_open_count_is_of_what_stays_where_spot_in_time_costs_more(library: Library) -> None:
    dear = [STEADY, SPOT | {"usd_per_device_hour": 1.95}]
    answer = asked(library, OPEN | limited(200.0) | SPOT_BESIDE | {"purchases": dear})
    steady = asked(library, OPEN | limited(200.0) | {"purchases": [STEADY]})

    assert answer.cheapest_option == "on_demand"
    assert answer.device_count == steady.device_count


def test_late_option_comes_after_those_in_time_and_is_told(library: Library) -> None:
    steady = asked(library, OPEN | limited(200.0) | {"purchases": [STEADY]})
    count = {"deployment.device_count": steady.device_count}
    answer = asked(library, count | limited(200.0) | SPOT_BESIDE)

    assert [one.is_late for one in answer.options] == [False, True]
    assert answer.cheapest_option == schedule(answer).cheapest_option == "on_demand"
    assert [one.option for one in answer.ranking] == ["on_demand", "spot"]
    assert any("spot would cost" in warning for warning in answer.warnings)


def test_limit_that_no_option_keeps_is_announced(library: Library) -> None:
    answer = asked(library, limited(10.0))

    assert schedule(answer).cheapest_option is None
    assert any("no option ends within 10 hours" in warning for warning in answer.warnings)


def test_hurrying_takes_less_time_and_more_money(library: Library) -> None:
    changes = {"deployment.device_count": 1024, "schedule": {}}
    changes |= {"purchases": [{"usd_per_device_hour": 1.0}], "mfu_fraction": 0.4}
    answer = asked(library, changes)
    paces = schedule(answer).paces

    assert [pace.device_count for pace in paces] == [512, 1024, 2048, 4096]
    assert [pace.wall_clock_hours for pace in paces] == sorted(
        (pace.wall_clock_hours for pace in paces), reverse=True
    )
    assert [pace.usd for pace in paces] == sorted(pace.usd for pace in paces)
    assert paces[1].usd == answer.options[0].usd.mean
    assert paces[1].usd_change == 0.0
    assert paces[3].goodput_fraction < paces[0].goodput_fraction


COPIES = {
    "device": "h200-sxm-141gb",
    "device_count": 2,
    "layout": {"data_parallel": 2},
}


@pytest.mark.parametrize(
    "changes",
    [
        OPEN,
        # Two whole copies have to recompute; two devices that share one would not.
        {"sequence_length": 24_576, "deployment": COPIES},
    ],
)
def test_pace_of_the_same_count_is_the_answer(library: Library, changes: dict[str, Any]) -> None:
    answer = asked(library, changes | {"schedule": {}, "tokens": 1e9})
    (same,) = (pace for pace in schedule(answer).paces if pace.device_count == answer.device_count)

    assert (same.mfu_fraction, same.usd_change) == (answer.compute.mfu_fraction, 0.0)


def test_paces_of_a_count_that_nobody_chose_have_the_mfu_of_the_answer(library: Library) -> None:
    answer = asked(library, OPEN | {"schedule": {}})

    assert {pace.mfu_fraction for pace in schedule(answer).paces} == {answer.compute.mfu_fraction}


def test_paces_leave_no_trace_in_the_answer(library: Library) -> None:
    plain, scheduled = asked(library, {}), asked(library, {"schedule": {}})

    assert scheduled.assumptions == plain.assumptions
    assert scheduled.warnings == plain.warnings
    assert scheduled.options == plain.options


def test_given_layout_is_hurried_by_more_copies(library: Library) -> None:
    changes = {
        "deployment.layout": {"tensor_parallel": 4, "pipeline_parallel": 2, "data_parallel": 32},
        "schedule": {},
    }

    assert len(schedule(asked(library, changes)).paces) == 4


def test_pace_that_ends_past_the_calendar_is_left_out(library: Library) -> None:
    """Half the devices take 10,000 years; the answer was refused for it."""
    slow: dict[str, Any] = {"tokens": 1e16, "mfu_fraction": 0.4, "deployment.device_count": 8}
    slow |= {"schedule": {}, "purchases": [{"usd_per_device_hour": 1.0}]}
    paces = schedule(asked(library, slow)).paces

    assert [pace.device_count for pace in paces] == [8, 16, 32]


def test_pace_of_more_devices_than_can_be_asked_for_is_left_out(library: Library) -> None:
    many: dict[str, Any] = {
        "deployment.device_count": 500_000,
        "reliability.device_mtbf_hours": 1e8,
    }
    paces = schedule(asked(library, many | {"schedule": {}, "mfu_fraction": 0.4})).paces

    assert [pace.device_count for pace in paces] == [250_000, 500_000, 1_000_000]


@pytest.mark.parametrize(
    ("changes", "field", "refusal"),
    [
        (OPEN | limited(0.001), "schedule.wall_clock_limit_hours", Infeasible),
        (
            OPEN
            | limited(1.0)
            | {
                "deployment.layout": {
                    "tensor_parallel": 4,
                    "pipeline_parallel": 2,
                    "data_parallel": 32,
                    "context_parallel": 1,
                }
            },
            "deployment.layout.data_parallel",
            Infeasible,
        ),
        (limited(1.0, deadline="2027-01-01"), "schedule.wall_clock_limit_hours", InvalidQuery),
        (
            {"schedule": {"start": "2027-01-01", "deadline": "2027-01-01"}},
            "schedule.deadline",
            InvalidQuery,
        ),
        ({"schedule": {"start": "2027-02-30"}}, "schedule.start", InvalidQuery),
        ({"schedule": {"deadline": "2027-02-30"}}, "schedule.deadline", InvalidQuery),
        (
            {"schedule": {}, "tokens": 1e18, "deployment.device_count": 8},
            "deployment.device_count",
            Infeasible,
        ),
    ],
)
def test_schedule_that_cannot_be_kept_is_refused_with_the_number_to_change(
    library: Library, changes: dict[str, Any], field: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal) as caught:
        asked(library, changes)

    assert getattr(caught.value, "field", None) == field


@pytest.mark.parametrize("meet", MEETS)
@pytest.mark.parametrize(
    ("name", "value"), [("wall_clock_limit_hours", 0.001), ("deadline", "2026-09-02")]
)
def test_limit_out_of_reach_names_the_best_within(
    library: Library, meet: str, name: str, value: float | str
) -> None:
    limit = {"start": "2026-09-01", "meet": meet}
    slow = OPEN | {"tokens": 1e13, "reliability.device_mtbf_hours": 1000.0}
    with pytest.raises(Infeasible, match="the best is") as caught:
        asked(library, slow | {"schedule": limit | {name: value}})

    (nearest,) = caught.value.nearest
    best = float(nearest) if name == "wall_clock_limit_hours" else nearest
    answer = asked(library, slow | {"schedule": limit | {name: best}})
    assert caught.value.field == f"schedule.{name}"
    assert schedule(answer).options[0].keeps_limit


def test_refusal_says_up_to_which_count_it_looked(library: Library) -> None:
    """Four hundred thousand would do, if nothing ever failed."""
    huge = {"tokens": 1e16, "reliability.device_mtbf_hours": 1e8, "mfu_fraction": 0.4}
    with pytest.raises(
        Infeasible, match="no count of up to 245,760 devices ends the run"
    ) as caught:
        asked(library, OPEN | limited(1000.0) | huge)

    many = asked(library, limited(1000.0) | huge | {"deployment.device_count": 400_000})
    assert caught.value.field == "schedule.wall_clock_limit_hours"
    assert schedule(many).options[0].keeps_limit


def test_more_hours_than_a_limit_may_be_are_not_proposed(library: Library) -> None:
    huge = {"tokens": 1e18, "reliability.device_mtbf_hours": 100.0, "mfu_fraction": 0.4}
    with pytest.raises(Infeasible, match="the best is") as caught:
        asked(library, OPEN | limited(1000.0) | huge)

    assert caught.value.field == "schedule.wall_clock_limit_hours"
    assert caught.value.nearest == ()


def test_copies_that_are_given_are_not_asked_to_be_hours(library: Library) -> None:
    whole = {"tensor_parallel": 1, "pipeline_parallel": 1, "data_parallel": 64}
    with pytest.raises(Infeasible) as caught:
        asked(library, OPEN | limited(1.0) | {"deployment.layout": whole})

    assert caught.value.field == "deployment.layout.data_parallel"
    assert caught.value.nearest == ()


def test_soonest_option_is_told_by_what_is_to_keep_the_limit(library: Library) -> None:
    """Expected within the limit, and not at the 90th percentile."""
    dollar = {"purchases": [{"usd_per_device_hour": 1.0}]}
    (option,) = asked(library, dollar).options
    hours = option.wall_clock_hours_distribution
    late = limited((hours.mean + hours.p90) / 2.0, meet="p90")

    assert any(
        f"the soonest takes {hours.p90:.4g} at the 90th percentile" in warning
        for warning in asked(library, dollar | late).warnings
    )


def test_limit_is_kept_to_the_last_second(library: Library) -> None:
    hours = asked(library, {}).options[0].wall_clock_hours
    at, below = (
        schedule(asked(library, limited(limit))).options[0] for limit in (hours, hours * 0.999)
    )

    assert (at.keeps_limit, below.keeps_limit) == (True, False)


def test_count_between_two_doublings_is_found_where_the_next_has_no_layout(
    library: Library,
) -> None:
    """A batch of one sequence on 1,024 devices needs more stages than 80 layers give."""
    changes = {
        "model": "llama-3.1-70b",
        "tokens": 2.75e10,
        "mfu_fraction": 0.169,
        "batch_sequences": 1,
        "deployment": {"device": "a100-sxm-80gb", "layout": {"tensor_parallel": 4}},
        "purchases": [{"usd_per_device_hour": 2.0}],
    }
    with pytest.raises(Infeasible, match="no count of up to") as refused:
        asked(library, changes | limited(80.0))
    answer = asked(library, changes | limited(129.0))

    assert 512 < answer.device_count < 1024
    assert schedule(answer).options[0].keeps_limit
    assert "no count of up to 5" not in refused.value.detail


@pytest.mark.parametrize(
    ("changes", "is_told"),
    [
        ({"evaluation_fraction": 0.5}, True),
        ({"headroom_fraction": 1.0}, True),
        ({}, False),
        ({"evaluation_fraction": 0.5, "schedule": None}, False),
    ],
)
def test_schedule_says_that_it_is_of_the_run_alone(
    library: Library, changes: dict[str, Any], *, is_told: bool
) -> None:
    answer = asked(library, {**limited(300.0), **changes})

    assert any("schedule is of the run alone" in text for text in answer.warnings) == is_told
