from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PhaseTime")


@_attrs_define
class PhaseTime:
    """One phase of preference or reinforcement learning. The phases add up.

    Attributes:
        device_hours (float): Of productive_device_hours [device-hours].
        name (str): update, old_probabilities, reference, value, reward, rollouts, teacher or waiting.
        share_fraction (float): Its share of productive_device_hours [fraction].
    """

    device_hours: float
    name: str
    share_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        device_hours = self.device_hours

        name = self.name

        share_fraction = self.share_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "device_hours": device_hours,
                "name": name,
                "share_fraction": share_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        device_hours = d.pop("device_hours")

        name = d.pop("name")

        share_fraction = d.pop("share_fraction")

        phase_time = cls(
            device_hours=device_hours,
            name=name,
            share_fraction=share_fraction,
        )

        phase_time.additional_properties = d
        return phase_time

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
