from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ConvertedEffect")


@_attrs_define
class ConvertedEffect:
    """An effect in another currency.

    Attributes:
        change (float): What it adds to the figure [unit of `figure`].
        name (str): As in `effects`; exchange_rates: what the rates of both days differ by.
        words (str): The effect in words.
    """

    change: float
    name: str
    words: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        change = self.change

        name = self.name

        words = self.words

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "change": change,
                "name": name,
                "words": words,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        change = d.pop("change")

        name = d.pop("name")

        words = d.pop("words")

        converted_effect = cls(
            change=change,
            name=name,
            words=words,
        )

        converted_effect.additional_properties = d
        return converted_effect

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
