"""Sweeps: a question about many scenarios, read, counted and answered batch by batch."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
import polars as pl
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.catalog.names import nearest
from pricing.errors import InvalidQuery, UnknownName
from pricing.quotes.queries import SweepKind, SweepQuery, TcoQuery, UnitCostQuery
from pricing.quotes.queries.sweeps import RunScenario
from pricing.quotes.sweeps import run_costs, run_points, tco, unit_costs
from pricing.quotes.sweeps.axes import grid_of, value_of
from pricing.quotes.sweeps.bills import USUAL, result_types
from pricing.quotes.sweeps.fields import changed, fields_of, find_field
from pricing.quotes.sweeps.scenarios import Grid, Table
from pricing.quotes.sweeps.tables import INVALID_ROW, table_of

DEFAULT_LIMIT = 2_000_000
"""Scenarios that one sweep may have unless it is set otherwise."""

REFUSAL = ("refusal", "refusal_detail")

SCENARIOS: dict[SweepKind, type[Struct]] = {
    "unit_costs": UnitCostQuery,
    "run_costs": RunScenario,
    "tco": TcoQuery,
}
"""What a scenario is a query of."""


WORK = {
    "unit_costs": unit_costs.unit_cost_rows,
    "run_costs": run_costs.run_cost_rows,
    "tco": tco.tco_rows,
}
"""What answers them."""


class Sweep(Struct, frozen=True, kw_only=True):
    """Scenarios, and the results that are wanted of each.

    base: the fields in which they do not differ, by dotted name.
    """

    kind: SweepKind
    scenarios: Grid | Table
    base: dict[str, Any]
    results: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many scenarios there are."""
        return self.scenarios.count

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of an answer: the fields in which scenarios differ, then the results."""
        inputs = tuple(name for name in self.scenarios.names if name != INVALID_ROW)
        return (*inputs, *(name for name in self.results if name not in inputs))

    @property
    def schema(self) -> dict[str, pl.DataType]:
        """The type of every column, the same in every batch."""
        fields = fields_of(SCENARIOS[self.kind])
        kinds = _results_of(self.kind)
        inputs = {name: fields[name].dtype for name in self.scenarios.names if name in fields}
        return {name: inputs.get(name, kinds.get(name, pl.Float64())) for name in self.columns}

    def rows(self, library: Library) -> Iterator[pl.DataFrame]:
        """The answer, batch by batch, in order."""
        work = WORK[self.kind]
        schema = self.schema
        for batch in work(library, self.scenarios, self.base, self.results):
            checked = batch
            if INVALID_ROW in batch.columns:
                checked = _told(batch, self.scenarios.names)
            _check_finite(checked)
            yield checked.select(pl.col(name).cast(kind) for name, kind in schema.items())


class NotFinite(ArithmeticError):
    """A result is infinite or not a number: a fault of a formula, never sent."""


def sweep_of(query: SweepQuery, *, limit: int = DEFAULT_LIMIT) -> Sweep:
    """Read a sweep. Raises InvalidQuery for one that is above the limit."""
    scenario = SCENARIOS[query.kind]
    if query.axes and query.scenarios:
        raise InvalidQuery("a sweep has axes or scenarios, not both", field="scenarios")
    if not query.axes and not query.scenarios:
        raise InvalidQuery("a sweep has axes or scenarios: one question is a quote", field="axes")
    if query.scenarios:
        return table_sweep(listed(query), query, limit=limit)
    grid = grid_of(query.axes, lambda name: find_field(scenario, name, place=f"axes.{name}"[:200]))
    found = _sweep(query, grid, limit)
    _check_shared(found.base, grid, scenario)
    return found


def listed(query: SweepQuery) -> pl.DataFrame:
    """The table of a query's scenarios, its cells as text. Raises UnknownName."""
    names = list(dict.fromkeys(name for one in query.scenarios for name in one))
    for name in names:
        find_field(SCENARIOS[query.kind], name, place="scenarios")
    cells = {name: [_cell(one.get(name)) for one in query.scenarios] for name in names}
    return pl.DataFrame(cells, schema=dict.fromkeys(names, pl.String))


def table_sweep(frame: pl.DataFrame, query: SweepQuery, *, limit: int = DEFAULT_LIMIT) -> Sweep:
    """A sweep of a table of scenarios; what its cells leave out is that of the base."""
    if not frame.width:
        raise InvalidQuery("a table of scenarios has columns", field="scenarios")
    _check_count(frame.height, limit)
    return _sweep(query, table_of(frame, SCENARIOS[query.kind]), limit)


def _sweep(query: SweepQuery, scenarios: Grid | Table, limit: int) -> Sweep:
    _check_count(scenarios.count, limit)
    base = dict(_flattened(query.base, SCENARIOS[query.kind], ""))
    if isinstance(scenarios, Table):
        scenarios = scenarios.filled(
            {name: base[name] for name in scenarios.names if name in base}, but=INVALID_ROW
        )
    return Sweep(
        kind=query.kind,
        scenarios=scenarios,
        base={name: value for name, value in base.items() if name not in scenarios.names},
        results=_results(query),
    )


def _check_count(count: int, limit: int) -> None:
    if count > limit:
        raise InvalidQuery(
            f"{count:,} scenarios are more than the {limit:,} that one sweep may have: leave out"
            " values of an axis, or ask in parts",
            field="axes",
        )


def _results_of(kind: SweepKind) -> Mapping[str, pl.DataType]:
    """Every result that a row may have, with its type."""
    if kind == "unit_costs":
        return result_types()
    return run_points.COLUMNS if kind == "run_costs" else tco.COLUMNS


def _results(query: SweepQuery) -> tuple[str, ...]:
    every = tuple(_results_of(query.kind))
    if query.columns is None:
        usual = USUAL if query.kind == "unit_costs" else every
        return (*(name for name in usual if name not in REFUSAL), *REFUSAL)
    for name in query.columns:
        if name not in every:
            raise UnknownName(
                f"{query.kind} has no result {name[:200]!r}",
                field="columns",
                nearest=nearest(name, every) or every[:5],
            )
    return (*(name for name in dict.fromkeys(query.columns) if name not in REFUSAL), *REFUSAL)


def _flattened(
    value: Mapping[str, Any], query: type[Struct], prefix: str
) -> Iterator[tuple[str, Any]]:
    """The leaves of a base by dotted name. Raises UnknownName for one that is no field."""
    for name, inner in value.items():
        dotted = f"{prefix}{name}"
        if isinstance(inner, Mapping):
            yield from _flattened(inner, query, f"{dotted}.")
        elif isinstance(inner, list | tuple):
            yield dotted, inner  # neither axis nor column: what it holds, the quote checks
        else:
            where = f"base.{dotted}"[:200]
            leaf = value_of(find_field(query, dotted, place=where), inner, where)
            if leaf is not None:
                yield dotted, leaf


def _check_shared(base: Mapping[str, Any], grid: Grid, scenario: type[Struct]) -> None:
    """Refuse a grid whose base is wrong in every scenario."""
    first = grid.first()
    try:
        msgspec.convert(changed({}, {**base, **first}), scenario)
    except msgspec.ValidationError as error:
        text, _, where = str(error).partition(" - at `$.")
        place = where.rstrip("`") if where else ""
        raise InvalidQuery(
            f"{text.replace('`', '')}{' at ' + place if place else ''}",
            field=f"base.{place}" if place else "base",
        ) from None


def _cell(value: str | float | None) -> str | None:
    return None if value is None else str(value)


def _told(batch: pl.DataFrame, inputs: Collection[str]) -> pl.DataFrame:
    """Rows whose cells are wrong have no results, and say so."""
    wrong = pl.col(INVALID_ROW).is_not_null()
    return batch.with_columns(
        refusal=pl.when(wrong).then(pl.lit("invalid-request")).otherwise("refusal"),
        refusal_detail=pl.when(wrong).then(INVALID_ROW).otherwise("refusal_detail"),
    ).with_columns(
        pl.when(~wrong).then(pl.col(name)).alias(name)
        for name in batch.columns
        if name not in inputs and name not in {*REFUSAL, INVALID_ROW}
    )


def _check_finite(batch: pl.DataFrame) -> None:
    floats = [name for name, kind in batch.schema.items() if kind == pl.Float64]
    if (
        floats
        and not batch.select(
            pl.all_horizontal(
                pl.col(name).is_finite().fill_null(value=True).all() for name in floats
            )
        ).item()
    ):
        raise NotFinite("a result is not finite")
