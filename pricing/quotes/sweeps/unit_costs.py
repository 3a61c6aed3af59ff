"""Unit costs of a sweep, in batches that follow each other."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import polars as pl

from pricing.catalog.library import Library
from pricing.quotes.sweeps.bills import bill_of
from pricing.quotes.sweeps.performances import Performances, decisive
from pricing.quotes.sweeps.pricings import Pricings
from pricing.quotes.sweeps.scenarios import Scenarios, places

FIRST_ROWS = 4_096
"""Of the first batch, so that whoever waits sees something soon."""

BATCH_ROWS = 65_536

KEPT_ROWS = 262_144
"""Up to so many distinct performances are worked out once and kept; more, batch by batch."""


def unit_cost_rows(
    library: Library,
    scenarios: Scenarios,
    base: Mapping[str, Any],
    columns: Collection[str],
) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted results of every scenario, in order.

    base: the fields in which the scenarios do not differ, by dotted name. Where a result has the
    name of an input, the input stands.
    """
    wanted = [name for name in columns if name not in scenarios.names]
    pricings = Pricings(library, scenarios, base)
    bill = bill_of(scenarios.names, base, wanted, owned=pricings.any_owned)
    narrowed = scenarios.narrowed(decisive(scenarios.names))
    performances = Performances(library, narrowed.scenarios, base, bill.needed)
    distinct = narrowed.scenarios.count
    kept = None
    if distinct <= min(KEPT_ROWS, scenarios.count // 2):
        kept = performances.at(places(0, distinct))
    own_fields = [name for name in scenarios.names if f"in.{name}" in bill.needed]

    def answered(start: int, end: int) -> pl.DataFrame:
        at = places(start, end)
        inputs = scenarios.take(at)
        performance = _performance(performances, kept, narrowed.places_of(at))
        own = inputs.select(pl.col(name).alias(f"in.{name}") for name in own_fields)
        frame = pl.concat([own, performance, pricings.at(at, bill.needed)], how="horizontal")
        return pl.concat([inputs, bill.on(frame)], how="horizontal")

    yield from in_order(answered, batches(scenarios.count))


def batches(count: int) -> Iterator[tuple[int, int]]:
    """From where to where each batch goes."""
    start, rows = 0, FIRST_ROWS
    while start < count:
        yield start, min(start + rows, count)
        start, rows = start + rows, BATCH_ROWS


def in_order(
    work: Callable[[int, int], pl.DataFrame], parts: Iterable[tuple[int, int]]
) -> Iterator[pl.DataFrame]:
    """The parts in turn, while the next are worked out; no more of them than there are cores."""
    cores = pl.thread_pool_size()
    with ThreadPoolExecutor(cores) as pool:
        waiting: deque[Future[pl.DataFrame]] = deque()
        try:
            for start, end in parts:
                waiting.append(pool.submit(work, start, end))
                if len(waiting) > cores:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for part in waiting:
                part.cancel()


def _performance(
    performances: Performances, kept: pl.DataFrame | None, own: pl.Series
) -> pl.DataFrame:
    if kept is not None:
        return kept[own]
    distinct = own.unique(maintain_order=True)
    found = performances.at(distinct)
    if len(distinct) == len(own):
        return found
    position = pl.DataFrame({"own": own}).join(
        pl.DataFrame({"own": distinct}).with_row_index("at"),
        on="own",
        how="left",
        maintain_order="left",
    )["at"]
    return found[position]
