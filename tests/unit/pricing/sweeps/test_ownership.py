"""Terms of owning in sweeps: every row is answered as the point quote answers it."""

from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import SweepQuery
from pricing.sweeps.sweep import sweep_of
from pricing.unit_costs.quote import unit_costs
from tests.questions import RUN_COST, UNIT_COST, changed, run_cost, unit_cost

TERMS: tuple[dict[str, Any], ...] = (
    {"purchase.ownership.cost_of_capital_fraction": 0.09, "facility.watts_per_device": 900.0},
    {"purchase.ownership.lease.usd_per_device_month": 800.0},
    {"purchase.ownership.software_usd_per_device_year": 900.0},
    {"purchase.discount_fraction": 0.25},
)
LEASE = "purchase.ownership.lease"


def asked(terms: dict[str, Any]) -> dict[str, Any]:
    more = {f"{LEASE}.term_months": 36} if f"{LEASE}.usd_per_device_month" in terms else {}
    return {"purchase.option": "owned"} | terms | more


def test_rows_of_unit_costs_have_terms_of_their_own(library: Library) -> None:
    scenarios = tuple(map(asked, TERMS))
    query = SweepQuery(base=changed(UNIT_COST, {}), scenarios=scenarios)
    rows = pl.concat(sweep_of(query).rows(library)).to_dicts()

    for row, changes in zip(rows, scenarios, strict=True):
        found = unit_costs(unit_cost(changes), library)
        assert row["usd_per_hour"] == pytest.approx(found.unit_costs.usd_per_hour, rel=1e-12)


def test_rows_of_runs_have_terms_of_their_own(library: Library) -> None:
    scenarios = tuple(map(asked, TERMS))
    query = SweepQuery(kind="run_costs", base=changed(RUN_COST, {}), scenarios=scenarios)
    rows = pl.concat(sweep_of(query).rows(library)).to_dicts()

    for row, changes in zip(rows, scenarios, strict=True):
        purchase: dict[str, Any] = changed({}, changes)["purchase"]
        facility = changed({}, changes).get("facility", {})
        found = run_costs(run_cost({"purchases": [purchase], "facility": facility}), library)
        assert row["usd_mean"] == pytest.approx(found.options[0].usd.mean, rel=1e-9)
