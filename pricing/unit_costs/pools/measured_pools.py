"""Two pools whose throughput the caller has measured."""

from msgspec.structs import replace

from pricing.errors import InvalidQuery
from pricing.quote.context import QuoteContext
from pricing.unit_costs.pools.operating_point import Joined, Point, Share
from pricing.unit_costs.pools.pool_questions import Asked
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.throughput import Throughput, given_throughput, warn_of_peak


def is_measured(query: UnitCostQuery) -> bool:
    """Whether the caller says what both pools together do."""
    given = query.measured
    return given.output_tokens_per_second is not None or given.requests_per_second is not None


def check_measured(query: UnitCostQuery, asked: Asked) -> None:
    """Raises InvalidQuery for a measured throughput of devices that nobody counts, or at a rate."""
    if not is_measured(query):
        return
    for pool in (asked.prefill, asked.decode):
        if pool.deployment.device_count is None:
            raise InvalidQuery(
                f"measured is what all devices do: say how many are in deployment.{pool.phase}",
                field=f"deployment.{pool.phase}.device_count",
            )
    if query.load.requests_per_second is not None:
        raise InvalidQuery(
            "the share of a measured throughput of two pools that a rate uses is"
            " utilization_fraction: give it, and leave out load.requests_per_second",
            field="load.requests_per_second",
        )


def as_measured(
    context: QuoteContext, query: UnitCostQuery, pools: Joined, point: Point
) -> tuple[Point, Throughput | None]:
    """A point at the throughput of the caller, None where it says none.

    Whoever goes faster than modelled takes less time for every token, but for the transfer and what
    is fixed of the first.
    """
    given = given_throughput(query.measured, pools.decode.workload.demand)
    if given is None:
        return point, None
    for pool in (pools.prefill, pools.decode):
        warn_of_peak(context, pool.workload, pool.plan, given)
    ratio = given.requests_per_second / point.requests_per_second
    fixed = pools.moving_seconds
    ttft_seconds = fixed + (point.ttft_seconds - fixed) / ratio
    tpot_seconds = point.tpot_seconds / ratio
    in_flight = given.requests_per_second * (ttft_seconds + pools.output_tokens * tpot_seconds)
    measured = replace(
        point,
        requests_per_second=given.requests_per_second,
        prefill=_used(point.prefill, ratio),
        decode=_used(point.decode, ratio),
        ttft_seconds=ttft_seconds,
        tpot_seconds=tpot_seconds,
        concurrency=query.load.concurrency or in_flight,
    )
    return measured, given


def _used(share: Share, ratio: float) -> Share:
    """What a pool does where both serve so many times what is modelled, all of it at the most."""
    return replace(share, full_fraction=min(1.0, share.full_fraction * ratio))


def reaching(throughput: Throughput, given: Throughput | None) -> Throughput:
    """What a pool sustains, which is no less than what both were measured at."""
    if given is None or throughput.requests_per_second >= given.requests_per_second:
        return throughput
    return replace(throughput, requests_per_second=given.requests_per_second)
