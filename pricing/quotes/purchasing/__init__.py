"""Purchasing: the price of a device-hour, and how it was come by."""

from pricing.quotes.purchasing.bought import Bought, OwnedCost
from pricing.quotes.purchasing.buying import DISCOUNTED_TWICE, buy
from pricing.quotes.purchasing.providers import warn_of_providers
from pricing.quotes.purchasing.table import placed, warn_of_doubt
from pricing.quotes.purchasing.units import warn_of_units

__all__ = [
    "DISCOUNTED_TWICE",
    "Bought",
    "OwnedCost",
    "buy",
    "placed",
    "warn_of_doubt",
    "warn_of_providers",
    "warn_of_units",
]
