"""Small tables as quotes and as arrays, in turn: what QUICK_ROWS_EACH rests on.

The deployments are known, and every load is new.
"""

import time
from collections.abc import Iterator
from itertools import count

import polars as pl

from bench.figures import Figure
from bench.sweeps import DEVICES
from pricing.catalog.library import Library
from pricing.sweeps.answer import USUAL
from pricing.sweeps.scenarios import Questions, Table
from pricing.sweeps.unit_costs import batch
from pricing.sweeps.unit_costs.rows import unit_cost_rows

BASE = {"model": "llama-3.1-8b", "deployment.device_count": 1}
LOADS = {"open load": None, "16 in flight": 16.0}
ROWS_EACH = (1, 2, 4, 8)
REPETITIONS = 7
ALWAYS = batch.MOST_QUICK_ROWS


def figures() -> Iterator[Figure]:
    """Of so many rows a deployment, the processor time of quotes over that of arrays."""
    library, lengths = Library.load(), count(500)
    for name, concurrency in LOADS.items():
        for rows_each in ROWS_EACH:
            ratios = []
            for _ in range(REPETITIONS + 1):
                quotes, arrays = (
                    _seconds(library, _table(rows_each, lengths, concurrency), quick_rows_each)
                    for quick_rows_each in (ALWAYS, 0)
                )
                ratios.append(quotes / arrays)
            yield Figure.of(f"{rows_each} rows a device, {name}, quotes", "of arrays", ratios[1:])


def _table(rows_each: int, lengths: Iterator[int], concurrency: float | None) -> Table:
    """Rows of several devices, whose lengths nobody has asked for."""
    rows = [
        {
            "deployment.device": device,
            "load.input_tokens": float(next(lengths)),
            "load.concurrency": concurrency,
        }
        for device in DEVICES
        for _ in range(rows_each)
    ]
    return Table(pl.DataFrame(rows, schema_overrides={"load.concurrency": pl.Float64}))


def _seconds(library: Library, table: Table, quick_rows_each: int) -> float:
    """The processor time of a table, with so many rows of a deployment as quotes at most."""
    kept, batch.QUICK_ROWS_EACH = batch.QUICK_ROWS_EACH, quick_rows_each
    try:
        started = time.process_time()
        for _ in unit_cost_rows(Questions(library, table, BASE), USUAL):
            pass
        return time.process_time() - started
    finally:
        batch.QUICK_ROWS_EACH = kept
