from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Distribution")


@_attrs_define
class Distribution:
    """The mean and percentiles of a figure, in the unit of its name.

    Attributes:
        mean (float): Expected value [hours, device-hours or USD].
        p10 (float): 10th percentile [hours, device-hours or USD].
        p50 (float): Median [hours, device-hours or USD].
        p90 (float): 90th percentile [hours, device-hours or USD].
    """

    mean: float
    p10: float
    p50: float
    p90: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        mean = self.mean

        p10 = self.p10

        p50 = self.p50

        p90 = self.p90

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "mean": mean,
                "p10": p10,
                "p50": p50,
                "p90": p90,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        mean = d.pop("mean")

        p10 = d.pop("p10")

        p50 = d.pop("p50")

        p90 = d.pop("p90")

        distribution = cls(
            mean=mean,
            p10=p10,
            p50=p50,
            p90=p90,
        )

        distribution.additional_properties = d
        return distribution

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
