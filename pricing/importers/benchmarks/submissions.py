"""What a submission to MLPerf says of a run beside its summary: system, weights and day.

The summary lies in `results/SYSTEM/BENCHMARK/SCENARIO/performance/run_1`. Beside `results` are
`systems/SYSTEM.json` and, by benchmark and scenario, files of `measurements`. The log of the run
has its time.
"""

import json
import re
from pathlib import Path
from typing import Any

from pricing.importers.benchmarks.runs import Record, as_whole, word

RESULTS = "results"
LOG = "mlperf_log_detail.txt"
LOG_START = 65_536
"""Bytes of a log that are read: the time of the run is in its first lines."""

NOTHING = {"n/a", "na", "-", "unset", "tbd", "not applicable"}
_TIME = re.compile(r'"key": "test_datetime", "value": "([^"]+)"')


def submission_of(path: Path) -> Record:
    """The description of the system of a summary, with `weight_data_types`, `ran` and `place`.

    Empty for a summary that lies in no submission.
    """
    parts = path.resolve().parts
    found = [at for at, part in enumerate(parts) if part == RESULTS and len(parts) > at + 4]
    if not found:
        return {}
    at = found[-1]
    root, system, benchmark, scenario = Path(*parts[:at]), *parts[at + 1 : at + 4]
    folders = (root / "measurements" / system / benchmark / scenario, Path(*parts[: at + 4]))
    told = [_object(file) for folder in folders for file in sorted(folder.glob("*.json"))]
    weights = (said(one, "weight_data_types") for one in told)
    return {
        **_object(root / "systems" / f"{system}.json"),
        "weight_data_types": next(filter(None, weights), None),
        "ran": _time(path.parent / LOG),
        "place": "/".join(parts[at - 1 : at + 4]),
    }


def said(record: Record, *names: str) -> str | None:
    """The first of several fields that has a text other than one for nothing."""
    found = (word({name: record.get(name)}, name) for name in names)
    return next((one for one in found if one and one.lower() not in NOTHING), None)


def devices_of(record: Record) -> tuple[str | None, int | None]:
    """The accelerator of a system and how many there are; processors where it has none."""
    nodes = as_whole(record.get("number_of_nodes") or record.get("Nodes")) or 1
    name = said(record, "accelerator_model_name", "Accelerator")
    counts: tuple[str, ...] = ("accelerators_per_node", "a#")
    if name is None:
        name = said(record, "host_processor_model_name", "Processor")
        counts = ("host_processors_per_node", "p#")
    per_node = next(filter(None, (as_whole(record.get(one)) for one in counts)), None)
    return name, per_node and per_node * nodes


def _object(path: Path) -> dict[str, Any]:
    """The object of a JSON file, empty for any other file and for none."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _time(path: Path) -> str | None:
    """When a run began, by its log."""
    try:
        with path.open("rb") as file:
            found = _TIME.search(file.read(LOG_START).decode(errors="replace"))
    except OSError:
        return None
    return found[1] if found else None
