"""Sums of money in a text: the price of a device-hour, of electricity, or a sum."""

import re

from msgspec.structs import replace

from pricing.asking.words.amounts.numbers import Number
from pricing.asking.words.amounts.units import DAYS, Units
from pricing.asking.words.terms import Term

DOLLARS = frozenset({"$", "usd", "dollar", "dollars", "bucks", "credits"})
CENTS = frozenset({"cent", "cents", "c", "ct"})
CENTS_PER_DOLLAR = 100.0

INSTANCE_HOURS = frozenset(
    {"instancehour", "nodehour", "serverhour", "instanceperhour", "nodeperhour", "nodeanhour"}
)

DEVICE_HOURS = frozenset(
    {
        *(
            "hour",
            "hr",
            "h",
            "hrs",
            "stunde",
            "std",
            "gpuhour",
            "gpuhr",
            "gpuh",
            "gpuhours",
            "devicehour",
        ),
        *("cardhour", "chiphour", "acceleratorhour", "gpuperhour", "gpuperhr", "gpuanhour"),
        *("cardperhour", "deviceperhour", "chipperhour"),
    }
)

BOUNDS = frozenset({"under", "below", "than", "max", "most", "within", "maximum", "upto", "to"})
"""Words before a price that may not be passed: under $5/hr, less than $2 an hour."""

DEAREST_USD_PER_HOUR = 15.0
"""A bound below it is one of a price by the hour: h100 for less than $2 [USD per hour]."""

HOURLY = ("usd_per_kilowatt_hour", "usd_per_hour", "usd_per_instance_hour", "most_usd_per_hour")
"""Prices that may stand without a currency; all but the first by their size."""

BUDGET = "budget"

SPENT = frozenset({"sum", "budget_per_month"})
"""Kinds of sums that are spent."""

FOR = frozenset({"for", "at", "cost", "costs"})

BOUGHT = frozenset({"bought", "purchased", "paid"})
"""Words before what devices were bought for: bought for 240k."""

EACH = frozenset({"each", "apiece"})
OF_DEVICE = frozenset({"gpu", "card", "device", "chip", "accelerator", "piece"})
"""Words behind the price of one device."""

LEAST_BOUGHT_USD = 100.0
"""The least that a device is bought for. Below it a price of one is by the hour [USD]."""

SOLD = (
    *("sold_usd_per_million_tokens", "sold_usd_per_million_input_tokens"),
    *("sold_usd_per_million_output_tokens", "sold_usd_per_request", "sold_usd_per_user_month"),
)
"""Prices that something is sold at."""

_WAY, _TOKENS = "(in|out|input|output)", "(?:tok|toks|token|tokens)"
_MILLION = re.compile(rf"1?(?:m|mio|million)(?:{_WAY}{_TOKENS}?|{_TOKENS}{_WAY}?)")
WAYS = {"in": "input_", "input": "input_", "out": "output_", "output": "output_"}

SOUGHT = frozenset({"hit", "reach", "target", "beat"})
"""Words before a price of tokens that is to be reached."""

SINGLE = frozenset({"request", "query", "call", "prompt", "message", "chat", "conversation"})

MOST_ATOMS = 3
"""Most atoms of what a price is per."""


def money_at(units: Units, number: Number, sign: str, first: int, at: int) -> Term | None:
    """The sum that a number is; sign: before it; first: of the sum; at: behind the number.

    Of another currency it is a term `foreign`, of the currency and the term in its place.
    """
    word = units.text(at)
    code = units.code(sign) if sign else units.meaning(at, at + 1, "currency")
    if code is not None:
        own = _priced(units, number.scaled, first, at + (not sign))
        return Term("foreign", (code, own), first, own.last)
    if number.suffix in CENTS or (not sign and word in CENTS):
        last = at + (number.suffix not in CENTS)
        return _priced(units, number.value / CENTS_PER_DOLLAR, first, last)
    if sign:
        return _priced(units, number.scaled, first, at)
    if word in DOLLARS and number.is_plain and "," not in units.before(at):
        return _priced(units, number.scaled, first, at + 1)
    budget = _budget(units, number, first, at)
    if budget is not None:
        return budget
    bare = _priced(units, number.scaled, first, at)
    is_price = not number.suffix and number.value % 1.0 and number.value < DEAREST_USD_PER_HOUR
    kinds = HOURLY if is_price else HOURLY[:1]  # 1.99/hr counts nothing
    return bare if bare.kind in kinds else None


def _budget(units: Units, number: Number, first: int, at: int) -> Term | None:
    """A number that a word before or behind it makes a sum: budget of 10k a month, paid 240k."""
    if number.suffix not in {"", "k", "m"}:
        return None
    head = first - 1
    while units.text(head) in {"of", "is", "about", "around", "max"}:
        head -= 1
    found = _priced(units, number.scaled, first, at)
    behind, is_large = units.text(found.last), bool(number.suffix) or found.kind != "sum"
    is_bought = units.text(head) in BOUGHT or units.text(head - 1) in BOUGHT
    is_bought |= bool(number.suffix) and units.text(head) in FOR and _is_buying(units, head)
    is_bought = is_bought and not units.is_a(at, "period")  # bought for 4 years
    is_each = found.kind == "purchase_usd" and units.text(first - 1) in FOR
    if is_each or (found.kind in SPENT and (is_bought or (behind == "enough" and is_large))):
        return found  # for 35k each, is 40k a month enough
    is_monthly = found.kind == "budget_per_month" and units.is_a(at, "per")
    if is_monthly and number.suffix and units.text(first - 1) == "for":
        return found  # rented for 100k a month
    if units.text(head) == BUDGET:
        return _of_period(units, found, head)
    return replace(found, last=found.last + 1) if behind == BUDGET else None


def _is_buying(units: Units, at: int) -> bool:
    """Whether one of the words before an atom says that devices are bought."""
    return any(units.meaning(place, place + 1, "option") == "owned" for place in range(at - 5, at))


def _of_period(units: Units, found: Term, head: int) -> Term | None:
    """A sum behind the word `budget`, by the period before it: monthly budget of 10k."""
    every = units.period(head - 1)
    if found.kind == "sum" and every is not None:
        per_month = found.value * DAYS["month"] / DAYS[every.name]
        return replace(found, kind="budget_per_month", value=per_month)
    return found if found.kind in SPENT else None


def _priced(units: Units, usd: float, first: int, at: int) -> Term:
    """A price by what follows it: per hour, per kWh, or nothing. Of longer periods, a budget."""
    hourly = "most_usd_per_hour" if units.text(first - 1) in BOUNDS else "usd_per_hour"
    if units.text(at) in {"hourly", "ph"}:
        return Term(hourly, usd, first, at + 1)
    for last in range(min(units.size, at + 1 + MOST_ATOMS), at + 1, -1):
        kind = _hourly_kind(units.joined(at + 1, last), hourly)
        if kind is not None and units.is_a(at, "per"):
            return Term(kind, usd, first, last)
    other = _of_kilowatt(units, usd, first, at) or _of_other(units, usd, first, at)
    if other is not None:
        return other
    if usd >= LEAST_BOUGHT_USD and _is_of_one(units, at):
        return Term("purchase_usd", usd, first, at + (1 if units.text(at) in EACH else 2))
    period = units.period(at)
    if period is not None and DAYS[period.name] >= 1.0:
        per_month = usd * DAYS["month"] / DAYS[period.name]
        kind = "most_usd_per_month" if units.text(first - 1) in BOUNDS else "budget_per_month"
        return Term(kind, per_month, first, period.last)
    is_hourly = hourly == "most_usd_per_hour" and usd < DEAREST_USD_PER_HOUR
    return Term(hourly if is_hourly else "sum", usd, first, at)


def _of_other(units: Units, usd: float, first: int, at: int) -> Term | None:
    """A price of tokens, of a request or of a user: a bound, or what something is sold at."""
    million = _of_million(units, at)
    if million is not None:
        name, behind = million
        is_bound = units.text(first - 1) in BOUNDS | SOUGHT
        return Term("most_usd_per_million" if is_bound else f"sold_{name}", usd, first, behind)
    every = units.period(at)
    of_user = _behind_user(units, at if every is None else every.last)
    if of_user is not None:
        every = every or units.period(of_user)
        last = max(of_user, 0 if every is None else every.last)
        month = 1.0 if every is None else DAYS["month"] / DAYS[every.name]
        return Term("sold_usd_per_user_month", usd * month, first, last)
    is_of_request = units.is_a(at, "per") and units.text(at + 1) in SINGLE
    return Term("sold_usd_per_request", usd, first, at + 2) if is_of_request else None


def _of_kilowatt(units: Units, usd: float, first: int, at: int) -> Term | None:
    """A price of space and power feed, by the kW and month: colo at $150/kW."""
    if not units.is_a(at, "per") or units.text(at + 1) not in {"kw", "kilowatt"}:
        return None
    every = units.period(at + 2)
    month = 1.0 if every is None else DAYS["month"] / DAYS[every.name]
    last = at + 2 if every is None else every.last
    return Term("hosting_usd_per_kilowatt_month", usd * month, first, last)


def _behind_user(units: Units, at: int) -> int | None:
    """The atom behind `per user`; None for anything else."""
    return at + 2 if units.is_of_each(at) else None


def _of_million(units: Units, at: int) -> tuple[str, int] | None:
    """Which tokens a price is of a million of, and the atom behind; None for other units."""
    for last in range(min(units.size, at + 2 + MOST_ATOMS), at + 1, -1):
        match = _MILLION.fullmatch(units.joined(at + 1, last)) if units.is_a(at, "per") else None
        if match is not None:
            way = WAYS.get(match[1] or match[2] or "", "")
            return f"usd_per_million_{way}tokens", last
    return None


def _hourly_kind(unit: str, hourly: str) -> str | None:
    """What a price by a unit is of, None for other units; hourly: of an hour of a device."""
    if unit in {"kwh", "kilowatthour"}:
        return "usd_per_kilowatt_hour"
    if unit in INSTANCE_HOURS:
        return "usd_per_instance_hour"
    return hourly if unit in DEVICE_HOURS else None


def _is_of_one(units: Units, at: int) -> bool:
    """Whether a price is that of a device that is bought: 25k each, 30k per gpu."""
    if units.text(at) in EACH:
        return units.period(at + 1) is None
    is_of = units.is_a(at, "per") and units.text(at + 1) in OF_DEVICE
    return is_of and units.period(at + 2) is None
