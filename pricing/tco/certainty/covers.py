"""The cover for spot at both ends of the rate of preemptions."""

from msgspec.structs import replace

from pricing.errors import Infeasible
from pricing.fleet.beyond import cover_fraction_of
from pricing.fleet.projection import Projection
from pricing.fleet.purchases.spot import spot_of
from pricing.fleet.service import Stage
from pricing.formulas.interruption import hourly_rate
from pricing.quote.certainty.combining import Band
from pricing.quote.context import QuoteContext
from pricing.run_costs.interruptions import preempted_band
from pricing.tco.uncertainty import Covers
from pricing.units import HOURS_PER_MONTH

TRIES = 8
"""How often a rate that spot cannot hold is moved half-way back to the one that is answered."""


def covers_of(context: QuoteContext, projection: Projection) -> tuple[Band, Covers] | None:
    """The doubt of the rate of preemptions, and what it does to the cover of every month.

    The band is that of the first generation on spot. None where no spot is bought, or where the
    caller gives the rate or the cover.
    """
    scaling = projection.service.scaling
    given = (scaling.spot_cover_replicas, scaling.spot_preemptions_per_instance_hour)
    stages = [stage for stage in projection.service.stages if stage.spot is not None]
    if not stages or given != (None, None):
        return None
    answered = projection.months["cover_fraction"]
    at_low, at_high = answered.copy(), answered.copy()
    bands = []
    for stage in stages:
        months = slice(stage.first, stage.last)
        beyond = projection.months["replicas"][months] - projection.months["base"][months]
        band = preempted_band(context.catalog, stage.sourcing.hourly.bought)  # type: ignore[union-attr]
        low, high = (
            _held(context, projection, stage, float(beyond.max()), band.value, end)
            for end in (band.low, band.high)
        )
        (low_end, at_low[months]), (high_end, at_high[months]) = low, high
        bands.append(replace(band, low=low_end, high=high_end))
    return bands[0], Covers(answered, at_low, at_high)


def _held(
    context: QuoteContext,
    projection: Projection,
    stage: Stage,
    peak: float,
    answered: float,
    end: float,
) -> tuple[float, float]:
    """The end of the share that is reclaimed in a month, or what spot still holds, and the cover.

    peak: replicas on spot at most.
    """
    for _ in range(TRIES):
        try:
            return end, _cover(context, projection, stage, peak, end)
        except Infeasible:
            end = (end + answered) / 2.0
    return answered, _cover(context, projection, stage, peak, answered)


def _cover(
    context: QuoteContext, projection: Projection, stage: Stage, peak: float, monthly: float
) -> float:
    """The cover fraction at a share that is reclaimed within a month. Raises Infeasible."""
    fresh, scaling = context.fresh(), projection.service.scaling
    spot = spot_of(
        fresh,
        stage.fleet,
        stage.sourcing.hourly.bought,  # type: ignore[union-attr]
        startup_seconds=fresh.given_or(scaling.given_startup_seconds, "capacity.startup_seconds"),
        preemptions_per_instance_hour=float(
            hourly_rate(monthly_fraction=monthly, hours_per_month=HOURS_PER_MONTH)
        ),
    )
    return cover_fraction_of(projection.service, replace(stage, spot=spot), peak)
