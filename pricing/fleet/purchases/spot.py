"""Spot capacity of a fleet: the effect of preemptions, and the replicas that cover them."""

from math import ceil

from msgspec import Struct

from pricing.errors import Infeasible
from pricing.fleet.purchases.preemptions import Preemptions, cover_of, covered_fraction
from pricing.fleet.replicas import Fleet
from pricing.formulas import capacity, interruption
from pricing.numerics.rounding import rounded_down
from pricing.purchasing.price import Bought
from pricing.quote.context import QuoteContext
from pricing.run_costs.interruptions import monthly_fraction, usual_instance_device_count
from pricing.training.course import LONGEST_RATIO
from pricing.units import HOURS_PER_MONTH, SECONDS_PER_HOUR

NOTICES = {
    "aws": "spot.notice_s.aws",
    "azure": "spot.notice_s.gcp_azure",
    "gcp": "spot.notice_s.gcp_azure",
}

RARE_FRACTION = 0.5
"""Share of time that a replica is missing, from which an answer warns."""


class Spot(Struct, frozen=True):
    """The effect of preemptions on a fleet on spot capacity.

    missing_fraction: share of time that a replica is missing; at_risk_fraction: share of requests
    that lose their replica or do not find it; covered_share_fraction: share of time in which cover
    must replace all missing replicas; lost_together: mean number of instances, or of replicas on
    several instances, that one preemption takes; replicas_per_instance: whole replicas of an
    instance, which are lost together.
    """

    preemptions_per_instance_hour: float
    missing_fraction: float
    at_risk_fraction: float
    covered_share_fraction: float
    lost_together: float
    replicas_per_instance: int

    @property
    def preemptions(self) -> Preemptions:
        """Preemption and replacement of instances, or of replicas on several instances."""
        return Preemptions(self.missing_fraction, self.lost_together)

    def cover(self, replicas: int) -> int:
        """The fewest cover replicas for covered_share_fraction of the time."""
        instances = ceil(replicas / self.replicas_per_instance)
        cover = cover_of(self.preemptions, instances, self.covered_share_fraction)
        return cover * self.replicas_per_instance

    def covered(self, replicas: int, further: int) -> float:
        """Share of time in which at most `further` of all replicas are missing."""
        instances = ceil((replicas + further) / self.replicas_per_instance)
        spare = further // self.replicas_per_instance
        return covered_fraction(self.preemptions, instances - spare, spare)


def spot_of(
    context: QuoteContext,
    fleet: Fleet,
    bought: Bought,
    *,
    startup_seconds: float,
    preemptions_per_instance_hour: float | None,
) -> Spot:
    """The effect of preemptions on a fleet, at the given rate or that of its instance type.

    Raises Infeasible if almost the whole fleet is missing at any time.
    """
    per_hour = preemptions_per_instance_hour
    if per_hour is None:
        per_hour = interruption.hourly_rate(
            monthly_fraction=monthly_fraction(context, bought), hours_per_month=HOURS_PER_MONTH
        )
    instance_device_count = usual_instance_device_count(context, fleet.device, bought)
    if bought.instance_device_count is None and bought.instance_type is None:
        # A price per device does not tell the instance size. Only the replica is lost.
        instance_device_count = min(instance_device_count, fleet.device_count)
    instances = max(1.0, fleet.device_count / instance_device_count)
    replacement = startup_seconds + context.assume("spot.capacity_wait_seconds")
    missing = capacity.missing_fraction(
        preemptions_per_hour=per_hour * instances, replacement_seconds=replacement
    )
    # The same limit as for a run that never finishes: hours paid for over useful hours.
    if (1.0 - missing) * LONGEST_RATIO <= 1.0:
        highest = (LONGEST_RATIO - 1.0) * SECONDS_PER_HOUR / (replacement * instances)
        raise Infeasible(
            f"spot capacity cannot hold the service: at {per_hour:.3g} preemptions per"
            f" instance-hour and {replacement:.3g} s until a replica is replaced, a replica is"
            f" missing {missing:.1%} of the time. The rate must be below {rounded_down(highest)}",
            field="capacity.spot_preemptions_per_instance_hour",
        )
    if missing >= RARE_FRACTION:
        context.warn(
            f"at {per_hour:.3g} preemptions per instance-hour a spot replica is missing"
            f" {missing:.0%} of the time: most of the cost is that of cover"
        )
    interrupted = capacity.interrupted_fraction(
        preemptions_per_hour=per_hour * instances,
        service_seconds=fleet.service_seconds,
        notice_seconds=_notice_seconds(context, bought),
    )
    together = context.assume("spot.instance_count_per_preemption")
    return Spot(
        preemptions_per_instance_hour=per_hour,
        missing_fraction=missing,
        at_risk_fraction=1.0 - (1.0 - missing) * (1.0 - interrupted),
        covered_share_fraction=context.assume("spot.covered_fraction"),
        lost_together=max(1.0, together / instances),
        replicas_per_instance=max(1, int(instance_device_count) // fleet.device_count),
    )


def _notice_seconds(context: QuoteContext, bought: Bought) -> float:
    """Time from the notice to the preemption, zero if no notice is published [seconds]."""
    published = context.catalog.reliability.get(NOTICES.get(bought.provider or "", ""))
    return context.assume(published) if published else 0.0
