"""Curves: what a month costs at other loads."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.fleet.assets import PRICED, Books
from pricing.fleet.bill import items_of, total_of
from pricing.fleet.holdings import Held, cover_fraction_of
from pricing.fleet.periods import Loads, need_rows, needed, price_rows, priced
from pricing.fleet.projection import Horizon, Life
from pricing.numerics.columns import Array, Rows
from pricing.tco.steady_state import Spell, spells_of


class Grid(Struct, frozen=True, eq=False):
    """Loads at which a life is asked what a month costs."""

    life: Life
    training_usd: float
    requests_per_day: Array


def monthly_costs(horizon: Horizon, grids: Sequence[Grid]) -> list[Array]:
    """What a month of the horizon would cost in the mean at every load of every grid [USD].

    Each load stays as it is, at the prices and of the days of the first month, and is served as
    the plan would serve it over the horizon: what is committed is paid for to the end.
    """
    span = horizon.market.spans[0]
    asked = [_loads(horizon, grid.requests_per_day) for grid in grids]
    periods, hours = needed(
        (
            need_rows(grid.life.service, grid.life.service.stages[0], loads)
            for grid, loads in zip(grids, asked, strict=True)
        ),
        horizon.load.week,
    )
    peaks = periods["replicas"].tolist()
    rows: list[Rows] = []
    places: list[int] = []
    months: list[int] = []
    begin = 0
    for grid in grids:
        end = begin + len(grid.requests_per_day)
        stage = grid.life.service.stages[0]
        spells = spells_of(
            grid.life.service,
            stage,
            hours.of(begin, end),
            peaks[begin:end],
            period_hours=span.hours,
        )
        of_spells = [spell.load for spell in spells]
        rows.append(
            price_rows(
                stage,
                _loads(horizon, grid.requests_per_day[of_spells]),
                _held(grid, spells, peaks[begin:end]),
                horizon.overhead,
                np.full(len(spells), grid.training_usd),
            )
        )
        places += [begin + load for load in of_spells]
        months += [spell.months for spell in spells]
        begin = end
    taken = {name: column[places] for name, column in periods.items()}
    usd = total_of(items_of(priced(taken, hours.at(places), rows)))
    sums = np.bincount(places, usd * months, minlength=begin)
    means = sums / np.bincount(places, months, minlength=begin)
    ends = np.cumsum([len(grid.requests_per_day) for grid in grids])
    return np.split(means, ends[:-1])


def _loads(horizon: Horizon, requests_per_day: Array) -> Loads:
    """Loads of the first month."""
    return Loads(horizon.calendar, requests_per_day, np.zeros(len(requests_per_day), np.intp))


def _held(grid: Grid, spells: Sequence[Spell], peaks: Sequence[float]) -> Held:
    """What a service has of its own in a month of each spell."""
    service = grid.life.service
    stage = service.stages[0]
    asset = stage.sourcing.asset
    base = tuple(spell.base for spell in spells)
    books = None
    if asset is not None:
        counts, none = np.array(base, float), np.zeros(len(base))
        books = Books(
            held=base,
            depreciation=asset.depreciation_usd * counts,
            write_off=none,
            hosting=asset.hosting_usd * counts,
            operations=asset.operations_usd * counts,
            by_lot=np.zeros((len(PRICED), 0, len(base))),
            paid=none,
            returned=none,
            lots=(),
        )
    return Held(
        base,
        tuple(spell.committed_usd for spell in spells),
        tuple(spell.beyond_usd / spell.months for spell in spells),
        tuple(
            cover_fraction_of(service, stage, peaks[spell.load] - spell.base) for spell in spells
        ),
        books=books,
    )
