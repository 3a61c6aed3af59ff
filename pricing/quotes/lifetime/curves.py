"""Curves: what a month costs at other loads, and the load from which a deployment pays."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.quotes.lifetime.assets import Books
from pricing.quotes.lifetime.bill import items_of, total_of
from pricing.quotes.lifetime.holdings import Held, steady_base
from pricing.quotes.lifetime.hours import Hours
from pricing.quotes.lifetime.lives import Horizon, Life
from pricing.quotes.lifetime.periods import Loads, need_rows, needed, price_rows, priced

POINTS = 25
"""Loads of a curve, in equal ratios."""

CLOSER_POINTS = 13
"""Loads between two of them, where the two costs cross."""

REACH_RATIO = 10.0
"""How far a curve goes beyond the loads that matter."""


class Grid(Struct, frozen=True, eq=False):
    """Loads at which a life is asked what a month costs."""

    life: Life
    training_usd: float
    requests_per_day: tuple[float, ...]


def loads_between(low: float, high: float, count: int) -> tuple[float, ...]:
    """Loads in equal ratios, both ends among them."""
    ratio = (high / low) ** (1.0 / (count - 1))
    return tuple(low * ratio**step for step in range(count))


def monthly_costs(horizon: Horizon, grids: Sequence[Grid]) -> list[list[float]]:
    """What the first month would cost at every load of every grid [USD]."""
    span = horizon.market.spans[0]
    asked = [
        Loads(
            horizon.calendar,
            np.array(grid.requests_per_day),
            np.zeros(len(grid.requests_per_day), np.intp),
        )
        for grid in grids
    ]
    periods, hours = needed(
        (
            need_rows(grid.life.service, grid.life.service.stages[0], loads)
            for grid, loads in zip(grids, asked, strict=True)
        ),
        horizon.load.week,
    )
    peaks = periods["replicas"].tolist()
    prices, begin, ends = [], 0, []
    for grid, loads in zip(grids, asked, strict=True):
        end = begin + len(loads.months)
        held = _steady(grid, hours.of(begin, end), peaks[begin:end], span.hours)
        prices.append(
            price_rows(
                grid.life.service.stages[0],
                loads,
                held,
                horizon.overhead,
                np.full(len(loads.months), grid.training_usd),
            )
        )
        begin = end
        ends.append(end)
    listed = total_of(items_of(priced(periods, hours, prices))).tolist()
    return [listed[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


def _steady(grid: Grid, hours: Hours, peaks: Sequence[float], period_hours: float) -> Held:
    """What a service has of its own where each load stays as it is."""
    stage = grid.life.service.stages[0]
    cover_fraction = grid.life.held[0].cover_fraction
    base, usd = steady_base(
        grid.life.service,
        stage,
        hours,
        peaks,
        period_hours=period_hours,
        cover_fraction=cover_fraction,
    )
    nothing = (0.0,) * len(peaks)
    asset = stage.sourcing.asset
    books = None
    if asset is not None:
        counts, none = np.array(base, float), np.zeros(len(base))
        books = Books(
            held=tuple(base),
            depreciation=asset.depreciation_usd * counts,
            write_off=none,
            hosting=asset.hosting_usd * counts,
            operations=asset.operations_usd * counts,
            paid=none,
            returned=none,
            lots=(),
        )
    return Held(tuple(base), (usd,) * len(base), nothing, cover_fraction, books=books)


def crossing(
    loads: Sequence[float], own_usd: Sequence[float], other_usd: Sequence[float]
) -> tuple[int, float] | None:
    """The load from which the own cost is no more, to the end of the curve.

    Returns the place before it and the load itself, between the two by a straight line; the
    first load where the own cost is never more; None where it is more in the end.
    """
    excess = [own - other for own, other in zip(own_usd, other_usd, strict=True)]
    dearer = [at for at, usd in enumerate(excess) if usd > 0.0]
    if not dearer:
        return 0, loads[0]
    last = dearer[-1]
    if last == len(loads) - 1:
        return None
    share = excess[last] / (excess[last] - excess[last + 1])
    return last, loads[last] + share * (loads[last + 1] - loads[last])
