from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="PaymentTerms")


@_attrs_define
class PaymentTerms:
    """When invoices are paid, and what tax comes on top.

    Attributes:
        invoice_delay_months (int | Unset): Months from the begin of a month until its invoice is paid [count]. 0: at
            once; 1: in arrears; 2: a month after the invoice. Default: 0.
        tax_fraction (float | Unset): Tax on purchases and invoices, on top of all totals [fraction]. `cash` shows it.
            Default: 0.0.
    """

    invoice_delay_months: int | Unset = UNSET
    tax_fraction: float | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        invoice_delay_months = self.invoice_delay_months

        tax_fraction = self.tax_fraction

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if invoice_delay_months is not UNSET:
            field_dict["invoice_delay_months"] = invoice_delay_months
        if tax_fraction is not UNSET:
            field_dict["tax_fraction"] = tax_fraction

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        invoice_delay_months = d.pop("invoice_delay_months", UNSET)

        tax_fraction = d.pop("tax_fraction", UNSET)

        payment_terms = cls(
            invoice_delay_months=invoice_delay_months,
            tax_fraction=tax_fraction,
        )

        return payment_terms
