"""Like beside like: options that are compared are bought at one provider that sells them all."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from math import log
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.instances import Need, Rank, kind_of, ranks_of
from pricing.catalog.rows import Device, PriceRow
from pricing.purchasing.estimated_prices import RENTAL_OPTION, estimate_of
from pricing.purchasing.price import Seller
from pricing.purchasing.price_table import find, in_force
from pricing.purchasing.query import AnyPurchase, CapacityPurchase, Option, Purchase, RunPurchase
from pricing.quote.context import QuoteContext

UNSOLD = frozenset({"owned", "market_median"})
"""Options that no provider sells."""

ALL_OPTIONS: tuple[str, ...] = get_args(Option)

USUAL_OPTION: Option = "on_demand"
"""What a purchase without an option is compared as."""


class Offered(Struct, frozen=True, gc=False):
    """The price of an option at a provider [USD per device-hour], and how good it is.

    is_unknown: whether nobody verified it. rank: of several, those with the least count: whether
    its instances cannot hold what is needed, whether nobody verified it, and the devices that are
    held.
    """

    usd: float
    is_unknown: bool
    rank: tuple[bool, bool, float]


class Wanted(Struct, frozen=True, eq=False):
    """A need, which is as another in whose order the kinds of instances stand as in its own.

    Needs are without number; such orders are few.
    """

    need: Need | None
    ranks: tuple[Rank, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wanted) and self.ranks == other.ranks

    def __hash__(self) -> int:
        return hash(self.ranks)


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

    Of those that do it is the one whose on-demand price is nearest to the on-demand price over all
    providers, the default of the device. Without it among the options, their first one decides. A
    provider sells an option if it has a price for it, or an on-demand price that it can be
    estimated from. Prices that nobody verified count only where no option has a better one. Options
    that nobody sells do not count.
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
    asking = context.catalog, context.as_of, device, options, place
    return _seller(*asking, Wanted(need, ranks_of(_kinds(*asking), need)))


@lru_cache(maxsize=1024)
def _kinds(
    catalog: Catalog, as_of: str, device: Device, options: tuple[str, ...], place: Purchase
) -> tuple[PriceRow, ...]:
    """A price of each kind of instances that options are priced from."""
    context = QuoteContext(catalog, as_of)
    rows = [
        in_force(context, device, name, place) for name in dict.fromkeys((RENTAL_OPTION, *options))
    ]
    return tuple({kind_of(row): row for row in chain(*rows)}.values())


@lru_cache(maxsize=8192)
def _seller(
    catalog: Catalog,
    as_of: str,
    device: Device,
    options: tuple[str, ...],
    place: Purchase,
    wanted: Wanted,
) -> Seller | None:
    sold, providers = _sellers(catalog, as_of, device, options, place)
    if len(sold) < PAIR or not providers:
        return None
    if len(providers) == 1:
        return Seller(providers[0], sold, providers, 1)
    context, need = QuoteContext(catalog, as_of), wanted.need
    anchor = USUAL_OPTION if USUAL_OPTION in sold else sold[0]
    alone = _offered(context, device, anchor, place, None, need)
    ranked: dict[tuple[float, ...], list[tuple[float, str]]] = {}
    for provider in providers:
        offers = {name: _offered(context, device, name, place, provider, need) for name in sold}
        rank = tuple(map(max, *(one.rank for one in offers.values() if one is not None)))
        own = offers[anchor]
        distance = 0.0 if own is None or alone is None else abs(log(own.usd / alone.usd))
        ranked.setdefault(rank, []).append((distance, provider))
    best = sorted(ranked[min(ranked)])
    return Seller(best[0][1], sold, tuple(sorted(name for _, name in best)), len(providers))


@lru_cache(maxsize=1024)
def _sellers(
    catalog: Catalog, as_of: str, device: Device, options: tuple[str, ...], place: Purchase
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those of some options that anybody sells, and who sells all of these."""
    context = QuoteContext(catalog, as_of)
    offers = {
        (provider, option): offered
        for provider in catalog.prices.providers(device.name)
        for option in options
        if (offered := _offered(context, device, option, place, provider, None)) is not None
    }
    known = [one for one, offered in offers.items() if not offered.is_unknown] or list(offers)
    by_provider: dict[str, set[str]] = defaultdict(set)
    for provider, option in known:
        by_provider[provider].add(option)
    anywhere = frozenset().union(*by_provider.values())
    sold = tuple(option for option in options if option in anywhere)
    return sold, tuple(name for name, own in by_provider.items() if len(own) == len(sold))


def _offered(
    context: QuoteContext,
    device: Device,
    option: str,
    place: Purchase,
    provider: str | None,
    need: Need | None,
) -> Offered | None:
    """The price of an option at a provider, or over all; None if it is not sold."""
    choice, ratio = find(context, device, option, place, provider=provider, need=need), 1.0
    if choice is None:
        there = replace(place, provider=provider)
        estimate = estimate_of(context, device, option, there, need)
        if estimate is None:
            return None
        choice, known = estimate
        ratio = known.value
    row = choice.row
    is_unknown = not context.catalog.prices.is_known(row)
    held = 0.0 if need is None else need.held(row)
    rank = not choice.fits, is_unknown, held
    return Offered(row.usd_per_device_hour * ratio, is_unknown, rank)
