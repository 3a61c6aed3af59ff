"""Prices of replicas whose pools have devices, places or prices of their own."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from pricing.catalog.instances import Need
from pricing.errors import InvalidQuery, NoPrice
from pricing.fleet.pools.pool_replicas import PoolDevices
from pricing.fleet.purchases.price_path import Market, PricePath, price_path_of
from pricing.fleet.query import PurchasePlan
from pricing.fleet.replicas import Fleet
from pricing.purchasing.price import Bought
from pricing.purchasing.price_table import find
from pricing.purchasing.query import Purchase
from pricing.quote.answer import Price
from pricing.quote.context import QuoteContext
from pricing.unit_costs.pools.deals import one_price, warn_of_places

OWN = ("provider", "region", "instance_type", "usd_per_device_hour", "minimum_confidence")
"""What the purchase of a pool says in place of that of the service."""


def check_pools(fleet: Fleet, plan: PurchasePlan) -> None:
    """Refuse what replicas with pools of two devices, or at two prices, are not bought by."""
    if not fleet.pools:
        return
    for name, purchase in (("", plan), ("base.", plan.base), ("burst.", plan.burst)):
        if purchase is not None and purchase.option in {"owned", "spot"}:
            raise InvalidQuery(
                f"replicas with pools of {fleet.device_name} are rented for as long as they run or"
                f" committed to, not {purchase.option}: name another option, or give both pools one"
                " device",
                field=f"purchase.{name}option",
            )
    if plan.most_spot_fraction:
        raise InvalidQuery(
            "replicas with pools of two devices or prices have no spot capacity: leave out"
            " most_spot_fraction",
            field="purchase.most_spot_fraction",
        )
    for pool in fleet.pools:
        own = pool.purchase
        if own and own.usd_per_device_hour and (plan.plan or plan.base):
            raise InvalidQuery(
                "a price of a pool is one price, and this plan has several: name the place of the"
                " pool instead, or buy by a single option",
                field=f"deployment.{pool.phase}.purchase.usd_per_device_hour",
            )


def is_sold(context: QuoteContext, fleet: Fleet, option: str, purchase: Purchase) -> bool:
    """Whether the table has a price of an option for all devices of a fleet."""
    if not fleet.pools:
        return find(context, fleet.device, option, purchase) is not None
    return all(
        find(context, pool.device, option, _bought_as(pool, purchase)) is not None
        for pool in fleet.pools
    )


def path_of(
    context: QuoteContext,
    market: Market,
    fleet: Fleet,
    purchase: Purchase,
    *,
    field: str = "purchase",
) -> PricePath:
    """The price of a purchase for the replicas of a fleet: of pools, the mean over the devices."""
    shared = purchase.shared_instances
    if not fleet.pools:
        need = Need(float(fleet.device_count), fleet.together, shared)
        return price_path_of(context, market, fleet.device, purchase, need=need, field=field)
    purchases = [_bought_as(pool, purchase) for pool in fleet.pools]
    names = [pool.device.name for pool in fleet.pools]
    given = [pool.purchase and pool.purchase.usd_per_device_hour for pool in fleet.pools]
    if purchase.usd_per_device_hour is not None and None in given and names[0] != names[1]:
        raise one_price(names[0], names[1], field)
    parts = []
    for pool, own in zip(fleet.pools, purchases, strict=True):
        place = f"deployment.{pool.phase}"
        need = Need(float(pool.count), pool.together, shared)
        named = f"{place}.purchase" if pool.purchase else field
        path = price_path_of(context, market, pool.device, own, need=need, field=named)
        if path.option in {"owned", "spot"}:
            raise NoPrice(
                f"{place} is of {pool.device.name}, which nobody rents out by the hour: give"
                f" {place}.purchase.usd_per_device_hour",
                field=f"{place}.device",
            )
        parts.append((path, pool.count))
    warn_of_places(context, [path.bought for path, _ in parts])
    return joined(parts)


def joined(parts: Sequence[tuple[PricePath, int]]) -> PricePath:
    """The mean price of a device of several pools, each with so many.

    Raises InvalidQuery where they are bought by different options.
    """
    paths = [path for path, _ in parts]
    options = sorted({path.option for path in paths})
    if len(options) > 1:
        raise InvalidQuery(
            f"the pools would be bought by different options, {' and '.join(options)}: name one in"
            " purchase.option, or the price of each pool",
            field="purchase.option",
        )
    total, first = sum(count for _, count in parts), paths[0]
    shares = [count / total for _, count in parts]
    usd = [path.bought.price.usd_per_device_hour for path in paths]
    mean_usd = _mean(usd, shares)
    of_price = [one * share / mean_usd for one, share in zip(usd, shares, strict=True)]
    by_month = [path.usd_per_device_hour * share for path, share in zip(paths, shares, strict=True)]
    return PricePath(
        _bought(parts, shares, of_price),
        np.asarray(sum(by_month)),
        first.upfront,
        first.upfront_fraction,
        _mean([path.capital_ratio for path in paths], of_price),
        tuple(parts),
    )


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True))


def _bought(
    parts: Sequence[tuple[PricePath, int]], shares: Sequence[float], of_price: Sequence[float]
) -> Bought:
    """The price of the first purchase of all pools.

    shares: of the devices; of_price: of the price of all [fraction].
    """
    bought = [path.bought for path, _ in parts]
    prices = [one.price for one in bought]
    usd = _mean([price.usd_per_device_hour for price in prices], shares)
    low, high = (
        _mean([getattr(one, name) for one in bought], of_price)
        for name in ("low_ratio", "high_ratio")
    )
    bases = {price.basis for price in prices}
    is_estimate = "estimated" in bases
    is_list = all(price.list_usd_per_device_hour is None for price in prices)
    lists = [price.list_usd_per_device_hour or price.usd_per_device_hour for price in prices]

    def same(name: str) -> str | None:
        values = {getattr(one, name) for one in bought}
        return values.pop() if len(values) == 1 else None

    return Bought(
        price=Price(
            usd_per_device_hour=usd,
            usd_per_device_hour_low=usd * low if is_estimate else None,
            usd_per_device_hour_high=usd * high if is_estimate else None,
            option=prices[0].option,
            basis="estimated" if is_estimate else "given" if bases == {"given"} else "table",
            selection="the mean over the devices of both pools: see replicas.pools",
            list_usd_per_device_hour=None if is_list else _mean(lists, shares),
            row=None,
            range=None,
        ),
        list_usd_per_device_hour=_mean([one.list_usd_per_device_hour for one in bought], shares),
        source="; ".join(dict.fromkeys(one.source for one in bought)),
        provider=same("provider"),
        region=same("region"),
        instance_type=None,
        instance_device_count=None,
        low_ratio=low,
        high_ratio=high,
        doubt="; ".join(one.doubt for one in bought if one.doubt) or None,
    )


def _bought_as(pool: PoolDevices, purchase: Purchase) -> Purchase:
    """A purchase of a service for one pool, with what that says of itself."""
    own = pool.purchase
    if own is None:
        return replace(purchase, provider=purchase.provider or pool.provider)
    if own.provider or own.region or own.instance_type:
        purchase = replace(purchase, provider=None, region=None, instance_type=None, beside=())
    given = {name: value for name in OWN if (value := getattr(own, name)) is not None}
    discount_fraction = own.discount_fraction or purchase.discount_fraction
    return replace(purchase, **given, discount_fraction=discount_fraction)
