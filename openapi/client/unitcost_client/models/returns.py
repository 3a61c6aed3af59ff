from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Returns")


@_attrs_define
class Returns:
    """What the payments of the deployment earn beside those of an alternative.

    Attributes:
        irr_fraction (float | None): Rate per year at which that value is 0 [fraction]. Null: see irr_reason
        irr_reason (None | str): Why there is no one such rate.
        npv_usd (float): Net present value of paying for the deployment instead of the alternative [USD].
        payback_month (None | str): Month from which on the payments in all are no higher than those of the alternative.
            Null: not within the calendar.
    """

    irr_fraction: float | None
    irr_reason: None | str
    npv_usd: float
    payback_month: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        irr_fraction: float | None
        irr_fraction = self.irr_fraction

        irr_reason: None | str
        irr_reason = self.irr_reason

        npv_usd = self.npv_usd

        payback_month: None | str
        payback_month = self.payback_month

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "irr_fraction": irr_fraction,
                "irr_reason": irr_reason,
                "npv_usd": npv_usd,
                "payback_month": payback_month,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_irr_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        irr_fraction = _parse_irr_fraction(d.pop("irr_fraction"))

        def _parse_irr_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        irr_reason = _parse_irr_reason(d.pop("irr_reason"))

        npv_usd = d.pop("npv_usd")

        def _parse_payback_month(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        payback_month = _parse_payback_month(d.pop("payback_month"))

        returns = cls(
            irr_fraction=irr_fraction,
            irr_reason=irr_reason,
            npv_usd=npv_usd,
            payback_month=payback_month,
        )

        returns.additional_properties = d
        return returns

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
