"""The experts of a decoder: how many, how wide, and in which layers."""

from collections.abc import Callable, Container, Mapping
from typing import Any

from msgspec import Struct

from pricing.importers.checkpoints.dimensions import Dimensions
from pricing.importers.checkpoints.fields import Config, UnreadableError, needed, whole_of
from pricing.importers.checkpoints.layers import Layers

EXPERTS = (
    *("n_routed_experts", "num_experts", "num_local_experts", "moe_num_experts"),
    *("num_routed_experts", "moe_num_routed_experts"),
)
CHOSEN = (
    *("num_experts_per_tok", "moe_topk", "moe_top_k", "moe_k", "num_experts_per_token", "top_k"),
    *("num_selected_experts", "experts_per_token", "moe_num_active_experts"),
)
WIDTH = (
    *("moe_intermediate_size", "expert_intermediate_size", "moe_ffn_hidden_size"),
    "expert_ffn_hidden_size",
)


BESIDE: Mapping[str, Callable[[Dimensions], int]] = {
    "residual_moe": lambda dims: dims.intermediate,
    "parallel_attn_mlp_res": lambda dims: dims.hidden,
}
"""Flags of a dense part beside the experts of each layer, with its width: Grok 2, Arctic."""


class Experts(Struct, frozen=True):
    """Experts of layers that have them.

    layers: that have them; width: of a routed one; shared, shared_width: through which every token
    passes; latent: what tokens are narrowed to before them, 0 where they are not.
    """

    count: int
    chosen: int
    width: int
    layers: int
    shared: int
    shared_width: int
    latent: int = 0

    def routed(self, hidden: int, matrices: int) -> int:
        """Parameters of the routed experts of a layer."""
        return self.count * matrices * (self.latent or hidden) * self.width

    def beside(self, hidden: int, matrices: int) -> int:
        """Parameters of a layer's router, shared experts and what narrows tokens."""
        gate = hidden * self.count
        return gate + matrices * hidden * self.shared_width + 2 * hidden * self.latent


def experts_of(config: Config, dims: Dimensions, layers: Layers) -> Experts | None:
    """The experts of a configuration of text, None where it has none. Raises UnreadableError."""
    nested = config.get("ffn_config")
    told: Config = {**config, **nested} if isinstance(nested, Mapping) else config
    count = whole_of(told, *EXPERTS)
    if not count or count == 1:
        return None
    if dims.kind.startswith("llama4"):
        width = needed(told, "intermediate_size")
    else:
        width = whole_of(told, *WIDTH) or needed(told, "intermediate_size", "ffn_hidden_size")
    shared, shared_width = _shared(told, dims, width)
    found = sum(_has_experts(told, dims, at) for at in layers.mlp)
    if not found:
        raise UnreadableError("it has experts, and no layer with them")
    return Experts(
        count=count,
        chosen=needed(told, *CHOSEN),
        width=width,
        layers=found,
        shared=shared,
        shared_width=shared_width,
        latent=whole_of(told, "moe_latent_size") or 0,
    )


def _shared(config: Config, dims: Dimensions, width: int) -> tuple[int, int]:
    """How many experts every token passes, and how wide they are together."""
    if dims.kind.startswith("llama4"):
        return 1, width
    beside = next((read(dims) for name, read in BESIDE.items() if config.get(name)), None)
    if beside is not None:
        return max(1, round(beside / width)), beside
    whole = whole_of(
        config,
        *("shared_expert_intermediate_size", "shared_intermediate_size"),
        *("moe_shared_expert_intermediate_size", "share_expert_dim"),
    )
    count = whole_of(
        config,
        "n_shared_experts",
        "num_shared_experts",
        "num_shared_expert",
        "moe_num_shared_experts",
    )
    if whole and dims.kind == "nemotron_h":
        return count or 1, whole * (count or 1)
    if whole:
        return max(1, round(whole / width)), whole
    return count or 0, (count or 0) * width


def _has_experts(config: Config, dims: Dimensions, at: int) -> bool:
    """Whether a block has experts in its feed-forward part."""
    listed = _listed(config)
    if listed is not None:
        return at in listed
    period = whole_of(config, "expert_layer_period")
    if period:
        return at % period == (whole_of(config, "expert_layer_offset") or 0)
    start, end = whole_of(config, "moe_layer_start_index"), whole_of(config, "moe_layer_end_index")
    first = start or whole_of(config, "first_k_dense_replace", "num_dense_layers") or 0
    if at in (config.get("mlp_only_layers") or ()) or not first <= at <= (end or dims.blocks):
        return False
    step = whole_of(
        config,
        *("decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_interval"),
        "moe_layer_freq",
    )
    return not step or (at + 1) % step == 0


def _listed(config: Config) -> Container[int] | None:
    """The blocks with experts, where a configuration lists them."""
    pattern, named = config.get("hybrid_override_pattern"), config.get("moe_layers_enum")
    if isinstance(pattern, str):
        return {at for at, block in enumerate(pattern) if block == "E"}
    if isinstance(named, str):
        return {int(at) for at in named.split(",") if at.strip()}
    flags: Any = config.get("moe_layer_freq")
    if isinstance(flags, list):
        return {at for at, flag in enumerate(flags) if flag}
    told: Any = config.get("moe_layers")
    return told if isinstance(told, list) else None
