"""All doubts of a cost together: percentiles, cases, and each doubt alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct

from pricing.errors import Infeasible
from pricing.numerics.number import Array
from pricing.quote.certainty.answer import (
    Case,
    CaseName,
    Certainty,
    Doubt,
    DoubtName,
    Level,
    MonthPercentiles,
)
from pricing.quote.certainty.query import levels_of
from pricing.quote.certainty.sample_points import deviates, percentiles, share_within

TRIES = 8
"""How often an end without an answer is moved half-way back to what is answered."""

Found = TypeVar("Found")

OF_ALL = (0.1, 0.5, 0.9)
"""The percentiles that every answer has."""

NOTICED_FRACTION = 0.05
"""From this change of the median on, an answer warns."""


class Band(Struct, frozen=True):
    """What 80% of the outcomes of a doubt lie between: see answer.Doubt.

    is_dear_below: whether its low end is the one that costs more, where it matters.
    """

    name: DoubtName
    unit: str
    value: float
    low: float
    high: float
    source: str
    is_dear_below: bool = False


CostsOf = Callable[[Mapping[str, Array]], Array]
"""The costs of outcomes, a row for each and a column for each month [USD].

Outcomes are columns of deviates by the name of the doubt: −1 is the low end of its band, 0 the
value that is answered, 1 the high end.
"""


def certainty_of(
    bands: Sequence[Band],
    costs_of: CostsOf,
    asked: float | tuple[float, ...],
    answered_usd: float,
    months: Sequence[str] = (),
) -> Certainty:
    """How sure a cost is. bands: of its doubts; answered_usd: as it is answered [USD].

    Months have percentiles of their own. The points are the same for equal doubts.
    """
    names = [band.name for band in bands]
    single = costs_of(dict(zip(names, _alone(len(names)), strict=True))).round(2)
    at_base, at_low, at_high = single[0], single[1::2], single[2::2]
    rises = at_high.sum(axis=1) - at_low.sum(axis=1)
    usual = np.array([-1.0 if band.is_dear_below else 1.0 for band in bands])
    dearer = np.where(rises == 0.0, usual, np.sign(rises))
    at_ends = costs_of(dict(zip(names, np.outer(dearer, [-1.0, 1.0]), strict=True))).round(2)
    low_case, high_case = np.broadcast_to(at_ends, (2, len(at_base)))
    costs = single
    if names:
        costs = costs_of(dict(zip(names, deviates(len(names), len(months) or 1), strict=True)))
    totals = costs.sum(axis=1)
    levels = levels_of(asked)
    whole = _percentiles(totals[:, np.newaxis], levels)[0]
    within = share_within(totals, answered_usd)
    of_months = zip(months, _percentiles(costs, levels), low_case, at_base, high_case, strict=False)
    return Certainty(
        **whole,
        answered_usd=answered_usd,
        answered_confidence_fraction=within,
        median_change_fraction=whole["p50_usd"] / answered_usd - 1.0 if answered_usd else 0.0,
        months=tuple(
            MonthPercentiles(
                month=month,
                low_case_usd=float(low),
                base_case_usd=float(base),
                high_case_usd=float(high),
                **own,
            )
            for month, own, low, base, high in of_months
        ),
        cases=(
            _case("low", low_case, totals, _ends(bands, -dearer)),
            _case("base", at_base, totals, {band.name: band.value for band in bands}),
            _case("high", high_case, totals, _ends(bands, dearer)),
        ),
        doubts=_doubts(bands, at_base.sum(), at_low.sum(axis=1), at_high.sum(axis=1)),
    )


def _alone(doubts: int) -> Array:
    """Deviates of the base, and of each doubt alone at its low and at its high end."""
    columns = np.zeros((doubts, 1 + 2 * doubts))
    at = np.arange(doubts)
    columns[at, 1 + 2 * at], columns[at, 2 + 2 * at] = -1.0, 1.0
    return columns


def _percentiles(costs: Array, levels: tuple[float, ...]) -> list[dict[str, Any]]:
    """The percentiles of each column, in cents."""
    found = percentiles(costs, (*OF_ALL, *levels)).round(2).T.tolist()
    return [
        {
            "p10_usd": low,
            "p50_usd": middle,
            "p90_usd": high,
            "levels": tuple(
                Level(confidence_fraction=level, usd=usd)
                for level, usd in zip(levels, own, strict=True)
            ),
        }
        for low, middle, high, *own in found
    ]


def _ends(bands: Sequence[Band], sides: Array) -> dict[DoubtName, float]:
    return {
        band.name: band.high if side > 0.0 else band.low
        for band, side in zip(bands, sides, strict=True)
    }


def _case(name: CaseName, months: Array, totals: Array, at: dict[DoubtName, float]) -> Case:
    usd = float(months.sum().round(2))
    return Case(name=name, usd=usd, confidence_fraction=share_within(totals, usd), at=at)


def _doubts(bands: Sequence[Band], base: float, low: Array, high: Array) -> tuple[Doubt, ...]:
    ends = np.array([np.full(len(bands), base), low, high])
    changes = (ends.max(axis=0) - ends.min(axis=0)).round(2)
    found = [
        Doubt(
            name=band.name,
            unit=band.unit,
            value=band.value,
            low=band.low,
            high=band.high,
            usd_at_low=float(at_low.round(2)),
            usd_at_high=float(at_high.round(2)),
            usd_change=float(change),
            source=band.source,
        )
        for band, at_low, at_high, change in zip(bands, low, high, changes, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: -one.usd_change))


def nearest_end(answered: float, end: float, at: Callable[[float], Found]) -> tuple[float, Found]:
    """The end of a band, or what lies nearest to it and has an answer, and what it is there.

    answered: where the doubt stands in the answer; at: raises Infeasible where there is none.
    """
    for _ in range(TRIES):
        try:
            return end, at(end)
        except Infeasible:
            end = (end + answered) / 2.0
    return answered, at(answered)
