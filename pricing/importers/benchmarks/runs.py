"""What a reader of benchmarks yields: runs in the words of their file, and what it left out."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from math import isfinite
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from pricing.importers.readings import OTHER_SHAPE, SHAPE_ERRORS, refused

Record = Mapping[str, Any]
"""A result as its file has it."""

MILLISECONDS = 1e-3
NANOSECONDS = 1e-9
MOST_FAILED_FRACTION = 0.1
"""Of requests that failed: a run with more says little of what a deployment sustains."""

SHARED_OUT = ("data_parallel", "expert_parallel", "pipeline_parallel")
"""Columns of groups, experts and stages."""

NO_RATE = "it says no output tokens per second"
HAS_IMAGES = "its prompts have images, sound or video, which rows of measurements do not tell"
SHARES_PREFIX = "its prompts share a prefix, which rows of measurements do not tell"


class Run(Struct, frozen=True, kw_only=True):
    """One measured load of a deployment; None is what its file does not say.

    line: the record, as messages count it; device, model, precision, …: the words of the file;
    tokenizer: of the model, which tells one that is served under the name of another;
    scenario: what the benchmark calls it; regime: of REGIMES, None where the load is not told;
    speculation: see pricing.importers.benchmarks.drafts;
    at_once: requests that were all sent at the start; ran: the time of the run; power_watts: of all
    devices, of which power_device_count were seen; layers_on_device: of the model, None where all
    are; settings: what tells runs apart that rows do
    not; notes: what whoever imports it should know; facts: figures that rows have no column for.
    """

    line: int
    scenario: str
    regime: str | None
    output_tokens_per_second: float
    model: str | None = None
    tokenizer: str | None = None
    device: str | None = None
    device_count: int | None = None
    tensor_parallel: int | None = None
    data_parallel: int | None = None
    expert_parallel: int | None = None
    pipeline_parallel: int | None = None
    attention_parallel: str | None = None
    speculation: str | None = None
    draft_tokens: int | None = None
    acceptance_length: float | None = None
    precision: str | None = None
    kv_cache_precision: str | None = None
    engine: str | None = None
    engine_version: str | None = None
    concurrency: float | None = None
    at_once: float | None = None
    requests_per_second: float | None = None
    input_tokens: float | None = None
    output_tokens: float | None = None
    dataset: str | None = None
    ttft_seconds: float | None = None
    tpot_seconds: float | None = None
    power_watts: float | None = None
    power_device_count: int | None = None
    layers_on_device: int | None = None
    ran: str | None = None
    settings: str = ""
    notes: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


class RunReading(Struct):
    """What a reader found in a file.

    tool: what made it; row_count: results of the file; left_out: why one is no run.
    """

    tool: str
    row_count: int = 0
    runs: list[Run] = field(default_factory=list)
    left_out: dict[int, str] = field(default_factory=dict)


class NotARunError(ValueError):
    """Why a result is no measurement of serving."""


def records_of(path: Path) -> list[Record]:
    """The results of a JSON file: an object, an array, a line each, or one after the other.

    Raises CatalogError for anything else.
    """
    decoder, found, at = json.JSONDecoder(), [], 0
    try:
        text = path.read_bytes().decode("utf-8-sig").strip()
        while at < len(text):
            value, at = decoder.raw_decode(text, at)
            found += value if isinstance(value, list) else [value]
            while at < len(text) and text[at] in " \t\r\n,":
                at += 1
    except (OSError, ValueError) as error:
        raise refused(path, f"not readable as JSON of this format: {error}") from error
    if not found or not all(isinstance(one, dict) for one in found):
        raise refused(path, "not of this format: JSON objects are expected")
    return found


def rows_of(path: Path) -> list[Record]:
    """The rows of a CSV by its header. Raises CatalogError for a file that is none."""
    header, *rows = cells_of(path) or [[]]
    return [dict(zip(header, row, strict=False)) for row in rows]


def cells_of(path: Path) -> list[list[str]]:
    """The lines of a CSV that are not empty. Raises CatalogError for a file that is none."""
    try:
        return [row for row in csv.reader(text_of(path).splitlines()) if row]
    except csv.Error as error:
        raise refused(path, f"not readable as CSV: {error}") from error


def collect(reading: RunReading, records: Iterable[Record], run_of: Any) -> None:
    """Add results, counted or left out."""
    for record in records:
        reading.row_count += 1
        line = reading.row_count
        try:
            reading.runs.append(run_of(record, line))
        except NotARunError as error:
            reading.left_out[line] = str(error)
        except SHAPE_ERRORS:
            reading.left_out[line] = OTHER_SHAPE


def first(record: Record, *names: str) -> Any:
    """The first of several spellings that a record has a value for."""
    return next((record[name] for name in names if record.get(name) not in {None, ""}), None)


def number(record: Record, *names: str) -> float | None:
    """The first of several spellings that is a number above zero."""
    for name in names:
        value = positive(record.get(name))
        if value is not None:
            return value
    return None


def positive(value: object) -> float | None:
    """A finite number above zero, None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        read = float(value)
    except ValueError:
        return None
    return read if isfinite(read) and read > 0.0 else None


def whole(record: Record, *names: str) -> int | None:
    """The first of several spellings that is a whole number above zero."""
    return as_whole(number(record, *names))


def as_whole(value: object) -> int | None:
    """A whole number above zero, None for anything else."""
    read = positive(value)
    return int(read) if read is not None and read.is_integer() else None


def word(record: Record, *names: str) -> str | None:
    """The first of several spellings that is a text."""
    return next(filter(None, (as_word(record.get(name)) for name in names)), None)


def as_word(value: object) -> str | None:
    """A text, or that of a list of one; None for anything else, and for words for nothing."""
    value = value[0] if isinstance(value, list) and len(value) == 1 else value
    is_text = isinstance(value, str) and value.strip().lower() not in {"", "none", "null", "auto"}
    return str(value).strip() if is_text else None


def as_text(value: object) -> str | None:
    """Any value as a text, None for none."""
    return None if value is None else str(value)


def nested(record: object, *names: str) -> Any:
    """The first value under one of several names, however deep it lies."""
    for name in names:
        found = next((value for value in under(record, name) if value not in (None, "")), None)
        if found is not None:
            return found
    return None


def under(record: object, name: str) -> Iterator[Any]:
    """The values under a name, however deep they lie."""
    if isinstance(record, Mapping):
        if name in record:
            yield record[name]
        for value in record.values():
            yield from under(value, name)
    elif isinstance(record, list):
        for value in record[:64]:
            yield from under(value, name)


def seconds(record: Record, stem: str, notes: list[str]) -> float | None:
    """A latency in seconds: the mean, else the median, which is then said.

    `<mean|median>_<stem>_ms` is in milliseconds, the same without `_ms` in seconds.
    """
    for kind in ("mean", "median"):
        value = number(record, f"{kind}_{stem}_ms", f"{stem}_{kind}_ms")
        if value is not None:
            value *= MILLISECONDS
        else:
            value = number(record, f"{kind}_{stem}", f"{kind}_{stem}_s")
        if value is not None:
            if kind == "median":
                notes.append(f"{stem} is the median")
            return value
    return None


def check_failed(completed: float | None, failed: float | None) -> None:
    """Raise NotARunError where too many requests failed."""
    if completed is None or not failed:
        return
    if failed > MOST_FAILED_FRACTION * (failed + completed):
        raise NotARunError("more than a tenth of its requests failed")


SINCE_1970 = (1e9, 1e10)
"""Seconds that are times of this century; a date in digits is less, one with hours is more."""

_DAY = re.compile(r"(20\d\d)-?(\d\d)-?(\d\d)")


def day_of_run(ran: str | None) -> date | None:
    """The day of the time of a run: ISO 8601, digits alone, or seconds since 1970."""
    if ran is None:
        return None
    since_1970 = positive(ran)
    if since_1970 is not None and SINCE_1970[0] < since_1970 < SINCE_1970[1]:
        return datetime.fromtimestamp(since_1970, UTC).date()
    found = _DAY.search(ran)
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def text_of(path: Path) -> str:
    """A file as text. Raises CatalogError for one that is none."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise refused(path, f"not readable as text: {error}") from error
