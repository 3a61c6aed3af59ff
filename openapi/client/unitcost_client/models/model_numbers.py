from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ModelNumbers")


@_attrs_define
class ModelNumbers:
    """A model given by its numbers; what is left out is estimated and listed.

    Attributes:
        parameters (float): Parameters in all [count].
        active_parameters (float | None | Unset): Parameters a token passes [count].
        experts (int | None | Unset): Routed experts a layer [count].
        experts_per_token (int | None | Unset): Routed experts a token passes [count].
        head_dim (int | None | Unset): Size of a head [count].
        heads (int | None | Unset): Query heads [count].
        hidden_size (int | None | Unset): Width of the residual stream [count].
        kv_heads (int | None | Unset): Key-value heads [count].
        kv_latent_dim (int | None | Unset): MLA: size of the latent [count].
        kv_rope_dim (int | None | Unset): MLA: size of the rotary key [count].
        layers (int | None | Unset): Transformer layers [count].
        routed_expert_parameters (float | None | Unset): Parameters in the routed experts [count].
        vocabulary_size (int | None | Unset): Tokens of the vocabulary [count].
    """

    parameters: float
    active_parameters: float | None | Unset = UNSET
    experts: int | None | Unset = UNSET
    experts_per_token: int | None | Unset = UNSET
    head_dim: int | None | Unset = UNSET
    heads: int | None | Unset = UNSET
    hidden_size: int | None | Unset = UNSET
    kv_heads: int | None | Unset = UNSET
    kv_latent_dim: int | None | Unset = UNSET
    kv_rope_dim: int | None | Unset = UNSET
    layers: int | None | Unset = UNSET
    routed_expert_parameters: float | None | Unset = UNSET
    vocabulary_size: int | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        parameters = self.parameters

        active_parameters: float | None | Unset
        if isinstance(self.active_parameters, Unset):
            active_parameters = UNSET
        else:
            active_parameters = self.active_parameters

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

        routed_expert_parameters: float | None | Unset
        if isinstance(self.routed_expert_parameters, Unset):
            routed_expert_parameters = UNSET
        else:
            routed_expert_parameters = self.routed_expert_parameters

        vocabulary_size: int | None | Unset
        if isinstance(self.vocabulary_size, Unset):
            vocabulary_size = UNSET
        else:
            vocabulary_size = self.vocabulary_size

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "parameters": parameters,
            }
        )
        if active_parameters is not UNSET:
            field_dict["active_parameters"] = active_parameters
        if experts is not UNSET:
            field_dict["experts"] = experts
        if experts_per_token is not UNSET:
            field_dict["experts_per_token"] = experts_per_token
        if head_dim is not UNSET:
            field_dict["head_dim"] = head_dim
        if heads is not UNSET:
            field_dict["heads"] = heads
        if hidden_size is not UNSET:
            field_dict["hidden_size"] = hidden_size
        if kv_heads is not UNSET:
            field_dict["kv_heads"] = kv_heads
        if kv_latent_dim is not UNSET:
            field_dict["kv_latent_dim"] = kv_latent_dim
        if kv_rope_dim is not UNSET:
            field_dict["kv_rope_dim"] = kv_rope_dim
        if layers is not UNSET:
            field_dict["layers"] = layers
        if routed_expert_parameters is not UNSET:
            field_dict["routed_expert_parameters"] = routed_expert_parameters
        if vocabulary_size is not UNSET:
            field_dict["vocabulary_size"] = vocabulary_size

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

        def _parse_routed_expert_parameters(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        routed_expert_parameters = _parse_routed_expert_parameters(
            d.pop("routed_expert_parameters", UNSET)
        )

        def _parse_vocabulary_size(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        vocabulary_size = _parse_vocabulary_size(d.pop("vocabulary_size", UNSET))

        model_numbers = cls(
            parameters=parameters,
            active_parameters=active_parameters,
            experts=experts,
            experts_per_token=experts_per_token,
            head_dim=head_dim,
            heads=heads,
            hidden_size=hidden_size,
            kv_heads=kv_heads,
            kv_latent_dim=kv_latent_dim,
            kv_rope_dim=kv_rope_dim,
            layers=layers,
            routed_expert_parameters=routed_expert_parameters,
            vocabulary_size=vocabulary_size,
        )

        return model_numbers
