"""The size of a replica that is left open: the one whose replicas cost least."""

from contextlib import suppress

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import Refusal
from pricing.fleet.calendar import WEEK, WORKWEEK
from pricing.fleet.purchases.price_path import instances_of
from pricing.fleet.replicas import Fleet, RequestProfile, fleet_of
from pricing.fleet.traffic import MonthlyLoad
from pricing.formulas import capacity
from pricing.numerics.number import Array
from pricing.purchasing.charges import Terms, rate_of
from pricing.purchasing.price import Rate
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext
from pricing.serving.replica_sizes import counts
from pricing.unit_costs.query import Deployment, Measured
from pricing.units import SECONDS_PER_DAY


class Need(Struct, frozen=True, eq=False):
    """What replicas are needed for: a load, and how they follow it.

    load: of the months that they serve; is_fixed: whether the busiest hour sizes every hour;
    target: planned share of their throughput [fraction]; floor, redundant: replicas at least, and
    beyond the need [count]; purchase, as_of: how and on which day they are bought.
    """

    load: MonthlyLoad
    is_fixed: bool
    target: float
    floor: float
    redundant: float
    purchase: Purchase
    as_of: str


def sized(
    context: QuoteContext,
    profile: RequestProfile,
    deployment: Deployment,
    measured: Measured,
    need: Need,
) -> Deployment:
    """The deployment of one replica, with its devices counted where nobody counts them.

    Replicas that miss a default objective are taken only where all do.
    """
    is_given = (
        measured.output_tokens_per_second is not None or measured.requests_per_second is not None
    )
    is_counted = deployment.is_counted or deployment.is_apart
    if is_counted or is_given or profile.model is None:
        return deployment
    devices = context.catalog.devices
    node = devices.find(deployment.only_device, field="deployment.device").node_device_count
    found: dict[int, tuple[bool, float]] = {}
    for count in counts(node):
        if found and count > max(node, 2 * min(found)):
            break
        own = context.fresh()
        with suppress(Refusal):
            fleet = fleet_of(own, profile, replace(deployment, device_count=count), measured)
            found[count] = own.is_doubtful, _usd(context, fleet, need)
    if not found:
        return deployment  # whose refusal says why
    best = min(found, key=lambda count: found[count])
    told = ", ".join(f"{count:,}" for count in found)
    context.warn_last(
        f"no device_count was asked for: of replicas of {told} devices, those of {best:,} cost"
        " least"
    )
    return replace(deployment, device_count=best)


def _usd(context: QuoteContext, fleet: Fleet, need: Need) -> float:
    """Price of the instances that hold the replicas, in a week of each month [USD].

    Where nothing is rented, or has no price, device-hours stand for it.
    """
    rate = Rate(1.0, 1.0)
    terms = Terms(context.catalog, need.as_of, fleet.device, need.purchase)
    with suppress(Refusal):
        rented = rate_of(terms, float(fleet.device_count), fleet.together)
        rate = rate if rented.owned is not None else rented
    instances = instances_of(rate, fleet.device_count)
    held = instances.devices * np.ceil(_replicas(fleet, need) / instances.replicas)
    week = need.load.week
    hours = WORKWEEK * week.weekday_hours + (WEEK - WORKWEEK) * week.weekend_day_hours
    return float(np.sum(held * hours) * rate.usd)


def _replicas(fleet: Fleet, need: Need) -> Array:
    """Replicas in the hours of a week of each month [count]."""
    week = need.load.week
    rates = need.load.requests_per_day[:, np.newaxis] / SECONDS_PER_DAY
    replicas = capacity.needed_replicas(
        requests_per_second=rates * (week.peak_ratio if need.is_fixed else week.weights),
        replica_requests_per_second=fleet.requests_per_second,
        target_utilization_fraction=need.target,
    )
    return np.asarray(np.maximum(replicas, need.floor) + need.redundant)
