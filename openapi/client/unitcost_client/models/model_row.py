from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ModelRow")


@_attrs_define
class ModelRow:
    """A model's architecture.

    Attributes:
        active_parameters (float): Parameters that a token passes through, computed: all but those of routed experts
            that it does not choose, of tables that single layers look up, and of the embedding of an encoder without an
            output [count].
        architecture (None | str): encoder_only, encoder_decoder, or pooled_decoder for a decoder that is read and
            writes nothing (embeddings, rerankers); null for a decoder.
        attention (str): mha, gqa, mqa or mla.
        confidence (str): verified, partly verified, secondary or unverified.
        context_tokens (int | None): Longest context [tokens].
        dense_layers (int | None): Layers without experts [count].
        dense_weight_bits (float | None): Size of a weight outside the routed experts, where the published checkpoint
            has only the experts in its native precision [bits].
        draft_parameters (float | None): Parameters of modules that predict further tokens, in the published checkpoint
            beside the model [count].
        expert_intermediate_size (int | None): Width of a routed expert [count].
        experts (int | None): Routed experts of a layer [count].
        experts_per_token (int | None): Routed experts that a token passes through [count].
        family (str): Series of the model.
        full_attention_layers (int | None): Layers that see the whole context [count].
        head_dim (int | None): Size of a head [count].
        heads (int): Query heads [count].
        hidden_size (int): Width of the residual stream [count].
        index_bytes (float | None): Keys of an attention indexer, per token and layer: the mean of the layers that see
            the whole context [bytes].
        intermediate_size (int | None): Width of the MLP [count].
        kv_heads (int | None): Key-value heads [count].
        kv_latent_dim (int | None): MLA: size of the latent [count].
        kv_rope_dim (int | None): MLA: size of the rotary key [count].
        layers (int): Transformer layers [count].
        lookup_parameters (float | None): Parameters of an input embedding that the output does not share, and of tables
            that single layers look up: a token reads one row of each. active_parameters has the embedding of a decoder, and
            no others [count].
        model (str): Its name in this API.
        native_precision (str): Number format of the published weights.
        native_weight_bits (float | None): Size of a weight in the native precision with its scales, where it is not the
            usual one of that format [bits].
        notes (None | str): Remarks on the row.
        parameters (float): All parameters [count].
        published_active_parameters (float | None): Parameters that a token passes through, as the maker prints them:
            rounded, and with or without embeddings [count].
        routed_expert_parameters (float | None): Parameters in the routed experts [count].
        shared_experts (int | None): Experts that every token passes through [count].
        sliding_window (int | None): Window of local layers [tokens].
        source (str): Where the figures of the row were published.
        state_bytes (float | None): State of fixed size that a sequence keeps in layers without a KV cache (Mamba,
            DeltaNet, …) [bytes].
        tower_parameters (float | None): Parameters of encoders of images or sounds beside the text part [count].
        vocabulary_size (int | None): Size of the vocabulary [tokens].
        window_kv_heads (int | None): Key-value heads of layers with a window, where they differ from the others
            [count].
        window_kv_values (float | None): Values cached per token in a layer with a window, where those layers have heads
            of their own [count].
        year (int): Year of release [year].
        compress_ratio (float | None | Unset): Tokens that an entry of the cache stands for in compressed layers
            [tokens].
        compressed_layers (int | None | Unset): Layers that attend to all entries of a compressed context [count].
        index_head_dim (int | None | Unset): Size of a head of the indexer [count].
        index_heads (int | None | Unset): Heads of the indexer that chooses them [count].
        index_layers (int | None | Unset): Layers with an indexer of their own, where others share its choice [count].
        index_topk (int | None | Unset): Entries of the cache that a token attends to at most in layers with sparse
            attention: tokens, or groups of them where these are compressed [count].
        sparse_compress_ratio (float | None | Unset): Tokens that an entry of the cache stands for in layers with sparse
            attention, where it is more than one [tokens].
        sparse_layers (int | None | Unset): Layers with sparse attention, where not all that see the whole context have
            it [count].
    """

    active_parameters: float
    architecture: None | str
    attention: str
    confidence: str
    context_tokens: int | None
    dense_layers: int | None
    dense_weight_bits: float | None
    draft_parameters: float | None
    expert_intermediate_size: int | None
    experts: int | None
    experts_per_token: int | None
    family: str
    full_attention_layers: int | None
    head_dim: int | None
    heads: int
    hidden_size: int
    index_bytes: float | None
    intermediate_size: int | None
    kv_heads: int | None
    kv_latent_dim: int | None
    kv_rope_dim: int | None
    layers: int
    lookup_parameters: float | None
    model: str
    native_precision: str
    native_weight_bits: float | None
    notes: None | str
    parameters: float
    published_active_parameters: float | None
    routed_expert_parameters: float | None
    shared_experts: int | None
    sliding_window: int | None
    source: str
    state_bytes: float | None
    tower_parameters: float | None
    vocabulary_size: int | None
    window_kv_heads: int | None
    window_kv_values: float | None
    year: int
    compress_ratio: float | None | Unset = UNSET
    compressed_layers: int | None | Unset = UNSET
    index_head_dim: int | None | Unset = UNSET
    index_heads: int | None | Unset = UNSET
    index_layers: int | None | Unset = UNSET
    index_topk: int | None | Unset = UNSET
    sparse_compress_ratio: float | None | Unset = UNSET
    sparse_layers: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        active_parameters = self.active_parameters

        architecture: None | str
        architecture = self.architecture

        attention = self.attention

        confidence = self.confidence

        context_tokens: int | None
        context_tokens = self.context_tokens

        dense_layers: int | None
        dense_layers = self.dense_layers

        dense_weight_bits: float | None
        dense_weight_bits = self.dense_weight_bits

        draft_parameters: float | None
        draft_parameters = self.draft_parameters

        expert_intermediate_size: int | None
        expert_intermediate_size = self.expert_intermediate_size

        experts: int | None
        experts = self.experts

        experts_per_token: int | None
        experts_per_token = self.experts_per_token

        family = self.family

        full_attention_layers: int | None
        full_attention_layers = self.full_attention_layers

        head_dim: int | None
        head_dim = self.head_dim

        heads = self.heads

        hidden_size = self.hidden_size

        index_bytes: float | None
        index_bytes = self.index_bytes

        intermediate_size: int | None
        intermediate_size = self.intermediate_size

        kv_heads: int | None
        kv_heads = self.kv_heads

        kv_latent_dim: int | None
        kv_latent_dim = self.kv_latent_dim

        kv_rope_dim: int | None
        kv_rope_dim = self.kv_rope_dim

        layers = self.layers

        lookup_parameters: float | None
        lookup_parameters = self.lookup_parameters

        model = self.model

        native_precision = self.native_precision

        native_weight_bits: float | None
        native_weight_bits = self.native_weight_bits

        notes: None | str
        notes = self.notes

        parameters = self.parameters

        published_active_parameters: float | None
        published_active_parameters = self.published_active_parameters

        routed_expert_parameters: float | None
        routed_expert_parameters = self.routed_expert_parameters

        shared_experts: int | None
        shared_experts = self.shared_experts

        sliding_window: int | None
        sliding_window = self.sliding_window

        source = self.source

        state_bytes: float | None
        state_bytes = self.state_bytes

        tower_parameters: float | None
        tower_parameters = self.tower_parameters

        vocabulary_size: int | None
        vocabulary_size = self.vocabulary_size

        window_kv_heads: int | None
        window_kv_heads = self.window_kv_heads

        window_kv_values: float | None
        window_kv_values = self.window_kv_values

        year = self.year

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

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "active_parameters": active_parameters,
                "architecture": architecture,
                "attention": attention,
                "confidence": confidence,
                "context_tokens": context_tokens,
                "dense_layers": dense_layers,
                "dense_weight_bits": dense_weight_bits,
                "draft_parameters": draft_parameters,
                "expert_intermediate_size": expert_intermediate_size,
                "experts": experts,
                "experts_per_token": experts_per_token,
                "family": family,
                "full_attention_layers": full_attention_layers,
                "head_dim": head_dim,
                "heads": heads,
                "hidden_size": hidden_size,
                "index_bytes": index_bytes,
                "intermediate_size": intermediate_size,
                "kv_heads": kv_heads,
                "kv_latent_dim": kv_latent_dim,
                "kv_rope_dim": kv_rope_dim,
                "layers": layers,
                "lookup_parameters": lookup_parameters,
                "model": model,
                "native_precision": native_precision,
                "native_weight_bits": native_weight_bits,
                "notes": notes,
                "parameters": parameters,
                "published_active_parameters": published_active_parameters,
                "routed_expert_parameters": routed_expert_parameters,
                "shared_experts": shared_experts,
                "sliding_window": sliding_window,
                "source": source,
                "state_bytes": state_bytes,
                "tower_parameters": tower_parameters,
                "vocabulary_size": vocabulary_size,
                "window_kv_heads": window_kv_heads,
                "window_kv_values": window_kv_values,
                "year": year,
            }
        )
        if compress_ratio is not UNSET:
            field_dict["compress_ratio"] = compress_ratio
        if compressed_layers is not UNSET:
            field_dict["compressed_layers"] = compressed_layers
        if index_head_dim is not UNSET:
            field_dict["index_head_dim"] = index_head_dim
        if index_heads is not UNSET:
            field_dict["index_heads"] = index_heads
        if index_layers is not UNSET:
            field_dict["index_layers"] = index_layers
        if index_topk is not UNSET:
            field_dict["index_topk"] = index_topk
        if sparse_compress_ratio is not UNSET:
            field_dict["sparse_compress_ratio"] = sparse_compress_ratio
        if sparse_layers is not UNSET:
            field_dict["sparse_layers"] = sparse_layers

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        active_parameters = d.pop("active_parameters")

        def _parse_architecture(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        architecture = _parse_architecture(d.pop("architecture"))

        attention = d.pop("attention")

        confidence = d.pop("confidence")

        def _parse_context_tokens(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        context_tokens = _parse_context_tokens(d.pop("context_tokens"))

        def _parse_dense_layers(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        dense_layers = _parse_dense_layers(d.pop("dense_layers"))

        def _parse_dense_weight_bits(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        dense_weight_bits = _parse_dense_weight_bits(d.pop("dense_weight_bits"))

        def _parse_draft_parameters(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        draft_parameters = _parse_draft_parameters(d.pop("draft_parameters"))

        def _parse_expert_intermediate_size(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        expert_intermediate_size = _parse_expert_intermediate_size(
            d.pop("expert_intermediate_size")
        )

        def _parse_experts(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        experts = _parse_experts(d.pop("experts"))

        def _parse_experts_per_token(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        experts_per_token = _parse_experts_per_token(d.pop("experts_per_token"))

        family = d.pop("family")

        def _parse_full_attention_layers(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        full_attention_layers = _parse_full_attention_layers(d.pop("full_attention_layers"))

        def _parse_head_dim(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        head_dim = _parse_head_dim(d.pop("head_dim"))

        heads = d.pop("heads")

        hidden_size = d.pop("hidden_size")

        def _parse_index_bytes(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        index_bytes = _parse_index_bytes(d.pop("index_bytes"))

        def _parse_intermediate_size(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        intermediate_size = _parse_intermediate_size(d.pop("intermediate_size"))

        def _parse_kv_heads(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        kv_heads = _parse_kv_heads(d.pop("kv_heads"))

        def _parse_kv_latent_dim(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        kv_latent_dim = _parse_kv_latent_dim(d.pop("kv_latent_dim"))

        def _parse_kv_rope_dim(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        kv_rope_dim = _parse_kv_rope_dim(d.pop("kv_rope_dim"))

        layers = d.pop("layers")

        def _parse_lookup_parameters(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        lookup_parameters = _parse_lookup_parameters(d.pop("lookup_parameters"))

        model = d.pop("model")

        native_precision = d.pop("native_precision")

        def _parse_native_weight_bits(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        native_weight_bits = _parse_native_weight_bits(d.pop("native_weight_bits"))

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        parameters = d.pop("parameters")

        def _parse_published_active_parameters(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        published_active_parameters = _parse_published_active_parameters(
            d.pop("published_active_parameters")
        )

        def _parse_routed_expert_parameters(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        routed_expert_parameters = _parse_routed_expert_parameters(
            d.pop("routed_expert_parameters")
        )

        def _parse_shared_experts(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        shared_experts = _parse_shared_experts(d.pop("shared_experts"))

        def _parse_sliding_window(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        sliding_window = _parse_sliding_window(d.pop("sliding_window"))

        source = d.pop("source")

        def _parse_state_bytes(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        state_bytes = _parse_state_bytes(d.pop("state_bytes"))

        def _parse_tower_parameters(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tower_parameters = _parse_tower_parameters(d.pop("tower_parameters"))

        def _parse_vocabulary_size(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        vocabulary_size = _parse_vocabulary_size(d.pop("vocabulary_size"))

        def _parse_window_kv_heads(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        window_kv_heads = _parse_window_kv_heads(d.pop("window_kv_heads"))

        def _parse_window_kv_values(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        window_kv_values = _parse_window_kv_values(d.pop("window_kv_values"))

        year = d.pop("year")

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

        model_row = cls(
            active_parameters=active_parameters,
            architecture=architecture,
            attention=attention,
            confidence=confidence,
            context_tokens=context_tokens,
            dense_layers=dense_layers,
            dense_weight_bits=dense_weight_bits,
            draft_parameters=draft_parameters,
            expert_intermediate_size=expert_intermediate_size,
            experts=experts,
            experts_per_token=experts_per_token,
            family=family,
            full_attention_layers=full_attention_layers,
            head_dim=head_dim,
            heads=heads,
            hidden_size=hidden_size,
            index_bytes=index_bytes,
            intermediate_size=intermediate_size,
            kv_heads=kv_heads,
            kv_latent_dim=kv_latent_dim,
            kv_rope_dim=kv_rope_dim,
            layers=layers,
            lookup_parameters=lookup_parameters,
            model=model,
            native_precision=native_precision,
            native_weight_bits=native_weight_bits,
            notes=notes,
            parameters=parameters,
            published_active_parameters=published_active_parameters,
            routed_expert_parameters=routed_expert_parameters,
            shared_experts=shared_experts,
            sliding_window=sliding_window,
            source=source,
            state_bytes=state_bytes,
            tower_parameters=tower_parameters,
            vocabulary_size=vocabulary_size,
            window_kv_heads=window_kv_heads,
            window_kv_values=window_kv_values,
            year=year,
            compress_ratio=compress_ratio,
            compressed_layers=compressed_layers,
            index_head_dim=index_head_dim,
            index_heads=index_heads,
            index_layers=index_layers,
            index_topk=index_topk,
            sparse_compress_ratio=sparse_compress_ratio,
            sparse_layers=sparse_layers,
        )

        model_row.additional_properties = d
        return model_row

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
