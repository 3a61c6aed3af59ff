"""Rates: how many scenarios a second a sweep answers, what its benchmarks have in common."""

import time
from collections.abc import Callable, Iterable, Iterator

import polars as pl

from bench.figures import Figure

REPETITIONS = 5
MILLION = 1e6

Sweep = Callable[[int], tuple[int, Iterator[pl.DataFrame]]]
"""The rows of a repetition, and how many there are; repetitions may differ."""


def rate(name: str, sweep: Sweep, target: float | None) -> Figure:
    """Millions of scenarios a second, of every repetition but the first."""
    samples = []
    for repetition in range(REPETITIONS + 1):
        started = time.perf_counter()
        count, batches = sweep(repetition)
        for _ in batches:
            pass
        if repetition:
            samples.append(count / MILLION / (time.perf_counter() - started))
    return Figure.of(name, "M/s", samples, target=target, better="higher")


def numbers(values: Iterable[float]) -> pl.Series:
    """An axis of floats."""
    return pl.Series([float(value) for value in values])
