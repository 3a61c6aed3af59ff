from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.converted_fiscal_years import ConvertedFiscalYears
    from ..models.converted_month import ConvertedMonth
    from ..models.converted_years import ConvertedYears


T = TypeVar("T", bound="Converted")


@_attrs_define
class Converted:
    """Months, years and totals in another currency.

    Attributes:
        currency (str): The currency, as three capitals.
        discounted (float): usd_discounted in that currency [its unit].
        fiscal_years (ConvertedFiscalYears): Totals of fiscal years in that currency [its unit].
        months (list[ConvertedMonth]):
        rate_day (None | str): Day on which that rate was published; null: the caller's own.
        rate_source (str): Where the rates come from.
        total (float): usd_total in that currency [its unit].
        total_high (float | None): usd_total_high in that currency, at the mean rate [its unit].
        total_low (float | None): usd_total_low in that currency, at the mean rate [its unit].
        usd_per_currency_unit (float): USD for one unit in the first month.
        years (ConvertedYears): Totals of calendar years in that currency [its unit].
    """

    currency: str
    discounted: float
    fiscal_years: ConvertedFiscalYears
    months: list[ConvertedMonth]
    rate_day: None | str
    rate_source: str
    total: float
    total_high: float | None
    total_low: float | None
    usd_per_currency_unit: float
    years: ConvertedYears
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        currency = self.currency

        discounted = self.discounted

        fiscal_years = self.fiscal_years.to_dict()

        months = []
        for months_item_data in self.months:
            months_item = months_item_data.to_dict()
            months.append(months_item)

        rate_day: None | str
        rate_day = self.rate_day

        rate_source = self.rate_source

        total = self.total

        total_high: float | None
        total_high = self.total_high

        total_low: float | None
        total_low = self.total_low

        usd_per_currency_unit = self.usd_per_currency_unit

        years = self.years.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "currency": currency,
                "discounted": discounted,
                "fiscal_years": fiscal_years,
                "months": months,
                "rate_day": rate_day,
                "rate_source": rate_source,
                "total": total,
                "total_high": total_high,
                "total_low": total_low,
                "usd_per_currency_unit": usd_per_currency_unit,
                "years": years,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.converted_fiscal_years import ConvertedFiscalYears  # noqa: PLC0415
        from ..models.converted_month import ConvertedMonth  # noqa: PLC0415
        from ..models.converted_years import ConvertedYears  # noqa: PLC0415

        d = dict(src_dict)
        currency = d.pop("currency")

        discounted = d.pop("discounted")

        fiscal_years = ConvertedFiscalYears.from_dict(d.pop("fiscal_years"))

        months = []
        _months = d.pop("months")
        for months_item_data in _months:
            months_item = ConvertedMonth.from_dict(months_item_data)

            months.append(months_item)

        def _parse_rate_day(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rate_day = _parse_rate_day(d.pop("rate_day"))

        rate_source = d.pop("rate_source")

        total = d.pop("total")

        def _parse_total_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        total_high = _parse_total_high(d.pop("total_high"))

        def _parse_total_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        total_low = _parse_total_low(d.pop("total_low"))

        usd_per_currency_unit = d.pop("usd_per_currency_unit")

        years = ConvertedYears.from_dict(d.pop("years"))

        converted = cls(
            currency=currency,
            discounted=discounted,
            fiscal_years=fiscal_years,
            months=months,
            rate_day=rate_day,
            rate_source=rate_source,
            total=total,
            total_high=total_high,
            total_low=total_low,
            usd_per_currency_unit=usd_per_currency_unit,
            years=years,
        )

        converted.additional_properties = d
        return converted

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
