"""Run costs of a sweep: one run a row, under the cheapest way of buying that it asks for.

Almost all are worked out on arrays. A schedule, which takes a search, `confidence` and mixes of
purchases go through the point quote, one by one; so do the few rows whose own numbers contradict
each other, or lie outside of what a query may say.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from threading import Lock
from typing import Any

import msgspec
import numpy as np
import polars as pl

from pricing.purchasing.one_provider import side_by_side
from pricing.purchasing.query import RunPurchase
from pricing.run_costs.offers import BLOCK, USUAL_PURCHASES
from pricing.run_costs.query import RunCostQuery
from pricing.sweeps.batches import Answered, in_batches, one_by_one
from pricing.sweeps.certainty.columns import ASKED
from pricing.sweeps.refusals import REFUSAL
from pricing.sweeps.run_costs.bills import Bills, Found
from pricing.sweeps.run_costs.courses import Runs
from pricing.sweeps.run_costs.fields import asked_of, is_number
from pricing.sweeps.run_costs.point_quotes import COLUMNS, run_cost_row
from pricing.sweeps.run_costs.refusals import Refusals, RunRefusals, outside
from pricing.sweeps.scenarios import Questions, Scenarios, places

PURCHASES, PURCHASE = "purchases", "purchase."


def run_cost_rows(questions: Questions, columns: Collection[str]) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted results of every scenario, in order."""
    scenarios = questions.scenarios
    if _is_searched(scenarios, questions.base):
        row = partial(run_cost_row, library=questions.library)
        yield from one_by_one(row, COLUMNS, questions, columns)
        return
    wanted = [name for name in COLUMNS if name in columns and name not in scenarios.names]
    yield from in_batches(_answered(questions, wanted), scenarios.count)


def _answered(questions: Questions, wanted: Collection[str]) -> Answered:
    """Rows that say how they are bought, in any field, and rows that leave it to all ways."""
    base = questions.base
    own = [name for name in questions.scenarios.names if name.startswith(PURCHASE)]
    in_all = any(
        value is not None and name.startswith(PURCHASE) and name not in own
        for name, value in base.items()
    )
    if in_all:
        return RunFrames(questions, (None,), wanted).answered
    if not own:
        return _under_all(questions, wanted)
    under_own, lock = RunFrames(questions, (None,), wanted).answered, Lock()

    @cache
    def under_all() -> Answered:
        return _under_all(questions, wanted)

    def answered(start: int, end: int) -> pl.DataFrame:
        found = under_own(start, end)
        is_open = found.select(pl.all_horizontal(pl.col(own).is_null())).to_series()
        if not is_open.any():
            return found
        with lock:  # worked out once, and not where every row says how it is bought
            all_ways = under_all()
        others = all_ways(start, end)
        return found.select(
            pl.when(is_open).then(others[name]).otherwise(pl.col(name)).alias(name)
            for name in found.columns
        )

    return answered


def _under_all(questions: Questions, wanted: Collection[str]) -> Answered:
    """Rows that leave it to all ways how they are bought: those of the base, or the usual ones."""
    if PURCHASES in questions.base:
        return RunFrames(questions, _listed(questions.base), wanted).answered
    usual, optional = (*USUAL_PURCHASES, BLOCK), len(USUAL_PURCHASES)
    return RunFrames(questions, usual, wanted, optional=optional).answered


def _is_searched(scenarios: Scenarios, base: Mapping[str, Any]) -> bool:
    """Whether they have what arrays do not work out, or a base that no query can have."""
    names = (*scenarios.names, *base)
    if ASKED in names or any(name.startswith("schedule.") for name in names):
        return True
    lists = {name for name, value in base.items() if isinstance(value, list | tuple)}
    if lists - {PURCHASES} or any(outside(base.get)):
        return True
    try:
        return PURCHASES in base and any(purchase.mix for purchase in _listed(base))
    except msgspec.ValidationError:
        return True


def _listed(base: Mapping[str, Any]) -> tuple[RunPurchase, ...]:
    """The purchases that all rows share. Raises ValidationError for what is none."""
    query = {"model": "", "deployment": {"device": "any"}, PURCHASES: base[PURCHASES]}
    return side_by_side(msgspec.convert(query, RunCostQuery).purchases or ())


class RunFrames:
    """Runs, each under some ways of buying, as frames of their inputs and results."""

    def __init__(
        self,
        questions: Questions,
        purchases: Sequence[RunPurchase | None],
        wanted: Collection[str],
        *,
        optional: int | None = None,
    ) -> None:
        """Work out what many rows share.

        purchases: None for one that stands among the fields of a question; optional: the place of
        one that need not be for sale, among the usual ones that nobody named; wanted: the results.
        """
        library, scenarios, base = questions
        self._scenarios, self._base, self._wanted = scenarios, base, wanted
        self._bills = Bills(questions, purchases, wanted, is_named=optional is None)
        self._courses = self._bills.courses
        self._refusals = RunRefusals(library, base, self._courses, optional)
        self._numbers = [name for name in scenarios.names if is_number(name)]

    def answered(self, start: int, end: int) -> pl.DataFrame:
        """The inputs and the wanted results of the scenarios from one place to another."""
        at = places(start, end)
        inputs = self._scenarios.take(at)
        refused = Refusals(inputs)
        columns: dict[str, Any] = {}
        if self._courses.works.is_empty:
            self._refusals.ask(refused, range(len(at)))
        else:
            asked = asked_of(inputs.select(self._numbers), self._base)
            with np.errstate(all="ignore"):
                runs = self._courses.of(at)
                found = self._bills.found(runs, asked)
                self._refusals.tell(refused, runs, asked, found)
            columns = {**found.results, **self._words(runs, found)}
        return pl.concat([inputs, self._frame(columns, refused)], how="horizontal")

    def _words(self, runs: Runs, found: Found) -> dict[str, pl.Series]:
        """What rows say of the run, and of the way of buying that each has chosen."""
        heights = [0, *(deals.texts.height for deals in self._courses.deals)]
        offsets = np.cumsum(heights)[:-1]
        texts = [
            (self._courses.works.texts, runs.work),
            (
                pl.concat([deals.texts for deals in self._courses.deals]),
                found.deals + offsets[found.chosen],
            ),
        ]
        return {
            name: frame[name].gather(at)
            for frame, at in texts
            for name in frame.columns
            if name in self._wanted
        }

    def _frame(self, columns: Mapping[str, Any], refused: Refusals) -> pl.DataFrame:
        """Columns of results, without those of rows that are refused, and why these are."""
        count = refused.inputs.height
        found = []
        for name in (*self._wanted, *(name for name in REFUSAL if name not in self._wanted)):
            if name in columns:
                own = pl.Series(name, columns[name]).cast(COLUMNS[name])
            else:
                own = pl.Series(name, [None], COLUMNS[name]).new_from_index(0, count)
            found.append(refused.put(own))
        return pl.DataFrame(found)
