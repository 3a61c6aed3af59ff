"""A row of a sweep is what it is alone, whatever its neighbours say."""

import random
from collections.abc import Collection
from math import isclose
from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.sweeps import tco
from pricing.sweeps.answer import USUAL
from pricing.sweeps.certainty.columns import without
from pricing.sweeps.query import SweepKind, SweepQuery
from pricing.sweeps.refusals import REFUSAL
from pricing.sweeps.run_costs import point_quotes
from pricing.sweeps.sweep import sweep_of

ROWS = 40

PURCHASES: dict[str, tuple[Any, ...]] = {
    "purchase.option": ("spot", "owned", "reserved_1y", "nope"),
    "purchase.discount_fraction": (0.0, 0.3),
    "purchase.provider": ("aws",),
}
MODELS: dict[str, tuple[Any, ...]] = {
    "model": ("llama-3.1-8b", "llama-3.1-70b", "gpt-9"),
    "model.parameters": (7e9, 30e9),
    "model.layers": (32,),
}
SAID: dict[SweepKind, dict[str, tuple[Any, ...]]] = {
    "unit_costs": {
        **MODELS,
        **PURCHASES,
        "deployment.device": ("h100-sxm-80gb", "l4", "abacus", ""),
        "load.concurrency": (8.0, 0.0, "8"),
        "slo.tpot_seconds": (0.05,),
        "measured.output_tokens_per_second": (500.0,),
        "facility.pue_ratio": (1.2,),
    },
    "run_costs": {
        **MODELS,
        **PURCHASES,
        "purchase.ownership.life_years": (4.0,),
        "deployment.layout.micro_batch_sequences": (1, 2),
        "reliability.device_mtbf_hours": (5e4,),
        "reliability.spot_preemptions_per_instance_hour": (0.05,),
        "storage.usd_per_gigabyte_month": (0.02,),
        "flash_attention": (True, False, 1),
        "evaluation_fraction": (0.1,),
    },
    "tco": {
        **MODELS,
        **PURCHASES,
        "purchase.base.option": ("reserved_1y",),
        "purchase.burst.option": ("on_demand",),
        "alternative.provider": ("openai",),
        "alternative.model": ("gpt-4o-mini",),
        "alternative.purchase.discount_fraction": (0.2,),
        "traffic.growth_per_month_fraction": (0.02,),
        "capacity.scaling": ("autoscaled",),
    },
}
"""What a row may say of each field."""

RESULTS: dict[SweepKind, Collection[str]] = {
    "unit_costs": {*USUAL, *REFUSAL} - {"model"},
    "run_costs": {*without(point_quotes.COLUMNS)} - {"model"},
    "tco": without(tco.COLUMNS),
}
"""What is compared: the model gives way to the field of its name where any row names one."""

BASES: dict[SweepKind, tuple[dict[str, Any], ...]] = {
    "unit_costs": (
        {"deployment": {"device": "l4"}},
        {"model": "llama-3.1-8b", "deployment": {"device": "l4"}, "purchase": {"option": "spot"}},
        {"model": {"parameters": 9e9}, "deployment": {"device": "l4"}},
    ),
    "run_costs": (
        {"tokens": 1e10, "deployment": {"device": "h100-sxm-80gb"}},
        {
            "model": "llama-3.1-8b",
            "tokens": 1e10,
            "deployment": {"device": "h100-sxm-80gb"},
            "purchase": {"discount_fraction": 0.1},
        },
    ),
    "tco": (
        {
            "model": {"parameters": 9e9},
            "deployment": {"device": "h100-sxm-80gb", "device_count": 1},
            "traffic": {"requests_per_day": 1e4},
            "horizon_months": 2,
        },
    ),
}


@pytest.mark.parametrize(
    ("kind", "base"), [(kind, base) for kind, bases in BASES.items() for base in bases]
)
def test_row_is_what_it_is_alone(library: Library, kind: SweepKind, base: dict[str, Any]) -> None:
    draw = random.Random(f"{kind} {base}")  # noqa: S311 - the same rows each time
    scenarios = [
        {name: draw.choice(values) for name, values in SAID[kind].items() if draw.random() < 0.3}
        or {"catalog": library.names[0]}
        for _ in range(ROWS)
    ]

    def answered(*asked: dict[str, Any]) -> list[dict[str, Any]]:
        query = SweepQuery(kind=kind, base=base, scenarios=asked)
        return pl.concat(sweep_of(query).rows(library)).to_dicts()

    together = answered(*scenarios)

    assert len({row["refusal"] for row in together}) > 2
    assert None in {row["refusal"] for row in together}
    for row, scenario in zip(together, scenarios, strict=True):
        (alone,) = answered(scenario)
        differing = {name for name in RESULTS[kind] if not _is_same(row[name], alone[name])}
        assert not differing, scenario


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=1e-9)
    return bool(one == other)
