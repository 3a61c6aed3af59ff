"""Run options: what a training run costs under one offer, and how sure that is."""

from math import ceil

from msgspec import Struct

from pricing.errors import check_finite
from pricing.numerics.number import Number, greatest, least, shared
from pricing.purchasing.commitments import Commitment
from pricing.run_costs.answer_options import (
    CommitmentTerms,
    Distribution,
    OwnedRate,
    RunOption,
    RunPart,
)
from pricing.run_costs.bill import Bill, bill_of
from pricing.run_costs.items import Amount, amounts_of, line_items
from pricing.run_costs.offers import Offer, Part
from pricing.run_costs.storage import Kept, kept_under
from pricing.training.course import Course, Run, course_of
from pricing.training.spread import Spread, spread_of
from pricing.units import GRAMS_PER_KILOGRAM, SECONDS_PER_HOUR


class Plan(Struct, frozen=True, gc=False):
    """An offer with the course of the run under it, and its bill."""

    offer: Offer
    course: Course
    spread: Spread
    kept: Kept
    bill: Bill

    @property
    def held_hours(self) -> Number:
        """Hours with all devices."""
        return self.course.held_seconds / SECONDS_PER_HOUR

    @property
    def waiting_hours(self) -> Number:
        """Hours of waiting for capacity."""
        return self.course.waiting_seconds / SECONDS_PER_HOUR

    def terms_of(self, commitment: Commitment) -> tuple[float, float]:
        """The terms that the run takes, 10th and 90th percentile [count].

        However long it is, a capacity block is one.
        """
        hours = commitment.term_hours
        if hours is None:
            return 1.0, 1.0
        held_hours = self.bill.held_ratio * (self.held_hours + self.waiting_hours)
        low, high = (
            float(ceil(held_hours * ratio / hours)) for ratio in (self.spread.low, self.spread.high)
        )
        return low, high


class Outcome(Struct, frozen=True, gc=False):
    """What a run takes and costs under a plan, in floats or expressions.

    amounts: quantity and unit price of every item of the bill.
    """

    amounts: tuple[Amount, ...]
    usd: Distribution
    wall_clock_hours: Distribution
    device_hours: Distribution
    usd_per_device_hour: Number
    goodput_fraction: Number
    energy_kilowatt_hours: Number
    kilograms_co2e: Number


def plan_of(run: Run, offer: Offer, kept: Kept) -> Plan:
    """The run under an offer. Raises Infeasible for one that never finishes."""
    return planned(run, offer, kept, course_of(run, offer.stops), spread_of(run, offer.stops))


def planned(run: Run, offer: Offer, kept: Kept, course: Course, spread: Spread) -> Plan:
    """The run under an offer whose course is known, in floats or expressions."""
    kept = kept_under(kept, offer)
    return Plan(
        offer=offer, course=course, spread=spread, kept=kept, bill=bill_of(run, offer, kept)
    )


def outcome_of(run: Run, plan: Plan) -> Outcome:
    """What the run takes and costs under a plan, in floats or expressions."""
    offer, course, spread = plan.offer, plan.course, plan.spread
    amounts = amounts_of(run, offer, course, spread, plan.kept)
    mean: Number = 0.0
    for quantity, usd_per_unit in amounts:
        mean += quantity * usd_per_unit
    mean = shared(mean)
    held_hours, waiting_hours = plan.held_hours, plan.waiting_hours
    held = run.device_count * run.held_ratio
    device_hours: Number = 0.0
    energy: Number = 0.0
    grams: Number = 0.0
    usd_per_device_hour: Number = 0.0
    for part in offer.parts:
        hours = part.device_fraction * (held_hours + part.held_fraction * waiting_hours) * held
        device_hours += hours
        energy += hours * part.kilowatts
        grams += hours * part.kilowatts * part.grams_co2e_per_kilowatt_hour
        usd_per_device_hour += part.device_fraction * part.bought.price.usd_per_device_hour
    return Outcome(
        amounts=amounts,
        usd=_usd(plan, mean),
        wall_clock_hours=_distribution(course.wall_clock_seconds / SECONDS_PER_HOUR, spread),
        device_hours=_distribution(device_hours, spread),
        usd_per_device_hour=usd_per_device_hour,
        goodput_fraction=course.work_seconds / course.wall_clock_seconds,
        energy_kilowatt_hours=energy,
        kilograms_co2e=grams / GRAMS_PER_KILOGRAM,
    )


def option_of(run: Run, plan: Plan) -> RunOption:
    """The answer for one plan."""
    offer, course = plan.offer, plan.course
    found = outcome_of(run, plan)
    check_finite(found.usd.mean, found.usd.p10, found.usd.p90)
    wall_hours = found.wall_clock_hours.mean
    first = offer.parts[0]
    single = first.bought if len(offer.parts) == 1 else None
    borne_usd, amortised_usd = _both(plan, found.usd.mean)
    return RunOption(
        purchase_index=offer.index,
        option=offer.option,
        provider=single.provider if single else None,
        region=single.region if single else None,
        instance_type=single.instance_type if single else None,
        usd_per_device_hour=found.usd_per_device_hour,
        price=single.price if single else None,
        parts=() if single else tuple(_part(part) for part in offer.parts),
        goodput_fraction=found.goodput_fraction,
        interruptions=course.interruptions,
        preemptions=course.preemptions,
        spot_preemptions_per_instance_hour=(
            offer.stops.preemptions_per_instance_second * SECONDS_PER_HOUR
        ),
        mtbf_hours=course.mtbf_seconds / SECONDS_PER_HOUR,
        checkpoint_interval_seconds=course.interval_seconds,
        checkpoint_write_seconds=offer.stops.checkpoint_seconds,
        checkpoint_gigabytes=offer.stops.checkpoint_gigabytes,
        device_hours=found.device_hours.mean,
        device_hours_low=found.device_hours.p10,
        device_hours_high=found.device_hours.p90,
        device_hours_distribution=found.device_hours,
        wall_clock_hours=wall_hours,
        wall_clock_hours_distribution=found.wall_clock_hours,
        usd=found.usd,
        borne_usd=borne_usd,
        amortised_usd=amortised_usd,
        commitment=(
            _terms(first.commitment, run, wall_hours) if single and first.commitment else None
        ),
        owned=_owned(first) if single else None,
        line_items=line_items(offer, found.amounts),
        energy_kilowatt_hours=found.energy_kilowatt_hours,
        kilograms_co2e=found.kilograms_co2e,
        estimated=(
            first.bought.price.basis == "estimated"
            if single
            else any(part.bought.price.basis == "estimated" for part in offer.parts)
        ),
    )


def _both(plan: Plan, mean: float) -> tuple[float, float]:
    """The mean where the run bears the rest of what is committed, and where others do.

    Each from its own hours: what a term leaves over is too much to take off what the run uses.
    """
    bill = plan.bill

    def usd(*, borne: bool) -> float:
        if all(commitment.is_so(borne=borne) for _, commitment in bill.committed):
            return mean
        return float(bill.usd(plan.held_hours, plan.waiting_hours, spread=plan.spread, borne=borne))

    return usd(borne=True), usd(borne=False)


def _distribution(mean: Number, spread: Spread) -> Distribution:
    return Distribution(
        mean=mean, p10=mean * spread.low, p50=mean * spread.middle, p90=mean * spread.high
    )


def _usd(plan: Plan, mean: Number) -> Distribution:
    """The bill of a run that is as short and as long as one in ten is.

    What is committed costs the same however long the run is, but for the last bits of its hours
    and of those left over: the percentiles are in order to the last digit.
    """
    bill, spread = plan.bill, plan.spread
    held, waiting = plan.held_hours, plan.waiting_hours
    low, middle, high = (
        shared(bill.usd(held * ratio, waiting * ratio))
        for ratio in (spread.low, spread.middle, spread.high)
    )
    return Distribution(mean=mean, p10=least(low, middle), p50=middle, p90=greatest(middle, high))


def _part(part: Part) -> RunPart:
    bought = part.bought
    return RunPart(
        device_fraction=part.device_fraction,
        option=bought.price.option,
        provider=bought.provider,
        region=bought.region,
        instance_type=bought.instance_type,
        price=bought.price,
    )


def _terms(commitment: Commitment, run: Run, wall_hours: float) -> CommitmentTerms:
    held_hours = run.held_ratio * wall_hours
    step = commitment.step_hours(held_hours)
    count = float(ceil(held_hours / step))
    # A capacity block is one term, as long as the run needs it.
    term_hours, terms = (step * count, 1.0) if commitment.term_hours is None else (step, count)
    return CommitmentTerms(
        term_hours=term_hours,
        term_count=terms,
        committed_device_hours=run.device_count * term_hours * terms,
        run_share_fraction=held_hours / (term_hours * terms),
        use_fraction=commitment.use_fraction,
        upfront_usd=commitment.upfront_usd * run.device_count * term_hours,
    )


def _owned(part: Part) -> OwnedRate | None:
    cost = part.bought.owned
    if cost is None:
        return None
    return OwnedRate(
        capital_usd_per_device_hour=cost.capital_usd,
        operations_usd_per_device_hour=cost.operations_usd,
        hosting_usd_per_device_hour=cost.hosting_usd,
        life_years=cost.life_years,
    )
