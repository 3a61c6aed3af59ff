"""Services over time whose phases are served apart."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.fleet.replicas import RequestProfile, fleet_of
from pricing.quote.context import QuoteContext
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from pricing.unit_costs.quote import unit_costs
from tests import questions

POOL = {"device": "h100-sxm-80gb", "device_count": 8}
APART = {"prefill": POOL, "decode": POOL, "precision": "fp8"}
BESIDE: dict[str, Any] = {
    "deployment": APART,
    "load": {"input_tokens": 4000, "output_tokens": 300},
    "catalog": None,
}


def asked(library: Library, **fields: Any) -> TcoAnswer:
    return tco(questions.tco(BESIDE | fields), library)


def test_a_replica_is_both_pools(library: Library) -> None:
    found = asked(library)
    full = {**BESIDE, "utilization_fraction": 1.0}
    own = unit_costs(questions.unit_cost(full), library)

    replica, shown = found.replicas[0], own.performance
    assert (replica.device_count, replica.prefill_device_count) == (16, 8)
    assert replica.decode_device_count == 8
    assert replica.requests_per_second == shown.requests_per_second
    assert replica.ttft_seconds == shown.ttft_seconds
    assert replica.tpot_seconds == shown.tpot_seconds
    month = found.months[0]
    devices = month.replicas * replica.device_count
    assert month.usd_total == pytest.approx(
        devices * 31 * 24 * replica.usd_per_device_hour, rel=0.02
    )


def test_pools_at_work_draw_what_a_quote_says(library: Library) -> None:
    query = questions.unit_cost({**BESIDE, "utilization_fraction": 1.0})
    profile = RequestProfile(query.model, query.load, query.slo, query.workload)
    context = QuoteContext(library.newest, None)
    fleet = fleet_of(context, profile, query.deployment, query.measured)

    power = unit_costs(query, library).power
    assert fleet.busy_kilowatts == pytest.approx(power.system_watts / 1000.0)
    assert fleet.idle_kilowatts < fleet.busy_kilowatts


def test_pools_that_nobody_counts_are_balanced(library: Library) -> None:
    device = {"device": "h100-sxm-80gb"}
    found = asked(library, deployment={"prefill": device, "decode": device, "precision": "fp8"})

    replica = found.replicas[0]
    counts = (replica.prefill_device_count or 0) + (replica.decode_device_count or 0)
    assert counts == replica.device_count


def test_pools_stand_beside_one_deployment(library: Library) -> None:
    whole = {"device": "h100-sxm-80gb", "device_count": 8, "precision": "fp8"}
    bought = {"provider": "aws", "region": "us-east-1"}
    other = {"deployment": APART, "purchase": bought}
    found = asked(library, deployment=whole, alternative=other)

    apart = asked(library, purchase=bought).totals
    assert found.alternatives[0].usd_total == pytest.approx(apart.usd_total)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"prefill": POOL | {"device": "h200"}, "decode": POOL}, "deployment.decode.device"),
    ({"prefill": POOL}, "deployment.decode"),
    (
        {"prefill": POOL | {"purchase": {"option": "spot"}}, "decode": POOL},
        "deployment.prefill.purchase",
    ),
    ({"prefill": {"device_count": 8}, "decode": {"device_count": 8}}, "deployment.prefill.device"),
]


@pytest.mark.parametrize(("deployment", "field"), BAD)
def test_pools_that_no_service_buys_are_refused(
    library: Library, deployment: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as refused:
        asked(library, deployment=deployment)

    assert refused.value.field == field
