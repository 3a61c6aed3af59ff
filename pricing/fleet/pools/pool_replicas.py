"""Replicas of a service whose phases are served apart: so many devices of either pool together."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.evidence.device_power import spent
from pricing.formulas import power
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext
from pricing.serving.passes.phases import PHASES, Phase
from pricing.unit_costs.estimate import Draw, Estimate, Tokens
from pricing.unit_costs.hour import Output
from pricing.unit_costs.latency import Serving
from pricing.unit_costs.planning.plan_answer import performance
from pricing.unit_costs.pools.estimate import Together, together
from pricing.unit_costs.pools.operating_point import Share
from pricing.unit_costs.pools.pool_plans import PlannedPool
from pricing.unit_costs.pools.pool_questions import AskedPool, asked_pools
from pricing.unit_costs.query import Deployment, PhasePool, UnitCostQuery
from pricing.unit_costs.throughput import Basis, Throughput


def device_name(deployment: Deployment) -> str:
    """The device of a deployment, of pools that of the one that reads prompts."""
    if not deployment.is_apart:
        return deployment.only_device
    pools = [getattr(deployment, phase) for phase in PHASES]
    names = [deployment.device, *(pool.device for pool in pools if pool is not None)]
    return next((name for name in names if name is not None), "")


class PoolDevices(Struct, frozen=True, eq=False):
    """The devices of a pool of one replica.

    purchase: the place and the price of its own; provider: that has the devices of both pools,
    where nobody names one.
    """

    phase: Phase
    device: Device
    count: int
    together: float
    purchase: Purchase | None
    provider: str | None


def pooled(
    context: QuoteContext, query: UnitCostQuery
) -> tuple[Device, Estimate, tuple[PoolDevices, ...]]:
    """What one replica of two pools does, the device that reads prompts, and its pools.

    The pools are empty where both have one device and one purchase. Raises a Refusal.
    """
    asked = asked_pools(context, query)
    both = asked.prefill, asked.decode
    devices, own = [one.device for one in both], [_own(query, one) for one in both]
    is_one = devices[0] is devices[1] and own == [None, None]
    # Pools of one device and purchase are counted whatever the place: they are bought as one.
    found = together(context, replace(query, purchase=Purchase()) if is_one else query)
    if is_one:
        return devices[0], _estimate(context, devices, found), ()
    planned = found.pools.prefill, found.pools.decode
    pools = tuple(
        PoolDevices(
            phase=one.phase,
            device=one.device,
            count=pool.device_count,
            together=float(pool.size),
            purchase=purchase,
            provider=None if query.purchase.provider else pool.asked.purchase.provider,
        )
        for one, purchase, pool in zip(both, own, planned, strict=True)
    )
    return devices[0], _estimate(context, devices, found), pools


def _own(query: UnitCostQuery, pool: AskedPool) -> Purchase | None:
    """Where a pool is bought and at what price, where it says so itself.

    Raises InvalidQuery for what the plan of a service decides.
    """
    own: PhasePool | None = getattr(query.deployment, pool.phase)
    if own is None or own.purchase is None:
        return None
    for name in ("option", "ownership", "beside"):
        if getattr(own.purchase, name):
            raise InvalidQuery(
                f"the purchase of a service says how all of its devices are bought: leave out"
                f" deployment.{pool.phase}.purchase.{name}, and keep the place or the price",
                field=f"deployment.{pool.phase}.purchase.{name}",
            )
    return own.purchase


def _estimate(context: QuoteContext, devices: Sequence[Device], found: Together) -> Estimate:
    point, workload = found.point, found.pools.decode.workload
    pools = found.pools.prefill, found.pools.decode
    demand, layout = workload.demand, point.decode.plan.layout
    rate, counts = point.requests_per_second, [pool.device_count for pool in pools]
    reached = Throughput(
        rate, rate * demand.output_tokens, found.low_ratio, found.high_ratio, _basis(found)
    )
    shares, total = (point.prefill, point.decode), sum(counts)
    watts = [_watts(*one) for one in zip(devices, pools, shares, strict=True)]

    def mean(each: Sequence[float]) -> float:
        """Of a device of both pools."""
        if each[0] == each[1]:
            return each[0]
        return sum(one * count for one, count in zip(each, counts, strict=True)) / total

    busy_watts = sum(one * count for one, count in zip(watts, counts, strict=True)) / total
    output = Output(
        device_count=float(total),
        unplaced_count=float(sum(pool.plan.layout.unplaced_count for pool in pools)),
        requests_per_second=rate,
        low_ratio=found.low_ratio,
        high_ratio=found.high_ratio,
        used_fraction=None,
        busy_fraction=1.0,
        input_tokens=demand.input_tokens,
        output_tokens=demand.output_tokens,
        share_fraction=counts[0] / total,
        busy_watts=busy_watts,
        idle_watts=mean([device.idle_watts for device in devices]),
        host_watts=mean([context.assume_host_watts(device) for device in devices]),
    )
    serving = Serving(
        layout=layout,
        concurrency=point.concurrency,
        busy_fraction=1.0,
        ttft_seconds=point.ttft_seconds,
        tpot_seconds=point.tpot_seconds,
        ttft_p99_seconds=point.ttft_p99_seconds,
        tpot_p99_seconds=point.tpot_p99_seconds,
    )
    return Estimate(
        device_count=total,
        throughput=reached,
        output=output,
        performance=performance(reached),
        together=float(max(pool.size for pool in pools)),
        speculation=found.speculation,
        prefix_cache=found.prefix_cache,
        adapters=found.adapters,
        tokens=Tokens(
            model=workload.model,
            number_format=workload.number_format,
            demand=demand,
            serving=serving,
            draw=Draw(busy_watts, (), spent(layout)),
        ),
        pool_counts=(counts[0], counts[1]),
    )


def _basis(found: Together) -> Basis:
    bases = {one.basis for one in found.throughputs}
    return "given" if found.is_given else "measured" if bases == {"measured"} else "modelled"


def _watts(device: Device, pool: PlannedPool, share: Share) -> float:
    """Mean power of a device of a pool where both are fully used; it may wait for the other."""
    layout = share.plan.layout
    at_work = float(share.plan.busy_watts(spent(layout)))
    placed = 1.0 - float(pool.plan.layout.unplaced_count) / pool.device_count
    return float(
        power.device_watts(
            busy_watts=at_work,
            idle_watts=min(device.idle_watts, at_work),
            busy_fraction=share.full_fraction * min(share.busy_fraction, placed),
        )
    )
