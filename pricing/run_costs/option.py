"""Run options: what a training run costs under one offer, and how sure that is."""

from collections.abc import Iterable
from functools import reduce
from math import ceil
from operator import add

from msgspec import Struct

from pricing.errors import check_finite
from pricing.numerics.number import Number, greatest, least, sqrt
from pricing.purchasing.owning.answer import owned_rate
from pricing.purchasing.price import Bought
from pricing.purchasing.terms import Commitment
from pricing.run_costs.answer_options import CommitmentTerms, Distribution, RunOption, RunPart
from pricing.run_costs.bill import (
    Amount,
    Bill,
    Stored,
    amounts_of,
    bill_of,
    line_items,
    stored_under,
)
from pricing.run_costs.offers import Offer, Part
from pricing.training.course import Course, Run
from pricing.training.feasibility import course_of
from pricing.training.wall_clock_spread import Spread, spread_of
from pricing.units import GRAMS_PER_KILOGRAM, SECONDS_PER_HOUR


class Plan(Struct, frozen=True, gc=False):
    """A run under an offer: its course, what it stores, and its bill. Floats or arrays.

    spread: None where nobody asks how sure the course is; energy_kilowatt_hours: at the meter.
    """

    run: Run
    offer: Offer
    course: Course
    spread: Spread | None
    stored: Stored
    bill: Bill
    device_hours: Number
    energy_kilowatt_hours: Number
    kilograms_co2e: Number

    @property
    def held_hours(self) -> Number:
        """Hours with all devices."""
        return self.course.held_seconds / SECONDS_PER_HOUR

    @property
    def waiting_hours(self) -> Number:
        """Hours of waiting for capacity."""
        return self.course.waiting_seconds / SECONDS_PER_HOUR

    @property
    def wall_clock_hours(self) -> Number:
        """From start to end."""
        return self.course.wall_clock_seconds / SECONDS_PER_HOUR

    @property
    def goodput_fraction(self) -> Number:
        """Share of the wall clock that is work."""
        return self.course.work_seconds / self.course.wall_clock_seconds

    @property
    def usd_per_device_hour(self) -> Number:
        """The mean price of the devices."""
        return reduce(add, [part.device_fraction * part.rate.usd for part in self.offer.parts])

    @property
    def billed_hours(self) -> Number:
        """Hours that are held, with headroom and evaluation."""
        return self.bill.held_ratio * (self.held_hours + self.waiting_hours)

    @property
    def amounts(self) -> tuple[Amount, ...]:
        """Quantity and unit price of every item of the bill, in the mean."""
        return amounts_of(self.run, self.offer, self.course, self.spread, self.stored)

    def terms_of(self, commitment: Commitment) -> tuple[float, float]:
        """The terms that the run takes, 10th and 90th percentile [count].

        However long it is, a capacity block is one.
        """
        hours, spread = commitment.term_hours, self.spread
        if hours is None or spread is None:
            return 1.0, 1.0
        low, high = (
            float(ceil(self.billed_hours * ratio / hours)) for ratio in (spread.low, spread.high)
        )
        return low, high


def plan_of(run: Run, offer: Offer, stored: Stored) -> Plan:
    """The run under an offer. Raises Infeasible for one that never finishes."""
    course, spread = course_of(run, offer.stops), spread_of(run, offer.stops)
    return planned(run, offer, stored_under(stored, offer), course, spread)


def planned(run: Run, offer: Offer, stored: Stored, course: Course, spread: Spread | None) -> Plan:
    """The run under an offer whose course is known. Floats or arrays."""
    held = run.device_count * run.held_ratio / SECONDS_PER_HOUR
    device_hours: Number = 0.0
    energy: Number = 0.0
    grams: Number = 0.0
    for part in offer.parts:
        seconds = course.held_seconds + part.held_fraction * course.waiting_seconds
        hours = held * part.device_fraction * seconds
        own_energy = hours * part.kilowatts
        device_hours += hours
        energy += own_energy
        grams += own_energy * part.grams_co2e_per_kilowatt_hour
    return Plan(
        run=run,
        offer=offer,
        course=course,
        spread=spread,
        stored=stored,
        bill=bill_of(run, offer, stored),
        device_hours=device_hours,
        energy_kilowatt_hours=energy,
        kilograms_co2e=grams / GRAMS_PER_KILOGRAM,
    )


def mean_usd(amounts: Iterable[Amount]) -> Number:
    """What the run costs in the mean: the sum of the items of its bill."""
    return reduce(add, [quantity * usd_per_unit for quantity, usd_per_unit in amounts])


def paid_usd(plan: Plan, mean: Number) -> Number:
    """What the caller pays for this run alone: the mean, and the rest of what owned devices cost.

    It ranks ways of buying. Devices that other work uses too, by the word of the caller, count at
    their mean. Floats or arrays.
    """
    usd = mean
    for devices, commitment in plan.bill.committed:
        if plan.spread is not None:
            # Not in place: the mean is an array of its own.
            usd = usd + devices * commitment.outlay_beyond_usd(plan.billed_hours, plan.spread)
    return usd


def usd_percentiles(plan: Plan, spread: Spread) -> tuple[Number, Number, Number]:
    """The bill of a run that is as short and as long as one in ten is, and of the one between.

    What is committed costs the same however long the run is, but for the last bits of its hours
    and of those left over: the percentiles are in order to the last digit. The range of an
    estimated price adds to that of the hours in squares: neither says anything of the other.
    Floats or arrays.
    """
    held, waiting = plan.held_hours, plan.waiting_hours
    low, middle, high = [
        plan.bill.usd(held * ratio, waiting * ratio, mean_hours=held + waiting)
        for ratio in (spread.low, spread.middle, spread.high)
    ]
    if plan.bill.ends is not None:
        at_low, at_high = (
            end.usd(held * spread.middle, waiting * spread.middle, mean_hours=held + waiting)
            for end in plan.bill.ends
        )
        low = middle - sqrt((middle - low) ** 2.0 + (middle - at_low) ** 2.0)
        high = middle + sqrt((high - middle) ** 2.0 + (at_high - middle) ** 2.0)
    return least(low, middle), middle, greatest(middle, high)


def option_of(plan: Plan, spread: Spread) -> RunOption:
    """The answer for one plan."""
    offer, course = plan.offer, plan.course
    amounts = plan.amounts
    mean = mean_usd(amounts)
    low, middle, high = usd_percentiles(plan, spread)
    check_finite(mean, low, high)
    wall_hours = _distribution(plan.wall_clock_hours, spread)
    device_hours = _distribution(plan.device_hours, spread)
    borne_usd, amortised_usd = _both(plan, mean)
    first = offer.parts[0]
    single = offer.bought[0] if len(offer.parts) == 1 else None
    return RunOption(
        purchase_index=offer.index,
        option=offer.option,
        is_asked=offer.is_asked,
        provider=single.provider if single else None,
        region=single.region if single else None,
        instance_type=single.instance_type if single else None,
        usd_per_device_hour=plan.usd_per_device_hour,
        price=single.price if single else None,
        parts=() if single else tuple(map(_part, offer.bought, offer.parts)),
        goodput_fraction=plan.goodput_fraction,
        interruptions=course.interruptions,
        preemptions=course.preemptions,
        spot_preemptions_per_instance_hour=(
            offer.stops.preemptions_per_instance_second * SECONDS_PER_HOUR
        ),
        mtbf_hours=course.mtbf_seconds / SECONDS_PER_HOUR,
        checkpoint_interval_seconds=course.interval_seconds,
        checkpoint_write_seconds=offer.stops.checkpoint_seconds,
        checkpoint_gigabytes=offer.stops.checkpoint_gigabytes,
        device_hours=device_hours.mean,
        device_hours_low=device_hours.p10,
        device_hours_high=device_hours.p90,
        device_hours_distribution=device_hours,
        wall_clock_hours=wall_hours.mean,
        wall_clock_hours_distribution=wall_hours,
        usd=Distribution(mean=mean, p10=low, p50=middle, p90=high),
        borne_usd=borne_usd,
        amortised_usd=amortised_usd,
        paid_usd=paid_usd(plan, mean),
        commitment=(
            _terms(first.commitment, plan, spread) if single and first.commitment else None
        ),
        owned=owned_rate(first.rate.owned, first.energy_usd_per_hour) if single else None,
        line_items=line_items(offer, amounts),
        energy_kilowatt_hours=plan.energy_kilowatt_hours,
        kilograms_co2e=plan.kilograms_co2e,
        estimated=any(bought.price.basis == "estimated" for bought in offer.bought),
    )


def _both(plan: Plan, mean: float) -> tuple[float, float]:
    """The mean with unused commitment charged in full, and with it charged pro rata.

    Each from its own hours: what a term leaves over is too much to take off what the run uses.
    """
    bill = plan.bill

    def usd(*, in_full: bool) -> float:
        if all(commitment.is_charged(in_full=in_full) for _, commitment in bill.committed):
            return mean
        return float(
            bill.usd(plan.held_hours, plan.waiting_hours, spread=plan.spread, in_full=in_full)
        )

    return usd(in_full=True), usd(in_full=False)


def _distribution(mean: Number, spread: Spread) -> Distribution:
    return Distribution(
        mean=mean, p10=mean * spread.low, p50=mean * spread.middle, p90=mean * spread.high
    )


def _part(bought: Bought, part: Part) -> RunPart:
    return RunPart(
        device_fraction=part.device_fraction,
        option=bought.price.option,
        provider=bought.provider,
        region=bought.region,
        instance_type=bought.instance_type,
        price=bought.price,
    )


def _terms(commitment: Commitment, plan: Plan, spread: Spread) -> CommitmentTerms:
    run, held_hours = plan.run, plan.billed_hours
    devices = run.device_count + plan.offer.parts[0].rate.unused_devices(run.device_count)
    step = commitment.step_hours(held_hours)
    count = float(ceil(held_hours / step))
    # A capacity block is one term, as long as the run needs it.
    term_hours, terms = (step * count, 1.0) if commitment.term_hours is None else (step, count)
    return CommitmentTerms(
        term_hours=term_hours,
        term_count=terms,
        committed_device_hours=devices * term_hours * terms,
        run_share_fraction=held_hours / (term_hours * terms),
        use_fraction=commitment.use_fraction,
        upfront_usd=devices
        * (commitment.upfront_usd * term_hours + (commitment.outlay_usd or 0.0)),
        outlasted_fraction=commitment.outlasted_fraction(held_hours, spread),
    )
