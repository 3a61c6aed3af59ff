from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.reliability_spot_preemption_source import (
    ReliabilitySpotPreemptionSource,
    check_reliability_spot_preemption_source,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="Reliability")


@_attrs_define
class Reliability:
    """Rates of interruptions and their cost. Defaults: published rates.

    Attributes:
        checkpoint_bytes_per_parameter (float | None | Unset): Size of a checkpoint over the trained parameters [bytes].
        checkpoint_gigabytes_per_second (float | None | Unset): Write rate of all devices together [gigabytes per
            second].
        checkpoint_interval_seconds (float | None | Unset): Useful work between checkpoints [seconds]. Default: the
            optimum.
        checkpoint_write_seconds (float | None | Unset): Time that a checkpoint stops the run [seconds].
        device_mtbf_hours (float | None | Unset): Mean time between failures of one device [hours].
        restart_seconds (float | None | Unset): Time from a stop to useful work [seconds].
        spot_capacity_wait_seconds (float | None | Unset): Mean time from a preemption until the capacity is back
            [seconds].
        spot_instance_count_per_preemption (float | None | Unset): Instances that one preemption takes [count].
        spot_preempted_per_month_fraction (float | None | Unset): Share of the spot instances that are reclaimed within
            a month, instead of an hourly rate [fraction].
        spot_preemption_source (ReliabilitySpotPreemptionSource | Unset): Source of the preemption rate if it is not
            given. spot_advisor: the monthly band of the instance type; trace: hourly rates in traces of scarce capacity,
            which are a hundred times as high or more. Default: spot_advisor.
        spot_preemptions_per_instance_hour (float | None | Unset): Preemptions of one spot instance per hour [per hour].
    """

    checkpoint_bytes_per_parameter: float | None | Unset = UNSET
    checkpoint_gigabytes_per_second: float | None | Unset = UNSET
    checkpoint_interval_seconds: float | None | Unset = UNSET
    checkpoint_write_seconds: float | None | Unset = UNSET
    device_mtbf_hours: float | None | Unset = UNSET
    restart_seconds: float | None | Unset = UNSET
    spot_capacity_wait_seconds: float | None | Unset = UNSET
    spot_instance_count_per_preemption: float | None | Unset = UNSET
    spot_preempted_per_month_fraction: float | None | Unset = UNSET
    spot_preemption_source: ReliabilitySpotPreemptionSource | Unset = UNSET
    spot_preemptions_per_instance_hour: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        checkpoint_bytes_per_parameter: float | None | Unset
        if isinstance(self.checkpoint_bytes_per_parameter, Unset):
            checkpoint_bytes_per_parameter = UNSET
        else:
            checkpoint_bytes_per_parameter = self.checkpoint_bytes_per_parameter

        checkpoint_gigabytes_per_second: float | None | Unset
        if isinstance(self.checkpoint_gigabytes_per_second, Unset):
            checkpoint_gigabytes_per_second = UNSET
        else:
            checkpoint_gigabytes_per_second = self.checkpoint_gigabytes_per_second

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

        spot_capacity_wait_seconds: float | None | Unset
        if isinstance(self.spot_capacity_wait_seconds, Unset):
            spot_capacity_wait_seconds = UNSET
        else:
            spot_capacity_wait_seconds = self.spot_capacity_wait_seconds

        spot_instance_count_per_preemption: float | None | Unset
        if isinstance(self.spot_instance_count_per_preemption, Unset):
            spot_instance_count_per_preemption = UNSET
        else:
            spot_instance_count_per_preemption = self.spot_instance_count_per_preemption

        spot_preempted_per_month_fraction: float | None | Unset
        if isinstance(self.spot_preempted_per_month_fraction, Unset):
            spot_preempted_per_month_fraction = UNSET
        else:
            spot_preempted_per_month_fraction = self.spot_preempted_per_month_fraction

        spot_preemption_source: str | Unset = UNSET
        if not isinstance(self.spot_preemption_source, Unset):
            spot_preemption_source = self.spot_preemption_source

        spot_preemptions_per_instance_hour: float | None | Unset
        if isinstance(self.spot_preemptions_per_instance_hour, Unset):
            spot_preemptions_per_instance_hour = UNSET
        else:
            spot_preemptions_per_instance_hour = self.spot_preemptions_per_instance_hour

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if checkpoint_bytes_per_parameter is not UNSET:
            field_dict["checkpoint_bytes_per_parameter"] = checkpoint_bytes_per_parameter
        if checkpoint_gigabytes_per_second is not UNSET:
            field_dict["checkpoint_gigabytes_per_second"] = checkpoint_gigabytes_per_second
        if checkpoint_interval_seconds is not UNSET:
            field_dict["checkpoint_interval_seconds"] = checkpoint_interval_seconds
        if checkpoint_write_seconds is not UNSET:
            field_dict["checkpoint_write_seconds"] = checkpoint_write_seconds
        if device_mtbf_hours is not UNSET:
            field_dict["device_mtbf_hours"] = device_mtbf_hours
        if restart_seconds is not UNSET:
            field_dict["restart_seconds"] = restart_seconds
        if spot_capacity_wait_seconds is not UNSET:
            field_dict["spot_capacity_wait_seconds"] = spot_capacity_wait_seconds
        if spot_instance_count_per_preemption is not UNSET:
            field_dict["spot_instance_count_per_preemption"] = spot_instance_count_per_preemption
        if spot_preempted_per_month_fraction is not UNSET:
            field_dict["spot_preempted_per_month_fraction"] = spot_preempted_per_month_fraction
        if spot_preemption_source is not UNSET:
            field_dict["spot_preemption_source"] = spot_preemption_source
        if spot_preemptions_per_instance_hour is not UNSET:
            field_dict["spot_preemptions_per_instance_hour"] = spot_preemptions_per_instance_hour

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_checkpoint_bytes_per_parameter(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        checkpoint_bytes_per_parameter = _parse_checkpoint_bytes_per_parameter(
            d.pop("checkpoint_bytes_per_parameter", UNSET)
        )

        def _parse_checkpoint_gigabytes_per_second(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        checkpoint_gigabytes_per_second = _parse_checkpoint_gigabytes_per_second(
            d.pop("checkpoint_gigabytes_per_second", UNSET)
        )

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

        def _parse_spot_capacity_wait_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        spot_capacity_wait_seconds = _parse_spot_capacity_wait_seconds(
            d.pop("spot_capacity_wait_seconds", UNSET)
        )

        def _parse_spot_instance_count_per_preemption(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        spot_instance_count_per_preemption = _parse_spot_instance_count_per_preemption(
            d.pop("spot_instance_count_per_preemption", UNSET)
        )

        def _parse_spot_preempted_per_month_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        spot_preempted_per_month_fraction = _parse_spot_preempted_per_month_fraction(
            d.pop("spot_preempted_per_month_fraction", UNSET)
        )

        _spot_preemption_source = d.pop("spot_preemption_source", UNSET)
        spot_preemption_source: ReliabilitySpotPreemptionSource | Unset
        if isinstance(_spot_preemption_source, Unset):
            spot_preemption_source = UNSET
        else:
            spot_preemption_source = check_reliability_spot_preemption_source(
                _spot_preemption_source
            )

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
            checkpoint_bytes_per_parameter=checkpoint_bytes_per_parameter,
            checkpoint_gigabytes_per_second=checkpoint_gigabytes_per_second,
            checkpoint_interval_seconds=checkpoint_interval_seconds,
            checkpoint_write_seconds=checkpoint_write_seconds,
            device_mtbf_hours=device_mtbf_hours,
            restart_seconds=restart_seconds,
            spot_capacity_wait_seconds=spot_capacity_wait_seconds,
            spot_instance_count_per_preemption=spot_instance_count_per_preemption,
            spot_preempted_per_month_fraction=spot_preempted_per_month_fraction,
            spot_preemption_source=spot_preemption_source,
            spot_preemptions_per_instance_hour=spot_preemptions_per_instance_hour,
        )

        return reliability
