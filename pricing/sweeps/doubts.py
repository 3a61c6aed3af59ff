"""Doubts about a sweep: values that look off by a unit, of the base and at the ends of columns."""

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from pricing.catalog.catalog import Catalog
from pricing.quote.doubts.check import doubt_about
from pricing.sweeps.scenarios import Grid, Table

DEVICE = "deployment.device"


def doubts_of(
    catalog: Catalog, scenarios: Grid | Table, base: Mapping[str, Any]
) -> tuple[str, ...]:
    """What is unusual, each once. The smallest and the largest value of a column stand for all.

    A price of one's own is weighed where all rows are of one device.
    """
    device = base.get(DEVICE)
    asked = [(name, value) for name, value in base.items() if _is_number(value)]
    found = (doubt_about(catalog, device, *one) for one in [*asked, *_ends(scenarios)])
    return tuple(dict.fromkeys(doubt for doubt in found if doubt is not None))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _ends(scenarios: Grid | Table) -> Iterator[tuple[str, float]]:
    """The ends of every column of numbers."""
    if isinstance(scenarios, Grid):
        columns = list(scenarios.axes.values())
        names = list(scenarios.axes)
    else:
        columns, names = scenarios.columns, list(scenarios.names)
    for name, column in zip(names, columns, strict=True):
        if column.dtype.is_numeric() and column.null_count() < len(column):
            ends = column.cast(pl.Float64)
            yield name, float(ends.min())  # type: ignore[arg-type]
            yield name, float(ends.max())  # type: ignore[arg-type]
