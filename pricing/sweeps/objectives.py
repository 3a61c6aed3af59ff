"""Objectives on arrays: the most requests in flight that keep an SLO, for many rows at once.

The search is that of pricing.unit_costs.plan, step by step: rows that are done drop out.
"""

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.numerics.number import Number, greatest, where
from pricing.serving.layout import Layout
from pricing.serving.memory import filled, shared
from pricing.sweeps.arrays import Array, part_of, whole
from pricing.sweeps.layouts import Chosen, Question, allowed_of, gain_ratio
from pricing.unit_costs.plan import SLO_ROUNDS


class Limits(Struct, frozen=True, eq=False):
    """An SLO of every row [seconds]; infinite where there is none."""

    ttft_seconds: Number
    tpot_seconds: Number


class Reached(Struct, frozen=True, eq=False):
    """What rows reach at a load, corrected by measurements."""

    layout: Layout
    requests_per_second: Number
    ttft_seconds: Number
    tpot_seconds: Number

    def excess(self, limits: Limits) -> Number:
        """How far the latency is above an SLO, as a share of it; the worse of the two."""
        return greatest(
            self.ttft_seconds / limits.ttft_seconds - 1.0,
            self.tpot_seconds / limits.tpot_seconds - 1.0,
        )


class Task(Struct, frozen=True, eq=False):
    """Rows that look for a load: what they ask, and what else decides what they reach."""

    asked: Question
    limits: Limits
    sizes: tuple[Number, ...]
    rows: Array


Reach = Callable[[Task, Chosen], Reached]
"""What rows reach with replicas of some size under some load."""


class Kept(Struct, frozen=True, eq=False):
    """Layouts that keep the SLO where there is one, else the best latencies of any.

    rows: whose these are.
    """

    rows: Array
    chosen: Chosen
    meets: Array
    ttft_seconds: Array
    tpot_seconds: Array


def keep_objectives(task: Task, reach: Reach) -> Kept:
    """For each row, the layout of the highest throughput whose latency keeps the SLO."""
    count, asked = len(task.rows), task.asked
    best = np.full(count, -1.0)
    size_of, held_of, load_of = np.ones(count), np.ones(count), np.ones(count)
    ttft, tpot = np.full(count, np.inf), np.full(count, np.inf)
    held = [asked.room.held(size) for size in task.sizes]
    for size, may in zip(task.sizes, allowed_of(asked, task.sizes, held), strict=True):
        load = where(asked.concurrency > 0.0, asked.concurrency, asked.device_count / size)
        lightest = _at(asked, size, load)
        inside = np.flatnonzero(whole(may, count))
        if not len(inside):
            continue
        own, chosen = part_of(task, inside), part_of(lightest, inside)
        alone = reach(own, chosen)
        excess = whole(alone.excess(own.limits), len(inside))
        meets = excess <= 0.0
        missed = inside[~meets]
        ttft[missed] = np.minimum(ttft[missed], whole(alone.ttft_seconds, len(inside))[~meets])
        tpot[missed] = np.minimum(tpot[missed], whole(alone.tpot_seconds, len(inside))[~meets])
        if not meets.any():
            continue
        inside, own, chosen = inside[meets], part_of(own, meets), part_of(chosen, meets)
        load, requests = _fullest(
            own,
            whole_of(chosen, len(inside)),
            excess[meets],
            whole(alone.requests_per_second, len(meets))[meets],
            reach,
        )
        ranks = requests / whole(gain_ratio(own.asked, chosen), len(inside))
        better = ranks > best[inside]
        rows = inside[better]
        best[rows], load_of[rows] = ranks[better], load[better]
        size_of[rows] = whole(chosen.size, len(better))[better]
        held_of[rows] = whole(chosen.held, len(better))[better]
    meets = best >= 0.0
    return Kept(task.rows, Chosen(size_of, held_of, load_of, meets), meets, ttft, tpot)


def whole_of(chosen: Chosen, count: int) -> Chosen:
    """With an array for every number."""
    return Chosen(*(whole(getattr(chosen, name), count) for name in chosen.__struct_fields__))


def _at(asked: Question, size: Number, load: Number) -> Chosen:
    """Replicas of some size under a load on all devices."""
    share, held = load / asked.device_count, asked.room.held(size)
    fits = held >= 1.0
    return Chosen(size, held, where(fits, shared(held, share * size), 1.0), fits)


def _fullest(
    task: Task, alone: Chosen, excess: Array, requests: Array, reach: Reach
) -> tuple[Array, Array]:
    """The most requests in flight that keep the SLO, and the throughput there.

    Between one and all that fit; those that are asked for stay. Regula falsi after Illinois.
    """
    load = alone.concurrency.copy()
    rows = np.flatnonzero(whole(task.asked.concurrency, len(load)) == 0.0)
    if not len(rows):
        return load, requests
    requests = requests.copy()
    full = replace(part_of(alone, rows), concurrency=filled(alone.held[rows]))
    reached = reach(part_of(task, rows), full)
    above = whole(reached.excess(part_of(task.limits, rows)), len(rows)).copy()
    done = above <= 0.0
    load[rows[done]] = full.concurrency[done]
    requests[rows[done]] = whole(reached.requests_per_second, len(rows))[done]
    low, high, below = load[rows], full.concurrency, excess[rows].copy()
    moved = np.zeros(len(rows))
    for _ in range(SLO_ROUNDS):
        going = np.flatnonzero(~done & (high - low > 1.0))
        if not len(going):
            break
        one, other = below[going], above[going]
        middle = np.round((low[going] * other - high[going] * one) / (other - one))
        middle = np.minimum(np.maximum(middle, low[going] + 1.0), high[going] - 1.0)
        at = rows[going]
        own, own_size = part_of(task, at), alone.size[at]
        chosen = _at(own.asked, own_size, middle * (own.asked.device_count // own_size))
        reached = reach(own, chosen)
        found = whole(reached.excess(own.limits), len(going))
        keeps = found <= 0.0
        again = np.where(keeps, moved[going] < 0.0, moved[going] > 0.0)
        above[going] = np.where(keeps, np.where(again, other / 2.0, other), found)
        below[going] = np.where(keeps, found, np.where(again, one / 2.0, one))
        low[going] = np.where(keeps, middle, low[going])
        high[going] = np.where(keeps, high[going], middle)
        moved[going] = np.where(keeps, -1.0, 1.0)
        load[at[keeps]] = chosen.concurrency[keeps]
        requests[at[keeps]] = whole(reached.requests_per_second, len(going))[keeps]
    return load, requests
