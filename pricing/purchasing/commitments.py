"""Commitments of a run: capacity that is paid for whether it is used or not."""

from msgspec.structs import replace

from pricing.errors import InvalidQuery, NoPrice
from pricing.purchasing.price import Bought
from pricing.purchasing.query import CapacityPurchase, Commitments
from pricing.purchasing.terms import Terms
from pricing.quote.context import QuoteContext
from pricing.units import HOURS_PER_YEAR

TERM_YEARS = {
    "reserved_3m": 0.25,
    "reserved_6m": 0.5,
    "reserved_1y": 1.0,
    "reserved_3y": 3.0,
    "savings_plan_1y": 1.0,
    "savings_plan_3y": 3.0,
}

BLOCKS = ("capacity_block", "dws_calendar")
"""Options whose term is booked for the run: capacity blocks, and the calendar mode of the Dynamic
Workload Scheduler."""

UPFRONT_FRACTIONS = {"none": 0.0, "partial": 0.5, "all": 1.0}
"""Share of the price that is paid at the start of the term. A partial upfront payment is half."""


def committed(
    context: QuoteContext,
    purchase: CapacityPurchase,
    bought: Bought,
    asked: Commitments | None,
    *,
    field: str,
    is_named: bool = True,
) -> tuple[Bought, Terms | None]:
    """The terms of a purchase, and its price with them.

    asked: how unused commitment is charged. Default: in full for a reserved term, pro rata for
    owned devices, which other work uses later. is_named: whether the caller asked for this
    purchase, which is one of the usual ones otherwise.
    Raises InvalidQuery or NoPrice for terms that are not offered.
    """
    option = bought.price.option
    if purchase.upfront is not None and option not in TERM_YEARS:
        raise InvalidQuery(
            f"upfront applies to reserved capacity, and the option is {option}",
            field=f"{field}.upfront",
        )
    if option in TERM_YEARS:
        return _reserved(context, purchase, bought, in_full=asked != "amortised", field=field)
    if bought.owned is not None:
        return bought, Terms(
            term_hours=bought.owned.life_years * HOURS_PER_YEAR,
            use_fraction=_use_fraction(context, purchase),
            in_full=asked == "borne",
            is_shared=is_named and asked == "amortised",
        )
    if purchase.use_fraction is not None and option == "owned":
        raise InvalidQuery(
            "usd_per_device_hour already includes all costs of owning: leave out use_fraction or"
            " usd_per_device_hour",
            field=f"{field}.use_fraction",
        )
    if purchase.use_fraction is not None:
        raise InvalidQuery(
            f"use_fraction applies to reserved or owned capacity, and the option is {option}",
            field=f"{field}.use_fraction",
        )
    if option in BLOCKS:
        return bought, Terms(term_hours=None, use_fraction=1.0, in_full=True, upfront_fraction=1.0)
    return bought, None


def _reserved(
    context: QuoteContext, purchase: CapacityPurchase, bought: Bought, *, in_full: bool, field: str
) -> tuple[Bought, Terms]:
    upfront = purchase.upfront or "none"
    bought = with_upfront(context, bought, upfront, field=field)
    upfront_fraction = UPFRONT_FRACTIONS[upfront]
    cost_of_capital_fraction = None
    if upfront_fraction:
        cost_of_capital_fraction = context.assume("capital.cost_of_capital_fraction") or None
    return bought, Terms(
        term_hours=TERM_YEARS[bought.price.option] * HOURS_PER_YEAR,
        use_fraction=_use_fraction(context, purchase),
        in_full=in_full,
        upfront_fraction=upfront_fraction,
        cost_of_capital_fraction=cost_of_capital_fraction,
    )


def _use_fraction(context: QuoteContext, purchase: CapacityPurchase) -> float:
    return context.given_or(purchase.use_fraction, "capital.use_fraction")


def with_upfront(context: QuoteContext, bought: Bought, upfront: str, *, field: str) -> Bought:
    """The price of a term with a payment upfront; a price of the caller is what it is.

    Raises NoPrice where the provider sells no such payment.
    """
    if upfront == "none" or bought.price.basis == "given":
        return bought
    return _at_ratio(bought, _upfront_ratio(context, bought, upfront, field=field), upfront)


def _upfront_ratio(context: QuoteContext, bought: Bought, upfront: str, *, field: str) -> float:
    """Price with this upfront payment over the price without."""
    keys = {name: f"reserved.{bought.provider}.{name}_upfront_ratio" for name in UPFRONT_FRACTIONS}
    sold = [name for name, key in keys.items() if key in context.catalog.assumptions]
    if upfront not in sold:
        raise NoPrice(
            f"release {context.catalog.name} has no {bought.price.option} price of"
            f" {bought.provider} with {upfront} upfront",
            field=f"{field}.upfront",
            nearest=("none", *sold),
        )
    return context.assume(keys[upfront])


def _at_ratio(bought: Bought, ratio: float, upfront: str) -> Bought:
    price = bought.price
    return replace(
        bought,
        price=replace(
            price,
            usd_per_device_hour=price.usd_per_device_hour * ratio,
            usd_per_device_hour_low=_times(price.usd_per_device_hour_low, ratio),
            usd_per_device_hour_high=_times(price.usd_per_device_hour_high, ratio),
            list_usd_per_device_hour=_times(price.list_usd_per_device_hour, ratio),
            basis="estimated",
            selection=f"{price.selection} × {ratio:.3g} ({upfront} upfront)",
        ),
        list_usd_per_device_hour=bought.list_usd_per_device_hour * ratio,
    )


def _times(usd: float | None, ratio: float) -> float | None:
    return None if usd is None else usd * ratio
