"""The unit costs of two pools: what each is bought at and draws, and the bill of both."""

from collections.abc import Mapping
from operator import mul

from msgspec.structs import replace

from pricing.errors import check_finite
from pricing.evidence.device_power import spent
from pricing.numerics.number import known_or_none
from pricing.purchasing.site import Site
from pricing.quote.context import QuoteContext
from pricing.serving.passes.phases import PHASES
from pricing.unit_costs.answer import HourlyLineItem, Performance, UnitCostAnswer
from pricing.unit_costs.bill import bill_of_pools
from pricing.unit_costs.hour import Hour, Output, power_of, used_of
from pricing.unit_costs.media.images import image_outputs, images_answer
from pricing.unit_costs.planning.answer import Power
from pricing.unit_costs.planning.parallelism import (
    ATTENTIONS,
    attention_in,
    experts_in,
    stages_in,
    tensor_in,
)
from pricing.unit_costs.planning.plan_answer import BOUNDS, bound_of, memory_of
from pricing.unit_costs.pools.answer import PoolAnswer, Pools, TransferAnswer
from pricing.unit_costs.pools.deals import Deal, deals_of, price_of_both
from pricing.unit_costs.pools.estimate import Together, together
from pricing.unit_costs.pools.operating_point import Share
from pricing.unit_costs.pools.pool_plans import PlannedPool
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.throughput import Basis, Throughput


def pooled_answer(context: QuoteContext, query: UnitCostQuery) -> UnitCostAnswer:
    """The answer to a query whose deployment has two pools. Raises a Refusal."""
    found = together(context, query)
    point = found.point
    used = used_of(context, query, found.used_fraction)
    pools = (found.pools.prefill, found.pools.decode)
    deals = deals_of(context, query, *pools)
    hours: dict[str, Hour] = {
        pool.phase: _hour(context, query, pool, share, throughput, deal, used)
        for pool, share, throughput, deal in zip(
            pools, (point.prefill, point.decode), found.throughputs, deals, strict=True
        )
    }
    whole = _whole(found, hours, used)
    billed = bill_of_pools(whole, hours)
    check_finite(billed.unit_costs.usd_per_hour, billed.unit_costs.usd_per_request)
    shown = _pools(found, hours, deals, billed.line_items)
    performance = _performance(found)
    return UnitCostAnswer(
        model=pools[1].workload.model.name,
        device=" + ".join(dict.fromkeys(pool.workload.device.name for pool in pools)),
        device_count=sum(pool.device_count for pool in pools),
        precision=" + ".join(dict.fromkeys(pool.workload.number_format.name for pool in pools)),
        unit_costs=billed.unit_costs,
        at_full_use=billed.at_full_use,
        efficiency=billed.efficiency,
        performance=replace(
            performance,
            served_requests_per_second=billed.served_requests_per_second,
            utilization_fraction=used,
        ),
        speculation=found.speculation,
        prefix_cache=found.prefix_cache,
        images=images_answer(found.point.prefill.plan.layout),
        adapters=found.adapters,
        pools=shown,
        memory=None,
        power=billed.power,
        price=price_of_both(pools, deals),
        line_items=billed.line_items,
        assumptions=context.assumptions,
        warnings=context.warnings,
        provenance=context.provenance(query),
    )


def _hour(
    context: QuoteContext,
    query: UnitCostQuery,
    pool: PlannedPool,
    share: Share,
    throughput: Throughput,
    deal: Deal,
    used: float,
) -> Hour:
    """An hour of one pool; used: of what both sustain together."""
    device, layout = pool.workload.device, share.plan.layout
    context.assume_tdp(device)
    output = Output(
        device_count=float(pool.device_count),
        unplaced_count=float(layout.unplaced_count),
        requests_per_second=throughput.requests_per_second,
        low_ratio=throughput.low_ratio,
        high_ratio=throughput.high_ratio,
        used_fraction=share.used_fraction,
        busy_fraction=share.busy_fraction,
        busy_watts=float(share.plan.busy_watts(spent(layout))),
        idle_watts=device.idle_watts,
        host_watts=context.assume_host_watts(device),
    )
    own = used * share.full_fraction
    watts = query.measured.watts_per_device
    power = power_of(
        output,
        own,
        deal.place,
        measured_watts=watts,
        evidence=tuple(row.id for row, _ in share.plan.shown("power")),
    )
    return Hour(
        output,
        deal.rate,
        deal.place,
        own,
        power,
        deal.bought.source,
        watts,
        deal.unused_devices,
        share.full_fraction,
    )


def _whole(found: Together, hours: Mapping[str, Hour], used: float) -> Hour:
    """An hour of both pools together, which no term of a bill is read from."""
    parts = [*hours.values()]

    def mean(values: list[float], weights: list[float]) -> float:
        if len(set(values)) == 1:
            return values[0]
        return float(sum(map(mul, values, weights)) / sum(weights))

    counts = [one.output.device_count for one in parts]
    facility_watts = [one.power.facility_watts for one in parts]
    demand = found.pools.decode.workload.demand
    power = Power(
        device_watts=mean([one.power.device_watts for one in parts], counts),
        system_watts=sum(one.power.system_watts for one in parts),
        facility_watts=sum(facility_watts),
        evidence=tuple(dict.fromkeys(row for one in parts for row in one.power.evidence)),
    )
    first = parts[0]
    place = Site(
        *(
            mean([getattr(one.place, name) for one in parts], facility_watts)
            for name in Site.__struct_fields__
        )
    )
    output = replace(
        first.output,
        device_count=sum(counts),
        unplaced_count=sum(one.output.unplaced_count for one in parts),
        requests_per_second=found.point.requests_per_second,
        low_ratio=found.low_ratio,
        high_ratio=found.high_ratio,
        used_fraction=found.used_fraction,
        input_tokens=demand.input_tokens,
        output_tokens=demand.output_tokens,
        cached_tokens=found.point.prefill.plan.layout.request.prefix.cached_tokens,
        cached_share_fraction=found.point.prefill.plan.layout.cached_share_fraction,
        **image_outputs(found.point.prefill.plan.layout),
    )
    return Hour(output, first.rate, place, used, power)


def _performance(found: Together) -> Performance:
    point, demand = found.point, found.pools.decode.workload.demand
    rate = point.requests_per_second * demand.output_tokens
    slower = found.throughputs[1 if found.limit == "decode" else 0]
    share = point.decode if found.limit == "decode" else point.prefill
    bases: set[Basis] = {one.basis for one in found.throughputs}
    return Performance(
        output_tokens_per_second=rate,
        output_tokens_per_second_low=rate * found.low_ratio,
        output_tokens_per_second_high=rate * found.high_ratio,
        requests_per_second=point.requests_per_second,
        served_requests_per_second=point.requests_per_second,
        utilization_fraction=1.0,
        ttft_seconds=point.ttft_seconds,
        ttft_p99_seconds=known_or_none(point.ttft_p99_seconds),
        burst_ttft_seconds=None,
        tpot_seconds=point.tpot_seconds,
        tpot_p99_seconds=known_or_none(point.tpot_p99_seconds),
        concurrency=point.concurrency,
        tensor_parallel=None,
        attention_parallel=None,
        replica_count=None,
        basis="given" if found.is_given else "measured" if bases == {"measured"} else "modelled",
        bound=BOUNDS[int(bound_of(spent(share.plan.layout)))],
        regime="throughput_bound" if _is_full(found) else "latency_bound",
        evidence=slower.evidence,
        ttft_evidence=(),
    )


def _is_full(found: Together) -> bool:
    """Whether the slower of both is at the highest load that fits."""
    point = found.point
    if point.prefill.full_fraction >= point.decode.full_fraction:
        return True
    return bool(point.decode.plan.layout.saturated)


def _pools(
    found: Together,
    hours: Mapping[str, Hour],
    deals: tuple[Deal, Deal],
    items: tuple[HourlyLineItem, ...],
) -> Pools:
    pools, point, transfer = found.pools, found.point, found.pools.transfer
    usd = {
        phase: sum(item.usd_per_hour for item in items if item.name.startswith(f"{phase}_"))
        for phase in PHASES
    }
    shown = [
        _pool(pool, share, throughput, hours[pool.phase], deal, usd[pool.phase])
        for pool, share, throughput, deal in zip(
            (pools.prefill, pools.decode),
            (point.prefill, point.decode),
            found.throughputs,
            deals,
            strict=True,
        )
    ]
    return Pools(
        prefill=shown[0],
        decode=shown[1],
        transfer=TransferAnswer(
            cache_bytes=transfer.cache_bytes,
            seconds=transfer.seconds,
            bytes_per_second=transfer.cache_bytes / transfer.seconds,
            requests_per_second=pools.transfer_requests_per_second,
            is_within_node=transfer.is_within_node,
        ),
        limit=found.limit,
        replica_ratio=pools.prefill.replica_count / pools.decode.replica_count,
    )


def _pool(
    pool: PlannedPool, share: Share, throughput: Throughput, hour: Hour, deal: Deal, usd: float
) -> PoolAnswer:
    layout = share.plan.layout
    in_flight = max(1.0, share.concurrency / pool.replica_count)
    return PoolAnswer(
        device=pool.workload.device.name,
        device_count=pool.device_count,
        precision=pool.workload.number_format.name,
        tensor_parallel=int(tensor_in(layout)),
        data_parallel=int(layout.group_count),
        expert_parallel=int(experts_in(layout)),
        pipeline_parallel=int(stages_in(layout)),
        attention_parallel=ATTENTIONS[int(attention_in(layout))],
        replica_count=pool.replica_count,
        concurrency=share.concurrency,
        requests_per_second=throughput.requests_per_second,
        full_use_fraction=share.full_fraction,
        utilization_fraction=hour.used_fraction,
        basis="measured" if throughput.basis == "measured" else "modelled",
        bound=BOUNDS[int(bound_of(spent(layout)))],
        device_watts=hour.power.device_watts,
        memory=memory_of(layout, min(float(layout.held), in_flight)),
        price=deal.bought.price,
        owned=hour.owned_rate,
        usd_per_hour=usd,
    )
