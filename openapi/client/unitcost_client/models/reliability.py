from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Reliability")


@_attrs_define
class Reliability:
    """How often the run stops and what a stop costs; left out, published rates.

    Attributes:
        checkpoint_interval_seconds (float | None | Unset):
        checkpoint_write_seconds (float | None | Unset):
        device_mtbf_hours (float | None | Unset):
        restart_seconds (float | None | Unset):
        spot_preemptions_per_instance_hour (float | None | Unset):
    """

    checkpoint_interval_seconds: float | None | Unset = UNSET
    checkpoint_write_seconds: float | None | Unset = UNSET
    device_mtbf_hours: float | None | Unset = UNSET
    restart_seconds: float | None | Unset = UNSET
    spot_preemptions_per_instance_hour: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        checkpoint_interval_seconds: float | None | Unset
        if isinstance(self.checkpoint_interval_seconds, Unset):
            checkpoint_interval_seconds = UNSET
        else:
            checkpoint_interval_seconds = self.checkpoint_interval_seconds

        checkpoint_write_seconds: float | None | Unset
        if isinstance(self.checkpoint_write_seconds, Unset):
            checkpoint_write_seconds = UNSET
        else:
            checkpoint_write_seconds = self.checkpoint_write_seconds

        device_mtbf_hours: float | None | Unset
        if isinstance(self.device_mtbf_hours, Unset):
            device_mtbf_hours = UNSET
        else:
            device_mtbf_hours = self.device_mtbf_hours

        restart_seconds: float | None | Unset
        if isinstance(self.restart_seconds, Unset):
            restart_seconds = UNSET
        else:
            restart_seconds = self.restart_seconds

        spot_preemptions_per_instance_hour: float | None | Unset
        if isinstance(self.spot_preemptions_per_instance_hour, Unset):
            spot_preemptions_per_instance_hour = UNSET
        else:
            spot_preemptions_per_instance_hour = self.spot_preemptions_per_instance_hour

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if checkpoint_interval_seconds is not UNSET:
            field_dict["checkpoint_interval_seconds"] = checkpoint_interval_seconds
        if checkpoint_write_seconds is not UNSET:
            field_dict["checkpoint_write_seconds"] = checkpoint_write_seconds
        if device_mtbf_hours is not UNSET:
            field_dict["device_mtbf_hours"] = device_mtbf_hours
        if restart_seconds is not UNSET:
            field_dict["restart_seconds"] = restart_seconds
        if spot_preemptions_per_instance_hour is not UNSET:
            field_dict["spot_preemptions_per_instance_hour"] = spot_preemptions_per_instance_hour

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_checkpoint_interval_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        checkpoint_interval_seconds = _parse_checkpoint_interval_seconds(
            d.pop("checkpoint_interval_seconds", UNSET)
        )

        def _parse_checkpoint_write_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        checkpoint_write_seconds = _parse_checkpoint_write_seconds(
            d.pop("checkpoint_write_seconds", UNSET)
        )

        def _parse_device_mtbf_hours(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        device_mtbf_hours = _parse_device_mtbf_hours(d.pop("device_mtbf_hours", UNSET))

        def _parse_restart_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        restart_seconds = _parse_restart_seconds(d.pop("restart_seconds", UNSET))

        def _parse_spot_preemptions_per_instance_hour(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        spot_preemptions_per_instance_hour = _parse_spot_preemptions_per_instance_hour(
            d.pop("spot_preemptions_per_instance_hour", UNSET)
        )

        reliability = cls(
            checkpoint_interval_seconds=checkpoint_interval_seconds,
            checkpoint_write_seconds=checkpoint_write_seconds,
            device_mtbf_hours=device_mtbf_hours,
            restart_seconds=restart_seconds,
            spot_preemptions_per_instance_hour=spot_preemptions_per_instance_hour,
        )

        return reliability
