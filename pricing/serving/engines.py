"""Engines: what a name stands for, and how each lays a model out."""

import re
from functools import lru_cache
from math import inf

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import normalised
from pricing.catalog.rows import Device, Model
from pricing.units import BYTES_PER_GIBIBYTE

LLAMA_CPP = "llama.cpp"

ENGINES = ("tensorrt", "vllm", "sglang", LLAMA_CPP, "neuron", "optimum", "jetstream", "pytorch")

_SPELLINGS = {
    **{engine: engine for engine in ENGINES},
    "trt-llm": "tensorrt",
    "trtllm": "tensorrt",
    "llama-cpp": LLAMA_CPP,
    "llamacpp": LLAMA_CPP,
    "llama-server": LLAMA_CPP,
    "llamafile": LLAMA_CPP,
    "ollama": LLAMA_CPP,
    "lm-studio": LLAMA_CPP,
    "lmstudio": LLAMA_CPP,
    "koboldcpp": LLAMA_CPP,
    "ggml": LLAMA_CPP,
}
"""What a name says of its engine: how people spell it, or what is built on it."""

LAYER_SPLITTING = frozenset({LLAMA_CPP})
"""Engines that give every device layers of its own, unless told otherwise: memory adds up, and
one device works at a time."""

WHOLE_BATCHES = frozenset({"neuron"})
"""Engines that read the prompts of a batch together and start the next when all are written."""

ALTERNATING = frozenset({"sglang"})
"""Engines whose passes over prompts carry no decoding, unless told otherwise: whoever decodes waits
for them (enable_mixed_chunk of SGLang is off)."""

COMPILED = frozenset({"neuron", "tpu"})
"""Families whose passes are compiled as a whole: no kernel is launched apart."""

RECORDING = frozenset({"nvidia", "nvidia-consumer"})
"""Families on which passes over prompts are recorded as graphs too (piecewise_cuda_graph of SGLang,
which has none on AMD)."""

RECORDED_FROM = (0, 5, 10)
"""Version of SGLang from which on it records them by default; one that is not told is newer."""

HEAD_PADDING = frozenset({"neuron"})
"""Families whose compilers fill up the attention heads to a multiple of the devices."""

USABLE = "memory.usable_fraction"

CONCURRENCY = "engine.concurrency_count"
"""The assumption of the most requests that an engine admits at once in one replica."""

STATIC_DEFAULTS = (
    (20.0, 2048.0, 8.0),
    (35.0, 2048.0, 24.0),
    (60.0, 4096.0, 32.0),
    (160.0, 8192.0, 256.0),
    (inf, 16384.0, 512.0),
)
"""Of devices below so many GiB, the tokens of a chunk and the requests of the largest graph that
SGLang takes by default (server_args.py, _handle_gpu_memory_settings; graphs of one to three
devices)."""

SMALL_BYTES = 70 * BYTES_PER_GIBIBYTE
"""Memory of a device below which vLLM admits fewer requests."""

VERSION = re.compile(r"\d+(?:\.\d+)+")

_UNVERSIONED = re.compile(r"-(?:v|pr|b|rev)?\d.*$")
"""From the first word that is a version, a date or a build to the end: "atom-2026-08-22-main"."""

V0_ARCHITECTURES = frozenset({"Volta", "Turing"})
"""Of compute capability below 8.0, which V1 of vLLM asks for (vllm/engine/arg_utils.py)."""

OLD_VERSIONS = {"vllm": (0, 8)}
"""Where the default of an engine changed."""


@lru_cache(maxsize=1024)
def engine_class(engine: str | None) -> str | None:
    """The engine that a name stands for, whatever its version; None without one.

    >>> engine_class("TRT-LLM 1.0"), engine_class("llama-cpp-python"), engine_class("TGI 2.0")
    ('tensorrt', 'llama.cpp', 'tgi')
    """
    if engine is None:
        return None
    name = normalised(engine)
    for spelling, known in _SPELLINGS.items():
        if spelling in name:
            return known
    return _UNVERSIONED.sub("", name) or name


def sharing_fraction(engine: str | None) -> float:
    """Whether the devices of a replica work together: see pricing.serving.rates.Rates."""
    return 0.0 if engine_class(engine) in LAYER_SPLITTING else 1.0


def stalling_fraction(engine: str | None, family: str) -> float:
    """Whether decoding waits for launches of passes over prompts: see ALTERNATING, RECORDING."""
    version = engine_version(engine) or RECORDED_FROM
    is_recorded = family in RECORDING and version >= RECORDED_FROM
    launches = not is_recorded and family not in COMPILED
    return 1.0 if launches and engine_class(engine) in ALTERNATING else 0.0


def whole_fraction(engine: str | None) -> float:
    """Whether all requests of a batch start together: see pricing.serving.rates.Rates."""
    return 1.0 if engine_class(engine) in WHOLE_BATCHES else 0.0


def divided_heads(model: Model, device: Device, engine: str | None) -> int:
    """The heads that the devices of a replica must share out; 0 where any size will do."""
    if engine_class(engine) in LAYER_SPLITTING or device.family in HEAD_PADDING:
        return 0
    return model.heads


def usable_keys(engine: str | None) -> tuple[str, str]:
    """Assumptions of the share of a device's memory that an engine uses; the first known holds."""
    return f"{USABLE}.{engine_class(engine)}", USABLE


def engine_version(engine: str | None) -> tuple[int, ...] | None:
    """The version that a name says, None where it says none.

    >>> engine_version("vLLM 0.10.2"), engine_version("vllm")
    ((0, 10, 2), None)
    """
    found = VERSION.search(engine or "")
    return found and tuple(int(part) for part in found[0].split("."))


def is_first_vllm(engine: str | None, device: Device) -> bool:
    """Whether a version of vLLM runs its first engine, V0: before 0.8, or 0.11 on old devices."""
    version = engine_version(engine)
    if engine_class(engine) != "vllm" or version is None:
        return False
    return version < ((0, 11) if device.architecture in V0_ARCHITECTURES else (0, 8))


def static_defaults(device_bytes: float) -> tuple[float, float]:
    """The tokens of a chunk, and the requests of the largest graph, of STATIC_DEFAULTS."""
    gibibytes = device_bytes / BYTES_PER_GIBIBYTE
    return next((own[1], own[2]) for own in STATIC_DEFAULTS if gibibytes < own[0])


def concurrency_key(catalog: Catalog, device: Device, engine: str | None) -> str:
    """The assumption of the most requests that an engine admits at once: the nearest one known.

    That of its version, of the architecture, of small devices, of the engine, of any engine.
    """
    name = engine_class(engine)
    keys = [f"{CONCURRENCY}.{name}"]
    if device.memory_bytes < SMALL_BYTES:
        keys.insert(0, f"{keys[-1]}.small")
    keys.insert(0, f"{keys[-1]}.{normalised(device.architecture)}")
    version, changed = engine_version(engine), OLD_VERSIONS.get(name or "")
    if changed and version and version < changed:
        keys.insert(0, f"{keys[-1]}.before-{changed[0]}.{changed[1]}")
    return next((key for key in keys if key in catalog.assumptions), CONCURRENCY)


def drafting_key(catalog: Catalog, engine: str | None) -> str | None:
    """The assumption of the most that an engine runs where it drafts tokens; None without one.

    Who serves many requests raises the limit, so that only a row which shows it is held to it.
    """
    key = f"{CONCURRENCY}.{engine_class(engine)}.drafting"
    return key if key in catalog.assumptions else None
