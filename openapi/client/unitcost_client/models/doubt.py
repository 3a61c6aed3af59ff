from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.doubt_name import DoubtName, check_doubt_name

T = TypeVar("T", bound="Doubt")


@_attrs_define
class Doubt:
    """Something that is not known for sure, alone at the ends of its band.

    Attributes:
        high (float): 90th percentile, in `unit`. One in ten outcomes is above.
        low (float): 10th percentile, in `unit`. One in ten outcomes is below.
        name (DoubtName): What is not known for sure.
        source (str): Field, assumption or evidence that the band is of.
        unit (str): Unit of value, low and high.
        usd_at_high (float): Cost with it at `high`, all else as answered [USD].
        usd_at_low (float): Cost with it at `low`, all else as answered [USD].
        usd_change (float): The highest less the lowest of the three costs [USD].
        value (float): As the answer has it, in `unit`.
    """

    high: float
    low: float
    name: DoubtName
    source: str
    unit: str
    usd_at_high: float
    usd_at_low: float
    usd_change: float
    value: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        high = self.high

        low = self.low

        name: str = self.name

        source = self.source

        unit = self.unit

        usd_at_high = self.usd_at_high

        usd_at_low = self.usd_at_low

        usd_change = self.usd_change

        value = self.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "high": high,
                "low": low,
                "name": name,
                "source": source,
                "unit": unit,
                "usd_at_high": usd_at_high,
                "usd_at_low": usd_at_low,
                "usd_change": usd_change,
                "value": value,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        high = d.pop("high")

        low = d.pop("low")

        name = check_doubt_name(d.pop("name"))

        source = d.pop("source")

        unit = d.pop("unit")

        usd_at_high = d.pop("usd_at_high")

        usd_at_low = d.pop("usd_at_low")

        usd_change = d.pop("usd_change")

        value = d.pop("value")

        doubt = cls(
            high=high,
            low=low,
            name=name,
            source=source,
            unit=unit,
            usd_at_high=usd_at_high,
            usd_at_low=usd_at_low,
            usd_change=usd_change,
            value=value,
        )

        doubt.additional_properties = d
        return doubt

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
