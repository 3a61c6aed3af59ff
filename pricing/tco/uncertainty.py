"""Monte Carlo percentiles of the cost: the same plan under drawn loads, throughputs and prices.

Each draw has one throughput, one load, one growth and one price trend for all of its months. It
has one place within the range of estimated prices, for all of them. The draws are a Latin
hypercube: they fill their range evenly, so that fewer of them suffice.
"""

from functools import lru_cache
from math import log
from random import Random  # noqa: TID251 -- seeded: the same query draws the same numbers
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from pricing.fleet.arrays import Columns, part_of, tall
from pricing.fleet.bill import items_of, total_of
from pricing.fleet.contracts.bill import bound_of, settled_of, with_contracts
from pricing.fleet.holdings import Holdings
from pricing.fleet.hours import hours_of, needs
from pricing.fleet.periods import Horizon, with_use
from pricing.fleet.projection import Projection
from pricing.fleet.purchases.assets import PRICED, OwnershipCosts, column_of
from pricing.fleet.purchases.commitments import COMMITTED
from pricing.fleet.purchases.price_path import Market
from pricing.fleet.service import Stage
from pricing.numerics.number import NORMAL_P90, Array
from pricing.pauses import paused
from pricing.quote.context import QuoteContext
from pricing.tco.answer import MonthSpread, Spread, Uncertain
from pricing.tco.certainty.bands import Bands, bands_of
from pricing.tco.certainty.spot_cover import SpotCover, most_on_spot, spot_covers
from pricing.tco.query import Uncertainty
from pricing.units import MONTHS_PER_YEAR

DIMENSIONS = ("throughput", "load", "growth", "price", "estimate", "spot")

INTERVAL_DRAWS = 48
"""Draws of an interval. They are stratified: a thousand say the same to some percent."""

CHUNK_PERIODS = 1500
"""Periods computed at a time. So many fit in the cache of a processor, and the memory of one chunk
serves the next."""


def drawn_of(
    context: QuoteContext,
    asked: Uncertainty | None,
    horizon: Horizon,
    projection: Projection,
    *,
    is_drawn: bool,
) -> Uncertain | None:
    """Percentiles where they are asked for. Wrong bands are refused in any case."""
    if asked is None:
        return None
    bands = bands_of(context, asked, projection.service)
    return uncertain(horizon, projection, asked, bands) if is_drawn else None


def uncertain(
    horizon: Horizon, projection: Projection, asked: Uncertainty, bands: Bands
) -> Uncertain:
    """Percentiles of the cost of every month and of the total."""
    spans = horizon.market.spans
    drawn = Draws(projection, horizon.market, asked, bands)
    costs = drawn.costs(_draws(asked.draws, asked.seed), horizon)
    return Uncertain(
        draws=asked.draws,
        seed=asked.seed,
        months=tuple(
            MonthSpread(month=span.label, **spread)
            for span, spread in zip(spans, _spreads(costs), strict=True)
        ),
        usd_total=Spread(**_spreads(costs.sum(axis=1, keepdims=True))[0]),
    )


def interval(horizon: Horizon, projection: Projection, *, total_usd: float) -> tuple[float, float]:
    """The 80% interval of the total, by its throughput and by estimated prices alone [USD].

    The load, its growth and later prices stand as they are given. The total is within.
    """
    asked = Uncertainty(draws=INTERVAL_DRAWS)
    drawn = Draws(projection, horizon.market, asked, Bands(load=0.0, growth=0.0, price=0.0))
    costs = drawn.costs(_draws(asked.draws, asked.seed), horizon).sum(axis=1)
    low, high = np.percentile(costs, [10, 90]).round(2).tolist()
    return min(low, total_usd), max(high, total_usd)


@lru_cache(maxsize=8)
def _draws(count: int, seed: int) -> Columns:
    """Stratified normal deviates by name. 80% of them are between −1 and 1."""
    random, normal = Random(seed), NormalDist(0.0, 1.0 / NORMAL_P90)  # noqa: S311 -- no secret
    columns = {}
    for name in DIMENSIONS:
        strata = list(range(count))
        _shuffle(strata, random)
        columns[name] = np.array(
            [normal.inv_cdf((stratum + max(random.random(), 1e-9)) / count) for stratum in strata]
        )
    return columns


def _shuffle(items: list[int], random: Random) -> None:
    """Shuffle (Fisher and Yates) with numbers that are equal in every version of Python."""
    for last in range(len(items) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        items[last], items[other] = items[other], items[last]


class Ends:
    """Ranges of estimates, by month or by term, as logarithms of their ends over the estimate."""

    def __init__(self, count: int) -> None:
        self._low, self._high = np.zeros((2, count))

    def put(self, first: int, last: int, low_ratio: float, high_ratio: float) -> None:
        """The range of what holds from one place up to another."""
        self._low[first:last] = log(low_ratio)
        self._high[first:last] = log(high_ratio)

    def ratios(self, deviates: Array) -> Array:
        """The value over its estimate, by draw and place: at an end for a deviate of ±1."""
        away = np.abs(deviates) * np.where(deviates < 0.0, self._low, self._high)
        return np.asarray(np.exp(away))


class Priced(NamedTuple):
    """What a stage commits or owns in some months, and the ranges of what it is bought at.

    set_years: of each term or device, the time until its price is set, after the last known month;
    usd: its costs by column, item and month.
    """

    months: slice
    ends: Ends
    set_years: Array
    usd: Array


class Draws:
    """The months of a projection, and the effect of each draw on them.

    covers: of stages on spot, where the rate of preemptions is drawn too.
    """

    def __init__(
        self,
        projection: Projection,
        market: Market,
        asked: Uncertainty,
        bands: Bands,
        covers: tuple[SpotCover, ...] | None = None,
    ) -> None:
        self._months, self._service = projection.months, projection.service
        self._covers = spot_covers(projection) if covers is None else covers
        self._bands = bands
        self._count = len(projection.months["rate"])
        # Prices are uncertain after the last known month, the load from the start.
        self._price_years = market.unknown_months / MONTHS_PER_YEAR
        # A spot price wanders, and is no higher than that on demand.
        self._spot, self._most_spot = np.zeros(self._count), np.ones(self._count)
        self._speeds, self._hourly = Ends(self._count), Ends(self._count)
        self._committed: list[Priced] = []
        self._owned: list[Priced] = []
        for stage, holdings in zip(projection.service.stages, projection.holdings, strict=True):
            self._put_speed(stage, asked.throughput_band_ratio)
            self._put_hourly(stage)
            if holdings.commitments:
                self._committed.append(self._commitments(stage, holdings))
            if holdings.ownership is not None and holdings.ownership.acquisitions:
                self._owned.append(self._assets(stage, holdings.ownership))

    def _put_speed(self, stage: Stage, band_ratio: float | None) -> None:
        """The range of the throughput of a stage; band_ratio: as the question gives it."""
        throughput = stage.fleet.estimate.throughput
        low_ratio = throughput.low_ratio if band_ratio is None else 1.0 / band_ratio
        high_ratio = throughput.high_ratio if band_ratio is None else band_ratio
        self._speeds.put(stage.first, stage.last, low_ratio, high_ratio)

    def _put_hourly(self, stage: Stage) -> None:
        """The range of the price that a stage pays by the hour, and how far a spot price may go."""
        by_the_hour = stage.sourcing.hourly or stage.on_demand
        if by_the_hour is None:
            return
        bought = by_the_hour.bought
        self._hourly.put(stage.first, stage.last, bought.low_ratio, bought.high_ratio)
        if stage.is_on_spot:
            months = slice(stage.first, stage.last)
            self._spot[months] = 1.0
            dearest = stage.on_demand or by_the_hour
            ratios = dearest.usd_per_device_hour / by_the_hour.usd_per_device_hour
            self._most_spot[months] = np.maximum(ratios[months], 1.0)

    def _commitments(self, stage: Stage, holdings: Holdings) -> Priced:
        """The terms of a stage, priced in the months that they begin in."""
        ends = Ends(len(holdings.commitments))
        for at, one in enumerate(holdings.commitments):
            if one.offer.path is not None:
                bought = one.offer.path.bought
                ends.put(at, at + 1, bought.low_ratio, bought.high_ratio)
        begins = [stage.first + one.first for one in holdings.commitments]
        months = slice(stage.first, stage.last)
        return Priced(months, ends, self._price_years[begins], holdings.by_commitment)

    def _assets(self, stage: Stage, ownership: OwnershipCosts) -> Priced:
        """The devices that a stage owns, priced in the months that they are bought in."""
        ends, asset = Ends(stage.last - stage.first), stage.sourcing.asset
        if asset is not None:
            ends.put(0, stage.last - stage.first, asset.low_ratio, asset.high_ratio)
        begins = [bought.first for bought in ownership.acquisitions]
        months = slice(stage.first, stage.last)
        return Priced(months, ends, self._price_years[begins], ownership.by_acquisition)

    def costs(self, draws: Columns, horizon: Horizon) -> Array:
        """Cost of every month, one row per draw [USD]."""
        step = max(1, CHUNK_PERIODS // self._count)
        firsts = range(0, len(draws["load"]), step)
        chunks = (part_of(draws, slice(first, first + step)) for first in paused(firsts))
        return np.concatenate([self._costs(chunk, horizon) for chunk in chunks])

    def _costs(self, draws: Columns, horizon: Horizon) -> Array:
        """The same of few draws."""
        z = {name: tall(column) for name, column in draws.items()}
        bands, months = self._bands, self._months
        speed = self._speeds.ratios(z["throughput"])
        growth = z["growth"] * bands.growth * np.arange(self._count)
        load = np.exp(z["load"] * bands.load + growth)
        price = z["price"] * bands.price
        count = len(draws["load"])
        tiled = np.tile(np.array(list(months.values()), float), count)
        drawn = dict(zip(months, tiled, strict=True))
        drawn["rate"] = (months["rate"] * load).ravel()
        drawn["served"] = (months["served"] * speed).ravel()
        wandered = np.exp(z["spot"] * bands.spot * np.sqrt(self._price_years))
        later = np.where(
            self._spot > 0.0,
            np.minimum(wandered, self._most_spot),
            np.exp(price * self._price_years),
        )
        hourly_usd = months["hourly_usd"] * later
        drawn["hourly_usd"] = (hourly_usd * self._hourly.ratios(z["estimate"])).ravel()
        # The part of a term after the horizon is charged in its last month at the same price.
        for terms in self._committed:
            ratios = np.exp(price * terms.set_years) * terms.ends.ratios(z["estimate"])
            for name, usd in zip(COMMITTED, terms.usd, strict=True):
                column = drawn[name].reshape(count, self._count)
                column[:, terms.months] = ratios @ usd
        for devices in self._owned:
            ratios = np.exp(price * devices.set_years)
            within = devices.ends.ratios(z["estimate"])
            for name, usd in zip(PRICED, devices.usd, strict=True):
                column = drawn[column_of(name)].reshape(count, self._count)
                column[:, devices.months] = ratios @ usd * within
        hours = hours_of(drawn, horizon.load.week)
        needed = {**drawn, **needs(hours)}
        by_draw = {name: needed[name].reshape(count, -1) for name in ("replicas", "base")}
        cover_fractions = needed["cover_fraction"].reshape(count, -1)
        for one in self._covers:
            replicas = most_on_spot(
                {name: drawn_by[:, one.months] for name, drawn_by in by_draw.items()}
            )
            rates = draws.get("preemption_rate", np.zeros(count))
            cover_fractions[:, one.months] = tall(one.at(replicas, rates))
        periods = with_use(needed, hours)
        items = items_of(periods)
        contracts = settled_of(bound_of(horizon.agreements, self._service), periods, items)
        return total_of(with_contracts(items, contracts)).reshape(count, self._count)


def _spreads(costs: Array) -> list[dict[str, float]]:
    """Percentiles of every column, rounded to cents."""
    names = ("p10", "p50", "p90")
    percentiles = np.percentile(costs, [10, 50, 90], axis=0).round(2).T.tolist()
    return [dict(zip(names, percentiles, strict=True)) for percentiles in percentiles]
