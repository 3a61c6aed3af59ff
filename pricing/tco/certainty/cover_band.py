"""The cover for spot at both ends of the rate of preemptions."""

from functools import partial

from msgspec.structs import replace

from pricing.fleet.hourly_costs import CoverFractions
from pricing.fleet.projection import Projection
from pricing.fleet.purchases.spot import spot_of
from pricing.fleet.service import Stage
from pricing.formulas.interruption import hourly_rate
from pricing.purchasing.price import Bought
from pricing.quote.certainty.combination import Band, nearest_end
from pricing.quote.context import QuoteContext
from pricing.run_costs.interruptions import preempted_band
from pricing.tco.certainty.spot_cover import SpotCover, spot_covers
from pricing.units import HOURS_PER_MONTH


def covers_of(
    context: QuoteContext, projection: Projection
) -> tuple[Band, tuple[SpotCover, ...]] | None:
    """The doubt of the rate of preemptions, and what it does to the cover of every stage on spot.

    The band is that of the first generation on spot. None where no spot is bought, or where the
    caller gives the rate or the cover.
    """
    scaling = projection.service.scaling
    given = (scaling.spot_cover_replicas, scaling.spot_preemptions_per_instance_hour)
    stages = [stage for stage in projection.service.stages if stage.spot is not None]
    if not stages or given != (None, None):
        return None
    covers, bands = [], []
    for stage, cover in zip(stages, spot_covers(projection), strict=True):
        band = preempted_band(context.catalog, _bought(stage))
        (low_end, at_low), (high_end, at_high) = (
            nearest_end(band.value, end, partial(_cover, context, projection, stage))
            for end in (band.low, band.high)
        )
        covers.append(replace(cover, at_low=at_low, at_high=at_high))
        bands.append(replace(band, low=low_end, high=high_end))
    return bands[0], tuple(covers)


def _cover(
    context: QuoteContext, projection: Projection, stage: Stage, monthly: float
) -> CoverFractions:
    """The cover at a share that is reclaimed within a month. Raises Infeasible."""
    fresh, scaling = context.fresh(), projection.service.scaling
    spot = spot_of(
        fresh,
        stage.fleet,
        _bought(stage),
        startup_seconds=fresh.given_or(scaling.given_startup_seconds, "capacity.startup_seconds"),
        preemptions_per_instance_hour=float(
            hourly_rate(monthly_fraction=monthly, hours_per_month=HOURS_PER_MONTH)
        ),
    )
    return CoverFractions(projection.service, replace(stage, spot=spot))


def _bought(stage: Stage) -> Bought:
    """What a stage with spot buys by the hour."""
    hourly = stage.sourcing.hourly
    if hourly is None:
        raise ValueError("spot is bought by the hour")
    return hourly.bought
