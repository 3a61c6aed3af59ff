"""What plans may spend of what contracts cover: from what to what, period by period."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

import numpy as np
from msgspec import Struct

from pricing.fleet.contracts.bill import Bound
from pricing.fleet.contracts.corners import Ends, corners_of
from pricing.fleet.contracts.linear_bounds import by_period_of, kinds_of
from pricing.fleet.contracts.stage_plans import StagePlans
from pricing.numerics.number import Array


class Bounded(Struct, frozen=True, eq=False):
    """The plans of some stages under contracts.

    bounds: of these plans; own: the same of each of the plans alone, by their id; ways, fixed: see
    Contracted.
    """

    bounds: Sequence[Bound]
    own: Mapping[int, Sequence[Bound]]
    ways: Sequence[Sequence[StagePlans]]
    fixed: Mapping[str, Array]

    @property
    def stages(self) -> Iterator[tuple[slice, Sequence[StagePlans]]]:
        """The months of every stage, and its plans on each way of buying by the hour."""
        for ways in self.ways:
            yield slice(ways[0].stage.first, ways[0].stage.last), ways


def ends_of(of: Bounded, usd: float) -> list[Ends]:
    """What plans may spend of what each contract covers; usd: what a plan costs that is known.

    No plan that costs less than it spends more: each month costs what it does at the lowest prices,
    and the rest is left for the months of a period. A dollar of the rest has the highest discount
    off.
    """
    lowest, highest = np.zeros((2, len(of.fixed["storage"])))
    for months, ways in of.stages:
        lowest[months] = np.min([plans.lowest_usd for plans in ways], axis=0)
        highest[months] = np.max([plans.highest_hourly_usd for plans in ways], axis=0)
    top = max(rate for one in of.bounds for _, rate in one.agreement.tiers)
    fixed_usd = sum(float(own.sum()) for own in of.fixed.values())
    taken_usd = top * (float(lowest.sum()) + fixed_usd)
    for _ in range(2):
        spare_usd = max(usd + taken_usd - float(lowest.sum()), 0.0) / (1.0 - top)
        ends = [_ends(of, at, lowest, highest, spare_usd) for at in range(len(of.bounds))]
        pairs = zip(of.bounds, ends, strict=True)
        taken_usd = sum(corners_of(one.agreement, own).free_usd for one, own in pairs)
    return ends


def _ends(of: Bounded, place: int, lowest: Array, highest: Array, spare_usd: float) -> Ends:
    """What plans may spend of what a contract covers; arguments by month: see ends_of."""
    one = of.bounds[place]
    covers, _ = kinds_of(one.agreement)
    fixed = {kind: of_kind(of.fixed, kind) * share for kind, share in one.shares.items()}
    by_period = partial(by_period_of, one.agreement)
    held, free = by_period(sum_of(fixed, covers)), by_period(lowest)
    most = free + spare_usd
    if "commitments" not in covers:
        free, most = (np.minimum(usd, by_period(highest)) for usd in (free, most))
    least = by_period(lowest * _covers_all(of, place))
    return Ends(held + least, held + free, held + most, spare_usd)


def _covers_all(of: Bounded, place: int) -> Array:
    """1 in months in which a contract covers all that any plan buys, else 0."""
    found = np.zeros(len(of.fixed["storage"]))
    covers, _ = kinds_of(of.bounds[place].agreement)
    for months, ways in of.stages:
        found[months] = 1.0
        for plans in ways:
            shares = of.own[id(plans)][place].shares
            kinds = ["spot" if plans.stage.is_on_spot else "on_demand"]
            kinds += ["commitments"] if plans.offers else []
            for kind in kinds:
                found[months] *= shares[kind][months] * float(kind in covers)
    return found


def of_kind(spend: Mapping[str, Array], kind: str) -> Array:
    """The spend of a kind; what is by the hour is one kind or the other."""
    return spend.get(kind, spend["by_the_hour"])


def sum_of(spend: Mapping[str, Array], kinds: Collection[str]) -> Array:
    """The spend of some kinds, later fees of commitments among these."""
    none = np.zeros_like(spend["storage"])
    chosen = {"beyond", *kinds} if "commitments" in kinds else kinds
    return np.asarray(sum((usd for kind, usd in spend.items() if kind in chosen), none))
