"""Columns that say how sure the cost of a row is, where its question has `confidence`."""

from collections.abc import Collection, Iterable

import polars as pl

from pricing.errors import InvalidQuery
from pricing.quote.certainty.answer import Certainty

ASKED = "confidence"
"""The field that asks for them."""

COLUMNS: dict[str, pl.DataType] = dict.fromkeys(
    ("confidence_usd", "confidence_p10_usd", "confidence_p50_usd", "confidence_p90_usd"),
    pl.Float64(),
)
"""The amount that the cost stays within with the probability that is asked for, and percentiles."""

MOST_ROWS = 2_000
"""Scenarios of a sweep with them. Each takes some tenths of a second."""


def without(columns: Iterable[str]) -> tuple[str, ...]:
    """The others of some columns."""
    return tuple(name for name in columns if name not in COLUMNS)


def figures_of(found: Certainty | None) -> dict[str, float]:
    """The columns of one row."""
    if found is None:
        return {}
    amounts = (found.levels[-1].usd, found.p10_usd, found.p50_usd, found.p90_usd)
    return dict(zip(COLUMNS, amounts, strict=True))


def check_asked(results: Collection[str], fields: Collection[str], count: int) -> None:
    """Refuse columns without `confidence`, and it in more rows than are answered.

    fields: of the scenarios and their base. Raises InvalidQuery.
    """
    if ASKED not in fields:
        for name in COLUMNS:
            if name in results:
                raise InvalidQuery(
                    f"{name} needs a probability: give base.{ASKED}, as 0.8", field="columns"
                )
    elif count > MOST_ROWS:
        raise InvalidQuery(
            f"{count:,} scenarios are more than the {MOST_ROWS:,} that one sweep may have with"
            f" {ASKED}: leave it out, or ask in parts",
            field="axes",
        )
