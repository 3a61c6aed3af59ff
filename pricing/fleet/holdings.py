"""Committed and owned replicas of a service, month by month for each of its stages."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.fleet.arrays import Columns
from pricing.fleet.calendar import Calendar, TermCalendar
from pricing.fleet.hourly_costs import by_the_hour, cover_fraction_of, hourly_cost_by_base
from pricing.fleet.hours import Hours
from pricing.fleet.purchases import commitments as plans
from pricing.fleet.purchases.assets import OWNED_COLUMNS, OwnershipCosts, ownership_costs
from pricing.fleet.purchases.bounded_ladder import bounded_ladder
from pricing.fleet.purchases.burst_costs import BurstCosts, common_unit
from pricing.fleet.purchases.commitments import COMMITTED, PREPAID, Commitment, Offer
from pricing.fleet.purchases.ladder import Ladder, best_ladder
from pricing.fleet.purchases.plan_checks import TERM_MONTHS
from pricing.fleet.purchases.price_path import Market, PricePath
from pricing.fleet.purchases.trials import Bounds
from pricing.fleet.service import Service, Stage
from pricing.numerics.number import Array

HELD = (*COMMITTED, *PREPAID, "cover_fraction", "owned", *OWNED_COLUMNS)
"""Columns of committed and owned replicas. They are zero where nothing is held."""


NONE_COMMITTED = np.zeros((len(COMMITTED), 0, 0))


class Holdings(Struct, frozen=True, eq=False):
    """Committed and owned replicas of a stage.

    columns: by month, see held; commitments: their terms; by_commitment: the columns COMMITTED, by
    commitment and month, whose sums they are; usd: cost of the months; gap_usd: what the best plan
    can save of it, both None where none was looked for; ownership: set if replicas are owned.
    """

    columns: Columns
    commitments: tuple[Commitment, ...] = ()
    by_commitment: Array = NONE_COMMITTED
    usd: float | None = None
    gap_usd: float | None = None
    ownership: OwnershipCosts | None = None


def held(base: Sequence[int] | Array, **columns: Sequence[float] | Array) -> Columns:
    """The columns of replicas that are committed or owned in every period.

    base: number of these replicas. Other columns are HELD, zero by default: owned: those of them
    that are owned; committed_usd: mean hourly price of one of the others; beyond_usd: cost of terms
    after the end of the stage, charged in its last month; base_unused_usd: of devices of its
    instances that no replica is on; committed_capital_usd: what payments upfront cost in capital;
    cover_fraction: cover replicas for spot over the spot replicas that the load needs; see also
    PREPAID and OwnershipCosts.
    """
    given = {name: np.asarray(column, float) for name, column in columns.items()}
    return {"base": np.asarray(base, float), **dict.fromkeys(HELD, np.zeros(len(base))), **given}


def offers_of(stage: Stage) -> tuple[Offer, ...]:
    """The reserved options of a stage, at the prices of its months."""
    count = stage.fleet.device_count
    return tuple(
        Offer(
            path.option,
            TERM_MONTHS[path.option],
            path.usd_per_device_hour[stage.first : stage.last] * count,
            path.instances(count),
            count,
            path,
            path.upfront_fraction,
            path.capital_ratio,
            is_spend=stage.sourcing.base_usd_per_hour is not None,
        )
        for path in stage.sourcing.committed
    )


def holdings_of(
    service: Service,
    stage: Stage,
    calendar: Calendar,
    hours: Hours,
    peaks: Sequence[float],
    fixed_usd: Array,
    ownership: OwnershipCosts | None,
) -> Holdings:
    """The replicas that a stage commits or owns.

    calendar: the months of the horizon and those after it; hours, peaks: hourly needs and highest
    need of the months of the stage; fixed_usd: what these months cost beside its rented replicas;
    ownership: of its owned ones.
    """
    sourcing = stage.sourcing
    offers, terms = offers_of(stage), terms_of(calendar, stage)
    commitments: Sequence[Commitment] = ()
    usd = gap_usd = None
    is_bounded = not bounds_of(service, stage, fixed_usd).is_open
    if offers and sourcing.base_usd_per_hour is not None:
        own = stage.first, stage.last
        usd_by_month = sourcing.base_usd_per_hour
        commitments = plans.of_dollars(offers[0], usd_by_month, own, stage.shared or own)
    elif offers and sourcing.is_sized:
        commitments = plans.renewed(offers[0], peaks, sourcing.base_replicas)
    elif offers or is_bounded:
        ladder = ladder_of(service, stage, hours, offers, terms, fixed_usd, owned_in(ownership))
        commitments, usd = ladder.commitments, ladder.usd
        gap_usd = ladder.usd - ladder.bound_usd
    return committed_of(
        service, stage, peaks, commitments, terms, ownership, usd=usd, gap_usd=gap_usd
    )


def committed_of(
    service: Service,
    stage: Stage,
    peaks: Sequence[float],
    commitments: Sequence[Commitment],
    terms: TermCalendar,
    ownership: OwnershipCosts | None,
    *,
    usd: float | None,
    gap_usd: float | None,
) -> Holdings:
    """The replicas that a stage commits by these commitments, atop those that it owns.

    peaks, usd, gap_usd: see above.
    """
    committed, by_commitment = plans.by_commitment_of(commitments, terms)
    owned = owned_in(ownership)
    base = committed if owned is None else committed + owned
    columns = held(
        base,
        cover_fraction=_covers(service, stage, peaks, base),
        **dict(zip(COMMITTED, by_commitment.sum(axis=1), strict=True)),
        **plans.prepaid(commitments, committed, by_commitment, terms),
        **owned_columns(ownership),
    )
    return Holdings(columns, tuple(commitments), by_commitment, usd, gap_usd, ownership)


def owned_in(ownership: OwnershipCosts | None) -> Array | None:
    """Owned replicas of every month, None where nothing is owned."""
    return None if ownership is None else np.array(ownership.replicas, float)


def owned_columns(ownership: OwnershipCosts | None) -> Columns:
    """The columns of owned replicas, none where nothing is owned."""
    owned = owned_in(ownership)
    if ownership is None or owned is None:
        return {}
    return {"owned": owned, **ownership.columns}


def chosen_of(
    service: Service,
    stage: Stage,
    calendar: Calendar,
    hours: Hours,
    peaks: Sequence[float],
    fixed_usd: Array,
    ownership: OwnershipCosts | None,
) -> tuple[Stage, Holdings]:
    """A stage, or the same on spot where its plan may choose that and it costs less.

    Arguments as of holdings_of. Raises Infeasible where neither keeps the bounds of the plan.
    """
    stages = [stage] if stage.on_spot is None else [stage, stage.on_spot]
    found: list[tuple[float, Stage, Holdings]] = []
    refusals = []
    for one in stages:
        try:
            own = holdings_of(service, one, calendar, hours, peaks, fixed_usd, ownership)
        except Infeasible as refusal:
            refusals.append(refusal)
            continue
        if len(stages) == 1:
            return one, own
        if not _keeps_shares(service, one, hours, own):
            continue  # what is owned and committed serves too little of a month
        usd = own.usd
        if usd is None:
            usd = _usd_by_the_hour(service, one, hours, owned_in(ownership))
        found.append((usd, one, own))
    if not found:
        raise refusals[0]
    usd, best, own = min(found, key=lambda each: each[0])
    bound = min(each - (other.gap_usd or 0.0) for each, _, other in found)
    return best, replace(own, usd=usd, gap_usd=max(usd - bound, 0.0))


def _keeps_shares(service: Service, stage: Stage, hours: Hours, own: Holdings) -> bool:
    """Whether what a stage holds serves as much of its months as it has to."""
    owned = owned_in(own.ownership)
    if owned is None:
        return True  # commitments do where they may
    months = np.arange(stage.first, stage.last)
    costs = hourly_cost_by_base(service, stage, hours, months, owned=owned)
    kept = costs.keeps(own.columns["base"] - owned)
    return kept is None or bool(kept.all())


def _usd_by_the_hour(service: Service, stage: Stage, hours: Hours, owned: Array | None) -> float:
    """What the months of a stage cost without any commitment [USD]."""
    months = np.arange(stage.first, stage.last)
    costs = hourly_cost_by_base(service, stage, hours, months, owned=owned)
    cover = cover_fraction_of(service, stage, float(costs.peaks.max()))
    return float(costs.usd(cover)[:, 0].sum())


def bounds_of(service: Service, stage: Stage, fixed_usd: Array) -> Bounds:
    """The bounds of the plan of a stage; fixed_usd: what its months cost beside rented replicas.

    What is left of terms at the end of the horizon is owed later. Of earlier devices, later months
    of the horizon would have to pay it: the last month of the stage counts it.
    """
    sourcing = stage.sourcing
    ends_horizon = stage.last == service.stages[-1].last
    return Bounds(sourcing.most_upfront_usd, sourcing.most_monthly_usd, fixed_usd, ends_horizon)


def ownership_of(
    stage: Stage, market: Market, calendar: Calendar, peaks: Sequence[float]
) -> OwnershipCosts | None:
    """The replicas that a stage owns; arguments as of holdings_of."""
    asset, size, months = stage.sourcing.asset, stage.sourcing.base_replicas, len(peaks)
    if asset is None:
        return None
    return ownership_costs(
        asset,
        [int(peak) for peak in peaks] if size is None else [size] * months,
        market.ratios,
        offset=stage.first,
        fractions=calendar.fractions[stage.first : stage.last],
        ends_horizon=stage.last == len(market.spans),
    )


def terms_of(calendar: Calendar, stage: Stage) -> TermCalendar:
    """The months of a stage and those after it, in which its terms begin and end.

    Terms of a service that starts within a month end within one too: so many hours later than the
    month before it does.
    """
    late_hours = calendar.late_hours if stage.first == 0 else 0.0
    return TermCalendar(stage.last - stage.first, calendar.hours[stage.first :], late_hours)


def ladder_of(
    service: Service,
    stage: Stage,
    hours: Hours,
    offers: Sequence[Offer],
    terms: TermCalendar,
    fixed_usd: Array,
    owned: Array | None,
) -> Ladder:
    """The commitments of a stage that cost least beside what is bought by the hour.

    owned: replicas of every month that serve before them.
    """
    bounds = bounds_of(service, stage, fixed_usd)
    months = np.arange(stage.first, stage.last)

    def costs_of(unit: int, most_levels: int | None) -> BurstCosts:
        return hourly_cost_by_base(
            service, stage, hours, months, owned=owned, unit=unit, most_levels=most_levels
        )

    unit, sizes = int(by_the_hour(stage).replicas), [one.unit for one in offers]
    if bounds.is_open and common_unit(costs_of, sizes, unit) % unit == 0:
        return best_ladder(costs_of, offers, terms, unit=unit)
    return bounded_ladder(costs_of, offers, terms, bounds, unit=unit)


def first_committed(holdings: Holdings, *, at_once: bool = False) -> PricePath | None:
    """The price path of the first term of a stage, None where nothing is committed.

    at_once: only if the term begins with the stage.
    """
    if not holdings.commitments or (at_once and holdings.commitments[0].first > 0):
        return None
    return holdings.commitments[0].offer.path


def _covers(
    service: Service, stage: Stage, peaks: Sequence[float], base: Sequence[int] | Array
) -> tuple[float, ...]:
    """The cover fraction of every month: that of the month with the most spot replicas."""
    beyond = max(peak - committed for peak, committed in zip(peaks, base, strict=True))
    return (cover_fraction_of(service, stage, beyond),) * len(peaks)
