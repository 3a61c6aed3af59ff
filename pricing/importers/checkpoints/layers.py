"""The layers of a decoder: which see the whole context, a window or a state of fixed size."""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pricing.importers.checkpoints.dimensions import Dimensions
from pricing.importers.checkpoints.fields import Config, UnreadableError, needed, value_of, whole_of
from pricing.importers.checkpoints.sparse_attention import compressed_of

STATE_BYTES, CACHED_BYTES = 4, 2
"""Of a value of a recurrent state, which engines keep in 32 bits, and of a convolution in 16."""

FULL = frozenset({"full_attention", "attention", "full", "global", "hybrid", "*", "1"})
WINDOW = frozenset({"sliding_attention", "chunked_attention", "local", "sliding", "window"})


class Mixer(Struct, frozen=True):
    """A layer with a state in place of a cache, or beside one.

    parameters: of its matrices; state_bytes: what a sequence keeps.
    """

    parameters: int
    state_bytes: int


class Layers(Struct, frozen=True):
    """The kinds of the layers of a decoder.

    full, window, state: which see the whole context, a window, a state; mixer: of those with a
    state; is_beside: whether they have attention too; mlp: the blocks that have a feed-forward
    part, each with its number; count: of layers, as rows count them.
    """

    count: int
    full: int
    window: int
    state: int
    mlp: tuple[int, ...]
    window_tokens: int = 0
    mixer: Mixer | None = None
    is_beside: bool = False


def layers_of(config: Config, dims: Dimensions) -> Layers:
    """The layers of a configuration of text. Raises UnreadableError."""
    pattern = config.get("hybrid_override_pattern")
    if isinstance(pattern, str):
        return _of_blocks(config, dims, pattern)
    compressed = compressed_of(config, dims.blocks)
    if compressed is not None:
        full = compressed.cached_layers(dims, whole_of(config, "index_head_dim") or 0)
        window = _window_tokens(config)
        return Layers(dims.blocks, full, dims.blocks - full, 0, _all(dims), window)
    mixer = _mixer(config, dims)
    if dims.kind == "falcon_h1":
        return Layers(
            dims.blocks, dims.blocks, 0, dims.blocks, _all(dims), mixer=mixer, is_beside=True
        )
    kinds = _kinds(config, dims)
    full = sum(kind in FULL for kind in kinds)
    window = sum(kind in WINDOW for kind in kinds)
    state = len(kinds) - full - window
    if state and mixer is None:
        other = next(kind for kind in kinds if kind not in FULL | WINDOW)
        raise UnreadableError(f"no column tells layers of the kind {other!r}")
    if mixer is not None and not state and not _is_told(config):
        raise UnreadableError("it has layers with a state, and does not say which")
    if state and window:
        raise UnreadableError("it has layers with a window and others with a state")
    if not full and not window:
        raise UnreadableError("it has no attention, and no row can tell that")
    tokens = _window_tokens(config) if window else 0
    return Layers(len(kinds), full, window, state, _all(dims), tokens, mixer if state else None)


def _all(dims: Dimensions) -> tuple[int, ...]:
    return tuple(range(dims.blocks))


def _is_told(config: Config) -> bool:
    """Whether a configuration has the kind of each layer."""
    lists = value_of(config, "layer_types", "layers_block_type", "layer_type", "attn_type_list")
    return isinstance(lists, list)


def _kinds(config: Config, dims: Dimensions) -> Sequence[str]:
    """The kind of each layer."""
    count = dims.blocks
    told = value_of(config, "layer_types", "layers_block_type", "layer_type", "block_types")
    if isinstance(told, list) and told:  # a shorter list begins again
        return [str(told[at % len(told)]) for at in range(count)]
    listed = config.get("hybrid_layer_pattern")
    if isinstance(listed, list):  # 1 is a layer with a window
        return ["window" if flag else "full" for flag in listed[:count]]
    whole = _whole_context(config, count)
    if whole is None:
        return _windowed(config, dims)
    return ["full" if at in whole else "state" for at in range(count)]


def _whole_context(config: Config, count: int) -> Container[int] | None:
    """The layers with attention, where the others have a state."""
    linear, flags = config.get("linear_attn_config"), config.get("attn_type_list")
    if isinstance(linear, Mapping):  # Kimi counts its layers from 1
        return {at - 1 for at in linear.get("full_attn_layers") or ()}
    if isinstance(flags, list):
        return {at for at, flag in enumerate(flags) if flag}
    listed: Any = value_of(config, "full_attn_idxs", "attn_layer_indices")
    if isinstance(listed, list):
        return listed
    period = whole_of(config, "attn_layer_period")
    if period:
        offset = whole_of(config, "attn_layer_offset") or 0
        return range(offset, count, period)
    interval = whole_of(config, "full_attention_interval", "layer_group_size")
    return range(interval - 1, count, interval) if interval else None


def _windowed(config: Config, dims: Dimensions) -> Sequence[str]:
    """The layers of a decoder that has attention alone."""
    count, tokens = dims.blocks, _window_tokens(config)
    is_whole = dims.context is not None and 0 < dims.context <= tokens
    if not tokens or is_whole or config.get("use_sliding_window") is False:
        return ["full"] * count
    chosen = value_of(config, "no_rope_layers")
    if config.get("attention_chunk_size") and isinstance(chosen, list) and chosen:
        return ["window" if rotates else "full" for rotates in chosen[:count]]
    letters = config.get("sliding_window_pattern")
    if isinstance(letters, str) and letters:  # LLLG: the fourth sees the whole context
        return ["full" if letters[at % len(letters)] == "G" else "window" for at in range(count)]
    usual = {"gemma2": 2, "gemma3_text": 6, "gemma3": 6, "cohere2": 4, "llama4_text": 4}
    pattern = whole_of(config, "sliding_window_pattern", "_sliding_window_pattern")
    pattern = pattern or usual.get(dims.kind)
    if pattern:
        return ["full" if (at + 1) % pattern == 0 else "window" for at in range(count)]
    if config.get("use_sliding_window"):
        first = whole_of(config, "max_window_layers") or 0
        return ["full" if at < first else "window" for at in range(count)]
    return ["window"] * count


def _window_tokens(config: Config) -> int:
    return (
        whole_of(config, "sliding_window", "sliding_window_size", "attention_chunk_size", "window")
        or 0
    )


def _of_blocks(config: Config, dims: Dimensions, pattern: str) -> Layers:
    """A decoder whose mixers and feed-forward parts are blocks of their own: two are a layer."""
    blocks = re.sub(r"[^M*E-]", "", pattern)
    if len(blocks) != dims.blocks:
        raise UnreadableError(f"hybrid_override_pattern has {len(blocks)} of {dims.blocks} blocks")
    return Layers(
        count=dims.blocks // 2,
        full=blocks.count("*"),
        window=0,
        state=blocks.count("M"),
        mlp=tuple(at for at, block in enumerate(blocks) if block in "-E"),
        mixer=_mamba2(config, dims),
    )


def _mixer(config: Config, dims: Dimensions) -> Mixer | None:
    """The layers with a state of a configuration; None where it has none that is known."""
    found = next((read for field, read in MIXERS.items() if config.get(field) is not None), None)
    return None if found is None else found(config, dims)


def _delta_net(config: Config, dims: Dimensions) -> Mixer:
    """Gated DeltaNet: a matrix for each value head, and a convolution over queries and all."""
    values = needed(config, "linear_num_value_heads")
    size = needed(config, "linear_value_head_dim")
    key = needed(config, "linear_key_head_dim")
    keys = needed(config, "linear_num_key_heads") * key
    kernel = whole_of(config, "linear_conv_kernel_dim") or 4
    mixed = 2 * keys + values * size
    entered = dims.hidden * (2 * keys + 2 * values * size + 2 * values)
    left = values * size * dims.hidden + mixed * kernel + 2 * values + size
    state = values * key * size * STATE_BYTES + (kernel - 1) * mixed * CACHED_BYTES
    return Mixer(entered + left, state)


def _kimi_delta(config: Config, dims: Dimensions) -> Mixer:
    """Kimi Delta Attention: a matrix for each head, with gates of low rank."""
    told = config["linear_attn_config"]
    heads, size = needed(told, "num_heads"), needed(told, "head_dim")
    kernel = whole_of(told, "short_conv_kernel_size") or 4
    width = heads * size
    gates = 2 * (dims.hidden * size + size * width) + dims.hidden * heads
    parameters = 4 * dims.hidden * width + gates + 3 * width * kernel
    state = width * size * STATE_BYTES + (kernel - 1) * 3 * width * CACHED_BYTES
    return Mixer(parameters, state)


def _lightning(_: Config, dims: Dimensions) -> Mixer:
    """Lightning attention: a matrix for each head, with an output gate."""
    width = dims.heads.count * dims.heads.size
    return Mixer(5 * dims.hidden * width, width * dims.heads.size * STATE_BYTES)


def _mamba2(config: Config, dims: Dimensions) -> Mixer:
    heads = needed(config, "mamba_n_heads", "mamba_num_heads")
    size = whole_of(config, "mamba_d_head", "mamba_head_dim")
    inner = whole_of(config, "mamba_d_ssm")
    if size is None or str(value_of(config, "mamba_d_head")) == "auto":
        expand = whole_of(config, "mamba_expand", "expand") or 2
        size = (inner or expand * dims.hidden) // heads
    inner = inner or heads * size
    state = needed(config, "mamba_d_state", "ssm_state_size")
    groups = whole_of(config, "mamba_n_groups", "n_groups") or 1
    kernel = whole_of(config, "mamba_d_conv", "conv_kernel") or 4
    mixed = inner + 2 * groups * state
    entered = dims.hidden * (inner + mixed + heads)
    left = inner * dims.hidden + mixed * (kernel + 1) + 3 * heads + inner
    kept = inner * state * STATE_BYTES + (kernel - 1) * mixed * CACHED_BYTES
    return Mixer(entered + left, kept)


def _mamba1(config: Config, dims: Dimensions) -> Mixer:
    inner = (whole_of(config, "mamba_expand") or 2) * dims.hidden
    state = needed(config, "mamba_d_state")
    kernel = whole_of(config, "mamba_d_conv") or 4
    rank = whole_of(config, "mamba_dt_rank") or -(-dims.hidden // 16)
    entered = dims.hidden * 2 * inner + inner * (kernel + 1)
    inside = inner * (rank + 2 * state) + rank * inner + inner * (state + 2)
    kept = inner * state * STATE_BYTES + (kernel - 1) * inner * CACHED_BYTES
    return Mixer(entered + inside + inner * dims.hidden, kept)


def _short_convolution(config: Config, dims: Dimensions) -> Mixer:
    kernel = needed(config, "conv_L_cache")
    parameters = 4 * dims.hidden**2 + dims.hidden * kernel
    return Mixer(parameters, (kernel - 1) * dims.hidden * CACHED_BYTES)


MIXERS: Mapping[str, Callable[[Config, Dimensions], Mixer]] = {
    "linear_num_value_heads": _delta_net,
    "linear_attn_config": _kimi_delta,
    "mamba_n_heads": _mamba2,
    "mamba_num_heads": _mamba2,
    "mamba_d_state": _mamba1,
    "conv_L_cache": _short_convolution,
    "attn_type_list": _lightning,
    "layer_group_size": _lightning,
}
"""Fields that only configurations with a kind of state have, and what reads it."""
