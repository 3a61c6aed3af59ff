"""Warnings of rows, and doubts about values that look off by a unit."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import polars as pl

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.pauses import paused
from pricing.quote.doubts.check import doubt_about
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import SweepKind
from pricing.sweeps.refusals import Refused, query_of, run_query_of
from pricing.sweeps.scenarios import Grid, Scenarios
from pricing.unit_costs.quote import unit_costs

WARNINGS = "warnings"

Warned = Callable[[Mapping[str, Any], Library], tuple[str, ...]]


def _warned_by(read: Callable[[Mapping[str, Any]], Any], quote: Callable[..., Any]) -> Warned:
    """What the quote of some fields by dotted name warns of. It raises a Refusal."""

    def told(values: Mapping[str, Any], library: Library) -> tuple[str, ...]:
        query = read(values)
        return () if isinstance(query, Refused) else quote(query, library).warnings

    return told


unit_cost_warnings = _warned_by(query_of, unit_costs)


def joined(warnings: Iterable[str]) -> str | None:
    """Warnings as one text, as a table of a quote has them; None of none."""
    return "; ".join(warnings) or None


OF_KIND: Mapping[SweepKind, Warned] = {
    "unit_costs": unit_cost_warnings,
    "run_costs": _warned_by(run_query_of, run_costs),
}
"""Kinds whose rows are worked out on frames, without their warnings."""


def warned(
    kind: SweepKind,
    rows: pl.DataFrame,
    base: Mapping[str, Any],
    inputs: Iterable[str],
    library: Library,
) -> pl.DataFrame:
    """Rows with the warnings of their quotes; null where there are none, or no answer.

    base: the fields in which the rows do not differ, by dotted name; inputs: those in which they
    do.
    """
    asked = rows.select(*inputs, is_answered=pl.col("refusal").is_null())
    texts = [
        joined(OF_KIND[kind]({**base, **row}, library)) if row.pop("is_answered") else None
        for row in paused(asked.iter_rows(named=True))
    ]
    return rows.with_columns(pl.Series(WARNINGS, texts, pl.String))


DEVICE = "deployment.device"


def doubts_of(catalog: Catalog, scenarios: Scenarios, base: Mapping[str, Any]) -> tuple[str, ...]:
    """What is unusual, each once. The smallest and the largest value of a column stand for all.

    A price of one's own is weighed where all rows are of one device.
    """
    device = base.get(DEVICE)
    asked = [(name, value) for name, value in base.items() if type(value) in {int, float}]
    found = (doubt_about(catalog, device, *one) for one in [*asked, *_ends(scenarios)])
    return tuple(dict.fromkeys(doubt for doubt in found if doubt is not None))


def _ends(scenarios: Scenarios) -> Iterator[tuple[str, float]]:
    """The ends of every column of numbers."""
    columns = scenarios.axes if isinstance(scenarios, Grid) else scenarios.columns
    for name, column in columns.items():
        if column.dtype.is_numeric() and column.null_count() < len(column):
            ends = column.cast(pl.Float64)
            yield from ((name, end) for end in (ends.min(), ends.max()) if isinstance(end, float))
