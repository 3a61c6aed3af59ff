"""Whether a run ever ends, and which number would have to change for it to."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.numerics.number import Number
from pricing.numerics.roots import bisection
from pricing.numerics.rounding import rounded_down, rounded_up
from pricing.numerics.structs import taken
from pricing.training.course import Course, Run, Stops, expected, unpreempted
from pricing.units import SECONDS_PER_HOUR

BISECTIONS = 60
"""Rounds of the search for the number under which a run ends."""

PREEMPTIONS = "reliability.spot_preemptions_per_instance_hour"


class Change(Struct, frozen=True):
    """A number that is too high for the run to end.

    of: what it is; at: the stops with another; helps: whether the run ends where it is low enough;
    refusal: what is said of the highest one that would do.
    """

    of: Callable[[Stops], Number]
    at: Callable[[Stops, Number], Stops]
    helps: Callable[[Run, Stops], Any]
    refusal: Callable[[Stops, float], Infeasible]


@lru_cache(maxsize=8192)
def course_of(run: Run, stops: Stops) -> Course:
    """The expected course of a run. Raises Infeasible for one that would never finish.

    Kept, since neither price nor place changes it.
    """
    finishes, course = expected(run, stops)
    if finishes:
        return course
    change = next(change for change in CHANGES if change.helps(run, stops))
    raise change.refusal(stops, _highest(change, run, stops, change.of(stops)))


def refusals_of(run: Run, stops: Stops, count: int) -> list[Infeasible]:
    """The refusals of so many rows of runs that would never finish, as course_of has each."""
    found: dict[int, Infeasible] = {}
    left = np.arange(count)
    for change in CHANGES:
        helps = np.broadcast_to(change.helps(taken(run, left), taken(stops, left)), left.shape)
        rows, left = left[helps], left[~helps]
        if not len(rows):
            continue
        own_stops = taken(stops, rows)
        never = np.broadcast_to(change.of(own_stops), rows.shape)
        highest = _highest(change, taken(run, rows), own_stops, never)
        for place, row in enumerate(rows.tolist()):
            found[row] = change.refusal(taken(own_stops, place), highest[place])
    return [found[row] for row in range(count)]


def ends(run: Run, stops: Stops) -> Any:
    """Whether a run ends: True or False, or an array of these."""
    finishes, _ = expected(run, stops)
    return finishes


def _highest(change: Change, run: Run, stops: Stops, never: Number) -> Number:
    """The highest value of a number under which a run ends, which `never` is not."""

    def holds(value: Number, rows: Any) -> Any:
        if rows is None:
            return ends(run, change.at(stops, value))
        return ends(taken(run, rows), change.at(taken(stops, rows), value))

    highest, _ = bisection(holds, 0.0, never, rounds=BISECTIONS)
    return highest


def _ends_at_best_interval(run: Run, stops: Stops) -> Any:
    if stops.interval_seconds is None:
        return False
    return ends(run, replace(stops, interval_seconds=None))


def _too_long_an_interval(stops: Stops, longest: float) -> Infeasible:
    return Infeasible(
        f"the run would never finish: it is stopped too often for {stops.interval_seconds:.3g} s"
        f" between checkpoints; it would below {longest:.3g} s",
        field="reliability.checkpoint_interval_seconds",
        nearest=[rounded_down(longest)],
    )


def _too_many_preemptions(stops: Stops, rate: float) -> Infeasible:
    stuck = _cost(stops)
    if stops.capacity_wait_seconds:
        stuck += f", and capacity is away for {stops.capacity_wait_seconds:.3g} s"
    return Infeasible(
        f"the run would never finish: at {_hourly(stops.preemptions_per_instance_second)}"
        f" preemptions per instance-hour {stuck}; it would below {_hourly(rate)}",
        field=PREEMPTIONS,
        nearest=[rounded_down(rate * SECONDS_PER_HOUR)],
    )


def _too_many_failures(stops: Stops, rate: float) -> Infeasible:
    hours, enough = (
        1.0 / (each * SECONDS_PER_HOUR) for each in (stops.failures_per_device_second, rate)
    )
    return Infeasible(
        f"the run would never finish: with a failure of each device every {hours:.3g} hours,"
        f" {_cost(stops)}; it would above {enough:.3g} hours",
        field="reliability.device_mtbf_hours",
        nearest=[rounded_up(enough)],
    )


def _cost(stops: Stops) -> str:
    return (
        f"a checkpoint takes {stops.checkpoint_seconds:.3g} s and a restart"
        f" {stops.restart_seconds:.3g} s"
    )


def _hourly(rate_per_second: float) -> str:
    return f"{rate_per_second * SECONDS_PER_HOUR:.3g}"


CHANGES = (
    Change(
        of=lambda stops: stops.interval_seconds,
        at=lambda stops, seconds: replace(stops, interval_seconds=seconds),
        helps=_ends_at_best_interval,
        refusal=_too_long_an_interval,
    ),
    Change(
        of=lambda stops: stops.preemptions_per_instance_second,
        at=lambda stops, rate: replace(stops, preemptions_per_instance_second=rate),
        helps=lambda run, stops: ends(run, unpreempted(stops)),
        refusal=_too_many_preemptions,
    ),
    Change(
        of=lambda stops: stops.failures_per_device_second,
        at=lambda stops, rate: replace(unpreempted(stops), failures_per_device_second=rate),
        helps=lambda *_: True,
        refusal=_too_many_failures,
    ),
)
"""The numbers that may be too high, in the order in which they are looked at."""
