"""How many runs a second a sweep of run costs answers, with no HTTP in between."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

import polars as pl

from bench.figures import Figure
from bench.rates import numbers, rate
from pricing.catalog.library import Library
from pricing.sweeps.run_costs.point_quotes import COLUMNS
from pricing.sweeps.run_costs.rows import run_cost_rows
from pricing.sweeps.scenarios import Grid, Questions

DEVICES = ("h100-sxm-80gb", "h200-sxm-141gb", "a100-sxm-80gb", "b200-sxm", "mi300x")
RUN = {
    "model": "llama-3.1-70b",
    "tokens": 1e12,
    "sequence_length": 8192,
    "deployment.device": "h100-sxm-80gb",
    "deployment.device_count": 1024,
    "deployment.precision": "bf16",
}
MEAN = ("usd_mean",)
OPTIONS = ("on_demand", "spot", "reserved_1y", "reserved_3y", "owned")

Axes = Mapping[str, pl.Series]


def figures() -> Iterator[Figure]:
    """Runs that all differ in how they go, and runs that differ in how they are bought."""
    library = Library.load()
    yield of(library, "spot, each its own failures and preemptions", _stops, MEAN, 2.0)
    yield of(library, "the same, all columns", _stops, tuple(COLUMNS))
    yield of(library, "every way of buying", _purchases, MEAN, 2.0)
    yield of(library, "the same, all columns", _purchases, tuple(COLUMNS))
    yield of(library, "each its own tokens and price", _tokens_and_prices, MEAN, 2.0)
    yield of(library, "each its own tokens and count", _tokens_and_counts, MEAN, 2.0)
    yield of(library, "each its own tokens, six options", _tokens, MEAN)
    for count in (10, 100, 1000):
        axes_of = partial(_stops, count=count)
        yield of(library, f"spot, {count * 1000} rows", axes_of, MEAN)


def of(
    library: Library,
    name: str,
    axes_of: Callable[[int], Axes],
    columns: Collection[str],
    target: float | None = None,
) -> Figure:
    """A grid of runs, several times over; axes_of: of a repetition, which may differ."""

    def sweep(repetition: int) -> tuple[int, Iterator[pl.DataFrame]]:
        axes = axes_of(repetition)
        base = {key: value for key, value in RUN.items() if key not in axes}
        grid = Grid(axes)
        return grid.count, run_cost_rows(Questions(library, grid, base), columns)

    return rate(f"runs: {name}", sweep, target)


def _stops(_: int, count: int = 1000) -> Axes:
    """Failures and preemptions, which decide how every run goes."""
    return {
        "purchase.option": pl.Series(["spot"]),
        "reliability.device_mtbf_hours": numbers(range(1000, 1000 + 100 * count, 100)),
        "reliability.spot_preemptions_per_instance_hour": numbers(range(1, 1001)) / 1e5,
    }


def _purchases(_: int) -> Axes:
    """Devices, options, providers, days and discounts: a few hundred prices."""
    return {
        "deployment.device": pl.Series(DEVICES),
        "purchase.option": pl.Series(OPTIONS),
        "purchase.provider": pl.Series([None, "aws", "gcp", "azure"]),
        "as_of": pl.Series(["2025-06-01", "2025-12-01", "2026-03-01", "2026-05-01", "2026-07-01"]),
        "purchase.discount_fraction": numbers(range(2000)) / 4000.0,
    }


def _tokens_and_prices(_: int) -> Axes:
    """The length of the run, which decides how it goes, and the caller's own price."""
    return {
        "tokens": numbers(range(1, 1001)) * 1e10,
        "purchase.usd_per_device_hour": 1.0 + numbers(range(1000)) / 500.0,
    }


def _tokens_and_counts(repetition: int) -> Axes:
    """A thousand counts that were never asked for: a layout is searched for each."""
    first = 64 + 8000 * repetition
    return {
        "purchase.option": pl.Series(["on_demand"]),
        "deployment.device_count": pl.Series(range(first, first + 8000, 8)),
        "tokens": numbers(range(1, 1001)) * 1e10,
    }


def _tokens(_: int) -> Axes:
    """No purchase: six are set side by side, and the cheapest is the answer."""
    return {"tokens": numbers(range(1, 500_001)) * 1e8}
