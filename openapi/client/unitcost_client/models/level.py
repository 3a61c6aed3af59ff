from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Level")


@_attrs_define
class Level:
    """The amount that a cost stays within with a probability.

    Attributes:
        confidence_fraction (float): Probability that the cost is at most this [fraction].
        usd (float): The amount [USD].
    """

    confidence_fraction: float
    usd: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        confidence_fraction = self.confidence_fraction

        usd = self.usd

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "confidence_fraction": confidence_fraction,
                "usd": usd,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        confidence_fraction = d.pop("confidence_fraction")

        usd = d.pop("usd")

        level = cls(
            confidence_fraction=confidence_fraction,
            usd=usd,
        )

        level.additional_properties = d
        return level

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
