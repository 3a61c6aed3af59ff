"""GuideLLM's table of benchmarks, in the shape of its report.

A table has three lines of header: the group, the metric with what became of the requests, and the
statistic. The settings are cells of JSON; of the load they have what all benchmarks of the report
were asked for, in their order.
"""

import json
from pathlib import Path
from typing import Any

from pricing.importers.benchmarks.runs import Record, cells_of, positive
from pricing.importers.readings import refused

HEADER_LINES = 3
METRICS = {
    "Requests/Sec": "requests_per_second",
    "Concurrency": "request_concurrency",
    "Input Tokens": "prompt_token_count",
    "Output Tokens": "output_token_count",
    "Output Tokens/Sec": "output_tokens_per_second",
}
LATENCIES = {
    "Time to First Token": "time_to_first_token_ms",
    "Inter Token Latency": "inter_token_latency_ms",
}
SUMMED = {"requests_per_second", "request_concurrency", "output_tokens_per_second"}
"""Metrics whose total is the sum over what became of the requests."""


def reports_of(path: Path) -> list[Record]:
    """A report of each line of a table. Raises CatalogError for a file that is none."""
    lines = cells_of(path)
    header = list(zip(*lines[:HEADER_LINES], strict=False))
    if ("Benchmark", "Strategy", "") not in header:
        raise refused(path, "no table of GuideLLM: give its report as JSON, YAML or CSV")
    return [_report(dict(zip(header, row, strict=False))) for row in lines[HEADER_LINES:]]


def _report(cells: dict[tuple[str, ...], str]) -> Record:
    metrics: dict[str, dict[str, Any]] = {}
    for (group, named, statistic), cell in cells.items():
        status, _, unit = named.partition(" ")
        name = LATENCIES.get(group) if unit == "ms" else METRICS.get(unit)
        value = positive(cell)
        if name and value is not None and statistic in {"Mean", "Median"}:
            metrics.setdefault(name, {}).setdefault(status.lower(), {})[statistic.lower()] = value
    for name in SUMMED & set(metrics):
        parts = [one.get("mean", 0.0) for one in metrics[name].values()]
        metrics[name]["total"] = {"mean": sum(parts)}
    told = {
        outcome: positive(cells.get(("Request Counts", outcome.capitalize(), "")))
        for outcome in ("successful", "errored")
    }
    profile = _json(cells.get(("Run Info", "Profile", "")))
    at = positive(cells.get(("Run Info", "Run Index", ""))) or 0.0
    benchmark = {
        "config": {
            "id_": cells.get(("Benchmark", "ID", "")),
            "backend": _json(cells.get(("Run Info", "Backend", ""))),
            "strategy": _strategy(cells["Benchmark", "Strategy", ""], profile, int(at)),
        },
        "metrics": {**metrics, "request_totals": told},
        "start_time": cells.get(("Timings", "Start Time", "")),
    }
    return {
        "config": _json(cells.get(("Runtime Info", "Arguments", ""))),
        "benchmarks": [benchmark],
    }


def _strategy(kind: str, profile: Any, at: int) -> Record:
    """The strategy of a benchmark, by what its profile asks of all."""
    told: dict[str, Any] = {"type_": kind}
    for name in ("streams", "rate", "max_concurrency"):
        asked = profile.get(name) if isinstance(profile, dict) else None
        if isinstance(asked, list):
            asked = asked[at] if at < len(asked) else None
        if asked is not None:
            told[name] = asked
    return told


def _json(cell: str | None) -> Any:
    try:
        return json.loads(cell or "null")
    except ValueError:
        return None
