"""Replicas of a service whose phases are served apart: so many devices of either pool together."""

from pricing.catalog.rows import Device
from pricing.errors import InvalidQuery
from pricing.evidence.device_power import spent
from pricing.formulas import power
from pricing.quote.context import QuoteContext
from pricing.serving.passes.phases import PHASES
from pricing.unit_costs.estimate import Draw, Estimate, Tokens
from pricing.unit_costs.hour import Output
from pricing.unit_costs.latency import Serving
from pricing.unit_costs.planning.shown import performance
from pricing.unit_costs.pools.asked import asked_pools
from pricing.unit_costs.pools.estimate import Together, together
from pricing.unit_costs.pools.planned import PlannedPool
from pricing.unit_costs.pools.point import Share
from pricing.unit_costs.query import Deployment, UnitCostQuery
from pricing.unit_costs.throughput import Basis, Throughput


def device_name(deployment: Deployment) -> str:
    """The device of a deployment, of pools that of the one that reads prompts."""
    if not deployment.is_apart:
        return deployment.only_device
    pools = [getattr(deployment, phase) for phase in PHASES]
    names = [deployment.device, *(pool.device for pool in pools if pool is not None)]
    return next((name for name in names if name is not None), "")


def pooled(context: QuoteContext, query: UnitCostQuery) -> tuple[Device, Estimate]:
    """What one replica of two pools does, and its device. Raises a Refusal.

    A service has one purchase and one path of prices, and so one kind of device.
    """
    asked = asked_pools(context, query)
    for phase in PHASES:
        own = getattr(query.deployment, phase)
        if own is not None and own.purchase is not None:
            raise InvalidQuery(
                f"a service buys all of its devices by its purchase: leave out"
                f" deployment.{phase}.purchase",
                field=f"deployment.{phase}.purchase",
            )
    device = asked.prefill.device
    if asked.decode.device is not device:
        raise InvalidQuery(
            f"a service over time has one path of prices, and deployment.prefill is of"
            f" {device.name}, deployment.decode of {asked.decode.device.name}: give both one"
            " device, or ask for the unit costs of these pools",
            field="deployment.decode.device",
            nearest=[device.name],
        )
    found = together(context, query)
    return device, _estimate(context, device, found)


def _estimate(context: QuoteContext, device: Device, found: Together) -> Estimate:
    point, workload = found.point, found.pools.decode.workload
    pools = found.pools.prefill, found.pools.decode
    demand, layout = workload.demand, point.decode.plan.layout
    rate, counts = point.requests_per_second, [pool.device_count for pool in pools]
    reached = Throughput(
        rate, rate * demand.output_tokens, found.low_ratio, found.high_ratio, _basis(found)
    )
    watts = [
        _watts(device, pool, share)
        for pool, share in zip(pools, (point.prefill, point.decode), strict=True)
    ]
    total = sum(counts)
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
        idle_watts=device.idle_watts,
        host_watts=context.assume_host_watts(device),
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
