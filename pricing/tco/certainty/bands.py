"""The bands of loads and prices, which hold 80% of the outcomes."""

from math import log

from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.fleet.service import Service
from pricing.quote.context import QuoteContext
from pricing.tco.query import Uncertainty

SPOT_BAND = "spot_price_band_per_year_fraction"


class Bands(Struct, frozen=True):
    """Half-widths of the bands that hold 80% of the draws.

    load: logarithm of the load; growth: of the load per month; price, spot: logarithm of the change
    of prices per year, and of those of spot capacity.
    """

    load: float
    growth: float
    price: float
    spot: float = 0.0


def bands_of(context: QuoteContext, asked: Uncertainty, service: Service) -> Bands:
    """The bands of a query, with defaults from the release.

    The band of spot prices is 0 where none is paid. Raises InvalidQuery where it is given then.
    """
    has_spot = any(stage.is_on_spot for stage in service.stages)
    if asked.spot_price_band_per_year_fraction is not None and not has_spot:
        raise InvalidQuery(
            "no spot capacity is bought: leave out spot_price_band_per_year_fraction",
            field="uncertainty.spot_price_band_per_year_fraction",
        )

    def default(given: float | None, name: str) -> float:
        return context.given_or(given, f"uncertainty.{name}", field=f"uncertainty.{name}")

    return Bands(
        load=log(default(asked.load_band_ratio, "load_band_ratio")),
        growth=default(asked.growth_band_per_month_fraction, "growth_band_per_month_fraction"),
        price=log(
            1.0 + default(asked.price_band_per_year_fraction, "price_band_per_year_fraction")
        ),
        spot=log(1.0 + default(asked.spot_price_band_per_year_fraction, SPOT_BAND))
        if has_spot
        else 0.0,
    )
