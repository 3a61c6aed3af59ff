"""Warnings of rows: what the quote of each warns of, asked one by one."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import polars as pl

from pricing.catalog.library import Library
from pricing.pauses import paused
from pricing.run_costs.quote import run_costs
from pricing.sweeps.query import SweepKind
from pricing.sweeps.refusals import Refused, query_of, run_query_of
from pricing.unit_costs.quote import unit_costs

WARNINGS = "warnings"

Warned = Callable[[Mapping[str, Any], Library], tuple[str, ...]]


def unit_cost_warnings(values: Mapping[str, Any], library: Library) -> tuple[str, ...]:
    """What the quote of some fields by dotted name warns of. Raises a Refusal."""
    query = query_of(values)
    return () if isinstance(query, Refused) else unit_costs(query, library).warnings


def run_cost_warnings(values: Mapping[str, Any], library: Library) -> tuple[str, ...]:
    """What the run of some fields by dotted name warns of. Raises a Refusal."""
    query = run_query_of(values)
    return () if isinstance(query, Refused) else run_costs(query, library).warnings


def joined(warnings: Iterable[str]) -> str | None:
    """Warnings as one text, as a table of a quote has them; None of none."""
    return "; ".join(warnings) or None


OF_KIND: Mapping[SweepKind, Warned] = {
    "unit_costs": unit_cost_warnings,
    "run_costs": run_cost_warnings,
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
