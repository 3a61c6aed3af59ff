"""A service: a deployment over the horizon, with its generations of devices."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery, refusals_below
from pricing.fleet.calendar import Span
from pricing.fleet.pooled import device_name
from pricing.fleet.purchases.price_path import Market, PricePath
from pricing.fleet.purchases.sourcing import (
    Sourcing,
    is_committed,
    on_demand_path,
    place_of,
    placed_plan,
    single_purchase,
    sourcing_of,
)
from pricing.fleet.purchases.spot import Spot, spot_of
from pricing.fleet.query import Capacity, Generation, PurchasePlan
from pricing.fleet.replica_size import Need, sized
from pricing.fleet.replicas import Fleet, RequestProfile, fleet_of
from pricing.fleet.traffic import MonthlyLoad
from pricing.purchasing.query import Facility, Purchase
from pricing.purchasing.site import Site, site
from pricing.quote.context import QuoteContext, day_of
from pricing.unit_costs.estimate import Tokens
from pricing.unit_costs.query import Deployment, Measured


class Scaling(Struct, frozen=True):
    """How the replicas of a service follow its load.

    startup_seconds: 0 if nothing is started; given_startup_seconds: the caller's value, which
    also applies to preempted replicas.
    """

    scaling: Literal["fixed", "autoscaled", "scale_to_zero"]
    target: float
    redundant: float
    floor: float
    idle_seconds: float
    startup_seconds: float
    given_startup_seconds: float | None
    spot_cover_replicas: int | None
    spot_preemptions_per_instance_hour: float | None


class Stage(Struct, frozen=True, eq=False):
    """The months `first` to `last` (exclusive) of the horizon that one generation serves.

    on_demand: the on-demand price at the place of the plan, None if there is none.
    """

    first: int
    last: int
    fleet: Fleet
    sourcing: Sourcing
    site: Site
    spot: Spot | None
    plan: PurchasePlan
    on_demand: PricePath | None


class Service(Struct, frozen=True, eq=False):
    """A deployment over the horizon."""

    scaling: Scaling
    stages: tuple[Stage, ...]

    @property
    def tokens(self) -> Tokens | None:
        """The token workload of the first generation, None without tokens."""
        return self.stages[0].fleet.estimate.tokens


def scaling_of(context: QuoteContext, capacity: Capacity) -> Scaling:
    """The scaling of a service. Raises InvalidQuery for contradictory fields."""
    to_zero = capacity.scaling == "scale_to_zero"
    if to_zero and capacity.minimum_replicas:
        raise InvalidQuery(
            f"scale_to_zero cannot keep {capacity.minimum_replicas} replicas running: leave out"
            " minimum_replicas, or choose autoscaled",
            field="capacity.minimum_replicas",
        )
    if not to_zero and capacity.idle_seconds is not None:
        raise InvalidQuery(
            "idle_seconds applies only to scale_to_zero",
            field="capacity.idle_seconds",
        )

    def default(given: float | None, name: str) -> float:
        return context.given_or(given, f"capacity.{name}", field=f"capacity.{name}")

    minimum = capacity.minimum_replicas
    return Scaling(
        scaling=capacity.scaling,
        target=default(capacity.target_utilization_fraction, "target_utilization_fraction"),
        redundant=float(default(capacity.redundant_replicas, "redundant_replicas")),
        floor=0.0 if to_zero else float(1 if minimum is None else minimum),
        idle_seconds=default(capacity.idle_seconds, "idle_seconds") if to_zero else 0.0,
        startup_seconds=(
            0.0
            if capacity.scaling == "fixed" and capacity.startup_seconds is None
            else default(capacity.startup_seconds, "startup_seconds")
        ),
        given_startup_seconds=capacity.startup_seconds,
        spot_cover_replicas=capacity.spot_cover_replicas,
        spot_preemptions_per_instance_hour=capacity.spot_preemptions_per_instance_hour,
    )


def check_used(capacity: Capacity, services: Iterable[Service]) -> None:
    """Refuse fields about spot or starts if none of the services uses spot or starts replicas."""
    if any(stage.spot is not None for service in services for stage in service.stages):
        return
    for name in ("spot_cover_replicas", "spot_preemptions_per_instance_hour"):
        if getattr(capacity, name) is not None:
            raise InvalidQuery(
                f"{name} applies only to spot, and no spot capacity is bought: leave it out",
                field=f"capacity.{name}",
            )
    if capacity.scaling == "fixed" and capacity.startup_seconds is not None:
        raise InvalidQuery(
            "startup_seconds does not apply to fixed scaling without spot: choose another scaling,"
            " or buy spot",
            field="capacity.startup_seconds",
        )


class PlannedGeneration(Struct, frozen=True):
    """One generation of devices in a query.

    first: month of the horizon in which it takes over; place: dotted path in the query; fields:
    names that the query gives there.
    """

    first: int
    deployment: Deployment
    measured: Measured
    purchase: PurchasePlan
    place: str = ""
    fields: frozenset[str] = frozenset()


def service_of(
    context: QuoteContext,
    market: Market,
    load: MonthlyLoad,
    profile: RequestProfile,
    facility: Facility,
    scaling: Scaling,
    deployed: Sequence[PlannedGeneration],
) -> Service:
    """A service in which each generation serves until the next one takes over."""
    ends = [*(later.first for later in deployed[1:]), len(market.spans)]
    stages = []
    for one, end in zip(deployed, ends, strict=True):
        with refusals_below(one.place, one.fields):
            stages.append(_stage(context, market, load, profile, facility, scaling, one, end))
    return Service(scaling, tuple(stages))


def _stage(
    context: QuoteContext,
    market: Market,
    load: MonthlyLoad,
    profile: RequestProfile,
    facility: Facility,
    scaling: Scaling,
    one: PlannedGeneration,
    end: int,
) -> Stage:
    plan = placed_plan(context, one.purchase)
    need = Need(
        load=replace(load, requests_per_day=load.requests_per_day[one.first : end]),
        is_fixed=scaling.scaling == "fixed" or is_committed(plan),
        target=scaling.target,
        floor=scaling.floor,
        redundant=scaling.redundant,
        purchase=plan.base or single_purchase(plan),
        as_of=date.fromordinal(min(context.day, market.spans[one.first].first_day)).isoformat(),
    )
    deployment = sized(context, profile, one.deployment, one.measured, need)
    fleet = fleet_of(context, profile, deployment, one.measured)
    bought_in = replace(market, first=one.first)
    sourcing = sourcing_of(context, bought_in, fleet, plan)
    hourly = sourcing.hourly
    spot = None
    if hourly is not None and hourly.option == "spot":
        spot = spot_of(
            context,
            fleet,
            hourly.bought,
            startup_seconds=context.given_or(
                scaling.given_startup_seconds,
                "capacity.startup_seconds",
                field="capacity.startup_seconds",
            ),
            preemptions_per_instance_hour=scaling.spot_preemptions_per_instance_hour,
        )
    provider, region = place_of(plan, sourcing)
    return Stage(
        first=one.first,
        last=end,
        fleet=fleet,
        sourcing=sourcing,
        site=site(
            context,
            facility,
            provider=provider,
            region=region,
            pays_energy=sourcing.asset is not None,
        ),
        spot=spot,
        plan=plan,
        on_demand=on_demand_path(context, bought_in, fleet, plan, sourcing),
    )


def generations_of(
    context: QuoteContext,
    first: PlannedGeneration,
    generations: Sequence[Generation],
    spans: Sequence[Span],
) -> list[PlannedGeneration]:
    """The first deployment, and the generations that take over within the horizon."""
    deployed = [first]
    for index, generation in enumerate(generations):
        place = f"generations[{index}]"
        day = day_of(generation.date, field=f"{place}.date").toordinal()
        month = next((at for at, span in enumerate(spans) if span.first_day >= day), None)
        if month is None or month <= deployed[-1].first:
            raise InvalidQuery(
                f"{generation.date} is outside the horizon, or not after the generation before it,"
                f" which serves from {spans[deployed[-1].first].label}",
                field=f"{place}.date",
                nearest=[
                    date.fromordinal(span.first_day).isoformat()
                    for span in spans[deployed[-1].first + 1 :][:3]
                ],
            )
        fields = {"deployment", "measured", *(("purchase",) if generation.purchase else ())}
        purchase = generation.purchase
        if purchase is None:
            purchase = first.purchase
            if purchase.most_upfront_usd is not None:
                raise InvalidQuery(
                    "most_upfront_usd is that of one plan: give each generation its own purchase",
                    field=f"{place}.purchase",
                )
            if _device(context, generation, place) is not _device(context, first):
                purchase = _at_table_prices(context, purchase, place=place)
        deployed.append(
            PlannedGeneration(
                first=month,
                deployment=generation.deployment,
                measured=generation.measured,
                purchase=purchase,
                place=place,
                fields=frozenset(fields),
            )
        )
    return deployed


def _device(context: QuoteContext, one: PlannedGeneration | Generation, place: str = "") -> Device:
    field = f"{place}.deployment.device" if place else "deployment.device"
    return context.catalog.devices.find(device_name(one.deployment), field=field)


def _at_table_prices(context: QuoteContext, plan: PurchasePlan, *, place: str) -> PurchasePlan:
    """The plan for another device, without the prices that the caller gave for the first one."""

    def bare(purchase: Purchase | None) -> Purchase | None:
        terms = purchase and purchase.ownership
        bare_terms = terms and replace(terms, purchase_usd=None, lease=None)
        return purchase and replace(purchase, usd_per_device_hour=None, ownership=bare_terms)

    repriced = replace(
        plan,
        usd_per_device_hour=None,
        base=bare(plan.base),
        burst=bare(plan.burst),
        ownership=plan.ownership and replace(plan.ownership, purchase_usd=None, lease=None),
    )
    if repriced != plan:
        context.warn(
            f"{place} has another device than the price in purchase: it is priced from the table."
            f" Give its price in {place}.purchase"
        )
    return repriced
