"""Amounts whose number stands first: 1k in, 20 users, 50%, 500ms, 1000/200, 3 years."""

from pricing.asking.words.amounts.money import money_at
from pricing.asking.words.amounts.numbers import Number, number_of
from pricing.asking.words.amounts.pixels import pixels_at
from pricing.asking.words.amounts.rates import rate_at
from pricing.asking.words.amounts.units import (
    CROWD,
    DAYS,
    GROWN,
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
from pricing.units import HOURS_PER_MONTH, SECONDS_PER_HOUR

LEAST_PAIRED_TOKENS = 8
"""Fewest tokens of the longer part of a load that is written as 1000/200."""

ALWAYS = (24.0, 7.0)
"""Hours a day and days a week: 24/7 is no load."""

HOURS = frozenset({"h", "hr", "hrs"})

EACH = frozenset({"a", "an", "one", "single", "per", "each", "every", "the"})
SINGLE = frozenset({"request", "query", "prompt", "conversation", "document", "message", "chat"})
"""Words around the length of one request: a 32k request."""

INPUT_SHARES = frozenset({"input_tokens", "output_tokens"})
"""Units of which a percentage is a share of all tokens."""

SPLIT, PERCENT = frozenset({"split", "ratio", "mix", "mostly"}), 100.0
"""Words beside shares of input and output: split 80/20."""

MEGAWATTS = {"kw": 1e-3, "mw": 1.0, "gw": 1e3}
"""Units of the power of a site [megawatts]."""

LEAST_DURATION_SECONDS = 5.0
"""Shorter times are limits of latency, and no time that devices are paid for [seconds]."""

WITHIN = frozenset({"in", "within", "under", "by"})
"""Words before the time in which something is to be done."""

UNNAMED = frozenset({"quarter", "weekend"})
"""Periods that no figure is of."""

WRITTEN = frozenset({"answer", "response", "reply", "summary"})
"""What a number before it is the length of: 500 answer."""

MOST_SUMMARY = 2_000.0
"""The longest that something is summarised to [tokens]."""

LENGTHS = frozenset({"tokens", "input_tokens", "sequence_length"})
LEAST_TIER = 100_000.0
"""The least length from which on longer requests have another price [tokens]."""
BEYOND = frozenset({"above", "over", "beyond", "exceeding"})

GROWING = frozenset({"growing", "grows", "grow", "increasing"})
"""Words before a share that is growth: growing 30% a year."""

QUALIFIERS = frozenset({"peak", "max", "maximum", "total", "active", "simultaneous"})
"""Words between a number and what it counts: 20 peak users."""

FALLING = frozenset({"fall", "falls", "fell", "drop", "drops", "dropped", "decrease", "decreased"})
PRICES = frozenset({"price", "prices", "cost", "costs", "rate", "rates"})
MOST_BEFORE = 4
"""Words before a share that is a discount: if prices of h100 fall by 20%."""

ARROWS = frozenset({":", "-", "->", "=>", ">"})
"""Signs between the input and the output of a request."""

SIGNS = frozenset("$€£¥₹")


def counted_at(units: Units, first: int) -> Term | None:
    """The amount that begins with the number, or the sign of a currency, at an atom."""
    if "=" in units.before(first):
        return None  # the number of what stands before the sign
    pixels = pixels_at(units, first)
    if pixels is not None:
        return pixels
    sign = units.text(first) if units.text(first) in SIGNS else ""
    place = first + bool(sign)
    number = units.number(place) or _in_words(units, place)
    if number is None:
        number, place = _of_a_magnitude(units, place)
    if number is None:
        return None
    at = place + 1
    scale = units.meaning(at, at + 1, "magnitude")
    if scale is not None and number.suffix == "":
        number, at = Number(number.value * float(scale)), at + 1
    money = money_at(units, number, sign or number.sign, first, at)
    return money or _of_kilowatts(units, number, first, at) or _counted(units, number, first, at)


def _of_kilowatts(units: Units, number: Number, first: int, at: int) -> Term | None:
    """The power of a site: 250 kW, 100MW."""
    megawatts = MEGAWATTS.get(number.suffix or units.text(at))
    if megawatts is None:
        return None
    return Term("megawatts", number.value * megawatts, first, at + (not number.suffix))


def _in_words(units: Units, at: int) -> Number | None:
    """A number that is written as a word before a unit, a time or a magnitude: three years."""
    count = units.meaning(at, at + 1, "count")
    if units.is_a(at, "per") and units.meaning(at + 1, at + 2, "period") in UNNAMED:
        return Number(1.0)  # for a quarter
    is_counting = units.behind(at + 1) is not None or any(
        units.is_a(at + 1, kind) for kind in ("period", "magnitude")
    )
    return Number(float(count)) if count is not None and is_counting else None


def _of_a_magnitude(units: Units, at: int) -> tuple[Number | None, int]:
    """The number of `a million requests`, or of half of them, and where its article stands.

    A million tokens are what prices are told by, and are counted only in half.
    """
    is_half = units.text(at) == "half"
    at += is_half
    if units.text(at) not in {"a", "an"} or not units.is_a(at + 1, "magnitude"):
        return None, at
    unit = units.behind(at + 2)
    if unit is None or (unit.name == "tokens" and not is_half):
        return None, at
    return Number(0.5 if is_half else 1.0), at


def _counted(units: Units, number: Number, first: int, at: int) -> Term | None:
    """An amount that is no money."""
    if number.suffix == "%":
        return _share(units, number.value / 100.0, first, at)
    is_limit = units.text(first - 1) == "under" or units.text(at) in LATENCIES
    is_limit |= units.joined(at, at + 2) == "firsttoken"
    if number.suffix in HOURS and units.period(at) is not None:
        return _period(units, number, first, at)
    if number.suffix in SECONDS and (number.suffix != "s" or is_limit):
        return _time(units, number.value * SECONDS[number.suffix], first, at)
    if units.text(at) == "ms" and not number.suffix:
        return _time(units, number.value * SECONDS["ms"], first, at + 1)
    if not number.is_plain:
        return None
    return (
        rate_at(units, number.scaled, first, at)
        or _pair(units, number, first, at)
        or _inward(units, number, first, at)
        or _unit(units, number, first, at)
        or _period(units, number, first, at)
    )


def _share(units: Units, fraction: float, first: int, at: int) -> Term:
    """A percentage of something that stands behind it."""
    unit = units.behind(at)
    if unit is not None and unit.name in INPUT_SHARES:
        is_input = unit.name == "input_tokens"
        return Term("input_share", fraction if is_input else 1.0 - fraction, first, unit.last)
    for place in (at, at + 1) if units.number(at) is None else (at,):
        unit = units.behind(place)
        if unit is not None and unit.name in SHARES:
            period = units.period(unit.last) if unit.name == "growth" else None
            if period is not None:
                fraction = growth_of_month(fraction, period)
            return Term(unit.name, fraction, first, (period or unit).last)
    period, head = units.period(at), first - 1 - (units.text(first - 1) == "by")
    if period is None and units.text(head) in FALLING and _is_of_prices(units, head):
        return Term("discount", fraction, first, at)
    is_growth = units.text(first - 1) in GROWING or units.text(at) in GROWN
    if period is not None and is_growth:
        return Term("growth", growth_of_month(fraction, period), first, period.last)
    return Term("share", fraction, first, at)


def _is_of_prices(units: Units, at: int) -> bool:
    """Whether one of the words before an atom is a price."""
    return any(units.text(place) in PRICES for place in range(max(at - MOST_BEFORE, 0), at))


def _time(units: Units, seconds: float, first: int, at: int) -> Term:
    """A time: to a first token, of a token, or how long something lasts."""
    if units.text(at) in LATENCIES:
        return Term(LATENCIES[units.text(at)], seconds, first, at + 1)
    if units.joined(at, at + 2) == "firsttoken":
        return Term("ttft_seconds", seconds, first, at + 2)
    if units.is_a(at, "per") and units.text(at + 1) in {"token", "tok"}:
        return Term("tpot_seconds", seconds, first, at + 2)
    first -= units.text(first - 1) in WITHIN
    if seconds < LEAST_DURATION_SECONDS:
        return Term("ttft_seconds", seconds, first, at)
    return Term("months", seconds / SECONDS_PER_HOUR / HOURS_PER_MONTH, first, at)


def _pair(units: Units, number: Number, first: int, at: int) -> Term | None:
    """Input and output of a request, written as 1000/200, 1k:200, 1000-200 or 4k->1k."""
    behind = at + (units.text(at) == "/")
    if behind == at and units.before(at) not in ARROWS:
        return None
    other = number_of(units.text(behind))
    if other is None or not other.is_plain:
        return None
    suffixes = {number.suffix, other.suffix}
    if (number.value, other.value) == ALWAYS:
        return None
    if suffixes & {"x", "b", "t"} or max(number.scaled, other.scaled) < LEAST_PAIRED_TOKENS:
        return None
    around = {units.text(first - 1), units.text(behind + 1), units.text(first - 2)}
    is_split = SPLIT & around or "(" in units.before(first)
    if number.scaled + other.scaled == PERCENT and (is_split or units.text(behind + 1) == "input"):
        return Term("input_share", number.scaled / PERCENT, first, behind + 1)
    unit = units.behind(behind + 1)
    is_of_tokens = unit is not None and unit.name in {"tokens", "output_tokens"}
    last = unit.last if unit is not None and is_of_tokens else behind + 1
    return Term("tokens_pair", (number.scaled, other.scaled), first, last)


def _inward(units: Units, number: Number, first: int, at: int) -> Term | None:
    """Input tokens, where `in` follows the number, and output tokens before an answer."""
    if units.text(at) in WRITTEN and number.scaled >= LEAST_PAIRED_TOKENS:
        return Term("output_tokens", number.scaled, first, at + 1)
    is_input = units.text(at) == "in" and number.suffix not in {"x", "b"} and units.is_inward(at)
    return Term("input_tokens", number.scaled, first, at + 1) if is_input else None


def _unit(units: Units, number: Number, first: int, at: int) -> Term | None:
    """A number with its unit behind it."""
    unit, value = units.behind(at), number.scaled
    if number.suffix != "x" and (unit is None or unit.name == PEAK):
        further = units.behind(at + 1)
        is_of_people = further is not None and further.name == CROWD and units.is_word(at)
        unit = (
            further if units.text(at) in QUALIFIERS or is_of_people else None
        )  # 30 data scientists
    if unit is not None and unit.name == "requests" and units.text(at) not in SINGLE:
        unit = _at_once(units, unit)
    if unit is not None and unit.name == "cached":
        return Term("cached_tokens", value, first, unit.last)
    if unit is None or unit.name in SHARES | {"usd_per_kilowatt_hour"}:
        return None
    if number.suffix == "b" and unit.name == "sequence_length":
        return None  # qlora 32b seq 4096
    if unit.name == "tokens":
        head = units.text(first - 1)  # summaries of pages into 300 tokens, each to 200 tokens
        is_down = head == "to" and units.text(first - 2) != "up" and value <= MOST_SUMMARY
        is_made = head == "into" or (is_down and units.number(first - 2) is None)
        unit = Unit("output_tokens", unit.last) if is_made else _tokens(units, unit)
    is_beyond = units.text(first - 1) in BEYOND or ">" in units.before(first)
    if unit.name in LENGTHS and value >= LEAST_TIER and is_beyond:
        unit = Unit("input_tokens", unit.last)
        value += 1.0  # gemini above 200k tokens has another price
    if value == 1.0 and unit.name == "input_tokens" and units.text(at) in SINGLE:
        return Term("filler", "", first, unit.last)  # one prompt of 500 tokens
    if value > 1.0 and units.text(at) in SINGLE and units.text(first - 1) in EACH:
        return Term("input_tokens", value, first, unit.last)
    return Term(unit.name, value, first, unit.last)


def _at_once(units: Units, unit: Unit) -> Unit:
    """Requests, or a crowd where they are all there at the same time: 50 calls at once."""
    for last in range(unit.last + 1, min(unit.last + 5, units.size + 1)):
        if units.joined(unit.last, last) in AT_ONCE:
            return Unit(CROWD, last)
    return unit


AT_ONCE = frozenset({"atonce", "atatime", "inparallel", "concurrently", "simultaneously"})


def _tokens(units: Units, unit: Unit) -> Unit:
    """Tokens, and which of a request they are."""
    more = units.longest(unit.last)
    if units.text(unit.last) == "in":
        return Unit("input_tokens", unit.last + 1) if units.is_inward(unit.last) else unit
    is_more = more is not None and more.name in {"input_tokens", "output_tokens"}
    return more if more is not None and is_more else unit


def _period(units: Units, number: Number, first: int, at: int) -> Term | None:
    """How long something lasts: 3 years, 12 months."""
    name = units.meaning(at, at + 1, "period")
    if number.suffix in HOURS:  # 8h a day
        name, at = "hour", at - 1
    elif name is None or number.suffix not in {"", "k"}:
        return None
    life = units.behind(at + 1)
    if life is not None and life.name == LIFE:
        years = number.scaled * DAYS[name] / DAYS["year"]
        return Term(LIFE, years, first, life.last)  # 4 year depreciation
    every = units.period(at + 1) if name == "hour" else None
    if every is not None and every.name in {"day", "week"}:
        return Term("hours_per_day", number.value / DAYS[every.name], first, every.last)
    first -= units.text(first - 1) in WITHIN
    return Term("months", number.scaled * DAYS[name] / DAYS["month"], first, at + 1)
