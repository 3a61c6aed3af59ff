from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.case_name import CaseName, check_case_name

if TYPE_CHECKING:
    from ..models.case_at import CaseAt


T = TypeVar("T", bound="Case")


@_attrs_define
class Case:
    """One outcome: each doubt at the end that costs less, as answered, or at the dearer end.

    Attributes:
        at (CaseAt): Where each doubt stands, in its unit [see doubts].
        confidence_fraction (float): Probability that the cost is at most this [fraction].
        name (CaseName): Which case.
        usd (float): Cost in this case [USD].
    """

    at: CaseAt
    confidence_fraction: float
    name: CaseName
    usd: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at.to_dict()

        confidence_fraction = self.confidence_fraction

        name: str = self.name

        usd = self.usd

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "confidence_fraction": confidence_fraction,
                "name": name,
                "usd": usd,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.case_at import CaseAt  # noqa: PLC0415

        d = dict(src_dict)
        at = CaseAt.from_dict(d.pop("at"))

        confidence_fraction = d.pop("confidence_fraction")

        name = check_case_name(d.pop("name"))

        usd = d.pop("usd")

        case = cls(
            at=at,
            confidence_fraction=confidence_fraction,
            name=name,
            usd=usd,
        )

        case.additional_properties = d
        return case

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
