"""Monte Carlo percentiles of the cost: the same plan under drawn loads, throughputs and prices.

Each draw has one throughput, one load, one growth and one price trend for all of its months. It
has one place within the range of estimated prices, for all of them. The draws are a Latin
hypercube: they fill their range evenly, so that fewer of them suffice.
"""

from functools import lru_cache
from math import log
from random import Random  # noqa: TID251 -- seeded: the same query draws the same numbers
from statistics import NormalDist

import numpy as np

from pricing.fleet.arrays import Columns, part_of, tall
from pricing.fleet.bill import items_of, total_of
from pricing.fleet.contracts.bill import bound_of, settled_of, with_contracts
from pricing.fleet.hours import hours_of, needs
from pricing.fleet.periods import Horizon, with_use
from pricing.fleet.projection import Projection
from pricing.fleet.purchases.assets import PRICED, Asset, column_of
from pricing.fleet.purchases.commitments import COMMITTED
from pricing.fleet.purchases.price_path import Market
from pricing.numerics.number import NORMAL_P90, Array
from pricing.purchasing.price import Bought
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
    """The range of estimated prices in every month, as logarithms of its ends over the price."""

    def __init__(self, months: int) -> None:
        self._low, self._high = np.zeros((2, months))

    def put(self, first: int, last: int, bought: Bought | Asset) -> None:
        """The range of a price that holds from one month up to another."""
        self._low[first:last] = log(bought.low_ratio)
        self._high[first:last] = log(bought.high_ratio)

    def ratios(self, deviates: Array) -> Array:
        """The price over its estimate by draw and month: at an end for a deviate of ±1."""
        away = np.abs(deviates) * np.where(deviates < 0.0, self._low, self._high)
        return np.asarray(np.exp(away))


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
        low, high = [], []
        self._hourly, owned_ends = Ends(self._count), Ends(self._count)
        self._committed = []
        for stage, holdings in zip(projection.service.stages, projection.holdings, strict=True):
            months = stage.last - stage.first
            ratio, throughput = asked.throughput_band_ratio, stage.fleet.estimate.throughput
            low += [log(throughput.low_ratio if ratio is None else 1.0 / ratio)] * months
            high += [log(throughput.high_ratio if ratio is None else ratio)] * months
            if holdings.commitments:
                ends = Ends(len(holdings.commitments))
                for at, one in enumerate(holdings.commitments):
                    if one.offer.path is not None:
                        ends.put(at, at + 1, one.offer.path.bought)
                begins = [stage.first + one.first for one in holdings.commitments]
                self._committed.append(
                    (
                        slice(stage.first, stage.last),
                        ends,
                        self._price_years[begins],
                        holdings.by_commitment,
                    )
                )
            by_the_hour = stage.sourcing.hourly or stage.on_demand
            if by_the_hour is not None:
                self._hourly.put(stage.first, stage.last, by_the_hour.bought)
            if by_the_hour is not None and stage.is_on_spot:
                of_stage = slice(stage.first, stage.last)
                self._spot[of_stage] = 1.0
                dearest = stage.on_demand or by_the_hour
                ratios = dearest.usd_per_device_hour / by_the_hour.usd_per_device_hour
                self._most_spot[of_stage] = np.maximum(ratios[of_stage], 1.0)
            if stage.sourcing.asset is not None:
                owned_ends.put(stage.first, stage.last, stage.sourcing.asset)
        self._low, self._high = np.array(low), np.array(high)
        self._owned = [
            (
                slice(stage.first, stage.last),
                owned_ends,
                self._price_years[[bought.first for bought in holdings.ownership.acquisitions]],
                holdings.ownership.by_acquisition,
            )
            for stage, holdings in zip(projection.service.stages, projection.holdings, strict=True)
            if holdings.ownership is not None and holdings.ownership.acquisitions
        ]

    def costs(self, draws: Columns, horizon: Horizon) -> Array:
        """Cost of every month, one row per draw [USD]."""
        step = max(1, CHUNK_PERIODS // self._count)
        firsts = range(0, len(draws["load"]), step)
        chunks = (part_of(draws, slice(first, first + step)) for first in firsts)
        return np.concatenate([self._costs(chunk, horizon) for chunk in chunks])

    def _costs(self, draws: Columns, horizon: Horizon) -> Array:
        """The same of few draws."""
        z = {name: tall(column) for name, column in draws.items()}
        bands, months = self._bands, self._months
        speed = np.exp(
            np.abs(z["throughput"]) * np.where(z["throughput"] < 0.0, self._low, self._high)
        )
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
        for of_stage, ends, set_years, by_commitment in self._committed:
            ratios = np.exp(price * set_years) * ends.ratios(z["estimate"])
            for name, usd in zip(COMMITTED, by_commitment, strict=True):
                column = drawn[name].reshape(count, self._count)
                column[:, of_stage] = ratios @ usd
        for owned_months, ends, bought_years, by_acquisition in self._owned:
            ratios = np.exp(price * bought_years)
            within = ends.ratios(z["estimate"])[:, owned_months]
            for name, usd in zip(PRICED, by_acquisition, strict=True):
                column = drawn[column_of(name)].reshape(count, self._count)
                column[:, owned_months] = ratios @ usd * within
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
