"""A sweep cut into parts, each a sweep of its own."""

from collections.abc import Iterator
from functools import cached_property

import msgspec
import polars as pl
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.sweeps.partition import Parts
from pricing.sweeps.query import SweepKind, SweepQuery
from pricing.sweeps.scenarios import Grid
from pricing.sweeps.sweep import Sweep, defaulted_of, listed, sweep_of, table_sweep

PART_ROWS: dict[SweepKind, int] = {"unit_costs": 262_144, "run_costs": 262_144, "tco": 4_096}
"""Default for the most rows of a part: seconds of work, and few enough for the memory."""

MOST_PARTS = 100_000
"""Their names have five digits."""


class PartitionedSweep:
    """A sweep, and how it is cut.

    The last digit of a result depends on the rows that are computed together. The parts depend on
    the question alone, so that every machine finds the same numbers.
    """

    def __init__(
        self, query: SweepQuery, table: pl.DataFrame | None = None, part_rows: int | None = None
    ) -> None:
        """query: with axes or scenarios, or the rest beside a table; table: the scenarios.

        `asked` is the query as given; `query` and `table` hold its scenarios as a table.
        """
        self.part_rows = part_rows or PART_ROWS[query.kind]
        query = msgspec.json.decode(msgspec.json.encode(query), type=SweepQuery)  # as it is kept
        self.asked = query
        self.query, self.table = query, table
        if table is None and query.scenarios and not query.axes:
            self.query, self.table = replace(query, scenarios=()), listed(query)

    def whole(self, limit: int | None = None) -> Sweep:
        """The whole sweep. Raises a Refusal for an invalid one, or one above the limit."""
        most = MOST_PARTS * self.part_rows if limit is None else limit
        if self.table is None:
            return sweep_of(self.query, limit=most)
        return table_sweep(self.table, self.query, limit=most)

    @cached_property
    def row_counts(self) -> list[int]:
        """The rows of each part [count]."""
        if self.table is None:
            return self._grid_parts.row_counts
        count = self.table.height
        starts = range(0, count, self.part_rows)
        return [min(self.part_rows, count - start) for start in starts]

    def part(self, index: int) -> Sweep:
        """One part as a sweep."""
        if self.table is None:
            return replace(self._whole_grid, scenarios=self._grid_parts[index])
        rows = self.table.slice(index * self.part_rows, self.part_rows)
        return table_sweep(
            rows, self.query, limit=self.part_rows, has_empty_cells=self._has_empty_cells
        )

    def rows_of(self, index: int, library: Library) -> Iterator[pl.DataFrame]:
        """The answer of one part, batch by batch, in order.

        The streaming engine of polars gives every thread a piece of a frame. The last digit would
        then depend on the number of cores.
        """
        with pl.Config(engine_affinity="in-memory"):
            yield from self.part(index).rows(library)

    def rows(self, library: Library) -> Iterator[pl.DataFrame]:
        """The answer, part by part and batch by batch, in order."""
        for index in range(len(self.row_counts)):
            yield from self.rows_of(index, library)

    @cached_property
    def _has_empty_cells(self) -> bool:
        return self.table is not None and defaulted_of(self.table, self.query) is not None

    @cached_property
    def _whole_grid(self) -> Sweep:
        return self.whole()

    @cached_property
    def _grid_parts(self) -> Parts:
        scenarios = self._whole_grid.scenarios
        if not isinstance(scenarios, Grid):
            raise TypeError(scenarios)
        return Parts(scenarios, self.part_rows)
