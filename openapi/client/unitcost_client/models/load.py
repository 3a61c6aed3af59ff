from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Load")


@_attrs_define
class Load:
    """The lengths of a request, and the number of requests in flight or arriving.

    Attributes:
        concurrency (float | None | Unset): Constant number of requests in flight over the whole deployment, as in
            benchmarks [count]. Default: as many as memory, the engine and the SLO allow.
        input_tokens (float | None | Unset): Mean input tokens per request.
        output_tokens (float | None | Unset): Mean output tokens per request.
        requests_per_second (float | None | Unset): Requests that arrive at random over the whole deployment, instead of
            a concurrency. They must be fewer than it sustains. Their share of that is the utilization_fraction.
    """

    concurrency: float | None | Unset = UNSET
    input_tokens: float | None | Unset = UNSET
    output_tokens: float | None | Unset = UNSET
    requests_per_second: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        concurrency: float | None | Unset
        if isinstance(self.concurrency, Unset):
            concurrency = UNSET
        else:
            concurrency = self.concurrency

        input_tokens: float | None | Unset
        if isinstance(self.input_tokens, Unset):
            input_tokens = UNSET
        else:
            input_tokens = self.input_tokens

        output_tokens: float | None | Unset
        if isinstance(self.output_tokens, Unset):
            output_tokens = UNSET
        else:
            output_tokens = self.output_tokens

        requests_per_second: float | None | Unset
        if isinstance(self.requests_per_second, Unset):
            requests_per_second = UNSET
        else:
            requests_per_second = self.requests_per_second

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if concurrency is not UNSET:
            field_dict["concurrency"] = concurrency
        if input_tokens is not UNSET:
            field_dict["input_tokens"] = input_tokens
        if output_tokens is not UNSET:
            field_dict["output_tokens"] = output_tokens
        if requests_per_second is not UNSET:
            field_dict["requests_per_second"] = requests_per_second

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_concurrency(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        concurrency = _parse_concurrency(d.pop("concurrency", UNSET))

        def _parse_input_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        input_tokens = _parse_input_tokens(d.pop("input_tokens", UNSET))

        def _parse_output_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        output_tokens = _parse_output_tokens(d.pop("output_tokens", UNSET))

        def _parse_requests_per_second(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        requests_per_second = _parse_requests_per_second(d.pop("requests_per_second", UNSET))

        load = cls(
            concurrency=concurrency,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            requests_per_second=requests_per_second,
        )

        return load
