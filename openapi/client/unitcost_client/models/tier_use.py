from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TierUse")


@_attrs_define
class TierUse:
    """What the work of a tier comes to. Costs per unit are null without requests.

    Attributes:
        requests (float): Requests served [count].
        usd_per_million_tokens (float | None): USD per million tokens, input and output together.
        usd_per_request (float | None): USD per request.
        usd_total (float): Its part of the cost of both tiers [USD].
    """

    requests: float
    usd_per_million_tokens: float | None
    usd_per_request: float | None
    usd_total: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        requests = self.requests

        usd_per_million_tokens: float | None
        usd_per_million_tokens = self.usd_per_million_tokens

        usd_per_request: float | None
        usd_per_request = self.usd_per_request

        usd_total = self.usd_total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "requests": requests,
                "usd_per_million_tokens": usd_per_million_tokens,
                "usd_per_request": usd_per_request,
                "usd_total": usd_total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        requests = d.pop("requests")

        def _parse_usd_per_million_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_tokens = _parse_usd_per_million_tokens(d.pop("usd_per_million_tokens"))

        def _parse_usd_per_request(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_request = _parse_usd_per_request(d.pop("usd_per_request"))

        usd_total = d.pop("usd_total")

        tier_use = cls(
            requests=requests,
            usd_per_million_tokens=usd_per_million_tokens,
            usd_per_request=usd_per_request,
            usd_total=usd_total,
        )

        tier_use.additional_properties = d
        return tier_use

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
