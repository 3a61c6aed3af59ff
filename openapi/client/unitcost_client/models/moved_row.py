from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.cell import Cell


T = TypeVar("T", bound="MovedRow")


@_attrs_define
class MovedRow:
    """A row of a table that the figure rests on, and the row that takes its place.

    Attributes:
        cells (list[Cell]): What differs between the two.
        from_row (None | str): Key of the row before; null: none.
        table (str): The table.
        to_row (None | str): Key of the row after; null: none.
    """

    cells: list[Cell]
    from_row: None | str
    table: str
    to_row: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cells = []
        for cells_item_data in self.cells:
            cells_item = cells_item_data.to_dict()
            cells.append(cells_item)

        from_row: None | str
        from_row = self.from_row

        table = self.table

        to_row: None | str
        to_row = self.to_row

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cells": cells,
                "from_row": from_row,
                "table": table,
                "to_row": to_row,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.cell import Cell  # noqa: PLC0415

        d = dict(src_dict)
        cells = []
        _cells = d.pop("cells")
        for cells_item_data in _cells:
            cells_item = Cell.from_dict(cells_item_data)

            cells.append(cells_item)

        def _parse_from_row(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        from_row = _parse_from_row(d.pop("from_row"))

        table = d.pop("table")

        def _parse_to_row(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        to_row = _parse_to_row(d.pop("to_row"))

        moved_row = cls(
            cells=cells,
            from_row=from_row,
            table=table,
            to_row=to_row,
        )

        moved_row.additional_properties = d
        return moved_row

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
