from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.cash_month import CashMonth


T = TypeVar("T", bound="Cash")


@_attrs_define
class Cash:
    """The calendar of payments. It reaches beyond the horizon where invoices are paid later.

    Attributes:
        capex_usd (float): Purchases of devices, before what comes back [USD].
        discount_rate_fraction (float): Rate of usd_discounted, per year [fraction].
        loan_balance_usd (float): What is still owed of loans at the end of the horizon [USD].
        months (list[CashMonth]):
        opex_usd (float): All other payments [USD].
        returned_usd (float): Value that comes back [USD].
        taxes_usd (float): Taxes on top [USD].
        usd_paid (float): capex_usd + opex_usd − returned_usd [USD].
    """

    capex_usd: float
    discount_rate_fraction: float
    loan_balance_usd: float
    months: list[CashMonth]
    opex_usd: float
    returned_usd: float
    taxes_usd: float
    usd_paid: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        capex_usd = self.capex_usd

        discount_rate_fraction = self.discount_rate_fraction

        loan_balance_usd = self.loan_balance_usd

        months = []
        for months_item_data in self.months:
            months_item = months_item_data.to_dict()
            months.append(months_item)

        opex_usd = self.opex_usd

        returned_usd = self.returned_usd

        taxes_usd = self.taxes_usd

        usd_paid = self.usd_paid

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "capex_usd": capex_usd,
                "discount_rate_fraction": discount_rate_fraction,
                "loan_balance_usd": loan_balance_usd,
                "months": months,
                "opex_usd": opex_usd,
                "returned_usd": returned_usd,
                "taxes_usd": taxes_usd,
                "usd_paid": usd_paid,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.cash_month import CashMonth  # noqa: PLC0415

        d = dict(src_dict)
        capex_usd = d.pop("capex_usd")

        discount_rate_fraction = d.pop("discount_rate_fraction")

        loan_balance_usd = d.pop("loan_balance_usd")

        months = []
        _months = d.pop("months")
        for months_item_data in _months:
            months_item = CashMonth.from_dict(months_item_data)

            months.append(months_item)

        opex_usd = d.pop("opex_usd")

        returned_usd = d.pop("returned_usd")

        taxes_usd = d.pop("taxes_usd")

        usd_paid = d.pop("usd_paid")

        cash = cls(
            capex_usd=capex_usd,
            discount_rate_fraction=discount_rate_fraction,
            loan_balance_usd=loan_balance_usd,
            months=months,
            opex_usd=opex_usd,
            returned_usd=returned_usd,
            taxes_usd=taxes_usd,
            usd_paid=usd_paid,
        )

        cash.additional_properties = d
        return cash

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
