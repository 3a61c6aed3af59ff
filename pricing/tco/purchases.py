"""Purchases of a service as answered: commitments, owned devices, savings and the risk of spot."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pricing.fleet.arrays import part_of, stacked, tall
from pricing.fleet.bill import in_units, items_of
from pricing.fleet.calendar import Span
from pricing.fleet.contracts.bill import bound_of, settled_of, with_contracts
from pricing.fleet.holdings import Holdings, held, terms_of
from pricing.fleet.hours import Hours
from pricing.fleet.periods import Horizon, instance_columns, with_use
from pricing.fleet.projection import Projection
from pricing.fleet.purchases.commitments import hours_after, usd_per_hour
from pricing.fleet.purchases.price_path import PricePath
from pricing.fleet.purchases.rented_prices import renting
from pricing.fleet.service import Stage
from pricing.formulas import capital
from pricing.formulas.capacity import WHOLE
from pricing.numerics.number import Array
from pricing.numerics.structs import taken
from pricing.purchasing.price import Bought
from pricing.purchasing.warnings import warn_of_dear, warn_of_providers
from pricing.quote.context import QuoteContext
from pricing.tco.alternative_costs import Baseline
from pricing.tco.answer_capacity import Commitment, Holding, PurchaseUse, SpotRisk
from pricing.tco.replicas.replica import prices_of
from pricing.units import UNITS_PER_USD


def purchase_of(context: QuoteContext, horizon: Horizon, baseline: Baseline) -> PurchaseUse:
    """The purchases of a projection."""
    projection = baseline.projection
    stages = projection.service.stages
    for stage in stages:
        warn_of_providers(context, _chosen(stage, stage.sourcing.hourly, stage.on_demand))
        paths = (*stage.sourcing.committed, stage.sourcing.hourly, stage.on_demand)
        warn_of_dear(context, [path.bought for path in paths if path is not None])
    commitments = tuple(
        commitment
        for stage, holdings in zip(stages, projection.holdings, strict=True)
        for commitment in _commitments(horizon, projection, stage, holdings)
    )
    return PurchaseUse(
        plan=stages[0].sourcing.plan,
        **prices_of(projection),
        commitments=commitments,
        **_coverage(projection),
        usd_beyond_horizon=round(projection.later_usd, 4),
        holdings=tuple(
            holding
            for stage, holdings in zip(stages, projection.holdings, strict=True)
            for holding in _holdings(horizon.market.spans, stage, holdings)
        ),
        **_saving(horizon, baseline),
        break_even_utilization_fraction=(
            commitments[0].break_even_utilization_fraction if commitments else None
        ),
        spot=_spot(projection),
    )


def warn_of_other_providers(
    context: QuoteContext, deployment: Projection, others: Mapping[str, Projection]
) -> None:
    """Warn where what stands beside each other is rented from providers that nobody named."""
    sold = {"this deployment": deployment, **others}
    providers = {name: _providers_of(one) for name, one in sold.items()}
    if others and len(set().union(*providers.values())) > 1:
        told = [f"{name} of {' and '.join(sorted(own))}" for name, own in providers.items() if own]
        context.warn_first(
            f"the prices beside each other are of different providers: {', '.join(told)}. Name a"
            " provider in each purchase to compare its terms"
        )


def _providers_of(projection: Projection) -> set[str]:
    """The providers of what is rented, where the plan names none."""
    return {
        bought.provider
        for stage in projection.service.stages
        for bought in _chosen(stage, stage.sourcing.hourly)
        if bought.provider is not None
    }


def _coverage(projection: Projection) -> dict[str, Any]:
    """How much commitments serve, how much of them is used, and how good the plan is."""
    months = projection.months
    used = float((months["base_hours"] - months["owned_hours"]).sum())
    running = float(months["running_hours"].sum())
    paid = float(((months["base"] - months["owned"]) * months["hours"]).sum())
    gaps = [one.gap_usd for one in projection.holdings if one.gap_usd is not None]
    return {
        "coverage_fraction": min(used / running, 1.0) if running else 0.0,
        "commitment_utilization_fraction": min(used / paid, 1.0) if paid else None,
        "optimality_gap_usd": round(sum(gaps), 2) if gaps else None,
    }


def _saving(horizon: Horizon, baseline: Baseline) -> dict[str, Any]:
    """What all on demand would cost, and what the plan saves of it; None without such a price."""
    accounts, months = baseline.accounts, baseline.projection.months
    on_demand = _on_demand_units(horizon, baseline.projection)
    if on_demand is None:
        names = ("all_on_demand_usd", "saving_usd", "saving_discounted_usd", "saving_fraction")
        return dict.fromkeys(names)
    total = int(on_demand.sum())
    saving = total - int(accounts.totals.sum())
    training, at_once = (
        np.rint(months[name] * UNITS_PER_USD) for name in ("training_usd", "staff_usd")
    )
    late = (on_demand - training - at_once) * baseline.late_ratio
    worth = ((late + at_once) * baseline.factors[:-1]).sum() + training.sum()
    return {
        "all_on_demand_usd": total / UNITS_PER_USD,
        "saving_usd": saving / UNITS_PER_USD,
        "saving_discounted_usd": round(worth - int(accounts.discounted.sum())) / UNITS_PER_USD,
        "saving_fraction": saving / total if total else None,
    }


def _chosen(stage: Stage, *hourly: PricePath | None) -> Iterator[Bought]:
    """What is committed and some prices by the hour, where the plan names no provider."""
    plan = stage.plan
    base, burst = renting(plan), plan.burst or renting(plan)
    for path in stage.sourcing.committed:
        if base.provider is None:
            yield path.bought
    for one in hourly:
        purchase = burst if one is stage.sourcing.hourly else base
        if one is not None and purchase.provider is None:
            yield one.bought


def _commitments(
    horizon: Horizon, projection: Projection, stage: Stage, holdings: Holdings
) -> list[Commitment]:
    """The commitments of a stage, with the use of their hours.

    Those that begin first serve first, after what is owned.
    """
    answered = []
    terms = terms_of(horizon.calendar, stage)
    months, of_stage = terms.months, terms.hours
    below = holdings.columns["owned"].copy()
    running = float(projection.months["running_hours"].sum())
    hourly = stage.sourcing.hourly or stage.on_demand
    if stage.sourcing.least_coverage_fraction:
        hourly = stage.on_demand or hourly  # spot may not serve what commitments do
    for commitment in holdings.commitments:
        offer = commitment.offer
        begin, end = commitment.first, commitment.first + offer.months
        serves = slice(begin, min(end, months))
        inside = float(of_stage[serves].sum())
        beyond = hours_after(commitment, terms)
        price, usd = float(offer.usd_per_replica_hour[begin]), usd_per_hour(commitment)
        held_hours = inside * commitment.replicas
        used_hours = _used_hours(
            projection.hours, stage.first, serves, below[serves], commitment.replicas
        )
        below[serves] += commitment.replicas
        answered.append(
            Commitment(
                option=offer.option,
                from_month=horizon.market.spans[stage.first + begin].label,
                months=offer.months,
                replicas=int(commitment.replicas + WHOLE),
                usd_per_device_hour=price / stage.fleet.device_count,
                usd_per_hour=usd,
                upfront=offer.path.upfront if offer.path else "none",
                upfront_usd=round(offer.upfront_fraction * usd * (inside + beyond), 4),
                usd=round(usd * (inside + beyond), 4),
                usd_beyond_horizon=round(usd * beyond, 4),
                utilization_fraction=min(used_hours / held_hours, 1.0) if held_hours else 0.0,
                coverage_fraction=min(used_hours / running, 1.0) if running else 0.0,
                break_even_utilization_fraction=_break_even(
                    stage,
                    hourly,
                    begin,
                    min(end, months),
                    price * (1.0 + offer.capital_ratio),
                    inside + beyond,
                    of_stage,
                ),
            )
        )
    return answered


def _used_hours(hours: Hours, first: int, serves: slice, below: Array, replicas: float) -> float:
    """Replica-hours that so many replicas above others serve in some months of a stage."""
    own = taken(hours, slice(first + serves.start, first + serves.stop))
    in_use = np.clip(own.on - tall(below), 0.0, float(replicas))
    return float(own.sum(in_use * own.warm).sum())


def _break_even(
    stage: Stage,
    path: PricePath | None,
    begin: int,
    end: int,
    usd_per_replica_hour: float,
    hours: float,
    of_stage: Array,
) -> float | None:
    """Use from which a term pays: its cost over that of its hours by the hour [fraction]."""
    if path is None:
        return None
    prices = path.usd_per_device_hour[stage.first + begin : stage.first + end]
    by_the_hour = float(prices @ of_stage[begin:end]) * stage.fleet.device_count
    return float(
        capital.break_even_utilization_fraction(
            committed_usd_per_hour=usd_per_replica_hour * hours, hourly_usd_per_hour=by_the_hour
        )
    )


def _holdings(spans: Sequence[Span], stage: Stage, holdings: Holdings) -> list[Holding]:
    if holdings.ownership is None:
        return []
    return [
        Holding(
            device=stage.fleet.device_name,
            from_month=spans[acquisition.first].label,
            to_month=spans[acquisition.last].label
            if acquisition.last is not None and acquisition.last < len(spans)
            else None,
            device_count=acquisition.replicas * stage.fleet.device_count,
            usd=round(acquisition.usd, 4),
            book_usd=round(acquisition.book_usd, 4),
        )
        for acquisition in holdings.ownership.acquisitions
    ]


def _on_demand_units(horizon: Horizon, projection: Projection) -> NDArray[np.int64] | None:
    """Every month if all were bought on demand, None if a device has no such price."""
    stages = projection.service.stages
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
    none = np.zeros(len(hourly_usd))
    instances = stacked(
        [
            {
                "months": np.zeros(stage.last - stage.first),
                **instance_columns(stage.on_demand, stage.fleet.device_count),
            }
            for stage in stages
        ]
    )
    on_demand = {
        **projection.months,
        **held(none),
        **instances,
        "hourly_usd": hourly_usd,
    }
    of = with_use(on_demand, projection.hours)
    items = items_of(of)
    bound = bound_of(horizon.agreements, projection.service, lambda stage: stage.on_demand)
    contracts = settled_of(bound, of, items)
    return np.asarray(in_units(with_contracts(items, contracts)).sum(axis=0))


def _spot(projection: Projection) -> SpotRisk | None:
    """The effect of preemptions on a service that begins on spot capacity."""
    stage, holdings = projection.service.stages[0], projection.holdings[0]
    if stage.spot is None:
        return None
    months = part_of(projection.months, slice(stage.first, stage.last))
    running = float(months["running_hours"].sum())
    burst = running - float(months["base_hours"].sum())
    replicas = max(int((months["replicas"] - months["base"]).max()), 0)
    share = burst / running if running else 0.0
    cover = ceil(holdings.columns["cover_fraction"][0] * replicas - WHOLE)
    return SpotRisk(
        preemptions_per_instance_hour=stage.spot.preemptions_per_instance_hour,
        spot_share_fraction=share,
        at_risk_fraction=share * stage.spot.at_risk_fraction,
        cover_replicas=cover,
        covered_fraction=stage.spot.covered(replicas, cover),
    )
