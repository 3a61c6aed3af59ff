"""How many replicas each pool has: those asked for, else those that the load takes."""

from contextlib import suppress

from msgspec.structs import replace

from pricing.errors import InvalidQuery, Refusal
from pricing.purchasing.charges import Terms, rate_of
from pricing.quote.context import QuoteContext
from pricing.unit_costs.device_count import tried_counts
from pricing.unit_costs.pools.operating_point import Joined
from pricing.unit_costs.pools.pool_plans import PlannedPool, planned_pool
from pricing.unit_costs.pools.pool_questions import Asked
from pricing.unit_costs.pools.replica_ratio import Charge, Side, balanced, split, sustaining
from pricing.unit_costs.pools.transfer import transfer_of
from pricing.unit_costs.query import UnitCostQuery


def joined(context: QuoteContext, query: UnitCostQuery, asked: Asked) -> Joined:
    """Two pools with their replicas, and the transfer between them. Raises a Refusal.

    Replicas that are left open are sized each by its own phase, and then counted.
    """
    trial = context.child()
    decode = planned_pool(trial, query, asked.decode)
    late = replace(query, slo=replace(query.slo, ttft_seconds=None), workload="batch")
    sized = planned_pool(trial, late, asked.prefill)
    seconds = transfer_of(trial, sized, decode).seconds
    prefill = planned_pool(trial, query, asked.prefill, transfer_seconds=seconds)
    rate = query.load.requests_per_second
    if rate is not None and asked.device_count is None:
        prefill, decode = (_on_fewest(trial, pool, rate) for pool in (prefill, decode))
    counts = _counts(query, asked, prefill, decode, as_of=context.as_of)
    return joined_with(context, prefill, decode, counts)


def _on_fewest(context: QuoteContext, pool: PlannedPool, rate: float) -> PlannedPool:
    """A pool on the fewest devices of a node that sustain a rate, its own where those are fewest.

    Replicas that serve a request at the least cost when full may be larger than a rate takes.
    """
    needed = pool.size * sustaining(_side(pool), rate)
    for count in tried_counts(pool.workload) if is_open(pool) else ():
        if count >= min(needed, pool.workload.device.node_device_count + 1):
            break
        with suppress(Refusal):
            fewer = pool.on(context, count)
            if rate < fewer.throughput.requests_per_second and not fewer.plan.is_late:
                return fewer
    return pool


def joined_with(
    context: QuoteContext, prefill: PlannedPool, decode: PlannedPool, counts: tuple[int, int]
) -> Joined:
    """The same pools with so many replicas."""
    first, second = (
        pool.with_replicas(context, count)
        for pool, count in zip((prefill, decode), counts, strict=True)
    )
    return Joined(first, second, transfer_of(context, first, second))


def is_open(pool: PlannedPool) -> bool:
    """Whether nobody counts the devices of a pool."""
    return pool.asked.deployment.device_count is None


def _counts(
    query: UnitCostQuery, asked: Asked, prefill: PlannedPool, decode: PlannedPool, *, as_of: str
) -> tuple[int, int]:
    """The replicas of both."""
    first, second = _side(prefill), _side(decode)
    if asked.device_count is not None:
        found = split(first, second, asked.device_count)
        if found is None:
            least = first.device_count + second.device_count
            raise InvalidQuery(
                f"{asked.device_count} devices are too few for both pools: a prefill replica takes"
                f" {first.device_count} × {prefill.workload.device.name}, a decode replica"
                f" {second.device_count} × {decode.workload.device.name}",
                field="deployment.device_count",
                nearest=[str(least)],
            )
        return found
    rate = query.load.requests_per_second
    if rate is not None:
        return sustaining(first, rate), sustaining(second, rate)
    if query.load.concurrency is not None:
        # The requests in flight say how many replicas hold them.
        second = replace(second, replica_count=decode.replica_count)
    return balanced(first, second, _charge_of(prefill, decode, as_of))


def _side(pool: PlannedPool) -> Side:
    """A pool as it is counted."""
    return Side(
        requests_per_second=pool.replica_requests_per_second,
        device_count=pool.size,
        replica_count=None if is_open(pool) else pool.replica_count,
    )


def _charge_of(prefill: PlannedPool, decode: PlannedPool, as_of: str) -> Charge:
    """What replicas of both cost in whole instances; without a price, their devices."""
    catalog = prefill.workload.catalog
    terms = [
        Terms(catalog, as_of, pool.asked.device, pool.asked.purchase) for pool in (prefill, decode)
    ]

    def usd(own: Terms, devices: int, size: int) -> float:
        with suppress(Refusal):
            rate = rate_of(own, float(devices), float(size))
            return float(rate.usd * (devices + rate.unused_devices(float(devices))))
        return float(devices)

    def charge(first: int, second: int) -> float:
        counts = first * prefill.size, second * decode.size
        if terms[0] == terms[1]:
            return usd(terms[0], sum(counts), max(prefill.size, decode.size))
        return usd(terms[0], counts[0], prefill.size) + usd(terms[1], counts[1], decode.size)

    return charge


def tell_counts(context: QuoteContext, pools: Joined) -> None:
    """Say how pools are counted that nobody counts."""
    both = (pools.prefill, pools.decode)
    if not any(map(is_open, both)):
        return
    told = " and ".join(
        f"{pool.replica_count:,} {pool.phase} {_replicas(pool.replica_count)} of {pool.size:,}"
        for pool in both
    )
    context.warn_last(f"not all devices of the pools were counted: {told} serve this load at least")


def _replicas(count: int) -> str:
    return "replica" if count == 1 else "replicas"
