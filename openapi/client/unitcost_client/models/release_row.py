from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.release_row_tables import ReleaseRowTables


T = TypeVar("T", bound="ReleaseRow")


@_attrs_define
class ReleaseRow:
    """A release of the tables.

    Attributes:
        digest (str): Digest of the release [sha256].
        known_by (datetime.date): Day of the latest fact in the release.
        name (str): Name of the release, for `catalog`.
        notes (None | str): What is new in the release.
        published (datetime.date | None): Day of its publication; null: not told, or an overlay.
        tables (ReleaseRowTables): Tables of the release by name.
        unmodelled_price_count (int): Price rows whose accelerator is not in the catalogue [count].
    """

    digest: str
    known_by: datetime.date
    name: str
    notes: None | str
    published: datetime.date | None
    tables: ReleaseRowTables
    unmodelled_price_count: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        digest = self.digest

        known_by = self.known_by.isoformat()

        name = self.name

        notes: None | str
        notes = self.notes

        published: None | str
        if isinstance(self.published, datetime.date):
            published = self.published.isoformat()
        else:
            published = self.published

        tables = self.tables.to_dict()

        unmodelled_price_count = self.unmodelled_price_count

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "digest": digest,
                "known_by": known_by,
                "name": name,
                "notes": notes,
                "published": published,
                "tables": tables,
                "unmodelled_price_count": unmodelled_price_count,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.release_row_tables import ReleaseRowTables  # noqa: PLC0415

        d = dict(src_dict)
        digest = d.pop("digest")

        known_by = datetime.date.fromisoformat(d.pop("known_by"))

        name = d.pop("name")

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        def _parse_published(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                published_type_0 = datetime.date.fromisoformat(data)

                return published_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        published = _parse_published(d.pop("published"))

        tables = ReleaseRowTables.from_dict(d.pop("tables"))

        unmodelled_price_count = d.pop("unmodelled_price_count")

        release_row = cls(
            digest=digest,
            known_by=known_by,
            name=name,
            notes=notes,
            published=published,
            tables=tables,
            unmodelled_price_count=unmodelled_price_count,
        )

        release_row.additional_properties = d
        return release_row

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
