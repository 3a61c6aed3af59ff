"""The size of a replica that nobody says: that costs least."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.tco.quote import tco
from tests import questions

OPEN: dict[str, Any] = {
    "deployment": {"device": "h100-sxm-80gb", "precision": "bf16"},
    "purchase": {"usd_per_device_hour": 2.5},
    "horizon_months": 3,
}


@pytest.mark.parametrize("requests_per_day", [1e3, 1e5, 1e6, 2e7])
@pytest.mark.parametrize("scaling", ["fixed", "autoscaled"])
@pytest.mark.parametrize("slo", [{}, {"tpot_seconds": 0.04}])
def test_service_costs_no_more_than_with_replicas_of_any_size(
    library: Library, requests_per_day: float, scaling: str, slo: dict[str, float]
) -> None:
    changes = OPEN | {
        "traffic.requests_per_day": requests_per_day,
        "capacity": {"scaling": scaling, "startup_seconds": 0.0 if scaling != "fixed" else None},
        "slo": slo,
    }
    answer = tco(questions.tco(changes), library)
    named = [
        tco(questions.tco(changes | {"deployment.device_count": count}), library).totals.usd_total
        for count in (2, 4, 8)
    ]

    assert answer.totals.usd_total == min(named)
    assert any(
        "no device_count was asked for: of replicas of 2, 4, 8 devices" in text
        for text in answer.warnings
    )


def test_few_requests_take_small_replicas_and_many_take_those_with_room(library: Library) -> None:
    sizes = [
        tco(questions.tco(OPEN | {"traffic.requests_per_day": load}), library)
        .replicas[0]
        .device_count
        for load in (1e3, 1e7)
    ]

    assert sizes == [2, 4]


@pytest.mark.parametrize("purchase", [{}, {"provider": "aws"}, {"option": "reserved_1y"}])
@pytest.mark.parametrize("requests_per_day", [1e5, 1e6])
def test_size_of_a_replica_is_chosen_by_the_instances_that_are_paid_for(
    library: Library, requests_per_day: float, purchase: dict[str, Any]
) -> None:
    changes = OPEN | {
        "purchase": purchase,
        "deployment": {"device": "h100-sxm-80gb", "precision": "fp8"},
        "traffic.requests_per_day": requests_per_day,
        "capacity": {"scaling": "autoscaled", "startup_seconds": 0.0},
    }
    answer = tco(questions.tco(changes), library)
    named = [
        tco(questions.tco(changes | {"deployment.device_count": count}), library).totals.usd_total
        for count in (1, 2, 4, 8)
    ]

    assert float(answer.totals.usd_total) <= float(min(named)) * 1.001
