from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.assumption_row import AssumptionRow
    from ..models.listing_provenance import ListingProvenance


T = TypeVar("T", bound="AssumptionPage")


@_attrs_define
class AssumptionPage:
    """Assumptions.

    Attributes:
        limit (int): Most rows of a page [count].
        next_offset (int | None): Offset of the next page [count]; null on the last page.
        offset (int): Rows to skip [count].
        provenance (ListingProvenance): The release that a listing comes from.
        rows (list[AssumptionRow]):
        total_count (int): Matching rows [count].
        elsewhere (None | str | Unset): Where the prices of the API's model that `search` names are; null: it names
            none.
    """

    limit: int
    next_offset: int | None
    offset: int
    provenance: ListingProvenance
    rows: list[AssumptionRow]
    total_count: int
    elsewhere: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        limit = self.limit

        next_offset: int | None
        next_offset = self.next_offset

        offset = self.offset

        provenance = self.provenance.to_dict()

        rows = []
        for rows_item_data in self.rows:
            rows_item = rows_item_data.to_dict()
            rows.append(rows_item)

        total_count = self.total_count

        elsewhere: None | str | Unset
        if isinstance(self.elsewhere, Unset):
            elsewhere = UNSET
        else:
            elsewhere = self.elsewhere

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "limit": limit,
                "next_offset": next_offset,
                "offset": offset,
                "provenance": provenance,
                "rows": rows,
                "total_count": total_count,
            }
        )
        if elsewhere is not UNSET:
            field_dict["elsewhere"] = elsewhere

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.assumption_row import AssumptionRow  # noqa: PLC0415
        from ..models.listing_provenance import ListingProvenance  # noqa: PLC0415

        d = dict(src_dict)
        limit = d.pop("limit")

        def _parse_next_offset(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        next_offset = _parse_next_offset(d.pop("next_offset"))

        offset = d.pop("offset")

        provenance = ListingProvenance.from_dict(d.pop("provenance"))

        rows = []
        _rows = d.pop("rows")
        for rows_item_data in _rows:
            rows_item = AssumptionRow.from_dict(rows_item_data)

            rows.append(rows_item)

        total_count = d.pop("total_count")

        def _parse_elsewhere(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        elsewhere = _parse_elsewhere(d.pop("elsewhere", UNSET))

        assumption_page = cls(
            limit=limit,
            next_offset=next_offset,
            offset=offset,
            provenance=provenance,
            rows=rows,
            total_count=total_count,
            elsewhere=elsewhere,
        )

        assumption_page.additional_properties = d
        return assumption_page

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
