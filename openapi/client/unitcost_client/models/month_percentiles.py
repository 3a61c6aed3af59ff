from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.level import Level


T = TypeVar("T", bound="MonthPercentiles")


@_attrs_define
class MonthPercentiles:
    """Percentiles of the cost of a month, and its cost in each case.

    Percentiles of months do not add up to those of the total. Those of a case do.

        Attributes:
            base_case_usd (float): Cost as answered [USD].
            high_case_usd (float): Cost in the high case [USD].
            levels (list[Level]): The amounts that were asked for, from low to high.
            low_case_usd (float): Cost in the low case [USD].
            month (str): The month, YYYY-MM.
            p10_usd (float): 10th percentile [USD].
            p50_usd (float): Median [USD].
            p90_usd (float): 90th percentile [USD].
    """

    base_case_usd: float
    high_case_usd: float
    levels: list[Level]
    low_case_usd: float
    month: str
    p10_usd: float
    p50_usd: float
    p90_usd: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        base_case_usd = self.base_case_usd

        high_case_usd = self.high_case_usd

        levels = []
        for levels_item_data in self.levels:
            levels_item = levels_item_data.to_dict()
            levels.append(levels_item)

        low_case_usd = self.low_case_usd

        month = self.month

        p10_usd = self.p10_usd

        p50_usd = self.p50_usd

        p90_usd = self.p90_usd

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "base_case_usd": base_case_usd,
                "high_case_usd": high_case_usd,
                "levels": levels,
                "low_case_usd": low_case_usd,
                "month": month,
                "p10_usd": p10_usd,
                "p50_usd": p50_usd,
                "p90_usd": p90_usd,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.level import Level  # noqa: PLC0415

        d = dict(src_dict)
        base_case_usd = d.pop("base_case_usd")

        high_case_usd = d.pop("high_case_usd")

        levels = []
        _levels = d.pop("levels")
        for levels_item_data in _levels:
            levels_item = Level.from_dict(levels_item_data)

            levels.append(levels_item)

        low_case_usd = d.pop("low_case_usd")

        month = d.pop("month")

        p10_usd = d.pop("p10_usd")

        p50_usd = d.pop("p50_usd")

        p90_usd = d.pop("p90_usd")

        month_percentiles = cls(
            base_case_usd=base_case_usd,
            high_case_usd=high_case_usd,
            levels=levels,
            low_case_usd=low_case_usd,
            month=month,
            p10_usd=p10_usd,
            p50_usd=p50_usd,
            p90_usd=p90_usd,
        )

        month_percentiles.additional_properties = d
        return month_percentiles

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
