"""Reports of GuideLLM, as JSON, YAML or CSV, of its versions 1 and 2 and of those before.

A benchmark has the distribution of each metric by what became of the requests. The rate is the mean
over all of them, which the tool prints. The time per output token is `inter_token_latency_ms`: what
the tool calls `time_per_output_token_ms` has the time to first token in it.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from msgspec.structs import asdict

from pricing.importers.benchmarks.guidellm_csv import reports_of
from pricing.importers.benchmarks.load import Load, load_of
from pricing.importers.benchmarks.runs import (
    HAS_IMAGES,
    MILLISECONDS,
    NO_RATE,
    SHARES_PREFIX,
    NotARunError,
    Record,
    Run,
    RunReading,
    as_text,
    check_failed,
    collect,
    nested,
    number,
    positive,
    records_of,
    text_of,
    under,
    word,
)
from pricing.importers.readings import Asked, refused

YAML = {".yaml", ".yml"}
OTHER_INPUTS = ("image", "video", "audio")
PREFIX = re.compile(r"prefix_tokens\W{1,4}[1-9]")
TURNS = re.compile(r"\bturns\W{1,4}(?:[2-9]|\d\d)")
"""Synthetic prompts that share their beginning, as settings and their short form write it."""


def read(path: Path, _: Asked) -> RunReading:
    """The runs of a report. Raises CatalogError for a file that is none."""
    reading = RunReading("GuideLLM")
    for report in _reports(path):
        benchmarks = report.get("benchmarks")
        if not isinstance(benchmarks, list):
            raise refused(path, "no report of GuideLLM: it has no benchmarks")

        def run_of(record: Record, line: int, report: Record = report) -> Run:
            return _run(record, report, line)

        collect(reading, benchmarks, run_of)
    return reading


def _reports(path: Path) -> list[Record]:
    if path.suffix.lower() == ".csv":
        return reports_of(path)
    if path.suffix.lower() not in YAML:
        return records_of(path)
    try:
        report = yaml.safe_load(text_of(path))
    except yaml.YAMLError as error:
        raise refused(path, f"not readable as YAML: {error}") from error
    if not isinstance(report, Mapping):
        raise refused(path, "no report of GuideLLM")
    return [report]


def _run(record: Record, report: Record, line: int) -> Run:
    metrics = record.get("metrics")
    if not isinstance(metrics, Mapping):
        raise NotARunError("it has no metrics")
    _check_prompts(record, report, metrics)
    totals = nested(record, "request_totals") or {}
    done = positive(totals.get("successful"))
    if done is None and totals:
        raise NotARunError("none of its requests was completed")
    check_failed(done, positive(totals.get("errored")))
    rate = _mean(metrics, "output_tokens_per_second", "total", "successful")
    if rate is None:
        raise NotARunError(NO_RATE)
    load = _load(record, report, metrics, line)
    own = (record.get("config"), record.get("args"), record.get("worker"))
    whole_report = (report.get("config"), report.get("args"))
    model = nested([*own, *whole_report], "model", "backend_model", "model_name", "processor")
    return Run(
        line=line,
        scenario="guidellm",
        **asdict(load),
        output_tokens_per_second=rate,
        model=model if isinstance(model, str) else None,
        input_tokens=_mean(metrics, "prompt_token_count"),
        output_tokens=_mean(metrics, "output_token_count"),
        ttft_seconds=_scaled(_mean(metrics, "time_to_first_token_ms")),
        tpot_seconds=_scaled(_mean(metrics, "inter_token_latency_ms")),
        engine="vLLM" if _backend([*own, *whole_report]).startswith("vllm") else None,
        ran=as_text(number(record, "start_time") or nested(record, "measure_start_time")),
        settings=word(record, "id_") or "",
    )


def _backend(told: list[Any]) -> str:
    """What sent the requests: an engine within the tool, or its client."""
    backend = nested(told, "backend")
    return str(nested(backend, "kind", "type_") if isinstance(backend, Mapping) else backend)


def _check_prompts(record: Record, report: Record, metrics: Record) -> None:
    """Refuse prompts of more than text, and those that share their beginning."""
    for kind in OTHER_INPUTS:
        if any(positive(one) for one in under(metrics.get(kind), "total_sum")):
            raise NotARunError(HAS_IMAGES)
    told = [record.get("config"), record.get("args"), report.get("config"), report.get("args")]
    asked = json.dumps(told, default=str)
    if TURNS.search(asked):
        raise NotARunError("its conversations have several turns, whose prompts share a prefix")
    if PREFIX.search(asked):
        raise NotARunError(SHARES_PREFIX)


def _load(record: Record, report: Record, metrics: Record, line: int) -> Load:
    """The load of a benchmark, by its strategy; else by the arguments of the report."""
    strategy = nested(record, "strategy") or _asked(report, line)
    told: Record = strategy if isinstance(strategy, Mapping) else {"type_": strategy}
    kind = str(told.get("type_")).split("@")[0]
    sent = _mean(metrics, "request_concurrency", "total", "successful")
    if kind == "synchronous":
        return Load("single", 1.0)
    if kind == "concurrent":
        return load_of(None, number(told, "streams", "max_concurrency") or sent, None)
    if kind == "throughput":
        cap = number(told, "max_concurrency")
        return load_of(None, cap if cap and sent and cap <= 1.5 * sent else None, sent)
    if "constant" in kind or "poisson" in kind:
        reached = _mean(metrics, "requests_per_second", "total", "successful")
        return load_of(number(told, "rate") or reached, None, None, reached)
    raise NotARunError(f"its strategy {kind!r} is no load that rows tell")


def _asked(report: Record, line: int) -> Record:
    """The strategy of a benchmark whose own is not told."""
    asked: Any = report.get("args") or {}
    profile, rates = asked.get("profile"), asked.get("rate")
    kind = profile.get("type_") if isinstance(profile, Mapping) else profile
    rate = rates[line - 1] if isinstance(rates, list) and len(rates) >= line else rates
    return {"type_": kind, "rate": rate, "streams": rate}


def _mean(metrics: Record, name: str, *statuses: str) -> float | None:
    """The mean of a metric, of the first of several outcomes that has one."""
    metric: Any = metrics.get(name) or {}
    for status in statuses or ("successful", "total"):
        found = number(metric.get(status) or {}, "mean")
        if found is not None:
            return found
    return None


def _scaled(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else milliseconds * MILLISECONDS
