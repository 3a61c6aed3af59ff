"""How many scenarios a second a sweep answers, with no HTTP in between."""

import time
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import polars as pl

from bench.figures import Figure
from pricing.catalog.library import Library
from pricing.quotes.sweeps.bills import USUAL
from pricing.quotes.sweeps.scenarios import Grid
from pricing.quotes.sweeps.unit_costs import unit_cost_rows

REPETITIONS = 5
MILLION = 1e6

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
    """Scenarios that all differ in what they load, and scenarios that differ in how they buy."""
    library = Library.load()
    yield of(library, "modelled, every load its own", _loads("load.concurrency"), NARROW, 1.0)
    yield of(library, "the same, usual columns", _loads("load.concurrency"), USUAL)
    given = _loads("measured.output_tokens_per_second")
    yield of(library, "given, every load its own", given, NARROW, 5.0)
    yield of(library, "every way of buying", _purchases(), NARROW, 5.0)
    yield of(library, "the same, usual columns", _purchases(), USUAL)
    for count in (10, 100, 1000):
        axes = _loads("load.concurrency", count)
        yield of(library, f"modelled, {count * 1000} rows", axes, NARROW)


def of(
    library: Library,
    name: str,
    axes: Mapping[str, pl.Series],
    columns: Collection[str],
    target: float | None = None,
) -> Figure:
    """A grid of scenarios, several times over."""
    grid = Grid(axes)
    base: dict[str, Any] = {key: value for key, value in DEPLOYMENT.items() if key not in axes}
    if "deployment.device" in axes:
        del base["deployment.tensor_parallel"]
    samples = []
    for repetition in range(REPETITIONS + 1):
        started = time.perf_counter()
        for _ in unit_cost_rows(library, grid, base, columns):
            pass
        if repetition:
            samples.append(grid.count / MILLION / (time.perf_counter() - started))
    return Figure.of(f"sweep: {name}", "M/s", samples, target=target, better="higher")


def _loads(name: str, count: int = 1000) -> dict[str, pl.Series]:
    return {
        name: _numbers(range(1, count + 1)),
        "load.input_tokens": _numbers(range(1, 20_001, 20)),
    }


def _purchases() -> dict[str, pl.Series]:
    return {
        "deployment.device": pl.Series(DEVICES),
        "purchase.option": pl.Series(["on_demand", "spot", "reserved_1y", "reserved_3y", "owned"]),
        "purchase.provider": pl.Series([None, "aws", "gcp", "azure", "lambda"]),
        "load.concurrency": _numbers((1, 4, 16, 64)),
        "utilization_fraction": _numbers(range(1, 1001)) / 1000.0,
    }


def _numbers(values: Any) -> pl.Series:
    return pl.Series([float(value) for value in values])
