"""Rates in a text: requests or tokens in a period."""

from pricing.asking.words.amounts.units import DAYS, Unit, Units
from pricing.asking.words.terms import Term
from pricing.units import SECONDS_PER_DAY

COUNTED = frozenset({"requests", "tokens", "input_tokens", "output_tokens"})

USERS = frozenset({"user", "request", "stream"})


def rate_at(units: Units, value: float, first: int, at: int) -> Term | None:
    """The rate that a number has: a million requests a day, 5k tok/s per user."""
    whole = units.behind(at)
    if whole is not None and whole.name.startswith("requests_per"):
        return _requests(value, Unit(whole.name.removeprefix("requests_per_"), whole.last), first)
    noun = _noun(units, at)
    if noun is None or noun.name not in COUNTED:
        return None
    period = units.period(noun.last)
    if period is None:
        return None
    if noun.name == "requests":
        return _requests(value, period, first)
    per_day = value / DAYS[period.name]
    if units.is_a(period.last, "per") and units.text(period.last + 1) in USERS:
        return Term("tpot_seconds", SECONDS_PER_DAY / per_day, first, period.last + 2)
    return Term(f"{noun.name}_per_day", per_day, first, period.last)


def _noun(units: Units, at: int) -> Unit | None:
    """What is counted: requests, tokens, or output tokens."""
    noun = units.behind(at, "noun") or units.behind(at)
    if noun is None or noun.name != "tokens":
        return noun
    return units.behind(noun.last) or noun


def _requests(value: float, period: Unit, first: int) -> Term:
    """Requests of a second or a minute as a load, of longer periods as traffic."""
    if period.name in {"second", "minute"}:
        rate = value / DAYS[period.name] / SECONDS_PER_DAY
        return Term("requests_per_second", rate, first, period.last)
    return Term("requests_per_day", value / DAYS[period.name], first, period.last)
