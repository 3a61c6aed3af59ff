"""Results of `vllm bench serve`, and of the `benchmark_serving.py` before it.

One JSON object a run; `--append-result` puts several into a file. Latencies are in milliseconds.
What `--metadata` adds stands beside, in the caller's words.
"""

from pathlib import Path

from pricing.importers.benchmarks.load import client_run
from pricing.importers.benchmarks.runs import (
    NotARunError,
    Record,
    Run,
    RunReading,
    read_records,
    word,
)
from pricing.importers.readings import Asked

ENGINES = {
    "vllm": "vLLM",
    "tgi": "TGI",
    "lmdeploy": "LMDeploy",
    "sglang": "SGLang",
    "tensorrt-llm": "TensorRT-LLM",
    "llama.cpp": "llama.cpp",
}
"""Engines that endpoints are called after. Others are OpenAI's interface, which many have."""


def read(path: Path, asked: Asked) -> RunReading:
    """The runs of a file. Raises CatalogError for a file that is none."""

    def run_of(record: Record, line: int) -> Run:
        _refuse_others(record)
        backend = word(record, "backend", "endpoint_type") or ""
        engine = word(record, "engine", "framework") or ENGINES.get(backend.removesuffix("-chat"))
        notes = []
        if engine is None and asked.told.engine is None:
            engine = ENGINES["vllm"]
            notes.append("the file does not say the engine: taken to be vLLM")
        return client_run(record, line, scenario="bench_serve", engine=engine, notes=notes)

    return read_records(path, "vllm bench serve", run_of)


def _refuse_others(record: Record) -> None:
    """Refuse results of the other commands of vLLM."""
    if "tokens_per_second" in record and "elapsed_time" in record:
        raise NotARunError(
            "its tokens_per_second counts input and output: it is of vllm bench throughput"
        )
    if "avg_latency" in record and "percentiles" in record:
        raise NotARunError("it is of vllm bench latency, which has no load")
    if "metric" in record and "benchmark" in record:
        raise NotARunError("it is for PyTorch's dashboard: give the result file beside it")
