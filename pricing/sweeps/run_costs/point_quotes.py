"""Runs one by one, by the functions of the point quote, as rows of columns."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from msgspec.structs import asdict

from pricing.catalog.library import Library
from pricing.errors import Infeasible, Refusal
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.quote import run_costs
from pricing.run_costs.weighing.ranking import place_of
from pricing.sweeps.certainty import columns as certainty
from pricing.sweeps.refusals import REFUSAL, Refused, refused, run_query_of

_FIGURES = (
    *("usd_per_device_hour", "usd_mean", "usd_p10", "usd_p50", "usd_p90", "paid_usd"),
    *("device_hours", "productive_device_hours", "wall_clock_hours", "goodput_fraction"),
    *("mfu_fraction", "model_flops", "checkpoint_interval_seconds"),
    *("energy_kilowatt_hours", "kilograms_co2e"),
)

COLUMNS = {
    **dict.fromkeys(("model", "device"), pl.String()),
    "device_count": pl.Int64(),
    **dict.fromkeys(("precision", "option", "provider", "region"), pl.String()),
    **dict.fromkeys(_FIGURES, pl.Float64()),
    **certainty.COLUMNS,
    **dict.fromkeys(REFUSAL, pl.String()),
}
"""What a row of a run may have."""

USUAL = certainty.without(COLUMNS)
"""The results of rows that ask for no percentiles."""


def run_cost_row(values: Mapping[str, Any], library: Library) -> dict[str, Any]:
    """The run of some fields by dotted name, or its refusal: the cheapest that is in time."""
    query = run_query_of(values)
    if isinstance(query, Refused):
        return asdict(query)
    try:
        found = run_costs(query, library)
        options = _in_time(found)
    except Refusal as error:
        return asdict(refused(error))
    if not found.options:
        return {"refusal": "no-price", "refusal_detail": found.unavailable[0].reason}
    option = min(options, key=place_of)
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
        **certainty.figures_of(option.confidence),
        "productive_device_hours": found.compute.productive_device_hours,
        "mfu_fraction": found.compute.mfu_fraction,
        "model_flops": found.compute.model_flops,
    }


def _in_time(found: RunCostAnswer) -> Sequence[RunOption]:
    """The ways of buying that keep the limit of a schedule, all where there is none.

    Raises Infeasible where none does.
    """
    schedule = found.schedule
    if schedule is None or schedule.wall_clock_limit_hours is None or not found.options:
        return found.options
    pairs = list(zip(found.options, schedule.options, strict=True))
    kept = [option for option, own in pairs if own.keeps_limit]
    if kept:
        return kept
    late = schedule.meet == "p90"
    soonest = min(own.wall_clock_hours_high if late else own.wall_clock_hours for _, own in pairs)
    raise Infeasible(
        f"no way of buying ends the run within {schedule.wall_clock_limit_hours:.4g} hours on"
        f" {found.device_count} devices: the soonest takes {soonest:.4g}"
        f"{' at the 90th percentile' if late else ''}",
        field="deployment.device_count",
    )
