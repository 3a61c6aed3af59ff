"""Amounts whose unit stands first: batch 32, tp=8, input 1000, ttft under 500ms."""

from pricing.asking.words.amounts.numbers import Number
from pricing.asking.words.amounts.units import (
    DAYS,
    LATENCIES,
    LIFE,
    PEAK,
    SECONDS,
    SHARES,
    Unit,
    Units,
    growth_of_month,
)
from pricing.asking.words.terms import Term

LINKS = frozenset(
    {
        *("of", "is", "at", "about", "around", "under", "below", "max", "to", "within"),
        *(
            "doubles",
            "doubled",
            "increases",
            "drops",
            "falls",
            "goes",
            "rises",
            "was",
            "were",
            "down",
            "up",
            "only",
        ),
    }
)
"""Words between a unit and its number."""

NEVER_FIRST = frozenset({"tokens", "devices", "nodes", "samples", "requests", "device_hours"})
"""Units that stand behind their number only."""

LEAST_JOB = 10_000.0
"""From so many on, the number behind `batch` is of a whole job, and not of requests at once."""

ELECTRICITY, DEAREST_USD = "usd_per_kilowatt_hour", 2.0
"""A price of electricity, and the dearest that a number without a unit is read as [USD per kWh]."""

BEHIND_INPUT = frozenset({"out", "output", "tokens", "token", "tok"})
"""What stands behind the number of `in 1000 out 200`."""

TOKENS = frozenset({"tokens", "token", "tok"})

GLUED = {
    "tp": "tensor_parallel",
    "pp": "pipeline_parallel",
    "dp": "data_parallel",
    "ep": "expert_parallel",
    "bs": "concurrency",
    "r": "adapter_rank",
}
"""Units that a number is glued to: tp8, bs32."""


def named_at(units: Units, first: int) -> Term | None:
    """The amount that begins with the unit at an atom."""
    if units.is_of_each(first):
        return Term("figure", "per_user", first, first + 2)  # per developer
    return _rate(units, first) or _named_at(units, first)


def _named_at(units: Units, first: int) -> Term | None:
    unit = _unit(units, first)
    is_given = unit is not None and "=" in units.before(unit.last)
    if unit is None or (unit.name in NEVER_FIRST and not is_given):
        return _glued(units.text(first), first)
    at = unit.last
    while units.text(at) in LINKS or (unit.name.endswith("tokens") and units.text(at) in TOKENS):
        at += 1
    at += unit.name == ELECTRICITY and units.text(at) == "$"
    number = units.number(at)
    if number is None or (number.suffix == "x") != (unit.name == PEAK):
        return None
    special = {ELECTRICITY: _electricity, LIFE: _life}.get(unit.name)
    if unit.name.endswith("_seconds"):
        special = _latency
    if special is not None:
        return special(units, unit.name, number, first, at + 1)
    if unit.name == "confidence" and not number.suffix:
        return Term(unit.name, _fraction(number.value), first, at + 1)
    if unit.name in SHARES or number.suffix == "%":
        return _share(units, unit.name, number, first, at + 1)
    return _plain(units, unit.name, number, first, at)


def _rate(units: Units, first: int) -> Term | None:
    """Requests whose number of a period stands behind them: pages 200k a month."""
    noun = units.longest(first, "noun") or units.longest(first)
    is_counted = noun is not None and noun.name in {"requests", "samples", "made_images"}
    if noun is None or not is_counted or units.number(first - 1) is not None:
        return None
    number = units.number(noun.last)
    period = None if number is None else units.period(noun.last + 1)
    if number is None or period is None or not number.is_plain:
        return None
    name = "images_per_day" if noun.name == "made_images" else "requests_per_day"
    return Term(name, number.scaled / DAYS[period.name], first, period.last)


def _share(units: Units, name: str, number: Number, first: int, at: int) -> Term | None:
    """A share, as a percentage or as a fraction: mfu 45%, mfu 0.45. None for any other number."""
    if name not in SHARES:
        return None
    if number.suffix == "%":
        period = units.period(at) if name == "growth" else None
        if period is not None:
            fraction = growth_of_month(number.value / 100.0, period)
            return Term(name, fraction, first, period.last)
        return Term(name, number.value / 100.0, first, at)
    is_fraction = not number.suffix and 0.0 < number.value < 1.0
    return Term(name, number.value, first, at) if is_fraction else None


def _fraction(value: float) -> float:
    """A share that may be written as a percentage: 0.8 and 80."""
    return value / 100.0 if value > 1.0 else value


def _plain(units: Units, name: str, number: Number, first: int, at: int) -> Term | None:
    """A number at an atom that its unit stands before."""
    is_job = units.text(first) == "batch" and number.scaled >= LEAST_JOB  # batch 2M requests
    is_parted = units.text(at + 1) == "/" and units.number(at + 2) is not None  # input (90/10)
    if not number.is_plain or is_job or is_parted or _has_other(units, at + 1, name):
        return None
    last = at + 1 + (name.endswith("tokens") and units.text(at + 1) in TOKENS)
    return Term(name, number.scaled, first, last)


def _unit(units: Units, first: int) -> Unit | None:
    """The unit at an atom; `in` is one only with a sign behind it."""
    word = units.text(first)
    if word == "in" and units.before(first + 1) in {":", "="}:
        return Unit("input_tokens", first + 1)
    if word == "in" and units.text(first + 2) not in BEHIND_INPUT:
        return None  # in 4 bit, in 2 weeks
    if word in LATENCIES:
        return Unit(LATENCIES[word], first + 1)
    return units.longest(first)


def _latency(units: Units, name: str, number: Number, first: int, at: int) -> Term | None:
    """A limit of latency, with its unit in the number or behind it; milliseconds by their size."""
    if number.suffix in SECONDS:
        return Term(name, number.value * SECONDS[number.suffix], first, at)
    unit = SECONDS.get(units.text(at))
    return None if unit is None or number.suffix else Term(name, number.value * unit, first, at + 1)


def _life(units: Units, name: str, number: Number, first: int, at: int) -> Term | None:
    """How long devices keep a value: amortised over 3 years."""
    period = units.meaning(at, at + 1, "period")
    if number.suffix or period is None:
        return None
    return Term(name, number.value * DAYS[period] / DAYS["year"], first, at + 1)


def _electricity(units: Units, name: str, number: Number, first: int, at: int) -> Term | None:
    """A price of electricity, of which nobody says that it is of a kWh."""
    is_whole = number.value % 1.0 == 0.0 and not number.sign  # electricity of 1 request
    other = ("magnitude", "currency", "per")  # 2 million, 0.32 €/kWh
    is_count = is_whole or bool(number.suffix) or any(units.is_a(at, kind) for kind in other)
    is_price = not is_count and number.value < DEAREST_USD and number.sign in {"", "$"}
    return Term(name, number.value, first, at) if is_price else None


def _glued(word: str, first: int) -> Term | None:
    """A unit and its number in one word."""
    head = word.rstrip("0123456789")
    if head == word or head not in GLUED:
        return None
    return Term(GLUED[head], float(word[len(head) :]), first, first + 1)


def _has_other(units: Units, at: int, name: str) -> bool:
    """Whether the number before an atom belongs to a unit behind it, which has none itself."""
    unit, noun = units.behind(at), units.behind(at, "noun")
    if unit is None:
        return noun is not None
    if units.number(unit.last) is not None and "," not in units.before(unit.last):
        return False
    if unit.name == "tokens" and name.endswith(("tokens", "length")):
        more = units.longest(unit.last)
        return more is not None and more.name != name and units.number(more.last) is None
    return unit.name != name
