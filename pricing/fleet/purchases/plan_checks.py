"""What the fields of a purchase plan may say together."""

from typing import NoReturn

from pricing.errors import InvalidQuery
from pricing.fleet.query import PurchasePlan
from pricing.purchasing.commitments import TERM_YEARS
from pricing.purchasing.query import Purchase, TermPurchase
from pricing.units import MONTHS_PER_YEAR

TERM_MONTHS = {option: round(years * MONTHS_PER_YEAR) for option, years in TERM_YEARS.items()}

UNSAID = Purchase()

OWNED = "owned"

SAVINGS_PLAN = "savings_plan"
"""How options begin that may commit dollars instead of replicas."""

CONSTRAINTS = (
    "longest_term_months",
    "most_coverage_fraction",
    "most_upfront_usd",
    "most_monthly_usd",
    "most_spot_fraction",
)
"""What bounds the optimal plan."""


def check_plan(plan: PurchasePlan) -> None:
    """Refuse contradictory fields. Raises InvalidQuery."""
    owned = OWNED in {plan.option, plan.base.option if plan.base else None}
    if plan.ownership is not None and not owned:
        refuse("ownership", "nothing is owned in this plan: leave out ownership")
    if plan.base is not None and plan.ownership not in {None, plan.base.ownership}:
        refuse("ownership", "the base has terms of its own: give ownership in one place")
    for name in ("options", "upfronts", "offers"):
        if plan.plan is None and getattr(plan, name) != getattr(PurchasePlan(), name):
            refuse(name, f"{name} apply only to the optimal plan: set plan, or leave them out")
    for name in CONSTRAINTS:
        if plan.plan is None and getattr(plan, name) is not None:
            refuse(name, f"{name} applies only to the optimal plan: set plan, or leave it out")
    if plan.plan == "optimal":
        _check_optimal(plan)
    elif plan.base is None:
        if (plan.burst, plan.base_replicas, *_dollars(plan).values()) != (None,) * 4:
            refuse("base", "burst and the size of a base need a base: give it")
    else:
        _check_base(plan, plan.base)


def _check_optimal(plan: PurchasePlan) -> None:
    if plan.base is not None and plan.base.option == OWNED:
        _check_owned(plan, plan.base)
    elif (plan.base, plan.base_replicas) != (None, None):
        refuse(
            "base",
            "the optimal plan sizes what it commits: leave out base and its size, or give owned"
            " devices as base, which serve before its commitments",
        )
    for name, given in _dollars(plan).items():
        if given is not None:
            refuse(name, "the optimal plan sizes what it commits: leave it out")
    if plan.option is not None:
        refuse("option", "the optimal plan chooses the option: list commitments in options")
    if plan.upfront is not None:
        refuse("upfront", "the optimal plan chooses what is paid upfront: list it in upfronts")
    if plan.usd_per_device_hour is not None:
        refuse(
            "usd_per_device_hour",
            "one price cannot be both that of a commitment and that by the hour: give base and"
            " burst, each with its price",
        )


def _check_base(plan: PurchasePlan, base: TermPurchase) -> None:
    for name in Purchase.__struct_fields__:
        if name != "ownership" and getattr(plan, name) != getattr(UNSAID, name):
            refuse(name, "a plan with a base has this field in base and burst: give it there")
    if plan.upfront is not None:
        refuse("upfront", "a plan with a base has this field in base: give it there")
    if base.option != OWNED and base.option not in TERM_MONTHS:
        refuse("base.option", f"a base is a commitment: {', '.join(TERM_MONTHS)} or owned")
    sizes = [name for name, given in _dollars(plan).items() if given is not None]
    if sizes:
        if plan.base_replicas is not None or len(sizes) > 1:
            refuse(
                sizes[0],
                "a base has replicas, dollars an hour, or dollars by month: give one of them",
            )
        if not base.option.startswith(SAVINGS_PLAN):
            refuse(
                sizes[0],
                "a savings plan commits dollars an hour, and this base is none: give base_replicas",
            )
    if base.option == OWNED:
        _check_owned(plan, base)


def _dollars(plan: PurchasePlan) -> dict[str, object]:
    """Dollars that a base commits, by the field that gives them."""
    names = ("base_usd_per_hour", "base_usd_per_hour_by_month")
    return {name: getattr(plan, name) for name in names}


def _check_owned(plan: PurchasePlan, base: TermPurchase) -> None:
    if base.upfront is not None:
        refuse("base.upfront", "owned devices have no term to pay upfront: leave it out")
    if plan.base_replicas is None:
        refuse("base_replicas", "give the number of owned replicas")


def refuse(name: str, detail: str) -> NoReturn:
    """Refuse a field of a purchase. Raises InvalidQuery."""
    raise InvalidQuery(detail, field=f"purchase.{name}")
