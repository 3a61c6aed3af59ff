"""The layout of the highest throughput that keeps a latency objective: of floats, or of arrays."""

from collections.abc import Collection, Sequence
from math import inf, nan

import numpy as np
from msgspec import Struct

from pricing.evidence.weights import PointEvidence
from pricing.numerics.number import Number, any_of, greatest, negated, where
from pricing.numerics.structs import changed, fewer, row_count, rows_where, whole
from pricing.serving.layout_search import Replicas, layout_at, ranked, replicas_of
from pricing.unit_costs.planning.slo import Tried, alike_ratio, keeping, preferred
from pricing.unit_costs.planning.task import Plan, Task, corrected, reached

PLAIN_GAIN_RATIO = 1.25
"""What groups and stages must be better by that nobody asks for: less, no roofline tells apart."""

TIGHT_FRACTION = 0.75
"""Of the memory that an engine may use: what is left beside more than this is little."""

MORE_TIMES = (2, 4)
"""Devices that groups and stages are tried on, over those of the best plan without."""

MORE_GAIN_RATIO = 1.5
"""What they must be better by there: instances that form a cluster often cost more a device."""


class Planned(Struct, frozen=True, gc=False):
    """The best plan, and how it stands to what was asked.

    fits: whether any size of replica holds the model and a request; keeps: whether the plan keeps
    the objectives; best_*_seconds: where it does not, the best latency of any size, else NaN.
    """

    plan: Plan
    fits: Number
    keeps: Number = True
    best_ttft_seconds: Number = nan
    best_tpot_seconds: Number = nan

    @property
    def keeps_all(self) -> Number:
        """Whether the plan fits, and keeps the default objectives too."""
        return self.fits & self.keeps & negated(self.plan.is_late)


def asks_wider(found: Planned, node: Number, *, has_latent: Number) -> Number:
    """Whether groups and stages are looked at that nobody asks for.

    A plan does not do, or its replicas go beyond a node of so many devices. Or no concurrency is
    given, and several devices hold the same latent cache (MLA), or replicas that fill a node leave
    little memory to requests: groups hold a cache each, and share the weights of experts.
    """
    layout = found.plan.layout
    repeats = has_latent & (layout.size > 1.0)
    is_full = found.plan.task.search.demanded == 0.0
    fills = (layout.size >= node) & (layout.device_count > layout.size) & _is_tight(found)
    return negated(found.keeps_all) | is_beyond(found, node) | is_full & (repeats | fills)


def asks_more(found: Planned, node: Number, *, has_latent: Number) -> Number:
    """Whether they are looked at on other counts too, where nobody asks for one: see more_devices.

    Little memory is left to requests; or a caller's objective leaves latent caches few of them.
    """
    is_full = found.plan.task.search.demanded == 0.0
    is_short = _is_tight(found) | (is_full & has_latent & found.plan.task.is_limited)
    return is_short & found.keeps_all & negated(is_beyond(found, node))


def more_devices(found: Planned, times: int) -> Number:
    """So many times the devices of the best plan without; under a concurrency, of its replica.

    NaN where that is no fewer than hold the requests in flight without.
    """
    layout, is_full = found.plan.layout, found.plan.task.search.demanded == 0.0
    of_replica = 1.0 * times * layout.size
    under_load = where(of_replica < layout.device_count, of_replica, nan)
    return where(is_full, 1.0 * times * layout.device_count, under_load)


def _is_tight(found: Planned) -> Number:
    """Whether weights and activations leave little of a replica's memory to requests."""
    layout = found.plan.layout
    room, size = layout.room, layout.size
    taken_bytes = room.weights_in(size) + room.taken_bytes(size)
    return taken_bytes > TIGHT_FRACTION * size * room.reserve.usable_bytes


def is_beyond(found: Planned, node: Number) -> Number:
    """Whether the replicas of a plan go beyond a node of so many devices."""
    return found.plan.layout.size > node


def is_better(
    wide: Planned, *, keeps_all: Number, rank: Number, ratio: float = PLAIN_GAIN_RATIO
) -> Number:
    """Whether groups and stages that nobody asks for are taken: they do, and are plainly better.

    keeps_all, rank: of the plan without; ratio: what they must be better by.
    """
    gains = wide.plan.rank >= ratio * rank
    return wide.keeps_all & (negated(keeps_all) | gains)


def plan(task: Task, *, least_rank: float = 0.0) -> Planned:
    """The layout of the highest corrected throughput whose corrected latency keeps the objectives.

    Rows that nothing fits or keeps have a plan all the same: see Planned. least_rank: of one
    question, below which no layout is of use.
    """
    return plan_among(task, replicas_of(task.search), least_rank=least_rank)


def plan_among(task: Task, options: Sequence[Replicas], *, least_rank: float = 0.0) -> Planned:
    """The same of some replicas; one at least."""
    options = tuple(options)
    fastest, fits, bounds, plans = _fastest(task, options)
    if not task.has_objective:
        return Planned(fastest, fits)
    misses = fits & (fastest.excess > 0.0)
    # What all rows miss alike is one truth, though they may differ in their count of devices.
    is_one = isinstance(task.evidence, PointEvidence) or not any_of(misses)
    count = None if is_one else row_count((misses, options, task.planned))
    rows = rows_where(misses, count)
    if rows is None:
        return Planned(fastest, fits)
    if count is None:
        reach = Tried(plans)
        kept = keeping(task, options, bounds, None, reach, least_rank=least_rank)
        return Planned(reach(task, kept.replicas), fits, kept.keeps)
    kept = keeping(*fewer((task, options, bounds), rows, count), len(rows))
    every = whole(fastest.replicas, count)
    missed = ~kept.keeps
    keeps, ttft_seconds, tpot_seconds = np.ones(count, dtype=bool), *np.full((2, count), nan)
    keeps[rows] = kept.keeps
    ttft_seconds[rows[missed]] = kept.ttft_seconds[missed]
    tpot_seconds[rows[missed]] = kept.tpot_seconds[missed]
    found = reached(task, changed(every, rows, kept.replicas))
    return Planned(found, fits, keeps, ttft_seconds, tpot_seconds)


def _fastest(
    task: Task, options: Sequence[Replicas]
) -> tuple[Plan, Number, tuple[Number, ...], Collection[Plan]]:
    """The layout of the highest corrected throughput, the first of equals, and whether one fits.

    Besides, of each option, the rank that it does not pass: that of the roofline when full, with
    the most that evidence lifts anything by; and the plans that were made.

    The sizes that the roofline prefers come first: the others are not corrected where they could
    not pass them with the most that evidence lifts anything by.
    """
    search, evidence = task.search, task.evidence
    layouts = [layout_at(search, option) for option in options]
    if len(options) == 1:
        (option,) = options
        if task.is_corrected:
            only = corrected(task, option, layouts[0])
            return only, option.allowed, (inf,), (only,)
        weights = evidence.at(option.place, option.size, option.concurrency)
        return Plan(task, option, layouts[0], weights, 1.0), option.allowed, (inf,), ()
    evidence.look_up([option.size for option in options])
    ranks = [
        ranked(search, option, layout, layout.requests_per_second)
        for layout, option in zip(layouts, options, strict=True)
    ]
    bounds = tuple(
        reaches * evidence.highest_ratio(option.place, option.size)
        for option, reaches in zip(options, ranks, strict=True)
    )
    order: Sequence[int] = range(len(options))
    if isinstance(ranks[0], float):
        order = sorted(order, key=ranks.__getitem__, reverse=True)
    plans: dict[int, Plan] = {}
    reached_by: list[tuple[Replicas, Number]] = []
    highest: Number = -1.0
    alike = alike_ratio(search)
    for at in order:
        option, reaches = options[at], ranks[at]
        if plans and not any_of(option.allowed & (alike * bounds[at] > highest)):
            continue
        found = plans[option.place] = corrected(task, option, layouts[at])
        reaches = where(option.allowed, reaches * found.ratio, -1.0)
        reached_by.append((option, reaches))
        highest = greatest(highest, reaches)
    best = preferred(search, reached_by, highest)
    known = plans.get(best.place) if isinstance(best.place, int) else None
    return known or reached(task, best), highest > 0.0, bounds, plans.values()
