from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Figure")


@_attrs_define
class Figure:
    """A figure of the answer, under the name that it has there.

    Attributes:
        high (float | None): High end of its interval [in the same unit].
        low (float | None): Low end of its interval [in the same unit]; null: a point.
        name (str): Its name; the unit is the end of it.
        value (float): The figure [in the unit that the name ends in].
        words (str): What it is, in words.
    """

    high: float | None
    low: float | None
    name: str
    value: float
    words: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        high: float | None
        high = self.high

        low: float | None
        low = self.low

        name = self.name

        value = self.value

        words = self.words

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "high": high,
                "low": low,
                "name": name,
                "value": value,
                "words": words,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        high = _parse_high(d.pop("high"))

        def _parse_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        low = _parse_low(d.pop("low"))

        name = d.pop("name")

        value = d.pop("value")

        words = d.pop("words")

        figure = cls(
            high=high,
            low=low,
            name=name,
            value=value,
            words=words,
        )

        figure.additional_properties = d
        return figure

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
