"""The bytes of weights: what stays in memory, what a pass reads, and what the files have."""

from functools import lru_cache
from math import inf

from msgspec import Struct

from pricing.catalog.rows import Model
from pricing.formulas import memory
from pricing.numerics.number import Number
from pricing.serving.checkpoints.llama_cpp import WORD_BYTES, Mixture
from pricing.serving.checkpoints.recipe import Recipe
from pricing.serving.checkpoints.tensors import LINEAR, Tensors, tensors_of

_NATIVE_BITS = 4.5
"""Of an expert in INT4 with groups of 32, where the tables name no other size."""

HIDDEN_MULTIPLE, WIDTH_MULTIPLE = 256, 128
"""What engines fill the sides of experts in MXFP4 up to (vLLM, mxfp4.py)."""

_PLACES = {**dict.fromkeys(("embedding", "layer_embedding", "tower"), "lookup"), "draft": "draft"}


class Weights(Struct, frozen=True, eq=False):
    """The bytes of a model's weights as an engine holds them.

    expert_bytes: of the routed experts; dense_bytes: of what every token passes besides;
    lookup_bytes: of what is resident and not read in a pass: embeddings that are only looked up,
    and towers; checkpoint_bytes: of the published files, with drafts and without padding [bytes].
    """

    expert_bytes: Number
    dense_bytes: Number
    lookup_bytes: Number
    checkpoint_bytes: Number

    @property
    def resident_bytes(self) -> Number:
        """What stays in memory: all but drafts [bytes]."""
        return self.expert_bytes + self.dense_bytes + self.lookup_bytes


@lru_cache(maxsize=8192)
def weights_of(model: Model, recipe: Recipe) -> Weights:
    """The weights of a model by a recipe.

    W = Σ N_i·b_i / 8 + m·M, over the kinds of matrices

    N_i: parameters of a kind [count]; b_i: bits of a weight; m: matrices that are packed [count];
    M: bytes that each has beside.
    """
    found = tensors_of(model)
    bits = _mixture(model, recipe.mixture).bits if recipe.mixture else recipe.bits
    sizes = {"expert": 0.0, "dense": 0.0, "lookup": 0.0, "draft": 0.0}
    for tensors in found:
        if tensors.kind == "draft" and recipe.mixture:
            continue
        if tensors.kind == "tower" and not recipe.has_towers:
            continue
        size = memory.weights_bytes(parameters=tensors.parameters, weight_bits=bits(tensors))
        if tensors.kind in LINEAR:
            size += tensors.count * recipe.matrix_bytes
        sizes[_place(tensors)] += float(size)
    stored = sum(sizes.values())
    if recipe.mixture:
        stored += WORD_BYTES * (model.vocabulary_size or 0)
    padded = padding(model) if recipe.fills_sides else 1.0
    return Weights(
        expert_bytes=sizes["expert"] * padded,
        dense_bytes=sizes["dense"],
        lookup_bytes=sizes["lookup"],
        checkpoint_bytes=stored,
    )


def padding(model: Model) -> float:
    """What experts take with their sides filled up, over what they take without [ratio]."""
    sides = (model.hidden_size, HIDDEN_MULTIPLE), (model.expert_intermediate_size, WIDTH_MULTIPLE)
    ratio = 1.0
    for side, multiple in sides:
        ratio *= -(-side // multiple) * multiple / side
    return ratio


def _place(tensors: Tensors) -> str:
    if tensors.routed:
        return "expert"
    return _PLACES.get(tensors.kind, "dense")


def _mixture(model: Model, name: str) -> Mixture:
    groups = model.heads / model.kv_heads if model.kv_heads else 1.0
    return Mixture(
        name,
        groups=groups,
        experts=int(model.experts),
        layers=model.layers,
        native_bits=inf if model.dense_weight_bits is None else _native_bits(model),
    )


def _native_bits(model: Model) -> float:
    """Of routed experts that are published in fewer bits than all else [bits]."""
    return model.native_weight_bits or _NATIVE_BITS
