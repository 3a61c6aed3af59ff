"""Runs one by one, by the functions of the point quote, as rows of columns."""

from collections.abc import Mapping
from typing import Any

import msgspec
import polars as pl

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.quotes.sweeps.questions import Refused, refused, run_query_of
from pricing.quotes.training import run_costs

COLUMNS = {
    "model": pl.String(),
    "device": pl.String(),
    "device_count": pl.Int64(),
    "precision": pl.String(),
    "option": pl.String(),
    "provider": pl.String(),
    "region": pl.String(),
    "usd_per_device_hour": pl.Float64(),
    "usd_mean": pl.Float64(),
    "usd_p10": pl.Float64(),
    "usd_p50": pl.Float64(),
    "usd_p90": pl.Float64(),
    "device_hours": pl.Float64(),
    "productive_device_hours": pl.Float64(),
    "wall_clock_hours": pl.Float64(),
    "goodput_fraction": pl.Float64(),
    "mfu_fraction": pl.Float64(),
    "model_flops": pl.Float64(),
    "checkpoint_interval_seconds": pl.Float64(),
    "energy_kilowatt_hours": pl.Float64(),
    "kilograms_co2e": pl.Float64(),
    "refusal": pl.String(),
    "refusal_detail": pl.String(),
}
"""What a row of a run may have."""


def run_cost_row(values: Mapping[str, Any], library: Library) -> dict[str, Any]:
    """The run of some fields by dotted name, or its refusal."""
    query = run_query_of(values)
    if isinstance(query, Refused):
        return msgspec.structs.asdict(query)
    try:
        found = run_costs(query, library)
    except Refusal as error:
        return msgspec.structs.asdict(refused(error))
    if not found.options:
        return {"refusal": "no-price", "refusal_detail": found.unavailable[0].reason}
    option = min(found.options, key=lambda option: option.usd.mean)
    own = {name: getattr(option, name) for name in COLUMNS if hasattr(option, name)}
    return own | {
        "model": found.model,
        "device": found.device,
        "device_count": found.device_count,
        "precision": found.precision,
        "usd_mean": option.usd.mean,
        "usd_p10": option.usd.p10,
        "usd_p50": option.usd.p50,
        "usd_p90": option.usd.p90,
        "productive_device_hours": found.compute.productive_device_hours,
        "mfu_fraction": found.compute.mfu_fraction,
        "model_flops": found.compute.model_flops,
    }
