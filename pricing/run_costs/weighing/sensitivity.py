"""Weighing: spot against other rent, and an option against its inputs."""

from collections.abc import Callable, Iterator, Sequence
from math import exp, inf, log, sqrt

from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.numerics.roots import bisection, illinois
from pricing.run_costs.answer_options import RunOption, Sensitivity
from pricing.run_costs.bill import Bill, Stored, bill_of
from pricing.run_costs.offers import Offer
from pricing.run_costs.option import Plan
from pricing.training.course import LONGEST_RATIO, Course, Run, Stops, unpreempted
from pricing.training.feasibility import course_of
from pricing.training.wall_clock_spread import spread_of
from pricing.units import SECONDS_PER_HOUR

NUDGE_FRACTION = 0.1
"""How far a sensitivity moves its input."""

MORE = 1.0 + NUDGE_FRACTION

HIGHEST_ROOT, ROOT_STRIDE = 8.0, 1.3
"""Where the search for a break-even ends, and its stride: roots of preemptions per
instance-hour."""

OVERSHOOT_RATIO = 1.05
"""The first guess is a little low, and a bracket must lie on both sides."""

MOST_STRIDES = 200
"""Past which a search for a break-even has none: enough for any margin beyond rounding."""

ROUNDING = 1e-12
"""Relative difference of two bills that only their last bits make."""

NEVER = inf
"""What the excess of a run that never finishes counts as: past any crossing, and none itself."""

ROOT_ROUNDS = 60
ROOT_TOLERANCE = 1e-7
"""Relative difference of the two costs at which the search ends."""

Planned = tuple[Plan, RunOption]
"""A plan and what is answered for it."""


def break_even_price(plans: Sequence[Planned]) -> float | None:
    """The spot price at which spot costs what the cheapest other rent does [USD per device-hour].

    Of several spot offers, that of the cheapest. None where spot does not finish, nothing else is
    rented, or not even free spot would do.
    """
    cheapest, target_usd = _cheapest_spot(plans), _rented_usd(plans)
    if cheapest is None or target_usd is None:
        return None
    spot, usd = cheapest[0], cheapest[1].usd.mean
    rent = spot.bill.held_ratio * (
        spot.bill.running_usd * spot.held_hours + spot.bill.waiting_usd * spot.waiting_hours
    )
    price = spot.offer.parts[0].rate.usd
    even: float = price * (1.0 + (target_usd - usd) / rent)
    return even if even > 0.0 else None


def break_even_rate(
    run: Run, offers: Sequence[Offer], plans: Sequence[Planned], stored: Stored
) -> float | None:
    """Preemptions per instance-hour at which spot costs what the cheapest other rent does.

    Of several spot offers, that of the cheapest, or of the first where none finishes. None where
    there is no spot offer, nothing else is rented, or where spot is dearer even if it is never
    preempted, or cheaper as often as the run finishes; 0 where the two cost the same without a
    preemption. Spot that does not finish at its own rate has one all the same.
    """
    spot, target_usd = _weighed_spot(offers, plans), _rented_usd(plans)
    if spot is None or target_usd is None:
        return None
    stops = spot.stops
    bill = bill_of(run, spot, stored)

    # Checkpoints cost in proportion to the root of the rate, restarts to the rate itself:
    # over the root, the logarithm of the bill is smooth and nearly straight.
    def excess(root: float) -> float:
        rate_per_second = root * root / SECONDS_PER_HOUR
        return over(replace(stops, preemptions_per_instance_second=rate_per_second))

    def over(tried: Stops) -> float:
        try:
            return log(_usd(run, tried, bill) / target_usd)
        except Infeasible:
            return NEVER

    # Never preempted, the run goes as it does on what is not spot.
    low, at_low = 0.0, over(unpreempted(stops))
    if abs(at_low) <= ROUNDING:
        return 0.0
    if at_low > 0.0:
        return None
    # The guess knows neither intervals of the caller's own nor bulk: it may lie past the end.
    high = min(_first_root(stops, -at_low), HIGHEST_ROOT)
    for _ in range(MOST_STRIDES):
        at_high = excess(high)
        if at_high >= 0.0:
            root = _root(excess, low, high, at_low, at_high)
            return None if root is None else root * root
        if high == HIGHEST_ROOT:
            break
        low, at_low = high, at_high
        high = min(high * ROOT_STRIDE, HIGHEST_ROOT)
    return None


def _first_root(stops: Stops, margin: float) -> float:
    """A root of the rate that uses up a margin, a little more to be past it.

    To first order, preemptions at root u cost a·u² in restarts and waits, and b·u in
    checkpoints: u = 2·m / (√(b² + 4·a·m) + b), which a small margin m does not cancel out.
    """
    events = stops.instance_count / stops.instances_per_event / SECONDS_PER_HOUR
    restarts: float = events * max(stops.restart_seconds + stops.capacity_wait_seconds, 1.0)
    checkpoints = sqrt(2.0 * stops.checkpoint_seconds * events)
    reach = sqrt(checkpoints * checkpoints + 4.0 * restarts * margin) + checkpoints
    return OVERSHOOT_RATIO * 2.0 * margin / reach


def _weighed_spot(offers: Sequence[Offer], plans: Sequence[Planned]) -> Offer | None:
    """The cheapest spot offer, the first where none finishes."""
    cheapest = _cheapest_spot(plans)
    if cheapest is not None:
        return cheapest[0].offer
    return next((offer for offer in offers if offer.option == "spot"), None)


def _cheapest_spot(plans: Sequence[Planned]) -> Planned | None:
    """The spot offer that costs least in the mean, of those that finish."""
    spots = [planned for planned in plans if planned[1].option == "spot"]
    return min(spots, key=lambda planned: planned[1].usd.mean, default=None)


def _rented_usd(plans: Sequence[Planned]) -> float | None:
    """Mean of the cheapest plan that is rented and cannot be preempted."""
    return min(
        (
            option.usd.mean
            for plan, option in plans
            if not plan.offer.preempted and not plan.offer.owned
        ),
        default=None,
    )


def _usd(run: Run, stops: Stops, bill: Bill) -> float:
    course = course_of(run, stops)
    usd: float = bill.usd(
        course.held_seconds / SECONDS_PER_HOUR,
        course.waiting_seconds / SECONDS_PER_HOUR,
        spread=spread_of(run, stops) if bill.committed else None,
    )
    return usd


def _root(
    excess: Callable[[float], float], low: float, high: float, at_low: float, at_high: float
) -> float | None:
    """Where an excess crosses 0 that is below it at `low`, and at least 0 at `high`.

    None where it does not cross but leaps: from below 0 to where the run no longer finishes.
    """
    if at_high == NEVER:
        high, _ = bisection(lambda root, _: excess(root) < NEVER, low, high, rounds=ROOT_ROUNDS)
        at_high = excess(high)
    found = illinois(
        lambda root, _: excess(root),
        low,
        high,
        at_low,
        at_high,
        rounds=ROOT_ROUNDS,
        tolerance=ROOT_TOLERANCE,
    )
    return found.low if at_high > -ROOT_TOLERANCE and found.low == found.high else None


def sensitivities(run: Run, plan: Plan, option: RunOption) -> tuple[Sensitivity, ...]:
    """What a tenth more of each input does to the mean [USD], the largest first."""
    base = option.usd.mean
    changes = {name: usd - base for name, usd in _moved(run, plan)}
    items = {item.name: item.usd for item in option.line_items}
    apart = items["energy"] + items["checkpoint_storage"] + items["egress"]
    changes["usd_per_device_hour"] = NUDGE_FRACTION * (option.usd.mean - apart)
    for name, item in (
        ("usd_per_kilowatt_hour", "energy"),
        ("storage_usd_per_gigabyte_month", "checkpoint_storage"),
        ("egress_usd_per_gigabyte", "egress"),
    ):
        if items[item]:
            changes[name] = NUDGE_FRACTION * items[item]
    return tuple(
        Sensitivity(
            input=name,
            change_fraction=NUDGE_FRACTION,
            usd_change=change,
            usd_change_fraction=change / base,
        )
        for name, change in sorted(changes.items(), key=lambda item: -abs(item[1]))
    )


def _moved(run: Run, plan: Plan) -> Iterator[tuple[str, float]]:
    """The total with each input of the course a tenth higher, where the run then finishes."""
    stops, bill = plan.offer.stops, plan.bill
    held, waiting, spread = plan.held_hours, plan.waiting_hours, plan.spread
    for name, work, moved in _moved_courses(run, stops, preempted=plan.offer.preempted):
        try:
            yield name, _usd(work, moved, bill)
        except Infeasible:
            continue
    # A longer restart fails more often.
    longer = exp(NUDGE_FRACTION * stops.restart_seconds / plan.course.mtbf_seconds)
    if _ends(plan.course, longer, longer):
        yield "restart_seconds", bill.usd(held * longer, waiting * longer, spread=spread)
    more_held = replace(bill, held_ratio=bill.held_ratio + NUDGE_FRACTION)
    for name in ("headroom_fraction", "evaluation_fraction"):
        yield name, more_held.usd(held, waiting, spread=spread)
    if plan.offer.preempted and _ends(plan.course, 1.0, MORE):
        yield "spot_capacity_wait_seconds", bill.usd(held, waiting * MORE, spread=spread)


def _ends(course: Course, held_ratio: float, waiting_ratio: float) -> bool:
    """Whether a run that ends still does where it is held and waits so many times as long."""
    seconds = course.held_seconds * held_ratio + course.waiting_seconds * waiting_ratio
    least_seconds = course.work_seconds + course.checkpoint_seconds
    return bool(seconds <= LONGEST_RATIO * least_seconds)


def _moved_courses(run: Run, stops: Stops, *, preempted: bool) -> Iterator[tuple[str, Run, Stops]]:
    """What goes another way: checkpoints are whole, so that time is not in proportion to work."""
    yield (
        "mfu_fraction",
        replace(run, productive_device_hours=run.productive_device_hours / MORE),
        stops,
    )
    yield "run_overhead_ratio", replace(run, overhead_ratio=run.overhead_ratio * MORE), stops
    yield (
        "device_failure_rate",
        run,
        replace(stops, failures_per_device_second=stops.failures_per_device_second * MORE),
    )
    yield (
        "checkpoint_write_seconds",
        run,
        replace(stops, checkpoint_seconds=stops.checkpoint_seconds * MORE),
    )
    if preempted:
        rate = stops.preemptions_per_instance_second * MORE
        yield (
            "spot_preemptions_per_instance_hour",
            run,
            replace(stops, preemptions_per_instance_second=rate),
        )
