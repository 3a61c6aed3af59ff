from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PrefixCache")


@_attrs_define
class PrefixCache:
    """What a prefix cache does at the load; null where nothing of the input is cached.

    Attributes:
        cached_input_fraction (float): Share of the input tokens found in the cache [fraction].
        cached_input_tokens (float): These tokens of a request [tokens].
        idle_sequences (float): Sequences without a request in flight whose cached tokens fit in the free memory of all
            replicas [count]. More are found only in a larger cache.
        shared_cache_fraction (float): Of these, the share that all requests have in common [fraction].
        throughput_ratio (float): Throughput over that of the same layout and as many requests in flight without the
            cache [ratio]. Of pools, that of the one that reads prompts.
    """

    cached_input_fraction: float
    cached_input_tokens: float
    idle_sequences: float
    shared_cache_fraction: float
    throughput_ratio: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cached_input_fraction = self.cached_input_fraction

        cached_input_tokens = self.cached_input_tokens

        idle_sequences = self.idle_sequences

        shared_cache_fraction = self.shared_cache_fraction

        throughput_ratio = self.throughput_ratio

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cached_input_fraction": cached_input_fraction,
                "cached_input_tokens": cached_input_tokens,
                "idle_sequences": idle_sequences,
                "shared_cache_fraction": shared_cache_fraction,
                "throughput_ratio": throughput_ratio,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cached_input_fraction = d.pop("cached_input_fraction")

        cached_input_tokens = d.pop("cached_input_tokens")

        idle_sequences = d.pop("idle_sequences")

        shared_cache_fraction = d.pop("shared_cache_fraction")

        throughput_ratio = d.pop("throughput_ratio")

        prefix_cache = cls(
            cached_input_fraction=cached_input_fraction,
            cached_input_tokens=cached_input_tokens,
            idle_sequences=idle_sequences,
            shared_cache_fraction=shared_cache_fraction,
            throughput_ratio=throughput_ratio,
        )

        prefix_cache.additional_properties = d
        return prefix_cache

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
