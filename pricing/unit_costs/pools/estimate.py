"""What two pools do for a query: their replicas, the point at which they serve, and cautions."""

from functools import lru_cache
from math import ceil, inf

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.errors import Infeasible
from pricing.numerics.rounding import rounded_down, rounded_up
from pricing.quote.adapters import AdaptersAnswer, adapters_answer
from pricing.quote.context import QuoteContext, Snapshot
from pricing.serving.objectives import NO_DEFAULTS, Limits, default_limits, limits_in_force
from pricing.unit_costs.estimate import check_load, check_use
from pricing.unit_costs.planning.gain import (
    PrefixCache,
    SpeculationGain,
    prefix_cache,
    speculation_gain,
)
from pricing.unit_costs.pools.answer import Limit
from pricing.unit_costs.pools.cautions import caution
from pricing.unit_costs.pools.deals import at_one_provider
from pricing.unit_costs.pools.measured_pools import (
    as_measured,
    check_measured,
    is_measured,
    reaching,
)
from pricing.unit_costs.pools.operating_point import Joined, Point, closed, full, under_rate
from pricing.unit_costs.pools.pool_questions import asked_pools
from pricing.unit_costs.pools.replica_counts import is_open, joined, joined_with, tell_counts
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.reading.demand import check_context
from pricing.unit_costs.throughput import Throughput

FITTING_FRACTION = 0.99
"""A refused rate is answered with the one that uses this much of the pools."""

MOST_TRIES = 12
"""Counts of replicas at which an objective is looked at."""

FEW_REPLICAS = 16
"""Replicas of a pool up to which one more is tried at a time."""


class Together(Struct, frozen=True, eq=False):
    """Two pools at a load; throughputs: of each, with its interval; limit: the slowest of all.

    is_given: whether the throughput is the caller's.
    """

    pools: Joined
    point: Point
    throughputs: tuple[Throughput, Throughput]
    low_ratio: float
    high_ratio: float
    limit: Limit
    is_given: bool = False
    used_fraction: float | None = None
    speculation: SpeculationGain | None = None
    prefix_cache: PrefixCache | None = None
    adapters: AdaptersAnswer | None = None


def together(context: QuoteContext, query: UnitCostQuery) -> Together:
    """What the pools of a query do. Raises a Refusal where there is no honest answer."""
    check_load(query.load)
    found, snapshot = _recorded(context.catalog, context.as_of, _decisive(query))
    context.merge(snapshot)
    check_use(found.used_fraction, query.utilization_fraction)
    return found


def _decisive(query: UnitCostQuery) -> UnitCostQuery:
    """A query without what decides neither replicas nor their load."""
    return replace(
        query,
        measured=replace(query.measured, watts_per_device=None),
        utilization_fraction=None,
        drivers=False,
        catalog=None,
        as_of=None,
        labels=None,
    )


@lru_cache(maxsize=2048)
def _recorded(catalog: Catalog, as_of: str, query: UnitCostQuery) -> tuple[Together, Snapshot]:
    context = QuoteContext(catalog, as_of)
    return _together(context, query), context.snapshot


def _together(context: QuoteContext, query: UnitCostQuery) -> Together:
    asked = at_one_provider(context, query, asked_pools(context, query))
    check_measured(query, asked)
    pools = joined(context, query, asked)
    demand = pools.decode.workload.demand
    for pool in (asked.prefill, asked.decode):
        check_context(pool.deployment.max_context_tokens, demand)
    limits = _limits(context.catalog, query, pools)
    rate, given = query.load.requests_per_second, None
    if rate is None:
        point = full(pools) if demand.concurrency is None else closed(pools, demand.concurrency)
        point, given = as_measured(context, query, pools, point)
        if given is None:
            _check_objectives(query, point)
    else:
        pools, point = _at_rate(context, query, pools, rate, limits)
    tell_counts(context, pools)
    throughputs = (
        reaching(pools.prefill.spanned(context), given),
        reaching(pools.decode.spanned(context), given),
    )
    low, high = _ends(pools, point, throughputs) if given is None else (1.0, 1.0)
    if rate is not None and rate >= point.requests_per_second * low:
        context.warn(
            f"{rate:g} requests per second are within the 80% interval of what the pools sustain:"
            " they may not keep up with them"
        )
    found = Together(
        pools=pools,
        point=point,
        throughputs=throughputs,
        low_ratio=low,
        high_ratio=high,
        limit=_slowest(pools),
        is_given=given is not None,
        used_fraction=rate and rate / point.requests_per_second,
        speculation=speculation_gain(
            context, pools.decode.workload.deployed.speculated, point.decode.plan.layout
        ),
        prefix_cache=prefix_cache(context, point.prefill.plan.layout),
        adapters=adapters_answer(pools.decode.workload.deployed.adapters),
    )
    caution(context, pools, point, limit=found.limit, limits=limits)
    return found


def _limits(catalog: Catalog, query: UnitCostQuery, pools: Joined) -> Limits:
    """The objectives that hold: those asked for, and of interactive work the defaults."""
    slo = query.slo
    asked = Limits(slo.ttft_seconds or inf, slo.tpot_seconds or inf)
    model, demand = pools.decode.workload.model, pools.decode.workload.demand
    is_open = demand.concurrency is None and not is_measured(query)
    is_default = query.workload == "interactive" and is_open
    default = default_limits(catalog, model.architecture) if is_default else NO_DEFAULTS
    return limits_in_force(asked, default, demand.input_tokens)


def _at_rate(
    context: QuoteContext, query: UnitCostQuery, pools: Joined, rate: float, limits: Limits
) -> tuple[Joined, Point]:
    """Pools under a rate: of those that nobody counts, more replicas where an objective is missed.

    Raises Infeasible for a rate that they do not sustain, or under which they miss what is asked.
    """
    if rate >= pools.full_requests_per_second:
        raise _overloaded(pools, rate)
    first = pools, under_rate(pools, rate)
    found = first
    for _ in range(MOST_TRIES):
        pools, point = found
        counts = [pools.prefill.replica_count, pools.decode.replica_count]
        more = _more(pools, point, limits)
        if more == counts:
            break
        pools = joined_with(context, pools.prefill, pools.decode, (more[0], more[1]))
        found = pools, under_rate(pools, rate)
    missed = _missed(query, found[1])
    if missed is not None:
        raise missed
    kept = found[1]
    keeps = kept.ttft_seconds <= limits.ttft_seconds and kept.tpot_seconds <= limits.tpot_seconds
    return found if keeps else first if _missed(query, first[1]) is None else found


def _more(pools: Joined, point: Point, limits: Limits) -> list[int]:
    """The replicas of both, with more of a pool that nobody counts and that is too slow.

    First tokens wait for the busier pool.
    """
    is_late = point.ttft_seconds > limits.ttft_seconds
    used = [share.used_fraction or 0.0 for share in (point.prefill, point.decode)]
    too_slow = (
        is_late and used[0] >= used[1],
        (is_late and used[1] > used[0]) or point.tpot_seconds > limits.tpot_seconds,
    )
    return [
        pool.replica_count + (ceil(pool.replica_count / FEW_REPLICAS) if slow else 0)
        if is_open(pool)
        else pool.replica_count
        for pool, slow in zip((pools.prefill, pools.decode), too_slow, strict=True)
    ]


def _overloaded(pools: Joined, rate: float) -> Infeasible:
    sustained = pools.full_requests_per_second
    limit = _slowest(pools)
    field = "load.requests_per_second"
    return Infeasible(
        f"the pools sustain {sustained:.4g} requests per second, and {rate:g} arrive: {limit} is"
        f" the slowest of prefill {pools.prefill.throughput.requests_per_second:.4g}, transfer"
        f" {pools.transfer_requests_per_second:.4g} and decode"
        f" {pools.decode.throughput.requests_per_second:.4g}",
        field=field,
        nearest=[rounded_down(FITTING_FRACTION * sustained)],
    )


def _check_objectives(query: UnitCostQuery, point: Point) -> None:
    missed = _missed(query, point)
    if missed is not None:
        raise missed


def _missed(query: UnitCostQuery, point: Point) -> Infeasible | None:
    """The refusal of a point that misses an objective of the caller; None where it keeps all."""
    slo = query.slo
    for name, limit, seconds, pool in (
        ("ttft", slo.ttft_seconds, point.ttft_seconds, "prefill"),
        ("tpot", slo.tpot_seconds, point.tpot_seconds, "decode"),
    ):
        if limit is not None and seconds > limit * (1.0 + 1e-9):
            return Infeasible(
                f"the pools miss the SLO at this load: the time to first token is"
                f" {point.ttft_seconds:.4g} s and the time per output token"
                f" {point.tpot_seconds:.4g} s; more deployment.{pool} devices are faster",
                field=f"slo.{name}_seconds",
                nearest=[rounded_up(seconds)],
            )
    return None


def _slowest(pools: Joined) -> Limit:
    """What sets the throughput with as many requests as fit."""
    sustained: dict[Limit, float] = {
        "prefill": pools.prefill.throughput.requests_per_second,
        "transfer": pools.transfer_requests_per_second,
        "decode": pools.decode.throughput.requests_per_second,
    }
    return min(sustained, key=sustained.__getitem__)


def _ends(
    pools: Joined, point: Point, throughputs: tuple[Throughput, Throughput]
) -> tuple[float, float]:
    """Ends of the interval of both together over the throughput: that of the slower one at each."""
    served = point.requests_per_second
    ratios = [1.0 / share.full_fraction for share in (point.prefill, point.decode)]
    most = pools.transfer_requests_per_second / served
    low = min(
        most, *(ratio * one.low_ratio for ratio, one in zip(ratios, throughputs, strict=True))
    )
    high = min(
        most, *(ratio * one.high_ratio for ratio, one in zip(ratios, throughputs, strict=True))
    )
    return min(1.0, low), max(1.0, high)
