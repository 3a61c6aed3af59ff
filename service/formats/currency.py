"""Money in the currency of a query, in tables and pictures."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, TypeVar

import polars as pl
from msgspec.structs import replace

from pricing.explanations.answer import Effect, ExplanationAnswer
from pricing.quote.certainty.answer import Certainty
from pricing.quote.currencies.conversion import ConvertedAmounts, amount_in, renamed_in
from pricing.tco.answer import AlternativeCost, TcoAnswer, Uncertain
from service.formats.bridges import BRIDGED

Row = Mapping[str, Any]

Doubted = TypeVar("Doubted", bound=Uncertain | Certainty | None)


def money_of(converted: ConvertedAmounts | None) -> tuple[str, float]:
    """The currency of the amounts that are told, and its rate [USD for one unit]."""
    if converted is None:
        return "USD", 1.0
    return converted.currency, converted.usd_per_currency_unit


def monthly_money_of(answer: TcoAnswer) -> tuple[str, Sequence[float]]:
    """The currency of a service over time, and its rate in every month [USD for one unit]."""
    converted = answer.converted
    if converted is None:
        return "USD", [1.0] * len(answer.months)
    return converted.currency, [month.usd_per_currency_unit for month in converted.months]


def beside_dollars(
    rows: Sequence[Row], columns: Mapping[str, pl.DataType | None], converted: Row | None
) -> tuple[Sequence[Row], Mapping[str, pl.DataType | None]]:
    """Rows and columns with each amount in the currency of an answer beside its dollars.

    converted: what the answer says of it, None for dollars alone. A month has its own rate.
    """
    if converted is None:
        return rows, columns
    currency, months = converted["currency"], converted.get("months")
    names = {name for row in rows for name in row} | columns.keys()
    renamed = {name: own for name in names if (own := renamed_in(name, currency)) is not None}
    found = []
    for place, row in enumerate(rows):
        said = converted if months is None else months[place]
        rate = said["usd_per_currency_unit"]
        amounts = {
            renamed[name]: amount_in(name, value, rate)
            for name, value in row.items()
            if name in renamed and isinstance(value, float | int)
        }
        found.append({**row, **amounts})
    kinds = {renamed[name]: pl.Float64() for name in columns if name in renamed}
    return found, {**columns, **kinds}


def effects_beside(
    rows: Sequence[Row], columns: Mapping[str, pl.DataType | None], converted: Row | None
) -> tuple[Sequence[Row], Mapping[str, pl.DataType | None]]:
    """A row for each effect of a bridge, with what it is in the currency beside the dollars.

    converted: the bridge in it, None for dollars alone. The rates are an effect in it alone.
    """
    if converted is None:
        return rows, columns
    code = converted["currency"].lower()
    own = [f"{code}_{name}" for name in (*BRIDGED[1:], "change")]
    by_name = {row["name"]: row for row in rows}
    ends = [converted["from_value"], converted["to_value"]]
    found = []
    for effect in converted["effects"]:
        known = by_name.pop(effect["name"], None)
        whole = {name: row[name] for row in rows[:1] for name in BRIDGED}
        row = known or {**whole, "name": effect["name"], "words": effect["words"]}
        found.append({**row, **dict(zip(own, [*ends, effect["change"]], strict=True))})
    return [*found, *by_name.values()], {**columns, **dict.fromkeys(own, pl.Float64())}


def bridged(answer: ExplanationAnswer) -> ExplanationAnswer:
    """A bridge in the currency of its query, to be drawn or told."""
    converted = answer.converted
    if converted is None:
        return answer
    known = {effect.name: effect for effect in answer.effects}
    effects = tuple(
        replace(known[one.name], change=one.change, usd_change=None)
        if one.name in known
        else Effect.bare(one.name, one.words, one.change, None)
        for one in converted.effects
    )
    return replace(
        answer,
        figure=converted.figure,
        from_value=converted.from_value,
        to_value=converted.to_value,
        change=converted.change,
        effects=effects,
    )


def charted(answer: TcoAnswer) -> TcoAnswer:
    """An answer whose amounts are in the currency of its query, to be drawn."""
    converted = answer.converted
    if converted is None:
        return answer
    rates = [month.usd_per_currency_unit for month in converted.months]
    items = [
        {name: usd / rate for name, usd in month.line_items_usd.items()}
        for month, rate in zip(answer.months, rates, strict=True)
    ]
    totals = [month.total for month in converted.months]
    spent = list(accumulate(totals))
    whole = answer.totals
    ratio = converted.total / whole.usd_total if whole.usd_total else 1.0
    per_token = whole.usd_per_million_tokens
    return replace(
        answer,
        months=tuple(
            replace(month, usd_total=total, usd_cumulative=sum_, line_items_usd=item)
            for month, total, sum_, item in zip(answer.months, totals, spent, items, strict=True)
        ),
        totals=replace(
            whole,
            usd_total=converted.total,
            usd_per_million_tokens=None if per_token is None else per_token * ratio,
            line_items_usd={
                name: sum(item.get(name, 0.0) for item in items) for name in whole.line_items_usd
            },
        ),
        alternatives=tuple(_alternative(one, rates) for one in answer.alternatives),
        uncertainty=_quantiles(answer.uncertainty, ("p10", "p50", "p90"), rates),
        confidence=_quantiles(answer.confidence, ("p10_usd", "p50_usd", "p90_usd"), rates),
    )


def _quantiles(found: Doubted, names: Sequence[str], rates: Sequence[float]) -> Doubted:
    """What is told of doubts, with the quantiles of each month in the currency."""
    if found is None:
        return found
    months = [
        replace(one, **{name: getattr(one, name) / rate for name in names})
        for one, rate in zip(found.months, rates, strict=True)
    ]
    return replace(found, months=tuple(months))


def _alternative(one: AlternativeCost, rates: Sequence[float]) -> AlternativeCost:
    totals = [month.usd_total / rate for month, rate in zip(one.months, rates, strict=True)]
    months = [
        replace(month, usd_total=total, usd_cumulative=sum_)
        for month, total, sum_ in zip(one.months, totals, accumulate(totals), strict=True)
    ]
    return replace(one, months=tuple(months))
