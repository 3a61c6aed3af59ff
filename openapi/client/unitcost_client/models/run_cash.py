from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.run_cash_month import RunCashMonth


T = TypeVar("T", bound="RunCash")


@_attrs_define
class RunCash:
    """The calendar of a run under an option: accruals and payments by month.

    Attributes:
        discount_rate_fraction (float | None): Rate per year, as it was given [fraction].
        months (list[RunCashMonth]):
        start (str): First day of the run.
        taxes_usd (float): Taxes on top [USD].
        usd_discounted (float | None): Net present value of usd_paid on the first day [USD]. A month is paid when it
            begins, or so many months later. Null without discount_rate_fraction.
        usd_paid (float): Sum of all payments: usd_total less the cost of capital [USD].
        usd_total (float): Expected cost: usd.mean of the option [USD].
    """

    discount_rate_fraction: float | None
    months: list[RunCashMonth]
    start: str
    taxes_usd: float
    usd_discounted: float | None
    usd_paid: float
    usd_total: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        discount_rate_fraction: float | None
        discount_rate_fraction = self.discount_rate_fraction

        months = []
        for months_item_data in self.months:
            months_item = months_item_data.to_dict()
            months.append(months_item)

        start = self.start

        taxes_usd = self.taxes_usd

        usd_discounted: float | None
        usd_discounted = self.usd_discounted

        usd_paid = self.usd_paid

        usd_total = self.usd_total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "discount_rate_fraction": discount_rate_fraction,
                "months": months,
                "start": start,
                "taxes_usd": taxes_usd,
                "usd_discounted": usd_discounted,
                "usd_paid": usd_paid,
                "usd_total": usd_total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.run_cash_month import RunCashMonth  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_discount_rate_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        discount_rate_fraction = _parse_discount_rate_fraction(d.pop("discount_rate_fraction"))

        months = []
        _months = d.pop("months")
        for months_item_data in _months:
            months_item = RunCashMonth.from_dict(months_item_data)

            months.append(months_item)

        start = d.pop("start")

        taxes_usd = d.pop("taxes_usd")

        def _parse_usd_discounted(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_discounted = _parse_usd_discounted(d.pop("usd_discounted"))

        usd_paid = d.pop("usd_paid")

        usd_total = d.pop("usd_total")

        run_cash = cls(
            discount_rate_fraction=discount_rate_fraction,
            months=months,
            start=start,
            taxes_usd=taxes_usd,
            usd_discounted=usd_discounted,
            usd_paid=usd_paid,
            usd_total=usd_total,
        )

        run_cash.additional_properties = d
        return run_cash

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
