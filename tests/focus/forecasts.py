"""Writes the forecasts of random questions, for the validator: python -m tests.focus.forecasts."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.focus.quote import run_forecast, service_forecast
from service.formats.flatten import written_rows
from service.formats.media import CSV, PARQUET
from tests import questions
from tests.property.services import CONTRACTS

SERVICES, RUNS = 36, 18

PLANS: tuple[dict[str, Any], ...] = (
    {"option": "on_demand", "provider": "aws", "discount_fraction": 0.1},
    {"option": "spot", "provider": "aws"},
    {"option": "reserved_1y", "provider": "gcp"},
    {"option": "owned"},
    {"usd_per_device_hour": 2.5},
    {"plan": "optimal", "provider": "aws"},
    {"base": {"option": "owned"}, "base_replicas": 2, "burst": {"option": "spot"}},
    {"base": {"option": "reserved_3y", "provider": "aws"}, "burst": {"option": "on_demand"}},
)
PURCHASES: tuple[list[dict[str, Any]] | None, ...] = (
    None,
    [{"option": "on_demand", "provider": "aws", "discount_fraction": 0.2}],
    [{"option": "reserved_1y", "provider": "aws", "upfront": "partial"}],
    [{"option": "capacity_block", "provider": "aws"}],
    [{"option": "owned"}],
    [{"mix": [{"device_fraction": 0.5, "option": one} for one in ("spot", "on_demand")]}],
)


def forecasts(library: Library) -> Iterator[pl.DataFrame]:
    """The charges of random services and runs; questions without an answer are left out."""
    draw = np.random.default_rng(39)
    for at in range(SERVICES):
        changes = {
            "traffic.requests_per_day": float(10 ** draw.uniform(3.0, 7.0)),
            "traffic.growth_per_month_fraction": float(draw.uniform(-0.1, 0.1)),
            "capacity.scaling": str(draw.choice(["fixed", "autoscaled", "scale_to_zero"])),
            "deployment.device_count": int(draw.choice([4, 8])),
            "horizon_months": int(draw.integers(1, 25)),
            "start": str(draw.choice(["2026-02-01", "2026-08-12"])),
            "training_usd": float(draw.uniform(0.0, 1e6)),
            "overheads.staff_usd_per_month": float(draw.uniform(0.0, 1e4)),
            "currency": str(draw.choice(["USD", "EUR"])),
            "catalog": "2026-10-31",
        }
        yield from _tried(
            service_forecast,
            questions.tco,
            {**changes, "purchase": PLANS[at % 8], "contracts": CONTRACTS[at % 5 % 4]},
            library,
        )
    for at in range(RUNS):
        run = {
            "tokens": float(10 ** draw.uniform(9.0, 12.5)),
            "deployment.device_count": int(draw.choice([64, 256, 1000])),
            "purchases": PURCHASES[at % len(PURCHASES)],
            "contracts": CONTRACTS[at % 4],
        }
        yield from _tried(run_forecast, questions.run_cost, run, library)


def _tried(forecast: Any, question: Any, changes: Any, library: Library) -> Iterator[pl.DataFrame]:
    try:
        yield forecast(question(changes), library)
    except Refusal:
        return


def main(into: Path) -> None:
    """Write all charges as CSV and Parquet, and those of commitments as CSV."""
    frames = list(forecasts(Library.load()))
    assert len(frames) >= (SERVICES + RUNS) * 0.9, f"only {len(frames)} questions have an answer"
    rows = pl.concat(frames)
    into.mkdir(parents=True, exist_ok=True)
    committed = rows.filter(pl.col("CommitmentDiscountId").is_not_null())
    (into / "charges.csv").write_bytes(written_rows(rows, CSV))
    (into / "charges.parquet").write_bytes(written_rows(rows, PARQUET))
    (into / "commitments.csv").write_bytes(written_rows(committed, CSV))
    sys.stdout.write(f"focus: {rows.height} charges of {len(frames)} questions\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
