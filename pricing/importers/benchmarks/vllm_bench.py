"""Results of `vllm bench serve`, and of the `benchmark_serving.py` before it: files and prints.

One JSON object a run; `--append-result` puts several into a file. Latencies are in milliseconds.
What `--metadata` adds stands beside, in the caller's words.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from pricing.importers.benchmarks.load import client_run
from pricing.importers.benchmarks.runs import (
    NotARunError,
    Record,
    Run,
    RunReading,
    collect,
    records_of,
    text_of,
    word,
)
from pricing.importers.readings import Asked

DEFAULT = "vllm"
"""The backend of clients that are told none, whatever server answers them."""

BANNER = "Serving Benchmark Result"
END = "=" * 40
PRINTED = {
    "successful requests": "completed",
    "failed requests": "failed",
    "maximum request concurrency": "max_concurrency",
    "max request concurrency": "max_concurrency",
    "max reqeuest concurrency": "max_concurrency",
    "traffic request rate": "request_rate",
    "request rate configured (rps)": "request_rate",
    "benchmark duration (s)": "duration",
    "total generated tokens": "total_output_tokens",
    "output token throughput (tok/s)": "output_throughput",
    "request throughput (req/s)": "request_throughput",
}
"""What a client prints, where it is not the name in its file."""

_PAIR = re.compile(r"^ *([A-Z][^:\n]*?): +(\S+)", re.MULTILINE)
_ARGUMENT = re.compile(
    r"\b(model|tokenizer|backend|dataset_name|num_prompts|max_concurrency|request_rate)='?([^',)]+)"
)
"""Of what `argparse` prints of the arguments."""

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
        is_open = engine is None or (backend == DEFAULT and not word(record, "engine", "framework"))
        if is_open and asked.told.engine is None:
            engine = ENGINES[DEFAULT]
            notes.append("the file does not say the engine: taken to be vLLM")
        return client_run(record, line, scenario="bench_serve", engine=engine, notes=notes)

    return read_results(path, "vllm bench serve", run_of)


def read_results(path: Path, tool: str, run_of: Callable[[Record, int], Run]) -> RunReading:
    """Each result of a file: JSON, or what the client printed. Raises CatalogError, see records_of.

    run_of: makes a run of a result, or raises NotARunError.
    """
    reading, text = RunReading(tool), text_of(path)
    collect(reading, _printed(text) if BANNER in text else records_of(path), run_of)
    return reading


def _printed(text: str) -> Iterator[Record]:
    """The results that a client printed, each with the arguments that it printed before."""
    before, *blocks = text.split(BANNER)
    for block in blocks:
        found = dict(_ARGUMENT.findall(before))
        result, _, after = block.partition(END)
        for name, value in _PAIR.findall(f"{before}\n{result}"):
            column = PRINTED.get(name.lower()) or _column(name)
            if value.lower() not in {"not set", "none"}:
                found[column] = value
        before = after
        yield {"request_rate": "not printed", **found} if "max_concurrency" not in found else found


def _column(name: str) -> str:
    """What a result calls a figure: Mean TTFT (ms) is mean_ttft_ms.

    >>> _column("Mean TTFT (ms)"), _column("Accept length")
    ('mean_ttft_ms', 'accept_length')
    """
    return re.sub(r"\W+", "_", name.lower()).strip("_")


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
