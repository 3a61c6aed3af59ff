from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ConvertedMonth")


@_attrs_define
class ConvertedMonth:
    """The cost of a month in another currency.

    Attributes:
        month (str): The month, YYYY-MM.
        total (float): usd_total in that currency [its unit].
        usd_per_currency_unit (float): USD for one unit in this month.
    """

    month: str
    total: float
    usd_per_currency_unit: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        month = self.month

        total = self.total

        usd_per_currency_unit = self.usd_per_currency_unit

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "month": month,
                "total": total,
                "usd_per_currency_unit": usd_per_currency_unit,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        month = d.pop("month")

        total = d.pop("total")

        usd_per_currency_unit = d.pop("usd_per_currency_unit")

        converted_month = cls(
            month=month,
            total=total,
            usd_per_currency_unit=usd_per_currency_unit,
        )

        converted_month.additional_properties = d
        return converted_month

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
