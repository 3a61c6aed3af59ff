"""How sure the cost of a service is: every doubt of its months, and all of them together."""

from collections.abc import Iterator, Mapping
from math import exp

import numpy as np

from pricing.fleet.periods import Horizon
from pricing.fleet.projection import Projection
from pricing.fleet.service import Stage
from pricing.numerics.number import Array
from pricing.quote.certainty.answer import Certainty
from pricing.quote.certainty.combination import NOTICED_FRACTION, Band, certainty_of
from pricing.quote.context import QuoteContext
from pricing.tco.certainty.bands import SPOT_BAND, Bands, bands_of
from pricing.tco.certainty.cover_band import covers_of
from pricing.tco.query import TcoQuery, Uncertainty
from pricing.tco.uncertainty import Draws

DIMENSIONS: Mapping[str, str] = {
    "throughput": "throughput",
    "load": "load",
    "load_growth": "growth",
    "price_change": "price",
    "estimated_price": "estimate",
    "preemption_rate": "preemption_rate",
    "spot_price_change": "spot",
}
"""Doubts as an answer names them, and as draws do."""


def confidence_of(
    context: QuoteContext,
    query: TcoQuery,
    horizon: Horizon,
    projection: Projection,
    answered_usd: float,
) -> Certainty | None:
    """How sure the cost is, None where nobody asks. answered_usd: the total [USD].

    Bands are those of `uncertainty`, where the caller gives them, else those of the tables.
    """
    if query.confidence is None:
        return None
    asked = query.uncertainty or Uncertainty()
    bands = bands_of(context, asked, projection.service)
    covers = covers_of(context, projection)
    drawn = Draws(projection, horizon.market, asked, bands, covers and covers[1])
    shown = [band for band in _bands(horizon, projection, asked, bands) if band.low < band.high]
    if covers:
        shown.append(covers[0])
    spans = horizon.market.spans

    def costs_of(outcomes: Mapping[str, Array]) -> Array:
        count = len(next(iter(outcomes.values()))) if outcomes else 1
        columns = {of: outcomes.get(name, np.zeros(count)) for name, of in DIMENSIONS.items()}
        return drawn.costs(columns, horizon)

    found = certainty_of(
        shown, costs_of, query.confidence, answered_usd, [span.label for span in spans]
    )
    if abs(found.median_change_fraction) >= NOTICED_FRACTION:
        context.warn(
            f"the median of the cost is {found.median_change_fraction:+.0%} of the total that is"
            f" answered: {found.answered_confidence_fraction:.0%} of the outcomes cost at most that"
            " total"
        )
    return found


def _bands(
    horizon: Horizon, projection: Projection, asked: Uncertainty, bands: Bands
) -> Iterator[Band]:
    """The doubts of a service, those without a band too."""
    ratio = asked.throughput_band_ratio
    throughputs = [stage.fleet.estimate.throughput for stage in projection.service.stages]
    first = throughputs[0]
    yield Band(
        name="throughput",
        unit="ratio",
        value=1.0,
        low=first.low_ratio if ratio is None else 1.0 / ratio,
        high=first.high_ratio if ratio is None else ratio,
        source=f"the interval of the throughput, {first.basis}"
        if ratio is None
        else "uncertainty.throughput_band_ratio",
        is_dear_below=True,
    )
    yield Band(
        name="load",
        unit="ratio",
        value=1.0,
        low=exp(-bands.load),
        high=exp(bands.load),
        source="uncertainty.load_band_ratio",
    )
    if len(horizon.market.spans) > 1:
        yield Band(
            name="load_growth",
            unit="fraction per month",
            value=0.0,
            low=-bands.growth,
            high=bands.growth,
            source="uncertainty.growth_band_per_month_fraction",
        )
    stages = projection.service.stages
    if horizon.market.unknown_months.any() and any(map(_follows, stages)):
        yield Band(
            name="price_change",
            unit="fraction per year",
            value=0.0,
            low=exp(-bands.price) - 1.0,
            high=exp(bands.price) - 1.0,
            source="uncertainty.price_band_per_year_fraction",
        )
    if horizon.market.unknown_months.any():
        yield Band(
            name="spot_price_change",
            unit="fraction after a year",
            value=0.0,
            low=exp(-bands.spot) - 1.0,
            high=exp(bands.spot) - 1.0,
            source=f"uncertainty.{SPOT_BAND}",
        )
    low, high = _estimates(projection)
    yield Band(
        name="estimated_price",
        unit="ratio",
        value=1.0,
        low=low,
        high=high,
        source="the ranges of prices that are estimates",
    )


def _follows(stage: Stage) -> bool:
    """Whether anything that a stage buys follows the trend of prices."""
    return stage.sourcing.has_base or not stage.is_on_spot


def _estimates(projection: Projection) -> tuple[float, float]:
    """The widest range of an estimated price over it, of all that is bought."""
    ranges = [(1.0, 1.0)]
    for stage in projection.service.stages:
        sourcing = stage.sourcing
        paths = (sourcing.hourly, *sourcing.committed)
        ranges += [(path.bought.low_ratio, path.bought.high_ratio) for path in paths if path]
        if sourcing.asset is not None:
            ranges.append((sourcing.asset.low_ratio, sourcing.asset.high_ratio))
    return min(low for low, _ in ranges), max(high for _, high in ranges)
