"""Uncertainty: the plan as it was made, under loads, throughputs and prices that are drawn.

Each draw is a course: one throughput, one load with its growth and one trend of prices hold for
all of its months. The draws fill their range evenly (a Latin hypercube), so that percentiles
settle with fewer of them.
"""

from math import log
from random import Random  # noqa: TID251 -- seeded: the same query draws the same lots
from statistics import NormalDist

import numpy as np
from msgspec import Struct

from pricing.fleet.assets import PRICED
from pricing.fleet.bill import items_of, total_of
from pricing.fleet.hours import hours_of, needs
from pricing.fleet.periods import settled
from pricing.fleet.price_path import Market
from pricing.fleet.projection import Horizon, Life
from pricing.numerics.columns import Array, Columns, tall
from pricing.numerics.number import NORMAL_P90
from pricing.quote.context import Ledger
from pricing.tco.answer import MonthSpread, Spread, Uncertain
from pricing.tco.query import Uncertainty
from pricing.units import MONTHS_PER_YEAR

DIMENSIONS = ("throughput", "load", "growth", "price")

CHUNK_PERIODS = 3000
"""Periods worked out at a time: as many as stay in the processor's cache."""


class Bands(Struct, frozen=True):
    """How far 80% of the courses reach.

    Logarithms of the load, of its growth a month and of the change of prices a year.
    """

    load: float
    growth: float
    price: float


def bands_of(ledger: Ledger, asked: Uncertainty) -> Bands:
    """The bands of a query, those left out from the release."""

    def default(given: float | None, name: str) -> float:
        return ledger.given_or(given, f"uncertainty.{name}", field=f"uncertainty.{name}")

    return Bands(
        load=log(default(asked.load_band_ratio, "load_band_ratio")),
        growth=default(asked.growth_band_per_month_fraction, "growth_band_per_month_fraction"),
        price=log(
            1.0 + default(asked.price_band_per_year_fraction, "price_band_per_year_fraction")
        ),
    )


def uncertain(horizon: Horizon, life: Life, asked: Uncertainty, bands: Bands) -> Uncertain:
    """Percentiles of every month and of the total."""
    spans = horizon.market.spans
    draws = _draws(asked.draws, asked.seed)
    courses = _Courses(life, horizon.market, asked, bands)
    step = max(1, CHUNK_PERIODS // len(spans))
    costs = np.concatenate(
        [
            courses.costs(
                {name: column[first : first + step] for name, column in draws.items()}, horizon
            )
            for first in range(0, asked.draws, step)
        ]
    )
    return Uncertain(
        draws=asked.draws,
        seed=asked.seed,
        months=tuple(
            MonthSpread(month=span.label, **spread)
            for span, spread in zip(spans, _spreads(costs), strict=True)
        ),
        usd_total=Spread(**_spreads(costs.sum(axis=1, keepdims=True))[0]),
    )


def _draws(count: int, seed: int) -> Columns:
    """Deviates by name, 80% of them between −1 and 1, each evenly spread over its range."""
    lots, normal = Random(seed), NormalDist(0.0, 1.0 / NORMAL_P90)  # noqa: S311 -- no secret
    columns = {}
    for name in DIMENSIONS:
        strata = list(range(count))
        _shuffle(strata, lots)
        columns[name] = np.array(
            [normal.inv_cdf((stratum + max(lots.random(), 1e-9)) / count) for stratum in strata]
        )
    return columns


def _shuffle(items: list[int], lots: Random) -> None:
    """Fisher and Yates, from what every version of Python draws alike."""
    for last in range(len(items) - 1, 0, -1):
        other = int(lots.random() * (last + 1))
        items[last], items[other] = items[other], items[last]


class _Courses:
    """The months of a life, and how each draw moves them."""

    def __init__(self, life: Life, market: Market, asked: Uncertainty, bands: Bands) -> None:
        self._months = life.months
        self._bands = bands
        self._count = len(life.months["rate"])
        # What a month may cost is in doubt from the last known price on, its load from the start.
        self._price_years = market.unknown_months / MONTHS_PER_YEAR
        low, high, begun = [], [], []
        for stage, held in zip(life.service.stages, life.held, strict=True):
            months = stage.last - stage.first
            ratio, throughput = asked.throughput_band_ratio, stage.fleet.found.throughput
            low += [log(throughput.low_ratio if ratio is None else 1.0 / ratio)] * months
            high += [log(throughput.high_ratio if ratio is None else ratio)] * months
            set_in = [stage.first] * months
            for commitment in held.commitments:
                length = held.offers[commitment.offer].months
                for month in range(commitment.first, min(commitment.first + length, months)):
                    set_in[month] = stage.first + commitment.first
            begun += set_in
        self._low, self._high = np.array(low), np.array(high)
        self._set_years = self._price_years[begun]
        self._owned = [
            (
                slice(stage.first, stage.last),
                self._price_years[[lot.first for lot in held.books.lots]],
                held.books.by_lot,
            )
            for stage, held in zip(life.service.stages, life.held, strict=True)
            if held.books is not None and held.books.lots
        ]

    def costs(self, draws: Columns, horizon: Horizon) -> Array:
        """What every month costs, a row a draw [USD]."""
        z = {name: tall(column) for name, column in draws.items()}
        bands, months = self._bands, self._months
        speed = np.exp(
            np.abs(z["throughput"]) * np.where(z["throughput"] < 0.0, self._low, self._high)
        )
        growth = z["growth"] * bands.growth * np.arange(self._count)
        load = np.exp(z["load"] * bands.load + growth)
        price = z["price"] * bands.price
        count = len(draws["load"])
        drawn = {name: np.tile(column, count) for name, column in months.items()}
        drawn["rate"] = (months["rate"] * load).ravel()
        drawn["served"] = (months["served"] * speed).ravel()
        drawn["hourly_usd"] = (months["hourly_usd"] * np.exp(price * self._price_years)).ravel()
        # A term that outlasts the horizon is the last month's: its rest has the same price.
        set_in = np.exp(price * self._set_years)
        for name in ("committed_usd", "beyond_usd"):
            drawn[name] = (months[name] * set_in).ravel()
        for months_held, lot_years, by_lot in self._owned:
            ratios = np.exp(price * lot_years)
            for name, usd in zip(PRICED, by_lot, strict=True):
                column = drawn[f"{name}_usd"].reshape(count, self._count)
                column[:, months_held] = ratios @ usd
        hours = hours_of(drawn, horizon.load.week)
        periods = settled({**drawn, **needs(hours)}, hours)
        return total_of(items_of(periods)).reshape(count, self._count)


def _spreads(costs: Array) -> list[dict[str, float]]:
    """Percentiles of every column, to the cent."""
    names = ("p10", "p50", "p90")
    found = np.percentile(costs, [10, 50, 90], axis=0).round(2).T.tolist()
    return [dict(zip(names, percentiles, strict=True)) for percentiles in found]
