from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TokenPrices")


@_attrs_define
class TokenPrices:
    """The prices of an API for requests of these lengths.

    Attributes:
        source (str): Source of the prices.
        usd_per_million_cached_input_tokens (float): USD per million cached input tokens.
        usd_per_million_input_tokens (float): USD per million tokens.
        usd_per_million_output_tokens (float): USD per million tokens.
        usd_per_request (float): USD per request with the mean lengths.
    """

    source: str
    usd_per_million_cached_input_tokens: float
    usd_per_million_input_tokens: float
    usd_per_million_output_tokens: float
    usd_per_request: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        source = self.source

        usd_per_million_cached_input_tokens = self.usd_per_million_cached_input_tokens

        usd_per_million_input_tokens = self.usd_per_million_input_tokens

        usd_per_million_output_tokens = self.usd_per_million_output_tokens

        usd_per_request = self.usd_per_request

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "source": source,
                "usd_per_million_cached_input_tokens": usd_per_million_cached_input_tokens,
                "usd_per_million_input_tokens": usd_per_million_input_tokens,
                "usd_per_million_output_tokens": usd_per_million_output_tokens,
                "usd_per_request": usd_per_request,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        source = d.pop("source")

        usd_per_million_cached_input_tokens = d.pop("usd_per_million_cached_input_tokens")

        usd_per_million_input_tokens = d.pop("usd_per_million_input_tokens")

        usd_per_million_output_tokens = d.pop("usd_per_million_output_tokens")

        usd_per_request = d.pop("usd_per_request")

        token_prices = cls(
            source=source,
            usd_per_million_cached_input_tokens=usd_per_million_cached_input_tokens,
            usd_per_million_input_tokens=usd_per_million_input_tokens,
            usd_per_million_output_tokens=usd_per_million_output_tokens,
            usd_per_request=usd_per_request,
        )

        token_prices.additional_properties = d
        return token_prices

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
