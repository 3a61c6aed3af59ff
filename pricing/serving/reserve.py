"""What engines take of a device's memory beside weights and caches, by engine and version."""

from collections.abc import Callable
from functools import cached_property, lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import normalised
from pricing.catalog.rows import Device, Model
from pricing.formulas import device_memory
from pricing.formulas.vision.image_encoder import encoder_pass_patches
from pricing.numerics.number import Number, greatest, where
from pricing.serving.constants import ANY
from pricing.serving.engines import (
    LAYER_SPLITTING,
    SMALL_BYTES,
    concurrency_key,
    engine_class,
    engine_version,
    is_first_vllm,
    usable_keys,
)
from pricing.serving.passes.images import NO_IMAGES, Images, largest_of

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

OF_FREE = frozenset({"tensorrt"})
"""Engines whose share is of what weights and activations leave."""

ADMITTING_ENDS = frozenset({"tensorrt"})
"""Engines that admit a request only where its last token has room beside those of the others:
GUARANTEED_NO_EVICT, the default of TensorRT-LLM (performance tuning guide). Others admit it with
its input, and take it out again where memory ends."""

ENCODING_FIRST = frozenset({"vllm"})
"""Engines that pass the largest images through the encoder of a model before they count what is
left for caches, whatever requests bring (vllm/v1/worker/gpu_model_runner.py, profile_run)."""

SAMPLING_CHANGED = {"vllm": (0, 18)}
"""The version from which an engine samples with other kernels."""

GRAPHS_COUNTED = {"vllm": (0, 21)}
"""The version from which an engine counts the graphs that it captures in its share."""


CHUNKED_TOKENS = 32_768
"""The longest context that version 0 of vLLM passes at once (vllm/engine/arg_utils.py): it cuts
only longer ones into chunks."""


class Reserve(Struct, frozen=True, eq=False, dict=True):
    """What an engine takes of each device's memory beside weights and caches [bytes].

    device_bytes: what a device shows of its memory; share_fraction: of it, what the engine may use;
    cache_fraction: of what is left, what becomes a cache; sampling_bytes, pass_bytes,
    divided_pass_bytes: see activation_bytes; runtime_bytes, link_bytes: see
    pricing.formulas.device_memory; static_fraction: of weights and caches where the engine sets the
    rest aside, 1 where it does not; batched_tokens: the most of a pass, 0 where nothing is taken;
    encoder_bytes: of a pass of the encoder of images; holds_ends: 1 where the engine admits no
    request without room for its last token, 0 where caches grow while it runs; sampled_count: the
    requests that sampling_bytes are of.
    """

    device_bytes: Number
    share_fraction: Number
    cache_fraction: Number
    static_fraction: Number
    sampling_bytes: Number
    pass_bytes: Number
    divided_pass_bytes: Number
    runtime_bytes: Number
    link_bytes: Number
    batched_tokens: Number = 0.0
    encoder_bytes: Number = 0.0
    holds_ends: Number = 0.0
    sampled_count: Number = 1.0

    @property
    def usable_bytes(self) -> Number:
        """Of a device's memory, what the engine may use."""
        return self.device_bytes * self.share_fraction

    def activation_bytes(self, size: Number) -> Number:
        """What passes and sampling take of a device of `size` that work together.

        One follows the other. An engine that sets memory aside for them keeps all of it.
        """
        of_pass = self.pass_bytes + self.divided_pass_bytes / size
        held = greatest(greatest(self.sampling_bytes, of_pass), self.encoder_bytes)
        aside = device_memory.set_aside_bytes(
            device_bytes=self.device_bytes,
            static_fraction=self.static_fraction,
            used_bytes=self.runtime_bytes_on(size),
        )
        return where(self.static_fraction < 1.0, aside, held)

    def with_images(self, images: Images) -> "Reserve":
        """The same where images come, which the encoder passes before their tokens.

        Every device of a replica is taken to hold a whole pass.
        """
        if images is NO_IMAGES:
            return self
        patches = encoder_pass_patches(
            budget_tokens=self.batched_tokens,
            image_tokens=images.pass_tokens,
            image_patches=images.patches,
        )
        takes = (self.batched_tokens > 0.0) & (images.count > 0.0)
        encoder_bytes = where(takes, patches * images.patch_bytes, 0.0)
        return replace(self, encoder_bytes=greatest(self.encoder_bytes, encoder_bytes))

    def sampling(self, count: Number) -> "Reserve":
        """The same where a step samples so many requests at the most."""
        one_bytes = self.sampling_bytes / self.sampled_count
        return replace(self, sampling_bytes=one_bytes * count, sampled_count=count)

    def runtime_bytes_on(self, size: Number) -> Number:
        """What libraries, graphs and buffers take of a device of `size` that work together."""
        return device_memory.runtime_bytes(
            own_bytes=self.runtime_bytes, link_bytes=self.link_bytes, devices=size
        )

    def taken_bytes(self, size: Number, together: Number) -> Number:
        """Both, on all of `size` devices, of which so many share out a request."""
        key = size, together
        if type(size) is not int or type(together) is not int:
            return self._taken_bytes(*key)
        if key not in self._kept:
            self._kept[key] = self._taken_bytes(*key)
        return self._kept[key]

    @cached_property
    def _kept(self) -> dict[tuple[int, int], Number]:
        """What plain counts take, from one load to the next."""
        return {}

    def _taken_bytes(self, size: Number, together: Number) -> Number:
        return size * (self.activation_bytes(together) + self.runtime_bytes_on(size))

    def cache_bytes(self, size: Number, weights_bytes: Number, together: Number) -> Number:
        """What the engine keeps for caches on `size` devices; below 0 nothing fits.

        together: of them, those that share out a request.
        """
        return device_memory.cache_bytes(
            usable_bytes=size * self.usable_bytes,
            weights_bytes=weights_bytes,
            taken_bytes=self.taken_bytes(size, together),
            cache_fraction=self.cache_fraction,
        )


class EngineLimits(Struct, frozen=True):
    """What a caller sets of an engine, None where the engine's default holds."""

    memory_utilization_fraction: float | None = None
    max_batched_tokens: int | None = None
    max_concurrency: int | None = None
    max_context_tokens: int | None = None


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

    share = limits.memory_utilization_fraction
    if share is None:
        share = assumed(*usable_keys(engine))
    sequences = float(limits.max_concurrency or 0.0)
    if not sequences:
        sequences = assumed(concurrency_key(catalog, device, engine))
    tokens = float(limits.max_batched_tokens or 0.0)
    if not tokens:
        tokens = assumed(*_batched_keys(device, engine))
        context = limits.max_context_tokens or model.context_tokens or 0
        if is_first_vllm(engine, device) and tokens < context <= CHUNKED_TOKENS:
            tokens = float(context)
    device_bytes = device.usable_memory_bytes or (
        device.memory_bytes * assumed(f"{VISIBLE}.{device.family}", VISIBLE)
    )
    name = engine_class(engine)
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
        holds_ends=1.0 if name in ADMITTING_ENDS else 0.0,
        sampled_count=sampled_count,
    )
    encoder = catalog.image_encoders.get(model.name)
    if encoder is not None and name in ENCODING_FIRST:
        reserve = reserve.with_images(largest_of(encoder))
    if device.family not in GRAPHICS:
        reserve = bare(device_bytes, reserve)
    return Kept(reserve, sequences, tuple(keys))


def bare(device_bytes: float, reserve: Reserve) -> Reserve:
    """The same share of a device's memory, with nothing taken of it."""
    fractions = (reserve.share_fraction, reserve.cache_fraction, reserve.static_fraction)
    none = (0.0,) * 5
    return Reserve(device_bytes, min(fractions), 1.0, 1.0, *none, holds_ends=reserve.holds_ends)


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


def _batched_keys(device: Device, engine: str | None) -> list[str]:
    """Assumptions of the most tokens of a pass; the first known holds."""
    name = engine_class(engine)
    keys = [f"{BATCHED}.{name}", BATCHED]
    if device.memory_bytes < SMALL_BYTES:
        keys = [f"{BATCHED}.{name}.small", keys[0], f"{BATCHED}.small", BATCHED]
    return [f"{BATCHED}.{name}.{normalised(device.architecture)}", *keys]
