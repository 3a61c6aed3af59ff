"""Flags of prices that may be wrong, with the reason.

Flagged rows are neither changed nor left out. An answer that uses one has a warning.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import polars as pl

from pricing.releases.checks import at_once

NOTED = ("SUSPECT", "may be a", "offer of this cloud at")
"""Marks in the notes of rows that were not trusted when they were collected: prices that look
wrong, and those that were read at a reseller."""

UNDATED = ("snapshot undated", "snapshot date unknown", "dates approximate")
"""Marks in the notes of rows whose first day is not known."""

LEAP_RATIO = 1.5
"""Least ratio of a price to both neighbours in time that is flagged as an error. Errors in the
tables so far have a ratio of at least 4.5, and all other prices one below 1.4."""

SPOT_FRACTION = 0.999
"""Least share of the on-demand price at which a spot price is flagged, as it saves nothing."""

WEEKLY = "weekly"
"""A mark in the notes of rows that were read every week."""

SERIES = ("provider", "region", "instance_type", "option")
"""What one price is of, whenever it holds."""

_ROW = (*SERIES, "effective_from")

PriceKey: TypeAlias = tuple[Any, ...]
"""Provider, region, instance type, option and the first day of a price."""


def price_key(row: Mapping[str, Any]) -> PriceKey:
    """The key of a price."""
    return tuple(row[name] for name in _ROW)


def is_undated(notes: str | None) -> bool:
    """Whether the first day of a price is not known, as its notes say."""
    return any(mark in (notes or "") for mark in UNDATED)


def is_weekly(notes: str | None) -> bool:
    """Whether a price was read every week, so that its last day is known to a week."""
    return WEEKLY in (notes or "")


def price_flags_of(prices: pl.DataFrame) -> Mapping[PriceKey, str]:
    """The reasons of flagged prices, by key."""
    reasons: dict[PriceKey, str] = {}
    listed = prices.filter(pl.col("contract").is_null())  # contracts leap, and undercut spot
    for doubted in (_dear_spot(listed), _leaping(listed), _noted(prices)):
        for row in doubted.rows():
            reasons[row[:-1]] = row[-1]
    return reasons


def _noted(prices: pl.DataFrame) -> pl.DataFrame:
    """Prices with a mark in their notes."""
    is_noted = pl.any_horizontal(pl.col("notes").str.contains(mark, literal=True) for mark in NOTED)
    return prices.filter(is_noted).select(*_ROW, "notes")


def _leaping(prices: pl.DataFrame) -> pl.DataFrame:
    """Prices far above, or far below, both the price before and the price after."""
    hourly = pl.col("usd_per_hour") / pl.col("device_count")
    around = prices.sort(_ROW).select(
        *_ROW,
        off_before=hourly / hourly.shift(1).over(SERIES),
        off_after=hourly / hourly.shift(-1).over(SERIES),
    )
    nearer = pl.min_horizontal("off_before", "off_after")
    farther = pl.max_horizontal("off_before", "off_after")
    leaps = ((nearer > LEAP_RATIO) | (farther < 1.0 / LEAP_RATIO)) & (
        pl.col("off_before").is_not_null() & pl.col("off_after").is_not_null()
    )
    reason = pl.format(
        "it is {} times the price before it and {} times the price after it",
        pl.col("off_before").round_sig_figs(2),
        pl.col("off_after").round_sig_figs(2),
    )
    return around.filter(leaps).select(*_ROW, reason)


def _dear_spot(prices: pl.DataFrame) -> pl.DataFrame:
    """Spot prices that save nothing."""
    place = ["provider", "region", "instance_type"]
    spot, on_demand = (
        prices.filter(pl.col("option") == option) for option in ("spot", "on_demand")
    )
    dear = pl.col("usd_per_hour") >= SPOT_FRACTION * pl.col("usd_per_hour_other")
    reason = pl.lit("it equals the on_demand price of that place, and may be that price")
    return at_once(spot, on_demand, place).filter(dear).select(*_ROW, reason).unique()
