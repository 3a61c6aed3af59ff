from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.row_change_change import RowChangeChange, check_row_change_change
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.cell import Cell


T = TypeVar("T", bound="RowChange")


@_attrs_define
class RowChange:
    """A row that differs between two releases.

    Attributes:
        cells (list[Cell]): The cells that differ; of a row in one release alone those that tell it.
        change (RowChangeChange): ended: it only got a last day; changed: other cells differ.
        key (str): The cells of its key, with slashes between them.
        price_ratio (float | None): Its figure after over the figure before [ratio]. Of a price that is added, before is
            the price of the same thing until then. Null: there is none.
        provider (None | str): Its provider; null: it has none.
        table (str): The table.
        device (None | str | Unset): Its device; null: it has none.
    """

    cells: list[Cell]
    change: RowChangeChange
    key: str
    price_ratio: float | None
    provider: None | str
    table: str
    device: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cells = []
        for cells_item_data in self.cells:
            cells_item = cells_item_data.to_dict()
            cells.append(cells_item)

        change: str = self.change

        key = self.key

        price_ratio: float | None
        price_ratio = self.price_ratio

        provider: None | str
        provider = self.provider

        table = self.table

        device: None | str | Unset
        if isinstance(self.device, Unset):
            device = UNSET
        else:
            device = self.device

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cells": cells,
                "change": change,
                "key": key,
                "price_ratio": price_ratio,
                "provider": provider,
                "table": table,
            }
        )
        if device is not UNSET:
            field_dict["device"] = device

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

        change = check_row_change_change(d.pop("change"))

        key = d.pop("key")

        def _parse_price_ratio(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        price_ratio = _parse_price_ratio(d.pop("price_ratio"))

        def _parse_provider(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        provider = _parse_provider(d.pop("provider"))

        table = d.pop("table")

        def _parse_device(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        device = _parse_device(d.pop("device", UNSET))

        row_change = cls(
            cells=cells,
            change=change,
            key=key,
            price_ratio=price_ratio,
            provider=provider,
            table=table,
            device=device,
        )

        row_change.additional_properties = d
        return row_change

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
