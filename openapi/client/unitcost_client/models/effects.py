from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Effects")


@_attrs_define
class Effects:
    """Parts of a variance, which add up to it. Above 0: it cost more than planned.

    Attributes:
        efficiency_usd (float): More or fewer device-hours for what was served, at planned prices [USD]
        mix_usd (float): Other shares of the ways of buying, at planned prices [USD].
        other_usd (float): Items other than device-hours [USD].
        price_usd (float): Other prices of the device-hours that were billed [USD].
        volume_usd (float): More or less was served, at the planned cost of a unit [USD].
    """

    efficiency_usd: float
    mix_usd: float
    other_usd: float
    price_usd: float
    volume_usd: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        efficiency_usd = self.efficiency_usd

        mix_usd = self.mix_usd

        other_usd = self.other_usd

        price_usd = self.price_usd

        volume_usd = self.volume_usd

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "efficiency_usd": efficiency_usd,
                "mix_usd": mix_usd,
                "other_usd": other_usd,
                "price_usd": price_usd,
                "volume_usd": volume_usd,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        efficiency_usd = d.pop("efficiency_usd")

        mix_usd = d.pop("mix_usd")

        other_usd = d.pop("other_usd")

        price_usd = d.pop("price_usd")

        volume_usd = d.pop("volume_usd")

        effects = cls(
            efficiency_usd=efficiency_usd,
            mix_usd=mix_usd,
            other_usd=other_usd,
            price_usd=price_usd,
            volume_usd=volume_usd,
        )

        effects.additional_properties = d
        return effects

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
