from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Actual")


@_attrs_define
class Actual:
    """What was billed in a month, or served, or both.

    The amount is `usd`, or `hours` at `usd_per_hour`.

        Attributes:
            device_count (float | None | Unset): Devices of an instance [count]. Default: that of its type.
            hours (float | None | Unset): Hours of instances that were billed [hours]. Those of a correction are below 0,
                and the hours of a line of a month are not.
            input_tokens (float | None | Unset): Input tokens served [count].
            instance_type (None | str | Unset): The provider's name of the instance type.
            line (None | str | Unset): What was billed: a way of buying for hours (on_demand, reserved_1y, …), or another
                item of the plan (energy, network_egress, …). Default: on_demand for hours, else other.
            month (None | str | Unset): The month. Needed beside a plan.
            output_tokens (float | None | Unset): Output tokens served [count].
            requests (float | None | Unset): Requests served [count].
            usd (float | None | Unset): Amount [USD].
            usd_per_hour (float | None | Unset): Price of one of these hours [USD per hour].
    """

    device_count: float | None | Unset = UNSET
    hours: float | None | Unset = UNSET
    input_tokens: float | None | Unset = UNSET
    instance_type: None | str | Unset = UNSET
    line: None | str | Unset = UNSET
    month: None | str | Unset = UNSET
    output_tokens: float | None | Unset = UNSET
    requests: float | None | Unset = UNSET
    usd: float | None | Unset = UNSET
    usd_per_hour: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        device_count: float | None | Unset
        if isinstance(self.device_count, Unset):
            device_count = UNSET
        else:
            device_count = self.device_count

        hours: float | None | Unset
        if isinstance(self.hours, Unset):
            hours = UNSET
        else:
            hours = self.hours

        input_tokens: float | None | Unset
        if isinstance(self.input_tokens, Unset):
            input_tokens = UNSET
        else:
            input_tokens = self.input_tokens

        instance_type: None | str | Unset
        if isinstance(self.instance_type, Unset):
            instance_type = UNSET
        else:
            instance_type = self.instance_type

        line: None | str | Unset
        if isinstance(self.line, Unset):
            line = UNSET
        else:
            line = self.line

        month: None | str | Unset
        if isinstance(self.month, Unset):
            month = UNSET
        else:
            month = self.month

        output_tokens: float | None | Unset
        if isinstance(self.output_tokens, Unset):
            output_tokens = UNSET
        else:
            output_tokens = self.output_tokens

        requests: float | None | Unset
        if isinstance(self.requests, Unset):
            requests = UNSET
        else:
            requests = self.requests

        usd: float | None | Unset
        if isinstance(self.usd, Unset):
            usd = UNSET
        else:
            usd = self.usd

        usd_per_hour: float | None | Unset
        if isinstance(self.usd_per_hour, Unset):
            usd_per_hour = UNSET
        else:
            usd_per_hour = self.usd_per_hour

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if device_count is not UNSET:
            field_dict["device_count"] = device_count
        if hours is not UNSET:
            field_dict["hours"] = hours
        if input_tokens is not UNSET:
            field_dict["input_tokens"] = input_tokens
        if instance_type is not UNSET:
            field_dict["instance_type"] = instance_type
        if line is not UNSET:
            field_dict["line"] = line
        if month is not UNSET:
            field_dict["month"] = month
        if output_tokens is not UNSET:
            field_dict["output_tokens"] = output_tokens
        if requests is not UNSET:
            field_dict["requests"] = requests
        if usd is not UNSET:
            field_dict["usd"] = usd
        if usd_per_hour is not UNSET:
            field_dict["usd_per_hour"] = usd_per_hour

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_device_count(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        device_count = _parse_device_count(d.pop("device_count", UNSET))

        def _parse_hours(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        hours = _parse_hours(d.pop("hours", UNSET))

        def _parse_input_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        input_tokens = _parse_input_tokens(d.pop("input_tokens", UNSET))

        def _parse_instance_type(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        instance_type = _parse_instance_type(d.pop("instance_type", UNSET))

        def _parse_line(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        line = _parse_line(d.pop("line", UNSET))

        def _parse_month(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        month = _parse_month(d.pop("month", UNSET))

        def _parse_output_tokens(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        output_tokens = _parse_output_tokens(d.pop("output_tokens", UNSET))

        def _parse_requests(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        requests = _parse_requests(d.pop("requests", UNSET))

        def _parse_usd(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd = _parse_usd(d.pop("usd", UNSET))

        def _parse_usd_per_hour(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_hour = _parse_usd_per_hour(d.pop("usd_per_hour", UNSET))

        actual = cls(
            device_count=device_count,
            hours=hours,
            input_tokens=input_tokens,
            instance_type=instance_type,
            line=line,
            month=month,
            output_tokens=output_tokens,
            requests=requests,
            usd=usd,
            usd_per_hour=usd_per_hour,
        )

        return actual
