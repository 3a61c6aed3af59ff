"""Start-up logs of engines, as their sources print them, and the questions that they are."""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct, convert

from pricing.calibration.publications import Published, published
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.errors import Refusal
from pricing.quote.context import QuoteContext
from pricing.quote.model import model_of
from pricing.serving.reserve import EngineLimits, Kept, kept_of

PRECISIONS = {
    "bf16": "bf16",
    "fp16": "fp16",
    "fp8": "fp8",
    "fp8 (at load)": "fp8",
    "fp8 (FFN only)": "fp8",
    "int8 w8a8": "int8",
    "mxfp4": "mxfp4",
    "nvfp4": "nvfp4",
    "awq": "awq",
    "gptq": "gptq",
    "gptq int4": "gptq",
    "int4": "int4",
    "int4 experts": "int4",
    "w4a16": "int4",
    "bnb nf4": "nf4",
    "bnb nf4 (at load)": "nf4",
    "gguf q8_0": "q8_0",
}
"""How a precision is asked for that a source prints."""


class Log(Published, frozen=True, kw_only=True):
    """A row of the file; see its header. None where a source does not print it."""

    engine: str
    engine_version: str
    model: str
    quantization: str
    device: str
    device_count: int
    tensor_parallel: int
    data_parallel: int
    expert_parallel: str
    pipeline_parallel: int
    kv_cache_dtype: str
    notes: str
    confidence: str
    device_memory_gib: float | None = None
    memory_utilization: float | None = None
    max_model_len: int | None = None
    max_num_batched_tokens: int | None = None
    weights_gib_per_device: float | None = None
    activation_peak_gib: float | None = None
    non_torch_gib: float | None = None
    cuda_graph_gib: float | None = None
    kv_cache_gib_per_device: float | None = None
    kv_cache_tokens: float | None = None
    kv_tokens_scope: str | None = None
    max_concurrency: float | None = None

    @property
    def engine_name(self) -> str:
        """As a caller names it."""
        return f"{self.engine} {self.engine_version}".strip()

    @property
    def started(self) -> bool:
        """Whether the engine found room, for one request of its longest at least."""
        cache, requests = self.kv_cache_gib_per_device, self.max_concurrency
        has_room = (cache is None or cache > 0.0) and (requests is None or requests >= 1.0)
        return "does not start" not in self.notes and has_room


class Found(Struct, frozen=True):
    """A log whose model and device a release knows, and what the engine keeps there."""

    log: Log
    model: Model
    device: Device
    kept: Kept


@cache
def logs() -> tuple[Log, ...]:
    """Every row of the file."""
    rows = [
        {name: value for name, value in row.items() if value != ""}
        for row in published("serving_memory")
    ]
    empty = {"engine_version": "", "quantization": "", "device": "", "notes": ""}
    empty |= {"kv_cache_dtype": "", "confidence": ""}
    return tuple(convert([empty | row for row in rows], list[Log], strict=False))


def found_in(catalog: Catalog, rows: Sequence[Log]) -> list[Found]:
    """Those whose model and device a release knows."""
    found = []
    for log in rows:
        try:
            model = model_of(QuoteContext(catalog, as_of=None), log.model)
            device = catalog.devices.find(log.device, field="device")
        except Refusal:
            continue
        limits = EngineLimits(
            log.memory_utilization,
            log.max_num_batched_tokens,
            max_context_tokens=log.max_model_len,
        )
        kept = kept_of(catalog, model, device, log.engine_name, limits)
        found.append(Found(log, model, device, kept))
    return found
