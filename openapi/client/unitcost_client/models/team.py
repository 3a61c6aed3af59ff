from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Team")


@_attrs_define
class Team:
    """A team and what it asks of the service.

    Attributes:
        name (str): A name for it, in plain characters.
        requests_per_day (float): Its requests [requests per day].
        input_tokens (float | None | Unset): Mean input tokens of its requests [count]. Default: of the service.
        output_tokens (float | None | Unset): Mean output tokens of its requests [count]. Default: of the service.
        seconds_per_request (float | None | Unset): Measured time of a request on a replica, to share by time [seconds].
            All teams have it, or none. Default: what its tokens take, by the split of the bill into input and output.
    """

    name: str
    requests_per_day: float
    input_tokens: float | None | Unset = UNSET
    output_tokens: float | None | Unset = UNSET
    seconds_per_request: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        requests_per_day = self.requests_per_day

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

        seconds_per_request: float | None | Unset
        if isinstance(self.seconds_per_request, Unset):
            seconds_per_request = UNSET
        else:
            seconds_per_request = self.seconds_per_request

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "requests_per_day": requests_per_day,
            }
        )
        if input_tokens is not UNSET:
            field_dict["input_tokens"] = input_tokens
        if output_tokens is not UNSET:
            field_dict["output_tokens"] = output_tokens
        if seconds_per_request is not UNSET:
            field_dict["seconds_per_request"] = seconds_per_request

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        requests_per_day = d.pop("requests_per_day")

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

        def _parse_seconds_per_request(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        seconds_per_request = _parse_seconds_per_request(d.pop("seconds_per_request", UNSET))

        team = cls(
            name=name,
            requests_per_day=requests_per_day,
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            seconds_per_request=seconds_per_request,
        )

        return team
