from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.converted_amounts_amounts import ConvertedAmountsAmounts


T = TypeVar("T", bound="ConvertedAmounts")


@_attrs_define
class ConvertedAmounts:
    """Money of the answer in another currency, at one rate.

    Attributes:
        amounts (ConvertedAmountsAmounts): Every amount of the answer in that currency, by its dotted name, with the
            currency in lower case in the place of usd [its unit].
        currency (str): The currency, as three capitals.
        rate_day (None | str): Day on which the rate was published; null: the caller's own.
        rate_source (str): Where the rate comes from.
        usd_per_currency_unit (float): USD for one unit.
    """

    amounts: ConvertedAmountsAmounts
    currency: str
    rate_day: None | str
    rate_source: str
    usd_per_currency_unit: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amounts = self.amounts.to_dict()

        currency = self.currency

        rate_day: None | str
        rate_day = self.rate_day

        rate_source = self.rate_source

        usd_per_currency_unit = self.usd_per_currency_unit

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amounts": amounts,
                "currency": currency,
                "rate_day": rate_day,
                "rate_source": rate_source,
                "usd_per_currency_unit": usd_per_currency_unit,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.converted_amounts_amounts import ConvertedAmountsAmounts  # noqa: PLC0415

        d = dict(src_dict)
        amounts = ConvertedAmountsAmounts.from_dict(d.pop("amounts"))

        currency = d.pop("currency")

        def _parse_rate_day(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rate_day = _parse_rate_day(d.pop("rate_day"))

        rate_source = d.pop("rate_source")

        usd_per_currency_unit = d.pop("usd_per_currency_unit")

        converted_amounts = cls(
            amounts=amounts,
            currency=currency,
            rate_day=rate_day,
            rate_source=rate_source,
            usd_per_currency_unit=usd_per_currency_unit,
        )

        converted_amounts.additional_properties = d
        return converted_amounts

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
