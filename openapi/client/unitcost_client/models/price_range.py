from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PriceRange")


@_attrs_define
class PriceRange:
    """What one price was chosen from.

    Attributes:
        count (int): Rows that matched [count].
        high_usd_per_device_hour (float): Highest [USD per device-hour].
        low_usd_per_device_hour (float): Lowest [USD per device-hour].
        median_usd_per_device_hour (float): The median provider's median [USD per device-hour].
        providers (list[str]): Whose rows matched.
    """

    count: int
    high_usd_per_device_hour: float
    low_usd_per_device_hour: float
    median_usd_per_device_hour: float
    providers: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        count = self.count

        high_usd_per_device_hour = self.high_usd_per_device_hour

        low_usd_per_device_hour = self.low_usd_per_device_hour

        median_usd_per_device_hour = self.median_usd_per_device_hour

        providers = self.providers

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "count": count,
                "high_usd_per_device_hour": high_usd_per_device_hour,
                "low_usd_per_device_hour": low_usd_per_device_hour,
                "median_usd_per_device_hour": median_usd_per_device_hour,
                "providers": providers,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        count = d.pop("count")

        high_usd_per_device_hour = d.pop("high_usd_per_device_hour")

        low_usd_per_device_hour = d.pop("low_usd_per_device_hour")

        median_usd_per_device_hour = d.pop("median_usd_per_device_hour")

        providers = cast(list[str], d.pop("providers"))

        price_range = cls(
            count=count,
            high_usd_per_device_hour=high_usd_per_device_hour,
            low_usd_per_device_hour=low_usd_per_device_hour,
            median_usd_per_device_hour=median_usd_per_device_hour,
            providers=providers,
        )

        price_range.additional_properties = d
        return price_range

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
