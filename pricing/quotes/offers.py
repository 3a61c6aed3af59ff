"""Offers: ways of buying one run, weighed against each other and against their inputs."""

from collections.abc import Callable, Sequence
from math import log, sqrt

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.quotes.answers import Sensitivity
from pricing.quotes.purchasing import Bought
from pricing.quotes.queries import Purchase
from pricing.quotes.runs import Run, Stops, course_of
from pricing.units import SECONDS_PER_HOUR

NUDGE_FRACTION = 0.1
"""How far a sensitivity moves its input."""

MORE = 1.0 + NUDGE_FRACTION

HIGHEST_ROOT, ROOT_STRIDE = 8.0, 2.0
"""Where the search for a break-even ends, and its stride: roots of preemptions per
instance-hour."""

OVERSHOOT_RATIO = 1.01
"""The first guess is a little low, and a bracket must lie on both sides."""

SMALLEST = 1e-9

NEVER = 1.0
"""What the excess of a run that never finishes counts as."""

ROOT_STEPS = 60
ROOT_TOLERANCE = 1e-5
"""Relative difference of the two costs at which the search ends."""


class Offer(Struct, frozen=True, gc=False):
    """One way of buying the run's capacity, and what stops the run under it."""

    purchase: Purchase
    bought: Bought
    stops: Stops
    usd_per_kilowatt_hour: float
    kilowatts_per_device: float
    grams_co2e_per_kilowatt_hour: float


def mean_usd(run: Run, stops: Stops, *, usd_per_device_hour: float) -> float:
    """What the run costs in the mean: what its line items add up to. Raises Infeasible.

    usd_per_device_hour: energy included, where it is not part of the price.
    """
    hours = course_of(run, stops).wall_clock_seconds * run.device_count / SECONDS_PER_HOUR
    return hours * (1.0 + run.headroom_fraction) * usd_per_device_hour


def break_even(run: Run, offers: Sequence[tuple[Offer, float]]) -> float | None:
    """Preemptions per instance-hour at which spot costs what the cheapest other rent costs.

    offers: each with its mean [USD]. None where there is no spot offer, nothing to compare it
    with, or where spot is dearer even if it is never preempted, or cheaper however often.
    """
    spot, spot_usd = next(
        (pair for pair in offers if pair[0].bought.price.option == "spot"), (None, 0.0)
    )
    others = [
        usd
        for offer, usd in offers
        if offer.bought.owned is None and offer.bought.price.option != "spot"
    ]
    if spot is None or not others:
        return None
    target = min(others)

    stops, usd_per_device_hour = spot.stops, spot.bought.price.usd_per_device_hour

    # Checkpoints cost in proportion to the root of the rate, restarts to the rate itself:
    # over the root, the logarithm of the bill is smooth and nearly straight.
    def excess(root: float) -> float:
        rate_per_second = root * root / SECONDS_PER_HOUR
        tried = replace(stops, preemptions_per_instance_second=rate_per_second)
        try:
            return log(mean_usd(run, tried, usd_per_device_hour=usd_per_device_hour) / target)
        except Infeasible:
            return NEVER

    # Start from the rate that the offer stands at, whose bill is known.
    own = sqrt(stops.preemptions_per_instance_second * SECONDS_PER_HOUR)
    at_own = log(spot_usd / target)
    if at_own >= 0.0:
        at_zero = excess(0.0)
        return None if at_zero >= 0.0 else _root(excess, 0.0, own, at_zero, at_own) ** 2
    # To first order, preemptions at root u cost a·u² in restarts and b·u in checkpoints: begin
    # where that uses up the margin.
    per_hour = stops.instance_count / SECONDS_PER_HOUR
    restarts = max(per_hour * stops.preemption_restart_seconds, SMALLEST)
    checkpoints = sqrt(2.0 * stops.checkpoint_seconds * per_hour)
    margin = own * (restarts * own + checkpoints) - at_own
    guess = (sqrt(checkpoints * checkpoints + 4.0 * restarts * margin) - checkpoints) / (
        2.0 * restarts
    )
    low, at_low, high = own, at_own, max(own, guess) * OVERSHOOT_RATIO
    while high <= HIGHEST_ROOT:
        at_high = excess(high)
        if at_high >= 0.0:
            return _root(excess, low, high, at_low, at_high) ** 2
        low, at_low = high, at_high
        high *= ROOT_STRIDE
    return None


def _root(
    function: Callable[[float], float], low: float, high: float, at_low: float, at_high: float
) -> float:
    """Where a function that rises from below 0 to above crosses it: secants, kept in between."""
    one, at_one, other, at_other = low, at_low, high, at_high
    for _ in range(ROOT_STEPS):
        middle = other - at_other * (other - one) / (at_other - at_one)
        if not low < middle < high:
            middle = (low + high) / 2.0
        value = function(middle)
        if abs(value) < ROOT_TOLERANCE:
            return middle
        if value > 0.0:
            high = middle
        else:
            low = middle
        one, at_one, other, at_other = other, at_other, middle, value
    return (low + high) / 2.0


def sensitivities(run: Run, offer: Offer, base: float) -> tuple[Sensitivity, ...]:
    """What a tenth more of each input does to the mean `base` [USD], the largest first."""
    stops = offer.stops
    energy_usd = 0.0
    if offer.bought.owned is not None:
        energy_usd = offer.kilowatts_per_device * offer.usd_per_kilowatt_hour
    usd_per_device_hour = offer.bought.price.usd_per_device_hour
    whole_usd = usd_per_device_hour + energy_usd
    # The bill is straight in these: no need to work out the run again.
    changes = {
        "mfu_fraction": base * (1.0 / MORE - 1.0),
        "usd_per_device_hour": base * NUDGE_FRACTION * usd_per_device_hour / whole_usd,
        "run_overhead_ratio": base * NUDGE_FRACTION,
        "headroom_fraction": base
        * NUDGE_FRACTION
        * run.headroom_fraction
        / (1.0 + run.headroom_fraction),
    }
    more_stops = {
        "device_failure_rate": replace(
            stops, failures_per_device_second=stops.failures_per_device_second * MORE
        ),
        "checkpoint_write_seconds": replace(
            stops, checkpoint_seconds=stops.checkpoint_seconds * MORE
        ),
        "restart_seconds": replace(
            stops,
            failure_restart_seconds=stops.failure_restart_seconds * MORE,
            preemption_restart_seconds=stops.preemption_restart_seconds
            + stops.failure_restart_seconds * NUDGE_FRACTION,
        ),
    }
    if stops.preemptions_per_instance_second:
        more_stops["spot_preemptions_per_instance_hour"] = replace(
            stops, preemptions_per_instance_second=stops.preemptions_per_instance_second * MORE
        )
    for name, moved in more_stops.items():
        try:
            changes[name] = mean_usd(run, moved, usd_per_device_hour=whole_usd) - base
        except Infeasible:
            continue
    return tuple(
        Sensitivity(
            input=name,
            change_fraction=NUDGE_FRACTION,
            usd_change=change,
            usd_change_fraction=change / base,
        )
        for name, change in sorted(changes.items(), key=lambda item: -abs(item[1]))
    )
