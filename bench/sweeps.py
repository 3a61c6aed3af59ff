"""How many scenarios a second a sweep answers, with no HTTP in between."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import polars as pl

from bench.figures import Figure
from bench.rates import numbers, rate
from pricing.catalog.library import Library
from pricing.sweeps.answer import USUAL
from pricing.sweeps.scenarios import Grid, Questions, Table
from pricing.sweeps.unit_costs.rows import unit_cost_rows

NARROW = ("usd_per_million_output_tokens",)
DEPLOYMENT = {
    "model": "llama-3.1-70b",
    "deployment.device": "h100-sxm-80gb",
    "deployment.device_count": 8,
    "deployment.precision": "fp8",
    "deployment.tensor_parallel": 8,
}
DEVICES = (
    "h100-sxm-80gb",
    "h200-sxm-141gb",
    "a100-sxm-80gb",
    "b200-sxm",
    "mi300x",
    "l40s",
    "l4",
    "a10g",
    "h100-pcie-80gb",
    "t4",
)


def figures() -> Iterator[Figure]:
    """Scenarios that differ in what they load, in what is measured, and in how they buy."""
    library = Library.load()
    modelled, given, purchases = _loads(), _given(), _purchases()
    for name, columns in {"usual columns": USUAL, "one column": NARROW}.items():
        yield of(library, f"modelled, every load its own, {name}", modelled, columns, 1.0)
        yield of(library, f"given, {name}", given, columns, 5.0)
        yield of(library, f"modelled, ways of buying, {name}", purchases, columns, 5.0)
    yield of(library, "given, every load its own, one column", _given_table(), NARROW)
    slo = DEPLOYMENT | {"slo.tpot_seconds": 0.03}
    yield of(library, "under an SLO, every load its own", _lengths(20_000), USUAL, base=slo)
    for count in (10, 100, 1000):
        yield of(library, f"modelled, {count * 1000} rows", _loads(count), USUAL)


def of(
    library: Library,
    name: str,
    scenarios: Grid | Table,
    columns: Collection[str],
    target: float | None = None,
    *,
    base: Mapping[str, Any] = DEPLOYMENT,
) -> Figure:
    """Scenarios, several times over."""
    shared = {key: value for key, value in base.items() if key not in scenarios.names}
    if "deployment.device" in scenarios.names:
        del shared["deployment.tensor_parallel"]

    def sweep(_: int) -> tuple[int, Iterator[pl.DataFrame]]:
        return scenarios.count, unit_cost_rows(Questions(library, scenarios, shared), columns)

    return rate(f"sweep: {name}", sweep, target)


def _loads(count: int = 1000) -> Grid:
    """Loads that all fit, a thousand for every length of input."""
    return Grid(
        {
            "load.concurrency": numbers(range(1, count + 1)),
            "load.input_tokens": numbers(range(1, 1001)),
        }
    )


def _lengths(count: int) -> Grid:
    return Grid({"load.input_tokens": numbers(range(1, count + 1))})


def _given() -> Grid:
    """A thousand loads, and a thousand throughputs of each."""
    return Grid(
        {
            "measured.output_tokens_per_second": numbers(range(1, 1001)),
            "load.input_tokens": numbers(range(1, 1001)),
        }
    )


def _given_table() -> Table:
    """A million loads with a throughput each."""
    rows = pl.int_range(1, 1_000_001, eager=True)
    return Table(
        pl.DataFrame(
            {
                "measured.output_tokens_per_second": rows % 5000 + 0.5,
                "load.input_tokens": rows / 1000.0,
            }
        )
    )


def _purchases() -> Grid:
    return Grid(
        {
            "deployment.device": pl.Series(DEVICES),
            "purchase.option": pl.Series(
                ["on_demand", "spot", "reserved_1y", "reserved_3y", "owned"]
            ),
            "purchase.provider": pl.Series([None, "aws", "gcp", "azure", "lambda"]),
            "load.concurrency": numbers((1, 4, 16, 64)),
            "utilization_fraction": numbers(range(1, 1001)) / 1000.0,
        }
    )
