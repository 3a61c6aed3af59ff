from typing import Any

import polars as pl
import pytest

from pricing.catalog.library import Library
from pricing.sweeps.query import Scalar, SweepKind, SweepQuery
from pricing.sweeps.sweep import Sweep, sweep_of, table_sweep
from pricing.sweeps.table import DEFAULTED
from service.batch.partition import PartitionedSweep

BASE: dict[str, Any] = {"model": "llama-3.1-8b", "deployment": {"device": "l4"}}
CELLS = pl.DataFrame(
    {
        "deployment.precision": ["fp8", None, "fp8", ""],
        "load.concurrency": [2.0, 4.0, None, None],
    }
)


def told(sweep: Sweep, library: Library) -> list[str | None]:
    return [row[DEFAULTED] for frame in sweep.rows(library) for row in frame.to_dicts()]


def test_row_says_which_fields_took_the_default(library: Library) -> None:
    sweep = table_sweep(CELLS, SweepQuery(base=BASE))

    assert told(sweep, library) == [
        None,
        "deployment.precision",
        "load.concurrency",
        "deployment.precision, load.concurrency",
    ]
    assert sweep.columns[:3] == ("deployment.precision", "load.concurrency", DEFAULTED)


def test_empty_cell_is_the_default(library: Library) -> None:
    sweep = table_sweep(CELLS, SweepQuery(base=BASE))
    query = SweepQuery(
        base={**BASE, "load": {"concurrency": 4.0}}, axes={"deployment.device": ("l4",)}
    )
    (plain,) = pl.concat(sweep_of(query).rows(library)).to_dicts()
    row = pl.concat(sweep.rows(library)).to_dicts()[1]

    assert row["usd_per_request"] == pytest.approx(plain["usd_per_request"], rel=1e-12)


@pytest.mark.parametrize("kind", ["unit_costs", "run_costs", "tco"])
def test_fields_that_scenarios_leave_out_are_told_in_every_kind(
    library: Library, kind: SweepKind
) -> None:
    base = dict(BASE)
    if kind == "run_costs":
        base["tokens"] = 1e9
    if kind == "tco":
        base |= {"traffic": {"requests_per_day": 1e5}, "horizon_months": 2}
    scenarios: tuple[dict[str, Scalar], ...] = (
        {"deployment.device_count": 2},
        {"deployment.device_count": None},
        {},
    )
    query = SweepQuery(kind=kind, base=base, scenarios=scenarios)

    assert told(sweep_of(query), library) == [None, *["deployment.device_count"] * 2]


def test_cell_that_takes_the_base_is_no_default(library: Library) -> None:
    base = {**BASE, "load": {"concurrency": 8.0}}
    rows = table_sweep(CELLS, SweepQuery(base=base)).rows(library)

    assert pl.concat(rows)[DEFAULTED].to_list() == [
        None,
        "deployment.precision",
        None,
        "deployment.precision",
    ]


def test_whole_table_and_axes_have_no_such_column() -> None:
    whole = table_sweep(CELLS.head(1), SweepQuery(base=BASE))
    axes = sweep_of(SweepQuery(base=BASE, axes={"load.concurrency": (1.0, None)}))

    assert DEFAULTED not in (*whole.columns, *axes.columns)


def test_parts_of_a_table_have_the_column_alike(library: Library) -> None:
    parts = PartitionedSweep(SweepQuery(base=BASE), CELLS, part_rows=1)
    frames = list(parts.rows(library))

    assert len({tuple(frame.columns) for frame in frames}) == 1
    assert pl.concat(frames)[DEFAULTED].to_list() == told(parts.whole(), library)


def test_refused_row_says_what_it_left_out(library: Library) -> None:
    frame = pl.DataFrame({"deployment.device_count": [None, -1], "load.concurrency": [None, None]})
    rows = pl.concat(
        table_sweep(frame.cast(pl.Int64), SweepQuery(base=BASE)).rows(library)
    ).to_dicts()

    assert [row[DEFAULTED] for row in rows] == [
        "deployment.device_count, load.concurrency",
        "load.concurrency",
    ]
    assert [row["refusal"] for row in rows] == [None, "invalid-request"]
