"""Reports of TensorRT-LLM's `trtllm-bench` (`--report_json`): a JSON object a run.

Its latencies are in milliseconds, from the moment that a request is issued. Its `tp_size` counts
all devices of a stage. Source: NVIDIA/TensorRT-LLM, `tensorrt_llm/bench/dataclasses/reporting.py`.
"""

from pathlib import Path
from typing import Any

from pricing.importers.benchmarks.load import client_run
from pricing.importers.benchmarks.runs import (
    MILLISECONDS,
    NotARunError,
    Record,
    Run,
    RunReading,
    number,
    whole,
    word,
)
from pricing.importers.benchmarks.vllm_bench import ENGINES, read_results
from pricing.importers.readings import Asked

ENGINE = ENGINES["tensorrt-llm"]
AT_ONCE_FRACTION = 0.05
"""Of the run that issuing its requests takes at most, where all are issued at once."""


def read(path: Path, _: Asked) -> RunReading:
    """The runs of a file. Raises CatalogError for a file that is none."""
    return read_results(path, "trtllm-bench", _run)


def _run(record: Record, line: int) -> Run:
    if "performance" not in record or "world_info" not in record:
        raise NotARunError("it is no report of trtllm-bench: give the file of --report_json")
    parts = ("engine", "world_info", "request_info", "performance")
    engine, world, requests, figures = (_part(record, name) for name in parts)
    streamed, drafts = _part(record, "streaming_metrics"), _part(record, "decoding_stats")
    accepted = _part(drafts, "acceptance_length_percentiles")
    found = {
        "model": word(engine, "model"),
        "gpu": word(_part(record, "machine"), "name"),
        "num_gpus": _devices(world),
        "tp": world.get("tp_size"),
        "pp_size": world.get("pp_size"),
        "ep_size": world.get("ep_size"),
        "quantization": word(engine, "quantization") or word(engine, "dtype"),
        "kv_cache_dtype": word(engine, "kv_cache_dtype"),
        "version": word(engine, "version"),
        "output_throughput": figures.get("system_output_throughput_tok_s"),
        "input_len": requests.get("avg_input_length"),
        "output_len": requests.get("avg_output_length"),
        "mean_ttft_ms": streamed.get("avg_ttft_ms"),
        "mean_tpot_ms": streamed.get("avg_tpot_ms"),
        "speculative_config": {"method": drafts.get("mode")},
        "accept_length": accepted.get("average"),
        **_load(world, requests, figures),
    }
    return client_run(found, line, scenario="trtllm_bench", engine=ENGINE, notes=[])


def _part(record: Record, name: str) -> Record:
    part = record.get(name)
    return part if isinstance(part, dict) else {}


def _devices(world: Record) -> int | None:
    """Devices in all: older reports have those of a stage, and the stages."""
    stage = whole(world, "tp_size")
    return whole(world, "world_size") or (stage and stage * (whole(world, "pp_size") or 1))


def _load(world: Record, requests: Record, figures: Record) -> dict[str, Any]:
    """How requests came: so many at once, of which a batch runs, or so many kept in flight."""
    sent, batch = number(requests, "num_requests"), number(world, "max_batch_size")
    in_flight = number(requests, "avg_num_concurrent_requests")
    issued, lasted = number(world, "issue_rate"), number(figures, "total_latency_ms")
    if sent is None or in_flight is None:
        raise NotARunError("it does not say how many requests were in flight")
    if sent > 1.0 and issued and lasted:
        if sent / issued < AT_ONCE_FRACTION * lasted * MILLISECONDS:
            return {"num_prompts": min(sent, batch or sent)}
    elif batch is not None and in_flight > batch:
        return {"num_prompts": min(sent, batch)}
    return {"num_prompts": sent, "max_concurrency": in_flight}
