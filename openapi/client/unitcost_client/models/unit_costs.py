from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UnitCosts")


@_attrs_define
class UnitCosts:
    """Costs per unit. Null if the unit does not apply (no tokens, no request rate).

    Low and high are the ends of the 80% interval of throughput and of the range of an estimated
    price together. They do not include the uncertainty of power. With an arrival rate the served
    load is known, and only an estimated price has a range.

        Attributes:
            output_tokens_per_usd (float | None): Output tokens per USD of the whole bill.
            usd_per_audio_hour (float | None): USD per hour of audio that is written down.
            usd_per_audio_hour_high (float | None): High end of the 80% interval of the cost [USD].
            usd_per_audio_hour_low (float | None): Low end of the 80% interval of the cost [USD].
            usd_per_document (float | None): USD per document that is read, where nothing is written: a text to embed, a
                pair to rank.
            usd_per_document_high (float | None): High end of the 80% interval of the cost [USD].
            usd_per_document_low (float | None): Low end of the 80% interval of the cost [USD].
            usd_per_hour (float): Sum of the line items: USD per hour of the whole deployment.
            usd_per_hour_high (float): High end of the 80% interval of the cost [USD].
            usd_per_hour_low (float): Low end of the 80% interval of the cost [USD].
            usd_per_image (float | None): USD per image that is made, or that is read and not in the cache: its tokens at
                the price of other input, and what its encoder takes. Input tokens, images, cached input and output together add
                up to the request.
            usd_per_image_high (float | None): High end of the 80% interval of the cost [USD].
            usd_per_image_low (float | None): Low end of the 80% interval of the cost [USD].
            usd_per_kilowatt_hour (float): The whole bill per kilowatt-hour drawn at the meter [USD].
            usd_per_million_cached_input_tokens (float | None): USD per million cached input tokens, from what attending to
                them takes of the prefill of the others. Input, cached input and output together add up to the request. Null
                without a prefix cache.
            usd_per_million_cached_input_tokens_high (float | None): High end of the 80% interval of the cost [USD].
            usd_per_million_cached_input_tokens_low (float | None): Low end of the 80% interval of the cost [USD].
            usd_per_million_input_tokens (float | None): USD per million input tokens, from the share of prefill in the
                bill. Input and output together add up to the request. With a prefix cache: of the tokens that are not cached.
                With images: without what their encoder takes.
            usd_per_million_input_tokens_high (float | None): High end of the 80% interval of the cost [USD].
            usd_per_million_input_tokens_low (float | None): Low end of the 80% interval of the cost [USD].
            usd_per_million_output_tokens (float | None): USD per million output tokens, from the share of decoding in the
                bill.
            usd_per_million_output_tokens_all_in (float | None): The whole bill over the output tokens only [USD per
                million]. Benchmarks publish this figure as cost per output token.
            usd_per_million_output_tokens_all_in_high (float | None): High end of the 80% interval of the cost [USD].
            usd_per_million_output_tokens_all_in_low (float | None): Low end of the 80% interval of the cost [USD].
            usd_per_million_output_tokens_high (float | None): High end of the 80% interval of the cost [USD].
            usd_per_million_output_tokens_low (float | None): Low end of the 80% interval of the cost [USD].
            usd_per_million_tokens (float | None): USD per million tokens, input and output together.
            usd_per_million_tokens_high (float | None): High end of the 80% interval of the cost [USD].
            usd_per_million_tokens_low (float | None): Low end of the 80% interval of the cost [USD].
            usd_per_request (float): USD per request.
            usd_per_request_high (float): High end of the 80% interval of the cost [USD].
            usd_per_request_low (float): Low end of the 80% interval of the cost [USD].
            usd_per_watt_year (float): The whole bill per watt drawn at the meter for a year [USD].
    """

    output_tokens_per_usd: float | None
    usd_per_audio_hour: float | None
    usd_per_audio_hour_high: float | None
    usd_per_audio_hour_low: float | None
    usd_per_document: float | None
    usd_per_document_high: float | None
    usd_per_document_low: float | None
    usd_per_hour: float
    usd_per_hour_high: float
    usd_per_hour_low: float
    usd_per_image: float | None
    usd_per_image_high: float | None
    usd_per_image_low: float | None
    usd_per_kilowatt_hour: float
    usd_per_million_cached_input_tokens: float | None
    usd_per_million_cached_input_tokens_high: float | None
    usd_per_million_cached_input_tokens_low: float | None
    usd_per_million_input_tokens: float | None
    usd_per_million_input_tokens_high: float | None
    usd_per_million_input_tokens_low: float | None
    usd_per_million_output_tokens: float | None
    usd_per_million_output_tokens_all_in: float | None
    usd_per_million_output_tokens_all_in_high: float | None
    usd_per_million_output_tokens_all_in_low: float | None
    usd_per_million_output_tokens_high: float | None
    usd_per_million_output_tokens_low: float | None
    usd_per_million_tokens: float | None
    usd_per_million_tokens_high: float | None
    usd_per_million_tokens_low: float | None
    usd_per_request: float
    usd_per_request_high: float
    usd_per_request_low: float
    usd_per_watt_year: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        output_tokens_per_usd: float | None
        output_tokens_per_usd = self.output_tokens_per_usd

        usd_per_audio_hour: float | None
        usd_per_audio_hour = self.usd_per_audio_hour

        usd_per_audio_hour_high: float | None
        usd_per_audio_hour_high = self.usd_per_audio_hour_high

        usd_per_audio_hour_low: float | None
        usd_per_audio_hour_low = self.usd_per_audio_hour_low

        usd_per_document: float | None
        usd_per_document = self.usd_per_document

        usd_per_document_high: float | None
        usd_per_document_high = self.usd_per_document_high

        usd_per_document_low: float | None
        usd_per_document_low = self.usd_per_document_low

        usd_per_hour = self.usd_per_hour

        usd_per_hour_high = self.usd_per_hour_high

        usd_per_hour_low = self.usd_per_hour_low

        usd_per_image: float | None
        usd_per_image = self.usd_per_image

        usd_per_image_high: float | None
        usd_per_image_high = self.usd_per_image_high

        usd_per_image_low: float | None
        usd_per_image_low = self.usd_per_image_low

        usd_per_kilowatt_hour = self.usd_per_kilowatt_hour

        usd_per_million_cached_input_tokens: float | None
        usd_per_million_cached_input_tokens = self.usd_per_million_cached_input_tokens

        usd_per_million_cached_input_tokens_high: float | None
        usd_per_million_cached_input_tokens_high = self.usd_per_million_cached_input_tokens_high

        usd_per_million_cached_input_tokens_low: float | None
        usd_per_million_cached_input_tokens_low = self.usd_per_million_cached_input_tokens_low

        usd_per_million_input_tokens: float | None
        usd_per_million_input_tokens = self.usd_per_million_input_tokens

        usd_per_million_input_tokens_high: float | None
        usd_per_million_input_tokens_high = self.usd_per_million_input_tokens_high

        usd_per_million_input_tokens_low: float | None
        usd_per_million_input_tokens_low = self.usd_per_million_input_tokens_low

        usd_per_million_output_tokens: float | None
        usd_per_million_output_tokens = self.usd_per_million_output_tokens

        usd_per_million_output_tokens_all_in: float | None
        usd_per_million_output_tokens_all_in = self.usd_per_million_output_tokens_all_in

        usd_per_million_output_tokens_all_in_high: float | None
        usd_per_million_output_tokens_all_in_high = self.usd_per_million_output_tokens_all_in_high

        usd_per_million_output_tokens_all_in_low: float | None
        usd_per_million_output_tokens_all_in_low = self.usd_per_million_output_tokens_all_in_low

        usd_per_million_output_tokens_high: float | None
        usd_per_million_output_tokens_high = self.usd_per_million_output_tokens_high

        usd_per_million_output_tokens_low: float | None
        usd_per_million_output_tokens_low = self.usd_per_million_output_tokens_low

        usd_per_million_tokens: float | None
        usd_per_million_tokens = self.usd_per_million_tokens

        usd_per_million_tokens_high: float | None
        usd_per_million_tokens_high = self.usd_per_million_tokens_high

        usd_per_million_tokens_low: float | None
        usd_per_million_tokens_low = self.usd_per_million_tokens_low

        usd_per_request = self.usd_per_request

        usd_per_request_high = self.usd_per_request_high

        usd_per_request_low = self.usd_per_request_low

        usd_per_watt_year = self.usd_per_watt_year

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "output_tokens_per_usd": output_tokens_per_usd,
                "usd_per_audio_hour": usd_per_audio_hour,
                "usd_per_audio_hour_high": usd_per_audio_hour_high,
                "usd_per_audio_hour_low": usd_per_audio_hour_low,
                "usd_per_document": usd_per_document,
                "usd_per_document_high": usd_per_document_high,
                "usd_per_document_low": usd_per_document_low,
                "usd_per_hour": usd_per_hour,
                "usd_per_hour_high": usd_per_hour_high,
                "usd_per_hour_low": usd_per_hour_low,
                "usd_per_image": usd_per_image,
                "usd_per_image_high": usd_per_image_high,
                "usd_per_image_low": usd_per_image_low,
                "usd_per_kilowatt_hour": usd_per_kilowatt_hour,
                "usd_per_million_cached_input_tokens": usd_per_million_cached_input_tokens,
                "usd_per_million_cached_input_tokens_high": usd_per_million_cached_input_tokens_high,
                "usd_per_million_cached_input_tokens_low": usd_per_million_cached_input_tokens_low,
                "usd_per_million_input_tokens": usd_per_million_input_tokens,
                "usd_per_million_input_tokens_high": usd_per_million_input_tokens_high,
                "usd_per_million_input_tokens_low": usd_per_million_input_tokens_low,
                "usd_per_million_output_tokens": usd_per_million_output_tokens,
                "usd_per_million_output_tokens_all_in": usd_per_million_output_tokens_all_in,
                "usd_per_million_output_tokens_all_in_high": usd_per_million_output_tokens_all_in_high,
                "usd_per_million_output_tokens_all_in_low": usd_per_million_output_tokens_all_in_low,
                "usd_per_million_output_tokens_high": usd_per_million_output_tokens_high,
                "usd_per_million_output_tokens_low": usd_per_million_output_tokens_low,
                "usd_per_million_tokens": usd_per_million_tokens,
                "usd_per_million_tokens_high": usd_per_million_tokens_high,
                "usd_per_million_tokens_low": usd_per_million_tokens_low,
                "usd_per_request": usd_per_request,
                "usd_per_request_high": usd_per_request_high,
                "usd_per_request_low": usd_per_request_low,
                "usd_per_watt_year": usd_per_watt_year,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_output_tokens_per_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        output_tokens_per_usd = _parse_output_tokens_per_usd(d.pop("output_tokens_per_usd"))

        def _parse_usd_per_audio_hour(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_audio_hour = _parse_usd_per_audio_hour(d.pop("usd_per_audio_hour"))

        def _parse_usd_per_audio_hour_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_audio_hour_high = _parse_usd_per_audio_hour_high(d.pop("usd_per_audio_hour_high"))

        def _parse_usd_per_audio_hour_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_audio_hour_low = _parse_usd_per_audio_hour_low(d.pop("usd_per_audio_hour_low"))

        def _parse_usd_per_document(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_document = _parse_usd_per_document(d.pop("usd_per_document"))

        def _parse_usd_per_document_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_document_high = _parse_usd_per_document_high(d.pop("usd_per_document_high"))

        def _parse_usd_per_document_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_document_low = _parse_usd_per_document_low(d.pop("usd_per_document_low"))

        usd_per_hour = d.pop("usd_per_hour")

        usd_per_hour_high = d.pop("usd_per_hour_high")

        usd_per_hour_low = d.pop("usd_per_hour_low")

        def _parse_usd_per_image(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_image = _parse_usd_per_image(d.pop("usd_per_image"))

        def _parse_usd_per_image_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_image_high = _parse_usd_per_image_high(d.pop("usd_per_image_high"))

        def _parse_usd_per_image_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_image_low = _parse_usd_per_image_low(d.pop("usd_per_image_low"))

        usd_per_kilowatt_hour = d.pop("usd_per_kilowatt_hour")

        def _parse_usd_per_million_cached_input_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_cached_input_tokens = _parse_usd_per_million_cached_input_tokens(
            d.pop("usd_per_million_cached_input_tokens")
        )

        def _parse_usd_per_million_cached_input_tokens_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_cached_input_tokens_high = _parse_usd_per_million_cached_input_tokens_high(
            d.pop("usd_per_million_cached_input_tokens_high")
        )

        def _parse_usd_per_million_cached_input_tokens_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_cached_input_tokens_low = _parse_usd_per_million_cached_input_tokens_low(
            d.pop("usd_per_million_cached_input_tokens_low")
        )

        def _parse_usd_per_million_input_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_input_tokens = _parse_usd_per_million_input_tokens(
            d.pop("usd_per_million_input_tokens")
        )

        def _parse_usd_per_million_input_tokens_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_input_tokens_high = _parse_usd_per_million_input_tokens_high(
            d.pop("usd_per_million_input_tokens_high")
        )

        def _parse_usd_per_million_input_tokens_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_input_tokens_low = _parse_usd_per_million_input_tokens_low(
            d.pop("usd_per_million_input_tokens_low")
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

        def _parse_usd_per_million_output_tokens_all_in_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_output_tokens_all_in_high = (
            _parse_usd_per_million_output_tokens_all_in_high(
                d.pop("usd_per_million_output_tokens_all_in_high")
            )
        )

        def _parse_usd_per_million_output_tokens_all_in_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_output_tokens_all_in_low = _parse_usd_per_million_output_tokens_all_in_low(
            d.pop("usd_per_million_output_tokens_all_in_low")
        )

        def _parse_usd_per_million_output_tokens_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_output_tokens_high = _parse_usd_per_million_output_tokens_high(
            d.pop("usd_per_million_output_tokens_high")
        )

        def _parse_usd_per_million_output_tokens_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_output_tokens_low = _parse_usd_per_million_output_tokens_low(
            d.pop("usd_per_million_output_tokens_low")
        )

        def _parse_usd_per_million_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_tokens = _parse_usd_per_million_tokens(d.pop("usd_per_million_tokens"))

        def _parse_usd_per_million_tokens_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_tokens_high = _parse_usd_per_million_tokens_high(
            d.pop("usd_per_million_tokens_high")
        )

        def _parse_usd_per_million_tokens_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_tokens_low = _parse_usd_per_million_tokens_low(
            d.pop("usd_per_million_tokens_low")
        )

        usd_per_request = d.pop("usd_per_request")

        usd_per_request_high = d.pop("usd_per_request_high")

        usd_per_request_low = d.pop("usd_per_request_low")

        usd_per_watt_year = d.pop("usd_per_watt_year")

        unit_costs = cls(
            output_tokens_per_usd=output_tokens_per_usd,
            usd_per_audio_hour=usd_per_audio_hour,
            usd_per_audio_hour_high=usd_per_audio_hour_high,
            usd_per_audio_hour_low=usd_per_audio_hour_low,
            usd_per_document=usd_per_document,
            usd_per_document_high=usd_per_document_high,
            usd_per_document_low=usd_per_document_low,
            usd_per_hour=usd_per_hour,
            usd_per_hour_high=usd_per_hour_high,
            usd_per_hour_low=usd_per_hour_low,
            usd_per_image=usd_per_image,
            usd_per_image_high=usd_per_image_high,
            usd_per_image_low=usd_per_image_low,
            usd_per_kilowatt_hour=usd_per_kilowatt_hour,
            usd_per_million_cached_input_tokens=usd_per_million_cached_input_tokens,
            usd_per_million_cached_input_tokens_high=usd_per_million_cached_input_tokens_high,
            usd_per_million_cached_input_tokens_low=usd_per_million_cached_input_tokens_low,
            usd_per_million_input_tokens=usd_per_million_input_tokens,
            usd_per_million_input_tokens_high=usd_per_million_input_tokens_high,
            usd_per_million_input_tokens_low=usd_per_million_input_tokens_low,
            usd_per_million_output_tokens=usd_per_million_output_tokens,
            usd_per_million_output_tokens_all_in=usd_per_million_output_tokens_all_in,
            usd_per_million_output_tokens_all_in_high=usd_per_million_output_tokens_all_in_high,
            usd_per_million_output_tokens_all_in_low=usd_per_million_output_tokens_all_in_low,
            usd_per_million_output_tokens_high=usd_per_million_output_tokens_high,
            usd_per_million_output_tokens_low=usd_per_million_output_tokens_low,
            usd_per_million_tokens=usd_per_million_tokens,
            usd_per_million_tokens_high=usd_per_million_tokens_high,
            usd_per_million_tokens_low=usd_per_million_tokens_low,
            usd_per_request=usd_per_request,
            usd_per_request_high=usd_per_request_high,
            usd_per_request_low=usd_per_request_low,
            usd_per_watt_year=usd_per_watt_year,
        )

        unit_costs.additional_properties = d
        return unit_costs

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
