"""Replicas hour by hour, their waits, and the risk of spot."""

from math import ceil, comb
from typing import Any

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.fleet.hours import hours_of, needs, waits
from pricing.fleet.traffic import week_of
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from tests import questions
from tests.engine import queue_waits

PROFILE = [1, 1, 1, 1, 1, 2, 3, 5, 7, 8, 9, 9, 9, 9, 8, 8, 7, 6, 5, 4, 3, 2, 2, 1]


def asked(library: Library, changes: dict[str, Any]) -> TcoAnswer:
    return tco(questions.tco(changes), library)


def test_replicas_serve_the_peak_at_the_target_utilization(library: Library) -> None:
    answer = asked(
        library,
        {
            "traffic.hourly_profile": PROFILE,
            "capacity": {"target_utilization_fraction": 0.6, "redundant_replicas": 1},
            "horizon_months": 1,
        },
    )
    per_replica = answer.replicas[0].requests_per_second
    peak = 5e6 / 86400 * 24 * max(PROFILE) / sum(PROFILE)

    assert answer.months[0].replicas == ceil(peak / (per_replica * 0.6)) + 1
    assert answer.totals.utilization_fraction == pytest.approx(
        5e6 / 86400 / (per_replica * answer.months[0].replicas)
    )


def test_autoscaling_runs_fewer_replicas_and_pays_for_starts(library: Library) -> None:
    load = {"traffic.hourly_profile": PROFILE}
    fixed = asked(library, load)
    scaled = asked(library, {**load, "capacity.scaling": "autoscaled"})

    assert scaled.totals.usd_total < fixed.totals.usd_total
    assert scaled.totals.line_items_usd["startup"] > 0.0
    assert scaled.capacity.utilization_fraction > fixed.capacity.utilization_fraction
    assert scaled.capacity.peak_replicas == fixed.capacity.peak_replicas


def test_a_floor_keeps_replicas_running(library: Library) -> None:
    few = {"traffic.requests_per_day": 1000.0, "capacity.scaling": "autoscaled"}
    floored = asked(library, {**few, "capacity.minimum_replicas": 3})

    assert floored.months[0].replicas == 3
    assert floored.totals.usd_total == pytest.approx(
        3 * asked(library, few).totals.usd_total, rel=0.01
    )


def test_scaling_to_zero_shows_the_cold_start_in_the_wait(library: Library) -> None:
    answer = asked(
        library,
        {
            "traffic.requests_per_day": 24.0,
            "capacity": {"scaling": "scale_to_zero", "startup_seconds": 120, "idle_seconds": 60},
        },
    )

    assert answer.capacity.cold_start_fraction > 0.9
    assert answer.capacity.wait_mean_seconds == pytest.approx(
        120.0 * answer.capacity.cold_start_fraction, rel=0.03
    )
    assert answer.capacity.wait_p99_seconds == pytest.approx(120.0)
    assert answer.totals.usd_total < 0.2 * asked(library, {}).totals.usd_total


def test_a_negligible_wait_is_zero(library: Library) -> None:
    assert asked(library, {"traffic.requests_per_day": 1e6}).capacity.wait_mean_seconds == 0.0


SERVICE_SECONDS, CONCURRENCY = 4.0, 2.0


@pytest.mark.parametrize(("target", "requests"), [(0.5, 5 * 10**5), (0.7, 5 * 10**5), (0.9, 10**6)])
def test_waits_agree_with_a_simulated_queue(target: float, requests: int) -> None:
    served = CONCURRENCY / SERVICE_SECONDS
    rate = 2.0 * served * target  # two replicas at the target, to the last digit
    periods = {
        "rate": rate,
        "weekdays": 21.0,
        "weekend_days": 9.0,
        "served": served,
        "target": target,
        "floor": 1.0,
        "redundant": 0.0,
        "fixed": 0.0,
        "to_zero": 0.0,
        "idle_seconds": 0.0,
        "startup_seconds": 0.0,
        "concurrency": CONCURRENCY,
    }
    columns = {name: np.array([value]) for name, value in periods.items()}
    hours = hours_of(columns, week_of((1.0,) * 24, 1.0))
    found = waits(hours, columns)
    month = needs(hours)
    places = int(month["replicas"][0] * CONCURRENCY)
    simulated = queue_waits(
        places=places, rate=rate, served_seconds=SERVICE_SECONDS, requests=requests
    )

    mean = found["waited_seconds"][0] / month["requests"][0]
    assert places == 4
    assert mean == pytest.approx(sum(simulated) / requests, rel=0.05)
    assert found["wait_p99_seconds"][0] == pytest.approx(
        sorted(simulated)[int(0.99 * requests)], rel=0.05
    )


def test_spot_reports_requests_at_risk_and_cover(library: Library) -> None:
    spot = {
        "purchase": {"option": "spot", "provider": "aws"},
        "capacity.spot_preemptions_per_instance_hour": 0.06,
    }
    answer = asked(library, spot)
    risk = answer.purchase.spot

    assert risk is not None
    assert risk.spot_share_fraction == 1.0
    assert risk.at_risk_fraction == pytest.approx(0.06 * 2100 / 3600 / (1 + 0.06 * 2100 / 3600))
    assert risk.covered_fraction >= 0.999
    assert risk.cover_replicas >= 1
    assert answer.totals.line_items_usd["spot_cover"] > 0.0


@pytest.mark.parametrize(
    ("place", "instance_count"),
    [
        ({}, 1),
        ({"provider": "aws"}, 1),
        ({"provider": "aws", "instance_type": "p5.48xlarge"}, 1),
        ({"provider": "aws", "instance_type": "p5.4xlarge"}, 8),
    ],
)
def test_spot_at_a_given_price_has_whole_instances(
    library: Library, place: dict[str, str], instance_count: int
) -> None:
    spot = {
        "purchase": {"option": "spot", "usd_per_device_hour": 2.0, **place},
        "capacity.spot_preemptions_per_instance_hour": 0.06,
    }
    risk = asked(library, spot).purchase.spot
    gone = 0.06 * instance_count * 2100 / 3600

    assert risk is not None
    # Without a provider there is no notice: requests are broken off besides.
    assert risk.at_risk_fraction == pytest.approx(gone / (1 + gone), rel=0.05)


def test_a_preemption_takes_one_replica_that_spans_several_instances(library: Library) -> None:
    """So that they are lost one by one, as the binomial distribution has it."""
    spot = {
        "purchase": {"option": "spot", "provider": "aws", "instance_type": "p5.4xlarge"},
        "capacity.spot_preemptions_per_instance_hour": 0.06,
    }
    answer = asked(library, spot)
    needed, gone = answer.months[0].replicas, 8 * 0.06 * 2100 / 3600
    missing = gone / (1 + gone)

    def covered(further: int) -> float:
        there = needed + further
        return sum(
            comb(there, lost) * missing**lost * (1 - missing) ** (there - lost)
            for lost in range(further + 1)
        )

    risk = answer.purchase.spot
    assert risk is not None
    assert risk.cover_replicas == next(more for more in range(99) if covered(more) >= 0.999)


def test_without_a_model_storage_and_egress_are_as_given(library: Library) -> None:
    kept = {"storage_gigabytes": 1000.0, "storage_usd_per_gigabyte_month": 0.02}
    answer = asked(
        library,
        {
            "model": None,
            "deployment.precision": None,
            "measured.requests_per_second": 50.0,
            "overheads": kept,
        },
    )
    items = answer.totals.line_items_usd

    assert items["storage"] == pytest.approx(12 * 20.0)
    assert items["network_egress"] == 0.0


def test_cover_replicas_draw_power_while_they_are_paid_for(library: Library) -> None:
    months = [
        asked(
            library,
            {
                "purchase": {"option": "spot", "provider": "aws"},
                "capacity.spot_preemptions_per_instance_hour": rate,
            },
        ).months[0]
        for rate in (1e-4, 0.1, 0.7)
    ]
    hours = [month.device_hours for month in months]
    energy = [month.energy_kilowatt_hours for month in months]

    assert hours[0] < hours[1] < hours[2]
    idle = (energy[1] - energy[0]) / (hours[1] - hours[0])
    assert 0.3 < idle < 0.7  # of a device with its share of the host, and what the site adds
    assert (energy[2] - energy[0]) / (hours[2] - hours[0]) == pytest.approx(idle, rel=1e-3)


def test_unused_commitment_draws_no_power(library: Library) -> None:
    growing = {"traffic.growth_per_month_fraction": 0.1}
    reserved, hourly = (
        asked(
            library,
            growing | {"purchase": {"option": option, "provider": "aws", "region": "us-east-1"}},
        ).months[0]
        for option in ("reserved_1y", "on_demand")
    )

    assert reserved.device_hours > 1.5 * hourly.device_hours
    assert reserved.energy_kilowatt_hours == pytest.approx(hourly.energy_kilowatt_hours)


def test_idle_power_is_at_most_the_measured_busy_power(library: Library) -> None:
    watts = 40.0  # the table has more for one without work
    month = asked(
        library,
        {"measured.watts_per_device": watts, "facility.pue_ratio": 1.0, "purchase.option": "owned"},
    ).months[0]
    host_watts = library.newest.assumptions["power.host_watts.nvidia"].value
    kilowatts = (watts + host_watts) / 1000

    assert month.energy_kilowatt_hours == pytest.approx(month.device_hours * kilowatts)


def test_devices_that_no_copy_uses_draw_what_idle_ones_do(library: Library) -> None:
    changes = {"deployment.tensor_parallel": 8, "facility.pue_ratio": 1.0, "horizon_months": 1}
    eight, nine = (
        asked(library, {**changes, "deployment.device_count": count}).months[0] for count in (8, 9)
    )
    device = library.newest.devices["h100-sxm-80gb"]
    host_watts = library.newest.assumptions["power.host_watts.nvidia"].value
    more_hours = nine.device_hours - eight.device_hours

    assert more_hours == pytest.approx(nine.device_hours / 9)
    assert nine.energy_kilowatt_hours - eight.energy_kilowatt_hours == pytest.approx(
        more_hours * (device.idle_watts + host_watts) / 1000
    )


def test_cover_may_be_zero(library: Library) -> None:
    spot = {
        "purchase": {"option": "spot", "provider": "aws"},
        "capacity": {"spot_cover_replicas": 0, "spot_preemptions_per_instance_hour": 0.06},
    }
    answer = asked(library, spot)
    risk = answer.purchase.spot

    assert risk is not None
    assert risk.covered_fraction < 0.999
    assert "spot_cover" not in answer.totals.line_items_usd


def test_a_prefix_cache_saves_prefills(library: Library) -> None:
    plain = asked(library, {"load.concurrency": 32}).replicas[0]
    cached, same = (
        asked(library, {"load.concurrency": 32, f"{place}.cached_input_fraction": 0.8}).replicas[0]
        for place in ("load", "traffic")
    )

    assert same == cached
    assert plain.cached_speedup_ratio == 1.0
    assert cached.requests_per_second == pytest.approx(
        plain.requests_per_second * cached.cached_speedup_ratio
    )
    assert cached.cached_speedup_ratio > 1.05
    assert (cached.ttft_seconds or 0.0) < (plain.ttft_seconds or 0.0)


def test_a_wait_that_breaks_the_objective_is_warned_of(library: Library) -> None:
    answer = asked(
        library,
        {
            "capacity.target_utilization_fraction": 0.95,
            "slo.ttft_seconds": 0.8,
            "load.concurrency": 4,
        },
    )

    assert answer.capacity.wait_p99_seconds > 0.0


def test_a_base_is_used_only_while_the_pool_is_on(library: Library) -> None:
    answer = asked(
        library,
        {
            "horizon_months": 1,
            "traffic": {"requests_per_day": 24.0, "peak_to_average_ratio": 1.0},
            "capacity": {"scaling": "scale_to_zero", "redundant_replicas": 1},
            "purchase": {"base": {"option": "reserved_1y", "provider": "aws"}, "base_replicas": 1},
        },
    )
    terms, month = answer.purchase.commitments[0], answer.months[0]
    on_fraction = terms.utilization_fraction
    burst = answer.purchase.burst

    # Two replicas run while it is on, and one of them is the base.
    assert burst is not None
    assert 0.05 < on_fraction < 0.15
    assert month.line_items_usd["redundancy"] == pytest.approx(
        on_fraction * 31 * 24 * 8 * burst.usd_per_device_hour
    )


@pytest.mark.parametrize("per_day", [1e-6, 1e-3, 1.0])
def test_the_smallest_load_runs_a_replica(library: Library, per_day: float) -> None:
    to_zero = {"scaling": "scale_to_zero", "idle_seconds": 3600, "startup_seconds": 300}
    traffic = {"requests_per_day": per_day, "peak_to_average_ratio": 1.0}
    answer = asked(library, {"traffic": traffic, "capacity": to_zero})
    seconds = 300 + 3600 + answer.replicas[0].service_seconds

    # Of rare requests each has a replica of its own.
    assert answer.totals.device_hours == pytest.approx(
        answer.totals.requests * seconds / 3600 * 8, rel=0.1
    )
    always = asked(library, {"traffic": traffic, "capacity": {"minimum_replicas": 0}})
    assert always.capacity.peak_replicas == 1


@pytest.mark.parametrize("given", [None, 2])
@pytest.mark.parametrize("base", [0, 2, 8])
def test_spot_beyond_a_base_has_its_own_cover(
    library: Library, base: int, given: int | None
) -> None:
    spot = {
        "horizon_months": 1,
        "traffic.requests_per_day": 2e7,
        "purchase": {
            "base": {"option": "reserved_1y", "provider": "aws"},
            "base_replicas": base,
            "burst": {"option": "spot", "provider": "aws"},
        },
        "capacity": {
            "spot_preemptions_per_instance_hour": 0.1,
            **({} if given is None else {"spot_cover_replicas": given}),
        },
    }
    answer = asked(library, spot)
    risk, burst = answer.purchase.spot, answer.purchase.burst

    assert risk is not None
    assert burst is not None
    assert risk.cover_replicas == given if given else risk.covered_fraction >= 0.999
    assert answer.totals.line_items_usd["spot_cover"] == pytest.approx(
        risk.cover_replicas * 31 * 24 * 8 * burst.usd_per_device_hour
    )
