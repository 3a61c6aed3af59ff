"""The hourly cost of an owned device."""

from datetime import date

from pricing.catalog.rows import Assumption, Device
from pricing.errors import InvalidQuery, NoPrice
from pricing.formulas import capital
from pricing.purchasing.estimated import rented_options
from pricing.purchasing.price import Bought, OwnedCost, Rate
from pricing.purchasing.query import FleetOwnership, Ownership, Purchase
from pricing.quote.answer import Price
from pricing.quote.context import QuoteContext

LEAST_ANNUITY_FRACTION = 1e-8
"""Yearly cost of capital below which straight-line depreciation replaces the annuity. The annuity
is then a difference of almost equal numbers, and both agree to eight digits."""


def owned(
    context: QuoteContext, device: Device, purchase: Purchase, terms: Ownership, *, field: str
) -> Bought:
    """The hourly cost of an owned device without energy, at the caller's or the table's terms.

    Raises NoPrice without a purchase price, and InvalidQuery for terms that make it free.
    """
    context.assume_tdp(device)
    purchase_usd, source = purchase_price(context, device, purchase, terms, field=field)
    kept_fraction = 1.0 - purchase.discount_fraction
    life_years = context.given_or(terms.life_years, "capital.life_years")
    cost = OwnedCost(
        capital_usd=_capital_usd_per_hour(context, terms, purchase_usd, life_years),
        operations_usd=capital.operations_usd_per_hour(
            purchase_usd=purchase_usd,
            fraction_per_year=context.given_or(
                terms.operations_fraction, "capital.operations_fraction"
            ),
        ),
        hosting_usd=capital.hosting_usd_per_hour(
            watts=context.assume_nameplate_watts(device),
            usd_per_kilowatt_month=context.given_or(
                terms.hosting_usd_per_kilowatt_month,
                "capital.hosting_usd_per_kilowatt_month",
            ),
        ),
        life_years=life_years,
        purchase_usd=purchase_usd,
    ).discounted(kept_fraction)
    if not cost.usd_per_device_hour > 0.0:
        raise InvalidQuery(
            "these terms make owning free: give its real costs", field=f"{field}.ownership"
        )
    low_ratio, high_ratio = purchase_end_ratios(device, terms)
    is_range = low_ratio != high_ratio
    usd = cost.usd_per_device_hour
    ends = Rate(usd, usd, cost, low_ratio, high_ratio).end_ratios
    return Bought(
        price=Price(
            usd_per_device_hour=cost.usd_per_device_hour,
            option="owned",
            basis="estimated",
            usd_per_device_hour_low=cost.usd_per_device_hour * ends[0] if is_range else None,
            usd_per_device_hour_high=cost.usd_per_device_hour * ends[1] if is_range else None,
            selection=f"purchase price of {kept_fraction * purchase_usd:,.0f} USD with its share of"
            f" the host ({source}); energy is charged in addition",
            row=None,
            range=None,
        ),
        list_usd_per_device_hour=cost.usd_per_device_hour,
        source=(
            f"devices.{device.name}.purchase_usd"
            if terms.purchase_usd is None
            else "ownership.purchase_usd"
        ),
        provider=purchase.provider,
        region=purchase.region,
        instance_type=None,
        instance_device_count=None,
        owned=cost,
        low_ratio=low_ratio,
        high_ratio=high_ratio,
    )


def purchase_end_ratios(device: Device, terms: FleetOwnership) -> tuple[float, float]:
    """The ends of the range of a purchase price over it; 1 for the caller's own price."""
    usd = device.purchase_usd
    if terms.purchase_usd is not None or usd is None:
        return 1.0, 1.0
    return (device.purchase_low_usd or usd) / usd, (device.purchase_high_usd or usd) / usd


def purchase_price(
    context: QuoteContext, device: Device, purchase: Purchase, terms: FleetOwnership, *, field: str
) -> tuple[float, str]:
    """Price of a device with its share of the host before discounts [USD], and its source."""
    if date.fromordinal(context.day).year < device.year:
        context.warn(
            f"{device.name} was released in {device.year}, after {context.as_of}: nobody could own"
            " it then, and its costs are those of later years"
        )
    if terms.purchase_usd is not None:
        return terms.purchase_usd, "the caller's own price"
    if device.purchase_usd is None:
        raise NoPrice(
            f"release {context.catalog.name} has no purchase price of {device.name}",
            field=f"{field}.option",
            nearest=rented_options(context, device, purchase),
        )
    context.assume(
        Assumption(
            key=f"devices.{device.name}.purchase_usd",
            value=device.purchase_usd,
            unit="USD",
            low=device.purchase_low_usd,
            high=device.purchase_high_usd,
            source=device.purchase_source or "",
            confidence="unverified",
        )
    )
    hosted = 1.0 if device.purchase_includes_host else 1.0 + context.assume("capital.host_fraction")
    return device.purchase_usd * hosted, device.purchase_source or ""


def _capital_usd_per_hour(
    context: QuoteContext, terms: Ownership, purchase_usd: float, life_years: float
) -> float:
    residual_fraction = context.given_or(terms.residual_fraction, "capital.residual_fraction")
    rate = context.given_or(terms.cost_of_capital_fraction, "capital.cost_of_capital_fraction")
    method = (
        capital.straight_line_usd_per_hour
        if terms.depreciation == "straight_line" or rate < LEAST_ANNUITY_FRACTION
        else capital.annuity_usd_per_hour
    )
    return float(
        method(
            purchase_usd=purchase_usd,
            residual_fraction=residual_fraction,
            life_years=life_years,
            cost_of_capital_fraction=rate,
        )
    )
