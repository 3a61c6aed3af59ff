from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Efficiency")


@_attrs_define
class Efficiency:
    """Energy and carbon of tokens and requests at the meter.

    Attributes:
        grams_co2e_per_million_output_tokens (float | None): Grams CO₂e of the grid per million output tokens.
        joules_per_output_token (float | None): Joules at the meter per output token.
        joules_per_request (float): Joules at the meter per request.
        output_tokens_per_device_joule (float | None): Output tokens per joule of the accelerators only, as in GPU
            counters and most published figures.
        output_tokens_per_joule (float | None): Output tokens per joule at the meter.
    """

    grams_co2e_per_million_output_tokens: float | None
    joules_per_output_token: float | None
    joules_per_request: float
    output_tokens_per_device_joule: float | None
    output_tokens_per_joule: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        grams_co2e_per_million_output_tokens: float | None
        grams_co2e_per_million_output_tokens = self.grams_co2e_per_million_output_tokens

        joules_per_output_token: float | None
        joules_per_output_token = self.joules_per_output_token

        joules_per_request = self.joules_per_request

        output_tokens_per_device_joule: float | None
        output_tokens_per_device_joule = self.output_tokens_per_device_joule

        output_tokens_per_joule: float | None
        output_tokens_per_joule = self.output_tokens_per_joule

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "grams_co2e_per_million_output_tokens": grams_co2e_per_million_output_tokens,
                "joules_per_output_token": joules_per_output_token,
                "joules_per_request": joules_per_request,
                "output_tokens_per_device_joule": output_tokens_per_device_joule,
                "output_tokens_per_joule": output_tokens_per_joule,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_grams_co2e_per_million_output_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        grams_co2e_per_million_output_tokens = _parse_grams_co2e_per_million_output_tokens(
            d.pop("grams_co2e_per_million_output_tokens")
        )

        def _parse_joules_per_output_token(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        joules_per_output_token = _parse_joules_per_output_token(d.pop("joules_per_output_token"))

        joules_per_request = d.pop("joules_per_request")

        def _parse_output_tokens_per_device_joule(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        output_tokens_per_device_joule = _parse_output_tokens_per_device_joule(
            d.pop("output_tokens_per_device_joule")
        )

        def _parse_output_tokens_per_joule(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        output_tokens_per_joule = _parse_output_tokens_per_joule(d.pop("output_tokens_per_joule"))

        efficiency = cls(
            grams_co2e_per_million_output_tokens=grams_co2e_per_million_output_tokens,
            joules_per_output_token=joules_per_output_token,
            joules_per_request=joules_per_request,
            output_tokens_per_device_joule=output_tokens_per_device_joule,
            output_tokens_per_joule=output_tokens_per_joule,
        )

        efficiency.additional_properties = d
        return efficiency

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
