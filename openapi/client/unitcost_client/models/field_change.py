from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="FieldChange")


@_attrs_define
class FieldChange:
    """A field of the question whose values differ.

    Attributes:
        field (str): Its dotted name.
        from_value (bool | float | None | str): A text, a number, a truth, or null for none.
        to_value (bool | float | None | str): A text, a number, a truth, or null for none.
    """

    field: str
    from_value: bool | float | None | str
    to_value: bool | float | None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        field = self.field

        from_value: bool | float | None | str
        from_value = self.from_value

        to_value: bool | float | None | str
        to_value = self.to_value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "field": field,
                "from_value": from_value,
                "to_value": to_value,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        field = d.pop("field")

        def _parse_from_value(data: object) -> bool | float | None | str:
            if data is None:
                return data
            return cast(bool | float | None | str, data)

        from_value = _parse_from_value(d.pop("from_value"))

        def _parse_to_value(data: object) -> bool | float | None | str:
            if data is None:
                return data
            return cast(bool | float | None | str, data)

        to_value = _parse_to_value(d.pop("to_value"))

        field_change = cls(
            field=field,
            from_value=from_value,
            to_value=to_value,
        )

        field_change.additional_properties = d
        return field_change

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
