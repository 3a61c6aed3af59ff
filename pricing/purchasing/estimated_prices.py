"""Estimated prices: from ratios to on-demand prices, and from listed estimates.

The ratio is that of the instance itself, else of its family, its provider or the market.
"""

from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.instances import Need
from pricing.catalog.price_ratios import Ratio
from pricing.catalog.prices import PriceChoice, is_enough
from pricing.catalog.rows import Assumption, Device, PriceRow
from pricing.purchasing.price import Bought, bought_at
from pricing.purchasing.price_table import find, in_words, warn_of_flag
from pricing.purchasing.query import Purchase
from pricing.quote.context import QuoteContext

RESERVED_RATIOS = {"reserved_1y": "1yr_price_ratio", "reserved_3y": "3yr_price_ratio"}
RENTAL_OPTION = "on_demand"
"""The option of listed estimates."""

PUBLISHED_PROVIDERS = ("aws", "azure", "gcp")
"""Providers with published ratios of reserved and spot prices."""

SPOT_KEY = "spot.price_fraction"

MARKET = "price_ratio.market."
"""Where the keys of ratios begin that are those of no provider."""

ENOUGH_RATIOS = 5
"""Ratios of price rows from which on their own range is that of an estimate."""

NO_DISCOUNT = 1.0
"""The ratio of a price that saves nothing: an estimate is never above the on-demand price."""


class Known(Struct, frozen=True):
    """A ratio to the on-demand price with its range; of: whose it is, in words.

    assumption: as an answer lists it, in the unit of its source.
    """

    value: float
    low: float
    high: float
    of: str
    assumption: Assumption


def estimated(
    context: QuoteContext, device: Device, option: str, purchase: Purchase, need: Need | None = None
) -> Bought | None:
    """An on-demand price × the nearest ratio, or a listed estimate; need: see find."""
    rental = rental_of(context, device, purchase)
    if option == RENTAL_OPTION and rental is not None:
        context.assume(rental)
        context.warn(f"the price of {device.name} is an estimate: the table has none")
        return bought_at(
            purchase,
            rental.value,
            option=option,
            basis="estimated",
            selection="estimated list price",
            source=rental.key,
            low_ratio=_end(rental.low, rental.value),
            high_ratio=_end(rental.high, rental.value),
        )
    candidate = estimate_of(context, device, option, purchase, need)
    if candidate is None:
        return None
    choice, ratio = candidate
    row = choice.row
    context.assume(ratio.assumption)
    context.warn(
        f"the {option} price of {device.name} is an estimate: there is none{in_words(purchase)} on"
        f" {context.as_of}, so it is the on-demand price of {row.provider} × a ratio of"
        f" {ratio.value:.3g} ({ratio.low:.3g} to {ratio.high:.3g}), {ratio.of}"
    )
    warn_of_flag(context, row, choice.doubt)
    usd, words = _on_demand(row)
    return bought_at(
        purchase,
        usd * ratio.value,
        option=option,
        basis="estimated",
        selection=f"{words} × {ratio.value:.3g} ({ratio.of}: {ratio.assumption.key})",
        source=ratio.assumption.key,
        row=row,
        low_ratio=ratio.low / ratio.value,
        high_ratio=ratio.high / ratio.value,
        fits=choice.fits,
        age_days=context.catalog.prices.age_days(row, context.day),
    )


def _on_demand(row: PriceRow) -> tuple[float, str]:
    """What ratios of list prices multiply: the list price, where a row is that of a contract."""
    if row.contract is None or row.list_usd_per_hour is None:
        return row.usd_per_device_hour, row.id
    return row.list_usd_per_hour / row.device_count, f"the list price beside {row.id}"


def _end(end: float | None, value: float) -> float:
    return 1.0 if end is None else end / value


def estimate_of(
    context: QuoteContext, device: Device, option: str, purchase: Purchase, need: Need | None
) -> tuple[PriceChoice, Known] | None:
    """The on-demand price that an estimate starts from, and the ratio.

    Without a provider it is the lower median of those that sell the option; where none does, it is
    the on-demand price as it would be chosen, and the ratio of the market.
    """
    if option not in RESERVED_RATIOS and option != "spot":
        return None
    own = purchase.provider
    found = []
    for provider in (own,) if own else context.catalog.prices.providers(device.name):
        choice = find(context, device, RENTAL_OPTION, purchase, provider=provider, need=need)
        ratio = choice and _ratio(context.catalog, option, choice.row, purchase.minimum_confidence)
        if choice and ratio:
            found.append((choice, ratio))
    if found:
        found.sort(key=lambda one: (one[0].row.usd_per_device_hour, one[0].row.id))
        return found[(len(found) - 1) // 2]
    if option not in RESERVED_RATIOS:
        return None
    choice = find(context, device, RENTAL_OPTION, purchase, need=need)
    ratio = choice and _market_ratio(context.catalog, option, purchase.minimum_confidence)
    return (choice, ratio) if choice and ratio else None


@lru_cache(maxsize=4096)
def _ratio(catalog: Catalog, option: str, row: PriceRow, minimum: str | None) -> Known | None:
    """The ratio of an instance, its family or its provider; None where none is known.

    A single ratio tells no range: that of its provider, or of the market, is its own as well.
    """
    ratios = catalog.price_ratios
    published = _published(catalog, option, row, minimum)
    if option == "spot" and published is not None:
        return published
    nearest = ratios.nearest(row, option, minimum)
    if nearest is not None:
        wider = published or _market_ratio(catalog, option, minimum)
        return _observed(
            catalog, row, option, nearest, wider if nearest.count < ENOUGH_RATIOS else None
        )
    if published is not None:
        return published
    usual = ratios.usual(row.provider, option, minimum)
    if usual is not None:
        return _observed(catalog, row, option, usual, None)
    if option == "spot" and row.provider in PUBLISHED_PROVIDERS:
        return _market_ratio(catalog, option, minimum)
    return None


def _observed(
    catalog: Catalog, row: PriceRow, option: str, ratio: Ratio, wider: Known | None
) -> Known:
    """A ratio of price rows. wider: whose range holds for it too."""
    low, high = ratio.low, ratio.high
    if wider is not None:
        low, high = min(low, wider.low), max(high, wider.high)
    return _known(
        catalog,
        Assumption(
            key=f"price_ratio.{row.provider}.{row.instance_type}.{option}",
            value=ratio.value,
            unit="ratio",
            low=low,
            high=max(min(high, NO_DISCOUNT), ratio.value),
            source=f"price rows of {ratio.of}: {ratio.source}",
            confidence=ratio.confidence,
        ),
        f"that of {ratio.of}",
    )


def _published(catalog: Catalog, option: str, row: PriceRow, minimum: str | None) -> Known | None:
    """The ratio that a source has for a provider, or for an instance type on spot."""
    known = catalog.reliability
    if option in RESERVED_RATIOS:
        found = known.get(f"reserved.{row.provider}.{RESERVED_RATIOS[option]}")
        of = f"the published ratio of {row.provider}"
    else:
        found = known.get(f"spot.{row.provider}.{row.instance_type}.savings_vs_ondemand_pct")
        of = f"by the published saving of {row.instance_type}"
    if found is None or not is_enough(found.confidence, minimum):
        return None
    if option in RESERVED_RATIOS:
        return _known(catalog, found, of)
    value = _of_percent(found.value)
    low = value if found.high is None else _of_percent(found.high)
    high = value if found.low is None else _of_percent(found.low)
    return Known(value, low, max(min(high, NO_DISCOUNT), value), of, found)


@lru_cache(maxsize=256)
def _market_ratio(catalog: Catalog, option: str, minimum: str | None) -> Known | None:
    """The lower median of the providers' published ratios, kept; of spot, the default."""
    if option not in RESERVED_RATIOS:
        spot = catalog.assumptions[SPOT_KEY]
        return (
            _known(catalog, spot, "that of the market")
            if is_enough(spot.confidence, minimum)
            else None
        )
    published = sorted(
        (
            one
            for key, one in catalog.reliability.items()
            if key.startswith("reserved.") and key.endswith(f".{RESERVED_RATIOS[option]}")
            if is_enough(one.confidence, minimum)
        ),
        key=lambda one: (one.value, one.key),
    )
    if not published:
        return None
    middle = published[(len(published) - 1) // 2]
    ends = [end for one in published for end in (one.low, one.high, one.value) if end is not None]
    of = f"that of the market, the median of {len(published)} providers"
    return _known(
        catalog,
        Assumption(
            key=f"{MARKET}{option}",
            value=middle.value,
            unit="ratio",
            low=min(ends),
            high=max(ends),
            source=f"{middle.key}: {middle.source}",
            confidence=middle.confidence,
        ),
        of,
    )


def _known(catalog: Catalog, found: Assumption, of: str) -> Known:
    found = catalog.as_asked(found)
    low, high = (found.value if end is None else end for end in (found.low, found.high))
    return Known(found.value, low, high, of, found)


def _of_percent(saved_percent: float) -> float:
    return 1.0 - saved_percent / 100.0


def rental_of(context: QuoteContext, device: Device, purchase: Purchase) -> Assumption | None:
    """The listed estimate of a device without a price row. It applies to no named place."""
    known = context.catalog.assumptions
    key = f"rental.{device.name}.usd_per_device_hour"
    if key not in known or purchase.provider or purchase.region or purchase.instance_type:
        return None
    rental = known[key]
    return rental if is_enough(rental.confidence, purchase.minimum_confidence) else None


def rented_options(context: QuoteContext, device: Device, purchase: Purchase) -> tuple[str, ...]:
    """The options that have a price for a purchase on that day."""
    options = [
        option
        for option in context.catalog.prices.options(device.name)
        if find(context, device, option, purchase) is not None
    ]
    return tuple(dict.fromkeys((*options, *listed_options(context, device, purchase))))


def listed_options(context: QuoteContext, device: Device, purchase: Purchase) -> tuple[str, ...]:
    """The option of the listed estimate, if there is one for a purchase."""
    return () if rental_of(context, device, purchase) is None else (RENTAL_OPTION,)
