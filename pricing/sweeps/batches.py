"""Batches: some scenarios of a sweep at a time, worked out side by side and answered in order."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context

import polars as pl

FIRST_ROWS = 4_096
"""Of the first batch, so that whoever waits sees something soon."""

BATCH_ROWS = 131_072

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
    start, rows = 0, FIRST_ROWS
    while start < count:
        end = min(start + max(step, rows // step * step), count)
        yield start, end
        start, rows = end, BATCH_ROWS
