from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.capacity_scaling import CapacityScaling, check_capacity_scaling
from ..types import UNSET, Unset

T = TypeVar("T", bound="Capacity")


@_attrs_define
class Capacity:
    """How the number of replicas follows the load. Defaults: the values of the tables.

    Attributes:
        idle_seconds (float | None | Unset): Time without a request until scale_to_zero switches off [seconds].
        minimum_replicas (int | None | Unset): Fewest replicas, without redundant ones [count]. Default: 1, or 0 with
            scale_to_zero.
        redundant_replicas (int | None | Unset): Replicas beyond those that the load needs [count].
        scaling (CapacityScaling | Unset): fixed: the need of the busiest hour, all month; autoscaled: the need of each
            hour; scale_to_zero: no replica while there are no requests. Default: fixed.
        spot_cover_replicas (int | None | Unset): Further spot replicas that cover preempted ones [count]. Default: as
            many as keep the load covered.
        spot_preemptions_per_instance_hour (float | None | Unset): Preemptions of one spot instance per hour [per hour].
            Default: from the monthly band of its type. Traces of scarce capacity have 0.06 to 0.74.
        startup_seconds (float | None | Unset): Time from the start of a replica until it serves, which is charged
            [seconds].
        target_utilization_fraction (float | None | Unset): Planned use of the throughput at the SLO [fraction].
    """

    idle_seconds: float | None | Unset = UNSET
    minimum_replicas: int | None | Unset = UNSET
    redundant_replicas: int | None | Unset = UNSET
    scaling: CapacityScaling | Unset = UNSET
    spot_cover_replicas: int | None | Unset = UNSET
    spot_preemptions_per_instance_hour: float | None | Unset = UNSET
    startup_seconds: float | None | Unset = UNSET
    target_utilization_fraction: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        idle_seconds: float | None | Unset
        if isinstance(self.idle_seconds, Unset):
            idle_seconds = UNSET
        else:
            idle_seconds = self.idle_seconds

        minimum_replicas: int | None | Unset
        if isinstance(self.minimum_replicas, Unset):
            minimum_replicas = UNSET
        else:
            minimum_replicas = self.minimum_replicas

        redundant_replicas: int | None | Unset
        if isinstance(self.redundant_replicas, Unset):
            redundant_replicas = UNSET
        else:
            redundant_replicas = self.redundant_replicas

        scaling: str | Unset = UNSET
        if not isinstance(self.scaling, Unset):
            scaling = self.scaling

        spot_cover_replicas: int | None | Unset
        if isinstance(self.spot_cover_replicas, Unset):
            spot_cover_replicas = UNSET
        else:
            spot_cover_replicas = self.spot_cover_replicas

        spot_preemptions_per_instance_hour: float | None | Unset
        if isinstance(self.spot_preemptions_per_instance_hour, Unset):
            spot_preemptions_per_instance_hour = UNSET
        else:
            spot_preemptions_per_instance_hour = self.spot_preemptions_per_instance_hour

        startup_seconds: float | None | Unset
        if isinstance(self.startup_seconds, Unset):
            startup_seconds = UNSET
        else:
            startup_seconds = self.startup_seconds

        target_utilization_fraction: float | None | Unset
        if isinstance(self.target_utilization_fraction, Unset):
            target_utilization_fraction = UNSET
        else:
            target_utilization_fraction = self.target_utilization_fraction

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if idle_seconds is not UNSET:
            field_dict["idle_seconds"] = idle_seconds
        if minimum_replicas is not UNSET:
            field_dict["minimum_replicas"] = minimum_replicas
        if redundant_replicas is not UNSET:
            field_dict["redundant_replicas"] = redundant_replicas
        if scaling is not UNSET:
            field_dict["scaling"] = scaling
        if spot_cover_replicas is not UNSET:
            field_dict["spot_cover_replicas"] = spot_cover_replicas
        if spot_preemptions_per_instance_hour is not UNSET:
            field_dict["spot_preemptions_per_instance_hour"] = spot_preemptions_per_instance_hour
        if startup_seconds is not UNSET:
            field_dict["startup_seconds"] = startup_seconds
        if target_utilization_fraction is not UNSET:
            field_dict["target_utilization_fraction"] = target_utilization_fraction

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_idle_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        idle_seconds = _parse_idle_seconds(d.pop("idle_seconds", UNSET))

        def _parse_minimum_replicas(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        minimum_replicas = _parse_minimum_replicas(d.pop("minimum_replicas", UNSET))

        def _parse_redundant_replicas(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        redundant_replicas = _parse_redundant_replicas(d.pop("redundant_replicas", UNSET))

        _scaling = d.pop("scaling", UNSET)
        scaling: CapacityScaling | Unset
        if isinstance(_scaling, Unset):
            scaling = UNSET
        else:
            scaling = check_capacity_scaling(_scaling)

        def _parse_spot_cover_replicas(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        spot_cover_replicas = _parse_spot_cover_replicas(d.pop("spot_cover_replicas", UNSET))

        def _parse_spot_preemptions_per_instance_hour(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        spot_preemptions_per_instance_hour = _parse_spot_preemptions_per_instance_hour(
            d.pop("spot_preemptions_per_instance_hour", UNSET)
        )

        def _parse_startup_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        startup_seconds = _parse_startup_seconds(d.pop("startup_seconds", UNSET))

        def _parse_target_utilization_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        target_utilization_fraction = _parse_target_utilization_fraction(
            d.pop("target_utilization_fraction", UNSET)
        )

        capacity = cls(
            idle_seconds=idle_seconds,
            minimum_replicas=minimum_replicas,
            redundant_replicas=redundant_replicas,
            scaling=scaling,
            spot_cover_replicas=spot_cover_replicas,
            spot_preemptions_per_instance_hour=spot_preemptions_per_instance_hour,
            startup_seconds=startup_seconds,
            target_utilization_fraction=target_utilization_fraction,
        )

        return capacity
