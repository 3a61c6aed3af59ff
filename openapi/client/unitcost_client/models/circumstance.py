from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.provenance import Provenance


T = TypeVar("T", bound="Circumstance")


@_attrs_define
class Circumstance:
    """One side of the bridge.

    Attributes:
        provenance (Provenance): What determines the answer. The same engine, release, day and query give the same
            answer.
        warnings (list[str]): Facts to know before using the figures.
    """

    provenance: Provenance
    warnings: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        provenance = self.provenance.to_dict()

        warnings = self.warnings

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "provenance": provenance,
                "warnings": warnings,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.provenance import Provenance  # noqa: PLC0415

        d = dict(src_dict)
        provenance = Provenance.from_dict(d.pop("provenance"))

        warnings = cast(list[str], d.pop("warnings"))

        circumstance = cls(
            provenance=provenance,
            warnings=warnings,
        )

        circumstance.additional_properties = d
        return circumstance

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
