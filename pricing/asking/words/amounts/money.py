"""Sums of money in a text: the price of a device-hour, of electricity, or a sum."""

from pricing.asking.words.amounts.numbers import Number
from pricing.asking.words.amounts.units import DAYS, Units
from pricing.asking.words.terms import Term

DOLLARS = frozenset({"$", "usd", "dollar", "dollars", "bucks"})
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
    if word in DOLLARS:
        return _priced(units, number.scaled, first, at + 1)
    bare = _priced(units, number.scaled, first, at)
    is_price = not number.suffix and number.value % 1.0 and number.value < DEAREST_USD_PER_HOUR
    kinds = HOURLY if is_price else HOURLY[:1]  # 1.99/hr counts nothing
    return bare if bare.kind in kinds else None


def _priced(units: Units, usd: float, first: int, at: int) -> Term:
    """A price by what follows it: per hour, per kWh, or nothing. Of longer periods, a budget."""
    hourly = "most_usd_per_hour" if units.text(first - 1) in BOUNDS else "usd_per_hour"
    if units.text(at) in {"hourly", "ph"}:
        return Term(hourly, usd, first, at + 1)
    if units.is_a(at, "per"):
        for last in range(min(units.size, at + 1 + MOST_ATOMS), at + 1, -1):
            unit = units.joined(at + 1, last)
            if unit in {"kwh", "kilowatthour"}:
                return Term("usd_per_kilowatt_hour", usd, first, last)
            if unit in INSTANCE_HOURS:
                return Term("usd_per_instance_hour", usd, first, last)
            if unit in DEVICE_HOURS:
                return Term(hourly, usd, first, last)
    period = units.period(at)
    if period is not None and DAYS[period.name] >= 1.0:
        per_month = usd * DAYS["month"] / DAYS[period.name]
        kind = "most_usd_per_month" if units.text(first - 1) in BOUNDS else "budget_per_month"
        return Term(kind, per_month, first, period.last)
    is_hourly = hourly == "most_usd_per_hour" and usd < DEAREST_USD_PER_HOUR
    return Term(hourly if is_hourly else "sum", usd, first, at)
