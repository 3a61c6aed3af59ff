from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CurvePoint")


@_attrs_define
class CurvePoint:
    """The cost of a month at another load and the prices of the first month.

    It is the mean over the horizon at constant load. The plan buys as it would for that load, and
    pays for terms to their end.

        Attributes:
            alternative_usd_per_month (float): Cost of the alternative [USD per month].
            requests_per_day (float): Load [requests per day].
            usd_per_month (float): Cost of the deployment [USD per month].
    """

    alternative_usd_per_month: float
    requests_per_day: float
    usd_per_month: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        alternative_usd_per_month = self.alternative_usd_per_month

        requests_per_day = self.requests_per_day

        usd_per_month = self.usd_per_month

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "alternative_usd_per_month": alternative_usd_per_month,
                "requests_per_day": requests_per_day,
                "usd_per_month": usd_per_month,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        alternative_usd_per_month = d.pop("alternative_usd_per_month")

        requests_per_day = d.pop("requests_per_day")

        usd_per_month = d.pop("usd_per_month")

        curve_point = cls(
            alternative_usd_per_month=alternative_usd_per_month,
            requests_per_day=requests_per_day,
            usd_per_month=usd_per_month,
        )

        curve_point.additional_properties = d
        return curve_point

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
