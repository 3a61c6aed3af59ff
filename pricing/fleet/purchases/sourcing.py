"""The options that a purchase plan may buy, and their prices."""

from collections.abc import Iterator
from typing import Any, Literal, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.instances import Need
from pricing.errors import InvalidQuery, NoPrice
from pricing.fleet.purchases.assets import Asset, asset_of
from pricing.fleet.purchases.price_path import Market, PricePath, price_path_of
from pricing.fleet.query import PurchasePlan
from pricing.fleet.replicas import Fleet
from pricing.purchasing.commitments import TERM_YEARS
from pricing.purchasing.price_table import find, placed
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext
from pricing.units import MONTHS_PER_YEAR

TERM_MONTHS = {option: round(years * MONTHS_PER_YEAR) for option, years in TERM_YEARS.items()}

Plan = Literal["single", "base_and_burst", "optimal"]

UNSAID = Purchase()

PLACE = ("provider", "region", "instance_type")
CONSTRAINTS = ("longest_term_months", "most_coverage_fraction")
"""What bounds the optimal plan."""

CARRIED = (*PLACE, "minimum_confidence", "shared_instances", "beside")
"""What a purchase without a place of its own takes over from another purchase."""


class Sourcing(Struct, frozen=True, eq=False):
    """How the replicas of a fleet are bought.

    committed: reserved options for the base; asset: set if the base is owned; hourly: price by
    the hour beyond the base, None if the base covers everything; base_replicas: size of the base,
    None if it is optimised or covers everything; most_coverage_fraction: of the hours of a month,
    that an optimised base may serve.
    """

    plan: Plan
    committed: tuple[PricePath, ...] = ()
    asset: Asset | None = None
    hourly: PricePath | None = None
    base_replicas: int | None = None
    most_coverage_fraction: float = 1.0

    @property
    def covers(self) -> bool:
        """Whether the base covers the peak, so that nothing is bought by the hour."""
        return self.hourly is None

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
        burst = _placed_burst(plan.burst, plan.base or plan, plan.discount_fraction)
        plan = replace(plan, burst=burst)
    return plan


def is_committed(plan: PurchasePlan) -> bool:
    """Whether all replicas are committed or owned: the busiest hour decides their number."""
    return plan.plan is None and plan.base is None and plan.option in {*TERM_MONTHS, "owned"}


def sourcing_of(
    context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan
) -> Sourcing:
    """How a plan is bought. Raises a Refusal for contradictory fields or a missing price."""
    _check(plan)
    if plan.plan == "optimal":
        return _optimal(context, market, fleet, plan)
    if plan.base is not None:
        return _base_and_burst(context, market, fleet, plan, plan.base)
    one = single_purchase(plan)
    if one.option == "owned":
        return Sourcing("single", asset=asset_of(context, fleet, one))
    path = _path(context, market, fleet, one)
    if path.option in TERM_MONTHS:
        return Sourcing("single", committed=(path,))
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
    elsewhere = _on_demand_at(plan.base or plan, discount_fraction)
    try:
        return _path(context.child(), market, fleet, elsewhere)
    except NoPrice:
        return None


def _check(plan: PurchasePlan) -> None:
    """Refuse contradictory fields."""
    owned = "owned" in {plan.option, plan.base.option if plan.base else None}
    if plan.ownership is not None and not owned:
        _refuse("ownership", "nothing is owned in this plan: leave out ownership")
    if plan.base is not None and plan.ownership not in {None, plan.base.ownership}:
        _refuse("ownership", "the base has terms of its own: give ownership in one place")
    if plan.plan is None and plan.options != PurchasePlan().options:
        _refuse("options", "options apply only to the optimal plan: set plan, or leave them out")
    for name in CONSTRAINTS:
        if plan.plan is None and getattr(plan, name) is not None:
            _refuse(name, f"{name} applies only to the optimal plan: set plan, or leave it out")
    if plan.plan == "optimal":
        _check_optimal(plan)
    elif plan.base is None:
        if plan.burst is not None or plan.base_replicas is not None:
            _refuse("base", "burst and base_replicas need a base: give it")
    else:
        _check_base(plan, plan.base)


def _check_optimal(plan: PurchasePlan) -> None:
    if plan.base is not None or plan.base_replicas is not None:
        _refuse("base", "the optimal plan sizes its base: leave out base and base_replicas")
    if plan.option is not None:
        _refuse("option", "the optimal plan chooses the option: list commitments in options")
    if plan.usd_per_device_hour is not None:
        _refuse(
            "usd_per_device_hour",
            "one price cannot be both that of a commitment and that by the hour: give base and"
            " burst, each with its price",
        )


def _check_base(plan: PurchasePlan, base: Purchase) -> None:
    for name in Purchase.__struct_fields__:
        if name != "ownership" and getattr(plan, name) != getattr(UNSAID, name):
            _refuse(name, "a plan with a base has this field in base and burst: give it there")
    if base.option != "owned" and base.option not in TERM_MONTHS:
        _refuse("base.option", f"a base is a commitment: {', '.join(TERM_MONTHS)} or owned")
    if base.option == "owned" and plan.base_replicas is None:
        _refuse("base_replicas", "give the number of owned replicas")


def _refuse(name: str, detail: str) -> NoReturn:
    raise InvalidQuery(detail, field=f"purchase.{name}")


def _optimal(context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan) -> Sourcing:
    committed, single = [], single_purchase(plan)
    options = [option for option in dict.fromkeys(plan.options) if _fits(plan, option)]
    for option in options:
        try:
            purchase = replace(single, option=option)
            committed.append(_path(context, market, fleet, purchase))
        except NoPrice as refusal:
            context.warn(f"{option} is left out of the optimal plan: {refusal.detail}")
    hourly = _hourly(context, market, fleet, plan, single)
    if plan.options == PurchasePlan().options:
        seller = replace(single, beside=(), provider=hourly.bought.provider or single.provider)
        committed += _further(context, market, fleet, plan, seller)
    if not committed:
        context.warn("no commitment fits the optimal plan: everything is bought by the hour")
    most = 1.0 if plan.most_coverage_fraction is None else plan.most_coverage_fraction
    return Sourcing(
        "optimal", committed=tuple(committed), hourly=hourly, most_coverage_fraction=most
    )


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
        if find(context, fleet.device, option, purchase) is not None:
            yield _path(context, market, fleet, purchase)


def _fits(plan: PurchasePlan, option: str) -> bool:
    """Whether a term is as short as the plan asks for."""
    longest = plan.longest_term_months
    return longest is None or TERM_MONTHS[option] <= longest


def _base_and_burst(
    context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan, base: Purchase
) -> Sourcing:
    hourly = _hourly(context, market, fleet, plan, base)
    if base.option == "owned":
        return Sourcing(
            "base_and_burst",
            asset=asset_of(context, fleet, base, field="purchase.base"),
            hourly=hourly,
            base_replicas=plan.base_replicas,
        )
    path = _path(context, market, fleet, base, field="purchase.base")
    return Sourcing(
        "base_and_burst", committed=(path,), hourly=hourly, base_replicas=plan.base_replicas
    )


def _hourly(
    context: QuoteContext, market: Market, fleet: Fleet, plan: PurchasePlan, base: Purchase
) -> PricePath:
    """The hourly price beyond the base: of the burst, else on demand at the place of the base."""
    burst = plan.burst or _on_demand_at(base, plan.discount_fraction)
    path = _path(context, market, fleet, burst, field="purchase.burst")
    if path.option in TERM_MONTHS or path.option == "owned":
        raise InvalidQuery(
            f"{path.option} is not sold by the hour: a burst is on_demand, spot, capacity_block,"
            " dws_calendar, dws_flex_start or market_median",
            field="purchase.burst.option",
        )
    return path


def _path(
    context: QuoteContext,
    market: Market,
    fleet: Fleet,
    purchase: Purchase,
    *,
    field: str = "purchase",
) -> PricePath:
    """The price of a purchase for the replicas of a fleet."""
    need = Need(float(fleet.device_count), fleet.together, purchase.shared_instances)
    return price_path_of(context, market, fleet.device, purchase, need=need, field=field)


def _place_of(purchase: Purchase) -> dict[str, Any]:
    """The place of a purchase, and what else another purchase takes over from it."""
    return {name: getattr(purchase, name) for name in CARRIED}


def _placed_burst(burst: Purchase, place: Purchase, discount_fraction: float) -> Purchase:
    """The burst at the place of another purchase, unless it has a place or a price itself."""
    if burst.usd_per_device_hour is not None or any(getattr(burst, name) for name in PLACE):
        return burst
    discount_fraction = burst.discount_fraction or discount_fraction
    return replace(burst, **_place_of(place), discount_fraction=discount_fraction)


def _on_demand_at(place: Purchase, discount_fraction: float) -> Purchase:
    """An on-demand purchase at the place of another purchase."""
    return replace(
        UNSAID, option="on_demand", **_place_of(place), discount_fraction=discount_fraction
    )


def single_purchase(plan: PurchasePlan) -> Purchase:
    """The purchase of a plan that has a single option."""
    return Purchase(**{name: getattr(plan, name) for name in Purchase.__struct_fields__})
