"""Stages whose optimal plan is that under the contracts of the service."""

from collections.abc import Mapping, Sequence

from pricing.fleet.arrays import Array
from pricing.fleet.contracts.bill import bound_of
from pricing.fleet.contracts.plans import KINDS, Contracted
from pricing.fleet.contracts.stage_plans import StagePlans
from pricing.fleet.holdings import Holdings, bounds_of, committed_of, terms_of
from pricing.fleet.hours import Hours
from pricing.fleet.periods import Horizon
from pricing.fleet.service import Service, Stage
from pricing.numerics.structs import taken
from pricing.purchasing.contracts.agreement import Agreement

Found = tuple[Stage, Holdings]


def moves_plans(horizon: Horizon, service: Service) -> bool:
    """Whether the contracts of a service may change which plan of it is the best."""
    planned = [stage for stage in service.stages if stage.sourcing.plan == "optimal"]
    months = len(horizon.market.spans)
    is_prepaid = any(path.capital_ratio for one in planned for path in one.sourcing.committed)
    is_on_spot = any(one.on_spot is not None or one.spot is not None for one in planned)
    return bool(planned) and any(
        is_prepaid or is_on_spot or not _is_plain(one.agreement, months)
        for one in bound_of(horizon.agreements, service)
    )


def _is_plain(agreement: Agreement, months: int) -> bool:
    """Whether a contract takes as much off terms as off what is bought by the hour, or nothing."""
    kinds = {"on_demand", "commitments"} & set(agreement.contract.covers)
    is_throughout = sum(one.last - one.first for one in agreement.periods) == months
    is_plain = not agreement.contract.tiers and not agreement.minimum_usd
    return is_plain and len(kinds) != 1 and (is_throughout or not kinds)


def planned_under(
    horizon: Horizon,
    service: Service,
    found: Sequence[Found],
    hours: Hours,
    peaks: Sequence[float],
    spend: Mapping[str, Array],
    fixed_usd: Array,
) -> list[Found]:
    """The stages of a service with the best plans under its contracts.

    service: as it is asked for; found: its stages at the prices before contracts; hours, peaks:
    see holdings_of; spend: of `found` by kind and month; fixed_usd: what months cost beside
    replicas.
    """
    places = [at for at, (one, _) in enumerate(found) if one.sourcing.plan == "optimal"]
    fixed = {kind: usd.copy() for kind, usd in spend.items()}
    ways, first, limits = [], [], []
    for at in places:
        stage, own = found[at]
        given = service.stages[at]
        rows = slice(stage.first, stage.last)
        for kind in KINDS:
            fixed[kind][rows] = 0.0
        terms = terms_of(horizon.calendar, stage)
        stages = [given] if given.on_spot is None else [given, given.on_spot]
        plans = [StagePlans(service, one, taken(hours, rows), terms) for one in stages]
        ways.append(plans)
        is_same = [one.sourcing.hourly is stage.sourcing.hourly for one in stages]
        first.append((plans[is_same.index(True)], own.commitments))
        limits.append(bounds_of(stage.sourcing, fixed_usd[rows]))
    best = Contracted(horizon.agreements, service, ways, fixed, limits).best(first)
    gap_usd = best.usd - best.bound_usd
    changed = list(found)
    for at, one in zip(places, best.chosen, strict=True):
        stage = one.plans.stage
        terms = terms_of(horizon.calendar, stage)
        usd = float(one.spent.usd.sum())
        own_peaks = peaks[stage.first : stage.last]
        changed[at] = (
            stage,
            committed_of(service, stage, own_peaks, one.plan, terms, usd=usd, gap_usd=gap_usd),
        )
        gap_usd = 0.0
    return changed
