from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.forecast_month_basis import ForecastMonthBasis, check_forecast_month_basis

T = TypeVar("T", bound="ForecastMonth")


@_attrs_define
class ForecastMonth:
    """A month of the plan, with what was billed in its place where it is known.

    Attributes:
        basis (ForecastMonthBasis): Where the cost is from.
        month (str): The month, YYYY-MM.
        usd_cumulative (float): Cost up to this month [USD].
        usd_total (float): Cost of the month [USD].
    """

    basis: ForecastMonthBasis
    month: str
    usd_cumulative: float
    usd_total: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        basis: str = self.basis

        month = self.month

        usd_cumulative = self.usd_cumulative

        usd_total = self.usd_total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "basis": basis,
                "month": month,
                "usd_cumulative": usd_cumulative,
                "usd_total": usd_total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        basis = check_forecast_month_basis(d.pop("basis"))

        month = d.pop("month")

        usd_cumulative = d.pop("usd_cumulative")

        usd_total = d.pop("usd_total")

        forecast_month = cls(
            basis=basis,
            month=month,
            usd_cumulative=usd_cumulative,
            usd_total=usd_total,
        )

        forecast_month.additional_properties = d
        return forecast_month

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
