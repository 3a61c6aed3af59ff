"""Choices of a sweep's runs: the cheapest way of buying of every row, or why it has none."""

from collections.abc import Sequence
from typing import Any

import polars as pl
from msgspec import Struct

from pricing.numerics.number import Number, shared

NEVER = (
    "the run would never finish: it is stopped too often for its checkpoints and restarts; asked"
    " as a quote, it says which number to change"
)

CONTRADICTION = "invalid-query"
"""A refusal that is the whole question's, whatever its other purchases are."""


class Alternative(Struct, frozen=True):
    """One way of buying the capacity of all rows: its results, or its refusal.

    refusal: None where no row has one.
    """

    refusal: pl.Expr | None
    refusal_detail: pl.Expr | None
    finishes: pl.Expr
    results: dict[str, pl.Expr]


class Choice(Struct, frozen=True):
    """What the rows are answered with: the results of the cheapest, or their refusal."""

    is_answered: pl.Expr
    results: dict[str, pl.Expr]
    refusal: pl.Expr
    refusal_detail: pl.Expr


def column(value: Number) -> pl.Expr:
    """A number, a text or a truth as a column."""
    return value if isinstance(value, pl.Expr) else pl.lit(value)


def chosen(offers: Sequence[Alternative], *, optional: int | None = None) -> Choice:
    """The cheapest of several ways of buying that have an answer, the first of equal ones.

    optional: the place of one that need not be for sale. Refused as the point quote is: for what
    contradicts itself; else, where nothing has an answer, since nothing ends; else for what the
    first lacks.
    """
    is_priced = [
        pl.lit(value=True) if offer.refusal is None else shared(offer.refusal.is_null())
        for offer in offers
    ]
    has_answer = [
        offer.finishes if offer.refusal is None else shared(priced & offer.finishes)
        for priced, offer in zip(is_priced, offers, strict=True)
    ]
    results, known = dict(offers[0].results), has_answer[0]
    best = results["usd_mean"]
    for offer, answered in zip(offers[1:], has_answer[1:], strict=True):
        mean = shared(offer.results["usd_mean"])
        better = shared(answered & (~known | (mean < best)))
        best = shared(pl.when(better).then(mean).otherwise(best))
        results = {
            name: pl.when(better).then(value).otherwise(results[name])
            for name, value in offer.results.items()
        }
        known = shared(known | answered)
    results["usd_mean"] = best
    never_ends = [
        (priced & ~answered) | (~priced if index == optional else pl.lit(value=False))
        for index, (priced, answered) in enumerate(zip(is_priced, has_answer, strict=True))
    ]
    ends_never = pl.all_horizontal(*never_ends)
    lacking = pl.when(is_priced[0]).then(pl.lit(NEVER)).otherwise(offers[0].refusal_detail)
    refusal: Any = pl.when(ends_never).then(pl.lit("infeasible")).otherwise(pl.lit("no-price"))
    detail: Any = pl.when(ends_never).then(pl.lit(NEVER)).otherwise(lacking)
    contradictions = []
    for offer in reversed(offers):
        if offer.refusal is not None:
            contradicts = offer.refusal == CONTRADICTION
            contradictions.append(contradicts.fill_null(value=False))
            refusal = pl.when(contradicts).then(offer.refusal).otherwise(refusal)
            detail = pl.when(contradicts).then(offer.refusal_detail).otherwise(detail)
    if contradictions:
        known = shared(known & ~pl.any_horizontal(*contradictions))
    return Choice(known, results, refusal, detail)
