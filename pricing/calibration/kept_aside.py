"""Runs kept aside: published ones that no release holds, and that nothing is fitted to."""

from pathlib import Path
from typing import Any

from msgspec import Struct

from pricing.calibration.comparable import comparable_mfu_fraction
from pricing.calibration.predictions import run_question
from pricing.catalog.catalog import Catalog
from pricing.catalog.checks import check_table
from pricing.catalog.library import Library
from pricing.catalog.schema import TABLES
from pricing.errors import Refusal
from pricing.quotes.answers import RunCostAnswer
from pricing.quotes.training import run_costs

FILE = Path(__file__).with_name("kept_aside.csv")
"""In the schema of training_runs; the comparable MFU is that of the release that is asked."""


class KeptAside(Struct, frozen=True):
    """The runs by name, the answers to them, and the reasons of those that were refused."""

    runs: dict[str, dict[str, Any]]
    answers: dict[str, RunCostAnswer]
    refusals: dict[str, str]


def kept_aside(catalog: Catalog) -> KeptAside:
    """Every run kept aside, asked of a release as a caller would ask for it."""
    frame = check_table(TABLES["training_runs"], FILE.read_bytes(), file=FILE.name)
    library = Library([catalog])
    runs, answers, refusals = {}, {}, {}
    for row in frame.iter_rows(named=True):
        runs[row["id"]] = row
        row["comparable_mfu_fraction"] = comparable_mfu_fraction(catalog, row)
        try:
            answers[row["id"]] = run_costs(run_question(row), library)
        except Refusal as error:
            refusals[row["id"]] = error.detail
    return KeptAside(runs, answers, refusals)
