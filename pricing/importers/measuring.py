"""Brings runs into the table of measurements of an overlay, and says what changes."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from pricing.errors import CatalogError, InvalidQuery
from pricing.evidence.questions import SUSTAINED_REGIMES
from pricing.importers.benchmarks.runs import SHARED_OUT, NotARunError, Run, RunReading, day_of_run
from pricing.importers.measurement_rows import Configurations, UnsaidError
from pricing.importers.readings import Asked, short_name
from pricing.importers.report import Report, Row, is_near

SAME = 1e-8
LEAST_RISE_RATIO = 0.98
"""Of a power to that of a lower load: less is a fall."""

IDENTITY = (
    *("device", "device_count", "model", "precision", "weight_bits", "kv_cache_precision"),
    *("engine", "engine_version", "scenario", "regime", "tensor_parallel", "concurrency"),
    "requests_per_second",
)
"""Columns that tell runs apart; lengths vary a little from one run to the next."""

OF_GROUPS = (*SHARED_OUT, "speculation", "draft_tokens")
"""Columns that do so where they say something."""

ID_DIGITS = 10

TOLD_AGAIN = "its result is told again, to the last digit"
RESULT = ("device", "device_count", "model", "precision", "regime", "concurrency")
DIGITS = 6
"""Of a rate: fewer of them may be those of two results."""

SERIES = ("device", "device_count", "model", "precision", "engine", "scenario", *OF_GROUPS)
UNCOMPARED = {"source", "source_location", "confidence"}


def read_all(
    files: Sequence[Path], read: Callable[[Path, Asked], RunReading], asked: Asked
) -> dict[Path, RunReading]:
    """What each file has; of several, one that is not of the format is left out and counted.

    Raises CatalogError where none is of the format.
    """
    readings: dict[Path, RunReading] = {}
    refused: dict[Path, CatalogError] = {}
    for path in files:
        try:
            readings[path] = read(path, asked)
        except CatalogError as error:
            refused[path] = error
    if refused and not readings:
        raise next(iter(refused.values()))
    for path, why in refused.items():
        reason = str(why).removeprefix(f"{path}: ")
        readings[path] = RunReading("", row_count=1, left_out={1: f"a file of them is {reason}"})
    return readings


def measured(readings: Mapping[Path, RunReading], asked: Asked) -> Report:
    """The rows that readings of files add to the table of measurements, or change in it.

    Raises InvalidQuery where no result becomes a row and the caller can say what is missing, and
    for an option that would stand for several names.
    """
    report = Report(asked.day, "benchmarks", "measurements")
    report.row_count = report.line_count = sum(one.row_count for one in readings.values())
    configurations = Configurations(asked.catalog, asked.told)
    configurations.check([run for reading in readings.values() for run in reading.runs])
    unsaid: list[UnsaidError] = []
    found: dict[str, Row] = {}
    known = {row["id"]: row for row in asked.catalog.frames["measurements"].iter_rows(named=True)}
    results: dict[Any, str | None] = {_result(row): key for key, row in known.items()}
    results[None], days = None, []
    for path, reading in readings.items():
        report.left_out += Counter(reading.left_out.values())
        for run in reading.runs:
            try:
                row = configurations.row(run)
            except UnsaidError as error:
                unsaid.append(error)
                report.left_out[f"it does not say {error}"] += 1
                continue
            except NotARunError as error:
                report.left_out[str(error)] += 1
                continue
            key = _free(_named(row, run, reading.tool, short_name(path.resolve())), found)
            if results.setdefault(_result(row), key) not in {key, None}:
                report.left_out[TOLD_AGAIN] += 1
                continue
            day = day_of_run(run.ran) or asked.day
            days.append(day)
            source = {
                "source": f"{reading.tool} ({short_name(path)}), {day}",
                "source_location": f"result {run.line} of {path.name}",
            }
            found[key] = {"id": key, **row, **source}
    if unsaid and not found:
        raise _asked_for(unsaid)
    report.observed = max(days, default=asked.day)
    report.mapped = len(found)
    report.remarks = _remarks(found.values(), configurations.notes)
    _tell_rising(found.values())
    for key, row in found.items():
        change = _change(known.get(key), row)
        report.counts[change] += 1
        if change != "unchanged":
            report.rows[key] = row
    return report


def _remarks(rows: Iterable[Row], notes: Counter[str]) -> list[str]:
    """What is to be known of rows: those that no answer is based on, and their notes."""
    remarks = []
    unused = sum(row["regime"] not in SUSTAINED_REGIMES for row in rows)
    if unused:
        remarks.append(
            f"{unused:,} ran under an objective of the latency: they are listed, and no evidence"
        )
    return remarks + [f"of {count:,}: {note}" for note, count in notes.most_common()]


def _asked_for(unsaid: Sequence[UnsaidError]) -> InvalidQuery:
    """What the caller has to say before anything can be read."""
    error = unsaid[0]
    return InvalidQuery(f"no result says {error}", field=error.options[0], nearest=error.nearest)


def _free(key: str, taken: Mapping[str, Row]) -> str:
    """A name that no other run has: the second of equal runs is numbered."""
    number, free = 1, key
    while free in taken:
        number += 1
        free = f"{key}-{number}"
    return free


def _result(row: Row) -> tuple[Any, ...] | None:
    """What two rows of one result agree in, None where a rate of few digits leaves it open."""
    rate = row["output_tokens_per_second"] or 0.0
    if len(str(rate).replace(".", "").strip("0")) < DIGITS:
        return None
    return (*(row[name] for name in RESULT), f"{rate:.{DIGITS}g}")


def _tell_rising(rows: Iterable[Row]) -> None:
    """Whether power rises with the load in each series, which rows of power must say."""
    series: dict[tuple[Any, ...], list[Row]] = defaultdict(list)
    for row in rows:
        if row["power_watts"] is not None:
            series[tuple(row[name] for name in SERIES)].append(row)
    for group in series.values():
        group.sort(key=lambda row: row["output_tokens_per_second"])
        watts = [row["power_watts"] for row in group]
        rises = all(after >= LEAST_RISE_RATIO * before for before, after in pairwise(watts))
        for row in group:
            row["power_monotone"] = rises


def _change(known: Row | None, row: Row) -> str:
    """What becomes of a row: new, changed or unchanged; the day of reading changes nothing."""
    if known is None:
        return "new"
    same = all(
        is_near(known[name], value, SAME) for name, value in row.items() if name not in UNCOMPARED
    )
    return "unchanged" if same else "changed"


def _named(row: Row, run: Run, tool: str, file: str) -> str:
    """What names a row: the tool, and a digest of what tells its run from others.

    A run that says its time is the same in any file; another one is that of its file and folder.
    """
    where = run.ran or file
    told = (tool, where, run.settings, *(row[name] for name in IDENTITY))
    told += tuple(f"{name} {row[name]}" for name in OF_GROUPS if row[name] is not None)
    lengths = [f"{row[name] or 0.0:.0f}" for name in ("input_tokens", "output_tokens")]
    digest = hashlib.sha256("\n".join(map(str, (*told, *lengths))).encode()).hexdigest()
    return f"{tool.split(maxsplit=1)[0].lower()}-{digest[:ID_DIGITS]}"
