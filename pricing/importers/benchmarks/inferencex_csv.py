"""Tables that the site of InferenceX exports, in the words of its rows of a run.

A table has comments above its header. Its columns have the unit in brackets, and older tables write
milliseconds over latencies in seconds: the speed of a user, which is one over the time of a token,
tells which they are.
"""

import re
from pathlib import Path

from pricing.importers.benchmarks.runs import Record, cells_of, number

COMMENT = "#"
NAMES = {
    "hardware": "hw",
    "concurrency": "conc",
    "disaggregated": "disagg",
    "throughput": "tput_per_gpu",
    "output_throughput": "output_tput_per_gpu",
    "input_throughput": "input_tput_per_gpu",
    "num_prefill_gpus": "num_prefill_gpu",
    "num_prefill_chips": "num_prefill_gpu",
    "num_decode_gpus": "num_decode_gpu",
    "num_decode_chips": "num_decode_gpu",
}
"""Columns that rows of a run call otherwise."""

IN_SECONDS = (0.5, 2.0)
"""What the time of a token, in seconds, times the speed of a user is about."""

_COLUMN = re.compile(r"([^(/]+?)\s*(/(?:GPU|Chip))?\s*(?:\(([^)]*)\))?$", re.IGNORECASE)


def table_of(path: Path) -> list[Record]:
    """The rows of a table. Raises CatalogError for a file that is none."""
    lines = [row for row in cells_of(path) if not row[0].startswith(COMMENT)]
    header, *rows = lines or [[]]
    names = [_name(column) for column in header]
    return [_in_seconds(dict(zip(names, row, strict=False))) for row in rows]


def _name(column: str) -> str:
    """What rows of a run call a column; of a time in milliseconds with its unit."""
    found = _COLUMN.match(column.strip())
    stem, _, unit = found.groups() if found else (column, None, None)
    name = re.sub(r"\s+", "_", stem.strip().lower())
    return f"{name}_ms" if unit == "ms" else NAMES.get(name, name)


def _in_seconds(record: Record) -> Record:
    """A row without the milliseconds that its header alone has."""
    for kind in ("mean", "median"):
        time, speed = number(record, f"{kind}_tpot_ms"), number(record, f"{kind}_interactivity")
        if time and speed and IN_SECONDS[0] < time * speed < IN_SECONDS[1]:
            return {name.removesuffix("_ms"): value for name, value in record.items()}
    return record
