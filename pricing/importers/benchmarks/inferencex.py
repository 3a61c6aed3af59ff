"""Results of InferenceX, formerly InferenceMAX: rows of a run, those of its API, and its tables.

Throughputs are of one GPU, latencies in seconds, power is the mean of one GPU. A row of the API
has its figures under `metrics`, and tells the GPUs of prefill and of decode, which may be the same.

A table has comments above its header. Its columns have the unit in brackets, and older tables write
milliseconds over latencies in seconds: the speed of a user, which is one over the time of a token,
tells which they are.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pricing.importers.benchmarks.drafts import method_of
from pricing.importers.benchmarks.load import load_of
from pricing.importers.benchmarks.runs import (
    NO_RATE,
    NotARunError,
    Record,
    Run,
    RunReading,
    cells_of,
    collect,
    number,
    records_of,
    seconds,
    whole,
    word,
)
from pricing.importers.readings import Asked

TOOL = "InferenceX"
DEVICES = {
    "h100": "h100-sxm-80gb",
    "h200": "h200-sxm-141gb",
    "b200": "b200-sxm",
    "b300": "b300-sxm",
}
"""GPUs that it names shortly: all its nodes are of SXM."""

MODELS = {"dsr1": "deepseek-r1", "gptoss": "gpt-oss-120b", "llama70b": "llama-3.3-70b"}
CLUSTER = "cluster:"
"""Before the name of nodes that are named after what they have."""

ENGINES = {"trt": "TensorRT-LLM", "trtllm": "TensorRT-LLM", "vllm": "vLLM", "sglang": "SGLang"}


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


def read(path: Path, _: Asked) -> RunReading:
    """The runs of a file. Raises CatalogError for a file that is none."""
    reading = RunReading(TOOL)
    is_table = path.suffix.lower() == ".csv"
    collect(reading, _rows_of_table(path) if is_table else _results(path), _run)
    return reading


def _results(path: Path) -> list[Record]:
    """The results of a JSON file; a whole sweep has them under one name."""
    found: list[Record] = []
    for record in records_of(path):
        inner = record.get("benchmarks")
        found += [one for one in inner if isinstance(one, dict)] if inner else [record]
    return found


def _run(record: Record, line: int) -> Run:
    metrics: Any = record.get("metrics")
    figures: Record = {**record, **metrics} if isinstance(metrics, Mapping) else record
    _check(record)
    per_device = number(figures, "output_tput_per_gpu")
    if per_device is None:
        raise NotARunError(
            "it says the rate of input and output together"
            if "tput_per_gpu" in figures
            else NO_RATE
        )
    count, groups = _counted(record)
    is_tensor = groups.get("expert_parallel") is not None and groups.get("tensor_parallel", 1) > 1
    word_of_device = (word(record, "hw", "hardware") or "").lower()
    device = word_of_device.removeprefix(CLUSTER).split("-")[0]
    model = word(record, "model", "infmax_model_prefix") or ""
    framework = word(record, "framework") or ""
    notes = ["lengths are those asked for"]
    load = load_of(None, number(record, "conc", "concurrency", "max_concurrency"), None)
    if load.concurrency is None:
        raise NotARunError("it says no concurrency")
    is_doubtful = str(figures.get("power_valid", 1)).lower() in {"0", "false"}  # by its own checks
    watts = None if is_doubtful else number(figures, "avg_power_w")
    image = (word(record, "image") or "").split("@")[0]  # a digest is no version
    return Run(
        line=line,
        scenario="closed_loop_concurrency",
        regime=load.regime,
        concurrency=load.concurrency,
        output_tokens_per_second=per_device * count,
        model=MODELS.get(model.lower(), model) or None,
        device=DEVICES.get(device, device) or None,
        device_count=count,
        **groups,
        attention_parallel="tensor" if is_tensor else None,
        speculation=method_of(word(record, "spec_decoding", "spec_method")),
        draft_tokens=whole(record, "num_speculative_tokens", "spec_tokens"),
        precision=word(record, "precision"),
        engine=ENGINES.get(framework.lower(), framework) or None,
        engine_version=image.rsplit(":", 1)[1] if ":" in image else None,
        input_tokens=number(record, "isl"),
        output_tokens=number(record, "osl"),
        ttft_seconds=seconds(figures, "ttft", notes),
        tpot_seconds=seconds(figures, "tpot", notes),
        power_watts=watts and watts * count,
        power_device_count=count,
        ran=word(record, "date", "benchmark_start"),
        settings="/".join(filter(None, (word_of_device, framework, image, str(groups)))),
        notes=tuple(notes),
    )


def _check(record: Record) -> None:
    """Refuse what is no serving of a fixed length on one kind of devices."""
    if "output_tput_per_gpu" not in record and "output_throughput" in record:
        raise NotARunError("it is a result of the client: import it as vllm-bench")
    if str(record.get("disagg") or "").lower() in {"true", "1"}:
        raise NotARunError("prefill and decode ran apart, which rows of measurements do not tell")
    scenario = str(record.get("scenario_type") or record.get("benchmark_type") or "").lower()
    if "agentic" in scenario:
        raise NotARunError("it replays traces of agents, whose prompts share prefixes")


def _counted(record: Record) -> tuple[int, dict[str, Any]]:
    """Devices in all, and how they share the model.

    Its `tp` counts all devices of a stage. Where attention is data-parallel, each of them takes
    requests of its own. GPUs of prefill and of decode are `tp` × `ep` in rows of its API, which
    counts those of one node several times.
    """
    tensor = whole(record, "tp", "decode_tp", "prefill_tp")
    stages, contexts = (whole(record, name) or 1 for name in ("pp", "pcp_size"))
    expert = whole(record, "ep", "decode_ep") or 1
    is_data = str(record.get("dp_attention", record.get("decode_dp_attention"))).lower() == "true"
    told = whole(record, "num_gpus")
    is_many = str(record.get("is_multinode")).lower() == "true"
    prefill, decode = (whole(record, f"num_{stage}_gpu") for stage in ("prefill", "decode"))
    if is_many and prefill:
        told = prefill + (decode or 0)
    if tensor is None and not (told or decode or prefill):
        raise NotARunError("it says neither tp nor how many GPUs there are")
    count = told or ((tensor or 0) * stages * contexts) or decode or prefill or 0
    if contexts > 1:
        raise NotARunError("devices share out the context of a prompt, which rows do not tell")
    found: dict[str, Any] = {}
    if tensor is not None:
        found = (
            {"tensor_parallel": 1, "data_parallel": tensor}
            if is_data
            else {"tensor_parallel": tensor}
        )
    if expert > 1:
        found["expert_parallel"] = expert
    if stages > 1:
        found["pipeline_parallel"] = stages
    return count, found


def _rows_of_table(path: Path) -> list[Record]:
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
