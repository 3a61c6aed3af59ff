from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CashMonth")


@_attrs_define
class CashMonth:
    """What is paid in a month of the calendar.

    Attributes:
        invoices_usd (float): Capacity, place, energy, support and services that are due [USD].
        loan_usd (float): Payments of loans with interest, less what loans pay out [USD]. Beside usd_paid: the cost of
            capital stands for them.
        month (str): The month of the payment, YYYY-MM.
        purchases_usd (float): Devices that are bought (CapEx) [USD].
        returned_usd (float): Value of retired devices, which comes back when the month ends [USD].
        staff_usd (float): Staff [USD].
        taxes_usd (float): Tax on purchases and invoices, on top of usd_paid [USD].
        training_usd (float): The training bill [USD].
        upfront_usd (float): What commitments cost when their terms begin [USD].
        usd_cumulative (float): Sum of usd_paid up to this month [USD].
        usd_paid (float): All of these, less what comes back. Taxes and loans are beside it [USD].
    """

    invoices_usd: float
    loan_usd: float
    month: str
    purchases_usd: float
    returned_usd: float
    staff_usd: float
    taxes_usd: float
    training_usd: float
    upfront_usd: float
    usd_cumulative: float
    usd_paid: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        invoices_usd = self.invoices_usd

        loan_usd = self.loan_usd

        month = self.month

        purchases_usd = self.purchases_usd

        returned_usd = self.returned_usd

        staff_usd = self.staff_usd

        taxes_usd = self.taxes_usd

        training_usd = self.training_usd

        upfront_usd = self.upfront_usd

        usd_cumulative = self.usd_cumulative

        usd_paid = self.usd_paid

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "invoices_usd": invoices_usd,
                "loan_usd": loan_usd,
                "month": month,
                "purchases_usd": purchases_usd,
                "returned_usd": returned_usd,
                "staff_usd": staff_usd,
                "taxes_usd": taxes_usd,
                "training_usd": training_usd,
                "upfront_usd": upfront_usd,
                "usd_cumulative": usd_cumulative,
                "usd_paid": usd_paid,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        invoices_usd = d.pop("invoices_usd")

        loan_usd = d.pop("loan_usd")

        month = d.pop("month")

        purchases_usd = d.pop("purchases_usd")

        returned_usd = d.pop("returned_usd")

        staff_usd = d.pop("staff_usd")

        taxes_usd = d.pop("taxes_usd")

        training_usd = d.pop("training_usd")

        upfront_usd = d.pop("upfront_usd")

        usd_cumulative = d.pop("usd_cumulative")

        usd_paid = d.pop("usd_paid")

        cash_month = cls(
            invoices_usd=invoices_usd,
            loan_usd=loan_usd,
            month=month,
            purchases_usd=purchases_usd,
            returned_usd=returned_usd,
            staff_usd=staff_usd,
            taxes_usd=taxes_usd,
            training_usd=training_usd,
            upfront_usd=upfront_usd,
            usd_cumulative=usd_cumulative,
            usd_paid=usd_paid,
        )

        cash_month.additional_properties = d
        return cash_month

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
