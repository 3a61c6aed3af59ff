"""Purchases: what a life commits and owns, what that saves, and what spot puts at risk."""

from collections.abc import Sequence
from math import ceil

import numpy as np

from pricing.formulas import capital
from pricing.formulas.capacity import WHOLE
from pricing.quotes.answers import Commitment, Holding, PurchaseUse, SpotRisk
from pricing.quotes.lifetime.arrays import part_of
from pricing.quotes.lifetime.bill import UNITS_PER_USD, in_units, items_of
from pricing.quotes.lifetime.holdings import Held
from pricing.quotes.lifetime.lives import Horizon, Life
from pricing.quotes.lifetime.months import Span
from pricing.quotes.lifetime.periods import settled
from pricing.quotes.lifetime.report import Accounts
from pricing.quotes.lifetime.service import Stage

OF_A_BASE = (
    "base",
    "committed_usd",
    "beyond_usd",
    "cover_fraction",
    "owned",
    "depreciation_usd",
    "write_off_usd",
    "hosting_usd",
    "operations_usd",
)
"""What a period has of a base, or for lack of a safer way to buy."""


def purchase_of(horizon: Horizon, life: Life, accounts: Accounts) -> PurchaseUse:
    """How the capacity of a life is bought."""
    first = life.service.stages[0].sourcing
    commitments = tuple(
        commitment
        for stage, held in zip(life.service.stages, life.held, strict=True)
        for commitment in _commitments(horizon, life, stage, held)
    )
    on_demand_units = _on_demand_units(life)
    total = sum(accounts.totals)
    saving = None if on_demand_units is None else on_demand_units - total
    return PurchaseUse(
        plan=first.plan,
        base=first.committed[0].bought.price if first.committed else None,
        burst=first.hourly.bought.price if first.hourly else None,
        commitments=commitments,
        holdings=tuple(
            holding
            for stage, held in zip(life.service.stages, life.held, strict=True)
            for holding in _holdings(horizon.market.spans, stage, held)
        ),
        all_on_demand_usd=None if on_demand_units is None else on_demand_units / UNITS_PER_USD,
        saving_usd=None if saving is None else saving / UNITS_PER_USD,
        saving_fraction=saving / on_demand_units
        if saving is not None and on_demand_units
        else None,
        break_even_utilization_fraction=(
            commitments[0].break_even_utilization_fraction if commitments else None
        ),
        spot=_spot(life),
    )


def _commitments(horizon: Horizon, life: Life, stage: Stage, held: Held) -> list[Commitment]:
    """The terms of a stage, each with how far its hours are used."""
    used = life.months["base_hours"].tolist()
    answered = []
    months = stage.last - stage.first
    for commitment in held.commitments:
        offer = held.offers[commitment.offer]
        begin, end = commitment.first, commitment.first + offer.months
        of_stage = horizon.month_hours[stage.first :]
        inside, beyond = sum(of_stage[begin : min(end, months)]), sum(of_stage[months:end])
        usd = offer.usd_per_replica_hour[begin] * commitment.replicas
        held_hours = inside * commitment.replicas
        used_hours = sum(used[stage.first + begin : stage.first + min(end, months)])
        answered.append(
            Commitment(
                option=offer.option,
                from_month=horizon.market.spans[stage.first + begin].label,
                months=offer.months,
                replicas=commitment.replicas,
                usd_per_device_hour=offer.usd_per_replica_hour[begin] / stage.fleet.device_count,
                usd=round(usd * (inside + beyond), 4),
                usd_beyond_horizon=round(usd * beyond, 4),
                utilization_fraction=min(used_hours / held_hours, 1.0) if held_hours else 0.0,
                break_even_utilization_fraction=_break_even(
                    stage,
                    begin,
                    min(end, months),
                    offer.usd_per_replica_hour[begin],
                    inside + beyond,
                    of_stage,
                ),
            )
        )
    return answered


def _break_even(
    stage: Stage,
    begin: int,
    end: int,
    usd_per_replica_hour: float,
    hours: float,
    of_stage: Sequence[float],
) -> float | None:
    """Use from which a term pays: what it costs over what its hours cost by the hour."""
    course = stage.sourcing.hourly or stage.on_demand
    if course is None:
        return None
    by_the_hour = (
        sum(
            course.usd_per_device_hour[stage.first + month] * of_stage[month]
            for month in range(begin, end)
        )
        * stage.fleet.device_count
    )
    return float(
        capital.break_even_utilization_fraction(
            committed_usd_per_hour=usd_per_replica_hour * hours, hourly_usd_per_hour=by_the_hour
        )
    )


def _holdings(spans: Sequence[Span], stage: Stage, held: Held) -> list[Holding]:
    if held.books is None:
        return []
    return [
        Holding(
            device=stage.fleet.device.name,
            from_month=spans[lot.first].label,
            to_month=spans[lot.last].label
            if lot.last is not None and lot.last < len(spans)
            else None,
            device_count=lot.replicas * stage.fleet.device_count,
            usd=round(lot.usd, 4),
            book_usd=round(lot.book_usd, 4),
        )
        for lot in held.books.lots
    ]


def _on_demand_units(life: Life) -> int | None:
    """The total, had all been bought on demand; None where some device is not sold so."""
    stages = life.service.stages
    if not any(stage.sourcing.has_base or stage.spot for stage in stages):
        return None
    if any(stage.on_demand is None for stage in stages):
        return None
    prices = [
        usd * stage.fleet.device_count
        for stage in stages
        if stage.on_demand is not None
        for usd in stage.on_demand.usd_per_device_hour[stage.first : stage.last]
    ]
    nothing = np.zeros(len(prices))
    bare = {**life.months, **dict.fromkeys(OF_A_BASE, nothing), "hourly_usd": np.array(prices)}
    items = items_of(settled(bare, life.hours))
    return int(in_units(items).sum())


def _spot(life: Life) -> SpotRisk | None:
    """What preemptions do to a life that begins on spot capacity."""
    stage, held = life.service.stages[0], life.held[0]
    if stage.spot is None:
        return None
    months = part_of(life.months, stage.first, stage.last)
    running = float(months["running_hours"].sum())
    burst = running - float(months["base_hours"].sum())
    replicas = max(int((months["replicas"] - months["base"]).max()), 0)
    share = burst / running if running else 0.0
    cover = ceil(held.cover_fraction * replicas - WHOLE)
    return SpotRisk(
        preemptions_per_instance_hour=stage.spot.preemptions_per_instance_hour,
        spot_share_fraction=share,
        at_risk_fraction=share * stage.spot.at_risk_fraction,
        cover_replicas=cover,
        covered_fraction=stage.spot.covered(replicas, cover),
    )
