from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Unavailable")


@_attrs_define
class Unavailable:
    """An option without an answer, with the reason and the field to change.

    Attributes:
        field (str): The field of the query to change, dotted.
        option (str): Way of buying: on_demand, spot, reserved_1y, …
        provider (None | str): The provider that rents it out. Null if there is none.
        purchase_index (int): Index of the purchase in the query, from 0 [count].
        reason (str): The reason.
        region (None | str): The provider's name of the place.
    """

    field: str
    option: str
    provider: None | str
    purchase_index: int
    reason: str
    region: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        field = self.field

        option = self.option

        provider: None | str
        provider = self.provider

        purchase_index = self.purchase_index

        reason = self.reason

        region: None | str
        region = self.region

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "field": field,
                "option": option,
                "provider": provider,
                "purchase_index": purchase_index,
                "reason": reason,
                "region": region,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        field = d.pop("field")

        option = d.pop("option")

        def _parse_provider(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        provider = _parse_provider(d.pop("provider"))

        purchase_index = d.pop("purchase_index")

        reason = d.pop("reason")

        def _parse_region(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        region = _parse_region(d.pop("region"))

        unavailable = cls(
            field=field,
            option=option,
            provider=provider,
            purchase_index=purchase_index,
            reason=reason,
            region=region,
        )

        unavailable.additional_properties = d
        return unavailable

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
