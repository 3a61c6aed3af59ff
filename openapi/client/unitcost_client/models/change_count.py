from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ChangeCount")


@_attrs_define
class ChangeCount:
    """Rows of a table and a provider that differ [count].

    Attributes:
        added_count (int): Rows that are new [count].
        changed_count (int): Rows with other cells [count].
        ended_count (int): Rows that got a last day [count].
        provider (None | str): The provider; null: rows of none.
        removed_count (int): Rows that are gone [count].
        table (str): The table.
    """

    added_count: int
    changed_count: int
    ended_count: int
    provider: None | str
    removed_count: int
    table: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        added_count = self.added_count

        changed_count = self.changed_count

        ended_count = self.ended_count

        provider: None | str
        provider = self.provider

        removed_count = self.removed_count

        table = self.table

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "added_count": added_count,
                "changed_count": changed_count,
                "ended_count": ended_count,
                "provider": provider,
                "removed_count": removed_count,
                "table": table,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        added_count = d.pop("added_count")

        changed_count = d.pop("changed_count")

        ended_count = d.pop("ended_count")

        def _parse_provider(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        provider = _parse_provider(d.pop("provider"))

        removed_count = d.pop("removed_count")

        table = d.pop("table")

        change_count = cls(
            added_count=added_count,
            changed_count=changed_count,
            ended_count=ended_count,
            provider=provider,
            removed_count=removed_count,
            table=table,
        )

        change_count.additional_properties = d
        return change_count

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
