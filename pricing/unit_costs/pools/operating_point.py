"""What two pools do together: where requests are, and what they see of both.

A request is read by a replica of the prefill pool, its cache moves, and a replica of the decode
pool generates. The slowest of the three sets the throughput.
"""

from math import floor, nan

from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import queueing
from pricing.formulas.waiting import prefill_queue
from pricing.numerics.number import Number
from pricing.numerics.roots import Rows, illinois
from pricing.serving.passes.pace import Pace, pace_of
from pricing.serving.passes.request import first_token_seconds
from pricing.unit_costs.latency import at_rate
from pricing.unit_costs.planning.task import Plan, reached
from pricing.unit_costs.pools.pool_plans import PlannedPool
from pricing.unit_costs.pools.transfer import Transfer

ROUNDS = 60
TOLERANCE = 1e-9
QUEUED_PROMPTS = 4096.0
"""Places of a queue that is never full."""

LEAST_BATCH = 1e-9
"""Keeps a batch above none."""


class Joined(Struct, frozen=True, eq=False):
    """Two pools with the transfer between them."""

    prefill: PlannedPool
    decode: PlannedPool
    transfer: Transfer

    @property
    def transfer_requests_per_second(self) -> float:
        """What the links of all devices carry."""
        return self.transfer.requests_per_second(
            self.prefill.device_count, self.decode.device_count
        )

    @property
    def full_requests_per_second(self) -> float:
        """What the slowest of the three sustains with as many requests as fit."""
        return min(
            self.prefill.throughput.requests_per_second,
            self.decode.throughput.requests_per_second,
            self.transfer_requests_per_second,
        )

    @property
    def moving_seconds(self) -> float:
        """What a first token takes beside its prefill: the transfer, and what is fixed."""
        layout = self.prefill.plan.layout
        return self.transfer.seconds + float(first_token_seconds(layout.rates, layout.request))

    @property
    def output_tokens(self) -> float:
        """Of a request."""
        return float(self.decode.workload.demand.output_tokens)


class Share(Struct, frozen=True, eq=False):
    """What a pool does in it.

    plan: at its load; concurrency: requests in the pool, all replicas [count]; full_fraction: of
    the throughput of the pool, what it does where the pools together are fully used; used_fraction:
    of the same, what an arrival rate uses, None without one; busy_fraction: of the devices' time,
    what they work at where the pool is fully used, or under the rate.
    """

    plan: Plan
    concurrency: float
    full_fraction: float
    busy_fraction: float
    used_fraction: float | None = None


class Point(Struct, frozen=True, eq=False):
    """What both do at a load; percentiles are NaN at saturation.

    requests_per_second: sustained; concurrency: requests in flight, those on their way included.
    """

    requests_per_second: float
    prefill: Share
    decode: Share
    concurrency: float
    ttft_seconds: float
    tpot_seconds: float
    ttft_p99_seconds: float = nan
    tpot_p99_seconds: float = nan


def full(pools: Joined) -> Point:
    """With as many requests in flight as fit within the objectives."""
    served = pools.full_requests_per_second
    reading = _open_reading_seconds(pools, served)
    batch = _batch(pools, served)
    return _point(
        pools,
        served,
        first_seconds=reading,
        batch=batch,
        full_fractions=(
            served / pools.prefill.throughput.requests_per_second,
            served / pools.decode.throughput.requests_per_second,
        ),
    )


def closed(pools: Joined, concurrency: float) -> Point:
    """With so many requests always in flight; those that the decode pool has no room for wait."""
    prefill, decode, moving = pools.prefill, pools.decode, pools.moving_seconds
    readers, writers = prefill.replica_count, decode.replica_count

    def flow(batch: float) -> tuple[float, float, Pace]:
        """Requests a second with so many in each decode replica, and what a prompt takes."""
        _, writing = _at(decode.plan, max(1.0, batch))
        generating = pools.output_tokens * writing.step_seconds
        reading = _pace_of_prompts(prefill, (concurrency - writers * batch) / readers)
        first = _closed_reading_seconds(reading, moving + generating, concurrency / readers)
        served = concurrency / (first + moving + generating)
        return min(served, pools.transfer_requests_per_second), first, reading

    def excess(batch: Number, _: Rows) -> Number:
        writing = _at(decode.plan, max(1.0, float(batch)))[1]
        served = flow(float(batch))[0]
        return batch - served * pools.output_tokens * writing.step_seconds / writers

    held = max(1.0, float(floor(decode.plan.layout.held)))
    most = min(held, concurrency / writers)
    at_most = excess(most, None)
    found = illinois(excess, LEAST_BATCH, most, -1.0, at_most, rounds=ROUNDS, tolerance=TOLERANCE)
    batch = float(found.low)
    _, writing = _at(decode.plan, max(1.0, batch))
    generating = pools.output_tokens * writing.step_seconds
    served, first, reading = flow(batch)
    if at_most < 0.0:  # a full decode pool keeps the others waiting
        served = min(served, writers * most / generating)
    wait = max(0.0, concurrency / served - first - moving - generating)
    return _point(
        pools,
        served,
        first_seconds=first + wait,
        batch=batch,
        full_fractions=(min(1.0, served * reading.prefill_seconds / readers), min(1.0, batch)),
        concurrency=concurrency,
    )


def under_rate(pools: Joined, requests_per_second: float) -> Point:
    """With requests that arrive at random, fewer than are sustained."""
    served, rate = pools.full_requests_per_second, requests_per_second
    shares, seen = [], []
    for pool in (pools.prefill, pools.decode):
        sustained = pool.throughput.requests_per_second
        plan, serving = at_rate(_unbounded(pool), sustained, rate)
        seen.append(serving)
        shares.append(
            Share(
                plan=plan,
                concurrency=float(serving.concurrency),
                full_fraction=served / sustained,
                busy_fraction=float(serving.busy_fraction),
                used_fraction=rate / sustained,
            )
        )
    reading, writing = seen
    # A request waits for a place in the decode pool; the running step is of TPOT.
    waits_seconds = float(writing.ttft_seconds) - float(writing.layout.speed.step.seconds)
    beside = pools.transfer.seconds + max(0.0, waits_seconds)
    # What is typical of first tokens under load is of engines that decode beside them.
    ratio = float(shares[0].plan.ttft_ratio)
    ttft_seconds = float(reading.ttft_seconds) / ratio + beside
    return Point(
        requests_per_second=served,
        prefill=shares[0],
        decode=shares[1],
        concurrency=rate * (ttft_seconds + pools.output_tokens * float(writing.tpot_seconds)),
        ttft_seconds=ttft_seconds,
        tpot_seconds=float(writing.tpot_seconds),
        ttft_p99_seconds=float(reading.ttft_p99_seconds) / ratio + beside,
        tpot_p99_seconds=float(writing.tpot_p99_seconds),
    )


def _unbounded(pool: PlannedPool) -> Plan:
    """A plan whose prompts wait in a queue without an end; of a decode pool, as it is."""
    if pool.phase == "decode":
        return pool.plan
    return replace(pool.plan, layout=replace(pool.plan.layout, held=QUEUED_PROMPTS))


def _point(
    pools: Joined,
    served: float,
    *,
    first_seconds: float,
    batch: float,
    full_fractions: tuple[float, float],
    concurrency: float | None = None,
) -> Point:
    """Two pools that serve at full use; first_seconds: to a first token, without what is fixed."""
    prefill, decode = pools.prefill, pools.decode
    ttft_seconds = first_seconds + pools.moving_seconds
    waiting = served * first_seconds
    reading, _ = _at(prefill.plan, _places(prefill, waiting / prefill.replica_count))
    writing, pace = _at(decode.plan, max(1.0, batch))
    tpot_seconds = float(pace.step_seconds)
    in_flight = served * (ttft_seconds + pools.output_tokens * tpot_seconds)
    shares = [
        Share(plan, requests, fraction, _placed_fraction(plan))
        for plan, requests, fraction in zip(
            (reading, writing), (waiting, batch * decode.replica_count), full_fractions, strict=True
        )
    ]
    return Point(
        requests_per_second=served,
        prefill=shares[0],
        decode=shares[1],
        concurrency=in_flight if concurrency is None else concurrency,
        ttft_seconds=ttft_seconds,
        tpot_seconds=tpot_seconds,
    )


def _at(plan: Plan, concurrency: float) -> tuple[Plan, Pace]:
    """The same replicas with so many requests in each, and their pace."""
    found = reached(plan.task, replace(plan.replicas, concurrency=concurrency))
    return found, pace_of(found.layout.first_seconds, found.layout.speed, found.ratio, 1.0)


def _places(pool: PlannedPool, waiting: float) -> float:
    """Of requests at a replica, those that share a pass: one in each batch, as many as it holds."""
    layout = pool.plan.layout
    return float(max(layout.group.ranks, min(waiting, layout.concurrency)))


def _pace_of_prompts(pool: PlannedPool, waiting: float) -> Pace:
    return _at(pool.plan, _places(pool, waiting))[1]


def _placed_fraction(plan: Plan) -> float:
    """Of the devices, those that have a place in a replica."""
    return float(1.0 - plan.layout.unplaced_count / plan.layout.device_count)


def _closed_reading_seconds(pace: Pace, elsewhere_seconds: float, concurrency: float) -> float:
    """From request to first token at a replica, with so many requests that come back to it.

    Prompts take turns at the replica, and are elsewhere in between.
    """
    passes = prefill_queue.closed_prefill_passes(
        prefill_passes=1.0,
        output_tokens=elsewhere_seconds / pace.prefill_seconds,
        concurrency=max(1.0, concurrency),
    )
    return float(pace.first_seconds + (passes - 1.0) * pace.prefill_seconds)


def _open_reading_seconds(pools: Joined, served: float) -> float:
    """The same with random arrivals, at most that of a full pool."""
    pool = pools.prefill
    most = float(pool.plan.layout.ttft_seconds / pool.plan.ratio)
    alone = _pace_of_prompts(pool, 1.0)
    share = served / pool.replica_count * alone.prefill_seconds
    if share >= 1.0:
        return most
    waited = alone.first_seconds + share * queueing.open_queue_seconds(
        prefill_seconds=alone.prefill_seconds, load_fraction=share
    )
    return min(most, float(waited))


def _batch(pools: Joined, served: float) -> float:
    """Requests in each decode replica, by Little's law."""
    pool = pools.decode
    count, most = pool.replica_count, float(pool.plan.layout.concurrency)

    def excess(batch: Number, _: Rows) -> Number:
        pace = _at(pool.plan, max(1.0, float(batch)))[1]
        return batch - served * pools.output_tokens * pace.step_seconds / count

    at_most = excess(most, None)
    found = illinois(excess, LEAST_BATCH, most, -1.0, at_most, rounds=ROUNDS, tolerance=TOLERANCE)
    return float(found.low)
