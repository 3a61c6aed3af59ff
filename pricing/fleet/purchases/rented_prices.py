"""Prices of what a plan rents, and the place that they are of."""

from typing import Any

from msgspec.structs import replace

from pricing.errors import InvalidQuery, NoPrice
from pricing.fleet.pools.prices import path_of
from pricing.fleet.purchases.plan_checks import TERM_MONTHS
from pricing.fleet.purchases.price_path import Market, PricePath
from pricing.fleet.query import PurchasePlan
from pricing.fleet.replicas import Fleet
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext

PLACE = ("provider", "region", "instance_type")
CARRIED = (*PLACE, "minimum_confidence", "shared_instances", "beside")
"""What a purchase without a place of its own takes over from another purchase."""


def renting(plan: PurchasePlan) -> Purchase:
    """The purchase whose place the rented parts of a plan have, unless they name one.

    The optimal plan rents at its own place. Its base, if any, is owned.
    """
    return plan if plan.base is None or plan.plan == "optimal" else plan.base


def hourly_path(
    context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan, base: Purchase
) -> PricePath:
    """The hourly price beyond the base: of the burst, else on demand at the place of the base."""
    burst = plan.burst or on_demand_at(base, plan.discount_fraction)
    field = "purchase" if plan.burst is None and plan.base is None else "purchase.burst"
    try:
        path = path_of(context, market, fleet, burst, field=field)
    except NoPrice as refusal:
        if refusal.field != f"{field}.option" or (plan.plan, plan.base) == (None, None):
            raise
        parts = ("base", "burst") if plan.plan is None else ("plan",)
        raise NoPrice(
            f"{refusal.detail}, which this plan rents beside what it commits: leave"
            f" {' and '.join(parts)} out, and give option {refusal.nearest[0]}",
            field=f"purchase.{parts[0]}",
        ) from None
    if path.option in TERM_MONTHS or path.option == "owned":
        raise InvalidQuery(
            f"{path.option} is not sold by the hour: a burst is on_demand, spot, capacity_block,"
            " dws_calendar, dws_flex_start or market_median",
            field="purchase.burst.option",
        )
    return path


def _place_of(purchase: Purchase) -> dict[str, Any]:
    """The place of a purchase, and what else another purchase takes over from it."""
    return {name: getattr(purchase, name) for name in CARRIED}


def placed_burst(burst: Purchase, place: Purchase, discount_fraction: float) -> Purchase:
    """The burst at the place of another purchase, unless it has a place or a price itself."""
    if burst.usd_per_device_hour is not None or any(getattr(burst, name) for name in PLACE):
        return burst
    discount_fraction = burst.discount_fraction or discount_fraction
    return replace(burst, **_place_of(place), discount_fraction=discount_fraction)


def on_demand_at(place: Purchase, discount_fraction: float) -> Purchase:
    """An on-demand purchase at the place of another purchase."""
    return replace(
        Purchase(), option="on_demand", **_place_of(place), discount_fraction=discount_fraction
    )


def single_purchase(plan: PurchasePlan) -> Purchase:
    """The purchase of a plan that has a single option."""
    return Purchase(**{name: getattr(plan, name) for name in Purchase.__struct_fields__})
