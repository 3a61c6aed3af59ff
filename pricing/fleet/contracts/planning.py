"""Stages whose optimal plan is that under the contracts of the service."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.fleet.contracts.bill import bound_of, sellers_of
from pricing.fleet.contracts.plans import KINDS, Contracted
from pricing.fleet.contracts.stage_plans import Place, StagePlans
from pricing.fleet.holdings import Holdings, bounds_of, committed_of, owned_in, terms_of
from pricing.fleet.hours import Hours
from pricing.fleet.periods import Horizon
from pricing.fleet.service import Service, Stage
from pricing.numerics.kept_results import KeptResults
from pricing.numerics.number import Array
from pricing.numerics.structs import taken
from pricing.purchasing.contracts.agreement import Agreement

Found = tuple[Stage, Holdings]


class _Best(Struct, frozen=True):
    """The best plans: of each stage its way of buying by the hour and its plan. See Planned."""

    chosen: tuple[tuple[int, tuple[Place, ...]], ...]
    usd: float
    bound_usd: float
    is_kept: bool


KEPT: KeptResults[_Best] = KeptResults(64)
"""The last plans: what moves neither loads nor prices nor what counts besides asks again."""


def moves_plans(horizon: Horizon, service: Service) -> bool:
    """Whether the contracts of a service may change which plan of it is the best."""
    planned = [stage for stage in service.stages if stage.sourcing.plan == "optimal"]
    months = len(horizon.market.spans)
    is_prepaid = any(path.capital_ratio for one in planned for path in one.sourcing.committed)
    is_on_spot = any(one.on_spot is not None or one.spot is not None for one in planned)
    is_bounded = any(one.sourcing.most_monthly_usd is not None for one in planned)
    return bool(planned) and any(
        is_prepaid or is_on_spot or is_bounded or not _is_plain(one.agreement, months)
        for one in bound_of(horizon.agreements, service)
    )


def eased(horizon: Horizon, service: Service, stage: Stage) -> Iterator[Stage]:
    """A stage whose months may cost more before contracts than the bounds of its plan allow.

    The contracts may take the rest off.
    """
    most_usd = stage.sourcing.most_monthly_usd
    if most_usd is None or not moves_plans(horizon, service):
        return
    bounds = bound_of(horizon.agreements, service)
    top = max(rate for one in bounds for _, rate in one.agreement.tiers)
    for usd in (most_usd / (1.0 - top), None):
        ways = [stage] if stage.on_spot is None else [stage.on_spot, stage]
        eased_stage: Stage | None = None
        for one in ways:
            sourcing = replace(one.sourcing, most_monthly_usd=usd)
            eased_stage = replace(one, sourcing=sourcing, on_spot=eased_stage)
        if eased_stage is not None:
            yield eased_stage


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
    refusal: Infeasible | None,
) -> list[Found]:
    """The stages of a service with the best plans under its contracts.

    service: as it is asked for; found: its stages at the prices before contracts; hours, peaks:
    see holdings_of; spend: of `found` by kind and month; fixed_usd: what months cost beside
    replicas; refusal: raised where no plan keeps its bounds, None where the first one stands then.
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
        owned = owned_in(own.ownership)
        plans = [
            StagePlans(service, one, taken(hours, rows), terms, owned, own.commitments)
            for one in stages
        ]
        ways.append(plans)
        is_same = [one.sourcing.hourly is stage.sourcing.hourly for one in stages]
        first.append((plans[is_same.index(True)], own.commitments))
        limits.append(bounds_of(service, given, fixed_usd[rows]))
    begun = [(plans.stage.is_on_spot, plans.places_of(plan)) for plans, plan in first]
    sold = [sellers_of(one) for one in service.stages]
    most = [(one.upfront_usd, one.owes_later) for one in limits]
    parts = (
        *(part for some in ways for plans in some for part in plans.parts),
        *(*fixed.values(), *(one.caps for one in limits)),
        str((horizon.agreements, sold, begun, most)),
    )

    def search() -> _Best:
        best = Contracted(horizon.agreements, service, ways, fixed, limits).best(first)
        return _Best(
            tuple(
                (some.index(one.plans), one.plans.places_of(one.plan))
                for some, one in zip(ways, best.chosen, strict=True)
            ),
            *(best.usd, best.bound_usd, best.is_kept),
        )

    best = KEPT.of(parts, search)
    if refusal is not None and not best.is_kept:
        raise refusal
    gap_usd = best.usd - best.bound_usd
    changed = list(found)
    for at, some, (way, chosen) in zip(places, ways, best.chosen, strict=True):
        stage, plan = some[way].stage, some[way].plan_of(chosen)
        terms = terms_of(horizon.calendar, stage)
        usd = float(some[way].spent([plan]).usd.sum())
        own_peaks, ownership = peaks[stage.first : stage.last], found[at][1].ownership
        holdings = committed_of(
            service, stage, own_peaks, plan, terms, ownership, usd=usd, gap_usd=gap_usd
        )
        changed[at] = stage, holdings
        gap_usd = 0.0
    return changed
