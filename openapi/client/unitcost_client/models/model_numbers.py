from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ModelNumbers")


@_attrs_define
class ModelNumbers:
    """A model given by its numbers. Numbers left out are estimated and listed.

    Attributes:
        parameters (float): All parameters [count].
        active_parameters (float | None | Unset): Parameters used for a token [count].
        compress_ratio (float | None | Unset): Tokens that an entry stands for in compressed layers [tokens].
        compressed_layers (int | None | Unset): Layers that attend to all entries of a compressed context [count].
        draft_parameters (float | Unset): Parameters of modules that predict further tokens, beside `parameters`
            [count]. Default: 0.0.
        expert_intermediate_size (int | None | Unset): Width of a routed expert [count].
        experts (int | None | Unset): Routed experts per layer [count].
        experts_per_token (int | None | Unset): Routed experts used for a token [count].
        full_attention_layers (int | None | Unset): Layers that see the whole context [count]. Default: all layers.
        gated_feed_forward (bool | None | Unset): Whether a gate multiplies what goes through the feed-forward part
            (SwiGLU, GeGLU). Default: what parameters and intermediate_size say, else gated.
        head_dim (int | None | Unset): Size of a head [count].
        heads (int | None | Unset): Query heads [count].
        hidden_size (int | None | Unset): Width of the residual stream [count].
        index_bytes (float | Unset): Keys of an indexer for sparse attention, for one token and layer: the mean over the
            layers that see the whole context [bytes]. Default: 0.0.
        index_head_dim (int | None | Unset): Size of a head of the indexer [count].
        index_heads (int | None | Unset): Heads of the indexer that chooses them [count].
        index_layers (int | None | Unset): Layers with an indexer of their own [count]. Default: all with sparse
            attention.
        index_topk (int | None | Unset): Entries of the cache that a token attends to at most in layers with sparse
            attention: tokens, or groups of them where these are compressed [count]. Default: all.
        intermediate_size (int | None | Unset): Width of the feed-forward part of a layer without experts [count].
            Default: what the parameters leave room for.
        kv_heads (int | None | Unset): Key-value heads [count].
        kv_latent_dim (int | None | Unset): MLA: size of the latent [count].
        kv_rope_dim (int | None | Unset): MLA: size of the rotary key [count].
        layers (int | None | Unset): Transformer layers [count].
        lookup_parameters (float | Unset): Parameters of an input embedding that the output does not share. A token
            reads one row of it [count]. Default: 0.0.
        routed_expert_parameters (float | None | Unset): Parameters in the routed experts [count].
        shared_experts (int | Unset): Experts that every token passes through [count]. Default: 0.
        sliding_window (int | None | Unset): Context that the other layers see [tokens]. 0: they keep no cache.
        sparse_compress_ratio (float | None | Unset): Tokens that an entry stands for in layers with sparse attention
            [tokens].
        sparse_layers (int | None | Unset): Layers with sparse attention [count]. Default: all that see the whole
            context.
        state_bytes (float | Unset): State of a sequence in layers with a state of fixed size (Mamba, DeltaNet, …)
            [bytes]. Default: 0.0.
        tower_parameters (float | Unset): Parameters of encoders of images or sounds, beside `parameters` [count].
            Default: 0.0.
        vocabulary_size (int | None | Unset): Tokens in the vocabulary [count].
        window_kv_heads (int | None | Unset): Key-value heads of layers with a window [count]. Default: as in the other
            layers.
        window_kv_values (float | None | Unset): Values cached for a token in a layer with a window [count]. Default: as
            in the other layers.
    """

    parameters: float
    active_parameters: float | None | Unset = UNSET
    compress_ratio: float | None | Unset = UNSET
    compressed_layers: int | None | Unset = UNSET
    draft_parameters: float | Unset = UNSET
    expert_intermediate_size: int | None | Unset = UNSET
    experts: int | None | Unset = UNSET
    experts_per_token: int | None | Unset = UNSET
    full_attention_layers: int | None | Unset = UNSET
    gated_feed_forward: bool | None | Unset = UNSET
    head_dim: int | None | Unset = UNSET
    heads: int | None | Unset = UNSET
    hidden_size: int | None | Unset = UNSET
    index_bytes: float | Unset = UNSET
    index_head_dim: int | None | Unset = UNSET
    index_heads: int | None | Unset = UNSET
    index_layers: int | None | Unset = UNSET
    index_topk: int | None | Unset = UNSET
    intermediate_size: int | None | Unset = UNSET
    kv_heads: int | None | Unset = UNSET
    kv_latent_dim: int | None | Unset = UNSET
    kv_rope_dim: int | None | Unset = UNSET
    layers: int | None | Unset = UNSET
    lookup_parameters: float | Unset = UNSET
    routed_expert_parameters: float | None | Unset = UNSET
    shared_experts: int | Unset = UNSET
    sliding_window: int | None | Unset = UNSET
    sparse_compress_ratio: float | None | Unset = UNSET
    sparse_layers: int | None | Unset = UNSET
    state_bytes: float | Unset = UNSET
    tower_parameters: float | Unset = UNSET
    vocabulary_size: int | None | Unset = UNSET
    window_kv_heads: int | None | Unset = UNSET
    window_kv_values: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        parameters = self.parameters

        active_parameters: float | None | Unset
        if isinstance(self.active_parameters, Unset):
            active_parameters = UNSET
        else:
            active_parameters = self.active_parameters

        compress_ratio: float | None | Unset
        if isinstance(self.compress_ratio, Unset):
            compress_ratio = UNSET
        else:
            compress_ratio = self.compress_ratio

        compressed_layers: int | None | Unset
        if isinstance(self.compressed_layers, Unset):
            compressed_layers = UNSET
        else:
            compressed_layers = self.compressed_layers

        draft_parameters = self.draft_parameters

        expert_intermediate_size: int | None | Unset
        if isinstance(self.expert_intermediate_size, Unset):
            expert_intermediate_size = UNSET
        else:
            expert_intermediate_size = self.expert_intermediate_size

        experts: int | None | Unset
        if isinstance(self.experts, Unset):
            experts = UNSET
        else:
            experts = self.experts

        experts_per_token: int | None | Unset
        if isinstance(self.experts_per_token, Unset):
            experts_per_token = UNSET
        else:
            experts_per_token = self.experts_per_token

        full_attention_layers: int | None | Unset
        if isinstance(self.full_attention_layers, Unset):
            full_attention_layers = UNSET
        else:
            full_attention_layers = self.full_attention_layers

        gated_feed_forward: bool | None | Unset
        if isinstance(self.gated_feed_forward, Unset):
            gated_feed_forward = UNSET
        else:
            gated_feed_forward = self.gated_feed_forward

        head_dim: int | None | Unset
        if isinstance(self.head_dim, Unset):
            head_dim = UNSET
        else:
            head_dim = self.head_dim

        heads: int | None | Unset
        if isinstance(self.heads, Unset):
            heads = UNSET
        else:
            heads = self.heads

        hidden_size: int | None | Unset
        if isinstance(self.hidden_size, Unset):
            hidden_size = UNSET
        else:
            hidden_size = self.hidden_size

        index_bytes = self.index_bytes

        index_head_dim: int | None | Unset
        if isinstance(self.index_head_dim, Unset):
            index_head_dim = UNSET
        else:
            index_head_dim = self.index_head_dim

        index_heads: int | None | Unset
        if isinstance(self.index_heads, Unset):
            index_heads = UNSET
        else:
            index_heads = self.index_heads

        index_layers: int | None | Unset
        if isinstance(self.index_layers, Unset):
            index_layers = UNSET
        else:
            index_layers = self.index_layers

        index_topk: int | None | Unset
        if isinstance(self.index_topk, Unset):
            index_topk = UNSET
        else:
            index_topk = self.index_topk

        intermediate_size: int | None | Unset
        if isinstance(self.intermediate_size, Unset):
            intermediate_size = UNSET
        else:
            intermediate_size = self.intermediate_size

        kv_heads: int | None | Unset
        if isinstance(self.kv_heads, Unset):
            kv_heads = UNSET
        else:
            kv_heads = self.kv_heads

        kv_latent_dim: int | None | Unset
        if isinstance(self.kv_latent_dim, Unset):
            kv_latent_dim = UNSET
        else:
            kv_latent_dim = self.kv_latent_dim

        kv_rope_dim: int | None | Unset
        if isinstance(self.kv_rope_dim, Unset):
            kv_rope_dim = UNSET
        else:
            kv_rope_dim = self.kv_rope_dim

        layers: int | None | Unset
        if isinstance(self.layers, Unset):
            layers = UNSET
        else:
            layers = self.layers

        lookup_parameters = self.lookup_parameters

        routed_expert_parameters: float | None | Unset
        if isinstance(self.routed_expert_parameters, Unset):
            routed_expert_parameters = UNSET
        else:
            routed_expert_parameters = self.routed_expert_parameters

        shared_experts = self.shared_experts

        sliding_window: int | None | Unset
        if isinstance(self.sliding_window, Unset):
            sliding_window = UNSET
        else:
            sliding_window = self.sliding_window

        sparse_compress_ratio: float | None | Unset
        if isinstance(self.sparse_compress_ratio, Unset):
            sparse_compress_ratio = UNSET
        else:
            sparse_compress_ratio = self.sparse_compress_ratio

        sparse_layers: int | None | Unset
        if isinstance(self.sparse_layers, Unset):
            sparse_layers = UNSET
        else:
            sparse_layers = self.sparse_layers

        state_bytes = self.state_bytes

        tower_parameters = self.tower_parameters

        vocabulary_size: int | None | Unset
        if isinstance(self.vocabulary_size, Unset):
            vocabulary_size = UNSET
        else:
            vocabulary_size = self.vocabulary_size

        window_kv_heads: int | None | Unset
        if isinstance(self.window_kv_heads, Unset):
            window_kv_heads = UNSET
        else:
            window_kv_heads = self.window_kv_heads

        window_kv_values: float | None | Unset
        if isinstance(self.window_kv_values, Unset):
            window_kv_values = UNSET
        else:
            window_kv_values = self.window_kv_values

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "parameters": parameters,
            }
        )
        if active_parameters is not UNSET:
            field_dict["active_parameters"] = active_parameters
        if compress_ratio is not UNSET:
            field_dict["compress_ratio"] = compress_ratio
        if compressed_layers is not UNSET:
            field_dict["compressed_layers"] = compressed_layers
        if draft_parameters is not UNSET:
            field_dict["draft_parameters"] = draft_parameters
        if expert_intermediate_size is not UNSET:
            field_dict["expert_intermediate_size"] = expert_intermediate_size
        if experts is not UNSET:
            field_dict["experts"] = experts
        if experts_per_token is not UNSET:
            field_dict["experts_per_token"] = experts_per_token
        if full_attention_layers is not UNSET:
            field_dict["full_attention_layers"] = full_attention_layers
        if gated_feed_forward is not UNSET:
            field_dict["gated_feed_forward"] = gated_feed_forward
        if head_dim is not UNSET:
            field_dict["head_dim"] = head_dim
        if heads is not UNSET:
            field_dict["heads"] = heads
        if hidden_size is not UNSET:
            field_dict["hidden_size"] = hidden_size
        if index_bytes is not UNSET:
            field_dict["index_bytes"] = index_bytes
        if index_head_dim is not UNSET:
            field_dict["index_head_dim"] = index_head_dim
        if index_heads is not UNSET:
            field_dict["index_heads"] = index_heads
        if index_layers is not UNSET:
            field_dict["index_layers"] = index_layers
        if index_topk is not UNSET:
            field_dict["index_topk"] = index_topk
        if intermediate_size is not UNSET:
            field_dict["intermediate_size"] = intermediate_size
        if kv_heads is not UNSET:
            field_dict["kv_heads"] = kv_heads
        if kv_latent_dim is not UNSET:
            field_dict["kv_latent_dim"] = kv_latent_dim
        if kv_rope_dim is not UNSET:
            field_dict["kv_rope_dim"] = kv_rope_dim
        if layers is not UNSET:
            field_dict["layers"] = layers
        if lookup_parameters is not UNSET:
            field_dict["lookup_parameters"] = lookup_parameters
        if routed_expert_parameters is not UNSET:
            field_dict["routed_expert_parameters"] = routed_expert_parameters
        if shared_experts is not UNSET:
            field_dict["shared_experts"] = shared_experts
        if sliding_window is not UNSET:
            field_dict["sliding_window"] = sliding_window
        if sparse_compress_ratio is not UNSET:
            field_dict["sparse_compress_ratio"] = sparse_compress_ratio
        if sparse_layers is not UNSET:
            field_dict["sparse_layers"] = sparse_layers
        if state_bytes is not UNSET:
            field_dict["state_bytes"] = state_bytes
        if tower_parameters is not UNSET:
            field_dict["tower_parameters"] = tower_parameters
        if vocabulary_size is not UNSET:
            field_dict["vocabulary_size"] = vocabulary_size
        if window_kv_heads is not UNSET:
            field_dict["window_kv_heads"] = window_kv_heads
        if window_kv_values is not UNSET:
            field_dict["window_kv_values"] = window_kv_values

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        parameters = d.pop("parameters")

        def _parse_active_parameters(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        active_parameters = _parse_active_parameters(d.pop("active_parameters", UNSET))

        def _parse_compress_ratio(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        compress_ratio = _parse_compress_ratio(d.pop("compress_ratio", UNSET))

        def _parse_compressed_layers(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        compressed_layers = _parse_compressed_layers(d.pop("compressed_layers", UNSET))

        draft_parameters = d.pop("draft_parameters", UNSET)

        def _parse_expert_intermediate_size(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        expert_intermediate_size = _parse_expert_intermediate_size(
            d.pop("expert_intermediate_size", UNSET)
        )

        def _parse_experts(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        experts = _parse_experts(d.pop("experts", UNSET))

        def _parse_experts_per_token(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        experts_per_token = _parse_experts_per_token(d.pop("experts_per_token", UNSET))

        def _parse_full_attention_layers(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        full_attention_layers = _parse_full_attention_layers(d.pop("full_attention_layers", UNSET))

        def _parse_gated_feed_forward(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        gated_feed_forward = _parse_gated_feed_forward(d.pop("gated_feed_forward", UNSET))

        def _parse_head_dim(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        head_dim = _parse_head_dim(d.pop("head_dim", UNSET))

        def _parse_heads(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        heads = _parse_heads(d.pop("heads", UNSET))

        def _parse_hidden_size(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        hidden_size = _parse_hidden_size(d.pop("hidden_size", UNSET))

        index_bytes = d.pop("index_bytes", UNSET)

        def _parse_index_head_dim(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        index_head_dim = _parse_index_head_dim(d.pop("index_head_dim", UNSET))

        def _parse_index_heads(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        index_heads = _parse_index_heads(d.pop("index_heads", UNSET))

        def _parse_index_layers(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        index_layers = _parse_index_layers(d.pop("index_layers", UNSET))

        def _parse_index_topk(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        index_topk = _parse_index_topk(d.pop("index_topk", UNSET))

        def _parse_intermediate_size(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        intermediate_size = _parse_intermediate_size(d.pop("intermediate_size", UNSET))

        def _parse_kv_heads(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        kv_heads = _parse_kv_heads(d.pop("kv_heads", UNSET))

        def _parse_kv_latent_dim(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        kv_latent_dim = _parse_kv_latent_dim(d.pop("kv_latent_dim", UNSET))

        def _parse_kv_rope_dim(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        kv_rope_dim = _parse_kv_rope_dim(d.pop("kv_rope_dim", UNSET))

        def _parse_layers(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        layers = _parse_layers(d.pop("layers", UNSET))

        lookup_parameters = d.pop("lookup_parameters", UNSET)

        def _parse_routed_expert_parameters(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        routed_expert_parameters = _parse_routed_expert_parameters(
            d.pop("routed_expert_parameters", UNSET)
        )

        shared_experts = d.pop("shared_experts", UNSET)

        def _parse_sliding_window(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        sliding_window = _parse_sliding_window(d.pop("sliding_window", UNSET))

        def _parse_sparse_compress_ratio(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        sparse_compress_ratio = _parse_sparse_compress_ratio(d.pop("sparse_compress_ratio", UNSET))

        def _parse_sparse_layers(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        sparse_layers = _parse_sparse_layers(d.pop("sparse_layers", UNSET))

        state_bytes = d.pop("state_bytes", UNSET)

        tower_parameters = d.pop("tower_parameters", UNSET)

        def _parse_vocabulary_size(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        vocabulary_size = _parse_vocabulary_size(d.pop("vocabulary_size", UNSET))

        def _parse_window_kv_heads(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        window_kv_heads = _parse_window_kv_heads(d.pop("window_kv_heads", UNSET))

        def _parse_window_kv_values(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        window_kv_values = _parse_window_kv_values(d.pop("window_kv_values", UNSET))

        model_numbers = cls(
            parameters=parameters,
            active_parameters=active_parameters,
            compress_ratio=compress_ratio,
            compressed_layers=compressed_layers,
            draft_parameters=draft_parameters,
            expert_intermediate_size=expert_intermediate_size,
            experts=experts,
            experts_per_token=experts_per_token,
            full_attention_layers=full_attention_layers,
            gated_feed_forward=gated_feed_forward,
            head_dim=head_dim,
            heads=heads,
            hidden_size=hidden_size,
            index_bytes=index_bytes,
            index_head_dim=index_head_dim,
            index_heads=index_heads,
            index_layers=index_layers,
            index_topk=index_topk,
            intermediate_size=intermediate_size,
            kv_heads=kv_heads,
            kv_latent_dim=kv_latent_dim,
            kv_rope_dim=kv_rope_dim,
            layers=layers,
            lookup_parameters=lookup_parameters,
            routed_expert_parameters=routed_expert_parameters,
            shared_experts=shared_experts,
            sliding_window=sliding_window,
            sparse_compress_ratio=sparse_compress_ratio,
            sparse_layers=sparse_layers,
            state_bytes=state_bytes,
            tower_parameters=tower_parameters,
            vocabulary_size=vocabulary_size,
            window_kv_heads=window_kv_heads,
            window_kv_values=window_kv_values,
        )

        return model_numbers
