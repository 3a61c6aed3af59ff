"""Rates in a text: requests or tokens in a period."""

from pricing.asking.words.amounts.units import ADVERBS, CROWD, DAYS, Unit, Units
from pricing.asking.words.terms import Term
from pricing.units import SECONDS_PER_DAY

IMAGES = "made_images"

COUNTED = frozenset({"requests", "tokens", "input_tokens", "output_tokens", IMAGES})

USERS = frozenset({"user", "request", "stream"})

KINDS_OF_REQUESTS = frozenset(
    {"chat", "api", "user", "inference", "search", "llm", "text", "http", "rag", "customer"}
)
"""Words between a number and the requests that it counts."""

MOST_OF_USER = 1_000.0
"""Requests that no user sends a day."""

LENGTHS = frozenset({"input_tokens", "output_tokens"})
LEAST_TOTAL_TOKENS = 20_000.0
"""Fewest tokens before an adverb of a period that are its total, and not those of a request."""


def rate_at(units: Units, value: float, first: int, at: int) -> Term | None:
    """The rate that a number has: a million requests a day, 5k tok/s per user."""
    whole = units.behind(at)
    if whole is not None and whole.name.startswith("requests_per"):
        return _requests(value, Unit(whole.name.removeprefix("requests_per_"), whole.last), first)
    last = _behind_tps(units, at)
    if last is not None:
        return _in_period(units, value, "tokens", Unit("second", last), first)
    every = ADVERBS.get(units.text(at))  # 3M daily requests
    noun = _noun(units, at + (every is not None))
    if noun is None or noun.name not in COUNTED | {CROWD}:
        return None
    period = units.period(noun.last) if every is None else Unit(every, noun.last)
    if noun.name == "requests":
        of_user = _of_user(units, value, period, first, noun.last)
        if of_user is not None:
            return of_user
    return None if period is None else _in_period(units, value, noun.name, period, first)


def _behind_tps(units: Units, at: int) -> int | None:
    """The atom behind `t/s` or `tps`, None for any other."""
    if units.text(at) == "tps":
        return at + 1
    return at + 3 if [units.text(at + step) for step in range(3)] == ["t", "/", "s"] else None


def _in_period(units: Units, value: float, name: str, period: Unit, first: int) -> Term | None:
    """So many requests, tokens or users in a period."""
    if name == CROWD:
        return _users(value, period, first)
    if name == "requests":
        return _requests(value, period, first)
    if name in LENGTHS and value < LEAST_TOTAL_TOKENS and not units.is_a(period.last - 2, "per"):
        return None  # 1k in 250 out, monthly
    per_day = value / DAYS[period.name]
    if units.is_a(period.last, "per") and units.text(period.last + 1) in USERS:
        slot, limit = ("tpot_seconds", SECONDS_PER_DAY / per_day) if per_day else ("share", 0.0)
        return Term(slot, limit, first, period.last + 2)  # no speed is no limit
    if name == "tokens" and period.name == "second":
        return Term("tokens_per_second", value, first, period.last)
    return Term(f"{name.removeprefix('made_')}_per_day", per_day, first, period.last)


def _users(value: float, period: Unit, first: int) -> Term | None:
    """Users of a day, or of a longer period as those of a month."""
    if period.name == "day":
        return Term("users_per_day", value, first, period.last)
    if DAYS[period.name] < 1.0:
        return None
    of_month = value * DAYS["month"] / DAYS[period.name]
    return Term("users_per_month", of_month, first, period.last)


def _of_user(
    units: Units, value: float, period: Unit | None, first: int, behind: int
) -> Term | None:
    """Requests of a user, in a period or in that of the users: 5 each, 20 a day per user."""
    last = behind if period is None else period.last
    each = _each(units, last)
    if each is None and "each" in {units.text(first - 1), units.text(first - 2)}:
        each = last  # 30 people, each 200 prompts a day
    if each is None:
        return None
    told = period or units.period(each)
    per_day = value / DAYS["day" if told is None else told.name]
    if units.text(each - 1) == "each" and per_day >= MOST_OF_USER:
        return None  # 100k requests a month for each model
    name = "requests_each" if told is None else "requests_per_user"
    return Term(name, per_day, first, each if period or not told else told.last)


def _each(units: Units, at: int) -> int | None:
    """The atom behind `each`, `per user` or `a user`; None where an amount is not of a user."""
    if units.text(at) == "each":
        return at + 1
    return at + 2 if units.is_of_each(at) else None


def _noun(units: Units, at: int) -> Unit | None:
    """What is counted: requests, tokens, or output tokens."""
    noun = units.behind(at, "noun") or units.behind(at)
    if noun is None and (units.text(at) in KINDS_OF_REQUESTS or units.is_word(at)):
        noun = units.behind(at + 1, "noun")  # 2000 support tickets
    if noun is None or noun.name != "tokens":
        return noun
    return units.behind(noun.last) or noun


def _requests(value: float, period: Unit, first: int) -> Term:
    """Requests of a second or a minute as a load, of longer periods as traffic."""
    if period.name in {"second", "minute"}:
        rate = value / DAYS[period.name] / SECONDS_PER_DAY
        return Term("requests_per_second", rate, first, period.last)
    return Term("requests_per_day", value / DAYS[period.name], first, period.last)
