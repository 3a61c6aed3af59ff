"""A service: a deployment over the horizon, with its generations of devices."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import Infeasible, InvalidQuery, refusals_below
from pricing.fleet.generations import PlannedGeneration
from pricing.fleet.purchases.price_path import Market, PricePath
from pricing.fleet.purchases.rented_prices import single_purchase
from pricing.fleet.purchases.sourcing import (
    Sourcing,
    is_committed,
    on_demand_path,
    place_of,
    placed_plan,
    sourcing_of,
)
from pricing.fleet.purchases.spot import Spot, spot_of
from pricing.fleet.query import Capacity, PurchasePlan
from pricing.fleet.replica_size import Need, sized
from pricing.fleet.replicas import Fleet, RequestProfile, fleet_of
from pricing.fleet.traffic import MonthlyLoad
from pricing.purchasing.query import Facility
from pricing.purchasing.site import Site, site
from pricing.quote.context import QuoteContext
from pricing.unit_costs.estimate import Tokens


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

    on_demand: the on-demand price at the place of the plan, None if there is none; on_spot: the
    same with spot by the hour, where the plan may choose it; shared: first and last month of the
    stages that its dollars of a savings plan pass on to, None where they do not.
    """

    first: int
    last: int
    fleet: Fleet
    sourcing: Sourcing
    site: Site
    spot: Spot | None
    plan: PurchasePlan
    on_demand: PricePath | None
    on_spot: "Stage | None" = None
    shared: tuple[int, int] | None = None

    @property
    def is_on_spot(self) -> bool:
        """Whether spot capacity is bought by the hour."""
        hourly = self.sourcing.hourly
        return hourly is not None and hourly.option == "spot"


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
            "idle_seconds applies only to scale_to_zero", field="capacity.idle_seconds"
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
    stages = [stage for service in services for stage in service.stages]
    if any(stage.spot is not None or stage.on_spot is not None for stage in stages):
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
    return Service(scaling, tuple(_sharing(stages)))


def _sharing(stages: Sequence[Stage]) -> Iterator[Stage]:
    """Stages whose dollars of a savings plan pass on to the next devices at the same provider."""
    for (seller, *_), run in groupby(stages, key=_dollars_at):
        some = list(run)
        shared = None if seller is None else (some[0].first, some[-1].last)
        yield from (replace(one, shared=shared) for one in some)


def _dollars_at(stage: Stage) -> tuple[object, ...]:
    """Where and for how long a stage commits dollars; what is paid upfront does not pass on."""
    paths = stage.sourcing.committed
    if stage.sourcing.base_usd_per_hour is None or not paths or paths[0].upfront_fraction:
        return None, stage.first
    return "dollars", paths[0].option, paths[0].bought.provider


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
    fleet = fleet_of(context, profile, deployment, one.measured, need.purchase)
    bought_in = replace(market, first=one.first)
    sourcing = sourcing_of(context, bought_in, fleet, plan)
    hourly = sourcing.hourly
    spot = None
    if hourly is not None and hourly.option == "spot":
        spot = _spot(context, fleet, hourly, scaling)
    provider, region = place_of(plan, sourcing)
    stage = Stage(
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
    return replace(stage, on_spot=_on_spot(context, stage, scaling))


def _on_spot(context: QuoteContext, stage: Stage, scaling: Scaling) -> Stage | None:
    """The stage with spot by the hour, where its plan may choose it.

    A base then serves what may not be interrupted. Without terms, all may be.
    """
    sourcing, most = stage.sourcing, stage.plan.most_spot_fraction
    if sourcing.spot is None or most is None:
        return None
    least = 1.0 - most
    is_too_much = least > sourcing.most_coverage_fraction or (least and not sourcing.committed)
    if is_too_much and sourcing.asset is None:
        context.warn(
            f"spot is left out of the optimal plan: commitments would have to serve {least:.0%} of"
            " every month, and may not"
        )
        return None
    try:
        spot = _spot(context, stage.fleet, sourcing.spot, scaling)
    except Infeasible as refusal:
        context.warn(f"spot is left out of the optimal plan: {refusal.detail}")
        return None
    bought = replace(sourcing, hourly=sourcing.spot, spot=None, least_coverage_fraction=least)
    return replace(stage, sourcing=bought, spot=spot)


def _spot(context: QuoteContext, fleet: Fleet, path: PricePath, scaling: Scaling) -> Spot:
    """The effect of preemptions on a fleet. Raises Infeasible: see spot_of."""
    return spot_of(
        context,
        fleet,
        path.bought,
        startup_seconds=context.given_or(
            scaling.given_startup_seconds,
            "capacity.startup_seconds",
            field="capacity.startup_seconds",
        ),
        preemptions_per_instance_hour=scaling.spot_preemptions_per_instance_hour,
    )
