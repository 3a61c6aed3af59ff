from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Measured")


@_attrs_define
class Measured:
    """The caller's own measurement of the whole deployment. It replaces every estimate.

    Attributes:
        output_tokens_per_second (float | None | Unset): Output tokens per second of all devices.
        requests_per_second (float | None | Unset): Requests per second of all devices. They may be of any kind: images,
            embeddings, …
        watts_per_device (float | None | Unset): Mean power of a device over the time that is paid for, at any use
            [watts].
    """

    output_tokens_per_second: float | None | Unset = UNSET
    requests_per_second: float | None | Unset = UNSET
    watts_per_device: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        output_tokens_per_second: float | None | Unset
        if isinstance(self.output_tokens_per_second, Unset):
            output_tokens_per_second = UNSET
        else:
            output_tokens_per_second = self.output_tokens_per_second

        requests_per_second: float | None | Unset
        if isinstance(self.requests_per_second, Unset):
            requests_per_second = UNSET
        else:
            requests_per_second = self.requests_per_second

        watts_per_device: float | None | Unset
        if isinstance(self.watts_per_device, Unset):
            watts_per_device = UNSET
        else:
            watts_per_device = self.watts_per_device

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if output_tokens_per_second is not UNSET:
            field_dict["output_tokens_per_second"] = output_tokens_per_second
        if requests_per_second is not UNSET:
            field_dict["requests_per_second"] = requests_per_second
        if watts_per_device is not UNSET:
            field_dict["watts_per_device"] = watts_per_device

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_output_tokens_per_second(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        output_tokens_per_second = _parse_output_tokens_per_second(
            d.pop("output_tokens_per_second", UNSET)
        )

        def _parse_requests_per_second(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        requests_per_second = _parse_requests_per_second(d.pop("requests_per_second", UNSET))

        def _parse_watts_per_device(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        watts_per_device = _parse_watts_per_device(d.pop("watts_per_device", UNSET))

        measured = cls(
            output_tokens_per_second=output_tokens_per_second,
            requests_per_second=requests_per_second,
            watts_per_device=watts_per_device,
        )

        return measured
