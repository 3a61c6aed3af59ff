"""The weight matrices of a model, by what they do: their sizes follow from its dimensions."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Model

Kind: TypeAlias = Literal[
    "embedding",
    "layer_embedding",
    "head",
    "attn_q",
    "attn_k",
    "attn_v",
    "attn_output",
    "ffn_gate",
    "ffn_up",
    "ffn_down",
    "mixer",
    "router",
    "norm",
    "tower",
    "draft",
]
"""What a matrix does. embedding: of the input, looked up; layer_embedding: of all layers, looked up
beside a head that is the embedding; head: of the output; mixer: of a layer
without keys and values, or of a latent; tower: of images or sounds; draft: a module that predicts
further tokens, stored beside the model and loaded for speculation alone."""

LINEAR = frozenset(
    {*("attn_q", "attn_k", "attn_v", "attn_output"), *("ffn_gate", "ffn_up", "ffn_down"), "mixer"}
)
"""The matrices that recipes pack: linear layers of the blocks."""

LAYER_EMBEDDING_RATIO = 2.0
"""Embeddings of all layers have more parameters than so many of the input, as in Gemma 3n and 4."""

ATTENTION = frozenset({"attn_q", "attn_k", "attn_v", "attn_output", "mixer"})


class Tensors(Struct, frozen=True):
    """The matrices of one kind.

    parameters: of all of them [count]; count: of the matrices; layers: that have them [count];
    row: numbers that one output is the sum over [count]; routed: whether those of routed experts.
    """

    kind: Kind
    parameters: float
    count: float
    layers: int
    row: int
    routed: bool = False


def tensors_of(model: Model) -> tuple[Tensors, ...]:
    """The matrices of a model; their parameters add up to all of it, towers and drafts beside.

    embedding = V·h, and as much again for a head of its own; embeddings of layers as many as are
    looked up; query and output h·d each and layer, keys and values h·d_kv; a router h·E; norms 2·h;
    routed experts by thirds; the rest is the MLP.
    V: vocabulary_size; h: hidden_size; d, d_kv: width of all query and of all key heads.
    """
    hidden, layers = model.hidden_size, model.layers
    embedding = float((model.vocabulary_size or 0) * hidden) or model.lookup_parameters
    embedding = min(embedding, model.parameters / 2.0)
    found = [
        *_looked_up(model, embedding),
        Tensors("head", embedding, 1.0, 1, hidden),
        Tensors("norm", (2.0 * layers + 1.0) * hidden, 2.0 * layers + 1.0, layers, hidden),
        *_attention(model),
        *_experts(model),
    ]
    rest = model.parameters - sum(tensors.parameters for tensors in found)
    if rest < 0.0:
        found = _without(found, -rest)
    found += _rest(model, max(0.0, rest))
    beside: tuple[tuple[Kind, float], ...] = (
        ("tower", model.tower_parameters),
        ("draft", model.draft_parameters),
    )
    for kind, parameters in beside:
        if parameters:
            found.append(Tensors(kind, parameters, 1.0, 1, hidden))
    return tuple(found)


def _looked_up(model: Model, embedding: float) -> list[Tensors]:
    """What a pass looks up and does not read: nothing where the head is the embedding."""
    if not model.lookup_parameters:
        return []
    if model.lookup_parameters < LAYER_EMBEDDING_RATIO * embedding:
        return [Tensors("embedding", embedding, 1.0, 1, model.hidden_size)]
    return [Tensors("layer_embedding", model.lookup_parameters, 1.0, 1, model.hidden_size)]


def _without(found: list[Tensors], surplus: float) -> list[Tensors]:
    """With a smaller attention, where layers share their keys or route their queries."""
    whole = sum(tensors.parameters for tensors in found if tensors.kind in ATTENTION)
    share = max(0.0, 1.0 - surplus / whole) if whole else 1.0
    return [
        replace(tensors, parameters=tensors.parameters * share)
        if tensors.kind in ATTENTION
        else tensors
        for tensors in found
    ]


def _attention(model: Model) -> list[Tensors]:
    """Of layers with keys and values; a latent is left to the rest."""
    if model.kv_heads == float("inf"):
        return []
    hidden = model.hidden_size
    windowed = model.window_layers if model.window_tokens else 0.0
    kinds = (
        (model.full_attention_layers, model.kv_values_per_token_layer),
        (windowed, model.window_kv_values_per_token_layer),
    )
    layers = sum(count for count, _ in kinds)
    keys = sum(count * hidden * values / 2.0 for count, values in kinds)
    queries = layers * hidden * model.attention_width
    if not layers or 2.0 * (keys + queries) > model.parameters:
        return []
    width = int(model.attention_width)
    matrices: tuple[tuple[Kind, float, int], ...] = (
        ("attn_q", queries, hidden),
        ("attn_k", keys, hidden),
        ("attn_v", keys, hidden),
        ("attn_output", queries, width),
    )
    return [Tensors(kind, size, layers, int(layers), row) for kind, size, row in matrices]


def _experts(model: Model) -> list[Tensors]:
    routed, width = model.routed_expert_parameters, model.expert_intermediate_size
    if not routed:
        return []
    hidden = model.hidden_size
    layers = max(1, min(model.layers, round(routed / (3.0 * hidden * width * model.experts))))
    count = layers * model.experts
    matrices: tuple[tuple[Kind, int], ...] = (
        ("ffn_gate", hidden),
        ("ffn_up", hidden),
        ("ffn_down", int(width)),
    )
    return [
        *(Tensors(kind, routed / 3.0, count, layers, row, routed=True) for kind, row in matrices),
        Tensors("router", layers * hidden * model.experts, layers, layers, hidden),
    ]


def _rest(model: Model, parameters: float) -> list[Tensors]:
    """The MLP of every token, with what mixes tokens where that is no attention with keys."""
    hidden, layers = model.hidden_size, model.layers
    width = float(model.intermediate_size or 0)
    matrix = layers * hidden * width
    mixes = model.kv_heads == float("inf") or (model.window_layers and not model.window_tokens)
    if mixes and not model.routed_expert_parameters and matrix and 3.0 * matrix < parameters:
        mlp, mixer = 3.0 * matrix, parameters - 3.0 * matrix
    elif mixes:
        mlp, mixer = 0.0, parameters
    else:
        mlp, mixer = parameters, 0.0
    kinds: list[tuple[Kind, int]] = [
        ("ffn_gate", hidden),
        ("ffn_up", hidden),
        ("ffn_down", int(width) or 4 * hidden),
    ]
    if not model.gated and not model.routed_expert_parameters:
        kinds = kinds[1:]
    found = [Tensors(kind, mlp / len(kinds), layers, layers, row) for kind, row in kinds if mlp]
    if mixer:
        found.append(Tensors("mixer", mixer, 4.0 * layers, layers, hidden))
    return found
