"""Batches: some scenarios of a sweep at a time, as arrays side by side, or asked one by one."""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import polars as pl

from pricing.pauses import paused, rows_at_a_time
from pricing.sweeps.scenarios import Questions, places

FIRST_ROWS = 4_096
"""Of the first batch, so that whoever waits sees something soon."""

BATCH_ROWS = 65_536

QUOTED_ROWS = 100
"""As many quotes as take a second or two at their slowest: other work has its turn after each
batch."""

Answered = Callable[[int, int], pl.DataFrame]
"""The inputs and the results of the scenarios from one place up to another."""


def in_batches(answered: Answered, count: int, step: int = 1) -> Iterator[pl.DataFrame]:
    """The batches of so many scenarios in turn, while the next are worked out.

    No more of them at a time than there are cores. step: of how many each is a multiple.
    """
    if count <= max(step, FIRST_ROWS):
        yield answered(0, count)
        return
    cores = pl.thread_pool_size()
    with ThreadPoolExecutor(cores) as pool:
        waiting: deque[Future[pl.DataFrame]] = deque()
        try:
            for start, end in _batches(count, step):
                waiting.append(pool.submit(copy_context().run, answered, start, end))
                if len(waiting) > cores:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for batch in waiting:
                batch.cancel()


def _batches(count: int, step: int) -> Iterator[tuple[int, int]]:
    """From where to where each batch goes."""
    start, rows, usual = 0, FIRST_ROWS, rows_at_a_time(BATCH_ROWS)
    while start < count:
        end = min(start + max(step, rows // step * step), count)
        yield start, end
        start, rows = end, usual


def one_by_one(
    answer: Callable[[dict[str, Any]], dict[str, Any]],
    schema: Mapping[str, pl.DataType],
    questions: Questions,
    columns: Collection[str],
) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted results of every scenario, in order, by quotes of their own.

    answer: the row of some fields by dotted name; schema: of all that it may say.
    """
    _, scenarios, base = questions
    wanted = [name for name in schema if name in columns and name not in scenarios.names]
    for start in range(0, scenarios.count, QUOTED_ROWS):
        inputs = scenarios.take(places(start, min(start + QUOTED_ROWS, scenarios.count)))
        rows = [answer({**base, **values}) for values in paused(inputs.iter_rows(named=True))]
        results = pl.DataFrame(rows, schema=schema).select(wanted)
        yield pl.concat([inputs, results], how="horizontal")
