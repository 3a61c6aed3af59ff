"""Published costs of owned devices, by one setting for each kind of owner."""

import pytest

from pricing.catalog.library import Library
from pricing.purchasing.owned import owned
from pricing.purchasing.query import Ownership, Purchase
from pricing.quote.context import QuoteContext

PUBLISHED = {
    "h100-sxm-80gb": (1.30, 1.69),
    "h200-sxm-141gb": (1.41, 1.74),
    "b200-sxm": (1.95, 2.34),
    "gb200": (2.21, 2.75),
    "mi300x": (1.12, 1.40),
}
"""SemiAnalysis' cost of an owned device-hour at a hyperscaler and at a neocloud [USD]."""

OWNERS = (
    Ownership(life_years=5, cost_of_capital_fraction=0.06),
    Ownership(life_years=4, cost_of_capital_fraction=0.12),
)
"""A hyperscaler has cheap money and keeps devices for long; a neocloud neither."""


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("owner", [0, 1], ids=["hyperscaler", "neocloud"])
def test_owned_devices_cost_what_is_published(library: Library, name: str, owner: int) -> None:
    context = QuoteContext(library.newest, "2026-05-01")
    device = context.device(name, field="device")
    found = owned(context, device, Purchase(option="owned"), OWNERS[owner], field="purchase")

    assert found.price.usd_per_device_hour == pytest.approx(PUBLISHED[name][owner], rel=0.15)
