"""Like beside like: options that are compared are bought at one provider that sells them all."""

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.instances import Need
from pricing.catalog.rows import Device
from pricing.purchasing.estimated import MARKET, estimate_of
from pricing.purchasing.price import Seller
from pricing.purchasing.price_table import find
from pricing.purchasing.query import CapacityPurchase, Option, Purchase, RunPurchase
from pricing.quote.context import QuoteContext

UNSOLD = frozenset({"owned", "market_median"})
"""Options that no provider sells."""

ALL_OPTIONS: tuple[str, ...] = get_args(Option)

USUAL_OPTION: Option = "on_demand"
"""What a purchase without an option is compared as."""

AnyPurchase = TypeVar("AnyPurchase", bound=Purchase)


class Offered(Struct, frozen=True, gc=False):
    """The price of an option at a provider [USD per device-hour], and how good it is.

    rank: of several, those with the least count: whether its instances cannot hold what is needed,
    whether nobody verified it, how far it is estimated, and the devices that are held.
    """

    usd: float
    rank: tuple[bool, bool, int, float]


PAIR = 2
"""Options from which on there is something to compare."""


def is_open(purchase: Purchase) -> bool:
    """Whether a provider is to be chosen for a purchase."""
    return (
        purchase.provider is None
        and purchase.usd_per_device_hour is None
        and purchase.option not in UNSOLD
    )


def options_of(purchases: Sequence[Purchase]) -> tuple[Option, ...]:
    """The options of those purchases for which a provider is to be chosen, each once."""
    return tuple(dict.fromkeys(one.option or USUAL_OPTION for one in purchases if is_open(one)))


def beside(purchase: AnyPurchase, options: tuple[Option, ...]) -> AnyPurchase:
    """A purchase that is compared with some options, unless it says with which it is."""
    if len(options) < PAIR or purchase.beside or not is_open(purchase):
        return purchase
    return replace(purchase, beside=options)


def side_by_side(purchases: Sequence[RunPurchase]) -> tuple[RunPurchase, ...]:
    """Purchases that are compared with each other, the parts of mixes among them."""
    each: list[CapacityPurchase] = []
    for purchase in purchases:
        each.extend(purchase.mix or (purchase,))
    options = options_of(each)
    return tuple(
        replace(purchase, mix=tuple(beside(part, options) for part in purchase.mix))
        if purchase.mix
        else beside(purchase, options)
        for purchase in purchases
    )


def seller_of(
    context: QuoteContext, device: Device, option: str, purchase: Purchase, need: Need | None
) -> Seller | None:
    """The provider that sells an option and all that stand beside it; None where there is none.

    It is the median of those that do, ordered by the geometric mean of their prices. A provider
    sells an option if it has a price for it, or an on-demand price that it can be estimated from.
    Listed prices come before estimates, and these before ratios of the market. Options that nobody
    sells do not count.
    """
    asked = {option, *purchase.beside} - UNSOLD
    options = tuple(name for name in ALL_OPTIONS if name in asked)
    if len(options) < PAIR or not is_open(purchase):
        return None
    place = Purchase(
        region=purchase.region,
        instance_type=purchase.instance_type,
        minimum_confidence=purchase.minimum_confidence,
    )
    return _seller(context.catalog, context.as_of, device, options, place, need)


@lru_cache(maxsize=8192)
def _seller(
    catalog: Catalog,
    as_of: str,
    device: Device,
    options: tuple[str, ...],
    place: Purchase,
    need: Need | None,
) -> Seller | None:
    sold, providers = _sellers(catalog, as_of, device, options, place)
    if len(sold) < PAIR or not providers:
        return None
    if len(providers) == 1:
        return Seller(providers[0], sold, providers, 1)
    context = QuoteContext(catalog, as_of)
    ranked: dict[tuple[float, ...], list[tuple[float, str]]] = {}
    for provider in providers:
        found = [_offered(context, device, option, place, provider, need) for option in sold]
        offers = [one for one in found if one is not None]
        rank = tuple(map(max, *(one.rank for one in offers)))
        mean = prod(one.usd for one in offers)
        ranked.setdefault(rank, []).append((mean, provider))
    best = sorted(ranked[min(ranked)])
    _, middle = best[(len(best) - 1) // 2]
    return Seller(middle, sold, tuple(sorted(name for _, name in best)), len(providers))


@lru_cache(maxsize=1024)
def _sellers(
    catalog: Catalog, as_of: str, device: Device, options: tuple[str, ...], place: Purchase
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those of some options that anybody sells, and who sells all of these."""
    context = QuoteContext(catalog, as_of)
    by_provider = {
        provider: {
            option
            for option in options
            if _offered(context, device, option, place, provider, None) is not None
        }
        for provider in sorted(catalog.providers)
    }
    anywhere = frozenset().union(*by_provider.values())
    sold = tuple(option for option in options if option in anywhere)
    return sold, tuple(name for name, own in by_provider.items() if len(own) == len(sold))


def _offered(
    context: QuoteContext,
    device: Device,
    option: str,
    place: Purchase,
    provider: str,
    need: Need | None,
) -> Offered | None:
    """The price of an option at a provider, None if it does not sell it."""
    choice, ratio, how_far = (
        find(context, device, option, place, provider=provider, need=need),
        1.0,
        0,
    )
    if choice is None:
        there = replace(place, provider=provider)
        estimate = estimate_of(context, device, option, there, need)
        if estimate is None:
            return None
        choice, known = estimate
        ratio = known.value
        how_far = 2 if known.assumption.key.startswith(MARKET) else 1
    row = choice.row
    is_unknown = not context.catalog.prices.is_known(row)
    held = 0.0 if need is None else need.held(row)
    return Offered(row.usd_per_device_hour * ratio, (not choice.fits, is_unknown, how_far, held))
