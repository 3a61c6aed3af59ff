"""The columns that a person reads below the sentence of an answer, in Markdown."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from pricing.comparisons.answer import ComparisonAnswer
from pricing.comparisons.services.answer import ServiceComparisonAnswer
from pricing.run_costs.answer import RunCostAnswer
from pricing.tco.answer import TcoAnswer
from pricing.unit_costs.answer import UnitCostAnswer
from service.asking.answer import Asked
from service.formats.selection import Verbosity

Row = Mapping[str, Any]

CANDIDATE = ("rank", "device", "device_count", "precision", "option", "provider", "region")
"""What a candidate is."""

READ: Mapping[type[Struct], Sequence[str]] = {
    Asked: ("words", "value", "low", "high"),
    UnitCostAnswer: (),
    RunCostAnswer: (
        "option",
        "provider",
        "region",
        "usd_per_device_hour",
        "device_hours",
        "wall_clock_hours",
        "usd.mean",
        "usd.p10",
        "usd.p90",
    ),
    TcoAnswer: (
        "month",
        "requests",
        "replicas",
        "utilization_fraction",
        "usd_total",
        "usd_cumulative",
        "usd_per_million_tokens",
        "energy_kilowatt_hours",
    ),
    ComparisonAnswer: (*CANDIDATE, "usd_per_hour", "output_tokens_per_second", "tpot_seconds"),
    ServiceComparisonAnswer: (*CANDIDATE, "plan", "peak_replicas", "usd_total"),
}
"""The columns that a person reads below the sentence of an answer, in Markdown."""


def columns_beside(answer: Struct, plain: Row, verbosity: Verbosity | None) -> Sequence[str] | None:
    """The columns that Markdown has below the sentence; None for all of them and no sentence."""
    if verbosity == "brief":
        return ()
    if verbosity == "full" or (columns := READ.get(type(answer))) is None:
        return None
    ranked = plain.get("objective")
    told = [*columns, ranked] if ranked and ranked not in columns else columns
    return ["reading", *told] if plain.get("sides") else told
