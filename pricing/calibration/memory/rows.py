"""Start-up logs of engines, as their sources print them, and the questions that they are."""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct, field

from pricing.calibration.publications import Published, published
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.errors import Refusal
from pricing.quote.context import QuoteContext
from pricing.quote.model import model_of
from pricing.serving.reserve import EngineLimits, Kept, kept_of


class Log(Published, frozen=True, kw_only=True):
    """A row of the file; see its header. None where a source does not print it."""

    model: str
    engine: str = field(name="deployment.engine")
    device: str = field(name="deployment.device")
    precision: str | None = field(name="deployment.precision", default=None)
    quantization: str = ""
    tensor_parallel: int = field(name="deployment.tensor_parallel")
    data_parallel: int
    pipeline_parallel: int
    memory_utilization: float | None = field(
        name="deployment.memory_utilization_fraction", default=None
    )
    notes: str = ""
    device_memory_gib: float | None = None
    weights_gib_per_device: float | None = None
    activation_peak_gib: float | None = None
    non_torch_gib: float | None = None
    cuda_graph_gib: float | None = None
    kv_cache_gib_per_device: float | None = None
    max_concurrency: float | None = None

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
def logs() -> Sequence[Log]:
    """Every row of the file."""
    return published("serving_memory", Log)


def found_in(catalog: Catalog, rows: Sequence[Log]) -> list[Found]:
    """Those whose model and device a release knows."""
    found = []
    for log in rows:
        try:
            model = model_of(QuoteContext(catalog, as_of=None), log.model)
            device = catalog.devices.find(log.device, field="device")
        except Refusal:
            continue
        asked = log.question.deployment
        limits = EngineLimits(
            asked.memory_utilization_fraction,
            asked.max_batched_tokens,
            max_context_tokens=asked.max_context_tokens,
        )
        kept = kept_of(catalog, model, device, log.engine, limits)
        found.append(Found(log, model, device, kept))
    return found
