from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AlternativeMonth")


@_attrs_define
class AlternativeMonth:
    """The cost of an alternative in a month.

    Attributes:
        month (str): The month, YYYY-MM.
        usd_cumulative (float): Cost up to this month [USD].
        usd_total (float): Cost of the month [USD].
    """

    month: str
    usd_cumulative: float
    usd_total: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        month = self.month

        usd_cumulative = self.usd_cumulative

        usd_total = self.usd_total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "month": month,
                "usd_cumulative": usd_cumulative,
                "usd_total": usd_total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        month = d.pop("month")

        usd_cumulative = d.pop("usd_cumulative")

        usd_total = d.pop("usd_total")

        alternative_month = cls(
            month=month,
            usd_cumulative=usd_cumulative,
            usd_total=usd_total,
        )

        alternative_month.additional_properties = d
        return alternative_month

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
