"""Results of SGLang's `bench_serving`: a JSON object a line, latencies in milliseconds.

Newer files have the settings of the server under `server_info`; older ones do not name the model.
"""

from pathlib import Path

from pricing.importers.benchmarks.load import client_run
from pricing.importers.benchmarks.runs import NotARunError, Record, Run, RunReading, word
from pricing.importers.benchmarks.vllm_bench import ENGINES, read_results
from pricing.importers.readings import Asked

NATIVE = "sglang"


def read(path: Path, _: Asked) -> RunReading:
    """The runs of a file. Raises CatalogError for a file that is none."""
    return read_results(path, "SGLang bench_serving", _run)


def _run(record: Record, line: int) -> Run:
    if "overall_throughput" in record or "last_gen_throughput" in record:
        raise NotARunError(
            "its throughput counts input and output: it is of bench_one_batch or of"
            " bench_offline_throughput"
        )
    if word(record, "request_rate") == "trace":
        raise NotARunError("its requests come as a trace has them, which no row tells")
    backend = word(record, "backend") or NATIVE
    name = backend.split("-", maxsplit=1)[0]
    engine = "SGLang" if name == NATIVE else ENGINES.get(backend) or ENGINES.get(name, backend)
    notes: list[str] = []
    return client_run(record, line, scenario="bench_serving", engine=engine, notes=notes)
