"""Answers of tools: the sentence, the figures that matter, and where the whole answer is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any

import msgspec
from msgspec.structs import replace

from service.agents.questions import Question
from service.asking.figures.figures import figures_of
from service.sentences.answers import sentence_of
from service.summaries.comparisons import OF_SERVICES
from service.summaries.defaults import defaults_of
from service.summaries.figures import counted, usd
from service.summaries.parts import Fields
from service.summaries.run_costs import ranked

MOST_CHARACTERS = 2000
"""Of an answer in JSON. Agents get it as text and as data: 1,150 tokens of 3.5 characters."""

SHORTENED = ("assumed", "notes", "rows")
"""What is cut where an answer is too long, the least important first."""

LEAST = {"assumed": 0, "notes": 1, "rows": 3}
"""What is left of each when others are cut."""

DIGITS = 6
"""Significant digits of a figure."""

MOST_NOTES = 3
MOST_ROWS = 5

ASKED_FIGURES = {
    "unit_costs": ("price", "per_request", "tokens_per_second", "latency", "per_hour", "carbon"),
    "run_costs": ("price", "duration", "watts", "count"),
    "tco": ("per_month", "price", "per_request", "count", "watts"),
    "comparison": ("price",),
}
"""Figures of each kind of answer that an agent is told."""

COMPARED = (
    *("device", "device_count", "precision", "option", "provider"),
    *("output_tokens_per_second", "usd_per_hour", "ttft_seconds", "tpot_seconds"),
)
"""Columns of candidates beside the objective."""

SERVED = (
    *("device", "device_count", "peak_replicas", "precision", "plan", "provider", "region"),
    *("usd_per_million_tokens", "saving_fraction"),
)
"""Columns of services beside their totals."""

PRICED = (
    *("provider", "region", "instance_type", "option", "device", "device_count"),
    *("usd_per_hour", "effective_from"),
)
"""Columns of prices."""

Told = dict[str, Any]


def _quoted(kind: str) -> Callable[[Fields, Question], Told]:
    """What is told of an answer with figures of its own."""

    def told(answer: Fields, question: Question) -> Told:
        figures = figures_of(kind, answer, ASKED_FIGURES[kind], None, {})
        sentence = sentence_of(answer, question.asked)
        return {
            "sentence": replace(sentence, notes=()).text,
            "figures": flat(msgspec.to_builtins(one) for one in figures if "." not in one.name),
            "rows": _ROWS[kind](answer),
            "notes": [*sentence.notes[:MOST_NOTES]],
            "assumed": defaults_of(answer),
            "converted": _picked(
                answer.get("converted") or {}, ("currency", "usd_per_currency_unit", "rate_day")
            ),
        }

    return told


def flat(figures: Iterable[Fields]) -> dict[str, float]:
    """Figures by name, the ends of an interval beside them.

    >>> flat([{"name": "usd", "value": 0.5, "low": 0.25, "high": None}])
    {'usd': 0.5, 'usd_low': 0.25}
    """
    return {
        name: value
        for one in figures
        for name, value in (
            (one["name"], one["value"]),
            (f"{one['name']}_low", one["low"]),
            (f"{one['name']}_high", one["high"]),
        )
        if value is not None
    }


def _option_rows(answer: Fields) -> Sequence[Told]:
    """The ways of buying the capacity of a run by what is paid, and those that are not sold.

    What is paid, or would be if others used the rest, stands where it differs from the cost.
    """
    options = []
    for one in ranked(answer):
        usd = one["usd"]
        row = _picked(one, ("option", "provider", "usd_per_device_hour", "wall_clock_hours"))
        row |= {f"usd_{name}": usd[name] for name in ("mean", "p10", "p90")}
        row |= {
            name: one[name] for name in ("paid_usd", "amortised_usd") if one[name] != usd["mean"]
        }
        options.append(row)
    missing = [
        {"option": one["option"], "unavailable": one["reason"]} for one in answer["unavailable"]
    ]
    return [*options, *missing]


def _year_rows(answer: Fields) -> Sequence[Told]:
    """The years of a service, and what its alternatives come to."""
    years = [_picked(one, ("year", "usd_total")) for one in answer["years"]]
    alternatives = [
        {
            "alternative": one["name"],
            "usd_total": one["usd_total"],
            "break_even_month": one.get("break_even_month"),
        }
        for one in answer["alternatives"]
    ]
    return [*years[:MOST_ROWS], *alternatives]


def _candidate_rows(answer: Fields) -> Sequence[Told]:
    """The best candidates, and what is said of those without an answer."""
    objective = answer["objective"]
    named = (objective, f"{objective}_low", f"{objective}_high", *COMPARED)
    rows = [_picked(one, named) for one in answer["candidates"][:MOST_ROWS]]
    excluded = [
        {"excluded": one["deployment.device"], "because": one["refusal_detail"]}
        for one in answer["excluded"][:1]
    ]
    return [*rows, *excluded]


_ROWS: Mapping[str, Callable[[Fields], Sequence[Told]]] = {
    "unit_costs": lambda _answer: (),
    "run_costs": _option_rows,
    "tco": _year_rows,
    "comparison": _candidate_rows,
}


def unit_costs(answer: Fields, question: Question) -> Told:
    """What is told of unit costs."""
    performance, price = answer["performance"], answer["price"]
    return {
        **_quoted("unit_costs")(answer, question),
        "basis": {"throughput": performance["basis"], "price": price["basis"]},
    }


run_costs = _quoted("run_costs")
tco = _quoted("tco")
_ranked = _quoted("comparison")


def comparison(answer: Fields, question: Question) -> Told:
    """What is told of candidates, or of services that are compared by their totals."""
    if not answer.keys() >= OF_SERVICES:
        return _ranked(answer, question)
    sentence, objective = sentence_of(answer, question.asked), answer["objective"]
    best = answer["candidates"][:1]
    named = dict.fromkeys((objective, "usd_total", *SERVED))
    return {
        "sentence": replace(sentence, notes=()).text,
        "figures": {name: best[0][name] for name in (objective, "usd_total") if best},
        "rows": [_picked(one, named) for one in answer["candidates"][:MOST_ROWS]],
        "notes": [*sentence.notes[:MOST_NOTES]],
    }


def explanation(answer: Fields, question: Question) -> Told:
    """What is told of a bridge: both figures, and the effects between them."""
    name = answer["figure"]
    return {
        "sentence": sentence_of(answer, question.asked).text,
        "figures": {
            f"from.{name}": answer["from_value"],
            f"to.{name}": answer["to_value"],
            "change": answer["change"],
        },
        "rows": [_picked(one, ("name", "words", "change")) for one in answer["effects"]],
        "notes": [*answer["warnings"][:MOST_NOTES]],
    }


def in_words(answer: Fields, _question: Question) -> Told:
    """What is told of a question in words: how it was read, first."""
    sides = [{"reading": one["reading"], **flat(one["figures"][:3])} for one in answer["sides"]]
    verdict = f"{answer['verdict']}. " if answer["verdict"] else ""
    return {
        "reading": answer["reading"],
        "sentence": f"{verdict}{answer['sentence']}",
        "figures": {} if sides else flat(answer["figures"]),
        "rows": sides,
        "assumed": answer["assumed"],
        "unread": answer["unread"],
    }


def prices(answer: Fields, question: Question) -> Told:
    """What is told of prices: the lowest of a device-hour, and the range."""
    rows = [
        {**_picked(one, PRICED), "usd_per_device_hour": one["usd_per_hour"] / one["device_count"]}
        for one in answer["rows"]
        if one["device_count"]
    ]
    rows.sort(key=lambda row: row["usd_per_device_hour"])
    day, total = question.asked["as_of"], answer["total_count"]
    if not rows:
        return {"sentence": f"There is no such price on {day}: leave a filter out.", "figures": {}}
    every = [row["usd_per_device_hour"] for row in rows]
    low, high = every[0], every[-1]
    told = f"{counted(total, 'price')} on {day}: {usd(low)} to {usd(high)} a device-hour"
    return {
        "sentence": f"{told}, the lowest first.",
        "figures": {
            "usd_per_device_hour_low": low,
            "usd_per_device_hour_median": median(every),
            "usd_per_device_hour_high": high,
            "price_count": total,
        },
        "rows": rows[: 2 * MOST_ROWS],
    }


def whole(told: Told, question: Question, answer: Fields) -> Told:
    """An answer within MOST_CHARACTERS, with its release, its day and the question over HTTP."""
    asked = answer.get("answer") or answer
    provenance = asked.get("provenance") or {}
    for name in ("catalog", "as_of"):
        if provenance.get(name) is not None:
            told[name] = provenance[name]
    told["whole"] = question.over_http(provenance)
    return fitted(
        {name: value for name, value in rounded(told).items() if value not in ({}, [], ())}
    )


def fitted(told: Told) -> Told:
    """An answer without the ends of its lists where it is too long; `left_out` counts them."""
    left: dict[str, int] = {}
    for name in SHORTENED:
        while (
            len(told.get(name, ())) > LEAST[name]
            and len(msgspec.json.encode(told)) > MOST_CHARACTERS
        ):
            told = {**told, name: told[name][:-1]}
            left[name] = left.get(name, 0) + 1
            told["left_out"] = left
    return {name: value for name, value in told.items() if value not in ([], ())}


def rounded(value: Any) -> Any:
    """Plain values with numbers of DIGITS significant digits.

    >>> rounded({"usd": [2 / 3, 8.0, 12345678.9]})
    {'usd': [0.666667, 8, 12345700]}
    """
    if isinstance(value, float):
        short = float(f"{value:.{DIGITS}g}")
        return int(short) if short.is_integer() else short
    if isinstance(value, Mapping):
        return {name: rounded(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(inner) for inner in value]
    return value


def _picked(row: Fields, names: Iterable[str]) -> Told:
    """Some columns of a row, without those that are empty."""
    return {name: row[name] for name in names if row.get(name) is not None}
