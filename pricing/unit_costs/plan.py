"""The layout of the highest throughput that keeps a latency objective: of floats, or of arrays.

Loops run over sizes of replicas and rounds of a search, never over rows.
"""

from collections.abc import Sequence
from math import inf, nan

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple, replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.evidence import ttft
from pricing.evidence.correction import Correction, correction, drifted
from pricing.evidence.device_power import busy_watts
from pricing.evidence.neighbours import Quantity
from pricing.evidence.weights import Evidence, Weights, shown
from pricing.formulas import queueing
from pricing.numerics.number import Number, any_of, greatest, least, where
from pricing.numerics.roots import Rows, illinois
from pricing.numerics.structs import changed, chosen, rows_where, taken, whole
from pricing.serving.layout import Layout, rank
from pricing.serving.layout_search import Replicas, Search, layout_at, replicas_of
from pricing.serving.memory import filled
from pricing.serving.replica import Pass

SLO_ROUNDS = 24


class Task(Struct, frozen=True, gc=False, eq=False):
    """What a plan is made for: floats, or arrays with an element a row.

    evidence: what is known of the replicas; *_limit: the objectives, infinite where there is none
    [seconds]; is_corrected: whether the throughput of replicas of one size matters, of which
    nothing is chosen.
    """

    catalog: Catalog
    search: Search
    evidence: Evidence
    ttft_limit: Number
    tpot_limit: Number
    is_corrected: bool = True

    @property
    def has_objective(self) -> bool:
        """Whether any latency is limited, in any row."""
        return not (_is_open(self.ttft_limit) and _is_open(self.tpot_limit))


def _is_open(limit: Number) -> bool:
    """Whether nobody limits a latency."""
    return isinstance(limit, float) and limit == inf


class Plan(Struct, frozen=True, gc=False, eq=False):
    """Replicas at a load, and what measurements make of their throughput.

    weights: of the measured rows; ratio: corrected over modelled throughput.
    """

    task: Task
    replicas: Replicas
    layout: Layout
    weights: Weights
    ratio: Number

    @property
    def requests_per_second(self) -> Number:
        """Corrected, of all devices."""
        return self.layout.requests_per_second * self.ratio

    @property
    def rank(self) -> Number:
        """What it is preferred by."""
        return rank(self.layout, self.requests_per_second, self.task.search.demanded)

    @property
    def correction(self) -> Correction:
        """The correction of the throughput, with its band."""
        return correction(self.task.evidence.kernel, self.weights.near("throughput"))

    def shown(self, quantity: Quantity) -> list[tuple[Measurement, float]]:
        """The weightiest rows behind a quantity of one question, each with its share."""
        return shown(self.task.evidence.kernel, self.weights, quantity)

    @property
    def ttft_ratio(self) -> Number:
        """What measurements correct the time to first token by, beside the throughput."""
        typical = ttft.typical_ratio(self.task.catalog, self.layout.concurrency)
        return typical * drifted(self.task.evidence.kernel, self.weights.sums("ttft"))

    def busy_watts(self, time: Pass) -> Number:
        """What a device draws while its replica works, corrected; time: see spent."""
        task = self.task
        ratio = drifted(task.evidence.kernel, self.weights.sums("power"))
        return busy_watts(task.catalog, task.search.hardware.tdp_watts, time, ratio)

    @property
    def wait_seconds(self) -> Number:
        """For a place, where more requests are asked for than run."""
        return queueing.closed_wait_seconds(
            demanded=self.task.search.demanded,
            in_flight=self.layout.in_flight,
            requests_per_second=self.requests_per_second,
        )

    @property
    def ttft_seconds(self) -> Number:
        """Corrected, with the wait for a place."""
        return self.layout.ttft_seconds / self.ratio * self.ttft_ratio + self.wait_seconds

    @property
    def tpot_seconds(self) -> Number:
        """Corrected."""
        return self.layout.tpot_seconds / self.ratio

    @property
    def excess(self) -> Number:
        """How far the corrected latency is above the objectives, as a share of them.

        The worse of the two; at most 0 where both are kept.
        """
        ttft, tpot = self.task.ttft_limit, self.task.tpot_limit
        # What nobody limits is not worked out.
        if _is_open(ttft):
            return self.tpot_seconds / tpot - 1.0
        of_first = self.ttft_seconds / ttft - 1.0
        return of_first if _is_open(tpot) else greatest(of_first, self.tpot_seconds / tpot - 1.0)


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


class Kept(Struct, frozen=True, gc=False):
    """Replicas that keep the objectives, where any do; else the best latencies of any."""

    replicas: Replicas
    keeps: Number
    ttft_seconds: Number
    tpot_seconds: Number


def plan(task: Task) -> Planned:
    """The layout of the highest corrected throughput whose corrected latency keeps the objectives.

    Rows that nothing fits or keeps have a plan all the same: see Planned.
    """
    options = tuple(replicas_of(task.search))
    fastest, fits = _fastest(task, options)
    if not task.has_objective:
        return Planned(fastest, fits)
    misses = fits & (fastest.excess > 0.0)
    count = len(misses) if isinstance(misses, np.ndarray) else None
    rows = rows_where(misses)
    if rows is None:
        return Planned(fastest, fits)
    if count is None:
        kept = _keeping(task, options, None)
        return Planned(reached(task, kept.replicas), fits, kept.keeps)
    kept = _keeping(*taken((task, options), rows), len(rows))
    every = Replicas(*(whole(value, count) for value in astuple(fastest.replicas)))
    missed = ~kept.keeps
    keeps, ttft_seconds, tpot_seconds = np.ones(count, dtype=bool), *np.full((2, count), nan)
    keeps[rows] = kept.keeps
    ttft_seconds[rows[missed]] = kept.ttft_seconds[missed]
    tpot_seconds[rows[missed]] = kept.tpot_seconds[missed]
    found = reached(task, changed(every, rows, kept.replicas))
    return Planned(found, fits, keeps, ttft_seconds, tpot_seconds)


def reached(task: Task, replicas: Replicas) -> Plan:
    """What replicas reach at their load, corrected by measurements."""
    return _corrected(task, replicas, layout_at(task.search, replicas))


def lightest(task: Task, replicas: Replicas) -> Replicas:
    """Replicas under the lightest load asked for: one request in each, where it is left open."""
    return replace(
        replicas, concurrency=where(task.search.demanded > 0.0, replicas.concurrency, 1.0)
    )


def _corrected(task: Task, replicas: Replicas, layout: Layout) -> Plan:
    weights = task.evidence.at(replicas.place, replicas.size, replicas.concurrency)
    ratio = drifted(task.evidence.kernel, weights.sums("throughput"))
    return Plan(task, replicas, layout, weights, ratio)


def _fastest(task: Task, options: Sequence[Replicas]) -> tuple[Plan, Number]:
    """The layout of the highest corrected throughput, the first of equals, and whether one fits.

    The sizes that the roofline prefers come first: the others are not corrected where they could
    not pass them with the most that evidence lifts anything by.
    """
    search, evidence = task.search, task.evidence
    layouts = [layout_at(search, option) for option in options]
    if len(options) == 1:
        (option,) = options
        if task.is_corrected:
            return _corrected(task, option, layouts[0]), option.allowed
        weights = evidence.at(option.place, option.size, option.concurrency)
        return Plan(task, option, layouts[0], weights, 1.0), option.allowed
    ranks = [rank(layout, layout.requests_per_second, search.demanded) for layout in layouts]
    order: Sequence[int] = range(len(options))
    if isinstance(ranks[0], float):
        order = sorted(order, key=ranks.__getitem__, reverse=True)
    plans: dict[int, Plan] = {}
    best, highest = options[0], -1.0
    for at in order:
        option, reaches = options[at], ranks[at]
        if plans:
            limit = reaches * evidence.highest_ratio(option.place, option.size)
            if not any_of(option.allowed & (limit > highest)):
                continue
        found = plans[option.place] = _corrected(task, option, layouts[at])
        reaches = where(option.allowed, reaches * found.ratio, -1.0)
        better = reaches > highest
        best, highest = chosen(better, option, best), where(better, reaches, highest)
    known = plans.get(best.place) if isinstance(best.place, int) else None
    return known or reached(task, best), highest > 0.0


def _keeping(task: Task, options: Sequence[Replicas], count: int | None) -> Kept:
    """The fullest replicas that keep the objectives, of the size whose throughput is the highest.

    count: of rows, None for floats.
    """
    best: Replicas = Replicas(*(whole(value, count) for value in astuple(options[0])))
    highest, ttft_seconds, tpot_seconds = (whole(value, count) for value in (-1.0, inf, inf))
    for option in options:
        rows = rows_where(option.allowed, count)
        if rows is None:
            continue
        own, alone = taken((task, lightest(task, option)), rows)
        found = reached(own, alone)
        best_ttft = least(taken(ttft_seconds, rows), found.ttft_seconds)
        ttft_seconds = changed(ttft_seconds, rows, best_ttft)
        best_tpot = least(taken(tpot_seconds, rows), found.tpot_seconds)
        tpot_seconds = changed(tpot_seconds, rows, best_tpot)
        excess = found.excess
        inside = rows_where(excess <= 0.0, None if count is None else len(rows))
        if inside is None:
            continue
        if count is not None:
            rows = rows[inside]
        own, alone, excess = taken((own, alone, excess), inside)
        full = _fullest(own, alone, excess, None if count is None else len(rows))
        # Of one size, there is nothing to choose.
        reaches = reached(own, full).rank if len(options) > 1 else 1.0
        better = reaches > taken(highest, rows)
        best = changed(best, rows, chosen(better, full, taken(best, rows)))
        highest = changed(highest, rows, greatest(reaches, taken(highest, rows)))
    return Kept(best, highest > 0.0, ttft_seconds, tpot_seconds)


def _fullest(task: Task, alone: Replicas, excess: Number, count: int | None) -> Replicas:
    """The most requests in flight that keep the objectives, between one and all that fit.

    Those that are asked for stay. The search ends at one request more, not at a latency close to
    the objective: where reading the weights takes most of a step, twice the requests are hardly
    slower. alone: replicas under the lightest load, whose excess is at most 0; count: of rows,
    None for floats.
    """
    rows = rows_where(task.search.demanded == 0.0, count)
    if rows is None:
        return alone
    own, one, below = taken((task, alone, excess), rows)
    most = greatest(1.0, filled(one.held))

    def excess_at(concurrency: Number, left: Rows) -> Number:
        part = (own, one) if left is None else taken((own, one), left)
        found = reached(part[0], replace(part[1], concurrency=concurrency)).excess
        return found if left is None else whole(found, len(left))

    above = reached(own, replace(one, concurrency=most)).excess
    if count is not None:
        above = whole(above, len(rows))
    load = illinois(
        excess_at, one.concurrency, most, below, above, rounds=SLO_ROUNDS, is_whole=True
    ).low
    return replace(alone, concurrency=changed(whole(alone.concurrency, count), rows, load))
