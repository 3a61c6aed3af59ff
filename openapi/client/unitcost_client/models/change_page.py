from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.change_count import ChangeCount
    from ..models.listing_provenance import ListingProvenance
    from ..models.row_change import RowChange


T = TypeVar("T", bound="ChangePage")


@_attrs_define
class ChangePage:
    """What changed between two releases: counts of all, and a page of the rows.

    Attributes:
        after (ListingProvenance): The release that a listing comes from.
        before (ListingProvenance): The release that a listing comes from.
        counts (list[ChangeCount]):
        limit (int): Most rows of a page [count].
        next_offset (int | None): Offset of the next page [count]; null on the last page.
        offset (int): Rows to skip [count].
        rows (list[RowChange]):
        total_count (int): Matching rows [count].
    """

    after: ListingProvenance
    before: ListingProvenance
    counts: list[ChangeCount]
    limit: int
    next_offset: int | None
    offset: int
    rows: list[RowChange]
    total_count: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        after = self.after.to_dict()

        before = self.before.to_dict()

        counts = []
        for counts_item_data in self.counts:
            counts_item = counts_item_data.to_dict()
            counts.append(counts_item)

        limit = self.limit

        next_offset: int | None
        next_offset = self.next_offset

        offset = self.offset

        rows = []
        for rows_item_data in self.rows:
            rows_item = rows_item_data.to_dict()
            rows.append(rows_item)

        total_count = self.total_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "after": after,
                "before": before,
                "counts": counts,
                "limit": limit,
                "next_offset": next_offset,
                "offset": offset,
                "rows": rows,
                "total_count": total_count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.change_count import ChangeCount  # noqa: PLC0415
        from ..models.listing_provenance import ListingProvenance  # noqa: PLC0415
        from ..models.row_change import RowChange  # noqa: PLC0415

        d = dict(src_dict)
        after = ListingProvenance.from_dict(d.pop("after"))

        before = ListingProvenance.from_dict(d.pop("before"))

        counts = []
        _counts = d.pop("counts")
        for counts_item_data in _counts:
            counts_item = ChangeCount.from_dict(counts_item_data)

            counts.append(counts_item)

        limit = d.pop("limit")

        def _parse_next_offset(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        next_offset = _parse_next_offset(d.pop("next_offset"))

        offset = d.pop("offset")

        rows = []
        _rows = d.pop("rows")
        for rows_item_data in _rows:
            rows_item = RowChange.from_dict(rows_item_data)

            rows.append(rows_item)

        total_count = d.pop("total_count")

        change_page = cls(
            after=after,
            before=before,
            counts=counts,
            limit=limit,
            next_offset=next_offset,
            offset=offset,
            rows=rows,
            total_count=total_count,
        )

        change_page.additional_properties = d
        return change_page

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
