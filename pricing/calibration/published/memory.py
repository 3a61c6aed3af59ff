"""The constants of the memory that engines take, from what they print at their start.

Each constant is what most sources agree on: the median over the sources of the median of their
rows. A few sources have most of the rows.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from math import log2
from statistics import median

from msgspec import Struct, field

from pricing.calibration.published.rows import Published, medians, published
from pricing.calibration.rows import Constant, rounded
from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.errors import Refusal
from pricing.quote.context import QuoteContext
from pricing.quote.model import model_of
from pricing.serving.constants import ANY
from pricing.serving.engines import engine_class, engine_version
from pricing.serving.precision_names import SIXTEEN_BIT
from pricing.serving.reserve.engine_memory import (
    GRAPHS_COUNTED,
    SAMPLING_CHANGED,
    EngineLimits,
    Kept,
    kept_of,
)
from pricing.units import BYTES_PER_GIBIBYTE


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


ENGINE = "vllm"
"""The engine whose logs tell activations, graphs and runtime apart."""

BYTES_PER_WHOLE_LOGIT = 4.0
"""Of the logits of an engine without logs, in 32 bits."""

CARDS = "nvidia-consumer"
"""Cards without a link of their own, which need smaller buffers."""

UNKNOWN_RUNTIME_GIBIBYTES, LLAMA_CPP_RUNTIME_GIBIBYTES = 0.4, 0.2

SOURCE = "fitted to the start-up logs of engines (pricing/calibration/published/serving_memory.csv)"
CONTEXT_SOURCE = "a CUDA context takes 0.3 to 0.5 GiB (nvidia-smi of an idle process)"


def memory_constants(catalog: Catalog) -> list[Constant]:
    """Every constant of the memory of engines, fitted to the sources that are not kept aside."""
    found = [
        one
        for one in found_in(catalog, [log for log in logs() if not log.is_aside])
        if engine_class(one.log.engine) == ENGINE
    ]
    changed, counted = SAMPLING_CHANGED[ENGINE], GRAPHS_COUNTED[ENGINE]
    older = [one for one in found if _version(one) < changed]
    newer = [one for one in found if _version(one) >= changed]
    alone = [(one, one.log.non_torch_gib) for one in found if one.log.tensor_parallel == 1]
    own = _agreed(alone)
    linked = [
        (one, (one.log.non_torch_gib - own) / log2(one.log.tensor_parallel))
        for one in found
        if one.log.tensor_parallel > 1 and one.log.non_torch_gib is not None
    ]
    cards = [one for one in linked if one[0].device.family == CARDS]
    modules = [one for one in linked if one[0].device.family != CARDS]
    graphs = [(one, one.log.cuda_graph_gib) for one in found if _version(one) >= counted]
    version = f"{changed[0]}.{changed[1]}"
    return [
        _constant("logit_bytes", BYTES_PER_WHOLE_LOGIT, 0, "logits in 32 bits"),
        _constant(f"logit_bytes.{ENGINE}", _agreed(_of_logit(older)), len(_of_logit(older))),
        _constant(
            f"logit_bytes.{ENGINE}.from-{version}",
            _agreed(_of_logit(newer)),
            len(_of_logit(newer)),
        ),
        _constant(
            "runtime_bytes", UNKNOWN_RUNTIME_GIBIBYTES * BYTES_PER_GIBIBYTE, 0, CONTEXT_SOURCE
        ),
        _constant(f"runtime_bytes.{ENGINE}", own * BYTES_PER_GIBIBYTE, len(alone)),
        _constant(
            "runtime_bytes.llama.cpp",
            LLAMA_CPP_RUNTIME_GIBIBYTES * BYTES_PER_GIBIBYTE,
            0,
            CONTEXT_SOURCE,
        ),
        _constant("link_bytes", _agreed(modules) * BYTES_PER_GIBIBYTE, len(modules)),
        _constant("link_bytes", _agreed(cards) * BYTES_PER_GIBIBYTE, len(cards), family=CARDS),
        _constant("graph_bytes", _agreed(graphs) * BYTES_PER_GIBIBYTE, len(graphs)),
    ]


def _constant(
    name: str, value: float, count: int, source: str = SOURCE, family: str = ANY
) -> Constant:
    return Constant(family, "memory", ANY, name, rounded(value), "bytes", count, source)


def _version(one: Found) -> tuple[int, ...]:
    return engine_version(one.log.engine) or (0, 0)


def _of_logit(rows: Iterable[Found]) -> list[tuple[Found, float | None]]:
    """Of rows whose sampling takes more than their passes, the bytes of a logit."""
    found: list[tuple[Found, float | None]] = []
    for one in rows:
        printed = _activations_gibibytes(one)
        logits = one.kept.concurrency_limit * float(one.model.vocabulary_size or 0)
        if printed is None or not logits:
            continue
        reserve = one.kept.reserve
        of_pass = reserve.pass_bytes + reserve.divided_pass_bytes / one.log.tensor_parallel
        if printed * BYTES_PER_GIBIBYTE > 2.0 * float(of_pass):
            found.append((one, printed * BYTES_PER_GIBIBYTE / logits))
    return found


def _activations_gibibytes(one: Found) -> float | None:
    """As printed; of the few newer logs, else what weights and cache leave of the share."""
    log, reserve = one.log, one.kept.reserve
    weights, cache = log.weights_gib_per_device, log.kv_cache_gib_per_device
    if weights is None and log.quantization in SIXTEEN_BIT:
        weights = 2.0 * one.model.parameters / log.tensor_parallel / BYTES_PER_GIBIBYTE
    if log.activation_peak_gib is not None or _version(one) < SAMPLING_CHANGED[ENGINE]:
        return log.activation_peak_gib
    if weights is None or cache is None or log.memory_utilization is None:
        return None
    memory = log.device_memory_gib or reserve.device_bytes / BYTES_PER_GIBIBYTE
    runtime = reserve.runtime_bytes_on(log.tensor_parallel) / BYTES_PER_GIBIBYTE
    return log.memory_utilization * memory - weights - cache - float(runtime)


def _agreed(rows: Iterable[tuple[Found, float | None]]) -> float:
    """The median over sources of the median of their rows."""
    return median(medians((one.log.source, value) for one, value in rows if value is not None))
