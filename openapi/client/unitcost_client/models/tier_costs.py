from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TierCosts")


@_attrs_define
class TierCosts:
    """What the work of a tier costs, with the bill shared by the time of the devices.

    Attributes:
        requests_per_second (float): Requests that are served.
        usd_per_million_input_tokens (float | None): USD per million input tokens.
        usd_per_million_output_tokens (float | None): USD per million output tokens; null where none is written.
        usd_per_request (float): USD per request.
    """

    requests_per_second: float
    usd_per_million_input_tokens: float | None
    usd_per_million_output_tokens: float | None
    usd_per_request: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        requests_per_second = self.requests_per_second

        usd_per_million_input_tokens: float | None
        usd_per_million_input_tokens = self.usd_per_million_input_tokens

        usd_per_million_output_tokens: float | None
        usd_per_million_output_tokens = self.usd_per_million_output_tokens

        usd_per_request = self.usd_per_request

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "requests_per_second": requests_per_second,
                "usd_per_million_input_tokens": usd_per_million_input_tokens,
                "usd_per_million_output_tokens": usd_per_million_output_tokens,
                "usd_per_request": usd_per_request,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        requests_per_second = d.pop("requests_per_second")

        def _parse_usd_per_million_input_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_input_tokens = _parse_usd_per_million_input_tokens(
            d.pop("usd_per_million_input_tokens")
        )

        def _parse_usd_per_million_output_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_output_tokens = _parse_usd_per_million_output_tokens(
            d.pop("usd_per_million_output_tokens")
        )

        usd_per_request = d.pop("usd_per_request")

        tier_costs = cls(
            requests_per_second=requests_per_second,
            usd_per_million_input_tokens=usd_per_million_input_tokens,
            usd_per_million_output_tokens=usd_per_million_output_tokens,
            usd_per_request=usd_per_request,
        )

        tier_costs.additional_properties = d
        return tier_costs

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
