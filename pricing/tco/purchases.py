"""Purchases: what a life commits and owns, what that saves, and what spot puts at risk."""

from collections.abc import Sequence
from math import ceil

import numpy as np

from pricing.fleet.bill import UNITS_PER_USD, in_units, items_of
from pricing.fleet.calendar import Span
from pricing.fleet.holdings import Held, first_committed
from pricing.fleet.periods import settled
from pricing.fleet.price_path import Course
from pricing.fleet.projection import Horizon, Life
from pricing.fleet.service import Stage
from pricing.formulas import capital
from pricing.formulas.capacity import WHOLE
from pricing.numerics.columns import Array, part_of
from pricing.purchasing.warnings import warn_of_providers
from pricing.quote.context import Ledger
from pricing.tco.answer_capacity import Commitment, Holding, PurchaseUse, SpotRisk
from pricing.tco.report import Accounts

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
"""Columns that are zero where all is bought on demand: those of a base, and the cover of spot."""


def purchase_of(ledger: Ledger, horizon: Horizon, life: Life, accounts: Accounts) -> PurchaseUse:
    """How the capacity of a life is bought."""
    stages = life.service.stages
    first = stages[0].sourcing
    for stage in stages:
        warn_of_providers(ledger, _left_open(stage))
    commitments = tuple(
        commitment
        for stage, held in zip(stages, life.held, strict=True)
        for commitment in _commitments(horizon, life, stage, held)
    )
    committed = [
        course
        for stage, held in zip(stages, life.held, strict=True)
        if (course := first_committed(stage, held)) is not None
    ]
    on_demand_units = _on_demand_units(life)
    total = int(accounts.totals.sum())
    saving = None if on_demand_units is None else on_demand_units - total
    return PurchaseUse(
        plan=first.plan,
        base=committed[0].bought.price if committed else None,
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


def _left_open(stage: Stage) -> dict[str, str]:
    """The providers that the table chose, by option, for what names none."""
    plan = stage.plan
    base, burst = plan.base or plan, plan.burst or plan.base or plan
    chosen = {}
    for course, purchase in (
        *((course, base) for course in stage.sourcing.committed),
        (stage.sourcing.hourly, burst),
        (stage.on_demand, base),
    ):
        if course is not None and course.bought.provider and purchase.provider is None:
            chosen[course.option] = course.bought.provider
    return chosen


def _commitments(horizon: Horizon, life: Life, stage: Stage, held: Held) -> list[Commitment]:
    """The terms of a stage, each with how far its hours are used."""
    used = life.months["base_hours"]
    answered = []
    months = stage.last - stage.first
    for commitment in held.commitments:
        offer = held.offers[commitment.offer]
        begin, end = commitment.first, commitment.first + offer.months
        of_stage = horizon.calendar.hours[stage.first :]
        inside = float(of_stage[begin : min(end, months)].sum())
        beyond = float(of_stage[months:end].sum())
        price = float(offer.usd_per_replica_hour[begin])
        usd = price * commitment.replicas
        held_hours = inside * commitment.replicas
        used_hours = float(used[stage.first + begin : stage.first + min(end, months)].sum())
        answered.append(
            Commitment(
                option=offer.option,
                from_month=horizon.market.spans[stage.first + begin].label,
                months=offer.months,
                replicas=commitment.replicas,
                usd_per_device_hour=price / stage.fleet.device_count,
                usd=round(usd * (inside + beyond), 4),
                usd_beyond_horizon=round(usd * beyond, 4),
                utilization_fraction=min(used_hours / held_hours, 1.0) if held_hours else 0.0,
                break_even_utilization_fraction=_break_even(
                    stage,
                    stage.sourcing.hourly or stage.on_demand,
                    begin,
                    min(end, months),
                    price,
                    inside + beyond,
                    of_stage,
                ),
            )
        )
    return answered


def _break_even(
    stage: Stage,
    course: Course | None,
    begin: int,
    end: int,
    usd_per_replica_hour: float,
    hours: float,
    of_stage: Array,
) -> float | None:
    """Use from which a term pays: what it costs over what its hours cost by the hour."""
    if course is None:
        return None
    prices = course.usd_per_device_hour[stage.first + begin : stage.first + end]
    by_the_hour = float(prices @ of_stage[begin:end]) * stage.fleet.device_count
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
    prices = [
        stage.on_demand.usd_per_device_hour[stage.first : stage.last] * stage.fleet.device_count
        for stage in stages
        if stage.on_demand is not None
    ]
    if len(prices) < len(stages):
        return None
    hourly_usd = np.concatenate(prices)
    nothing = dict.fromkeys(OF_A_BASE, np.zeros(len(hourly_usd)))
    bare = {**life.months, **nothing, "hourly_usd": hourly_usd}
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
    cover = ceil(held.cover_fractions[0] * replicas - WHOLE)
    return SpotRisk(
        preemptions_per_instance_hour=stage.spot.preemptions_per_instance_hour,
        spot_share_fraction=share,
        at_risk_fraction=share * stage.spot.at_risk_fraction,
        cover_replicas=cover,
        covered_fraction=stage.spot.covered(replicas, cover),
    )
