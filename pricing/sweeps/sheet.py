"""Sheets: frames on which the numbers of a quote are worked out, column by column."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from typing import TypeVar, cast

import polars as pl
from msgspec import Struct

from pricing.numerics.number import Number, sharing

Kept = TypeVar("Kept")

OPTIMIZATIONS = pl.QueryOptFlags(
    comm_subexpr_elim=False, comm_subplan_elim=False, predicate_pushdown=False
)
"""What is used twice is kept by hand; looking for more costs longer than working it out."""


class _Cell(Struct, frozen=True, eq=False):
    """What is kept, and when it can be worked out.

    names: the columns that stand in it; roots: those of the first frame that it rests on; stage:
    how many steps come before it.
    """

    value: pl.Expr
    names: frozenset[str]
    roots: frozenset[str]
    stage: int


class Sheet:
    """A frame under construction.

    What is kept becomes a column, and later formulas read the column. A formula is a tree, so
    that what is used twice would otherwise be worked out twice. Columns that no result needs are
    never worked out.
    """

    def __init__(self, frame: pl.DataFrame | None = None) -> None:
        self._frame = pl.DataFrame() if frame is None else frame
        self._cells: dict[str, _Cell] = {}

    def on(self, frame: pl.DataFrame) -> "Sheet":
        """What is kept, on another frame."""
        other = Sheet(frame)
        other._cells = self._cells
        return other

    def keep(self, value: Kept) -> Kept:
        """The same value with its expressions replaced by columns of this sheet.

        value: an expression, or a Struct, sequence or mapping of numbers, however nested. What
        is no expression stays as it is.
        """
        return cast("Kept", self._replaced(value))

    def sharing(self) -> AbstractContextManager[None]:
        """While it lasts, what formulas use more than once is kept on this sheet."""
        return sharing(self.keep)

    def collect(self, columns: Mapping[str, Number]) -> pl.DataFrame:
        """These columns, worked out.

        By the engine that works on a frame as a whole: the other gives each thread a piece, and
        one of a single row is divided in another way, so that the number of threads would show in
        the last digit.
        """
        stages: dict[int, dict[str, pl.Expr]] = {}
        waiting = [name for value in columns.values() for name in _root_names(value)]
        known = set(self._frame.columns)
        while waiting:
            name = waiting.pop()
            cell = self._cells.get(name)
            if cell is not None and name not in known:
                stages.setdefault(cell.stage, {})[name] = cell.value
                known.add(name)
                waiting += cell.names
        frame = self._frame.lazy()
        for _, stage in sorted(stages.items()):
            frame = frame.with_columns(**stage)
        return frame.select(
            (value if isinstance(value, pl.Expr) else pl.lit(value)).alias(name)
            for name, value in columns.items()
        ).collect(optimizations=OPTIMIZATIONS, engine="in-memory")

    def roots(self, value: Number) -> frozenset[str]:
        """The columns of the first frame that a number rests on."""
        return frozenset().union(*(self._roots_of(name) for name in _root_names(value)))

    def _roots_of(self, name: str) -> frozenset[str]:
        return self._cells[name].roots if name in self._cells else frozenset({name})

    def ready(self, columns: Iterable[Number], known: AbstractSet[str]) -> set[str]:
        """The columns, kept ones among them, that these read and that rest on known ones alone.

        On a frame that has them, the sheet goes on without the known ones.
        """
        found: set[str] = set()
        waiting = [name for value in columns for name in _root_names(value)]
        looked = set(waiting)
        while waiting:
            name = waiting.pop()
            if self._roots_of(name) <= known:
                found.add(name)
            elif name in self._cells:
                below = self._cells[name].names - looked
                looked |= below
                waiting += below
        return found

    def _replaced(self, value: object) -> object:
        if isinstance(value, pl.Expr):
            name = f"kept.{len(self._cells)}"
            names = _root_names(value)
            below = [self._cells[root].stage for root in names if root in self._cells]
            self._cells[name] = _Cell(value, names, self.roots(value), 1 + max(below, default=0))
            return pl.col(name)
        if isinstance(value, Struct):
            return type(value)(
                **{
                    field: self._replaced(getattr(value, field))
                    for field in value.__struct_fields__
                }
            )
        if isinstance(value, list | tuple):
            return type(value)(self._replaced(part) for part in value)
        if isinstance(value, dict):
            return {name: self._replaced(part) for name, part in value.items()}
        return value


def _root_names(value: Number) -> frozenset[str]:
    """The columns that stand in a number."""
    return frozenset(value.meta.root_names()) if isinstance(value, pl.Expr) else frozenset()
