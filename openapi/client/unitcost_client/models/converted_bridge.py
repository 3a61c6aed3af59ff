from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.converted_effect import ConvertedEffect


T = TypeVar("T", bound="ConvertedBridge")


@_attrs_define
class ConvertedBridge:
    """The bridge in another currency, each side at the rate of its day.

    `from_value` and the `change` of all effects add up to `to_value`, as those in dollars do. The
    rate of a service over time is the mean one of its months.

        Attributes:
            change (float): The end less the start, as one number [unit of `figure`].
            currency (str): The currency, as three capitals.
            effects (list[ConvertedEffect]): What moves the figure, the strongest first.
            figure (str): The figure in that currency, with its unit.
            from_rate_day (None | str): Day of the rate at the start; null: the caller's own.
            from_usd_per_currency_unit (float): USD for one unit at the start.
            from_value (float): The figure at the start [unit of `figure`].
            rate_source (str): Where the rates come from.
            to_rate_day (None | str): Day of the rate at the end; null: the caller's own.
            to_usd_per_currency_unit (float): USD for one unit at the end.
            to_value (float): The figure at the end [unit of `figure`].
    """

    change: float
    currency: str
    effects: list[ConvertedEffect]
    figure: str
    from_rate_day: None | str
    from_usd_per_currency_unit: float
    from_value: float
    rate_source: str
    to_rate_day: None | str
    to_usd_per_currency_unit: float
    to_value: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        change = self.change

        currency = self.currency

        effects = []
        for effects_item_data in self.effects:
            effects_item = effects_item_data.to_dict()
            effects.append(effects_item)

        figure = self.figure

        from_rate_day: None | str
        from_rate_day = self.from_rate_day

        from_usd_per_currency_unit = self.from_usd_per_currency_unit

        from_value = self.from_value

        rate_source = self.rate_source

        to_rate_day: None | str
        to_rate_day = self.to_rate_day

        to_usd_per_currency_unit = self.to_usd_per_currency_unit

        to_value = self.to_value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "change": change,
                "currency": currency,
                "effects": effects,
                "figure": figure,
                "from_rate_day": from_rate_day,
                "from_usd_per_currency_unit": from_usd_per_currency_unit,
                "from_value": from_value,
                "rate_source": rate_source,
                "to_rate_day": to_rate_day,
                "to_usd_per_currency_unit": to_usd_per_currency_unit,
                "to_value": to_value,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.converted_effect import ConvertedEffect  # noqa: PLC0415

        d = dict(src_dict)
        change = d.pop("change")

        currency = d.pop("currency")

        effects = []
        _effects = d.pop("effects")
        for effects_item_data in _effects:
            effects_item = ConvertedEffect.from_dict(effects_item_data)

            effects.append(effects_item)

        figure = d.pop("figure")

        def _parse_from_rate_day(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        from_rate_day = _parse_from_rate_day(d.pop("from_rate_day"))

        from_usd_per_currency_unit = d.pop("from_usd_per_currency_unit")

        from_value = d.pop("from_value")

        rate_source = d.pop("rate_source")

        def _parse_to_rate_day(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        to_rate_day = _parse_to_rate_day(d.pop("to_rate_day"))

        to_usd_per_currency_unit = d.pop("to_usd_per_currency_unit")

        to_value = d.pop("to_value")

        converted_bridge = cls(
            change=change,
            currency=currency,
            effects=effects,
            figure=figure,
            from_rate_day=from_rate_day,
            from_usd_per_currency_unit=from_usd_per_currency_unit,
            from_value=from_value,
            rate_source=rate_source,
            to_rate_day=to_rate_day,
            to_usd_per_currency_unit=to_usd_per_currency_unit,
            to_value=to_value,
        )

        converted_bridge.additional_properties = d
        return converted_bridge

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
