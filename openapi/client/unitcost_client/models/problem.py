from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Problem")


@_attrs_define
class Problem:
    """The reason why a request failed (RFC 9457).

    Attributes:
        detail (str): What is wrong with this request.
        instance (str): Path of the request.
        request_id (str): Id of this request in the log of the service.
        status (int): The HTTP status [code].
        title (str): Title of the type of problem. It is always the same.
        type_ (str): URI of the type of problem. It never changes.
        field (None | str | Unset): Place in the request, dotted.
        nearest (list[str] | Unset): Values that would be answered, the nearest first.
    """

    detail: str
    instance: str
    request_id: str
    status: int
    title: str
    type_: str
    field: None | str | Unset = UNSET
    nearest: list[str] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        detail = self.detail

        instance = self.instance

        request_id = self.request_id

        status = self.status

        title = self.title

        type_ = self.type_

        field: None | str | Unset
        if isinstance(self.field, Unset):
            field = UNSET
        else:
            field = self.field

        nearest: list[str] | Unset = UNSET
        if not isinstance(self.nearest, Unset):
            nearest = self.nearest

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "detail": detail,
                "instance": instance,
                "request_id": request_id,
                "status": status,
                "title": title,
                "type": type_,
            }
        )
        if field is not UNSET:
            field_dict["field"] = field
        if nearest is not UNSET:
            field_dict["nearest"] = nearest

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        detail = d.pop("detail")

        instance = d.pop("instance")

        request_id = d.pop("request_id")

        status = d.pop("status")

        title = d.pop("title")

        type_ = d.pop("type")

        def _parse_field(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        field = _parse_field(d.pop("field", UNSET))

        nearest = cast(list[str], d.pop("nearest", UNSET))

        problem = cls(
            detail=detail,
            instance=instance,
            request_id=request_id,
            status=status,
            title=title,
            type_=type_,
            field=field,
            nearest=nearest,
        )

        problem.additional_properties = d
        return problem

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
