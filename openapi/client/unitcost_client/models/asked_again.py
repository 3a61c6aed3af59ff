from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.asked_again_method import AskedAgainMethod, check_asked_again_method

T = TypeVar("T", bound="AskedAgain")


@_attrs_define
class AskedAgain:
    """The same question as a request.

    Attributes:
        body (Any): JSON body of a POST; null for a GET.
        method (AskedAgainMethod): Its method.
        path (str): Path, with the parameters of a GET.
    """

    body: Any
    method: AskedAgainMethod
    path: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        body = self.body

        method: str = self.method

        path = self.path

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "body": body,
                "method": method,
                "path": path,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        body = d.pop("body")

        method = check_asked_again_method(d.pop("method"))

        path = d.pop("path")

        asked_again = cls(
            body=body,
            method=method,
            path=path,
        )

        asked_again.additional_properties = d
        return asked_again

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
