"""Exports of NVIDIA's aiperf, and of genai-perf before it: a JSON or a CSV a run.

A metric has its unit beside it. The CSV lacks the load and the model. With telemetry of the devices
the JSON says which they are, and what they draw.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from pricing.importers.benchmarks.load import load_of
from pricing.importers.benchmarks.runs import (
    HAS_IMAGES,
    NO_RATE,
    SHARES_PREFIX,
    NotARunError,
    Record,
    Run,
    RunReading,
    as_word,
    cells_of,
    check_failed,
    collect,
    nested,
    number,
    positive,
    records_of,
    word,
)
from pricing.importers.readings import Asked

TOOL = "aiperf"
SECONDS = {"s": 1.0, "sec": 1.0, "seconds": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9}
WATTS = {"w": 1.0, "watts": 1.0, "mw": 1e-3, "kw": 1e3}
"""Multiples of units; power telemetry in milliwatts is written mW."""

POWER = re.compile(r"(?:gpu|nvidia|amd)_(?:\w*_)?(?:power_usage|socket_power)$")
"""The metric of the power of a device: schema 1.5 names it after the maker."""

PROFILING = "profiling"
OTHER_INPUTS = ("num_images", "num_videos", "num_audios", "image_throughput")
SHARED = {"mooncake_trace", "multi_turn", "bailian_trace"}
"""Files of prompts that go on from those before."""

RATES = {"", "tokens/sec", "tokens/s", "tok/s", "per sec", "tokens per second", "tokens_per_second"}
_CELL = re.compile(r"(.*?)\s*(?:\(([^()]*)\))?$")


def read(path: Path, _: Asked) -> RunReading:
    """The runs of a file. Raises CatalogError for a file that is none."""
    reading = RunReading(TOOL)
    records = [_csv(path)] if path.suffix.lower() == ".csv" else records_of(path)
    collect(reading, records, _run)
    return reading


def _csv(path: Path) -> Record:
    """The metrics of a CSV in the shape of the JSON."""
    metrics: dict[str, Any] = {}
    header: list[str] = []
    for row in cells_of(path):
        if not row[0]:
            continue
        if row[0] == "Metric":
            header = [name.lower() for name in row[1:]]
            continue
        found = _CELL.match(row[0])
        name, unit = found.groups() if found else (row[0], None)
        cells = dict(zip(header, row[1:], strict=False))
        key = name.lower().strip().replace(" ", "_")
        metrics[key] = {
            "unit": unit or "",
            "avg": positive((cells.get("avg") or cells.get("value") or "").replace(",", "")),
            "p50": positive((cells.get("p50") or "").replace(",", "")),
        }
    return metrics


def _run(record: Record, line: int) -> Run:
    if "metadata" in record and "metrics" in record:
        raise NotARunError("it is of one request: give profile_export_aiperf.json")
    if record.get("was_cancelled") is True:
        raise NotARunError("the run was cancelled")
    done = _value(record, "request_count")
    check_failed(done, _value(record, "error_request_count"))
    rate = _rate(record)
    asked = _profiled(record.get("input_config") or {})
    _check_prompts(record, asked)
    reached = _value(record, "request_throughput")
    cap = positive(nested(asked, "concurrency"))
    sent_rate = positive(nested(asked, "request_rate"))
    notes: list[str] = []
    load = load_of(sent_rate, cap, done, reached)
    gpus = _gpus(record)
    names = sorted({name for name, _ in gpus if name})
    watts = [power for _, power in gpus if power is not None]
    model = nested(asked, "model_names", "model_name", "models", "model")
    if not as_word(model):
        model = nested(model, "name", "model")
    total_watts = number(record.get("total_gpu_power") or {}, "avg")
    return Run(
        line=line,
        scenario=TOOL,
        **asdict(load) | ({} if cap or sent_rate else {"regime": None}),
        output_tokens_per_second=rate,
        model=as_word(model),
        device=names[0] if len(names) == 1 else None,
        power_device_count=len(gpus) or None,
        power_watts=total_watts or (sum(watts) if watts and len(watts) == len(gpus) else None),
        input_tokens=_value(record, "input_sequence_length", "input_length"),
        output_tokens=_value(record, "output_sequence_length", "output_length"),
        ttft_seconds=_time(record, "time_to_first_token", notes),
        tpot_seconds=_time(record, "inter_token_latency", notes),
        ran=str(record["start_time"]) if record.get("start_time") else None,
        settings=word(record, "benchmark_id") or "",
        notes=tuple(notes),
    )


def _profiled(asked: Any) -> Any:
    """What was asked for, of several phases that of profiling: others warm up."""
    phases = asked.get("phases") if isinstance(asked, Mapping) else None
    if isinstance(phases, Mapping):
        phases = [{"name": name, **phase} for name, phase in phases.items()]
    if not isinstance(phases, list):
        return asked
    profiling = [one for one in phases if PROFILING in {one.get("name"), one.get("kind")}]
    return {**asked, "phases": profiling or phases[-1:]}


def _check_prompts(record: Record, asked: Any) -> None:
    """Refuse prompts of more than text, and those that share their beginning."""
    if any(_value(record, name) for name in OTHER_INPUTS):
        raise NotARunError(HAS_IMAGES)
    turns = nested(asked, "turn", "turns", "num_turns")
    most = turns.get("mean") if isinstance(turns, Mapping) else turns
    prefix = nested(asked, "prefix_prompt")
    lengths = [nested(asked, "shared_system_prompt_length", "prefix_prompt_length")]
    lengths += [nested(prefix, "length")]
    if (positive(most) or 1.0) > 1.0 or any(map(positive, lengths)):
        raise NotARunError(SHARES_PREFIX)
    if str(nested(asked, "custom_dataset_type")) in SHARED:
        raise NotARunError(SHARES_PREFIX)


def _rate(record: Record) -> float:
    """Output tokens a second of all users. Raises NotARunError."""
    metric = record.get("output_token_throughput")
    rate = number(metric, "avg", "value") if isinstance(metric, Mapping) else positive(metric)
    unit = str(metric.get("unit", "")).lower() if isinstance(metric, Mapping) else ""
    if rate is None:
        raise NotARunError(NO_RATE)
    if unit not in RATES:
        raise NotARunError(f"its output throughput is in {unit}, not in tokens per second")
    return rate


def _value(record: Record, *names: str) -> float | None:
    """The mean of a metric that has no unit but its own count."""
    for name in names:
        metric = record.get(name)
        found = number(metric, "avg", "value") if isinstance(metric, Mapping) else positive(metric)
        if found is not None:
            return found
    return None


def _time(record: Record, name: str, notes: list[str]) -> float | None:
    """A latency in seconds: the mean, else the median, which is then said."""
    metric = record.get(name)
    if not isinstance(metric, Mapping):
        return None
    unit = str(metric.get("unit") or "ms").lower()
    if unit not in SECONDS:
        raise NotARunError(f"its {name} is in {unit}, which is no time")
    mean, median = number(metric, "avg", "mean"), number(metric, "p50", "median")
    if mean is None and median is not None:
        notes.append(f"{name} is the median")
    value = mean or median
    return None if value is None else value * SECONDS[unit]


def _gpus(record: Record) -> list[tuple[str | None, float | None]]:
    """The devices that telemetry saw, with the mean power of each."""
    telemetry = record.get("telemetry_data") or record.get("telemetry_stats") or {}
    found = []
    for endpoint in (telemetry.get("endpoints") or {}).values():
        for gpu in (endpoint.get("gpus") or {}).values():
            told = gpu.get("metrics") or {}
            power: Record = next((told[name] for name in told if POWER.match(name)), {})
            factor = WATTS.get(str(power.get("unit") or "W").lower())
            watts = number(power, "avg")
            found.append(
                (word(gpu, "gpu_name", "gpu_model_name"), watts and factor and watts * factor)
            )
    return found
