"""The cost of owned servers against SemiAnalysis, with one setting for each kind of owner."""

import pytest

from pricing.catalog.library import Library
from pricing.purchasing.owned_prices import owned
from pricing.purchasing.owning.query import Ownership
from pricing.purchasing.query import Purchase
from pricing.purchasing.site import PRICE_KEY, PUE_KEY
from pricing.quote.context import QuoteContext
from pricing.run_costs.offers import system_watts_of

HYPERSCALER = Ownership(cost_of_capital_fraction=0.08, operations_fraction=0.02)
NEOCLOUD = Ownership(cost_of_capital_fraction=0.18, operations_fraction=0.03)
"""A neocloud borrows dearer, and has more staff a device. All else is as in the tables."""

DEVICES = ("h100-sxm-80gb", "h200-sxm-141gb", "b200-sxm", "gb200", "mi300x")

PUBLISHED_USD = {
    HYPERSCALER: (1.30, 1.41, 1.95, 2.21, 1.12),
    NEOCLOUD: (1.69, 1.74, 2.34, 2.75, 1.40),
}
"""SemiAnalysis: USD per device-hour of an owned server, with hosting and energy."""


@pytest.mark.parametrize("terms", PUBLISHED_USD)
@pytest.mark.parametrize("place", range(len(DEVICES)))
def test_owned_device_costs_what_is_published_of_it(
    library: Library, terms: Ownership, place: int
) -> None:
    context = QuoteContext(library.newest, None)
    device = library.newest.devices[DEVICES[place]]

    purchase = Purchase(option="owned", ownership=terms)
    cost = owned(context, device, purchase, field="purchase").owned
    assert cost is not None
    watts = system_watts_of(context, device) * context.assume(PUE_KEY)
    usd = cost.usd_per_device_hour + watts / 1000.0 * context.assume(PRICE_KEY)

    assert usd == pytest.approx(PUBLISHED_USD[terms][place], rel=0.15)
