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


OTHER = {"device": "h200-sxm-141gb", "device_count": 4}
TWO_DEVICES = {"prefill": POOL, "decode": OTHER, "precision": "fp8"}
AT_AWS = {"provider": "aws", "region": "us-east-1"}


def test_pools_of_two_devices_have_a_price_each(library: Library) -> None:
    found = asked(library, deployment=TWO_DEVICES, purchase=AT_AWS, facility={"pue_ratio": 1.2})
    full = {**BESIDE, "deployment": TWO_DEVICES, "utilization_fraction": 1.0, "purchase": AT_AWS}
    own = unit_costs(questions.unit_cost(full | {"as_of": "2026-08-01"}), library)

    replica, quoted = found.replicas[0], own.pools
    assert quoted is not None
    assert replica.device == "h100-sxm-80gb + h200-sxm-141gb"
    assert replica.requests_per_second == pytest.approx(own.performance.requests_per_second)
    for pool, shown in zip(replica.pools, (quoted.prefill, quoted.decode), strict=True):
        assert (pool.device, pool.device_count) == (shown.device, shown.device_count)
        assert pool.usd_per_device_hour == shown.price.usd_per_device_hour
    mean = sum(pool.device_count * pool.usd_per_device_hour for pool in replica.pools) / 12
    assert replica.usd_per_device_hour == pytest.approx(mean)
    # AWS rents out eight H200 at a time, and four of them stay unused.
    month, price = found.months[0], replica.pools[1].usd_per_device_hour
    hours = month.replicas * 31 * 24
    assert month.line_items_usd["instance_unused"] == pytest.approx(4 * price * hours)
    assert month.line_items_usd["compute_burst"] + month.line_items_usd.get(
        "redundancy", 0.0
    ) == pytest.approx(12 * mean * hours)


def test_a_pool_says_where_and_at_what_price_it_is_bought(library: Library) -> None:
    prices = [{"purchase": {"usd_per_device_hour": usd}} for usd in (2.0, 1.0)]
    pools = {"prefill": POOL | prices[0], "decode": POOL | prices[1], "precision": "fp8"}
    found = asked(library, deployment=pools, purchase={})

    assert [pool.usd_per_device_hour for pool in found.replicas[0].pools] == [2.0, 1.0]
    assert found.replicas[0].usd_per_device_hour == 1.5


@pytest.mark.parametrize(
    "purchase",
    [
        {"plan": "optimal"},
        {"option": "reserved_1y", "provider": "aws", "upfront": "all"},
        {"base": {"option": "reserved_1y"}, "base_replicas": 2},
    ],
)
def test_pools_of_two_devices_are_committed_to_together(
    library: Library, purchase: dict[str, Any]
) -> None:
    found = asked(
        library,
        deployment=TWO_DEVICES,
        purchase=purchase,
        traffic={"requests_per_day": 2e5},
        horizon_months=12,
        uncertainty={"draws": 100},
        confidence=0.8,
    )

    assert found.purchase.commitments
    for month in found.months:
        assert sum(month.line_items_usd.values()) == pytest.approx(month.usd_total)
    assert found.uncertainty is not None
    assert found.uncertainty.usd_total.p10 < found.uncertainty.usd_total.p90


MIXED: list[tuple[dict[str, Any], str]] = [
    ({"purchase": {"option": "owned"}}, "purchase.option"),
    ({"purchase": {"option": "spot"}}, "purchase.option"),
    ({"purchase": {"base": {"option": "owned"}, "base_replicas": 1}}, "purchase.base.option"),
    ({"purchase": {"plan": "optimal", "most_spot_fraction": 0.5}}, "purchase.most_spot_fraction"),
    ({"purchase": {"usd_per_device_hour": 2.0}}, "purchase.usd_per_device_hour"),
    (
        {
            "deployment": TWO_DEVICES
            | {"decode": OTHER | {"purchase": {"usd_per_device_hour": 2.0}}},
            "purchase": {"plan": "optimal"},
        },
        "deployment.decode.purchase.usd_per_device_hour",
    ),
]


@pytest.mark.parametrize(("fields", "field"), MIXED)
def test_what_pools_of_two_devices_are_not_bought_by(
    library: Library, fields: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidQuery) as refused:
        asked(library, **{"deployment": TWO_DEVICES} | fields)

    assert refused.value.field == field


BAD: list[tuple[dict[str, Any], str]] = [
    ({"prefill": POOL}, "deployment.decode"),
    (
        {"prefill": POOL | {"purchase": {"option": "spot"}}, "decode": POOL},
        "deployment.prefill.purchase.option",
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
