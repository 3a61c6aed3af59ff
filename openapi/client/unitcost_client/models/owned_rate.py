from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OwnedRate")


@_attrs_define
class OwnedRate:
    """Costs of owning a device per calendar hour, without energy.

    Attributes:
        capital_usd_per_device_hour (float): Depreciation and the cost of capital [USD].
        hosting_usd_per_device_hour (float): Space and power feed [USD].
        life_years (float): Depreciation life [years].
        operations_usd_per_device_hour (float): Staff, spares and support [USD].
    """

    capital_usd_per_device_hour: float
    hosting_usd_per_device_hour: float
    life_years: float
    operations_usd_per_device_hour: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        capital_usd_per_device_hour = self.capital_usd_per_device_hour

        hosting_usd_per_device_hour = self.hosting_usd_per_device_hour

        life_years = self.life_years

        operations_usd_per_device_hour = self.operations_usd_per_device_hour

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "capital_usd_per_device_hour": capital_usd_per_device_hour,
                "hosting_usd_per_device_hour": hosting_usd_per_device_hour,
                "life_years": life_years,
                "operations_usd_per_device_hour": operations_usd_per_device_hour,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        capital_usd_per_device_hour = d.pop("capital_usd_per_device_hour")

        hosting_usd_per_device_hour = d.pop("hosting_usd_per_device_hour")

        life_years = d.pop("life_years")

        operations_usd_per_device_hour = d.pop("operations_usd_per_device_hour")

        owned_rate = cls(
            capital_usd_per_device_hour=capital_usd_per_device_hour,
            hosting_usd_per_device_hour=hosting_usd_per_device_hour,
            life_years=life_years,
            operations_usd_per_device_hour=operations_usd_per_device_hour,
        )

        owned_rate.additional_properties = d
        return owned_rate

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
