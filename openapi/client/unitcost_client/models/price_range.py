from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

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
        usual_region (None | str | Unset): Usual region of the one provider, which has the price; null: the median.
    """

    count: int
    high_usd_per_device_hour: float
    low_usd_per_device_hour: float
    median_usd_per_device_hour: float
    providers: list[str]
    usual_region: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        count = self.count

        high_usd_per_device_hour = self.high_usd_per_device_hour

        low_usd_per_device_hour = self.low_usd_per_device_hour

        median_usd_per_device_hour = self.median_usd_per_device_hour

        providers = self.providers

        usual_region: None | str | Unset
        if isinstance(self.usual_region, Unset):
            usual_region = UNSET
        else:
            usual_region = self.usual_region

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
        if usual_region is not UNSET:
            field_dict["usual_region"] = usual_region

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        count = d.pop("count")

        high_usd_per_device_hour = d.pop("high_usd_per_device_hour")

        low_usd_per_device_hour = d.pop("low_usd_per_device_hour")

        median_usd_per_device_hour = d.pop("median_usd_per_device_hour")

        providers = cast(list[str], d.pop("providers"))

        def _parse_usual_region(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        usual_region = _parse_usual_region(d.pop("usual_region", UNSET))

        price_range = cls(
            count=count,
            high_usd_per_device_hour=high_usd_per_device_hour,
            low_usd_per_device_hour=low_usd_per_device_hour,
            median_usd_per_device_hour=median_usd_per_device_hour,
            providers=providers,
            usual_region=usual_region,
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
