import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pricing.calibration.comparable_mfu import (
    check_comparable,
    comparable_mfu_fraction,
    comparable_mfus,
    fill_comparable,
)
from pricing.calibration.predictions import run_question
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import CatalogError
from pricing.run_costs.quote import run_costs


@pytest.fixture
def catalog(library: Library) -> Catalog:
    return library.newest


@pytest.fixture
def runs(catalog: Catalog) -> dict[str, Mapping[str, Any]]:
    return {row["id"]: row for row in catalog.frames["training_runs"].iter_rows(named=True)}


def test_table_holds_what_the_printed_figures_come_to(
    catalog: Catalog, runs: dict[str, Mapping[str, Any]]
) -> None:
    found = comparable_mfus(catalog)

    assert len(found) > 90
    assert found == {
        name: pytest.approx(run["comparable_mfu_fraction"], abs=1e-4)
        for name, run in runs.items()
        if run["comparable_mfu_fraction"] is not None
    }


@pytest.mark.parametrize(
    ("run", "printed_fraction"),
    [
        # By hand: 1,672 · (6 · 6.785e9 + 6 · 32 · 4,096 · 32,768) / 312e12.
        ("llmf-a100-7b-s32768-n8", 0.3563),
        # 4,850 · (6 · 13.016e9 + 6 · 40 · 5,120 · 4,096) / 989e12.
        ("fms-13b-h100", 0.4077),
        # 11 minutes of 3,584 devices: 1.211105e9 tokens in 654.79 hours.
        ("mlp-v30-gpt3-h100-3584", 0.2763),
        # 142 teraFLOP/s with full recompute, of 312.
        ("megatron21-7.5b-a100", 0.3273),
    ],
)
def test_runs_are_counted_alike(
    catalog: Catalog, runs: dict[str, Mapping[str, Any]], run: str, printed_fraction: float
) -> None:
    assert comparable_mfu_fraction(catalog, runs[run]) == pytest.approx(printed_fraction, rel=0.015)


def test_conventions_of_one_rate_differ_by_what_they_count(
    catalog: Catalog, runs: dict[str, Mapping[str, Any]]
) -> None:
    printed = {
        **runs["megatron24-70b-h100"],
        "tokens_per_second_per_device": None,
        "teraflops_per_device": 400.0,
    }

    weights, model, square, hardware = (
        comparable_mfu_fraction(catalog, {**printed, "flops_convention": convention})
        for convention in ("weights", "model", "square", "hardware")
    )

    assert model == pytest.approx(400.0 / 989.4, rel=1e-3)
    assert weights > model > square
    assert hardware == pytest.approx(0.75 * square, abs=1e-4)


def test_mfu_alone_says_the_rate(catalog: Catalog, runs: dict[str, Mapping[str, Any]]) -> None:
    printed = {**runs["megatron24-70b-h100"], "tokens_per_second_per_device": None}
    by_flops = comparable_mfu_fraction(catalog, printed)
    by_mfu = comparable_mfu_fraction(
        catalog, {**printed, "teraflops_per_device": None, "mfu_fraction": 419.7 / 989.4}
    )

    assert by_mfu == pytest.approx(by_flops, rel=1e-3)


@pytest.mark.parametrize("kind", ["steady", "billed", "adapter"])
def test_run_without_a_rate_is_told(
    catalog: Catalog, runs: dict[str, Mapping[str, Any]], kind: str
) -> None:
    silent = {
        **runs["megatron24-70b-h100"],
        "comparable_kind": kind,
        "teraflops_per_device": None if kind == "steady" else 400.0,
        "mfu_fraction": None,
    }

    with pytest.raises(CatalogError, match="megatron24-70b-h100: of comparable_kind"):
        comparable_mfu_fraction(catalog, silent)


def test_hours_of_a_benchmark_are_those_of_its_rate_in_tokens(
    library: Library, runs: dict[str, Mapping[str, Any]]
) -> None:
    """The model has seen these runs: what is left is what its surface smooths away."""
    for name in ("llmf-a100-7b-s32768-n8", "llmf-h100-7b-s32768-n8", "fms-13b-h100"):
        run = runs[name]
        answer = run_costs(run_question(run), library).compute

        rate = answer.tokens_per_second / (run["device_count"] or 1)
        assert rate == pytest.approx(run["tokens_per_second_per_device"], rel=0.1)


def test_column_that_says_another_figure_than_its_run_is_refused(catalog: Catalog) -> None:
    runs = catalog.frames["training_runs"].with_columns(
        pl.when(pl.col("id") == "fms-13b-h100")
        .then(0.5)
        .otherwise(pl.col("comparable_mfu_fraction"))
        .alias("comparable_mfu_fraction")
    )
    other = Catalog(catalog.release.with_tables({"training_runs": runs}))

    check_comparable(catalog)
    with pytest.raises(CatalogError, match=r"print: fms-13b-h100;"):
        check_comparable(other)


def test_column_is_filled_from_the_printed_figures(catalog: Catalog, tmp_path: Path) -> None:
    published = Path(catalog.release.sheets["training_runs"].file).read_text(encoding="utf-8")
    table = tmp_path / "training_runs.csv"
    table.write_text(published.replace(",0.3519,", ",0.5,"), encoding="utf-8")

    fill_comparable(table, catalog)

    with table.open(encoding="utf-8", newline="") as file:
        filled = {row["id"]: row["comparable_mfu_fraction"] for row in csv.DictReader(file)}
    assert filled["llmf-a100-7b-s32768-n8"] == "0.3519"
    assert filled["alpaca-7b"] == ""
