import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.unit_costs import bill
from pricing.unit_costs.bill import Term
from pricing.unit_costs.query import Deployment, UnitCostQuery
from pricing.unit_costs.quote import KEPT, unit_costs

MODEL, DEVICES = "llama-3.1-8b", ("h100-sxm-80gb", "l4")

LICENCE = Term(
    name="licence",
    unit="device-hour",
    formula="unit_cost.line_usd",
    applies=lambda _: True,
    quantity=lambda hour: hour.output.device_count,
    usd_per_unit=lambda _: 0.25,
    source="a test",
)
"""A term that no bill has yet."""


def test_term_that_is_added_once_reaches_a_quote_a_row_and_a_candidate(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries = [UnitCostQuery(model=MODEL, deployment=Deployment(device=name)) for name in DEVICES]
    before = [unit_costs(query, library).unit_costs.usd_per_hour for query in queries]
    sweep = SweepQuery(
        base={"model": MODEL},
        axes={"deployment.device": DEVICES},
        columns=("usd_per_hour", "device_count"),
    )
    compared = ComparisonQuery(model=MODEL, vary=Vary(devices=DEVICES))
    monkeypatch.setattr(bill, "TERMS", (*bill.TERMS, LICENCE))
    KEPT.clear()

    quotes = [unit_costs(query, library) for query in queries]
    rows = pl.concat(sweep_of(sweep).rows(library)).to_dicts()
    candidates = {row["device"]: row for row in comparison(compared, library).candidates}
    for name, old, quote, row in zip(DEVICES, before, quotes, rows, strict=True):
        new = old + 0.25 * quote.device_count
        assert quote.line_items[-1].name == "licence"
        assert quote.unit_costs.usd_per_hour == pytest.approx(new, rel=1e-12)
        assert row["usd_per_hour"] == pytest.approx(new, rel=1e-12)
        assert candidates[name]["usd_per_hour"] == pytest.approx(new, rel=1e-12)


def test_term_that_is_added_has_a_column_of_its_own(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bill, "TERMS", (*bill.TERMS, LICENCE))
    sweep = SweepQuery(
        base={"model": MODEL, "deployment": {"device_count": 2}},
        axes={"deployment.device": DEVICES},
        columns=("licence_usd_per_hour",),
    )

    rows = pl.concat(sweep_of(sweep).rows(library))
    assert rows["licence_usd_per_hour"].to_list() == [0.5, 0.5]
