"""Sweeps: a question about many scenarios, read, counted and answered batch by batch."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from math import isfinite
from typing import Any

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.catalog.names import nearest
from pricing.errors import InvalidQuery, UnknownName, check_finite
from pricing.quote.context import QuoteContext
from pricing.sweeps import pools, tco
from pricing.sweeps.answer import USUAL, USUAL_OF_POOLS, unit_cost_results
from pricing.sweeps.axes import count_of, grid_of
from pricing.sweeps.base import check_shared, flattened, is_shared
from pricing.sweeps.certainty import columns as certainty
from pricing.sweeps.currencies.money import Money, check_shared_currency, money_of
from pricing.sweeps.fields import Field, bounded, fields_of, find_field
from pricing.sweeps.labels import LabelColumns, is_label, parted, shared_labels
from pricing.sweeps.query import RunScenario, SweepKind, SweepQuery
from pricing.sweeps.refusals import REFUSAL, told
from pricing.sweeps.run_costs import point_quotes
from pricing.sweeps.run_costs.rows import run_cost_rows
from pricing.sweeps.scenarios import Questions, Scenarios, Table
from pricing.sweeps.table import DEFAULTED, INVALID_ROW, column_of, empty_cells, table_of
from pricing.sweeps.unit_costs.prices import Unwanted
from pricing.sweeps.warnings import OF_KIND, WARNINGS, doubts_of, warned
from pricing.tco.query import TcoQuery
from pricing.unit_costs.query import UnitCostQuery

DEFAULT_LIMIT = 2_000_000
"""Scenarios that one sweep may have unless it is set otherwise."""

SCENARIOS: Mapping[str, type[Struct]] = {
    "unit_costs": UnitCostQuery,
    "run_costs": RunScenario,
    "tco": TcoQuery,
}
"""What a scenario is a query of."""

WORK = {"unit_costs": pools.rows, "run_costs": run_cost_rows, "tco": tco.tco_rows}
"""What answers them."""

USUAL_OF = {"unit_costs": USUAL, "run_costs": point_quotes.USUAL, "tco": tco.USUAL}
"""The results that rows have unless others are asked for."""


class Sweep(Struct, frozen=True, kw_only=True):
    """Scenarios, and the results that are wanted of each.

    base: the fields in which they do not differ, by dotted name; catalog, as_of: of a scenario
    that says none of its own, None where the base says none either; defaulted: the fields that
    each row of a table leaves out, None where none does; labels: columns that pass through.
    """

    kind: SweepKind
    scenarios: Scenarios
    base: dict[str, Any]
    results: tuple[str, ...]
    catalog: str | None
    as_of: str | None
    defaulted: pl.Series | None = None
    labels: LabelColumns = LabelColumns()

    @property
    def count(self) -> int:
        """How many scenarios there are."""
        return self.scenarios.count

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of an answer: the fields in which scenarios differ, then the results."""
        inputs = self.inputs
        own = () if self.defaulted is None else (DEFAULTED,)
        results = (name for name in self.results if name not in inputs)
        money = self._money.columns(self.results).values()
        return (*self.labels.names, *inputs, *own, *results, *money)

    @property
    def _money(self) -> Money:
        return money_of(self.base, self.catalog, self.as_of)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The fields in which scenarios differ."""
        return tuple(name for name in self.scenarios.names if name != INVALID_ROW)

    @property
    def schema(self) -> dict[str, pl.DataType]:
        """The type of every column, the same in every batch."""
        fields = fields_of(SCENARIOS[self.kind])
        kinds = _results_of(self.kind)
        inputs = {name: fields[name].dtype for name in self.scenarios.names if name in fields}
        kinds = {**kinds, **dict.fromkeys((DEFAULTED, *self.labels.names), pl.String())}
        return {name: inputs.get(name, kinds.get(name, pl.Float64())) for name in self.columns}

    def context(self, library: Library) -> QuoteContext | None:
        """A context of scenarios that name no release or day of their own.

        None where there is no such release or day: the rows say so themselves. Raises UnknownName
        for a release that is that of every row.
        """
        try:
            return QuoteContext.open(library, catalog=self.catalog, as_of=self.as_of)
        except UnknownName:
            if "catalog" in self.base:
                raise
        except InvalidQuery:
            pass
        return None

    def doubts(self, library: Library) -> tuple[str, ...]:
        """Values that look off by a unit or a factor, and the rate of another currency."""
        context = self.context(library)
        if context is None:
            return ()
        doubts = doubts_of(context.catalog, self.scenarios, self.base)
        return (*doubts, *self._money.told(context, self.kind))

    def rows(self, library: Library, unwanted: Unwanted | None = None) -> Iterator[pl.DataFrame]:
        """The answer, batch by batch, in order; unwanted: of unit costs, what is out besides."""
        work = partial(pools.rows, unwanted=unwanted) if unwanted else WORK[self.kind]
        schema = self.schema
        if not self.count:
            yield pl.DataFrame(schema=schema)
            return
        rates = self._money.rates(library, self.kind, self.inputs)
        is_warned = WARNINGS in self.results and self.kind in OF_KIND
        results = [name for name in self.results if not (is_warned and name == WARNINGS)]
        start = 0
        for batch in work(Questions(library, self.scenarios, self.base), results):
            checked = self.labels.beside(batch, start)
            if self.defaulted is not None:
                checked = checked.with_columns(self.defaulted.slice(start, batch.height))
            start += batch.height
            if INVALID_ROW in batch.columns:
                checked = told(checked, (*self.scenarios.names, *self.labels.names))
            if self.kind != "unit_costs":  # these are checked where they are worked out
                _check_finite(checked)
            if is_warned:
                checked = warned(self.kind, checked, self.base, self.inputs, library)
            if rates is not None:
                checked = self._money.beside(checked, self.results, rates)
            yield checked.select(pl.col(name).cast(kind) for name, kind in schema.items())


def sweep_of(query: SweepQuery, *, limit: int = DEFAULT_LIMIT) -> Sweep:
    """Read a sweep. Raises InvalidQuery for one that is above the limit."""
    _check_either(query)
    if query.scenarios:
        return table_sweep(listed(query), query, limit=limit)
    grid = grid_of(query.axes, _finder(query), lambda count: check_count(count, limit))
    found = _sweep(query, grid, limit)
    check_shared(found.base, grid, SCENARIOS[query.kind])
    return replace(found, labels=LabelColumns(shared_labels(query)))


def scenario_count(query: SweepQuery, *, limit: int) -> int:
    """How many scenarios a sweep has, without laying them out. Raises as sweep_of does."""
    _check_either(query)
    if query.scenarios:
        check_count(len(query.scenarios), limit)
        return len(query.scenarios)
    return count_of(query.axes, _finder(query), lambda count: check_count(count, limit))


def _check_either(query: SweepQuery) -> None:
    if query.axes and query.scenarios:
        raise InvalidQuery("a sweep has axes or scenarios, not both", field="scenarios")
    if not query.axes and not query.scenarios:
        raise InvalidQuery("a sweep has axes or scenarios: one question is a quote", field="axes")


def _finder(query: SweepQuery) -> Callable[[str], Field]:
    """Finds the field of an axis. Raises UnknownName."""
    scenario = SCENARIOS[query.kind]
    return lambda name: find_field(scenario, name, place=f"axes.{name}"[:200])


def listed(query: SweepQuery) -> pl.DataFrame:
    """The table of a query's scenarios. Raises UnknownName."""
    names = list(dict.fromkeys(name for one in query.scenarios for name in one))
    for name in names:
        if not is_label(name, query):
            find_field(SCENARIOS[query.kind], name, place="scenarios")
    return pl.DataFrame(
        [column_of(name, [one.get(name) for one in query.scenarios]) for name in names]
    )


def table_sweep(
    frame: pl.DataFrame,
    query: SweepQuery,
    *,
    limit: int = DEFAULT_LIMIT,
    has_empty_cells: bool = False,
) -> Sweep:
    """A sweep of a table of scenarios; what its cells leave out is that of the base.

    has_empty_cells: whether the rows say what they leave out even if none leaves out anything, as
    those of another part of the table do.
    """
    check_count(frame.height, limit)
    scenario = SCENARIOS[query.kind]
    frame, labels = parted(frame, query, fields_of(scenario), _results_of(query.kind))
    if not frame.width:
        raise InvalidQuery(
            "a table of scenarios has a column with a field of the question", field="scenarios"
        )
    found = _sweep(query, table_of(frame, scenario), limit)
    defaulted = defaulted_of(frame, query)
    if defaulted is None and has_empty_cells:
        defaulted = pl.Series(DEFAULTED, [None], pl.String).new_from_index(0, frame.height)
    return replace(found, defaulted=defaulted, labels=labels)


def defaulted_of(frame: pl.DataFrame, query: SweepQuery) -> pl.Series | None:
    """The fields of which each row of a table takes the default; None where no row does."""
    base = _base(query)
    own = frame.drop([name for name in frame.columns if is_label(name, query)])
    return empty_cells(own, but=base)


def _base(query: SweepQuery) -> dict[str, Any]:
    return dict(bounded(flattened(query.base, SCENARIOS[query.kind], ""), place="base"))


def _sweep(query: SweepQuery, scenarios: Scenarios, limit: int) -> Sweep:
    check_count(scenarios.count, limit)
    check_shared_currency(scenarios.names)
    base = _base(query)
    fields = fields_of(SCENARIOS[query.kind])
    shared = {name: value for name, value in base.items() if is_shared(name, scenarios.names)}
    unsaid = shared
    if isinstance(scenarios, Table):
        unsaid = base  # an empty cell is that of the base; of an axis, null leaves the field out
        others = {
            name: pl.lit(value, fields[name].dtype)
            for name, value in base.items()
            if name not in shared
        }
        scenarios = scenarios.filled(others, but=INVALID_ROW)
    names = (*scenarios.names, *base)
    results = _results(query, names)
    certainty.check_asked(results, names, scenarios.count)
    return Sweep(
        kind=query.kind,
        scenarios=scenarios,
        base=shared,
        results=results,
        catalog=unsaid.get("catalog"),
        as_of=unsaid.get("as_of"),
    )


def check_count(count: int, limit: int) -> None:
    """Raise InvalidQuery for more scenarios than one sweep may have."""
    if count > limit:
        raise InvalidQuery(
            f"{count:,} scenarios are more than the {limit:,} that one sweep may have: leave out"
            " values of an axis, or ask in parts",
            field="axes",
        )


def _results_of(kind: SweepKind) -> Mapping[str, pl.DataType]:
    """Every result that a row may have, with its type."""
    if kind == "tco":
        return tco.COLUMNS
    of_frames = unit_cost_results() if kind == "unit_costs" else point_quotes.COLUMNS
    return {**of_frames, WARNINGS: pl.String()}


def _results(query: SweepQuery, fields: Collection[str]) -> tuple[str, ...]:
    """The results that are asked for; fields: of the scenarios and their base."""
    every = tuple(_results_of(query.kind))
    names = query.columns
    if names is None:
        of_pools = query.kind == "unit_costs" and pools.is_apart(fields)
        sure = certainty.COLUMNS if certainty.ASKED in fields else ()
        names = (*USUAL_OF[query.kind], *(USUAL_OF_POOLS if of_pools else ()), *sure)
    for name in names:
        if name not in every:
            raise UnknownName(
                f"{query.kind} has no result {name[:200]!r}",
                field="columns",
                nearest=nearest(name, every) or every[:5],
            )
    return (*(name for name in dict.fromkeys(names) if name not in REFUSAL), *REFUSAL)


def _check_finite(batch: pl.DataFrame) -> None:
    for column in batch.iter_columns():
        # of a sum that is finite all are; one that is not may be too large alone
        if column.dtype == pl.Float64 and not isfinite(column.sum()):
            check_finite(*column.drop_nulls())
