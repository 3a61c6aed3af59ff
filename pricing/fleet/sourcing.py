"""Sourcing: what a purchase plan may buy, and at what prices."""

from typing import Literal, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import InvalidQuery, NoPrice
from pricing.fleet.assets import Asset, asset_of
from pricing.fleet.price_path import Course, Market, course_of
from pricing.fleet.query import PurchasePlan
from pricing.fleet.replicas import Fleet
from pricing.purchasing.commitments import TERM_YEARS
from pricing.purchasing.price_table import placed
from pricing.purchasing.query import FleetOwnership, Purchase
from pricing.quote.context import Ledger
from pricing.units import MONTHS_PER_YEAR

TERM_MONTHS = {option: round(years * MONTHS_PER_YEAR) for option, years in TERM_YEARS.items()}

Plan = Literal["single", "base_and_burst", "optimal"]

USUAL_OWNERSHIP = FleetOwnership()
UNSAID = Purchase()


class Sourcing(Struct, frozen=True, eq=False):
    """Where the replicas of a fleet come from.

    committed: reserved options that the base may be made of; asset: set where it is owned;
    hourly: how the rest is bought, None where the base covers everything; base_replicas: the
    size of the base, None where it is to be found (or covers everything).
    """

    plan: Plan
    committed: tuple[Course, ...] = ()
    asset: Asset | None = None
    hourly: Course | None = None
    base_replicas: int | None = None

    @property
    def covers(self) -> bool:
        """Whether the base follows the peak and nothing is bought by the hour."""
        return self.hourly is None

    @property
    def has_base(self) -> bool:
        """Whether anything is committed or owned."""
        return bool(self.committed) or self.asset is not None

    @property
    def first(self) -> Course | None:
        """What it is priced by first: a commitment, else the hour; None where all is owned."""
        return (*self.committed, self.hourly)[0]

    @property
    def option(self) -> str:
        """How it is bought, in a word: its plan where it has a name, else what it begins with."""
        if self.plan == "optimal":
            return self.plan
        return "owned" if self.asset is not None or self.first is None else self.first.option


def placed_plan(ledger: Ledger, plan: PurchasePlan) -> PurchasePlan:
    """The plan and its parts with places as the tables spell them. Raises UnknownName."""
    plan = placed(ledger, plan, field="purchase")
    if plan.base is not None:
        plan = replace(plan, base=placed(ledger, plan.base, field="purchase.base"))
    if plan.burst is not None:
        beside, discount_fraction = plan.base or plan, plan.discount_fraction
        burst = _beside(plan.burst, beside, discount_fraction=discount_fraction)
        plan = replace(plan, burst=burst)
    return plan


def sourcing_of(ledger: Ledger, market: Market, fleet: Fleet, plan: PurchasePlan) -> Sourcing:
    """What a plan may buy. Raises a Refusal for fields that contradict, or without a price."""
    _check(plan)
    if plan.plan == "optimal":
        return _optimal(ledger, market, fleet, plan)
    if plan.base is not None:
        return _base_and_burst(ledger, market, fleet, plan, plan.base)
    one = _bare(plan)
    if one.option == "owned":
        return Sourcing("single", asset=_asset(ledger, fleet, one, plan, field="purchase"))
    course = course_of(ledger, market, fleet.device, one)
    if course.option in TERM_MONTHS:
        return Sourcing("single", committed=(course,))
    if course.option == "owned":  # nothing of the device is rented
        return Sourcing("single", asset=_asset(ledger, fleet, one, plan, field="purchase"))
    return Sourcing("single", hourly=course)


def place_of(plan: PurchasePlan, sourcing: Sourcing) -> tuple[str | None, str | None]:
    """Provider and region that the fleet stands at.

    Owned devices stand where the caller says, whatever is rented beside them elsewhere.
    """
    named = plan.base or plan
    course = sourcing.first
    if course is None or (sourcing.asset is not None and (named.provider or named.region)):
        return named.provider, named.region
    return course.bought.provider or named.provider, course.bought.region or named.region


def on_demand_course(
    ledger: Ledger, market: Market, fleet: Fleet, plan: PurchasePlan, sourcing: Sourcing
) -> Course | None:
    """What everything would cost on demand at the plan's place; None where nobody sells it so."""
    if sourcing.hourly is not None and sourcing.hourly.option == "on_demand":
        return sourcing.hourly
    # What owned devices are discounted by is the price that they are bought at.
    discount_fraction = 0.0 if plan.option == "owned" else plan.discount_fraction
    elsewhere = _on_demand_at(plan.base or plan, discount_fraction=discount_fraction)
    try:
        return course_of(ledger.aside(), market, fleet.device, elsewhere)
    except NoPrice:
        return None


def _check(plan: PurchasePlan) -> None:
    """Refuse fields that contradict each other."""
    owned = "owned" in {plan.option, plan.base.option if plan.base else None}
    if plan.ownership is not None and not owned:
        _refuse("ownership", "nothing is owned in this plan: leave ownership out")
    if plan.plan is None and plan.options != PurchasePlan().options:
        _refuse("options", "options are what the optimal plan chooses from: ask for it, or none")
    if plan.plan == "optimal":
        _check_optimal(plan)
    elif plan.base is None:
        if plan.burst is not None or plan.base_replicas is not None:
            _refuse("base", "burst and base_replicas stand beside a base: say which")
    else:
        _check_base(plan, plan.base)


def _check_optimal(plan: PurchasePlan) -> None:
    if plan.base is not None or plan.base_replicas is not None:
        _refuse("base", "the optimal plan finds its own base: leave out base and base_replicas")
    if plan.option is not None:
        _refuse("option", "the optimal plan chooses: list the commitments in options")
    if plan.usd_per_device_hour is not None:
        _refuse(
            "usd_per_device_hour",
            "one price does not say what a commitment and an hour cost: give base and burst,"
            " each with its price",
        )


def _check_base(plan: PurchasePlan, base: Purchase) -> None:
    for name in Purchase.__struct_fields__:
        if getattr(plan, name) != getattr(UNSAID, name):
            _refuse(name, "say what base and burst are, each in its own object, not the whole")
    if base.option != "owned" and base.option not in TERM_MONTHS:
        _refuse("base.option", "a base is a commitment: reserved_1y, reserved_3y or owned")
    if base.option == "owned" and plan.base_replicas is None:
        _refuse("base_replicas", "say how many replicas are owned")


def _refuse(name: str, detail: str) -> NoReturn:
    raise InvalidQuery(detail, field=f"purchase.{name}")


def _optimal(ledger: Ledger, market: Market, fleet: Fleet, plan: PurchasePlan) -> Sourcing:
    committed = []
    for option in dict.fromkeys(plan.options):
        try:
            committed.append(
                course_of(ledger, market, fleet.device, replace(_bare(plan), option=option))
            )
        except NoPrice as refusal:
            ledger.warn(f"{option} is left out of the optimal plan: {refusal.detail}")
    return Sourcing(
        "optimal",
        committed=tuple(committed),
        hourly=_hourly(ledger, market, fleet, plan, _bare(plan)),
    )


def _base_and_burst(
    ledger: Ledger,
    market: Market,
    fleet: Fleet,
    plan: PurchasePlan,
    base: Purchase,
) -> Sourcing:
    hourly = _hourly(ledger, market, fleet, plan, base)
    if base.option == "owned":
        return Sourcing(
            "base_and_burst",
            asset=_asset(ledger, fleet, base, plan, field="purchase.base"),
            hourly=hourly,
            base_replicas=plan.base_replicas,
        )
    course = course_of(ledger, market, fleet.device, base, field="purchase.base")
    return Sourcing(
        "base_and_burst", committed=(course,), hourly=hourly, base_replicas=plan.base_replicas
    )


def _hourly(
    ledger: Ledger,
    market: Market,
    fleet: Fleet,
    plan: PurchasePlan,
    beside: Purchase,
) -> Course:
    """What is bought by the hour: the plan's burst, else on demand; where the base stands."""
    burst = plan.burst or _on_demand_at(beside, discount_fraction=plan.discount_fraction)
    course = course_of(ledger, market, fleet.device, burst, field="purchase.burst")
    if course.option in TERM_MONTHS or course.option == "owned":
        raise InvalidQuery(
            f"{course.option} is not bought by the hour: a burst is on_demand, spot,"
            " capacity_block or market_median",
            field="purchase.burst.option",
        )
    return course


def _asset(
    ledger: Ledger, fleet: Fleet, purchase: Purchase, plan: PurchasePlan, *, field: str
) -> Asset:
    return asset_of(
        ledger,
        fleet.device,
        purchase,
        plan.ownership or USUAL_OWNERSHIP,
        device_count=fleet.device_count,
        field=field,
    )


def _beside(burst: Purchase, place: Purchase, *, discount_fraction: float) -> Purchase:
    """A burst, where another purchase is made unless it names a place or a price of its own."""
    own = (burst.usd_per_device_hour, burst.provider, burst.region, burst.instance_type)
    if any(value is not None for value in own):
        return burst
    return replace(
        burst,
        provider=place.provider,
        region=place.region,
        instance_type=place.instance_type,
        discount_fraction=burst.discount_fraction or discount_fraction,
    )


def _on_demand_at(place: Purchase, *, discount_fraction: float = 0.0) -> Purchase:
    """On demand where another purchase is made."""
    return Purchase(
        option="on_demand",
        provider=place.provider,
        region=place.region,
        instance_type=place.instance_type,
        discount_fraction=discount_fraction,
    )


def _bare(plan: PurchasePlan) -> Purchase:
    """What a plan of one option buys."""
    return Purchase(
        option=plan.option,
        provider=plan.provider,
        region=plan.region,
        instance_type=plan.instance_type,
        discount_fraction=plan.discount_fraction,
        usd_per_device_hour=plan.usd_per_device_hour,
    )
