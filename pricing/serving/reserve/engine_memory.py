"""What is known of engines and their versions: what each keeps of a device's memory."""

from collections.abc import Callable
from functools import lru_cache, partial

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import normalised
from pricing.catalog.rows import Device, Model
from pricing.formulas import device_memory
from pricing.serving.constants import ANY
from pricing.serving.engines import (
    LAYER_SPLITTING,
    SMALL_BYTES,
    concurrency_key,
    engine_class,
    engine_version,
    is_first_vllm,
    static_defaults,
    usable_keys,
)
from pricing.serving.passes.drafting_rates import Method
from pricing.serving.passes.images import largest_of
from pricing.serving.reserve.reserve import Reserve, bare
from pricing.units import BYTES_PER_GIBIBYTE

VISIBLE = "memory.visible_fraction"
"""The assumption of what a device shows of the memory that it is named by, by its family."""

BATCHED = "engine.batched_tokens"
"""The assumption of the most tokens that an engine takes in a pass."""

HIDDEN_VALUES, WIDTH_VALUES, VALUE_BYTES = 4.0, 3.0, 2.0
"""Of a token in a layer: what it holds of the hidden size and of the width, see pass_bytes."""

USUAL_VOCABULARY = 128_256
"""Of a model that does not say it: that of Llama 3."""

GRAPHICS = frozenset({"nvidia", "nvidia-consumer", "amd", "amd-consumer", "intel-gpu"})
"""Families of devices on which engines were seen to take memory for themselves."""

STATIC = frozenset({"sglang"})
"""Engines whose share is of weights and caches, so that activations take the rest."""

PARALLEL_BYTES = BYTES_PER_GIBIBYTE / 8.0
LARGE_BYTES, LEAST_RESERVED_BYTES = 60.0 * BYTES_PER_GIBIBYTE, 10.0 * BYTES_PER_GIBIBYTE
"""What such an engine sets aside for each parallel device, and the least on large ones
(python/sglang/srt/server_args.py, _handle_gpu_memory_settings)."""

OF_FREE = frozenset({"tensorrt"})
"""Engines whose share is of what weights and activations leave."""

ADMITTING_ENDS = frozenset({"tensorrt"})
"""Engines that admit a request only where its last token has room beside those of the others:
GUARANTEED_NO_EVICT, the default of TensorRT-LLM (performance tuning guide). Others admit it with
its input, and take it out again where memory ends."""

ENCODING_FIRST = frozenset({"vllm"})
"""Engines that pass the largest images through the encoder of a model before they count what is
left for caches, whatever requests bring (vllm/v1/worker/gpu_model_runner.py, profile_run)."""

DRAFTING_BYTES = {
    "mtp": 2.0 * BYTES_PER_GIBIBYTE,
    "eagle": 2.0 * BYTES_PER_GIBIBYTE,
    "draft_model": 6.0 * BYTES_PER_GIBIBYTE,
}
"""What such an engine sets aside besides to draft tokens (the same function)."""

SAMPLING_CHANGED = {"vllm": (0, 18)}
"""The version from which an engine samples with other kernels."""

GRAPHS_COUNTED = {"vllm": (0, 21)}
"""The version from which an engine counts the graphs that it captures in its share."""


CHUNKED_TOKENS = 32_768
"""The longest context that version 0 of vLLM passes at once (vllm/engine/arg_utils.py): it cuts
only longer ones into chunks."""


class EngineLimits(Struct, frozen=True):
    """What a caller sets of an engine, None where the engine's default holds.

    drafting: how tokens are drafted, None where none are.
    """

    memory_utilization_fraction: float | None = None
    max_batched_tokens: int | None = None
    max_concurrency: int | None = None
    max_context_tokens: int | None = None
    drafting: Method | None = None


class Kept(Struct, frozen=True):
    """The reserve of an engine on a device, and the most requests that it admits at once.

    keys: of the assumptions behind them.
    """

    reserve: Reserve
    concurrency_limit: float
    keys: tuple[str, ...]


@lru_cache(maxsize=1024)
def kept_of(
    catalog: Catalog, model: Model, device: Device, engine: str | None, limits: EngineLimits
) -> Kept:
    """What an engine keeps of a device for a model, and the requests that it admits."""
    keys: list[str] = []

    def assumed(*known: str) -> float:
        keys.append(next(key for key in known if key in catalog.assumptions))
        value: float = catalog.assumptions[keys[-1]].value
        return value

    name = engine_class(engine)
    device_bytes = device.usable_memory_bytes or (
        device.memory_bytes * assumed(f"{VISIBLE}.{device.family}", VISIBLE)
    )
    share, parallel_bytes = limits.memory_utilization_fraction, 0.0
    if share is None and name in STATIC and device.family in GRAPHICS:
        share = 1.0 - _reserved_bytes(device.memory_bytes, limits) / device_bytes
        parallel_bytes = PARALLEL_BYTES
    elif share is None:
        share = assumed(*usable_keys(engine))
    sequences = float(limits.max_concurrency or 0.0)
    if not sequences:
        sequences = assumed(concurrency_key(catalog, device, engine))
    tokens = _batched_tokens(assumed, model, device, engine, limits)
    found = _constants(catalog, device.family, engine)
    # A step samples no more requests than it has tokens.
    sampled_count = min(sequences, tokens)
    passing = partial(
        device_memory.pass_bytes,
        tokens=tokens,
        hidden_size=float(model.hidden_size),
        width=model.feed_forward_width,
        value_bytes=VALUE_BYTES,
        shards=1.0,
    )
    reserve = Reserve(
        device_bytes=device_bytes,
        share_fraction=1.0 if name in STATIC | OF_FREE else share,
        cache_fraction=share if name in OF_FREE else 1.0,
        static_fraction=share if name in STATIC else 1.0,
        sampling_bytes=device_memory.sampling_bytes(
            sequences=sampled_count,
            vocabulary_size=float(model.vocabulary_size or USUAL_VOCABULARY),
            bytes_per_logit=found("logit_bytes"),
        ),
        pass_bytes=passing(hidden_values=HIDDEN_VALUES, width_values=0.0),
        divided_pass_bytes=passing(hidden_values=0.0, width_values=WIDTH_VALUES),
        runtime_bytes=found("runtime_bytes") + _graph_bytes(found, engine),
        link_bytes=0.0 if name in LAYER_SPLITTING else found("link_bytes"),
        batched_tokens=tokens,
        parallel_bytes=parallel_bytes,
        holds_ends=1.0 if name in ADMITTING_ENDS else 0.0,
        sampled_count=sampled_count,
    )
    encoder = catalog.image_encoders.get(model.name)
    if encoder is not None and name in ENCODING_FIRST:
        reserve = reserve.with_images(largest_of(encoder))
    if device.family not in GRAPHICS:
        reserve = bare(device_bytes, reserve)
    return Kept(reserve, sequences, tuple(keys))


def _reserved_bytes(memory_bytes: float, limits: EngineLimits) -> float:
    """What SGLang sets aside on a device by default."""
    tokens, captured = static_defaults(memory_bytes)
    reserved = device_memory.reserved_bytes(
        batched_tokens=limits.max_batched_tokens or tokens,
        captured_requests=captured,
        least_bytes=LEAST_RESERVED_BYTES if memory_bytes > LARGE_BYTES else 0.0,
    )
    return float(reserved) + DRAFTING_BYTES.get(limits.drafting or "ngram", 0.0)


def _constants(catalog: Catalog, family: str, engine: str | None) -> Callable[[str], float]:
    """The fitted constants of a family of devices and an engine, or of any."""
    name = engine_class(engine)
    changed = SAMPLING_CHANGED.get(name or "")
    version = engine_version(engine)
    newer = changed and version and version >= changed

    def found(constant: str) -> float:
        names = [constant]
        if name is not None:
            names.insert(0, f"{constant}.{name}")
        if changed and newer:
            names.insert(0, f"{constant}.{name}.from-{changed[0]}.{changed[1]}")
        keys = [(kind, "memory", ANY, one) for one in names for kind in (family, ANY)]
        return next(catalog.constants[key] for key in keys if key in catalog.constants)

    return found


def _graph_bytes(found: Callable[[str], float], engine: str | None) -> float:
    """What captured graphs take of the engine's share; engines before take it from the rest."""
    counted, version = GRAPHS_COUNTED.get(engine_class(engine) or ""), engine_version(engine)
    return found("graph_bytes") if counted and version and version >= counted else 0.0


def _batched_tokens(
    assumed: Callable[..., float],
    model: Model,
    device: Device,
    engine: str | None,
    limits: EngineLimits,
) -> float:
    """The most tokens of a pass, as the caller or the engine sets it."""
    if limits.max_batched_tokens:
        return float(limits.max_batched_tokens)
    tokens = assumed(*_batched_keys(device, engine))
    context = limits.max_context_tokens or model.context_tokens or 0
    is_whole = is_first_vllm(engine, device) and tokens < context <= CHUNKED_TOKENS
    return float(context) if is_whole else tokens


def _batched_keys(device: Device, engine: str | None) -> list[str]:
    """Assumptions of the most tokens of a pass; the first known holds."""
    name = engine_class(engine)
    keys = [f"{BATCHED}.{name}", BATCHED]
    if device.memory_bytes < SMALL_BYTES:
        keys = [f"{BATCHED}.{name}.small", keys[0], f"{BATCHED}.small", BATCHED]
    return [f"{BATCHED}.{name}.{normalised(device.architecture)}", *keys]
