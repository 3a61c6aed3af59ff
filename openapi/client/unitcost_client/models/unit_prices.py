from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UnitPrices")


@_attrs_define
class UnitPrices:
    """What was paid for each unit that was served; null where nothing says how many there were.

    Attributes:
        usd_per_hour (float | None): Billed hours at their mean price [USD per hour].
        usd_per_million_input_tokens (float | None): USD per million tokens, of the bill split as that of the plan; null
            without a plan.
        usd_per_million_output_tokens (float | None): USD per million tokens, split in the same way.
        usd_per_million_output_tokens_all_in (float | None): The whole bill over a million output tokens [USD].
        usd_per_million_tokens (float | None): USD per million tokens, input and output together.
        usd_per_request (float | None): USD per request.
    """

    usd_per_hour: float | None
    usd_per_million_input_tokens: float | None
    usd_per_million_output_tokens: float | None
    usd_per_million_output_tokens_all_in: float | None
    usd_per_million_tokens: float | None
    usd_per_request: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        usd_per_hour: float | None
        usd_per_hour = self.usd_per_hour

        usd_per_million_input_tokens: float | None
        usd_per_million_input_tokens = self.usd_per_million_input_tokens

        usd_per_million_output_tokens: float | None
        usd_per_million_output_tokens = self.usd_per_million_output_tokens

        usd_per_million_output_tokens_all_in: float | None
        usd_per_million_output_tokens_all_in = self.usd_per_million_output_tokens_all_in

        usd_per_million_tokens: float | None
        usd_per_million_tokens = self.usd_per_million_tokens

        usd_per_request: float | None
        usd_per_request = self.usd_per_request

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "usd_per_hour": usd_per_hour,
                "usd_per_million_input_tokens": usd_per_million_input_tokens,
                "usd_per_million_output_tokens": usd_per_million_output_tokens,
                "usd_per_million_output_tokens_all_in": usd_per_million_output_tokens_all_in,
                "usd_per_million_tokens": usd_per_million_tokens,
                "usd_per_request": usd_per_request,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_usd_per_hour(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_hour = _parse_usd_per_hour(d.pop("usd_per_hour"))

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

        def _parse_usd_per_million_output_tokens_all_in(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_output_tokens_all_in = _parse_usd_per_million_output_tokens_all_in(
            d.pop("usd_per_million_output_tokens_all_in")
        )

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

        unit_prices = cls(
            usd_per_hour=usd_per_hour,
            usd_per_million_input_tokens=usd_per_million_input_tokens,
            usd_per_million_output_tokens=usd_per_million_output_tokens,
            usd_per_million_output_tokens_all_in=usd_per_million_output_tokens_all_in,
            usd_per_million_tokens=usd_per_million_tokens,
            usd_per_request=usd_per_request,
        )

        unit_prices.additional_properties = d
        return unit_prices

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
