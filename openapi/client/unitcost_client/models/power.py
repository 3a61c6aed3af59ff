from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Power")


@_attrs_define
class Power:
    """Mean power of the whole deployment.

    Attributes:
        device_watts (float): Mean power of one device at the load and its use [watts].
        evidence (list[str]): Ids of the measurements that device_watts is based on.
        facility_watts (float): Power at the meter: system_watts × PUE [watts].
        system_watts (float): Power of all devices with hosts, network, fans and losses of the power supplies [watts].
    """

    device_watts: float
    evidence: list[str]
    facility_watts: float
    system_watts: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        device_watts = self.device_watts

        evidence = self.evidence

        facility_watts = self.facility_watts

        system_watts = self.system_watts

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "device_watts": device_watts,
                "evidence": evidence,
                "facility_watts": facility_watts,
                "system_watts": system_watts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        device_watts = d.pop("device_watts")

        evidence = cast(list[str], d.pop("evidence"))

        facility_watts = d.pop("facility_watts")

        system_watts = d.pop("system_watts")

        power = cls(
            device_watts=device_watts,
            evidence=evidence,
            facility_watts=facility_watts,
            system_watts=system_watts,
        )

        power.additional_properties = d
        return power

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
