"""The options of purchase plans that one answer compares. They are bought at one provider."""

from collections.abc import Iterable

from msgspec.structs import replace

from pricing.fleet.purchases.plan_checks import OWNED
from pricing.fleet.purchases.rented_prices import renting
from pricing.fleet.query import PurchasePlan
from pricing.purchasing.one_provider import USUAL_OPTION, beside, is_open, options_of
from pricing.purchasing.query import Option, Purchase

BY_THE_HOUR = Purchase(option=USUAL_OPTION)
"""What every plan is compared with, and what is bought beyond a base unless a plan says how."""


def compared_options(plans: Iterable[PurchasePlan]) -> tuple[Option, ...]:
    """The options of some plans for which a provider is to be chosen, each once."""
    each = [one for plan in plans for one in _purchases(plan)]
    return options_of(each)


def compared(plan: PurchasePlan, options: tuple[Option, ...]) -> PurchasePlan:
    """A plan whose purchases are compared with some options."""
    base = plan.base
    if base is None or plan.plan == "optimal":
        plan = beside(plan, options)
    elif base.option == OWNED and base.provider is None and len(options) > 1:
        # What is bought by the hour takes it over from the base.
        plan = replace(plan, base=replace(base, beside=options))
    else:
        plan = replace(plan, base=beside(base, options))
    return plan if plan.burst is None else replace(plan, burst=beside(plan.burst, options))


def _purchases(plan: PurchasePlan) -> list[Purchase]:
    """What a plan may buy, and the price by the hour beside it."""
    first = renting(plan)
    beside_it = [plan.burst] if plan.burst else []
    if is_open(first) or first.option == OWNED:
        beside_it.append(BY_THE_HOUR)
    if plan.plan == "optimal":
        return [replace(plan, option=option) for option in plan.options] + beside_it
    return [first, *beside_it]
