"""Sheets: frames on which the numbers of a quote are worked out, column by column."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TypeVar, cast

import polars as pl
from msgspec import Struct

from pricing.numbers import Number

Kept = TypeVar("Kept")

OPTIMIZATIONS = pl.QueryOptFlags(
    comm_subexpr_elim=False, comm_subplan_elim=False, predicate_pushdown=False
)
"""What is used twice is kept by hand; looking for more costs longer than working it out."""


class Sheet:
    """A frame under construction.

    What is kept becomes a column, and later formulas read the column. A formula is a tree, so
    that what is used twice would otherwise be worked out twice. Columns that no result needs are
    never worked out.
    """

    def __init__(self, frame: pl.DataFrame | None = None) -> None:
        self._frame = pl.DataFrame() if frame is None else frame
        self._stages: list[dict[str, pl.Expr]] = []
        self._roots: dict[str, frozenset[str]] = {}

    def on(self, frame: pl.DataFrame) -> "Sheet":
        """What is kept, on another frame."""
        other = Sheet(frame)
        other._stages, other._roots = self._stages, self._roots
        return other

    def keep(self, value: Kept) -> Kept:
        """The same value with its expressions replaced by columns of this sheet.

        value: an expression, or a Struct, sequence or mapping of numbers, however nested. What
        is no expression stays as it is.
        """
        columns: dict[str, pl.Expr] = {}
        kept = self._replaced(value, columns)
        if columns:
            self._stages.append(columns)
        return cast("Kept", kept)

    def collect(self, columns: Mapping[str, Number]) -> pl.DataFrame:
        """These columns, worked out."""
        needed = {
            name
            for value in columns.values()
            if isinstance(value, pl.Expr)
            for name in value.meta.root_names()
        }
        stages = []
        known = set(self._frame.columns)
        for stage in reversed(self._stages):
            kept = {
                name: value for name, value in stage.items() if name in needed and name not in known
            }
            if kept:
                needed.update(*(value.meta.root_names() for value in kept.values()))
                stages.append(kept)
        frame = self._frame.lazy()
        for stage in reversed(stages):
            frame = frame.with_columns(**stage)
        return frame.select(
            (value if isinstance(value, pl.Expr) else pl.lit(value)).alias(name)
            for name, value in columns.items()
        ).collect(optimizations=OPTIMIZATIONS)

    def ready(self, columns: Iterable[Number], known: AbstractSet[str]) -> set[str]:
        """The columns, kept ones among them, that these read and that rest on known ones alone."""
        found: set[str] = set()
        looked: set[str] = set()
        kept = {name: value for stage in self._stages for name, value in stage.items()}
        waiting = [value for value in columns if isinstance(value, pl.Expr)]
        while waiting:
            for name in waiting.pop().meta.root_names():
                if self._roots.get(name, {name}) <= known:
                    found.add(name)
                elif name in kept and name not in looked:
                    looked.add(name)
                    waiting.append(kept[name])
        return found

    def roots(self, value: Number) -> frozenset[str]:
        """The columns of the first frame that a number rests on."""
        if not isinstance(value, pl.Expr):
            return frozenset()
        return frozenset().union(
            *(self._roots.get(name, {name}) for name in value.meta.root_names())
        )

    def _replaced(self, value: object, columns: dict[str, pl.Expr]) -> object:
        if isinstance(value, pl.Expr):
            name = f"kept.{len(self._roots)}"
            self._roots[name] = self.roots(value)
            columns[name] = value
            return pl.col(name)
        if isinstance(value, Struct):
            return type(value)(
                **{
                    field: self._replaced(getattr(value, field), columns)
                    for field in value.__struct_fields__
                }
            )
        if isinstance(value, list | tuple):
            return type(value)(self._replaced(part, columns) for part in value)
        if isinstance(value, dict):
            return {name: self._replaced(part, columns) for name, part in value.items()}
        return value
