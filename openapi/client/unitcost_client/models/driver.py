from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.driver_figure import DriverFigure, check_driver_figure
from ..types import UNSET, Unset

T = TypeVar("T", bound="Driver")


@_attrs_define
class Driver:
    """An assumption that moves the answer: the same question with it at the ends of its range.

    Attributes:
        figure (DriverFigure): The figure that is moved: of unit costs the price of output tokens, of a run the mean
            cost of its cheapest option, of a service its total.
        high (float | None): High end of its plausible range, in `unit`.
        key (str): Its key among the assumptions of the answer.
        low (float | None): Low end of its plausible range, in `unit`.
        refusals (list[str]): Why an end of the range has no answer.
        unit (str): Unit of value, low and high.
        usd (float): The figure as it is answered [USD].
        usd_at_high (float | None): The figure with the assumption at `high` [USD]; null: no answer.
        usd_at_low (float | None): The figure with the assumption at `low` [USD]; null: no answer.
        usd_change (float): The highest less the lowest of the three figures [USD].
        value (float): The value used, in `unit`.
        name (str | Unset): What it is, in words.
    """

    figure: DriverFigure
    high: float | None
    key: str
    low: float | None
    refusals: list[str]
    unit: str
    usd: float
    usd_at_high: float | None
    usd_at_low: float | None
    usd_change: float
    value: float
    name: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        figure: str = self.figure

        high: float | None
        high = self.high

        key = self.key

        low: float | None
        low = self.low

        refusals = self.refusals

        unit = self.unit

        usd = self.usd

        usd_at_high: float | None
        usd_at_high = self.usd_at_high

        usd_at_low: float | None
        usd_at_low = self.usd_at_low

        usd_change = self.usd_change

        value = self.value

        name = self.name

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "figure": figure,
                "high": high,
                "key": key,
                "low": low,
                "refusals": refusals,
                "unit": unit,
                "usd": usd,
                "usd_at_high": usd_at_high,
                "usd_at_low": usd_at_low,
                "usd_change": usd_change,
                "value": value,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        figure = check_driver_figure(d.pop("figure"))

        def _parse_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        high = _parse_high(d.pop("high"))

        key = d.pop("key")

        def _parse_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        low = _parse_low(d.pop("low"))

        refusals = cast(list[str], d.pop("refusals"))

        unit = d.pop("unit")

        usd = d.pop("usd")

        def _parse_usd_at_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_at_high = _parse_usd_at_high(d.pop("usd_at_high"))

        def _parse_usd_at_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_at_low = _parse_usd_at_low(d.pop("usd_at_low"))

        usd_change = d.pop("usd_change")

        value = d.pop("value")

        name = d.pop("name", UNSET)

        driver = cls(
            figure=figure,
            high=high,
            key=key,
            low=low,
            refusals=refusals,
            unit=unit,
            usd=usd,
            usd_at_high=usd_at_high,
            usd_at_low=usd_at_low,
            usd_change=usd_change,
            value=value,
            name=name,
        )

        driver.additional_properties = d
        return driver

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
