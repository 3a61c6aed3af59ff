"""The price of a device-hour, with its parts and its origin."""

from typing import Literal

import numpy as np
from msgspec import Struct

from pricing.catalog.rows import PriceRange, PriceRow
from pricing.formulas.capacity import held_devices
from pricing.numerics.frames import number_of
from pricing.numerics.number import Number, otherwise, present, where
from pricing.purchasing.owning.cost import OwnedCost
from pricing.purchasing.query import Purchase
from pricing.quote.answer import Price


class Rate(Struct, frozen=True, gc=False):
    """The price of a device-hour before and after the discount [USD per device-hour].

    owned: its parts if the devices are owned. Energy is then charged in addition. low_ratio,
    high_ratio: ends of the range of an estimate over it; of owned devices, of their purchase price.
    instance_device_count: devices of the instances that are paid for as a whole, absent where
    nothing is. Floats or arrays.
    """

    list_usd: Number
    usd: Number
    owned: OwnedCost | None = None
    low_ratio: Number = 1.0
    high_ratio: Number = 1.0
    instance_device_count: Number = None

    @property
    def end_ratios(self) -> tuple[Number, Number]:
        """Ends of the range of the price over it; of owned devices, by what hangs on theirs."""
        if self.owned is None:
            return self.low_ratio, self.high_ratio
        share = self.owned.of_price_usd / self.owned.usd_per_device_hour
        return 1.0 - share * (1.0 - self.low_ratio), 1.0 + share * (self.high_ratio - 1.0)

    def unused_devices(self, device_count: Number) -> Number:
        """Devices of the instances that hold some devices, beyond these."""
        size = self.instance_device_count
        if size is None:
            return 0.0
        held = held_devices(device_count=device_count, instance_device_count=otherwise(size, 1.0))
        unused = where(present(size), held - device_count, 0.0)
        return number_of(unused) if isinstance(unused, np.ndarray) else unused

    @property
    def cost_of_capital_usd(self) -> Number:
        """Cost of capital in the price, of owned devices."""
        return 0.0 if self.owned is None else self.owned.cost_of_capital

    @property
    def capital_usd(self) -> Number:
        """Price of an unused device-hour: the whole price if rented, the capital if owned."""
        return self.usd if self.owned is None else self.owned.capital_usd


class Seller(Struct, frozen=True):
    """A provider that sells all of some options that stand beside each other.

    others: those whose prices are as well known and fit as well, this one among them. Its
    on-demand price is the nearest to that over all providers. count: all that sell them.
    """

    provider: str
    options: tuple[str, ...]
    others: tuple[str, ...]
    count: int

    @property
    def in_words(self) -> str:
        """Who sells what."""
        if self.count == 1:
            return f"{self.provider}, the only provider that sells all of them"
        of_all, names = f"{self.count} providers that sell all of them", ", ".join(self.others)
        if len(self.others) == self.count:
            return f"{self.provider}, the nearest to the market of the {of_all} ({names})"
        if len(self.others) == 1:
            return f"{self.provider}, the one with the best-known prices of {of_all}"
        return (
            f"{self.provider}, the nearest to the market of the {len(self.others)} with the"
            f" best-known prices ({names}) of {of_all}"
        )


class Bought(Struct, frozen=True, gc=False):
    """A price as an answer shows it, with its origin.

    list_usd_per_device_hour: before the discount; source: row or assumption with the price; owned:
    set if the capacity is owned. Energy is then charged in addition. low_ratio, high_ratio: see
    Rate; doubt: why the price may be wrong; fits: whether its instances can hold the deployment;
    is_shared: whether other work takes what it leaves unused of them; seller: set if the provider
    was chosen for all options that are compared; alone_ratio: the price over all providers, over
    this one; sold_together_count: owned devices that are sold as one.
    """

    price: Price
    list_usd_per_device_hour: float
    source: str
    provider: str | None
    region: str | None
    instance_type: str | None
    instance_device_count: float | None
    owned: OwnedCost | None = None
    low_ratio: float = 1.0
    high_ratio: float = 1.0
    doubt: str | None = None
    fits: bool = True
    is_shared: bool = False
    seller: Seller | None = None
    alone_ratio: float = 1.0
    sold_together_count: int = 1

    @property
    def rate(self) -> Rate:
        """The price of a device-hour for a bill."""
        return Rate(
            self.list_usd_per_device_hour,
            self.price.usd_per_device_hour,
            self.owned,
            self.low_ratio,
            self.high_ratio,
            None if self.is_shared else self.instance_device_count,
        )


def bought_at(
    purchase: Purchase,
    list_usd: float,
    *,
    option: str,
    basis: Literal["table", "estimated"],
    selection: str,
    source: str,
    row: PriceRow | None = None,
    chosen_from: PriceRange | None = None,
    low_ratio: float = 1.0,
    high_ratio: float = 1.0,
    doubt: str | None = None,
    fits: bool = True,
    age_days: int | None = None,
) -> Bought:
    """A rented price before the discount of a purchase, as it is bought [USD per device-hour].

    row: where it stands, or the on-demand price that it is estimated from; age_days: since that was
    last read; others: see Bought.
    Beside a price of a contract stands the list price.
    """
    usd = list_usd * (1.0 - purchase.discount_fraction)
    is_range = low_ratio != high_ratio
    return Bought(
        price=Price(
            usd_per_device_hour=usd,
            usd_per_device_hour_low=usd * low_ratio if is_range else None,
            usd_per_device_hour_high=usd * high_ratio if is_range else None,
            option=option,
            basis=basis,
            selection=selection,
            contract=row.contract if row and basis == "table" else None,
            list_usd_per_device_hour=_listed(purchase, list_usd, row if basis == "table" else None),
            age_days=age_days,
            row=row,
            range=chosen_from,
        ),
        list_usd_per_device_hour=list_usd,
        source=source,
        provider=row.provider if row else None,
        region=row.region if row else None,
        instance_type=row.instance_type if row else None,
        instance_device_count=row.device_count if row else None,
        low_ratio=low_ratio,
        high_ratio=high_ratio,
        doubt=doubt,
        fits=fits,
        is_shared=purchase.shared_instances,
    )


def _listed(purchase: Purchase, usd: float, row: PriceRow | None) -> float | None:
    """The list price to show beside a price, None where there is no other."""
    if row is not None and row.contract is not None:
        listed = row.list_usd_per_hour
        return None if listed is None else listed / row.device_count
    return usd if purchase.discount_fraction else None
