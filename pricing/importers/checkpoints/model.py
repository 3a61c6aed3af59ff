"""A row of the table of models, from the configuration of a checkpoint and its weights."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from pricing.importers.checkpoints.dimensions import Dimensions, Heads, dimensions_of
from pricing.importers.checkpoints.experts import Experts, experts_of
from pricing.importers.checkpoints.fields import TOWERS, Config, UnreadableError, text_of, whole_of
from pricing.importers.checkpoints.formats import Published, published
from pricing.importers.checkpoints.layers import Layers, layers_of
from pricing.importers.checkpoints.sparse_attention import sparse_columns, sparse_parameters
from pricing.importers.checkpoints.weights import Weights
from pricing.importers.report import Row

AGREE_FRACTION = 0.03
"""How far the parameters of dimensions may be from those of the weights."""

WIDE_BITS = {"bf16": 16, "fp16": 16, "fp32": 32}


def model_row(config: Config, weights: Weights | None) -> Row:
    """The row of a configuration, without name, year and source.

    Raises UnreadableError for what the table of models cannot tell, and where the weights have
    other parameters than the dimensions.
    """
    text = text_of(config)
    dims = dimensions_of(text, is_tied=None if weights is None else not weights.has_head)
    layers = layers_of(text, dims)
    experts = experts_of(text, dims, layers)
    form = published(config, text, has_experts=experts is not None)
    routed = experts.layers * experts.routed(dims.hidden, dims.matrices) if experts else 0
    counted = _parameters(text, dims, layers, experts) + routed
    notes = ["parameters computed from the dimensions"]
    parameters, tower, draft = _checked(config, counted, form, weights, notes)
    draft = draft or _drafts(text, dims, experts)
    unrouted = parameters - routed
    active = unrouted + (routed * experts.chosen // experts.count if experts else 0)
    return {
        "family": _family(dims.kind),
        "parameters": parameters,
        "active_parameters": active,
        "routed_expert_parameters": routed or None,
        "lookup_parameters": None if dims.is_tied else dims.embedding,
        "layers": layers.count,
        "hidden_size": dims.hidden,
        "intermediate_size": _dense_width(dims, layers, experts),
        **_attention(dims),
        **_windows(text, dims, layers),
        **_expert_columns(experts, layers),
        "vocabulary_size": dims.vocabulary,
        "context_tokens": dims.context,
        **form._asdict(),
        **sparse_columns(text, layers.count),
        "tower_parameters": tower or None,
        "draft_parameters": draft or None,
        "notes": "; ".join(notes + _remarks(config, layers, tower, draft)),
    }


def _family(kind: str) -> str:
    """The series of a model, without its number."""
    found = re.match(r"[a-z]+", kind)
    return found[0] if found else "own"


def _parameters(text: Config, dims: Dimensions, layers: Layers, experts: Experts | None) -> int:
    """All parameters of the text part but those of routed experts."""
    embeddings = dims.embedding * (1 if dims.is_tied else 2)
    attended = layers.full + layers.window
    mixers = layers.full * dims.heads.parameters(dims.hidden) + attended * _biases(text, dims)
    mixers += layers.window * _window_heads(text, dims).parameters(dims.hidden)
    if layers.mixer is not None:
        mixers += layers.state * layers.mixer.parameters
    with_experts = experts.layers if experts else 0
    dense_count = len(layers.mlp) - with_experts
    if dense_count and not dims.intermediate:
        raise UnreadableError("it does not say intermediate_size")
    dense = dense_count * dims.matrices * dims.hidden * dims.intermediate
    beside = with_experts * experts.beside(dims.hidden, dims.matrices) if experts else 0
    norms = (2 * layers.count + 1) * dims.hidden
    return embeddings + mixers + dense + beside + norms + sparse_parameters(text, dims)


def _biases(text: Config, dims: Dimensions) -> int:
    """Biases of queries, keys and values."""
    has_biases = text.get("attention_bias") or text.get("qkv_bias") or dims.kind.startswith("qwen2")
    heads = dims.heads
    return (heads.count + 2 * heads.kv) * heads.size if has_biases and not heads.latent else 0


def _checked(
    config: Config, counted: int, form: Published, weights: Weights | None, notes: list[str]
) -> tuple[int, int, int]:
    """Parameters of text, towers and drafts: those of the weights where these tell them.

    Raises UnreadableError where weights and dimensions do not agree.
    """
    bits = WIDE_BITS.get(form.native_precision)
    tower = _tower(config)
    if weights is None or (weights.is_packed and not weights.bytes):
        return counted, tower, 0
    if weights.text and not weights.is_packed:
        _check_agreement(counted, weights.text)
        notes[0] = "parameters counted in the safetensors"
        return weights.text, weights.tower, weights.draft
    if bits is None or weights.is_packed or not weights.bytes:
        return counted, tower, 0
    whole = weights.bytes * 8 // bits
    if weights.has_tower or weights.has_draft:
        if whole < counted * (1.0 - AGREE_FRACTION):
            _check_agreement(counted, whole)
        rest = max(0, whole - counted)
        both = weights.has_tower and weights.has_draft
        if both:
            return counted, tower, max(0, rest - tower)
        return (counted, rest, 0) if weights.has_tower else (counted, 0, rest)
    _check_agreement(counted, whole)
    notes[0] = "parameters by the bytes of the safetensors"
    return whole, 0, 0


def _check_agreement(counted: int, shown: int) -> None:
    if abs(counted - shown) > AGREE_FRACTION * shown:
        raise UnreadableError(
            f"its dimensions make {counted / 1e9:.4g} billion parameters, and its weights have"
            f" {shown / 1e9:.4g}: its layers are others than those that are known"
        )


def _tower(config: Config) -> int:
    """Parameters of an encoder of images, by its layers alone: an estimate."""
    vision = config.get("vision_config")
    if not isinstance(vision, Mapping):
        return 0
    try:
        hidden = whole_of(vision, "embed_dim", "hidden_size", "width") or 0
        layers = whole_of(vision, "num_hidden_layers", "depth", "layers", "num_layers") or 0
        width = whole_of(vision, "intermediate_size")
    except UnreadableError:
        return 0
    ratio = vision.get("mlp_ratio")
    if width is None:
        width = int(hidden * ratio) if isinstance(ratio, int | float) else 4 * hidden
    return layers * (4 * hidden**2 + 2 * hidden * width)


def _drafts(text: Config, dims: Dimensions, experts: Experts | None) -> int:
    """Parameters of modules of further tokens: a layer each, and what joins two states."""
    count = whole_of(text, "num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules")
    if not count:
        return 0
    if experts is None:
        fed = dims.matrices * dims.hidden * dims.intermediate
    else:
        fed = experts.routed(dims.hidden, dims.matrices)
        fed += experts.beside(dims.hidden, dims.matrices)
    return count * (dims.heads.parameters(dims.hidden) + fed + 2 * dims.hidden**2)


def _attention(dims: Dimensions) -> Row:
    heads = dims.heads
    return {
        "heads": heads.count,
        "kv_heads": heads.kv,
        "head_dim": (heads.nope + heads.size) // 2 if heads.latent else heads.size,
        "attention": heads.kind,
        "kv_latent_dim": heads.latent or None,
        "kv_rope_dim": heads.rope if heads.latent else None,
    }


def _window_heads(text: Config, dims: Dimensions) -> Heads:
    """The heads of layers with a window, which may be their own."""
    heads = dims.heads
    size = whole_of(text, "swa_head_dim") or heads.size
    values = whole_of(text, "swa_v_head_dim") or size
    kv = whole_of(text, "swa_num_key_value_heads") or heads.kv
    own = size != heads.size or "swa_v_head_dim" in text
    return replace(heads, kv=kv, size=(size + values) // 2 if own else heads.size)


def _windows(text: Config, dims: Dimensions, layers: Layers) -> Row:
    """Layers that do not see the whole context; a window of 0 is a state in place of a cache."""
    heads, own = dims.heads, _window_heads(text, dims)
    own_heads = layers.window > 0 and (heads.kv, heads.size) != (own.kv, own.size)
    is_partial = layers.full < layers.count
    return {
        "sliding_window": layers.window_tokens if is_partial else None,
        "full_attention_layers": layers.full if is_partial else None,
        "window_kv_heads": own.kv if own_heads else None,
        "window_kv_values": 2 * own.kv * own.size if own_heads else None,
        "state_bytes": layers.state * layers.mixer.state_bytes if layers.mixer else None,
    }


def _dense_width(dims: Dimensions, layers: Layers, experts: Experts | None) -> int | None:
    """Width of the MLP of layers without experts, None where it is not that of layers."""
    has_dense = experts is None or experts.layers < len(layers.mlp)
    if len(layers.mlp) != layers.count:  # it is not that of every layer
        return None
    return dims.intermediate or None if has_dense else None


def _expert_columns(experts: Experts | None, layers: Layers) -> Row:
    if experts is None:
        return {}
    return {
        "experts": experts.count,
        "experts_per_token": experts.chosen,
        "shared_experts": experts.shared,
        "dense_layers": len(layers.mlp) - experts.layers,
        "expert_intermediate_size": experts.width,
    }


def _remarks(config: Config, layers: Layers, tower: int, draft: int) -> list[str]:
    """What is beside the columns."""
    remarks = []
    if layers.state:
        remarks.append(
            f"{layers.state} layers keep a state of fixed size"
            + ("" if layers.is_beside else " in place of a cache (sliding_window 0)")
        )
    towers = [name.removesuffix("_config") for name in TOWERS if config.get(name)]
    if towers:
        size = f" (about {tower / 1e9:.2g}e9)" if tower else ""
        remarks.append(f"text part; the encoder of {' and '.join(towers)}{size} is beside it")
    if draft:
        remarks.append(f"modules of further tokens (about {draft / 1e9:.2g}e9) are beside it")
    return remarks
