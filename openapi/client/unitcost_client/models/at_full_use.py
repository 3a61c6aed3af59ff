from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AtFullUse")


@_attrs_define
class AtFullUse:
    """What a unit costs with all of the throughput used, which no service does.

    Benchmarks publish these prices. Null if the unit does not apply.

        Attributes:
            usd_per_audio_hour (float | None): USD per hour of audio.
            usd_per_document (float | None): USD per document, where nothing is written.
            usd_per_image (float | None): USD per image.
            usd_per_million_cached_input_tokens (float | None): USD per million cached input tokens.
            usd_per_million_input_tokens (float | None): USD per million input tokens that are not cached.
            usd_per_million_output_tokens (float | None): USD per million output tokens.
            usd_per_million_tokens (float | None): USD per million tokens, input and output together.
            usd_per_request (float): USD per request.
    """

    usd_per_audio_hour: float | None
    usd_per_document: float | None
    usd_per_image: float | None
    usd_per_million_cached_input_tokens: float | None
    usd_per_million_input_tokens: float | None
    usd_per_million_output_tokens: float | None
    usd_per_million_tokens: float | None
    usd_per_request: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        usd_per_audio_hour: float | None
        usd_per_audio_hour = self.usd_per_audio_hour

        usd_per_document: float | None
        usd_per_document = self.usd_per_document

        usd_per_image: float | None
        usd_per_image = self.usd_per_image

        usd_per_million_cached_input_tokens: float | None
        usd_per_million_cached_input_tokens = self.usd_per_million_cached_input_tokens

        usd_per_million_input_tokens: float | None
        usd_per_million_input_tokens = self.usd_per_million_input_tokens

        usd_per_million_output_tokens: float | None
        usd_per_million_output_tokens = self.usd_per_million_output_tokens

        usd_per_million_tokens: float | None
        usd_per_million_tokens = self.usd_per_million_tokens

        usd_per_request = self.usd_per_request

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "usd_per_audio_hour": usd_per_audio_hour,
                "usd_per_document": usd_per_document,
                "usd_per_image": usd_per_image,
                "usd_per_million_cached_input_tokens": usd_per_million_cached_input_tokens,
                "usd_per_million_input_tokens": usd_per_million_input_tokens,
                "usd_per_million_output_tokens": usd_per_million_output_tokens,
                "usd_per_million_tokens": usd_per_million_tokens,
                "usd_per_request": usd_per_request,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_usd_per_audio_hour(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_audio_hour = _parse_usd_per_audio_hour(d.pop("usd_per_audio_hour"))

        def _parse_usd_per_document(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_document = _parse_usd_per_document(d.pop("usd_per_document"))

        def _parse_usd_per_image(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_image = _parse_usd_per_image(d.pop("usd_per_image"))

        def _parse_usd_per_million_cached_input_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_cached_input_tokens = _parse_usd_per_million_cached_input_tokens(
            d.pop("usd_per_million_cached_input_tokens")
        )

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

        def _parse_usd_per_million_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_tokens = _parse_usd_per_million_tokens(d.pop("usd_per_million_tokens"))

        usd_per_request = d.pop("usd_per_request")

        at_full_use = cls(
            usd_per_audio_hour=usd_per_audio_hour,
            usd_per_document=usd_per_document,
            usd_per_image=usd_per_image,
            usd_per_million_cached_input_tokens=usd_per_million_cached_input_tokens,
            usd_per_million_input_tokens=usd_per_million_input_tokens,
            usd_per_million_output_tokens=usd_per_million_output_tokens,
            usd_per_million_tokens=usd_per_million_tokens,
            usd_per_request=usd_per_request,
        )

        at_full_use.additional_properties = d
        return at_full_use

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
