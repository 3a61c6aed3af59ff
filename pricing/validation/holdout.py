"""Rows kept aside: published ones that no release holds, and that nothing is fitted to."""

from pathlib import Path
from typing import Any, Generic, TypeVar

import polars as pl
from msgspec import Struct

from pricing.calibration.comparable_mfu import comparable_mfu_fraction
from pricing.calibration.predictions import ask, run_question
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.rows import Measurement
from pricing.errors import Refusal
from pricing.releases.schema import TABLES
from pricing.releases.sheet import read_sheet
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.quote import run_costs
from pricing.unit_costs.answer import UnitCostAnswer

R = TypeVar("R")
A = TypeVar("A", UnitCostAnswer, RunCostAnswer)


class KeptAside(Struct, Generic[R, A], frozen=True):
    """The rows by id, the answers to them, and the ids of those that were refused."""

    rows: dict[str, R]
    answers: dict[str, A]

    @property
    def refused(self) -> list[str]:
        """By id."""
        return sorted(set(self.rows) - set(self.answers))


def runs_kept_aside(catalog: Catalog) -> KeptAside[dict[str, Any], RunCostAnswer]:
    """Every training run kept aside, asked of a release as a caller would ask for it.

    Its comparable MFU is worked out for the release.
    """
    library = Library([catalog])
    runs, answers = {}, {}
    for row in _table("training_runs", "holdout_runs.csv").iter_rows(named=True):
        row["comparable_mfu_fraction"] = comparable_mfu_fraction(catalog, row)
        runs[row["id"]] = row
        try:
            answers[row["id"]] = run_costs(run_question(row), library)
        except Refusal:
            continue
    return KeptAside(runs, answers)


def measurements_kept_aside(catalog: Catalog) -> KeptAside[Measurement, UnitCostAnswer]:
    """Every measurement kept aside, asked of a release as a caller would ask for it."""
    table = _table("measurements", "holdout_measurements.csv")
    release = catalog.release.with_tables({"measurements": table})
    groups = Catalog(release).measurements.values()
    rows = {row.id: row for group in groups for row in group}
    return KeptAside(rows, ask(catalog, rows.values()))


def _table(name: str, file: str) -> pl.DataFrame:
    """In the schema of a table of a release."""
    path = Path(__file__).with_name(file)
    return read_sheet(TABLES[name], path.read_bytes(), file=file).frame
