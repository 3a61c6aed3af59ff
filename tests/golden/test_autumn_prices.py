"""Prices of autumn 2026, asked for by instance, option and day."""

import pytest

from pricing.catalog.library import Library
from pricing.run_costs.quote import run_costs
from pricing.unit_costs.quote import unit_costs
from tests.questions import run_cost, unit_cost

B200 = ("gcp", "us-central1", "a4-highgpu-8g", "b200-sxm")
P5 = ("aws", "us-east-1", "p5.48xlarge", "h100-sxm-80gb")


@pytest.mark.parametrize(
    ("place", "option", "as_of", "usd_per_hour"),
    [
        # Google: the on-demand price was read with those of the Dynamic Workload Scheduler.
        (B200, "on_demand", "2026-10-31", 128.88),
        (B200, "dws_calendar", "2026-10-31", 90.216),
        (B200, "dws_flex_start", "2026-10-31", 64.44),
        (B200, "reserved_1y", "2026-10-31", 88.9272),
        # AWS: capacity blocks rose by a fifth in September 2026.
        (P5, "capacity_block", "2026-09-18", 31.464),
        (P5, "capacity_block", "2026-09-19", 37.76),
        (P5, "reserved_3y", "2026-10-31", 23.7773),
        (("oci", "global", "BM.GPU.GB300.4", "gb300"), "on_demand", "2026-10-31", 72.0),
        (("market", "global", "mi325x-3y-contract", "mi325x"), "reserved_3y", "2026-10-31", 1.8),
    ],
)
def test_price_is_that_of_its_source(
    library: Library, place: tuple[str, ...], option: str, as_of: str, usd_per_hour: float
) -> None:
    provider, region, instance_type, device = place
    question = {
        "model": "llama-3.1-8b",
        "deployment": {"device": device, "device_count": 1, "precision": "bf16"},
        "purchase": {
            "option": option,
            "provider": provider,
            "region": region,
            "instance_type": instance_type,
            "shared_instances": True,
        },
        "catalog": "2026-10-31",
        "as_of": as_of,
    }
    price = unit_costs(unit_cost(question), library).price

    assert price.row is not None
    assert (price.basis, price.row.usd_per_hour) == ("table", usd_per_hour)


def test_surveys_of_the_market_are_in_no_median(library: Library) -> None:
    question = {"purchase.option": "reserved_3y", "catalog": "2026-10-31"}
    price = unit_costs(unit_cost(question), library).price

    assert price.range is not None
    assert "market" not in price.range.providers


def test_no_remembered_price_is_in_force(library: Library) -> None:
    rows = library.get("2026-10-31").frames["prices"].iter_rows(named=True)

    assert [row for row in rows if row["source"] == "memory" and row["effective_to"] is None] == []


def test_run_on_one_node_is_priced_near_the_market(library: Library) -> None:
    changes = {"deployment.device_count": 8, "catalog": "2026-10-31"}
    options = {one.option: one for one in run_costs(run_cost(changes), library).options}

    # On-demand H100 are 2.73 USD in the median of 44 providers.
    assert options["on_demand"].price is not None
    assert options["on_demand"].price.usd_per_device_hour < 4.0


@pytest.mark.parametrize("option", ["savings_plan_1y", "reserved_3m", "reserved_6m"])
def test_terms_of_other_lengths_are_committed(library: Library, option: str) -> None:
    device = "h100-nvl-94gb" if option == "savings_plan_1y" else "l40s"
    changes = {
        "method": "lora",
        "deployment.device": device,
        "deployment.device_count": 8,
        "purchases": [{"option": option}],
        "catalog": "2026-10-31",
    }
    (found,) = run_costs(run_cost(changes), library).options
    months = {"savings_plan_1y": 12.0, "reserved_3m": 3.0, "reserved_6m": 6.0}[option]

    assert found.commitment is not None
    assert found.commitment.term_hours == pytest.approx(8760 * months / 12)
