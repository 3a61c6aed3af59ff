"""Columns that say how sure the cost of a row is."""

from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.run_costs.quote import run_costs
from pricing.sweeps.certainty.columns import COLUMNS
from pricing.sweeps.query import SweepKind, SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.tco.quote import tco
from tests import questions

MONTH = {**questions.TCO, "horizon_months": 1}


def frame(library: Library, kind: SweepKind, base: dict[str, Any], axes: Any) -> pl.DataFrame:
    return pl.concat(sweep_of(SweepQuery(kind=kind, base=base, axes=axes)).rows(library))


def test_rows_of_services_have_the_percentiles_of_their_quotes(library: Library) -> None:
    (row,) = frame(library, "tco", MONTH, {"confidence": (0.8,)}).to_dicts()
    found = tco(questions.tco({"horizon_months": 1, "confidence": 0.8}), library).confidence

    assert found is not None
    expected = (found.levels[0].usd, found.p10_usd, found.p50_usd, found.p90_usd)
    assert tuple(row[name] for name in COLUMNS) == expected


def test_rows_of_runs_have_the_percentiles_of_their_cheapest_way(library: Library) -> None:
    base = {**questions.RUN_COST, "confidence": 0.95}
    (row,) = frame(library, "run_costs", base, {"purchase.option": ("spot",)}).to_dicts()
    asked = {"confidence": 0.95, "purchases": [{"option": "spot"}]}
    found = run_costs(questions.run_cost(asked), library).options[0].confidence

    assert found is not None
    assert row["confidence_usd"] == found.levels[0].usd


def test_rows_that_ask_for_none_have_no_such_columns(library: Library) -> None:
    assert set(frame(library, "tco", MONTH, {"horizon_months": (1,)}).columns).isdisjoint(COLUMNS)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"columns": ("confidence_usd",)}, "columns"),
        ({"base": {**MONTH, "confidence": [0.8, 0.9]}}, "base.confidence"),
        (
            {
                "base": {**MONTH, "confidence": 0.8},
                "axes": {"traffic.requests_per_day": tuple(map(float, range(1, 2002)))},
            },
            "axes",
        ),
    ],
    ids=["no probability", "several", "too many rows"],
)
def test_percentiles_that_no_row_can_have_are_refused(changes: dict[str, Any], field: str) -> None:
    asked = {"kind": "tco", "base": MONTH, "axes": {"horizon_months": (1.0,)}, **changes}
    with pytest.raises(InvalidQuery) as refusal:
        sweep_of(SweepQuery(**asked))

    assert refusal.value.field == field
