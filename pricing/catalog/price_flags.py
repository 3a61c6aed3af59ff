"""Doubts: prices that may be no prices of their kind, and why.

No row is changed or left out for it: an answer that rests on one says so.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import polars as pl

NOTED = ("SUSPECT", "may be a")
"""Marks in the notes of a row that whoever gathered it did not trust."""

LEAP_RATIO = 1.5
"""A price this many times off the one before, which comes back to it, is taken for a slip: in the
tables known so far slips are off by 4.5 times and more, and all else by less than 1.4."""

SPOT_FRACTION = 0.999
"""Spot from this share of on-demand on saves nothing: it may be the on-demand price again."""

_SERIES = ("provider", "region", "instance_type", "option")
_ROW = (*_SERIES, "effective_from")

PriceKey: TypeAlias = tuple[Any, ...]
"""Provider, region, instance type, option and the first day of a price."""


def price_key(row: Mapping[str, Any]) -> PriceKey:
    """What tells a price from all others."""
    return tuple(row[name] for name in _ROW)


def doubts_of(prices: pl.DataFrame) -> Mapping[PriceKey, str]:
    """Why a price is doubted, by its key; those that are not are left out."""
    found: dict[PriceKey, str] = {}
    for doubted in (_dear_spot(prices), _leaping(prices), _noted(prices)):
        for row in doubted.rows():
            found[row[:-1]] = row[-1]
    return found


def _noted(prices: pl.DataFrame) -> pl.DataFrame:
    """What the notes say."""
    is_noted = pl.any_horizontal(pl.col("notes").str.contains(mark, literal=True) for mark in NOTED)
    return prices.filter(is_noted).select(*_ROW, "notes")


def _leaping(prices: pl.DataFrame) -> pl.DataFrame:
    """What is far off the prices before and after, to the same side."""
    hourly = pl.col("usd_per_hour") / pl.col("device_count")
    around = prices.sort(_ROW).select(
        *_ROW,
        off_before=hourly / hourly.shift(1).over(_SERIES),
        off_after=hourly / hourly.shift(-1).over(_SERIES),
    )
    nearer = pl.min_horizontal("off_before", "off_after")
    farther = pl.max_horizontal("off_before", "off_after")
    leaps = ((nearer > LEAP_RATIO) | (farther < 1.0 / LEAP_RATIO)) & (
        pl.col("off_before").is_not_null() & pl.col("off_after").is_not_null()
    )
    reason = pl.format(
        "it is {} times the price before it and {} times the one after",
        pl.col("off_before").round_sig_figs(2),
        pl.col("off_after").round_sig_figs(2),
    )
    return around.filter(leaps).select(*_ROW, reason)


def _dear_spot(prices: pl.DataFrame) -> pl.DataFrame:
    """Spot that saves nothing."""
    place = ["provider", "region", "instance_type"]
    spot, on_demand = (
        prices.filter(pl.col("option") == option) for option in ("spot", "on_demand")
    )
    both = spot.join(on_demand, on=place, suffix="_on_demand")
    overlaps = _begins_before_end("", "_on_demand") & _begins_before_end("_on_demand", "")
    dear = pl.col("usd_per_hour") >= SPOT_FRACTION * pl.col("usd_per_hour_on_demand")
    reason = pl.lit("it costs what on_demand does there, and may be that price")
    return both.filter(overlaps & dear).select(*_ROW, reason).unique()


def _begins_before_end(one: str, other: str) -> pl.Expr:
    end = pl.col(f"effective_to{other}")
    return end.is_null() | (pl.col(f"effective_from{one}") < end)
