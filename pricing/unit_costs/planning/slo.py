"""The fullest batch that keeps an SLO, objectives of latency: of floats, or of arrays.

Loops run over sizes of replicas and rounds of a search, never over rows.
"""

from collections.abc import Callable, Iterable, Sequence
from math import inf
from operator import itemgetter
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pricing.numerics.number import Number, any_of, floor, greatest, least, where
from pricing.numerics.roots import Rows, last_kept
from pricing.numerics.structs import changed, chosen, fewer, rows_where, taken, whole
from pricing.serving.layout import Layout, is_open
from pricing.serving.layout_search import Replicas, Search
from pricing.serving.memory import filled
from pricing.unit_costs.planning.task import Plan, Task, corrected, lightest, reached

SLO_ROUNDS = 24

AIM_FRACTION, PASSED_FRACTION = 0.85, 0.9
"""Of the best replicas so far: the requests with which others are looked at, and the rank that they
must have there if they miss the objectives. More requests lower a rank by a tenth at the most."""


Reach: TypeAlias = Callable[[Task, Replicas], Plan]
"""What replicas reach at their load: see reached."""


class Tried:
    """What the replicas of one question reach, each load looked at once."""

    def __init__(self, known: Iterable[Plan]) -> None:
        """known: some of what they reach."""
        self._plans: dict[tuple[Number, Number], Plan] = {}
        self._first: dict[Number, Layout] = {}
        for plan in known:
            self._keep(plan)

    def __call__(self, task: Task, replicas: Replicas) -> Plan:
        """The plan of replicas at their load."""
        found = self._plans.get((replicas.place, replicas.concurrency))
        if found is not None:
            return found
        first = self._first.get(replicas.place)
        if first is None:
            return self._keep(reached(task, replicas))
        if first.known_first_seconds is None:
            first = replace(first, known_first_seconds=first.first_seconds)
            self._first[replicas.place] = first
        return self._keep(corrected(task, replicas, first.at(replicas.concurrency)))

    def _keep(self, plan: Plan) -> Plan:
        replicas = plan.replicas
        self._plans[replicas.place, replicas.concurrency] = plan
        self._first.setdefault(replicas.place, plan.layout)
        return plan


class Kept(Struct, frozen=True, gc=False):
    """Replicas that keep the objectives, where any do; of rows also the best latencies of any.

    Where only defaults are missed, the fastest replicas of all keep what is asked for.
    """

    replicas: Replicas
    keeps: Number
    ttft_seconds: Number
    tpot_seconds: Number


def keeping(
    task: Task,
    options: Sequence[Replicas],
    bounds: Sequence[Number],
    count: int | None,
    reach: Reach = reached,
    *,
    least_rank: float = 0.0,
) -> Kept:
    """The fullest replicas that keep the objectives, of the size whose throughput is the highest.

    bounds: of each option, what its rank cannot pass at any load; count: of rows, None for floats;
    least_rank: options that cannot reach it are not looked at.
    """
    alike = alike_ratio(task.search)
    best: Replicas = whole(options[0], count)
    kept: list[tuple[Replicas, Number]] = [(best, whole(-1.0, count))]
    highest, ttft_seconds, tpot_seconds = (whole(value, count) for value in (-1.0, inf, inf))
    nearest, least_excess = best, ttft_seconds
    top: Plan | None = None
    is_open_point = count is None and is_open(task.search.demanded)
    tried = list(zip(options, bounds, strict=True))
    if count is None:
        tried.sort(key=itemgetter(1), reverse=True)  # the sooner the best is known, the fewer more
    for option, bound in tried:
        rows = rows_where(option.allowed & (alike * bound >= greatest(highest, least_rank)), count)
        if rows is None:
            continue
        own, alone = fewer((task, lightest(task, option)), rows, count)
        if top is not None and _is_passed(own := _planned(own, alone, top), alone, top, reach):
            continue
        begun, found = _begun(own, alone, reach)
        if count is not None:  # a question that is refused looks for its best again
            best_ttft = least(taken(ttft_seconds, rows), found.ttft_seconds)
            ttft_seconds = changed(ttft_seconds, rows, best_ttft)
            best_tpot = least(taken(tpot_seconds, rows), found.tpot_seconds)
            tpot_seconds = changed(tpot_seconds, rows, best_tpot)
        excess = found.excess
        if own.firm_limits is not None:
            before, near = taken((least_excess, nearest), rows)
            may = (found.excess_over(own.firm_limits) <= 0.0) & (excess < before)
            nearest = changed(nearest, rows, chosen(may, alone, near))
            least_excess = changed(least_excess, rows, where(may, excess, before))
        among = None if count is None else len(rows)
        inside = rows_where(excess <= 0.0, among)
        if inside is None:
            continue
        if count is not None:
            rows = rows[inside]
        own, begun, excess = fewer((own, begun, excess), inside, among)
        full = _fullest(own, begun, excess, None if count is None else len(rows), reach)
        # Of one size, there is nothing to choose.
        fullest = reach(own, full) if len(options) > 1 else None
        reaches = 1.0 if fullest is None else fullest.rank
        top = fullest if is_open_point and reaches > highest else top
        kept.append((changed(best, rows, full), changed(whole(-1.0, count), rows, reaches)))
        highest = changed(highest, rows, greatest(reaches, taken(highest, rows)))
    best, keeps = preferred(task.search, kept, highest), highest > 0.0
    if task.has_defaults:
        best, keeps = chosen(keeps, best, nearest), keeps | (least_excess < inf)
    return Kept(best, keeps, ttft_seconds, tpot_seconds)


def _begun(task: Task, alone: Replicas, reach: Reach) -> tuple[Replicas, Plan]:
    """Replicas at the load that a search begins with, and what they reach there.

    It is what is planned, where that keeps the objectives; else the lightest load.
    """
    is_planned = (task.search.demanded == 0.0) & (task.planned >= 1.0)
    if any_of(is_planned):
        load = least(task.planned, greatest(1.0, filled(alone.held)))
        begun = replace(alone, concurrency=where(is_planned, load, alone.concurrency))
        found = reach(task, begun)
        is_late = found.excess > 0.0
        if not any_of(is_late):
            return begun, found
        load = where(is_late, alone.concurrency, begun.concurrency)
        alone = replace(alone, concurrency=load)
    return alone, reach(task, alone)


def _planned(task: Task, alone: Replicas, top: Plan) -> Task:
    """The task of one question, with nearly as many requests on a device as in a plan."""
    of_device = top.layout.in_flight / top.replicas.charged_count
    of_replica = of_device * alone.charged_count / (alone.device_count // alone.size)
    most = greatest(1.0, filled(alone.held))
    return replace(task, planned=least(greatest(1.0, floor(AIM_FRACTION * of_replica)), most))


def _is_passed(task: Task, alone: Replicas, top: Plan, reach: Reach) -> bool:
    """Whether the best so far rules out replicas of one question.

    They miss the objectives with as many requests as are planned: as many as keep them are served
    more slowly, by Little's law.
    """
    found, alike = reach(task, replace(alone, concurrency=task.planned)), alike_ratio(task.search)
    return bool(found.excess > 0.0 and alike * found.rank < PASSED_FRACTION * top.rank)


def _fullest(
    task: Task, begun: Replicas, excess: Number, count: int | None, reach: Reach
) -> Replicas:
    """The most requests in flight that keep the objectives, between some that do and all that fit.

    Those that are asked for stay. The search ends at one request more, not at a latency close to
    the objective: where reading the weights takes most of a step, twice the requests are hardly
    slower. begun: replicas whose excess is at most 0; count: of rows, None for floats.
    """
    rows = rows_where(task.search.demanded == 0.0, count)
    if rows is None:
        return begun
    own, one, below = fewer((task, begun, excess), rows, count)
    most = greatest(1.0, filled(one.held))

    def excess_at(concurrency: Number, left: Rows) -> Number:
        part = (own, one) if left is None else fewer((own, one), left, len(rows))
        found = reach(part[0], replace(part[1], concurrency=concurrency)).excess
        return found if left is None else whole(found, len(left))

    above = reach(own, replace(one, concurrency=most)).excess
    if count is not None:
        above = whole(above, len(rows))
    ends = excess_at, one.concurrency, most, below, above
    load = last_kept(*ends, rounds=SLO_ROUNDS, planned=own.planned)
    return replace(begun, concurrency=changed(whole(begun.concurrency, count), rows, load))


ALIKE_RATIO = 1.05
"""Counts whose cost a token differs by less are alike: no roofline tells them apart."""


def alike_ratio(search: Search) -> float:
    """By how much the best may pass another size of replica that is taken all the same."""
    return 1.0 if search.device_count is not None else ALIKE_RATIO


def preferred(
    search: Search, options: Sequence[tuple[Replicas, Number]], highest: Number
) -> Replicas:
    """Of replicas of several sizes, those of the highest rank; the first of equals.

    Where the count is left open, the fewest devices of those that are alike. options: each with its
    rank, below 0 where it may not be taken; highest: rank. Floats or arrays.
    """
    best, reached, fewest = options[0][0], -1.0, inf
    alike = alike_ratio(search)
    for option, reaches in options:
        near = (reaches > 0.0) & (alike * reaches >= highest)
        count = option.device_count if alike > 1.0 else 0.0
        better = near & ((count < fewest) | ((count == fewest) & (reaches > reached)))
        best = chosen(better, option, best)
        reached, fewest = where(better, reaches, reached), where(better, count, fewest)
    return best
