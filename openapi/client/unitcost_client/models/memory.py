from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Memory")


@_attrs_define
class Memory:
    """Memory of one replica, and whether it fits.

    Attributes:
        capacity_gibibytes (float): Memory that the engine may use on the devices of one replica [GiB].
        fits (bool): Whether the memory is within the capacity.
        kv_cache_gibibytes (float): KV cache of one replica at this load [GiB].
        weights_gibibytes (float): Weights of one replica [GiB].
    """

    capacity_gibibytes: float
    fits: bool
    kv_cache_gibibytes: float
    weights_gibibytes: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        capacity_gibibytes = self.capacity_gibibytes

        fits = self.fits

        kv_cache_gibibytes = self.kv_cache_gibibytes

        weights_gibibytes = self.weights_gibibytes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "capacity_gibibytes": capacity_gibibytes,
                "fits": fits,
                "kv_cache_gibibytes": kv_cache_gibibytes,
                "weights_gibibytes": weights_gibibytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        capacity_gibibytes = d.pop("capacity_gibibytes")

        fits = d.pop("fits")

        kv_cache_gibibytes = d.pop("kv_cache_gibibytes")

        weights_gibibytes = d.pop("weights_gibibytes")

        memory = cls(
            capacity_gibibytes=capacity_gibibytes,
            fits=fits,
            kv_cache_gibibytes=kv_cache_gibibytes,
            weights_gibibytes=weights_gibibytes,
        )

        memory.additional_properties = d
        return memory

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
