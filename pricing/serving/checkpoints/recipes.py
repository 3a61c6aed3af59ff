"""The recipe of a checkpoint: from the spelling of its format, its model and its engine."""

import re
from dataclasses import dataclass

from msgspec.structs import replace

from pricing.catalog.rows import Model
from pricing.serving.checkpoints.recipe import SIXTEEN_BITS, Recipe
from pricing.serving.checkpoints.spelling import (
    BYTE_BITS,
    EXL,
    codebook_of,
    head_bits_of,
    mixture_of,
    packed_bits,
    scheme_of,
    width_of,
)

THIRTY_TWO_BITS = 32.0
PACKED = frozenset({"fp8", "int8", "fp4", "int4"})

NARROW_BITS = 6.0
"""Below so many bits, recipes leave parts of some models alone."""

_PARTS = re.compile(
    r"-(nvfp4|mxfp4|fp4|int4|fp8|int8)-(mlp|experts)-(?:and-)?(bf16|fp16|fp8|int8)-"
)
_MLP_ALONE = re.compile(r"-(?:(?:ffn|mlp)-only|fbgemm)-")
_PART_BITS = {"nvfp4": 4.5, "mxfp4": 4.25, "fp4": 4.25, "int4": 4.5, "fp8": 8.0, "int8": 8.0}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a format.

    words: its spelling, with a hyphen around each word; name: of the format; weight_bits: of a
    packed weight, where nothing says more; dense_bits: outside the routed experts of a model in the
    format that it is published in, None where they take as many; is_llama_cpp: whether its engine
    is llama.cpp, or built on it.
    """

    words: str
    name: str
    weight_bits: float
    dense_bits: float | None
    is_llama_cpp: bool


def recipe_of(asked: Asked, model: Model | None) -> Recipe:
    """The recipe that a spelling names.

    Formats of llama.cpp have mixtures of their own. Checkpoints whose experts alone are packed keep
    the rest. All others pack linear layers, and leave embeddings, heads, norms and routers in 16
    bits, unless their scheme packs those too.
    """
    mixture = mixture_of(asked.words)
    if mixture is not None:
        return Recipe(mixture=mixture, has_towers="-ollama-" in asked.words)
    parts = _PARTS.search(asked.words)
    if parts is not None:
        return _by_parts(*parts.groups())
    if asked.name not in PACKED:
        return _wide(asked.name)
    if asked.dense_bits is not None:
        return _experts_alone(asked, asked.dense_bits)
    plain = Recipe(mean_bits=asked.weight_bits)
    return plain if asked.is_llama_cpp else _spared(_packed(asked), asked, model)


def _wide(name: str) -> Recipe:
    bits = SIXTEEN_BITS if name in {"bf16", "fp16"} else THIRTY_TWO_BITS
    return Recipe(linear_bits=bits, head_bits=bits, embedding_bits=bits)


def _by_parts(narrow: str, part: str, wide: str) -> Recipe:
    """As "nvfp4 MLP + fp8 attention" and "int4 experts + bf16" say."""
    narrow_bits, wide_bits = _PART_BITS[narrow], _PART_BITS.get(wide, SIXTEEN_BITS)
    if part == "experts":
        return Recipe(linear_bits=wide_bits, expert_bits=narrow_bits)
    return Recipe(linear_bits=narrow_bits, attention_bits=wide_bits)


def _experts_alone(asked: Asked, dense_bits: float) -> Recipe:
    """Of a mixture whose experts alone are packed; llama.cpp keeps all else in one format."""
    ends = dense_bits if asked.is_llama_cpp else SIXTEEN_BITS
    return Recipe(
        linear_bits=dense_bits,
        expert_bits=asked.weight_bits,
        head_bits=ends,
        embedding_bits=ends,
        fills_sides=asked.name == "fp4" and "-nvfp4-" not in asked.words and not asked.is_llama_cpp,
    )


def _packed(asked: Asked) -> Recipe:
    words, width = asked.words, width_of(asked.words)
    codebook = codebook_of(words)
    if codebook is not None:
        return Recipe(linear_bits=codebook.weight_bits, matrix_bytes=codebook.matrix_bytes)
    if "bpw-" in words or any(f"-{word}-" in words for word in EXL):
        return Recipe(linear_bits=width or asked.weight_bits, head_bits=head_bits_of(words))
    scheme = scheme_of(words)
    if scheme is None or asked.name in {"fp8", "fp4"}:
        spared = SIXTEEN_BITS if _MLP_ALONE.search(words) else None
        return Recipe(linear_bits=asked.weight_bits, attention_bits=spared)
    if asked.name == "int8" and (width is None or width < NARROW_BITS):
        words, scheme = "-int8-", replace(scheme, bits=8.0)
    bits = packed_bits(words, scheme)
    ends = bits if scheme.packs_ends else SIXTEEN_BITS
    return Recipe(linear_bits=bits, head_bits=ends, embedding_bits=ends)


def _spared(recipe: Recipe, asked: Asked, model: Model | None) -> Recipe:
    """With what recipes of few bits leave alone.

    Models with states (Mamba, DeltaNet, …) keep their mixers and their attention, in FP8 beside
    FP4, and mixtures of their kind all but the experts. Mixtures over a latent keep all but the
    experts in NVFP4 and W4A16.
    """
    bits = recipe.linear_bits
    if model is None or bits >= NARROW_BITS or recipe.head_bits < SIXTEEN_BITS:
        return recipe
    kept = model.dense_weight_bits or SIXTEEN_BITS
    if model.state_bytes and asked.name == "fp4":
        kept = BYTE_BITS
    is_mixture = model.routed_expert_parameters > 0.0
    over_latent = model.kv_heads == float("inf")
    names_activations = asked.name == "fp4" or "-w4a16-" in asked.words
    if is_mixture and (model.state_bytes or (over_latent and names_activations)):
        return replace(recipe, linear_bits=kept, expert_bits=bits)
    if model.state_bytes and not _packs_all(asked.words):
        return replace(recipe, attention_bits=kept)
    return recipe


def _packs_all(words: str) -> bool:
    """Whether weights are packed as they are loaded, whatever they do."""
    return any(f"-{word}-" in words for word in ("bnb", "nf4", "bitsandbytes", "hqq", "torchao"))
