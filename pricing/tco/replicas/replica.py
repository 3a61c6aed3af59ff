"""One replica of a stage of a service, with what its devices cost."""

from collections.abc import Sequence
from typing import Any

from pricing.fleet.calendar import Span
from pricing.fleet.holdings import Holdings, first_committed
from pricing.fleet.projection import Projection
from pricing.fleet.purchases.price_path import PricePath
from pricing.fleet.service import Stage
from pricing.numerics.number import known_or_none
from pricing.purchasing.owning.answer import OwnedRate, owned_rate
from pricing.tco.answer_capacity import Replica, ReplicaPool


def _path(stage: Stage, holdings: Holdings) -> PricePath | None:
    """What a stage is bought at, committed if there is a commitment; None of what is owned."""
    if stage.sourcing.asset is not None:
        return None
    return first_committed(holdings, at_once=True) or stage.sourcing.hourly


def _usd_per_device_hour(stage: Stage, holdings: Holdings) -> float:
    """Price of a device-hour of a stage in its first month."""
    if stage.sourcing.asset is not None:
        return float(stage.sourcing.asset.cost.usd_per_device_hour)
    path = _path(stage, holdings)
    return float(path.usd_per_device_hour[stage.first]) if path else 0.0


def prices_of(projection: Projection) -> dict[str, Any]:
    """What a service buys at: its first commitment, and the hours of its first stage."""
    committed, hourly = projection.committed, projection.service.stages[0].sourcing.hourly
    return {
        "base": committed[0].bought.price if committed else None,
        "burst": hourly.bought.price if hourly else None,
    }


def _pools(stage: Stage, holdings: Holdings) -> tuple[ReplicaPool, ...]:
    """The pools of a replica that have devices or prices of their own."""
    path = _path(stage, holdings)
    if path is None:
        return ()
    return tuple(
        ReplicaPool(
            phase=pool.phase,
            device=pool.device.name,
            device_count=count,
            usd_per_device_hour=float(part.usd_per_device_hour[stage.first]),
            selection=part.bought.price.selection,
        )
        for pool, (part, count) in zip(stage.fleet.pools, path.parts, strict=True)
    )


def _owned_rate(projection: Projection, stage: Stage) -> OwnedRate | None:
    """The hourly cost of the owned devices of a stage, with the energy of its mean hour."""
    asset = stage.sourcing.asset
    if asset is None:
        return None
    months = slice(stage.first, stage.last)
    owned, hours = (projection.months[name][months] for name in ("owned", "hours"))
    device_hours = float(owned @ hours) * stage.fleet.device_count
    energy_usd = float(projection.items["energy"][months].sum())
    return owned_rate(asset.cost, energy_usd / device_hours if device_hours else 0.0)


def replica_of(projection: Projection, at: int, spans: Sequence[Span]) -> Replica:
    """One replica of a stage of a projection, as an answer shows it."""
    stage, holdings = projection.service.stages[at], projection.holdings[at]
    fleet, throughput = stage.fleet, stage.fleet.estimate.throughput
    tokens, pools = fleet.estimate.tokens, fleet.estimate.pool_counts
    return Replica(
        model=tokens.model.name if tokens else None,
        device=fleet.device_name,
        device_count=fleet.device_count,
        pools=_pools(stage, holdings),
        prefill_device_count=pools and pools[0],
        decode_device_count=pools and pools[1],
        precision=tokens.number_format.name if tokens else None,
        from_month=spans[stage.first].label,
        requests_per_second=fleet.requests_per_second,
        requests_per_second_low=fleet.requests_per_second * throughput.low_ratio,
        requests_per_second_high=fleet.requests_per_second * throughput.high_ratio,
        cached_speedup_ratio=fleet.speedup_ratio,
        basis=throughput.basis,
        concurrency=fleet.concurrency,
        service_seconds=fleet.service_seconds,
        ttft_seconds=tokens.serving.ttft_seconds if tokens else None,
        tpot_seconds=known_or_none(tokens.serving.shown_tpot_seconds) if tokens else None,
        usd_per_device_hour=_usd_per_device_hour(stage, holdings),
        owned=_owned_rate(projection, stage),
    )
