"""Doubts about a query: values that are off by a unit or a factor, as first warnings of its answer.

Nothing is refused: a value is read as it stands, and the warning says what was perhaps meant.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from math import log
from statistics import median
from typing import get_args

from msgspec import Struct
from msgspec.structs import fields

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, PriceRow
from pricing.errors import UnknownName
from pricing.quote.answer import unlabelled
from pricing.quote.context import QuoteContext
from pricing.quote.doubts.rules import Rule, rule_of, times
from pricing.quote.doubts.words import in_words, written
from pricing.units import HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR, SECONDS_PER_HOUR

PRICE, PURCHASE = "usd_per_device_hour", "purchase_usd"
OF_DEVICE = frozenset({PRICE, PURCHASE})
"""Fields whose usual range is that of the device."""

MOST_TIMES_DEAREST, MOST_TIMES_MEDIAN, LEAST_OF_CHEAPEST = 1.5, 3.5, 0.1
DEAR_QUANTILE = 0.98
"""A price of one's own is unusual above all but the dearest few of a device, and above so many
times the dearest or the median. Below it is so from a part of the cheapest on: devices that are
paid for cost little more than their energy."""

MOST_TIMES_PURCHASE, LEAST_OF_PURCHASE = 3.0, 0.2
"""The same of the price of buying a device."""

INSTANCES = (8.0, 4.0, 2.0, 16.0, 72.0)
"""Devices of an instance or a server, the most frequent first."""

DEAREST_UNIT_USD = 4.0
"""No currency has a unit that is worth more; the Kuwaiti dinar is worth about 3.3 USD."""

LEAST_APART = log(1.1)
"""Logarithm by which a rate may differ from one that is known."""


def warn_of_doubts(context: QuoteContext, query: Struct) -> None:
    """Warn first of values of a query that look off by a unit or a factor."""
    for text in _texts(context.catalog, unlabelled(query)):
        context.warn_first(text)


@lru_cache(maxsize=4096)
def _texts(catalog: Catalog, query: Struct) -> tuple[str, ...]:
    """The doubts about a query, kept: the same is asked again and again."""
    return tuple(_doubts(catalog, query, "", None))


def _doubts(catalog: Catalog, part: Struct, place: str, device: str | None) -> Iterator[str]:
    """What is unusual in a part of a query; device: that of the nearest deployment."""
    device = _device_of(part, device)
    numbers, others = _named(type(part))
    for name, rule in numbers:
        value = getattr(part, name)
        if value is None or (rule is not None and rule.is_usual(value)):
            continue
        doubt = doubt_about(catalog, device, f"{place}{name}", value)
        if doubt is not None:
            yield doubt
    for name, default in others:
        below = getattr(part, name)
        if below is default:
            continue
        if isinstance(below, Struct):
            yield from _doubts(catalog, below, f"{place}{name}.", device)
        elif type(below) is tuple and below and isinstance(below[0], Struct):
            for index, one in enumerate(below):
                yield from _doubts(catalog, one, f"{place}{name}[{index}].", device)
    currency = getattr(part, "currency", None)
    if currency is not None:
        yield from _doubts_of_rate(catalog, currency, getattr(part, "usd_per_currency_unit", None))


def _device_of(part: Struct, device: str | None) -> str | None:
    """The device that a part of a query is of: its own, as of a pool, else the one around it."""
    deployment = getattr(part, "deployment", None)
    if deployment is not None:
        return str(deployment.device) if deployment.device else None
    own = getattr(part, "device", None)
    return own if isinstance(own, str) else device


def doubt_about(catalog: Catalog, device: str | None, place: str, value: float) -> str | None:
    """What is unusual about the value of a field by its dotted name, None where nothing is.

    device: that whose prices the value is weighed against.
    """
    name = place.rpartition(".")[2]
    rule = _rule_of_device(catalog, device, name) if name in OF_DEVICE else rule_of(name)
    return None if rule is None or rule.is_usual(value) else _in_words(place, value, rule)


def doubt_about_contract(catalog: Catalog, row: PriceRow) -> str | None:
    """What is unusual about the price of a contract, beside which no list price stands."""
    rule = _rule_of_device(catalog, row.device, PRICE)
    if row.list_usd_per_hour is not None or rule is None or rule.is_usual(row.usd_per_device_hour):
        return None
    return _in_words(f"the price of contract {row.contract}", row.usd_per_device_hour, rule)


@cache
def _named(
    part: type[Struct],
) -> tuple[tuple[tuple[str, Rule | None], ...], tuple[tuple[str, object], ...]]:
    """The fields of a part that have a rule, and those that may hold parts, with their defaults."""
    numbers, others = [], []
    for field in fields(part):
        rule = rule_of(field.name)
        if rule is not None or field.name in OF_DEVICE:
            numbers.append((field.name, rule))
        elif _may_be_part(field.type):
            others.append((field.name, field.default))
    return tuple(numbers), tuple(others)


def _may_be_part(kind: object) -> bool:
    """Whether values of a type may be parts of a query, or hold them."""
    is_part = isinstance(kind, type) and issubclass(kind, Struct)
    return is_part or any(map(_may_be_part, get_args(kind)))


def _in_words(place: str, value: float, rule: Rule) -> str:
    outcome = f", {rule.outcome(value)}" if rule.outcome else ""
    meant = rule.meant(value)
    instead = f"; {in_words(value, meant)}" if meant else ""
    return (
        f"{place} of {written(value)} is read as {rule.unit}{outcome}, and"
        f" {written(rule.low)} to {written(rule.high)} is usual{instead}"
    )


def _rule_of_device(catalog: Catalog, device: str | None, name: str) -> Rule | None:
    """The rule of a field whose usual range is that of the device; None where none is known."""
    if device is None:
        return None
    try:
        known = catalog.devices.find(device, field="deployment.device")
    except UnknownName:
        return None  # it is refused where it is looked up
    return _rules_of(catalog, known).get(name)


@lru_cache(maxsize=1024)
def _rules_of(catalog: Catalog, device: Device) -> dict[str, Rule]:
    """The rules of a device."""
    instances = tuple(
        times(f"that of an instance or a server of {count:.0f}", 1.0 / count)
        for count in dict.fromkeys((float(device.node_device_count), *INSTANCES))
        if count > 1.0
    )
    rules = {}
    if device.purchase_usd is not None:
        rules[PURCHASE] = Rule(
            "USD for one device",
            (*instances, times("thousands", 1000.0)),
            LEAST_OF_PURCHASE * (device.purchase_low_usd or device.purchase_usd),
            MOST_TIMES_PURCHASE * (device.purchase_high_usd or device.purchase_usd),
            typical=device.purchase_usd,
        )
    prices = sorted(catalog.prices.usd_per_device_hour(device.name))
    if prices:
        dear = prices[int(DEAR_QUANTILE * (len(prices) - 1))]
        rules[PRICE] = Rule(
            f"USD for one {device.name} and hour",
            (
                *instances,
                times("a price per day", 1.0 / HOURS_PER_DAY),
                times("a price per month", 1.0 / HOURS_PER_MONTH),
                times("a price per year", 1.0 / HOURS_PER_YEAR),
                times("cents", 0.01),
                times("a price per second", SECONDS_PER_HOUR),
                times("a price per minute", 60.0),
            ),
            LEAST_OF_CHEAPEST * min(prices),
            min(MOST_TIMES_DEAREST * max(prices), max(dear, MOST_TIMES_MEDIAN * median(prices))),
            typical=median(prices),
        )
    return rules


def _doubts_of_rate(catalog: Catalog, currency: str, rate: float | None) -> Iterator[str]:
    """Whether a rate of exchange looks inverted, or far from what is known."""
    if rate is None or currency == "USD":
        return
    rates = catalog.exchange_rates.get(currency)
    known = rates[-1][1] if rates else None
    if known is None:
        is_inverted = rate > DEAREST_UNIT_USD
        usual = ""
    else:
        apart = abs(log(rate / known))
        is_inverted = apart > LEAST_APART and abs(log(rate * known)) < apart
        usual = f", which is worth about {known:.3g} USD"
        if not is_inverted and apart > log(2.0):
            yield (
                f"usd_per_currency_unit of {written(rate)} is read as USD for one {currency}{usual}"
            )
    if is_inverted:
        yield (
            f"usd_per_currency_unit of {written(rate)} is read as USD for one {currency}{usual}; if"
            f" it is {currency} for one USD, give {1.0 / rate:.4g}"
        )
