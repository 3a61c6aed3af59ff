"""The options that a purchase plan may buy, and their prices."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import NoPrice
from pricing.fleet.pools.prices import check_pools, is_sold, path_of
from pricing.fleet.purchases.assets import Asset, asset_of
from pricing.fleet.purchases.plan_checks import TERM_MONTHS, check_plan, refuse
from pricing.fleet.purchases.price_path import Market, PricePath
from pricing.fleet.purchases.rented_prices import (
    hourly_path,
    on_demand_at,
    placed_burst,
    renting,
    single_purchase,
)
from pricing.fleet.purchases.upfront_payments import paid_upfront, variants_of
from pricing.fleet.query import PurchasePlan, TermOffer
from pricing.fleet.replicas import Fleet
from pricing.purchasing.price_table import placed
from pricing.purchasing.query import Purchase, TermPurchase
from pricing.quote.context import QuoteContext

Plan = Literal["single", "base_and_burst", "optimal"]


class Sourcing(Struct, frozen=True, eq=False):
    """How the replicas of a fleet are bought.

    committed: reserved options for the base; asset: set if the base, or of the optimal plan what
    commitments are atop of, is owned; hourly: price by the hour beyond the base, None if the base
    covers everything; base_replicas, base_usd_per_hour: size of the base, of dollars by month of
    the horizon, None if it is optimised or covers everything; most_coverage_fraction: of the hours
    of a month, that an optimised base may serve; most_upfront_usd, most_monthly_usd: of the optimal
    plan; spot: what it may buy by the hour instead, if a base serves least_coverage_fraction of
    every month.
    """

    plan: Plan
    committed: tuple[PricePath, ...] = ()
    asset: Asset | None = None
    hourly: PricePath | None = None
    base_replicas: int | None = None
    base_usd_per_hour: tuple[float, ...] | None = None
    most_coverage_fraction: float = 1.0
    most_upfront_usd: float | None = None
    most_monthly_usd: float | None = None
    spot: PricePath | None = None
    least_coverage_fraction: float = 0.0

    @property
    def covers(self) -> bool:
        """Whether the base covers the peak, so that nothing is bought by the hour."""
        return self.hourly is None

    @property
    def is_sized(self) -> bool:
        """Whether the size of the commitments is given, or covers everything."""
        sizes = self.base_replicas, self.base_usd_per_hour
        return self.plan != "optimal" and (self.covers or sizes != (None, None))

    @property
    def has_base(self) -> bool:
        """Whether anything is committed or owned."""
        return bool(self.committed) or self.asset is not None

    @property
    def first(self) -> PricePath | None:
        """The first price: of a commitment, else by the hour. None if everything is owned."""
        return (*self.committed, self.hourly)[0]

    @property
    def option(self) -> str:
        """A short name: `optimal`, else the first option that is bought."""
        if self.plan == "optimal":
            return self.plan
        return "owned" if self.asset is not None or self.first is None else self.first.option


def placed_plan(context: QuoteContext, plan: PurchasePlan) -> PurchasePlan:
    """The plan with places in the spelling of the tables. Raises UnknownName."""
    plan = placed(context, plan, field="purchase")
    if plan.base is not None:
        base = placed(context, plan.base, field="purchase.base")
        plan = replace(plan, base=replace(base, ownership=base.ownership or plan.ownership))
    if plan.burst is not None:
        burst = placed_burst(plan.burst, renting(plan), plan.discount_fraction)
        plan = replace(plan, burst=burst)
    return plan


def is_committed(plan: PurchasePlan) -> bool:
    """Whether all replicas are committed or owned: the busiest hour decides their number."""
    return plan.plan is None and plan.base is None and plan.option in {*TERM_MONTHS, "owned"}


def sourcing_of(
    context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan
) -> Sourcing:
    """How a plan is bought. Raises a Refusal for contradictory fields or a missing price."""
    check_plan(plan)
    check_pools(fleet, plan)
    if plan.plan == "optimal":
        return _optimal(context, market, fleet, plan)
    if plan.base is not None:
        return _base_and_burst(context, market, fleet, plan, plan.base)
    one = single_purchase(plan)
    if one.option == "owned":
        return Sourcing("single", asset=asset_of(context, fleet, one))
    path = path_of(context, market, fleet, one)
    if path.option in TERM_MONTHS:
        path = paid_upfront(context, market, path, plan.upfront or "none", field="purchase.upfront")
        return Sourcing("single", committed=(path,))
    if plan.upfront is not None:
        refuse("upfront", f"upfront applies to terms, and the option is {path.option}")
    if path.option == "owned":  # nobody rents out the device
        return Sourcing("single", asset=asset_of(context, fleet, one))
    return Sourcing("single", hourly=path)


def place_of(plan: PurchasePlan, sourcing: Sourcing) -> tuple[str | None, str | None]:
    """Provider and region of the fleet.

    Owned devices are at the place that the caller names, also if others are rented elsewhere.
    """
    named = plan.base or plan
    path = sourcing.first
    if path is None or (sourcing.asset is not None and (named.provider or named.region)):
        return named.provider, named.region
    return path.bought.provider or named.provider, path.bought.region or named.region


def on_demand_path(
    context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan, sourcing: Sourcing
) -> PricePath | None:
    """The on-demand price at the place of the plan, None if there is none."""
    if sourcing.hourly is not None and sourcing.hourly.option == "on_demand":
        return sourcing.hourly
    # The discount of owned devices applies to their purchase price.
    discount_fraction = 0.0 if plan.option == "owned" else plan.discount_fraction
    elsewhere = on_demand_at(renting(plan), discount_fraction)
    try:
        return path_of(context.child(), market, fleet, elsewhere)
    except NoPrice:
        return None


def _optimal(context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan) -> Sourcing:
    committed, single = [], replace(single_purchase(plan), ownership=None)
    asset = None
    if plan.base is not None:
        asset = asset_of(context, fleet, plan.base, field="purchase.base")
    is_usual = plan.options == PurchasePlan().options
    options = [option for option in dict.fromkeys(plan.options) if _fits(plan, option)]
    for option in () if plan.offers and is_usual else options:
        try:
            purchase = replace(single, option=option)
            committed.append(path_of(context, market, fleet, purchase))
        except NoPrice as refusal:
            context.warn(f"{option} is left out of the optimal plan: {refusal.detail}")
    hourly = hourly_path(context, market, fleet, plan, single)
    if is_usual and not plan.offers:
        seller = replace(single, beside=(), provider=hourly.bought.provider or single.provider)
        committed += _further(context, market, fleet, plan, seller)
    committed = list(variants_of(context, market, plan.upfronts, committed))
    committed += [
        _own_offer(context, market, fleet, offer)
        for offer in plan.offers
        if _fits(plan, offer.option)
    ]
    if not committed:
        context.warn("no commitment fits the optimal plan: everything is bought by the hour")
    most = 1.0 if plan.most_coverage_fraction is None else plan.most_coverage_fraction
    return Sourcing(
        "optimal",
        committed=tuple(committed),
        asset=asset,
        hourly=hourly,
        base_replicas=plan.base_replicas,
        most_coverage_fraction=most,
        most_upfront_usd=plan.most_upfront_usd,
        most_monthly_usd=plan.most_monthly_usd,
        spot=_spot(context, market, fleet, plan, hourly),
    )


def _spot(
    context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan, hourly: PricePath
) -> PricePath | None:
    """The price of spot capacity, where a part of the load may be interrupted and it is sold.

    It is that of the region of the other capacity, if there is one.
    """
    if not plan.most_spot_fraction or hourly.option == "spot":
        return None
    place = replace(single_purchase(plan), provider=hourly.bought.provider or plan.provider)
    spot = replace(place, option="spot", beside=())
    nearby = replace(spot, region=hourly.bought.region or spot.region)
    if is_sold(context, fleet, "spot", nearby):
        return path_of(context, market, fleet, nearby)
    try:
        return path_of(context, market, fleet, spot)
    except NoPrice as refusal:
        context.warn(f"spot is left out of the optimal plan: {refusal.detail}")
        return None


def _own_offer(context: QuoteContext, market: Market, fleet: Fleet, offer: TermOffer) -> PricePath:
    """A commitment at a price of the caller's own."""
    purchase = Purchase(option=offer.option, usd_per_device_hour=offer.usd_per_device_hour)
    path = path_of(context, market, fleet, purchase, field="purchase.offers")
    return paid_upfront(context, market, path, offer.upfront, field="purchase.offers")


def _further(
    context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan, seller: Purchase
) -> Iterator[PricePath]:
    """The other terms that a provider sells."""
    if seller.provider is None:
        return
    for option in TERM_MONTHS:
        if option in plan.options or not _fits(plan, option):
            continue
        purchase = replace(seller, option=option)
        if is_sold(context, fleet, option, purchase):
            yield path_of(context, market, fleet, purchase)


def _fits(plan: PurchasePlan, option: str) -> bool:
    """Whether a term is as short as the plan asks for."""
    longest = plan.longest_term_months
    return longest is None or TERM_MONTHS[option] <= longest


def _base_and_burst(
    context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan, base: TermPurchase
) -> Sourcing:
    hourly = hourly_path(context, market, fleet, plan, base)
    if base.option == "owned":
        return Sourcing(
            "base_and_burst",
            asset=asset_of(context, fleet, base, field="purchase.base"),
            hourly=hourly,
            base_replicas=plan.base_replicas,
        )
    path = path_of(context, market, fleet, base, field="purchase.base")
    path = paid_upfront(
        context, market, path, base.upfront or "none", field="purchase.base.upfront"
    )
    return Sourcing(
        "base_and_burst",
        committed=(path,),
        hourly=hourly,
        base_replicas=plan.base_replicas,
        base_usd_per_hour=_dollars(market, plan),
    )


def _dollars(market: Market, plan: PurchasePlan) -> tuple[float, ...] | None:
    """Dollars an hour that a base commits in every month of the horizon, None for replicas."""
    months, by_month = len(market.spans), plan.base_usd_per_hour_by_month
    if by_month is None:
        return None if plan.base_usd_per_hour is None else (plan.base_usd_per_hour,) * months
    if len(by_month) != months:
        refuse(
            "base_usd_per_hour_by_month",
            f"the horizon has {months} months, and {len(by_month)} are given: give one for each",
        )
    return by_month
