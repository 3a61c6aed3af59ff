from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="MonthSpread")


@_attrs_define
class MonthSpread:
    """Percentiles of the cost of a month.

    Attributes:
        month (str): The month, YYYY-MM.
        p10 (float): 10th percentile [USD].
        p50 (float): Median [USD].
        p90 (float): 90th percentile [USD].
    """

    month: str
    p10: float
    p50: float
    p90: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        month = self.month

        p10 = self.p10

        p50 = self.p50

        p90 = self.p90

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "month": month,
                "p10": p10,
                "p50": p50,
                "p90": p90,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        month = d.pop("month")

        p10 = d.pop("p10")

        p50 = d.pop("p50")

        p90 = d.pop("p90")

        month_spread = cls(
            month=month,
            p10=p10,
            p50=p50,
            p90=p90,
        )

        month_spread.additional_properties = d
        return month_spread

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
