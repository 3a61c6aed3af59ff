from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.run_cash_month_line_items_usd import RunCashMonthLineItemsUsd


T = TypeVar("T", bound="RunCashMonth")


@_attrs_define
class RunCashMonth:
    """What a run costs, and what is paid, in a month of the calendar.

    Attributes:
        invoices_usd (float): Invoices that are due [USD]. Owned devices count at what their hours cost.
        line_items_usd (RunCashMonthLineItemsUsd): Cost of each item after its discount [USD]. They add up to usd_total.
            Unused commitment is that of the months after the run.
        month (str): The month, YYYY-MM.
        taxes_usd (float): Tax on what is paid, on top of it [USD].
        upfront_usd (float): Paid at the start of a commitment or of a block [USD].
        usd_cumulative (float): Sum of usd_paid up to this month [USD].
        usd_paid (float): upfront_usd + invoices_usd [USD].
        usd_total (float): Cost of the month (accrual) [USD].
    """

    invoices_usd: float
    line_items_usd: RunCashMonthLineItemsUsd
    month: str
    taxes_usd: float
    upfront_usd: float
    usd_cumulative: float
    usd_paid: float
    usd_total: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        invoices_usd = self.invoices_usd

        line_items_usd = self.line_items_usd.to_dict()

        month = self.month

        taxes_usd = self.taxes_usd

        upfront_usd = self.upfront_usd

        usd_cumulative = self.usd_cumulative

        usd_paid = self.usd_paid

        usd_total = self.usd_total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "invoices_usd": invoices_usd,
                "line_items_usd": line_items_usd,
                "month": month,
                "taxes_usd": taxes_usd,
                "upfront_usd": upfront_usd,
                "usd_cumulative": usd_cumulative,
                "usd_paid": usd_paid,
                "usd_total": usd_total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.run_cash_month_line_items_usd import RunCashMonthLineItemsUsd  # noqa: PLC0415

        d = dict(src_dict)
        invoices_usd = d.pop("invoices_usd")

        line_items_usd = RunCashMonthLineItemsUsd.from_dict(d.pop("line_items_usd"))

        month = d.pop("month")

        taxes_usd = d.pop("taxes_usd")

        upfront_usd = d.pop("upfront_usd")

        usd_cumulative = d.pop("usd_cumulative")

        usd_paid = d.pop("usd_paid")

        usd_total = d.pop("usd_total")

        run_cash_month = cls(
            invoices_usd=invoices_usd,
            line_items_usd=line_items_usd,
            month=month,
            taxes_usd=taxes_usd,
            upfront_usd=upfront_usd,
            usd_cumulative=usd_cumulative,
            usd_paid=usd_paid,
            usd_total=usd_total,
        )

        run_cash_month.additional_properties = d
        return run_cash_month

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
