from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Memory")


@_attrs_define
class Memory:
    """Memory of one replica, and whether it fits.

    Weights, activations, runtime, KV cache and what is free add up to the capacity. Capacity and
    what is reserved add up to the memory of the devices.

        Attributes:
            activations_gibibytes (float): What the largest pass and sampling take, or what the engine sets aside for them
                [GiB].
            capacity_gibibytes (float): Memory that the engine may use on the devices of one replica [GiB].
            checkpoint_bytes (float): What the files of the weights have by the recipe of their format, with modules of
                further tokens and without what an engine pads [bytes].
            device_gibibytes (float): Memory that the devices of one replica show to programs [GiB].
            fits (bool): Whether the memory is within the capacity.
            free_gibibytes (float): What the engine keeps for caches beyond this load [GiB].
            kv_cache_gibibytes (float): KV cache of one replica at this load [GiB].
            reserved_gibibytes (float): Memory of the devices that the engine leaves alone [GiB].
            runtime_gibibytes (float): Context, libraries, buffers between the devices, and captured graphs where the engine
                counts them. With data-parallel attention, the weights of the attention on every device but one too [GiB].
            weights_gibibytes (float): Weights of one replica [GiB].
    """

    activations_gibibytes: float
    capacity_gibibytes: float
    checkpoint_bytes: float
    device_gibibytes: float
    fits: bool
    free_gibibytes: float
    kv_cache_gibibytes: float
    reserved_gibibytes: float
    runtime_gibibytes: float
    weights_gibibytes: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        activations_gibibytes = self.activations_gibibytes

        capacity_gibibytes = self.capacity_gibibytes

        checkpoint_bytes = self.checkpoint_bytes

        device_gibibytes = self.device_gibibytes

        fits = self.fits

        free_gibibytes = self.free_gibibytes

        kv_cache_gibibytes = self.kv_cache_gibibytes

        reserved_gibibytes = self.reserved_gibibytes

        runtime_gibibytes = self.runtime_gibibytes

        weights_gibibytes = self.weights_gibibytes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "activations_gibibytes": activations_gibibytes,
                "capacity_gibibytes": capacity_gibibytes,
                "checkpoint_bytes": checkpoint_bytes,
                "device_gibibytes": device_gibibytes,
                "fits": fits,
                "free_gibibytes": free_gibibytes,
                "kv_cache_gibibytes": kv_cache_gibibytes,
                "reserved_gibibytes": reserved_gibibytes,
                "runtime_gibibytes": runtime_gibibytes,
                "weights_gibibytes": weights_gibibytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        activations_gibibytes = d.pop("activations_gibibytes")

        capacity_gibibytes = d.pop("capacity_gibibytes")

        checkpoint_bytes = d.pop("checkpoint_bytes")

        device_gibibytes = d.pop("device_gibibytes")

        fits = d.pop("fits")

        free_gibibytes = d.pop("free_gibibytes")

        kv_cache_gibibytes = d.pop("kv_cache_gibibytes")

        reserved_gibibytes = d.pop("reserved_gibibytes")

        runtime_gibibytes = d.pop("runtime_gibibytes")

        weights_gibibytes = d.pop("weights_gibibytes")

        memory = cls(
            activations_gibibytes=activations_gibibytes,
            capacity_gibibytes=capacity_gibibytes,
            checkpoint_bytes=checkpoint_bytes,
            device_gibibytes=device_gibibytes,
            fits=fits,
            free_gibibytes=free_gibibytes,
            kv_cache_gibibytes=kv_cache_gibibytes,
            reserved_gibibytes=reserved_gibibytes,
            runtime_gibibytes=runtime_gibibytes,
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
