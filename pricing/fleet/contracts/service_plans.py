"""Plans of all stages of a service under contracts, and what they come to."""

from collections.abc import Sequence

from msgspec import Struct

from pricing.fleet.contracts.spend import Plan, Spent
from pricing.fleet.contracts.stage_plans import StagePlans


class Chosen(Struct, frozen=True, eq=False):
    """The plan of a stage, on one of its ways of buying by the hour; spent: what it spends."""

    plans: StagePlans
    plan: Plan
    spent: Spent


class Planned(Struct, frozen=True):
    """The plans of all stages, their cost under contracts, and the least of any plans [USD].

    is_kept: whether each keeps its bounds.
    """

    chosen: tuple[Chosen, ...]
    usd: float
    bound_usd: float
    is_kept: bool


def places_of(chosen: Sequence[Chosen]) -> tuple[object, ...]:
    """What tells plans of all stages from others."""
    return tuple((id(one.plans), one.plans.places_of(one.plan)) for one in chosen)
