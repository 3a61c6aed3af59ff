from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.replica_pool_phase import ReplicaPoolPhase, check_replica_pool_phase

T = TypeVar("T", bound="ReplicaPool")


@_attrs_define
class ReplicaPool:
    """A pool of a replica that has a device, a place or a price of its own.

    Attributes:
        device (str): Name of the device in the catalogue.
        device_count (int): Devices of the pool of a replica [count].
        phase (ReplicaPoolPhase): What it does: prefill reads prompts, decode generates.
        selection (str): How the price was chosen.
        usd_per_device_hour (float): Hourly or committed price in its first month [USD].
    """

    device: str
    device_count: int
    phase: ReplicaPoolPhase
    selection: str
    usd_per_device_hour: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        device = self.device

        device_count = self.device_count

        phase: str = self.phase

        selection = self.selection

        usd_per_device_hour = self.usd_per_device_hour

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "device": device,
                "device_count": device_count,
                "phase": phase,
                "selection": selection,
                "usd_per_device_hour": usd_per_device_hour,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        device = d.pop("device")

        device_count = d.pop("device_count")

        phase = check_replica_pool_phase(d.pop("phase"))

        selection = d.pop("selection")

        usd_per_device_hour = d.pop("usd_per_device_hour")

        replica_pool = cls(
            device=device,
            device_count=device_count,
            phase=phase,
            selection=selection,
            usd_per_device_hour=usd_per_device_hour,
        )

        replica_pool.additional_properties = d
        return replica_pool

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
