"""Refusals of a sweep of runs, in the words of the point quote."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import and_, or_
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct
from msgspec.structs import asdict, replace

from pricing.catalog.library import Library
from pricing.numerics.number import Number, present
from pricing.numerics.structs import Column, split, taken
from pricing.run_costs.interruptions import as_asked
from pricing.run_costs.purchase_ways import reason_of
from pricing.sweeps.refusals import DISCOUNT, refused
from pricing.sweeps.run_costs.bills import Found
from pricing.sweeps.run_costs.courses import RunCourses, Runs
from pricing.sweeps.run_costs.fields import MONTHLY, Asked
from pricing.sweeps.run_costs.point_quotes import run_cost_row
from pricing.sweeps.table import INVALID_ROW
from pricing.training.feasibility import PREEMPTIONS, refusals_of

Row = Mapping[str, Any]


class Refusals(Struct, frozen=True):
    """What the rows of a batch are answered with instead of their results.

    rows: the places of rows, and what stands there.
    """

    inputs: pl.DataFrame
    rows: list[tuple[Column, Row]] = []

    def add(self, places: Any, row: Row) -> None:
        """Put the same answer at some places."""
        self.rows.append((np.atleast_1d(np.asarray(places)), row))

    def put(self, column: pl.Series) -> pl.Series:
        """A column of results with what stands instead of some of them."""
        if not self.rows:
            return column
        values = pl.Series([row.get(column.name) for _, row in self.rows], dtype=column.dtype)
        lengths = [len(places) for places, _ in self.rows]
        each = np.repeat(np.arange(len(lengths)), lengths)
        return column.scatter(np.concatenate([at for at, _ in self.rows]), values.gather(each))


class RunRefusals:
    """Why runs of a sweep have no answer."""

    def __init__(
        self, library: Library, base: Mapping[str, Any], courses: RunCourses, optional: int | None
    ) -> None:
        """optional: the place of a way of buying that need not be for sale."""
        self._library, self._base, self._courses = library, base, courses
        self._optional = optional
        self._known: dict[tuple[int, ...], Row] = {}

    def tell(self, refusals: Refusals, runs: Runs, asked: Asked, found: Found) -> None:
        """Tell of rows what stands instead of their results.

        The point quote is asked where a row's own numbers contradict each other. It is asked once
        for each run and deals that have no answer, and for what would let an endless run end.
        """
        by_point = self._by_point(runs, asked, found)
        none = ~found.is_answered & ~by_point
        if none.any():
            is_endless = none & ~found.is_wrong & found.priced[0]
            self._tell_keys(refusals, runs, np.flatnonzero(none & ~is_endless))
            self._tell_endless(refusals, runs, asked, found, np.flatnonzero(is_endless))
        self.ask(refusals, np.flatnonzero(by_point).tolist())

    def ask(self, refusals: Refusals, rows: Iterable[int]) -> None:
        """Put the answer of the point quote in the place of rows."""
        for row in rows:
            refusals.add(row, self._point(refusals, row))

    def _point(self, refusals: Refusals, row: int) -> Row:
        values = refusals.inputs.row(row, named=True)
        values.pop(INVALID_ROW, None)
        return run_cost_row({**self._base, **values}, self._library)

    def _by_point(self, runs: Runs, asked: Asked, found: Found) -> Column:
        """Whether the point quote has something to say about a row's own numbers."""
        deals = list(zip(self._courses.deals, runs.deals, strict=True))
        odd = [runs.is_outside, *outside(asked)]
        monthly, hourly = present(asked(MONTHLY)), present(asked(PREEMPTIONS))
        if monthly is not False and hourly is not False:
            is_spot = reduce(or_, [own.is_spot[at] for own, at in deals])
            odd.append(is_spot & monthly & hourly)
        discount = asked(DISCOUNT)
        if discount is not None:
            own, at = deals[0]
            odd.append(own.is_given[at] & (discount > 0.0))
        return np.broadcast_to(reduce(or_, odd), found.chosen.shape)

    def _tell_keys(self, refusals: Refusals, runs: Runs, rows: Column) -> None:
        """Tell of rows whose run or deals have no answer, whatever their numbers are."""
        if not len(rows):
            return
        codes = runs.work[rows]
        for own, at in zip(self._courses.deals, runs.deals, strict=True):
            _, codes = np.unique(codes * len(own.kind_of) + at[rows], return_inverse=True)
        _, ones = np.unique(codes, return_index=True)
        for code, row in enumerate(rows[ones].tolist()):
            key = tuple(int(at[row]) for at in (runs.work, *runs.deals))
            if key not in self._known:
                self._known[key] = self._point(refusals, row)
            refusals.add(rows[codes == code], self._known[key])

    def _tell_endless(
        self, refusals: Refusals, runs: Runs, asked: Asked, found: Found, rows: Column
    ) -> None:
        """Tell of runs that never end and have a price under the first way of buying."""
        if not len(rows):
            return
        is_alike = [
            (one & ~other) | (~one & (place == self._optional))
            for place, (one, other) in enumerate(zip(found.priced, found.ending, strict=True))
        ]
        is_infeasible = reduce(and_, is_alike)
        run, stops = taken((runs.run, runs.going[0].stops), rows)
        monthly = asked(MONTHLY)
        for some, (has_interval,) in split((present(stops.interval_seconds),), len(rows)):
            own_run, own_stops = taken((run, stops), some)
            if not has_interval:
                own_stops = replace(own_stops, interval_seconds=None)
            own = rows[some]
            told = zip(own.tolist(), refusals_of(own_run, own_stops, len(own)), strict=True)
            for row, refusal in told:
                share = taken(monthly, row)
                said = as_asked(refusal, None if share is None or np.isnan(share) else share)
                if is_infeasible[row]:
                    refusals.add(row, asdict(refused(said)))
                else:
                    reason = {"refusal": "no-price", "refusal_detail": reason_of(said)}
                    refusals.add(row, reason)


def outside(asked: Callable[[str], Number]) -> list[Any]:
    """Whether numbers lie where no query may have them, which a column or a base does not check."""
    above = [asked(name) for name in ("epochs", "reliability.checkpoint_bytes_per_parameter")]
    monthly = asked(MONTHLY)
    found = [value <= 0.0 for value in above if value is not None]
    return found if monthly is None else [*found, monthly >= 1.0]
