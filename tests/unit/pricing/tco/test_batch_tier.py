"""Batch work in what the load of a service leaves of its replicas."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from pricing.tco.tiers.answer import ServiceBatchTier
from pricing.unit_costs.quote import unit_costs
from tests import questions

POOL = {"device": "h100-sxm-80gb", "device_count": 8}
POOLS = {"deployment": {"prefill": POOL, "decode": POOL, "precision": "fp8"}}
BASE = {"base": {"option": "reserved_1y"}, "base_replicas": 8}
FLAT = {"traffic": {"requests_per_day": 2e6}}
BUSY = {"traffic": {"requests_per_day": 4e6, "peak_to_average_ratio": 1.8, "weekend_ratio": 0.5}}


def asked(library: Library, **fields: Any) -> tuple[TcoAnswer, ServiceBatchTier]:
    given = {"batch_tier": True, "catalog": None, "horizon_months": 4}
    found = tco(questions.tco(given | fields), library)
    assert found.batch_tier is not None
    return found, found.batch_tier


@pytest.mark.parametrize(
    "fields",
    [
        BUSY,
        BUSY | {"capacity": {"scaling": "autoscaled"}, "purchase": BASE},
        BUSY | {"purchase": {"option": "owned"}},
        {"traffic": {"requests_per_day": 300.0}, "capacity": {"scaling": "scale_to_zero"}},
        BUSY | POOLS,
    ],
)
def test_both_tiers_pay_the_whole_bill(library: Library, fields: dict[str, Any]) -> None:
    answer, tier = asked(library, **fields)

    for one in (tier, *tier.months):
        assert one.batch.usd_total + one.interactive.usd_total == pytest.approx(one.usd_total)
        assert 0.0 <= one.filled_fraction <= one.utilization_fraction <= 0.9 + 1e-9
    assert sum(one.usd_total for one in tier.months) == pytest.approx(tier.usd_total)
    assert tier.interactive.requests == pytest.approx(answer.totals.requests)
    assert tier.usd_total >= answer.totals.usd_total
    assert tier.interactive.usd_total < answer.totals.usd_total
    assert tier.usd_ratio is not None
    assert tier.usd_ratio < 1.0
    assert tier.energy_kilowatt_hours > 0.0


def test_a_level_load_leaves_what_can_be_worked_out_by_hand(library: Library) -> None:
    answer, tier = asked(library, **FLAT)
    batch = unit_costs(
        questions.unit_cost(
            {"load.input_tokens": 1024, "load.output_tokens": 256, "catalog": None}
            | {"workload": "batch", "utilization_fraction": 1.0}
        ),
        library,
    )

    month, replica = tier.months[0], answer.replicas[0]
    count, hours = answer.months[0].replicas, answer.months[0].requests / (2e6 / 24.0)
    used = 2e6 / 86400.0 / replica.requests_per_second
    busy = (0.9 * count - used) * hours
    full = batch.performance.requests_per_second
    assert month.batch.requests == pytest.approx(busy * 3600.0 * full)
    assert month.filled_fraction == pytest.approx(0.9 - used / count)


def test_what_is_committed_and_does_not_run_is_filled_too(library: Library) -> None:
    scaled = BUSY | {"capacity": {"scaling": "autoscaled"}}
    _, by_the_hour = asked(library, **scaled)
    _, committed = asked(library, **scaled, purchase=BASE)

    assert committed.batch.requests > by_the_hour.batch.requests


def test_a_full_service_leaves_nothing(library: Library) -> None:
    full = {"scaling": "autoscaled", "target_utilization_fraction": 0.98, "redundant_replicas": 0}
    level = {"requests_per_day": 1e9, "peak_to_average_ratio": 1.0, "weekend_ratio": 1.0}
    answer, tier = asked(library, traffic=level, capacity=full)

    assert tier.batch.requests == tier.filled_fraction == tier.energy_kilowatt_hours == 0.0
    assert tier.usd_total == answer.totals.usd_total == tier.interactive.usd_total
    assert tier.usd_ratio is None
    assert any("leaves nothing" in text for text in answer.warnings)


@pytest.mark.parametrize("fields", [{"workload": "batch"}, questions.THINGS])
def test_the_tier_stands_beside_interactive_work_alone(
    library: Library, fields: dict[str, Any]
) -> None:
    with pytest.raises(InvalidQuery, match="beside interactive work") as refused:
        asked(library, **fields)

    assert refused.value.field == "batch_tier"
