"""Summaries of Ray's llmperf: a flat JSON object a run, latencies in seconds.

Tokens are counted by one tokenizer of Llama, whatever model is asked. The time between tokens that
it tells shares the time to the first out too: that of a later token is worked out of the whole.
Source: ray-project/llmperf, `token_benchmark_ray.py`.
"""

from pathlib import Path

from pricing.importers.benchmarks.load import client_run
from pricing.importers.benchmarks.runs import NotARunError, Record, Run, RunReading, number
from pricing.importers.benchmarks.vllm_bench import read_results
from pricing.importers.readings import Asked

TOOL = "llmperf"
COUNTED = "tokens are counted by the tokenizer of Llama 1"


def read(path: Path, _: Asked) -> RunReading:
    """The runs of a file. Raises CatalogError for a file that is none."""
    return read_results(path, TOOL, _run)


def _run(record: Record, line: int) -> Run:
    if "error_code" in record and "ttft_s" in record:
        raise NotARunError("it is of one request: give the summary beside it")
    outputs, concurrency = _mean(record, "number_output_tokens"), record["num_concurrent_requests"]
    first, whole = _mean(record, "ttft_s"), _mean(record, "end_to_end_latency_s")
    found = {
        "model": record["model"],
        "max_concurrency": concurrency,
        "completed": record.get("results_num_completed_requests"),
        "failed": record.get("results_number_errors"),
        "output_throughput": record.get("results_mean_output_throughput_token_per_s"),
        "input_len": _mean(record, "number_input_tokens"),
        "output_len": outputs,
        "mean_ttft_s": first,
        "date": str(record["timestamp"]) if "timestamp" in record else None,
    }
    if outputs and outputs > 1.0 and first and whole:
        found["mean_tpot_s"] = (whole - first) / (outputs - 1.0)
    return client_run(found, line, scenario=TOOL, engine=None, notes=[COUNTED])


def _mean(record: Record, name: str) -> float | None:
    return number(record, f"results_{name}_mean")
