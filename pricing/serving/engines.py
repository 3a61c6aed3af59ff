"""Engines: what a name stands for, and how each lays a model out."""

from functools import lru_cache

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import normalised
from pricing.catalog.rows import Device, Model

LLAMA_CPP = "llama.cpp"

ENGINES = (
    "tensorrt",
    "vllm",
    "sglang",
    LLAMA_CPP,
    "neuron",
    "optimum",
    "jetstream",
    "pytorch",
)

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

HEAD_PADDING = frozenset({"neuron"})
"""Families whose compilers fill up the attention heads to a multiple of the devices."""

USABLE = "memory.usable_fraction"


@lru_cache(maxsize=1024)
def engine_class(engine: str | None) -> str | None:
    """The engine that a name stands for, whatever its version; None without one.

    >>> engine_class("TRT-LLM 1.0"), engine_class("llama-cpp-python"), engine_class("TGI")
    ('tensorrt', 'llama.cpp', 'tgi')
    """
    if engine is None:
        return None
    name = normalised(engine)
    for spelling, known in _SPELLINGS.items():
        if spelling in name:
            return known
    return name


def sharing_fraction(engine: str | None) -> float:
    """Whether the devices of a replica work together: see pricing.serving.rates.Rates."""
    return 0.0 if engine_class(engine) in LAYER_SPLITTING else 1.0


def divided_heads(model: Model, device: Device, engine: str | None) -> int:
    """The heads that the devices of a replica must share out; 0 where any size will do."""
    if engine_class(engine) in LAYER_SPLITTING or device.family in HEAD_PADDING:
        return 0
    return model.heads


def usable_keys(engine: str | None) -> tuple[str, str]:
    """Assumptions of the share of a device's memory that an engine uses; the first known holds."""
    return f"{USABLE}.{engine_class(engine)}", USABLE


def usable_fraction(catalog: Catalog, engine: str | None) -> float:
    """The share of a device's memory that an engine uses."""
    known = (catalog.assumptions.get(key) for key in usable_keys(engine))
    return next(assumption.value for assumption in known if assumption)
