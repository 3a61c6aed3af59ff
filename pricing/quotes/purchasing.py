"""Purchasing: the price of a device-hour, and how it was come by."""

from datetime import date

from msgspec import Struct

from pricing.catalog.names import nearest
from pricing.catalog.prices import PriceChoice, PriceQuestion
from pricing.catalog.rows import Assumption, Device, PriceRow
from pricing.errors import InvalidQuery, NoPrice, Refusal, UnknownName
from pricing.formulas import capital
from pricing.quotes.answers import Price
from pricing.quotes.ledger import Ledger
from pricing.quotes.queries import Purchase

RESERVED_RATIOS = {"reserved_1y": "1yr_price_ratio", "reserved_3y": "3yr_price_ratio"}
DEFAULT_OPTIONS = ("on_demand", "capacity_block", "market_median", "reserved_1y", "spot")
"""What a purchase without an option is answered with, the first that has a price."""

PUBLISHED_PROVIDERS = ("aws", "azure", "gcp")
"""Providers whose reserved and spot ratios are published."""


class OwnedCost(Struct, frozen=True):
    """What owning a device costs by the hour, energy apart [USD per device-hour]."""

    capital_usd: float
    operations_usd: float
    hosting_usd: float

    @property
    def usd_per_device_hour(self) -> float:
        """All of it."""
        return self.capital_usd + self.operations_usd + self.hosting_usd


class Bought(Struct, frozen=True, gc=False):
    """A price as an answer shows it, with what the bill needs to know besides.

    list_usd_per_device_hour: before the discount; source: row or assumption behind it;
    owned: set when the capacity is owned, and then energy is charged on top.
    """

    price: Price
    list_usd_per_device_hour: float
    source: str
    provider: str | None
    region: str | None
    instance_type: str | None
    instance_device_count: float | None
    owned: OwnedCost | None = None


def buy(ledger: Ledger, device: Device, purchase: Purchase, *, field: str) -> Bought:
    """One price for a device.

    The caller's own price wins; else a row of the table; else, for spot and reserved, an
    on-demand row times a published ratio; `owned` is worked out from the purchase price.
    Raises UnknownName, NoPrice or InvalidQuery with what is near.
    """
    if purchase.usd_per_device_hour is not None:
        return _given(purchase, field=field)
    option = purchase.option or _default_option(ledger, device, purchase)
    if option == "owned":
        return _owned(ledger, device, purchase, field=field)
    _check_place(ledger, purchase, field=field)
    choice = _find(ledger, device, option, purchase)
    if choice is not None:
        return _from_row(purchase, choice)
    estimated = _estimated(ledger, device, option, purchase)
    if estimated is not None:
        return estimated
    raise _no_price(ledger, device, option, purchase, field=field)


def _given(purchase: Purchase, *, field: str) -> Bought:
    usd = purchase.usd_per_device_hour
    if usd is None or purchase.discount_fraction:
        raise InvalidQuery(
            "a discount is taken off the table's price: leave it out, or leave out"
            " usd_per_device_hour",
            field=f"{field}.discount_fraction",
        )
    return Bought(
        price=Price(
            usd_per_device_hour=usd,
            option=purchase.option or "on_demand",
            basis="given",
            selection="the caller's own price",
            row=None,
            range=None,
        ),
        list_usd_per_device_hour=usd,
        source="purchase.usd_per_device_hour",
        provider=purchase.provider,
        region=purchase.region,
        instance_type=purchase.instance_type,
        instance_device_count=None,
    )


def _default_option(ledger: Ledger, device: Device, purchase: Purchase) -> str:
    """On-demand where it is sold so; else what else is rented that day; else owned."""
    for option in DEFAULT_OPTIONS:
        if _find(ledger, device, option, purchase) is not None:
            if option != "on_demand":
                ledger.warn(
                    f"no on_demand price of {device.name} is in force on {ledger.as_of}: this is"
                    f" its {option} price"
                )
            return option
    named = purchase.provider or purchase.region or purchase.instance_type
    if named or _rental_key(ledger, device) or device.purchase_usd is None:
        return "on_demand"
    ledger.warn(
        f"no price of {device.name} for rent is in force on {ledger.as_of}: this is the estimated"
        " cost of owning it"
    )
    return "owned"


def _check_place(ledger: Ledger, purchase: Purchase, *, field: str) -> None:
    providers = ledger.catalog.providers
    if purchase.provider is not None:
        if purchase.provider not in providers:
            raise UnknownName(
                f"no provider is called {purchase.provider!r} in this release",
                field=f"{field}.provider",
                nearest=nearest(purchase.provider, providers) or sorted(providers),
            )
        regions = providers[purchase.provider]
    else:
        regions = ledger.catalog.region_names
    if purchase.region is not None and purchase.region not in regions:
        raise UnknownName(
            f"no region of {purchase.provider or 'any provider'} is called {purchase.region!r}",
            field=f"{field}.region",
            nearest=nearest(purchase.region, regions) or sorted(regions)[:5],
        )


def _find(
    ledger: Ledger, device: Device, option: str, purchase: Purchase, *, provider: str | None = None
) -> PriceChoice | None:
    return ledger.catalog.prices.find(
        PriceQuestion(
            device.name,
            option,
            provider or purchase.provider,
            purchase.region,
            purchase.instance_type,
        ),
        ledger.day,
    )


def _from_row(purchase: Purchase, choice: PriceChoice) -> Bought:
    row = choice.row
    return Bought(
        price=Price(
            usd_per_device_hour=row.usd_per_device_hour * (1.0 - purchase.discount_fraction),
            option=row.option,
            basis="table",
            selection=choice.selection,
            row=row,
            range=choice.range,
        ),
        list_usd_per_device_hour=row.usd_per_device_hour,
        source=row.id,
        provider=row.provider,
        region=row.region,
        instance_type=row.instance_type,
        instance_device_count=row.device_count,
    )


def _estimated(ledger: Ledger, device: Device, option: str, purchase: Purchase) -> Bought | None:
    """An on-demand price times the ratio that its provider publishes, or a listed estimate."""
    rental = _rental_key(ledger, device)
    if option == "on_demand" and rental and not purchase.provider:
        usd = ledger.assume(rental)
        ledger.warn(f"the price of {device.name} is an estimate: no row of the table has one")
        return _estimate(purchase, option, usd, selection="estimated list price", source=rental)
    candidates = []
    for provider in (purchase.provider,) if purchase.provider else PUBLISHED_PROVIDERS:
        choice = _find(ledger, device, "on_demand", purchase, provider=provider)
        key = choice and _ratio_key(ledger, option, choice.row)
        if choice and key:
            candidates.append((choice.row.usd_per_device_hour, choice.row, key))
    if not candidates:
        return None
    candidates.sort(key=lambda candidate: candidate[0])
    on_demand_usd, row, key = candidates[(len(candidates) - 1) // 2]
    ratio = _ratio(ledger, key)
    ledger.warn(
        f"{option} of {device.name} is an estimate: {row.provider} has no such row, so its"
        f" on-demand price is taken times a published ratio of {ratio:.3g}"
    )
    return _estimate(
        purchase,
        option,
        on_demand_usd * ratio,
        selection=f"{row.id} × {ratio:.3g} ({key})",
        source=key,
        row=row,
    )


def _estimate(
    purchase: Purchase,
    option: str,
    usd: float,
    *,
    selection: str,
    source: str,
    row: PriceRow | None = None,
) -> Bought:
    return Bought(
        price=Price(
            usd_per_device_hour=usd * (1.0 - purchase.discount_fraction),
            option=option,
            basis="estimated",
            selection=selection,
            row=row,
            range=None,
        ),
        list_usd_per_device_hour=usd,
        source=source,
        provider=row.provider if row else None,
        region=row.region if row else None,
        instance_type=row.instance_type if row else None,
        instance_device_count=row.device_count if row else None,
    )


def _rental_key(ledger: Ledger, device: Device) -> str | None:
    key = f"rental.{device.name}.usd_per_device_hour"
    return key if key in ledger.catalog.assumptions else None


def _ratio_key(ledger: Ledger, option: str, row: PriceRow) -> str | None:
    """Where the ratio of an option to on-demand is published for this row's provider."""
    if option in RESERVED_RATIOS:
        key = f"reserved.{row.provider}.{RESERVED_RATIOS[option]}"
        return key if key in ledger.catalog.reliability else None
    if option == "spot" and row.provider in PUBLISHED_PROVIDERS:
        key = f"spot.{row.provider}.{row.instance_type}.savings_vs_ondemand_pct"
        return key if key in ledger.catalog.reliability else "spot.price_fraction"
    return None


def _ratio(ledger: Ledger, key: str) -> float:
    if key in ledger.catalog.reliability:
        value = ledger.note(ledger.catalog.reliability[key])
        return 1.0 - value / 100.0 if key.endswith("_pct") else value
    return ledger.assume(key)


def _owned(ledger: Ledger, device: Device, purchase: Purchase, *, field: str) -> Bought:
    """The hourly cost of a device bought at the table's purchase price, energy apart."""
    if device.purchase_usd is None:
        raise NoPrice(
            f"{device.name} is not sold: there is no purchase price to own it at",
            field=f"{field}.option",
            nearest=ledger.catalog.prices.options(device.name),
        )
    ledger.note_tdp(device)
    ledger.note(
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
    hosted = 1.0 if device.purchase_includes_host else 1.0 + ledger.assume("capital.host_fraction")
    purchase_usd = device.purchase_usd * hosted * (1.0 - purchase.discount_fraction)
    host_watts = ledger.assume(f"power.host_watts.{device.family}")
    owned = OwnedCost(
        capital_usd=capital.annuity_usd_per_hour(
            purchase_usd=purchase_usd,
            residual_fraction=ledger.assume("capital.residual_fraction"),
            life_years=ledger.assume("capital.life_years"),
            cost_of_capital_fraction=ledger.assume("capital.cost_of_capital_fraction"),
        ),
        operations_usd=capital.operations_usd_per_hour(
            purchase_usd=purchase_usd,
            fraction_per_year=ledger.assume("capital.operations_fraction"),
        ),
        hosting_usd=capital.hosting_usd_per_hour(
            watts=device.tdp_watts + host_watts,
            usd_per_kilowatt_month=ledger.assume("capital.hosting_usd_per_kilowatt_month"),
        ),
    )
    return Bought(
        price=Price(
            usd_per_device_hour=owned.usd_per_device_hour,
            option="owned",
            basis="estimated",
            selection=f"purchase price of {purchase_usd:,.0f} USD with its share of the host"
            f" ({device.purchase_source}); energy is charged on top",
            row=None,
            range=None,
        ),
        list_usd_per_device_hour=owned.usd_per_device_hour,
        source=f"devices.{device.name}.purchase_usd",
        provider=purchase.provider,
        region=purchase.region,
        instance_type=None,
        instance_device_count=None,
        owned=owned,
    )


def _no_price(
    ledger: Ledger, device: Device, option: str, purchase: Purchase, *, field: str
) -> Refusal:
    """What is missing, and which rows are nearest: another day, place or option."""
    book = ledger.catalog.prices
    place = [part for part in (purchase.provider, purchase.region, purchase.instance_type) if part]
    question = PriceQuestion(
        device.name, option, purchase.provider, purchase.region, purchase.instance_type
    )
    close = book.rows(question)
    if not close:
        close = [row for row in book.rows(PriceQuestion(device.name, option)) if _on(row, ledger)]
    if not close:
        close = [
            row
            for other in book.options(device.name)
            for row in book.rows(PriceQuestion(device.name, other, purchase.provider))
            if _on(row, ledger)
        ]
    close.sort(key=lambda row: (_distance(row, ledger.day), row.id))
    return NoPrice(
        f"no {option} price of {device.name}"
        + (f" at {' '.join(place)}" if place else "")
        + f" on {ledger.as_of} in release {ledger.catalog.name}",
        field=field,
        nearest=tuple(dict.fromkeys(row.id for row in close))[:5]
        or (("owned",) if device.purchase_usd is not None else ()),
    )


def _on(row: PriceRow, ledger: Ledger) -> bool:
    return _distance(row, ledger.day) == 0


def _distance(row: PriceRow, day: int) -> int:
    start = date.fromisoformat(row.effective_from).toordinal()
    end = date.max if row.effective_to is None else date.fromisoformat(row.effective_to)
    return max(start - day, day - end.toordinal() + 1, 0)
