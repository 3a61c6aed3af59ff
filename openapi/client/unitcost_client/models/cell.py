from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Cell")


@_attrs_define
class Cell:
    """A cell before and after.

    Attributes:
        after (bool | float | None | str): A text, a number, a truth, or null for none.
        before (bool | float | None | str): A text, a number, a truth, or null for none.
        column (str): The column.
    """

    after: bool | float | None | str
    before: bool | float | None | str
    column: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        after: bool | float | None | str
        after = self.after

        before: bool | float | None | str
        before = self.before

        column = self.column

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "after": after,
                "before": before,
                "column": column,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_after(data: object) -> bool | float | None | str:
            if data is None:
                return data
            return cast(bool | float | None | str, data)

        after = _parse_after(d.pop("after"))

        def _parse_before(data: object) -> bool | float | None | str:
            if data is None:
                return data
            return cast(bool | float | None | str, data)

        before = _parse_before(d.pop("before"))

        column = d.pop("column")

        cell = cls(
            after=after,
            before=before,
            column=column,
        )

        cell.additional_properties = d
        return cell

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
