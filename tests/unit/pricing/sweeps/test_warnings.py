from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.fleet.query import Traffic
from pricing.purchasing.query import Purchase, RunPurchase
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.query_training import TrainingDeployment
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import SweepKind, SweepQuery
from pricing.sweeps.sweep import sweep_of, table_sweep
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.unit_costs.query import Deployment, Load, UnitCostQuery
from pricing.unit_costs.quote import unit_costs

MODEL = "llama-3.1-8b"


def warnings_of(library: Library, query: SweepQuery) -> list[str | None]:
    found: list[str | None] = pl.concat(sweep_of(query).rows(library))["warnings"].to_list()
    return found


def test_rows_have_the_warnings_of_their_quotes(library: Library) -> None:
    counts = (1.0, 512.0)
    query = SweepQuery(
        base={"model": MODEL, "deployment": {"device": "apple-m3-max"}},
        axes={"load.concurrency": counts, "deployment.precision": (None, "int4")},
        columns=("warnings",),
    )
    quotes = [
        unit_costs(
            UnitCostQuery(
                model=MODEL,
                deployment=Deployment(device="apple-m3-max", precision=precision),
                load=Load(concurrency=count),
            ),
            library,
        )
        for count in counts
        for precision in (None, "int4")
    ]

    found = warnings_of(library, query)
    assert found == ["; ".join(quote.warnings) for quote in quotes]
    assert len(set(found)) == len(found)


def test_row_without_a_warning_or_an_answer_has_none(library: Library) -> None:
    query = SweepQuery(
        base={
            "model": MODEL,
            "deployment": {"precision": "fp8", "device_count": 1, "engine": "tensorrt-llm"},
            "purchase": {"usd_per_device_hour": 2.0},
        },
        axes={"deployment.device": ("h100-sxm-80gb", "abacus")},
        columns=("warnings",),
    )
    quiet = unit_costs(
        UnitCostQuery(
            model=MODEL,
            deployment=Deployment(
                device="h100-sxm-80gb", precision="fp8", device_count=1, engine="tensorrt-llm"
            ),
            purchase=Purchase(usd_per_device_hour=2.0),
        ),
        library,
    )

    assert quiet.warnings == ()
    assert warnings_of(library, query) == [None, None]


def test_runs_have_the_warnings_of_their_quotes(library: Library) -> None:
    counts = (64, 10_000)
    query = SweepQuery(
        kind="run_costs",
        base={"model": MODEL, "tokens": 1e11, "deployment": {"device": "l4"}},
        axes={"deployment.device_count": counts, "purchase.option": (None, "on_demand")},
        columns=("warnings",),
    )
    quotes = [
        run_costs(
            RunCostQuery(
                model=MODEL,
                tokens=1e11,
                deployment=TrainingDeployment(device="l4", device_count=count),
                purchases=purchases,
            ),
            library,
        )
        for count in counts
        for purchases in (None, (RunPurchase(option="on_demand"),))
    ]

    assert warnings_of(library, query) == ["; ".join(quote.warnings) for quote in quotes]


def test_services_have_the_warnings_of_their_quotes(library: Library) -> None:
    query = SweepQuery(
        kind="tco",
        base={"model": MODEL, "traffic": {"requests_per_day": 1e5}, "horizon_months": 1},
        axes={"deployment.device": ("apple-m3-max", "abacus")},
    )
    asked = TcoQuery(
        model=MODEL,
        deployment=Deployment(device="apple-m3-max"),
        traffic=Traffic(requests_per_day=1e5),
        horizon_months=1,
        drivers=False,
    )

    quote = tco(asked, library)
    assert quote.warnings
    assert warnings_of(library, query) == ["; ".join(quote.warnings), None]


def test_wrong_cell_leaves_the_warnings_of_the_other_rows(library: Library) -> None:
    table = pl.DataFrame({"deployment.device": ["l4", "l4"], "load.concurrency": ["many", "8"]})
    query = SweepQuery(base={"model": MODEL}, columns=("warnings",))
    asked = UnitCostQuery(
        model=MODEL, deployment=Deployment(device="l4"), load=Load(concurrency=8.0)
    )

    first, second = pl.concat(table_sweep(table, query).rows(library)).to_dicts()
    assert (first["warnings"], first["refusal"]) == (None, "invalid-request")
    assert second["warnings"] == "; ".join(unit_costs(asked, library).warnings)


@pytest.mark.parametrize("kind", ["unit_costs", "run_costs"])
def test_warnings_are_for_those_who_ask(kind: SweepKind) -> None:
    base: dict[str, Any] = {"model": MODEL}
    if kind == "run_costs":
        base["tokens"] = 1e11
    query = SweepQuery(kind=kind, base=base, axes={"deployment.device": ("l4",)})

    assert "warnings" not in sweep_of(query).columns
