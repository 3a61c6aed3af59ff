"""Warnings about what is bought: prices of different providers, instances bought in part."""

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from itertools import pairwise
from math import isclose
from statistics import median

from pricing.catalog.catalog import Catalog
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.price_flags import is_undated, is_weekly
from pricing.catalog.prices import MARKET, PriceChoice
from pricing.catalog.rows import PriceRow
from pricing.formulas.capacity import held_devices
from pricing.purchasing.commitments import TERM_YEARS
from pricing.purchasing.one_provider import is_open
from pricing.purchasing.owning.cost import OwnedCost
from pricing.purchasing.price import Bought, Seller
from pricing.purchasing.query import Purchase
from pricing.quote.answer import Price
from pricing.quote.context import QuoteContext
from pricing.quote.doubts.check import doubt_about_contract

MUCH_RATIO = 1.25
"""Prices further apart are told."""


def warn_of_providers(context: QuoteContext, chosen: Iterable[Bought]) -> None:
    """Say which provider sells what is compared; warn if different ones do.

    The terms of a provider do not apply to those of another. chosen: what was bought where the
    query names no provider.
    """
    by_seller: dict[Seller | None, list[Bought]] = {}
    for one in chosen:
        if one.provider:
            by_seller.setdefault(one.seller, []).append(one)
    for seller, sold in by_seller.items():
        if seller is not None:
            _tell_seller(context, seller, sold)
    pairs = {one.price.option: one.provider for own in by_seller.values() for one in own}
    if len(set(pairs.values())) > 1:
        told = ", ".join(f"{option} of {provider}" for option, provider in pairs.items())
        reason = "" if set(by_seller) != {None} else ", since none sells all of these options"
        context.warn(
            f"the prices are those of different providers ({told}){reason}: name one to compare its"
            " terms"
        )


def _tell_seller(context: QuoteContext, seller: Seller, sold: Iterable[Bought]) -> None:
    """Say who sells what is compared, first where prices would be others if asked for alone."""
    text = f"{', '.join(seller.options)} are priced at {seller.in_words}"
    apart = {
        one.price.option: one for one in sold if not 1.0 / MUCH_RATIO < one.alone_ratio < MUCH_RATIO
    }
    if not apart:
        context.warn(text)
        return
    each = ", ".join(
        f"{option} is {one.list_usd_per_device_hour * one.alone_ratio:.3g} USD and not"
        f" {one.list_usd_per_device_hour:.3g}"
        for option, one in apart.items()
    )
    context.warn_first(f"{text}. Over all providers {each}: ask for it alone, or name a provider")


def warn_of_seller(context: QuoteContext, purchase: Purchase, bought: Bought) -> None:
    """Say of a price that stands beside others who sells it, and where nobody sells all."""
    if bought.seller is not None:
        warn_of_providers(context, [bought])
    elif len({bought.price.option, *purchase.beside}) > 1 and is_open(purchase) and bought.provider:
        context.warn(
            f"no provider sells all of {', '.join(purchase.beside)}: this price is that of"
            f" {bought.provider}, and those beside it may be of others. Name one to compare its"
            " terms"
        )


STALE_DAYS, STALE_SPOT_DAYS = 90, 7
"""Prices that nobody read for longer are told; spot prices move by the day."""

DAYS_OF_A_YEAR = 365


def warn_of_only(context: QuoteContext, choice: PriceChoice, purchase: Purchase) -> None:
    """Say of a price that there is no other, or that the others are of instances that suit less.

    Nothing is said where the caller names whose it is, or where others are about the same.
    """
    row, others = choice.row, choice.others
    named = purchase.provider, purchase.region, purchase.instance_type
    if choice.range.count > 1 or any(named) or row.contract is not None or row.provider == MARKET:
        return
    if others is None:
        context.warn(
            f"no other {row.option} price of {row.device} is known than that of {row.provider}: ask"
            " others, or give your own",
            "age",
        )
    elif max(others[1] / row.usd_per_device_hour, row.usd_per_device_hour / others[0]) > MUCH_RATIO:
        ends = " to ".join(dict.fromkeys(f"{one:.3g}" for one in others))
        context.warn(
            f"{row.provider} alone has instances that suit: others with a {row.device} cost"
            f" {ends} USD a device-hour"
        )


def warn_of_contract(context: QuoteContext, row: PriceRow) -> None:
    """Say first of the price of a contract that it is unlike all that anybody asks."""
    if row.contract is not None and (doubt := doubt_about_contract(context.catalog, row)):
        context.warn_first(doubt)


def warn_of_usual_region(context: QuoteContext, choice: PriceChoice) -> None:
    """Say of a price in the usual region of a provider that its regions ask much less or more."""
    row, among = choice.row, choice.range
    ratio = row.usd_per_device_hour / among.median_usd_per_device_hour
    if among.usual_region is None or 1.0 / MUCH_RATIO < ratio < MUCH_RATIO:
        return
    context.warn(
        f"the usual region of {row.provider} asks {ratio:.2g} times the median of its regions:"
        f" {row.usd_per_device_hour:.3g} USD a device-hour for {row.option} in {row.region}, where"
        f" that is {among.median_usd_per_device_hour:.3g}. Name a region to have another"
    )


def warn_of_age(context: QuoteContext, price: Price) -> None:
    """Say of a price that nobody read for long, or since it usually changes, that it may differ."""
    row, age = price.row, price.age_days
    if row is not None and context.day < context.catalog.known_by.toordinal():
        _warn_of_undated(context, row)
        _warn_of_gap(context, row)
    if row is None or age is None or age <= STALE_SPOT_DAYS:
        return
    old, read = f"the price is {age} days old", row.last_observed or row.effective_from
    gap = None if age > STALE_DAYS else _usual_days(context.catalog, row, context.day)
    if gap is not None and age > gap:
        often = "every day" if gap == 1.0 else f"every {gap:g} days"
        text = f"{old}, and changes {often} or so: {row.id} was last read on {read}"
        context.warn(text, "age")
    elif age > STALE_DAYS or row.option == "spot":
        text = f"{old}: {row.id} was last read on {read}, and it may be another by now"
        context.warn(text, "age")


def _warn_of_undated(context: QuoteContext, row: PriceRow) -> None:
    """Say of a price of a past day that the day from which it holds is not known."""
    if is_undated(row.notes):
        context.warn(
            f"the day from which {row.id} holds is not known: on {context.as_of} the price may have"
            " been another",
            "age",
        )


DAYS_OF_A_WEEK = 7


def _warn_of_gap(context: QuoteContext, row: PriceRow) -> None:
    """Say of a price of a past day that nobody read it then, and that it had changed soon after.

    The day of a change that was announced is known. That of any other lies between two readings.
    """
    read = row.last_observed or row.effective_from
    if row.effective_to is None or context.as_of <= read:
        return
    left_days = date.fromisoformat(row.effective_to).toordinal() - context.day
    if is_weekly(row.notes) and left_days > DAYS_OF_A_WEEK:
        return
    later = _later(context.catalog, row)
    if later is not None:
        context.warn(
            f"the price changed between {read} and {row.effective_to}, on a day that nobody saw: on"
            f" {context.as_of} it may have been {later:.4g} USD a device-hour already ({row.id})",
            "age",
        )


@lru_cache(maxsize=4096)
def _later(catalog: Catalog, row: PriceRow) -> float | None:
    """The price after one that ended [USD per device-hour]; None where its first day is sure."""
    question = PriceQuestion(row.device, row.option, row.provider, row.region, row.instance_type)
    after = (one for one in catalog.prices.rows(question) if one.effective_from == row.effective_to)
    later = next(after, None)
    if later is None or later.date_quality == ANNOUNCED:
        return None
    usd = later.usd_per_device_hour
    return None if isclose(usd, row.usd_per_device_hour, rel_tol=LEAST_CHANGE) else usd


LEAST_CHANGE = 0.005
"""Prices nearer than this are the same but for rounding [ratio less 1]."""

ANNOUNCED = "announced"


@lru_cache(maxsize=4096)
def _usual_days(catalog: Catalog, row: PriceRow, day: int) -> float | None:
    """Days between the changes of a price in the year before a day, in the median.

    None where it changed twice at most.
    """
    question = PriceQuestion(row.device, row.option, row.provider, row.region, row.instance_type)
    starts = sorted(
        date.fromisoformat(one.effective_from).toordinal() for one in catalog.prices.rows(question)
    )
    gaps = [later - one for one, later in pairwise(starts) if day - DAYS_OF_A_YEAR <= one < day]
    return float(median(gaps)) if len(gaps) > 1 else None


SAVING = (*TERM_YEARS, "spot")
"""Options that nobody takes at a price above the on-demand price."""


def warn_of_dear(context: QuoteContext, beside: Iterable[Bought]) -> None:
    """Warn if a reserved or spot price is above an on-demand price beside it: it saves nothing."""
    sold = list(beside)
    by_the_hour = [one for one in sold if one.price.option == "on_demand"]
    for reserved in sold:
        for hourly in by_the_hour:
            if reserved.price.option in SAVING:
                warn_if_dearer(context, reserved, hourly.list_usd_per_device_hour, hourly.provider)


def warn_if_dearer(
    context: QuoteContext, reserved: Bought, usd: float, provider: str | None
) -> None:
    """Warn if a price that should save is above an on-demand price [USD per device-hour]."""
    reserved_usd = reserved.list_usd_per_device_hour
    if reserved_usd <= usd:
        return
    whose = f" of {reserved.provider}" if reserved.provider else ""
    other = f" of {provider}" if provider else ""
    text = (
        f"the {reserved.price.option} price{whose}, {reserved_usd:.3g} USD, is above the on_demand"
        f" price{other} beside it, {usd:.3g} USD"
    )
    if provider != reserved.provider:
        text += ": name a provider to compare its own terms"
    context.warn(text)


def warn_of_units(
    context: QuoteContext,
    bought: Bought,
    device_count: float,
    *,
    charged: str = "this answer",
    is_weighty: bool = True,
) -> None:
    """Warn of what whole instances hold beside some devices, and where they cannot hold them.

    charged: what pays for the devices, in words; is_weighty: whether the answer is of that price.
    """
    size = bought.instance_device_count
    if bought.owned is not None:
        warn_of_servers(context, bought.sold_together_count, bought.owned, device_count)
    if not size:
        return
    if not bought.fits:
        context.warn_first(
            f"no instance that matches holds {device_count:g} devices, or is known to form a"
            f" cluster: the price of {bought.instance_type} is used, which has {size:g}"
        )
    if size < 1.0:
        context.warn(
            f"{bought.instance_type} has {size:g} of a device and of its memory: {charged} charges"
            f" for {device_count:g} whole devices at that rate"
        )
    elif size > 1.0:
        held = held_devices(device_count=device_count, instance_device_count=size)
        if isclose(held, device_count):
            return
        whole = f"{bought.instance_type} has {size:g} devices, and is rented as a whole"
        if bought.is_shared:
            context.warn(f"{whole}: other work takes what {charged} leaves unused, and pays for it")
            return
        is_much = held > MUCH_RATIO * device_count
        warn = context.warn_first if is_weighty and is_much else context.warn
        warn(
            f"{held - device_count:g} of the {held:g} devices that {charged} charges for are"
            f" unused: {whole}. Set purchase.shared_instances if other work takes them"
        )


def warn_of_servers(
    context: QuoteContext, size: int, owned: OwnedCost, device_count: float
) -> None:
    """Warn where owned devices are a part of the servers of `size` that they are sold in."""
    held = held_devices(device_count=device_count, instance_device_count=size)
    if isclose(held, device_count):
        return
    context.warn(
        f"these devices are sold in servers of {size}: {device_count:g} owned ones are charged for"
        f" as a share, and whole servers cost {held * owned.purchase_usd:,.0f} USD"
    )
