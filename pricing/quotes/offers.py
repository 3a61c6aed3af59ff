"""Offers: ways of buying one run, weighed against each other and against their inputs."""

from collections.abc import Callable, Sequence
from math import log

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

LOWEST_RATE, HIGHEST_RATE, RATE_STEP = 1e-4, 60.0, 8.0
"""Where the search for a break-even starts and ends, and its stride [per instance-hour]."""

NEVER = 1.0
"""What the excess of a run that never finishes counts as."""

ROOT_STEPS = 60
ROOT_TOLERANCE = 1e-5
"""Relative difference of the two costs at which the search ends."""


class Offer(Struct, frozen=True):
    """One way of buying the run's capacity, and what stops the run under it."""

    purchase: Purchase
    bought: Bought
    stops: Stops
    usd_per_kilowatt_hour: float
    kilowatts_per_device: float
    grams_co2e_per_kilowatt_hour: float


def mean_usd(run: Run, offer: Offer) -> float:
    """What the run costs in the mean: what its line items add up to. Raises Infeasible."""
    hours = course_of(run, offer.stops).wall_clock_seconds * run.device_count / SECONDS_PER_HOUR
    usd_per_hour = offer.bought.price.usd_per_device_hour
    if offer.bought.owned is not None:
        usd_per_hour += offer.kilowatts_per_device * offer.usd_per_kilowatt_hour
    return hours * (1.0 + run.headroom_fraction) * usd_per_hour


def break_even(run: Run, offers: Sequence[tuple[Offer, float]]) -> float | None:
    """Preemptions per instance-hour at which spot costs what the cheapest other rent costs.

    offers: each with its mean [USD]. None where there is no spot offer, nothing to compare it
    with, or where spot is dearer even if it is never preempted, or cheaper however often.
    """
    spot = next((offer for offer, _ in offers if offer.bought.price.option == "spot"), None)
    others = [
        usd
        for offer, usd in offers
        if offer.bought.owned is None and offer.bought.price.option != "spot"
    ]
    if spot is None or not others:
        return None
    target = min(others)

    # The wall clock grows about exponentially with the rate: its logarithm is nearly straight.
    def excess(rate: float) -> float:
        stops = replace(spot.stops, preemptions_per_instance_second=rate / SECONDS_PER_HOUR)
        try:
            return log(mean_usd(run, replace(spot, stops=stops)) / target)
        except Infeasible:
            return NEVER

    low, at_low = 0.0, excess(0.0)
    if at_low >= 0.0:
        return None
    high, at_high = LOWEST_RATE, excess(LOWEST_RATE)
    while at_high < 0.0:
        low, at_low = high, at_high
        high *= RATE_STEP
        if high > HIGHEST_RATE:
            return None
        at_high = excess(high)
    return _root(excess, low, high, at_low, at_high)


def _root(
    function: Callable[[float], float], low: float, high: float, at_low: float, at_high: float
) -> float:
    """Where a function that rises from below 0 to above crosses it: the Illinois method."""
    for _ in range(ROOT_STEPS):
        middle = high - at_high * (high - low) / (at_high - at_low)
        value = function(middle)
        if abs(value) < ROOT_TOLERANCE:
            return middle
        if value > 0.0:
            high, at_high, at_low = middle, value, at_low / 2.0
        else:
            low, at_low, at_high = middle, value, at_high / 2.0
    return (low + high) / 2.0


def sensitivities(run: Run, offer: Offer, base: float) -> tuple[Sensitivity, ...]:
    """What a tenth more of each input does to the mean `base` [USD], the largest first."""
    stops = offer.stops
    more, less = 1.0 + NUDGE_FRACTION, 1.0 / (1.0 + NUDGE_FRACTION)
    price = offer.bought.price
    dearer = replace(price, usd_per_device_hour=price.usd_per_device_hour * more)
    nudged: dict[str, tuple[Run, Offer]] = {
        "mfu_fraction": (
            replace(run, productive_device_hours=run.productive_device_hours * less),
            offer,
        ),
        "usd_per_device_hour": (run, replace(offer, bought=replace(offer.bought, price=dearer))),
        "run_overhead_ratio": (replace(run, overhead_ratio=run.overhead_ratio * more), offer),
        "headroom_fraction": (
            replace(run, headroom_fraction=run.headroom_fraction * more),
            offer,
        ),
    }
    for name, field in (
        ("device_failure_rate", "failures_per_device_second"),
        ("spot_preemptions_per_instance_hour", "preemptions_per_instance_second"),
        ("checkpoint_write_seconds", "checkpoint_seconds"),
        ("restart_seconds", "failure_restart_seconds"),
    ):
        moved = replace(stops, **{field: getattr(stops, field) * more})
        nudged[name] = (run, replace(offer, stops=moved))
    found = []
    for name, (other_run, other_offer) in nudged.items():
        try:
            change = mean_usd(other_run, other_offer) - base
        except Infeasible:
            continue
        found.append(
            Sensitivity(
                input=name,
                change_fraction=NUDGE_FRACTION,
                usd_change=change,
                usd_change_fraction=change / base,
            )
        )
    found.sort(key=lambda item: -abs(item.usd_change))
    return tuple(found)
