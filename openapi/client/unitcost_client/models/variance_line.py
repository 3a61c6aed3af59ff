from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="VarianceLine")


@_attrs_define
class VarianceLine:
    """A line of a month, planned and billed.

    Attributes:
        actual_device_hours (float | None): Billed [device-hours]; null where devices are unknown.
        actual_usd (float): Billed cost [USD].
        line (str): The way of buying, or the item.
        month (None | str): The month, YYYY-MM; null: none was given.
        plan_device_hours (float | None): Planned [device-hours]; null for another item.
        plan_usd (float | None): Planned cost [USD]; null: no plan.
        row_count (int): Rows of the bill behind it [count].
    """

    actual_device_hours: float | None
    actual_usd: float
    line: str
    month: None | str
    plan_device_hours: float | None
    plan_usd: float | None
    row_count: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        actual_device_hours: float | None
        actual_device_hours = self.actual_device_hours

        actual_usd = self.actual_usd

        line = self.line

        month: None | str
        month = self.month

        plan_device_hours: float | None
        plan_device_hours = self.plan_device_hours

        plan_usd: float | None
        plan_usd = self.plan_usd

        row_count = self.row_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "actual_device_hours": actual_device_hours,
                "actual_usd": actual_usd,
                "line": line,
                "month": month,
                "plan_device_hours": plan_device_hours,
                "plan_usd": plan_usd,
                "row_count": row_count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_actual_device_hours(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        actual_device_hours = _parse_actual_device_hours(d.pop("actual_device_hours"))

        actual_usd = d.pop("actual_usd")

        line = d.pop("line")

        def _parse_month(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        month = _parse_month(d.pop("month"))

        def _parse_plan_device_hours(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        plan_device_hours = _parse_plan_device_hours(d.pop("plan_device_hours"))

        def _parse_plan_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        plan_usd = _parse_plan_usd(d.pop("plan_usd"))

        row_count = d.pop("row_count")

        variance_line = cls(
            actual_device_hours=actual_device_hours,
            actual_usd=actual_usd,
            line=line,
            month=month,
            plan_device_hours=plan_device_hours,
            plan_usd=plan_usd,
            row_count=row_count,
        )

        variance_line.additional_properties = d
        return variance_line

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
