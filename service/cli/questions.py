"""Questions without a server: `unitcost quote`, `sweep`, `compare` and `explain`."""

import os
import sys
from argparse import Namespace
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery
from pricing.comparisons.services.comparison import service_comparison
from pricing.comparisons.services.query import ServiceComparisonQuery
from pricing.errors import InvalidQuery
from pricing.explanations.query import ExplanationQuery
from pricing.run_costs.quote import run_costs
from pricing.sweeps.fields import changed, rivals_of
from pricing.sweeps.query import RunScenario, Scalar, SweepQuery
from pricing.sweeps.refusals import run_query
from pricing.tco.query import TcoQuery
from pricing.tco.quote import tco
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from service.batch.part_files import PARTS, PartDirectory
from service.batch.partition import PartitionedSweep
from service.batch.run import run_missing
from service.batch.runners import OWN, LocalRunner, RayRunner, Runner
from service.cli.explaining import PICTURES, explain
from service.cli.output import ENDINGS, TABLE_ENDINGS, chosen_form, format_of, tell, watched, write
from service.formats.readers import read_table
from service.http.decode_errors import refuse, with_integers
from service.http.problems import Refused
from service.operations.sweep_request import SweepRequest
from service.settings import Settings

WORDS: Mapping[str, Scalar] = {"": None, "null": None, "true": True, "false": False}
"""Values that are not text."""

Asked = TypeVar("Asked", bound=Struct)

RAY = "ray"


def ask(chosen: Namespace, settings: Settings) -> int:
    """Run one of these commands. Raises a Refusal."""
    _check_out(chosen.out)
    library = Library.load(settings.directories)
    try:
        match chosen.command:
            case "quote":
                tell(*_quote(chosen, library), chosen)
            case "compare":
                tell(*_compare(chosen, library), chosen)
            case "explain":
                explain(_explanation_query(chosen), library, chosen)
            case _:
                return _sweep(chosen, library, settings)
    except Refused as error:
        raise InvalidQuery(error.detail, field=error.field or "", nearest=error.nearest) from error
    return 0


def _check_out(out: Path | None) -> None:
    """Refuse a file that cannot be written, before anything is computed for it."""
    if out is not None and out.suffix in {*ENDINGS, *PICTURES} and not out.is_dir():
        existing = out if out.exists() else out.parent
        if not existing.exists():
            raise InvalidQuery(f"the directory {out.parent} does not exist", field="--out")
        if not os.access(existing, os.W_OK):
            raise InvalidQuery(f"{out} cannot be written", field="--out")


def _quote(chosen: Namespace, library: Library) -> tuple[Struct, Struct]:
    """A question and its answer."""
    values = changed(_query(chosen), _assigned(chosen.fields))
    if chosen.kind == "unit_costs":
        asked = _as(UnitCostQuery, values)
        return asked, unit_costs(asked, library)
    if chosen.kind == "tco":
        service = _as(TcoQuery, values)
        return service, tco(service, library)
    run = run_query(_as(RunScenario, values))
    return run, run_costs(run, library)


def _as(asked: type[Asked], values: Mapping[str, Any], *, strict: bool = True) -> Asked:
    """Values converted to a Struct. Raises Refused as the service does."""
    try:
        return msgspec.convert(with_integers(values), asked, strict=strict)
    except msgspec.ValidationError as error:
        refuse(error, asked, values)


def _compare(chosen: Namespace, library: Library) -> tuple[Struct, Struct]:
    """A question of candidates and their ranking."""
    if chosen.kind == "tco":
        services = _as(ServiceComparisonQuery, _varied(chosen), strict=False)
        return services, service_comparison(services, library)
    query = _as(ComparisonQuery, _varied(chosen), strict=False)
    return query, comparison(query, library)


def _varied(chosen: Namespace) -> dict[str, Any]:
    """The fields of a comparison; what may vary are lists."""
    given = _assigned(chosen.fields)
    for name, value in given.items():
        if name.startswith("vary."):
            given[name] = value if isinstance(value, list) else [value]
    return changed(_query(chosen), given)


def _explanation_query(chosen: Namespace) -> ExplanationQuery:
    """Fields of `from` and `to` by these prefixes, all others of both sides."""
    sides: dict[str, dict[str, Any]] = {"from": {}, "to": {}, "base": {}}
    for name, value in _assigned(chosen.fields).items():
        place, _, inner = name.partition(".")
        side, field = (place, inner) if inner and place in sides else ("base", name)
        sides[side][field] = value
    given = _query(chosen)
    figure = {} if chosen.figure is None else {"figure": chosen.figure}
    asked = {place: {**given.get(place, {}), **fields} for place, fields in sides.items()}
    return _as(ExplanationQuery, {"kind": chosen.kind, **given, **asked, **figure})


def _sweep(chosen: Namespace, library: Library, settings: Settings) -> int:
    question = _question(chosen)
    in_parts = _is_directory(chosen)
    sweep = question.whole(None if in_parts else settings.max_scenarios)
    if chosen.dry_run or question.query.dry_run:
        sweep.context(library)  # refuses an unknown release, as the rows would
        parts = f" in {_parts(len(question.row_counts))}" if in_parts else ""
        sys.stdout.write(f"{sweep.count:,} scenarios{parts}: {', '.join(sweep.columns)}\n")
        return 0
    if in_parts:
        return _fill(question, chosen, library, settings)
    # scenarios in the query are part of its digest, a table beside it has one of its own
    table = None if question.asked.scenarios else question.table
    request = SweepRequest(question.asked, sweep, table)
    provenance = request.provenance(library, chosen_form(chosen))
    answer = request.table_answer(library, provenance, question.rows(library))
    if chosen.out is not None or sys.stderr.isatty():
        answer = watched(answer)
    write(answer, chosen, request.head(library, provenance))
    return 0


def _question(chosen: Namespace) -> PartitionedSweep:
    query = _as(SweepQuery, {"kind": chosen.kind, **_query(chosen)})
    given = _assigned(chosen.fields)
    base = {name: value for name, value in given.items() if not isinstance(value, list)}
    axes = {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
    query = replace(query, base=changed(query.base, base), axes={**query.axes, **axes})
    if chosen.columns:
        query = replace(query, columns=tuple(chosen.columns.split(",")))
    if chosen.table is None:
        return PartitionedSweep(query, part_rows=chosen.part_rows)
    if query.axes or query.scenarios:
        raise InvalidQuery("a sweep has axes or a table of scenarios, not both", field="--table")
    form = format_of(chosen.table, TABLE_ENDINGS, field="--table")
    table = read_table(chosen.table.read_bytes(), form.media)
    return PartitionedSweep(query, table, chosen.part_rows)


def _is_directory(chosen: Namespace) -> bool:
    """Whether the answer goes into a directory of parts instead of one file."""
    out: Path | None = chosen.out
    on_ray = chosen.engine == RAY
    if chosen.address and not on_ray:
        raise InvalidQuery("--address is only for --engine ray", field="--address")
    if on_ray and (out is None or out.suffix in ENDINGS):
        raise InvalidQuery(
            "--engine ray needs a directory for the parts: name one with --out", field="--out"
        )
    if out is None:
        return False
    return on_ray or out.is_dir() or not out.suffix


def _fill(
    question: PartitionedSweep, chosen: Namespace, library: Library, settings: Settings
) -> int:
    """Write the missing parts of a directory."""
    directory = PartDirectory.of(chosen.out, question, library)
    runner: Runner = LocalRunner(library)
    if chosen.engine == RAY:
        runner = RayRunner(settings.directories, chosen.address or OWN)
    worked = run_missing(directory, runner)
    manifest = directory.manifest
    sys.stdout.write(
        f"{manifest.row_count:,} rows in {_parts(len(manifest.parts))}, {worked:,} of them new:"
        f" {directory.path / PARTS}\n"
    )
    return 0


def _parts(count: int) -> str:
    return f"{count:,} part{'' if count == 1 else 's'}"


def _query(chosen: Namespace) -> dict[str, Any]:
    if chosen.query is None:
        return {}
    try:
        return msgspec.json.decode(chosen.query.read_bytes(), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidQuery(f"{chosen.query}: {error}".replace("`", ""), field="--query") from error


def _assigned(fields: list[str]) -> dict[str, Any]:
    """Values by dotted name; values separated by commas are a list."""
    given: dict[str, Any] = {}
    for field in fields:
        name, equals, text = field.partition("=")
        if not equals:
            raise InvalidQuery(f"{field!r} is not of the form field=value", field="")
        if name in given:
            raise InvalidQuery(
                "the field is repeated: separate several values by commas", field=name
            )
        for rival in rivals_of(name, given):
            raise InvalidQuery(f"{rival} sets the same field: give only one of them", field=name)
        values = [_value(part) for part in text.split(",")]
        given[name] = values if len(values) > 1 else values[0]
    return given


def _value(text: str) -> Scalar:
    """A number or a boolean where the text is one, None where it is empty or null.

    >>> [_value(text) for text in ("8", "true", "null", "l4")]
    [8, True, None, 'l4']
    """
    if text in WORDS:
        return WORDS[text]
    try:
        number = float(text)
    except ValueError:
        return text
    if not isfinite(number):
        return text
    return int(number) if number.is_integer() else number
