"""How two pools are bought: at one provider that has both devices, where nobody names one."""

from collections.abc import Sequence
from contextlib import suppress
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.instances import Need
from pricing.errors import InvalidQuery, Refusal
from pricing.purchasing.one_provider import is_open
from pricing.purchasing.price import Bought, Rate
from pricing.purchasing.site import Site
from pricing.quote.answer import Price
from pricing.quote.context import QuoteContext
from pricing.unit_costs.planning.terms import terms_of
from pricing.unit_costs.pools.pool_plans import PlannedPool
from pricing.unit_costs.pools.pool_questions import Asked, AskedPool
from pricing.unit_costs.query import UnitCostQuery


class Deal(Struct, frozen=True):
    """How a pool is bought, and where it stands; unused_devices: of instances, beyond its own."""

    bought: Bought
    rate: Rate
    unused_devices: float
    place: Site


def deals_of(
    context: QuoteContext, query: UnitCostQuery, prefill: PlannedPool, decode: PlannedPool
) -> tuple[Deal, Deal]:
    """How both are bought. Pools of one device and purchase share instances.

    Raises a Refusal where a pool has no price, InvalidQuery for one price of two devices.
    """
    pools = prefill, decode
    purchases = [pool.asked.purchase for pool in pools]
    is_one_purchase = purchases[0] == purchases[1]
    if is_one_purchase and prefill.workload.device is decode.workload.device:
        count, size = prefill.device_count + decode.device_count, max(prefill.size, decode.size)
        deal = _deal(context, query, decode.asked, Need(float(count), float(size)))
        return replace(deal, unused_devices=0.0), deal
    if is_one_purchase and purchases[0].usd_per_device_hour is not None:
        raise one_price(*(pool.workload.device.name for pool in pools))
    deals = [
        _deal(context, query, pool.asked, Need(float(pool.device_count), float(pool.size)))
        for pool in pools
    ]
    warn_of_places(context, [deal.bought for deal in deals])
    return deals[0], deals[1]


def one_price(first: str, second: str, field: str = "purchase") -> InvalidQuery:
    """The refusal of one price of two devices."""
    return InvalidQuery(
        f"{field}.usd_per_device_hour is the price of one device, and the pools have {first} and"
        f" {second}: give deployment.prefill.purchase and deployment.decode.purchase",
        field=f"{field}.usd_per_device_hour",
    )


def at_one_provider(context: QuoteContext, query: UnitCostQuery, asked: Asked) -> Asked:
    """Pools of two devices at a provider that rents out both, where nobody names one.

    It is the median of those that do, by the price of an instance of either. Those whose prices are
    in the table and not in doubt come first.
    """
    pools = asked.prefill, asked.decode
    purchases = [pool.purchase for pool in pools]
    is_one_device = pools[0].device is pools[1].device
    if purchases[0] != purchases[1] or is_one_device or not is_open(purchases[0]):
        return asked
    ranked: dict[tuple[int, int], list[tuple[float, str]]] = {}
    for provider in sorted(context.catalog.providers):
        with suppress(Refusal):
            offer = _offer(context, query, [_at(pool, provider) for pool in pools])
            ranked.setdefault(offer[0], []).append((offer[1], provider))
    if not ranked:
        return asked
    best = sorted(ranked[min(ranked)])
    _, middle = best[(len(best) - 1) // 2]
    names = ", ".join(sorted(name for _, name in best))
    context.warn_last(
        f"both pools are priced at {middle}: the median of those that have their devices ({names})"
    )
    return Asked(_at(pools[0], middle), _at(pools[1], middle), asked.device_count)


def _at(pool: AskedPool, provider: str) -> AskedPool:
    return replace(pool, purchase=replace(pool.purchase, provider=provider))


def _offer(
    context: QuoteContext, query: UnitCostQuery, pools: Sequence[AskedPool]
) -> tuple[tuple[int, int], float]:
    """How good the prices of both are, the least first, and what a device of each costs [USD]."""
    bought = []
    for pool in pools:
        count = pool.deployment.device_count or pool.device.node_device_count
        need = Need(float(count), float(min(count, pool.device.node_device_count)))
        bought.append(_deal(context.fresh(), query, pool, need).bought)
    unfit = sum(not one.fits or one.price.basis != "table" for one in bought)
    doubted = sum(one.doubt is not None for one in bought)
    return (unfit, doubted), sum(one.price.usd_per_device_hour for one in bought)


def _deal(context: QuoteContext, query: UnitCostQuery, pool: AskedPool, need: Need) -> Deal:
    own = getattr(query.deployment, pool.phase).purchase
    bought, rate, unused, place, snapshot = terms_of(
        context.catalog,
        context.as_of,
        pool.device,
        pool.purchase,
        query.facility,
        replace(need, is_shared=pool.purchase.shared_instances),
        "purchase" if own is None else f"deployment.{pool.phase}.purchase",
    )
    context.merge(snapshot)
    return Deal(bought, rate, float(unused), place)


def warn_of_places(context: QuoteContext, pools: Sequence[Bought]) -> None:
    """Say where caches would have to move between providers or regions."""
    places = [(bought.provider, bought.region) for bought in pools]
    providers, regions = zip(*places, strict=True)
    if None not in providers and providers[0] != providers[1]:
        context.warn(
            f"the prefill pool is priced at {providers[0]} and the decode pool at {providers[1]}:"
            " caches do not move between providers (purchase.provider names one)"
        )
    elif None not in regions and regions[0] != regions[1]:
        context.warn(
            f"the prefill pool is priced in {regions[0]} and the decode pool in {regions[1]}: the"
            " network between regions is slower than this transfer (purchase.region names one)"
        )


def price_of_both(pools: tuple[PlannedPool, PlannedPool], deals: tuple[Deal, Deal]) -> Price:
    """The price of a device-hour of both: the one that both have, else the mean over devices."""
    prices = [deal.bought.price for deal in deals]
    if prices[0] == prices[1]:
        return prices[0]
    counts = [pool.device_count for pool in pools]

    def mean(values: list[float | None]) -> float | None:
        if None in values:
            return None
        return sum(
            (value or 0.0) * count for value, count in zip(values, counts, strict=True)
        ) / sum(counts)

    bases = {price.basis for price in prices}
    return Price(
        usd_per_device_hour=mean([price.usd_per_device_hour for price in prices]) or inf,
        option=" + ".join(dict.fromkeys(price.option for price in prices)),
        basis=prices[0].basis if len(bases) == 1 else "estimated",
        selection="the mean over the devices of both pools: see pools.prefill.price and"
        " pools.decode.price",
        row=None,
        range=None,
    )
