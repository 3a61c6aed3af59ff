"""Combinations: what decides something for many scenarios, worked out once where it is the same."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from pricing.sweeps.pauses import paused
from pricing.sweeps.scenarios import Scenarios

Values = tuple[tuple[str, Any], ...]
"""Fields by dotted name, as a cache may have them for its key."""


class Combinations:
    """What comes of scenarios by the fields that decide it.

    frame: a row for every distinct combination of these.
    """

    def __init__(
        self,
        scenarios: Scenarios,
        base: Mapping[str, Any],
        decides: Callable[[str], bool],
        known: Sequence[str],
        rows: Callable[[Iterator[Values]], Sequence[Mapping[str, Any]]],
        schema: Mapping[str, Any],
    ) -> None:
        """Work out every combination.

        base: the fields in which the scenarios do not differ, by dotted name; decides: whether a
        field does; known: those of which only matters whether they are given; rows: what comes
        of combinations, and `schema` its columns.
        """
        names = list(filter(decides, scenarios.names))
        self._keys = scenarios.narrowed(names, known=known)
        fixed = {name: value for name, value in base.items() if decides(name)}
        asked = (tuple((fixed | row).items()) for row in paused(self._keys.rows()))
        self.frame = pl.DataFrame(rows(asked), schema=schema)

    def at(self, at: pl.Series, columns: Collection[str]) -> pl.DataFrame:
        """What comes of the scenarios at some places, in that order: the columns needed."""
        wanted = [name for name in self.frame.columns if name in columns]
        return self.frame.select(wanted)[self._keys.places_of(at)]
