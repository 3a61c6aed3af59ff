"""Run options: what a training run costs under one offer, and how sure that is."""

from math import ceil

from msgspec import Struct

from pricing.quotes.answers import (
    CommitmentTerms,
    Distribution,
    OwnedRate,
    RunOption,
    RunPart,
)
from pricing.quotes.bills import Bill, bill_of
from pricing.quotes.commitments import Commitment
from pricing.quotes.keeping import Kept, kept_under
from pricing.quotes.offers import Offer, Part
from pricing.quotes.run_items import line_items
from pricing.quotes.runs import Course, Run, course_of
from pricing.quotes.spreads import Spread, spread_of
from pricing.units import GRAMS_PER_KILOGRAM, SECONDS_PER_HOUR


class Plan(Struct, frozen=True, gc=False):
    """An offer with the course of the run under it, and its bill."""

    offer: Offer
    course: Course
    spread: Spread
    kept: Kept
    bill: Bill

    @property
    def held_hours(self) -> float:
        """Hours with all devices."""
        return self.course.held_seconds / SECONDS_PER_HOUR

    @property
    def waiting_hours(self) -> float:
        """Hours of waiting for capacity."""
        return self.course.waiting_seconds / SECONDS_PER_HOUR


def plan_of(run: Run, offer: Offer, kept: Kept) -> Plan:
    """The run under an offer. Raises Infeasible for one that never finishes."""
    kept = kept_under(kept, offer)
    return Plan(
        offer=offer,
        course=course_of(run, offer.stops),
        spread=spread_of(run, offer.stops),
        kept=kept,
        bill=bill_of(run, offer, kept),
    )


def option_of(run: Run, plan: Plan) -> RunOption:
    """The answer for one plan."""
    offer, course, spread = plan.offer, plan.course, plan.spread
    items = line_items(run, offer, course, plan.kept)
    mean = 0.0
    for item in items:
        mean += item.usd
    held_hours, waiting_hours = plan.held_hours, plan.waiting_hours
    wall_hours = course.wall_clock_seconds / SECONDS_PER_HOUR
    held = run.device_count * run.held_ratio
    device_hours = energy = grams = usd_per_device_hour = 0.0
    estimated = False
    for part in offer.parts:
        hours = part.device_fraction * (held_hours + part.held_fraction * waiting_hours) * held
        device_hours += hours
        energy += hours * part.kilowatts
        grams += hours * part.kilowatts * part.grams_co2e_per_kilowatt_hour
        price = part.bought.price
        usd_per_device_hour += part.device_fraction * price.usd_per_device_hour
        estimated = estimated or price.basis == "estimated"
    hours_spread = _distribution(device_hours, spread)
    first = offer.parts[0]
    single = first.bought if len(offer.parts) == 1 else None
    borne_usd, amortised_usd = _both(plan.bill, mean, wall_hours)
    return RunOption(
        purchase_index=offer.index,
        option=offer.option,
        provider=single.provider if single else None,
        region=single.region if single else None,
        instance_type=single.instance_type if single else None,
        usd_per_device_hour=usd_per_device_hour,
        price=single.price if single else None,
        parts=() if single else tuple(_part(part) for part in offer.parts),
        goodput_fraction=course.work_seconds / course.wall_clock_seconds,
        interruptions=course.interruptions,
        preemptions=course.preemptions,
        spot_preemptions_per_instance_hour=(
            offer.stops.preemptions_per_instance_second * SECONDS_PER_HOUR
        ),
        mtbf_hours=course.mtbf_seconds / SECONDS_PER_HOUR,
        checkpoint_interval_seconds=course.interval_seconds,
        checkpoint_write_seconds=offer.stops.checkpoint_seconds,
        checkpoint_gigabytes=offer.stops.checkpoint_gigabytes,
        device_hours=device_hours,
        device_hours_low=hours_spread.p10,
        device_hours_high=hours_spread.p90,
        device_hours_distribution=hours_spread,
        wall_clock_hours=wall_hours,
        wall_clock_hours_distribution=_distribution(wall_hours, spread),
        usd=_usd(plan, mean),
        borne_usd=borne_usd,
        amortised_usd=amortised_usd,
        commitment=(
            _terms(first.commitment, run, wall_hours) if single and first.commitment else None
        ),
        owned=_owned(first) if single else None,
        line_items=items,
        energy_kilowatt_hours=energy,
        kilograms_co2e=grams / GRAMS_PER_KILOGRAM,
        estimated=estimated,
    )


def _both(bill: Bill, mean: float, wall_hours: float) -> tuple[float, float]:
    """The mean where the run bears the rest of what is committed, and where others do."""
    if not bill.committed:
        return mean, mean
    billed = bill.committed_usd(wall_hours)
    borne = bill.committed_usd(wall_hours, borne=True)
    amortised = bill.committed_usd(wall_hours, borne=False)
    return mean + (borne - billed), mean + (amortised - billed)


def _distribution(mean: float, spread: Spread) -> Distribution:
    return Distribution(
        mean=mean, p10=mean * spread.low, p50=mean * spread.middle, p90=mean * spread.high
    )


def _usd(plan: Plan, mean: float) -> Distribution:
    """The bill of a run that is as short and as long as one in ten is."""
    bill, spread = plan.bill, plan.spread
    if not bill.committed:
        return _distribution(mean, spread)
    held, waiting = plan.held_hours, plan.waiting_hours
    return Distribution(
        mean=mean,
        p10=bill.usd(held * spread.low, waiting * spread.low),
        p50=bill.usd(held * spread.middle, waiting * spread.middle),
        p90=bill.usd(held * spread.high, waiting * spread.high),
    )


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
