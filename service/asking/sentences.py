"""The sentence of an answer: what it costs first, or what was asked for, in a few clauses."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from service.asking.answer import Figure
from service.asking.figures.figure import Fields, spoken
from service.sentences.amounts import WIDE, rough
from service.summaries.figures import counted, duration, number, usd
from service.summaries.parts import device_words, rate_words
from service.summaries.run_costs import cheapest_of
from service.summaries.tco import replicas_words

MOST_CLAUSES: Mapping[str, int] = {"comparison": 9, "unit_costs": 7, "tco": 6}
USUAL_CLAUSES = 5
NEAREST = " (nearest"
"""What a reason goes on with that a sentence has no room for."""

MOST_LETTERS = 400


def sentence_of(
    kind: str, answer: Fields, figures: Sequence[Figure], further: str = "", *, lead: str = ""
) -> str:
    """What an answer says in one sentence, at most 400 characters with what goes further.

    lead: what is told before it. Money is told in the currency of the answer, with its rate.
    """
    converted = answer.get("converted")
    if converted:
        further = f" {rate_words(converted)}.{further}"
    heads: Mapping[str, Callable[[Fields], str]] = {
        "unit_costs": _unit_costs,
        "run_costs": _run_costs,
        "tco": _tco,
        "comparison": _comparison,
        "device_price": _device_price,
        "device_facts": _many,
        "api_price": _api_price,
    }
    head = f"{heads[kind](answer)}:"
    # what providers ask is exact, however far they are apart
    is_listed = kind == "device_price" and answer["price"]["basis"] == "table"
    told = _shortened(figures) if kind == "comparison" else figures
    clauses = [
        words_of(
            figure,
            converted,
            is_exact=is_listed,
            has_interval=not _is_told_twice(figure, told[:place]),
        )
        for place, figure in enumerate(told)
    ]
    if not clauses:
        return f"{lead}{head} no figure can be given."
    if kind in {"unit_costs", "tco"}:
        head = f"{head.removesuffix(':')}{_taken(answer)}:"
    text = f"{lead}{head} {clauses[0]}"
    most = MOST_CLAUSES.get(kind, USUAL_CLAUSES)
    for place, clause in enumerate(clauses[1:most], 1):
        if any(one.startswith(clause) for one in clauses[:place]):
            continue
        longer = f"{text}, {clause}"
        if len(longer) + len(further) >= MOST_LETTERS - 1:
            break
        text = longer
    return f"{text}.{further}"


PERCENT = "_percent"
"""How the names of shares end."""

ON = " on "


def _shortened(figures: Sequence[Figure]) -> list[Figure]:
    """Figures of devices side by side, each without what the one before it says as well.

    Of the other devices the first figure is told alone.
    """
    others = [name.rpartition(".")[2] for name in (one.name for one in figures) if "." in name]
    told = [
        one for one in figures if "." not in one.name or one.name.rpartition(".")[2] == others[0]
    ]
    for at in range(len(told) - 1, 0, -1):
        head, on, device = told[at].words.partition(ON)
        if on and told[at - 1].words.partition(ON)[0] == head:
            told[at] = replace(told[at], words=f"on {device}")
    return told


def _is_told_twice(figure: Figure, before: Sequence[Figure]) -> bool:
    """Whether an interval stands behind one that it shares: that of the price of output."""
    return figure.name == INPUT and any(one.name == OUTPUT for one in before)


INPUT, OUTPUT = "usd_per_million_input_tokens", "usd_per_million_output_tokens"

TAKEN: Mapping[str, str] = {
    "load.input_tokens": "{:,.0f} tokens in",
    "load.output_tokens": "{:,.0f} out",
    "utilization_fraction.interactive": "{:.0%} used",
    "utilization_fraction.batch": "{:.0%} used",
    "traffic.peak_to_average_ratio": "peaks of {:g} times the mean",
}
"""Defaults that move an answer by a quarter or more, as a sentence tells them."""


UNUSED = "instance_unused"
"""The item of devices that are paid for with others of an instance."""


def _taken(answer: Fields) -> str:
    """What nobody said of the load, as the answer has taken it; empty where all is said."""
    told = {row["key"]: row["value"] for row in answer.get("assumptions") or ()}
    words = [text.format(told[key]) for key, text in TAKEN.items() if key in told]
    unused = sum(one["quantity"] for one in answer.get("line_items") or () if one["name"] == UNUSED)
    words += [f"{unused:g} more devices paid for with the instance"] if unused else []
    return f", taken with {', '.join(words)}" if words else ""


def words_of(
    figure: Figure,
    converted: Fields | None = None,
    *,
    is_exact: bool = False,
    has_interval: bool = True,
) -> str:
    """A figure with its unit and its interval in words; converted: the currency of money.

    >>> words_of(Figure(name="usd_per_hour", value=55.04, words="an hour"))
    '$55.04 an hour'
    """
    if figure.name == "wall_clock_hours":
        return f"it takes {duration(figure.value)}"
    text = f"{amount(figure, converted, is_exact=is_exact)} {figure.words}"
    if figure.low is None or figure.high is None or not (has_interval and _is_money(figure)):
        return text
    wide = _is_wide(figure) and not is_exact
    low, high = (_money(end, converted, is_wide=wide) for end in (figure.low, figure.high))
    return text if low == high else f"{text} ({low} to {high})"


def amount(figure: Figure, converted: Fields | None = None, *, is_exact: bool = False) -> str:
    """A figure without its words: money in its currency and in dollars, or a number."""
    if not _is_money(figure):
        return f"{rough(figure.value)}{'%' if figure.name.endswith(PERCENT) else ''}"
    wide = _is_wide(figure) and not is_exact
    dollars = f" ({money(figure.value, is_wide=wide)})" if converted else ""
    return f"{_money(figure.value, converted, is_wide=wide)}{dollars}"


def _money(usd_value: float, converted: Fields | None, *, is_wide: bool) -> str:
    """Some dollars, in a currency where one is asked for.

    >>> _money(2.5, {"currency": "EUR", "usd_per_currency_unit": 1.25}, is_wide=False)
    '2.00 EUR'
    """
    if not converted:
        return money(usd_value, is_wide=is_wide)
    told = money(usd_value / converted["usd_per_currency_unit"], is_wide=is_wide)
    return f"{told.removeprefix('$')} {converted['currency']}"


def _is_money(figure: Figure) -> bool:
    return figure.name.rpartition(".")[2].startswith(("usd", "purchase_usd", "electricity_usd"))


def _is_wide(figure: Figure) -> bool:
    """Whether an interval leaves no meaning to cents."""
    low, high = figure.low, figure.high
    if low is None or high is None:
        return False
    return high - low > WIDE * abs(figure.value)


def money(value: float, *, is_wide: bool) -> str:
    """Dollars; of large or uncertain amounts without cents that nobody knows.

    >>> money(1234.567, is_wide=False), money(1234.567, is_wide=True), money(1.4835, is_wide=True)
    ('$1,235', '$1,230', '$1.5')
    """
    if abs(value) >= 1e6:  # noqa: PLR2004 - millions are words
        return usd(value)
    if abs(value) >= 100.0:  # noqa: PLR2004 - from here on cents do not count
        return f"${float(f'{value:.3g}') if is_wide else value:,.0f}"
    if is_wide:
        return f"${number(float(f'{value:.2g}'))}"
    return usd(value)


def _bought(price: Mapping[str, Any]) -> str:
    """Where capacity is bought, and how."""
    if price["basis"] == "given":
        return "at your price"
    row = price["row"]
    place = "" if row is None else f"{row['provider']} {row['region']}, "
    among = price["range"]
    if among is not None and len(among["providers"]) > 1:
        place = f"median of {len(among['providers'])} providers, "
    how = " (estimated)" if price["basis"] == "estimated" and price["option"] != "owned" else ""
    return f"{place}{spoken(price['option'])}{how}"


def _unit_costs(answer: Fields) -> str:
    served = answer["model"] or "requests"
    precision = f"{answer['precision']}, " if answer["precision"] else ""
    return f"{served} on {device_words(answer)} ({precision}{_bought(answer['price'])})"


def _run_costs(answer: Fields) -> str:
    tokens = rough(answer["compute"]["tokens"])
    what = f"Training {answer['model']} on {tokens} tokens, {device_words(answer)} in"
    if not answer["options"]:
        why = next((one["reason"] for one in answer["unavailable"]), "nobody sells it")
        return f"{what} {answer['precision']} has no price ({why.partition(NEAREST)[0]})"
    option = cheapest_of(answer)
    place = " ".join(filter(None, (option["provider"], option["region"])))
    return f"{what} {answer['precision']}{f' at {place}' if place else ''}"


def _tco(answer: Fields) -> str:
    replica = answer["replicas"][0]
    served = answer["model"] or "the service"
    return (
        f"{served} on {replicas_words(answer)} of"
        f" {device_words(replica)}{_plan(answer['purchase'])} for"
        f" {counted(answer['horizon_months'], 'month')}"
    )


def _plan(purchase: Fields) -> str:
    """Where a service is bought, and how, where all of it is bought alike."""
    burst = purchase["burst"]
    return f" ({_bought(burst)})" if burst is not None and purchase["base"] is None else ""


def _comparison(answer: Fields) -> str:
    if not answer["candidates"]:
        return "No device can serve it"
    best = answer["candidates"][0]
    place = " ".join(filter(None, (best["provider"], best["region"])))
    ranked = {
        "tpot_seconds": "Fastest",
        "joules_per_output_token": "Least energy",
        "grams_co2e_per_million_output_tokens": "Least carbon",
        "device_count": "Fewest devices of those compared",
        "memory_gibibytes": "Smallest of those compared",
        "usd_per_hour": "Cheapest by the hour",
        "users_for_budget": "Serving most users",
    }
    word = ranked.get(answer["objective"], "Cheapest")
    bought = ", ".join(filter(None, (best["precision"], spoken(best["option"]), place)))
    return f"{word} is {device_words(best)} ({bought})"


def _api_price(answer: Fields) -> str:
    """What an API sells, and that a price in batches is not known."""
    is_unknown = any(told.startswith(NO_BATCH) for told in answer["warnings"])
    at_once = ", answered at once (no batch price is known)" if is_unknown else ""
    return f"{answer['model']} of {answer['provider']}{at_once}"


NO_BATCH = "no batch price"
"""How a warning begins that requests in batches cost what others do."""


def _device_price(answer: Fields) -> str:
    lowest = answer["offers"][:1] if len(answer["offers"]) > 1 else ()
    least = "".join(
        f"; least {usd(one['usd_per_device_hour'])} at {one['provider']}" for one in lowest
    )
    day = answer["provenance"]["as_of"]
    return f"{_many(answer)} ({_bought(answer['price'])}, {day}{least})"


def _many(answer: Fields) -> str:
    """The devices of an answer, one of them by its name alone."""
    count = answer["device_count"]
    return device_words(answer) if count > 1 else str(answer["device"])
