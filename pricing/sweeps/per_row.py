"""Sweeps of quotes that are worked out one by one, by the functions of the point quote."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import polars as pl

from pricing.pauses import paused
from pricing.sweeps.scenarios import Scenarios, places

BATCH_ROWS = 100
"""As many as take a second or two at their slowest: other work has its turn after each batch."""


def one_by_one(
    answer: Callable[[dict[str, Any]], dict[str, Any]],
    schema: Mapping[str, pl.DataType],
    scenarios: Scenarios,
    base: Mapping[str, Any],
    columns: Collection[str],
) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted results of every scenario, in order, some at a time.

    answer: the row of some fields by dotted name; schema: of all that it may say.
    """
    wanted = [name for name in schema if name in columns and name not in scenarios.names]
    for start in range(0, scenarios.count, BATCH_ROWS):
        inputs = scenarios.take(places(start, min(start + BATCH_ROWS, scenarios.count)))
        rows = [answer({**base, **values}) for values in paused(inputs.iter_rows(named=True))]
        results = pl.DataFrame(rows, schema=schema).select(wanted)
        yield pl.concat([inputs, results], how="horizontal")
