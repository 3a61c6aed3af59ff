"""What sides of a question have in common, and which of them costs least."""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pricing.asking.questions import Ask
from service.asking.answer import Figure, Side
from service.asking.figures.counts import MIXED_TOKENS
from service.asking.memory_leads import OF_LEAD
from service.asking.paybacks import OWNED, break_even_words
from service.asking.sentences import amount

_WORDS = re.compile(r"(?:\d,\d|[^\s,])+")

_UNSAID = re.compile(
    r"^(?:prices? of|cost of (?:serving|[\w ]+? of)|monthly cost of serving|facts of"
    r"|which of \d+ devices serves)\s| at the API of [\w-]+| for least"
    r"|, [\d.,]+ requests? a second|,? a grid of [\d.,]+ g of CO₂e a kWh"
)
"""What readings say besides what is compared."""

_NUMBER = re.compile(r"\d[\d.,]*")
_ANSWERED = re.compile(r" (on|with) (?:\d+ × )?([\w-]+)(.*), answered for (\d+) × \2( in \S+)?")

_HOURS = re.compile(r" for [\d,.]+ hours")

EQUAL = 0.01
"""The share below which two prices are told as equal."""

TIMES_FROM = 3.0
"""So many times as much is told as times, and less as a percentage more."""

MONEY = "usd_"
"""How the names of prices begin."""

FIRST = ("usd_total", "usd_per_request")
"""Prices that are compared before others."""

MORE = (
    *("output_tokens_per_", "tokens_per_second"),
    *("images_per_usd", "context_tokens", "tokens_for_budget", "memory_"),
)
"""Figures of which more is better."""

FEWEST = 2
"""Fewest sides that are compared."""

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
"""What a side is called that nothing tells apart."""

UNTOLD = frozenset(f"the {place}" for place in _PLACES)

OF_API = "the API"

_WAYS = (
    "from",
    "owned",
    "rented",
    "with",
    "without",
    "in",
    "spot",
    "reserved",
    "the",
    "on",
    "savings",
    "requests",
)
"""Words that a label begins with which are no names."""


def comparable(asks: Sequence[Ask], *, combined: bool) -> tuple[Ask, ...]:
    """Questions side by side, whose answers have a figure in common where they are of two kinds.

    combined: whether their sum is asked for.
    """
    kinds = {ask.kind for ask in asks}
    further = ("per_request",) if len(kinds) > 1 and "api_price" in kinds else ()
    if combined and kinds != {"run_costs"}:
        further = (*further, "per_month")
    return tuple(
        replace(
            ask,
            figures=(*(key for key in ask.figures if key != "cheapest"), *further),
            counts=_mixed(ask) if further else ask.counts,
        )
        for ask in asks
    )


def _mixed(ask: Ask) -> Mapping[str, float]:
    """The counts of a side beside an API, whose tokens are those in and out."""
    if ask.kind not in {"unit_costs", "comparison"}:
        return ask.counts
    return {MIXED_TOKENS if name == "tokens" else name: n for name, n in ask.counts.items()}


def verdict_of(
    sides: Sequence[Side], asked: Sequence[str] = (), *, combined: bool, used: float
) -> str | None:
    """Which side costs least, and by how much; None where no price is common to all of them.

    asked: the figures that are asked for; used: the share of the hours that rent is paid for;
    combined: whether their sum is asked for, and told in its place. Intervals that overlap leave it
    open, and the words say so. Of sides without an answer the verdict is silent.
    """
    answered = [side for side in sides if side.refusal is None]
    if combined:
        return _sum_of(answered) if len(answered) == len(sides) else None
    figures = _common(answered, asked)
    if answered and not _is_of_money(answered):
        figures = _first(answered)
    elif _asks_speed(answered):
        figures = None  # an API says nothing of its speed
    if len(answered) < FEWEST or figures is None:
        return None
    sides = answered
    labels = _names_of(sides, is_priced=figures[0].name.startswith(MONEY))
    is_more = figures[0].name.startswith(MORE)
    order = sorted(range(len(sides)), key=lambda place: figures[place].value, reverse=is_more)
    best, *others = order
    low, next_ = figures[best], figures[others[0]]
    is_money = low.name.startswith(MONEY)
    is_near = abs(next_.value - low.value) <= EQUAL * next_.value or amount(low) == amount(next_)
    if next_.value <= 0.0 or (is_money and is_near):
        return f"{_begun(labels[best])} and {labels[others[0]]} cost the same"
    less = 1.0 - low.value / next_.value
    if not is_money:
        both = f"{amount(low)} against {amount(next_)} {low.words}"
        if is_more:
            times = low.value / next_.value
            more = (
                f"{times:.3g} times that of"
                if times > TIMES_FROM
                else f"{times - 1.0:.0%} more than"
            )
            return f"{_begun(labels[best])} has {more} {labels[others[0]]} ({both})"
        return f"{_begun(labels[best])} has {less:.0%} less than {labels[others[0]]} ({both})"
    is_listed = {side.kind for side in sides} == {"device_price"}
    has_ends = low.high is not None and next_.low is not None and not is_listed
    is_open = has_ends and (low.high or 0.0) > (next_.low or 0.0)
    doubt = ", with intervals that overlap" if is_open else ""
    told = [amount(figure, is_exact=is_listed) for figure in (low, next_)]
    if low.words != next_.words:  # the same years, paid for in other hours
        told[0] = f"{told[0]} {low.words}"
    against = f"{' against '.join(told)} {next_.words}{doubt}"
    further = break_even_words(sides, used)
    verdict = f"{_begun(labels[best])} costs {less:.0%} less than {labels[others[0]]} ({against})"
    return f"{verdict}{further}"


def _names_of(sides: Sequence[Side], *, is_priced: bool) -> list[str]:
    """What tells the sides apart; is_priced: by a price, which says who owns devices."""
    readings = _readings(sides)
    labels = _labels([_UNSAID.sub("", reading) for reading in readings])
    labels = [
        OF_API if side.kind == "api_price" and label in UNTOLD else label
        for side, label in zip(sides, labels, strict=True)
    ]
    # what readings say besides is what the sides differ by
    if UNTOLD & {*labels} or len({*labels}) < len(labels):
        labels = _labels(readings)
    if not is_priced:
        return labels
    return [f"{label}{_unrented(side)}" for side, label in zip(sides, labels, strict=True)]


def _unrented(side: Side) -> str:
    """That a side's price is of owned devices, where nobody rents them out."""
    price = getattr(side.answer, "price", None)
    is_owned = getattr(price, "option", None) == OWNED and OWNED not in side.reading
    return " (owned, as nobody rents it out)" if is_owned else ""


OF_TOKENS = "usd_per_million_"
"""Prices of which one says little without the other: of input, and of output."""

OF_ONE_WAY = {
    "input_price": "usd_per_million_input_tokens",
    "output_price": "usd_per_million_output_tokens",
}
"""Prices of one of both, where it is asked for."""

OF_EACH = "usd_per_device_hour"
"""Prices of one device, which compare no sides of several counts."""

ADDED = ("usd_total", "usd_per_month", "usd_per_year", "usd_mean", "usd_per_hour")
"""Amounts that add up, the ones that are told before others first."""


def _sum_of(sides: Sequence[Side]) -> str | None:
    """What all sides cost together, None where they have no amount in common that adds up."""
    named = [{figure.name: figure for figure in side.figures} for side in sides]
    counted = [name for name in named[0] if name.startswith("usd_for_")]
    asked = [figure.name for figure in sides[0].figures if figure.name in ADDED]
    for name in (*counted, *ADDED[:1], *asked, *ADDED):
        if all(name in figures for figures in named):
            parts = [figures[name] for figures in named]
            whole = replace(parts[0], value=sum(one.value for one in parts), low=None, high=None)
            told = " + ".join(amount(one) for one in parts)
            return f"Together they cost {amount(whole)} {whole.words} ({told})"
    return None


def _is_of_money(sides: Sequence[Side]) -> bool:
    """Whether the first figure of any side, which is the one that is asked for, is a price.

    Where it is whether something fits, each side says so, and prices are compared.
    """
    first = [side.figures[0].name for side in sides if side.figures]
    are_told = any(side.sentence.startswith(("Yes", "No", "It fits")) for side in sides)
    return any(name.startswith(MONEY) or (are_told and name in OF_LEAD) for name in first)


def _asks_speed(sides: Sequence[Side]) -> bool:
    """Whether a side begins with a speed, which another one does not have."""
    return any(side.figures and side.figures[0].name.startswith(MORE[:2]) for side in sides)


def _first(sides: Sequence[Side]) -> list[Figure] | None:
    """The first figure of a side that all of them have, where it is no price."""
    named = [{figure.name: figure for figure in side.figures} for side in sides]
    for name in named[0]:
        if name.startswith(MONEY):
            return None
        if all(name in figures for figures in named):
            return [figures[name] for figures in named]
    return None


def _readings(sides: Sequence[Side]) -> list[str]:
    """How sides were read; of several kinds without their loads, which are told differently."""
    readings = [_as_answered(side.reading.replace(" on replicas of ", " on ")) for side in sides]
    if len({side.kind for side in sides}) == 1:
        return readings
    return [reading.partition(",")[0] for reading in readings]


def _as_answered(reading: str) -> str:
    """A reading with the devices and the format that it is answered for."""
    found = _ANSWERED.search(reading)
    if found is None:
        return reading
    word, device, more, count, how = found.groups(default="")
    told = f" {word} {count} × {device}{more if how in more else f'{how}{more}'}"
    return reading[: found.start()] + told + reading[found.end() :]


def _common(sides: Sequence[Side], asked: Sequence[str]) -> list[Figure] | None:
    """The first price that all sides have, the cost in all before others; asked: figures."""
    named = [{figure.name: figure for figure in side.figures} for side in sides]
    if not named:
        return None
    counts = {getattr(side.answer, "device_count", None) for side in sides}
    is_of_each = len(counts) > 1 and all(side.kind == "device_price" for side in sides)
    prices = [
        name
        for name in named[0]
        if name.startswith(MONEY) and not (is_of_each and name.startswith(OF_EACH))
    ]
    first = {figures[0].name for figures in (side.figures for side in sides) if figures}
    first -= {name for name in first if name.startswith(OF_TOKENS)}
    first = {name for figure, name in OF_ONE_WAY.items() if figure in asked} or first
    prices.sort(key=lambda name: ({name} != first, name not in FIRST))
    prices.sort(key=lambda name: name not in FIRST[:1])
    for name in prices:
        if all(name in figures for figures in named):
            return [figures[name] for figures in named]
    return None


def _labels(readings: Sequence[str]) -> list[str]:
    """What each reading has that the others have not."""
    if any(f", {OWNED}" in reading for reading in readings):
        readings = [_HOURS.sub("", reading) for reading in readings]
    words = [_WORDS.findall(reading) for reading in readings]
    first, last = 0, 0
    shortest = min(map(len, words))
    while first < shortest and len({told[first] for told in words}) == 1:
        first += 1
    while last < shortest - first and len({told[-1 - last] for told in words}) == 1:
        last += 1
    labels = [" ".join(told[first : len(told) - last]) for told in words]
    if all(_NUMBER.fullmatch(label) for label in labels):
        labels = [
            next(part for part in reading.split(", ") if label in part.split())
            for reading, label in zip(readings, labels, strict=True)
        ]
    other = {OWNED: "rented", "with": "without"}.get(max(labels).split(" ")[0], "")
    return [label or other or f"the {_PLACES[place]}" for place, label in enumerate(labels)]


def _begun(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" if text.split(" ", maxsplit=1)[0] in _WAYS else text
