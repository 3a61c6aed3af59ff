"""Run costs of a sweep: one run a row, under the cheapest way of buying that it asks for.

Almost all are worked out on arrays. A schedule, which takes a search, and mixes of purchases go
through the point quote, one by one; so do the few rows whose own numbers contradict each other, or
lie outside of what a query may say.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import and_, or_
from typing import Any

import msgspec
import numpy as np
import polars as pl
from msgspec.structs import asdict, replace
from numpy.typing import NDArray

from pricing.catalog.library import Library
from pricing.numerics.number import Number, present
from pricing.numerics.structs import split, taken
from pricing.purchasing.query import RunPurchase
from pricing.run_costs.interruptions import as_asked
from pricing.run_costs.offers import BLOCK, USUAL_PURCHASES
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.quote import reason_of
from pricing.run_costs.tokens import LEAST_TOKENS, MOST_TOKENS
from pricing.sweeps.batches import Answered, in_batches
from pricing.sweeps.per_row import one_by_one
from pricing.sweeps.refusals import refused
from pricing.sweeps.run_courses import MONTHLY, ROWS_AT_ONCE, Asked, Runs, asked_of, is_number
from pricing.sweeps.run_inputs import DISCOUNT
from pricing.sweeps.run_points import COLUMNS, run_cost_row
from pricing.sweeps.run_rows import Found, RunRows
from pricing.sweeps.scenarios import Scenarios, places
from pricing.sweeps.table import INVALID_ROW
from pricing.training.feasibility import refusals_of

PURCHASES, PURCHASE = "purchases", "purchase."
HOURLY = "reliability.spot_preemptions_per_instance_hour"

REFUSAL = ("refusal", "refusal_detail")

Array = NDArray[Any]


def run_cost_rows(
    library: Library, scenarios: Scenarios, base: Mapping[str, Any], columns: Collection[str]
) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted results of every scenario, in order."""
    if _is_searched(scenarios, base):
        row = partial(run_cost_row, library=library)
        yield from one_by_one(row, COLUMNS, scenarios, base, columns)
        return
    wanted = [name for name in COLUMNS if name in columns and name not in scenarios.names]
    yield from in_batches(_answered(library, scenarios, base, wanted), scenarios.count)


def _answered(
    library: Library, scenarios: Scenarios, base: Mapping[str, Any], wanted: Collection[str]
) -> Answered:
    """Rows that say how they are bought, in any field, and rows that leave it to all ways."""
    own = [name for name in scenarios.names if name.startswith(PURCHASE)]
    in_all = any(
        value is not None and name.startswith(PURCHASE) and name not in own
        for name, value in base.items()
    )
    if in_all:
        return RunFrames(library, scenarios, base, (None,), wanted).answered
    if PURCHASES in base:
        under_all = RunFrames(library, scenarios, base, _listed(base), wanted).answered
    else:
        usual, optional = (*USUAL_PURCHASES, BLOCK), len(USUAL_PURCHASES)
        under_all = RunFrames(library, scenarios, base, usual, wanted, optional=optional).answered
    if not own:
        return under_all
    under_own = RunFrames(library, scenarios, base, (None,), wanted).answered

    def answered(start: int, end: int) -> pl.DataFrame:
        found = under_own(start, end)
        is_open = found.select(pl.all_horizontal(pl.col(own).is_null())).to_series()
        if not is_open.any():
            return found
        others = under_all(start, end)
        return found.select(
            pl.when(is_open).then(others[name]).otherwise(pl.col(name)).alias(name)
            for name in found.columns
        )

    return answered


def _is_searched(scenarios: Scenarios, base: Mapping[str, Any]) -> bool:
    """Whether they have what arrays do not work out, or a base that no query can have."""
    if any(name.startswith("schedule.") for name in (*scenarios.names, *base)):
        return True
    lists = {name for name, value in base.items() if isinstance(value, list | tuple)}
    if lists - {PURCHASES} or any(_outside(base.get)):
        return True
    try:
        return PURCHASES in base and any(purchase.mix for purchase in _listed(base))
    except msgspec.ValidationError:
        return True


def _listed(base: Mapping[str, Any]) -> tuple[RunPurchase, ...]:
    """The purchases that all rows share. Raises ValidationError for what is none."""
    query = {"model": "", "deployment": {"device": "any"}, PURCHASES: base[PURCHASES]}
    return msgspec.convert(query, RunCostQuery).purchases or ()


class RunFrames:
    """Runs, each under some ways of buying, as frames of their inputs and results."""

    def __init__(
        self,
        library: Library,
        scenarios: Scenarios,
        base: Mapping[str, Any],
        purchases: Sequence[RunPurchase | None],
        wanted: Collection[str],
        *,
        optional: int | None = None,
    ) -> None:
        """Work out what many rows share.

        base: the fields in which the scenarios do not differ, by dotted name; purchases: None
        for one that stands among these fields; optional: the place of one that need not be for
        sale; wanted: the results.
        """
        self._library, self._scenarios, self._base = library, scenarios, base
        self._wanted, self._optional = wanted, optional
        self._rows = RunRows(library, scenarios, base, purchases, wanted)
        self._courses = self._rows.courses
        self._reasons: dict[tuple[int, ...], dict[str, Any]] = {}
        self._numbers = [name for name in scenarios.names if is_number(name)]

    def answered(self, start: int, end: int) -> pl.DataFrame:
        """The inputs and the wanted results of the scenarios from one place to another."""
        at = places(start, end)
        inputs = self._scenarios.take(at)
        count = len(at)
        if self._courses.works.is_empty:
            others = self._point_rows(inputs, np.arange(count))
            return pl.concat([inputs, self._frame({}, others, count)], how="horizontal")
        asked = asked_of(inputs.select(self._numbers), self._base)
        runs_of = self._courses.of(at)
        found, others = [], {}
        with np.errstate(all="ignore"):
            for first in range(0, count, ROWS_AT_ONCE):
                rows = slice(first, min(first + ROWS_AT_ONCE, count))
                runs = runs_of(rows)
                part = self._rows.found(runs, asked.at(rows))
                others |= self._others(inputs, runs, asked.at(rows), part, first)
                found.append((runs.work, part))
        return pl.concat(
            [inputs, self._frame(self._columns(found), others, count)], how="horizontal"
        )

    def _columns(self, found: Sequence[tuple[Array, Found]]) -> dict[str, Any]:
        """The results of rows part by part, as whole columns."""

        def whole(parts: Iterable[Array]) -> Array:
            listed = list(parts)
            return listed[0] if len(listed) == 1 else np.concatenate(listed)

        numbers = {
            name: whole(part.results[name] for _, part in found) for name in found[0][1].results
        }
        heights = [0, *(deals.texts.height for deals in self._courses.deals)]
        offsets = np.cumsum(heights)[:-1]
        texts = [
            (self._courses.works.texts, whole(work for work, _ in found)),
            (
                pl.concat([deals.texts for deals in self._courses.deals]),
                whole(part.deals + offsets[part.chosen] for _, part in found),
            ),
        ]
        words = {
            name: frame[name].gather(at)
            for frame, at in texts
            for name in frame.columns
            if name in self._wanted
        }
        return {**numbers, **words}

    def _others(
        self, inputs: pl.DataFrame, runs: Runs, asked: Asked, found: Found, first: int
    ) -> dict[int, dict[str, Any]]:
        """Rows that are refused, or that the point quote answers, by their places.

        first: the place of the first row.
        """
        by_point = self._by_point(runs, asked, len(runs.work))
        refused_rows = ~found.is_answered & ~by_point
        others: dict[int, dict[str, Any]] = {}
        if refused_rows.any():
            refusals = self._refused(inputs, runs, asked, found, refused_rows, first)
            others = {first + row: refusal for row, refusal in refusals.items()}
        if by_point.any():
            others |= self._point_rows(inputs, first + np.flatnonzero(by_point))
        return others

    def _by_point(self, runs: Runs, asked: Asked, count: int) -> Array:
        """Whether the point quote has something to say about a row's own numbers."""
        trained = runs.trained
        found = [trained < LEAST_TOKENS, trained > MOST_TOKENS, *_outside(asked)]
        monthly, hourly = present(asked(MONTHLY)), present(asked(HOURLY))
        deals = list(zip(self._courses.deals, runs.deals, strict=True))
        is_spot = reduce(or_, [own.is_spot[at] for own, at in deals])
        found.append(is_spot & monthly & hourly)
        discount = asked(DISCOUNT)
        if discount is not None:
            own, at = deals[0]
            found.append(own.is_given[at] & (discount > 0.0))
        return np.broadcast_to(reduce(or_, found), count)

    def _refused(
        self,
        inputs: pl.DataFrame,
        runs: Runs,
        asked: Asked,
        found: Found,
        rows: Array,
        first: int,
    ) -> dict[int, dict[str, Any]]:
        """Why rows have no answer, by their places: in the words of the point quote."""
        is_endless = rows & ~found.is_wrong & found.priced[0]
        refusals = self._endless(runs, asked, found, np.flatnonzero(is_endless))
        for row in np.flatnonzero(rows & ~is_endless).tolist():
            key = (int(runs.work[row]), *(int(deals[row]) for deals in runs.deals))
            if key not in self._reasons:
                self._reasons[key] = self._point(inputs, first + row)
            refusals[row] = self._reasons[key]
        return refusals

    def _endless(
        self, runs: Runs, asked: Asked, found: Found, rows: Array
    ) -> dict[int, dict[str, Any]]:
        """Why runs never end that have a price under the first way of buying."""
        is_alike = [
            (one & ~other) | (~one & (place == self._optional))
            for place, (one, other) in enumerate(zip(found.priced, found.ending, strict=True))
        ]
        is_infeasible = reduce(and_, is_alike)
        monthly, stops = asked(MONTHLY), runs.going[0].stops
        refusals: dict[int, dict[str, Any]] = {}
        for part, (has_interval,) in split(
            (present(taken(stops.interval_seconds, rows)),), len(rows)
        ):
            own = rows[part]
            some, stopping = taken((runs.run, stops), own)
            if not has_interval:
                stopping = replace(stopping, interval_seconds=None)
            told = zip(own.tolist(), refusals_of(some, stopping, len(own)), strict=True)
            for row, refusal in told:
                share = taken(monthly, row)
                said = as_asked(refusal, None if share is None or np.isnan(share) else share)
                if is_infeasible[row]:
                    refusals[row] = asdict(refused(said))
                else:
                    refusals[row] = {"refusal": "no-price", "refusal_detail": reason_of(said)}
        return refusals

    def _point_rows(self, inputs: pl.DataFrame, rows: Array) -> dict[int, dict[str, Any]]:
        """The rows that the point quote answers, by their places."""
        return {row: self._point(inputs, row) for row in rows.tolist()}

    def _point(self, inputs: pl.DataFrame, row: int) -> dict[str, Any]:
        values = inputs.row(row, named=True)
        values.pop(INVALID_ROW, None)
        return run_cost_row({**self._base, **values}, self._library)

    def _frame(
        self, columns: Mapping[str, Any], rows: Mapping[int, Mapping[str, Any]], count: int
    ) -> pl.DataFrame:
        """Columns of results; rows: those that are answered in another way, by their places."""
        names = [*self._wanted, *(name for name in REFUSAL if name not in self._wanted)]
        series = []
        for name in names:
            own = columns.get(name)
            if own is None:
                found = pl.Series(name, [None], COLUMNS[name]).new_from_index(0, count)
            else:
                found = pl.Series(name, own).cast(COLUMNS[name])
            if rows:
                others = pl.Series([one.get(name) for one in rows.values()], dtype=COLUMNS[name])
                found = found.scatter(list(rows), others)
            series.append(found)
        return pl.DataFrame(series)


def _outside(asked: Callable[[str], Number]) -> list[Any]:
    """Whether numbers lie where no query may have them, which a column or a base does not check."""
    above = [asked(name) for name in ("epochs", "reliability.checkpoint_bytes_per_parameter")]
    monthly = asked(MONTHLY)
    found = [value <= 0.0 for value in above if value is not None]
    return found if monthly is None else [*found, monthly >= 1.0]
