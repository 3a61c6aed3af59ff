"""Costs over time of a sweep: the totals of one service a row."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec
import polars as pl
from msgspec.structs import asdict, replace

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.sweeps.batches import one_by_one
from pricing.sweeps.certainty import columns as certainty
from pricing.sweeps.currencies.money import money_of
from pricing.sweeps.fields import changed
from pricing.sweeps.refusals import invalid, refused
from pricing.sweeps.scenarios import Questions
from pricing.sweeps.warnings import WARNINGS, joined
from pricing.tco.currencies.conversion import totals_in
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco

TOTALS = (
    "requests",
    "device_hours",
    "utilization_fraction",
    "usd_total",
    "usd_paid",
    "usd_discounted",
    "usd_per_million_tokens",
    "usd_per_request",
    "energy_kilowatt_hours",
)

COLUMNS: dict[str, pl.DataType] = {
    **dict.fromkeys(TOTALS, pl.Float64()),
    "peak_replicas": pl.Int64(),
    "break_even_month": pl.String(),
    **certainty.COLUMNS,
    WARNINGS: pl.String(),
    "refusal": pl.String(),
    "refusal_detail": pl.String(),
}

USUAL = certainty.without(COLUMNS)
"""The results of rows that ask for no percentiles."""


def tco_rows(questions: Questions, columns: Collection[str]) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted totals of every scenario, in order."""
    own = money_of(questions.base, None, None).columns(columns)
    answer = partial(tco_row, library=questions.library, own=own)
    schema = COLUMNS | dict.fromkeys(own.values(), pl.Float64())
    yield from one_by_one(answer, schema, questions, (*columns, *own.values()))


def tco_row(
    values: Mapping[str, Any], library: Library, own: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """The totals of some fields by dotted name, or their refusal.

    own: the columns of amounts in the currency of the row, by those in dollars.
    """
    try:
        query = msgspec.convert(changed({}, values), TcoQuery)
        is_sure = query.confidence is not None
        found = tco(replace(query, drivers=False), library, is_whole=is_sure)
    except msgspec.ValidationError as error:
        return asdict(invalid(error, values))
    except Refusal as error:
        return asdict(refused(error))
    amounts = totals_in(found) if own else {}
    return {name: getattr(found.totals, name) for name in TOTALS} | {
        **{column: amounts.get(name) for name, column in own.items()},
        "peak_replicas": found.capacity.peak_replicas,
        "break_even_month": found.break_even_month,
        **certainty.figures_of(found.confidence),
        WARNINGS: joined(found.warnings),
    }
