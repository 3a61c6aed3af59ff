"""Flattens answers into rows: quotes, options, months, candidates and pages of the catalogue."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, get_args, get_type_hints

import msgspec
import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pricing.comparisons.answer import ComparisonAnswer
from pricing.comparisons.comparison import candidate_types
from pricing.comparisons.services.answer import ServiceCandidate, ServiceComparisonAnswer
from pricing.explanations.answer import ExplanationAnswer
from pricing.quote.answer import Driver
from pricing.quote.certainty.answer import MonthPercentiles
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.query import RunCostParameters
from pricing.sweeps.fields import fields_of
from pricing.tco.answer import AlternativeMonth, Month, TcoAnswer
from pricing.tco.answer_capacity import Replica
from pricing.tco.by_parameters.query import TcoParameters
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.by_parameters.query import UnitCostParameters
from service.asking.answer import Asked
from service.asking.table import FigureRow, figure_rows
from service.formats.bridges import effect_columns, effect_rows, moved
from service.formats.columns import (
    DRIVERS,
    LABELS,
    SEPARATOR,
    SHOWN_DRIVERS,
    beside_labels,
    columns_of,
    driver_columns,
    flat,
    level_cells,
    level_columns,
)
from service.formats.currency import beside_dollars, effects_beside
from service.formats.media import XLSX, Format
from service.formats.selection import Verbosity, of_columns
from service.formats.tables import TableAnswer
from service.formats.words.markdown_columns import columns_beside
from service.formats.writers import WRITERS
from service.sentences.answers import sentence_of
from service.sentences.sentence import Sentence
from service.summaries.summary import cheapest_of, summary_of

Row = Mapping[str, Any]

BOOKED = (TcoAnswer, RunCostAnswer)
"""Answers that have a workbook of their own; others are a sheet of rows."""

PERCENTILES = ("p10", "p50", "p90")
MOVED = "moved"
"""The sheet of the rows that move."""

SPREAD = "uncertainty.month_usd_total"
"""The prefix of the percentiles of a month."""

SURE, MONTH_SURE = "confidence", "confidence.of_month"
"""The prefixes of how sure a cost is, and that of a month."""


def tabled(
    answer: Struct,
    query: Struct | None = None,
    *,
    is_brief: bool = False,
    verbosity: Verbosity | None = None,
) -> TableAnswer:
    """An answer as a table: a row for each option, month, candidate or listed row, else one row.

    An option or a month is beside the fields that all share. query: for the sentence, which is
    long where the verbosity is full; is_brief: only the cheapest option. The columns of a quote
    are always the same.
    """
    plain = msgspec.to_builtins(answer)
    labels = plain.pop(LABELS, {})
    rows, columns = _rows(answer, plain, query, is_brief=is_brief)
    drivers = plain.get(DRIVERS) or ()
    if plain.get(DRIVERS) is not None or isinstance(answer, TcoAnswer):
        columns = {**columns, **driver_columns()}
        strongest = dict(enumerate(map(flat, drivers[:SHOWN_DRIVERS]), start=1))
        own = flat({DRIVERS: {str(place): driver for place, driver in strongest.items()}})
        rows = [{**row, **own} for row in rows]
    if not isinstance(answer, ExplanationAnswer):
        rows, columns = beside_dollars(rows, columns, plain.get("converted"))
    notes = {
        name: str(value)
        for name, value in flat(plain.get("provenance") or {}).items()
        if value is not None
    }
    rows, columns = beside_labels(rows, columns, labels)
    sheets = {}
    if drivers:
        sheets[DRIVERS] = pl.DataFrame(list(map(flat, drivers)), schema=dict(columns_of(Driver)))
    if isinstance(answer, ExplanationAnswer):
        sheets[MOVED] = moved(plain["effects"])
    return TableAnswer.of(
        _frame(rows, columns),
        partial(_summary if verbosity == "full" else sentence_of, plain, _asked(query)),
        beside=columns_beside(answer, plain, verbosity),
        notes=notes,
        sheets=sheets,
    )


def _summary(plain: Row, query: Row) -> Sentence:
    return Sentence(summary_of(plain, query).removesuffix("."))


def _rows(
    answer: Struct, plain: Row, query: Struct | None, *, is_brief: bool
) -> tuple[Sequence[Row], Mapping[str, pl.DataType | None]]:
    """The rows of an answer, and the types of its columns, as far as they are known."""
    match answer:
        case Asked():
            return figure_rows(plain), columns_of(FigureRow)
        case RunCostAnswer():
            columns = {**columns_of(RunCostAnswer), **columns_of(RunOption)}
            first = plain["options"][0][SURE] if plain["options"] else None
            columns |= level_columns(first, SURE)
            return _options(plain, is_brief=is_brief), columns
        case TcoAnswer():
            columns = _month_columns(len(answer.alternatives))
            columns |= level_columns(plain[SURE], SURE, MONTH_SURE)
            return _months(plain), columns
        case ComparisonAnswer() | ServiceComparisonAnswer():
            ranked = [flat(row) for row in plain["candidates"]]
            is_over_time = isinstance(answer, ServiceComparisonAnswer)
            return ranked, columns_of(ServiceCandidate) if is_over_time else candidate_types()
        case ExplanationAnswer():
            return effects_beside(effect_rows(plain), effect_columns(), plain["converted"])
    return _plain_rows(answer, plain, query)


def _plain_rows(
    answer: Struct, plain: Row, query: Struct | None
) -> tuple[Sequence[Row], Mapping[str, pl.DataType | None]]:
    """The rows of a page, else the whole answer as one row."""
    if "rows" not in plain:
        is_quote = isinstance(answer, UnitCostAnswer)
        return [flat(plain)], columns_of(UnitCostAnswer) if is_quote else {}
    rows = [flat(row) for row in plain["rows"]]
    return rows, _typed(answer, rows) if rows else _columns(answer, query)


def written(
    answer: Struct,
    form: Format,
    query: Struct | None = None,
    *,
    is_brief: bool = False,
    names: Collection[str] = (),
    verbosity: Verbosity | None = None,
) -> bytes:
    """A whole answer in a format other than JSON; names: the columns that are wanted, if not all.

    Refuses a name that no column has.
    """
    if form is XLSX and not names and query is not None and isinstance(answer, BOOKED):
        return _book(answer, _in_full(query))
    return _written(tabled(answer, query, is_brief=is_brief, verbosity=verbosity), form, names)


def _book(answer: Any, query: Any) -> bytes:
    """The workbook of an answer, with the release and the day that answered in its question."""
    # A quarter of a second that few need.
    from service.formats.workbooks.runs import run_book  # noqa: PLC0415
    from service.formats.workbooks.services import service_book  # noqa: PLC0415

    words = summary_of(*map(msgspec.to_builtins, (answer, query)))
    of = answer.provenance
    query = replace(query, catalog=of.catalog, as_of=of.as_of)
    make = service_book if isinstance(answer, TcoAnswer) else run_book
    return make(answer, query, words)


def written_rows(frame: pl.DataFrame, form: Format, names: Collection[str] = ()) -> bytes:
    """The rows that a profile of a format has instead of the answer's, as `written` does."""
    return _written(TableAnswer.of(frame, lambda: Sentence(f"{frame.height} rows")), form, names)


def _written(table: TableAnswer, form: Format, names: Collection[str]) -> bytes:
    return b"".join(WRITERS[form](of_columns(table, names) if names else table))


def _asked(query: Struct | None) -> Row:
    """A query as its POST form."""
    found: Row = {} if query is None else msgspec.to_builtins(_in_full(query))
    return found


def _in_full(query: Struct) -> Struct:
    """A query by parameters as it is asked in full."""
    asked = UnitCostParameters | RunCostParameters | TcoParameters
    return query.query() if isinstance(query, asked) else query


def _options(plain: Row, *, is_brief: bool) -> Sequence[Row]:
    """A row for every option, or for the cheapest; the shared fields where there is none."""
    shared = flat({name: value for name, value in plain.items() if name != "options"})
    options = plain["options"]
    if is_brief and options:
        options = [cheapest_of(plain)]
    rows = [shared | flat(option) for option in options] or [shared]
    for row, option in zip(rows, options, strict=False):
        if option[SURE]:
            row.update(flat({SURE: level_cells(option[SURE])}))
    return rows


def _months(plain: Row) -> Sequence[Row]:
    """A row for every month: shared fields, the month, its replica, percentiles, alternatives."""
    shared = flat({name: value for name, value in plain.items() if name != "months"})
    rows = []
    for month in plain["months"]:
        serving = [one for one in plain["replicas"] if one["from_month"] <= month["month"]][-1]
        rows.append(shared | flat({"replica": serving, **month}))
    if plain["uncertainty"]:
        for row, spread in zip(rows, plain["uncertainty"]["months"], strict=True):
            row |= {f"{SPREAD}{SEPARATOR}{name}": spread[name] for name in PERCENTILES}
    if whole := plain[SURE]:
        for row, month in zip(rows, whole["months"], strict=True):
            own = {MONTH_SURE: {**month, **level_cells(month)}, SURE: level_cells(whole)}
            row.update(flat(own))
    for place, other in enumerate(plain["alternatives"], start=1):
        for row, month in zip(rows, other["months"], strict=True):
            column = {"name": other["name"], **month}
            row |= {name: column[field] for name, field in _alternative(place).items()}
    return rows


def _month_columns(alternative_count: int) -> dict[str, pl.DataType]:
    """The columns of months: always those of one alternative; of further ones at the end."""
    columns = {**columns_of(TcoAnswer), **columns_of(Month)}
    replica = columns_of(Replica)
    columns |= {f"replica{SEPARATOR}{name}": dtype for name, dtype in replica.items()}
    columns |= {f"{SPREAD}{SEPARATOR}{name}": pl.Float64() for name in PERCENTILES}
    sure = columns_of(MonthPercentiles)
    columns |= {f"{MONTH_SURE}{SEPARATOR}{name}": dtype for name, dtype in sure.items()}
    monthly = {"name": pl.String(), **columns_of(AlternativeMonth)}
    for place in range(1, max(1, alternative_count) + 1):
        columns |= {name: monthly[field] for name, field in _alternative(place).items()}
    return columns


def _alternative(place: int) -> dict[str, str]:
    """The columns of an alternative by its place, with the fields that they hold."""
    fields = ("name", "usd_total", "usd_cumulative")
    return {f"alternatives{SEPARATOR}{place}{SEPARATOR}{field}": field for field in fields}


def _typed(answer: Struct, rows: Sequence[Row]) -> dict[str, pl.DataType | None]:
    """The columns of a page, with the types of the schema where all cells are empty."""
    kinds: Sequence[type[Struct]] = [type(row) for row in msgspec.structs.asdict(answer)["rows"]]
    fields = fields_of(kinds[0])
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: fields[name].dtype if name in fields else None for name in names}


def _columns(answer: Struct, query: Struct | None) -> dict[str, pl.DataType]:
    """The columns of an empty page.

    Of several kinds of rows: those of the kind that is asked for, else those that all have.
    """
    item, *_ = get_args(get_type_hints(type(answer))["rows"])
    every: Sequence[type[Struct]] = get_args(item) or (item,)
    kinds = [kind for kind in every if _is_asked(kind, query)] or every
    tags = [kind.__struct_config__.tag_field for kind in kinds]
    columns = [{name: field.dtype for name, field in fields_of(kind).items()} for kind in kinds]
    first, *others = columns
    return {tag: pl.String() for tag in tags if tag} | {
        name: dtype for name, dtype in first.items() if all(name in other for other in others)
    }


def _is_asked(kind: type[Struct], query: Struct | None) -> bool:
    """Whether a query asks for rows of this kind and no other."""
    tag, field = kind.__struct_config__.tag, kind.__struct_config__.tag_field
    return field is not None and getattr(query, field, None) == tag


def _frame(rows: Sequence[Row], columns: Mapping[str, pl.DataType | None]) -> pl.DataFrame:
    """Rows as a frame; columns: with their types, as far as they are known."""
    names = columns or dict.fromkeys(name for row in rows for name in row)
    cells = {name: [row.get(name) for row in rows] for name in names}
    return pl.DataFrame(cells, schema=columns or None, strict=False)
