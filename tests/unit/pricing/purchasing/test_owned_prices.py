"""The hourly cost of an owned device."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.purchasing.owning.answer import OwnedRate
from pricing.quote.context import QuoteContext
from pricing.run_costs.quote import run_costs
from pricing.unit_costs.quote import unit_costs
from tests.questions import run_cost, unit_cost


def owned(library: Library, ownership: dict[str, Any]) -> OwnedRate:
    purchase = {"option": "owned", "ownership": ownership}
    (option,) = run_costs(run_cost({"purchases": [purchase]}), library).options
    assert option.owned is not None
    return option.owned


def test_device_that_comes_without_a_host_pays_for_its_share_of_one(library: Library) -> None:
    catalog = library.newest
    share = 1.0 + catalog.assumptions["capital.host_fraction"].value
    for name, ratio in (("a40", share), ("a100-sxm-80gb", 1.0)):
        asked = {"deployment.device": name, "purchases": [{"option": "owned"}]}
        (option,) = run_costs(run_cost(asked), library).options
        assert option.price is not None

        usd = (catalog.devices[name].purchase_usd or 0.0) * ratio
        assert option.price.selection.startswith(f"purchase price of {usd:,.0f} USD ")


def test_hosting_is_billed_by_what_the_server_is_rated_at(library: Library) -> None:
    """A dollar a kilowatt-hour: a month has 730 hours. DGX H100: 10.2 kW for 8 devices."""
    found = owned(library, {"hosting_usd_per_kilowatt_month": 730.0})

    assert found.hosting_usd_per_device_hour == pytest.approx(10.2 / 8)


def test_a_server_without_a_rating_is_rated_above_what_it_draws(library: Library) -> None:
    context = QuoteContext(library.newest, "2026-05-01")
    device = context.device("mi300x", field="device")
    watts = context.assume_nameplate_watts(device)
    assumed = {one.key: one.value for one in context.assumptions}

    drawn_watts = device.tdp_watts + assumed["power.host_watts.amd"]
    assert watts == pytest.approx(drawn_watts * assumed["power.nameplate_ratio"])


def test_free_money_is_paid_back_in_equal_parts(library: Library) -> None:
    annuity, straight = (
        owned(library, {"cost_of_capital_fraction": 0.0, "depreciation": method})
        for method in ("annuity", "straight_line")
    )

    assert annuity.cost_of_capital_usd_per_device_hour == pytest.approx(0.0, abs=1e-12)
    assert annuity.usd_per_device_hour == pytest.approx(straight.usd_per_device_hour)


@pytest.mark.parametrize(("device", "count", "usd"), [("mi355x", 3, 280_000), ("mi355x", 8, None)])
def test_part_of_a_server_says_what_the_server_costs(
    library: Library, device: str, count: int, usd: int | None
) -> None:
    asked = {"deployment": {"device": device, "device_count": count}, "purchase.option": "owned"}
    warnings = "\n".join(unit_costs(unit_cost(asked), library).warnings)

    assert ("sold in servers of 8" in warnings) == (usd is not None)
    assert usd is None or f"whole servers cost {usd:,} USD" in warnings
