from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.listing_provenance import ListingProvenance
    from ..models.model_row import ModelRow


T = TypeVar("T", bound="FoundModel")


@_attrs_define
class FoundModel:
    """A model by its name.

    Attributes:
        id (str): What names the row in this release.
        provenance (ListingProvenance): The release that a listing comes from.
        row (ModelRow): A model's architecture.
    """

    id: str
    provenance: ListingProvenance
    row: ModelRow
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        provenance = self.provenance.to_dict()

        row = self.row.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "provenance": provenance,
                "row": row,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.listing_provenance import ListingProvenance  # noqa: PLC0415
        from ..models.model_row import ModelRow  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        provenance = ListingProvenance.from_dict(d.pop("provenance"))

        row = ModelRow.from_dict(d.pop("row"))

        found_model = cls(
            id=id,
            provenance=provenance,
            row=row,
        )

        found_model.additional_properties = d
        return found_model

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
