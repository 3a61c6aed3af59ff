"""Purchases: what is told of the prices that a plan stands on."""

from typing import Any

import pytest

from pricing.catalog.library import Library
from pricing.quotes.lifetime.tco import tco
from tests import questions

RESERVED = {"option": "reserved_3y"}
SPOT = {"option": "spot"}


@pytest.mark.parametrize(
    ("purchase", "pairs"),
    [
        ({"plan": "optimal"}, "on_demand of lambda"),
        ({"base": RESERVED, "burst": SPOT}, "spot of"),
        (RESERVED, "on_demand of lambda"),
        ({"plan": "optimal", "provider": "gcp"}, None),
        ({"base": RESERVED | {"provider": "gcp"}}, None),
        ({"base": RESERVED | {"provider": "gcp"}, "burst": SPOT | {"provider": "aws"}}, None),
        ({"option": "on_demand"}, None),
        (RESERVED | {"usd_per_device_hour": 2.0}, None),
    ],
)
def test_prices_of_different_providers_are_announced(
    library: Library, purchase: dict[str, Any], pairs: str | None
) -> None:
    warnings = tco(questions.tco({"purchase": purchase}), library).warnings
    told = [warning for warning in warnings if "different providers" in warning]

    assert len(told) == (pairs is not None)
    assert all(str(pairs) in warning for warning in told)
