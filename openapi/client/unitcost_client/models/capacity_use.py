from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CapacityUse")


@_attrs_define
class CapacityUse:
    """How the replicas follow the load.

    Attributes:
        cold_start_fraction (float): Share of the requests that wait for a cold start [fraction].
        peak_replicas (int): Most replicas, with redundant ones [count].
        redundant_replicas (int): Redundant replicas among them [count].
        scaling (str): fixed, autoscaled or scale_to_zero.
        target_utilization_fraction (float): Planned use [fraction].
        utilization_fraction (float): Actual use: requests over those that running replicas could serve.
        wait_mean_seconds (float): Mean wait of all requests for a place (M/M/c) and for cold starts [seconds].
        wait_p50_seconds (float): Median wait of the requests of the worst hour [seconds].
        wait_p99_seconds (float): 99th percentile of the wait in the worst hour [seconds].
    """

    cold_start_fraction: float
    peak_replicas: int
    redundant_replicas: int
    scaling: str
    target_utilization_fraction: float
    utilization_fraction: float
    wait_mean_seconds: float
    wait_p50_seconds: float
    wait_p99_seconds: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cold_start_fraction = self.cold_start_fraction

        peak_replicas = self.peak_replicas

        redundant_replicas = self.redundant_replicas

        scaling = self.scaling

        target_utilization_fraction = self.target_utilization_fraction

        utilization_fraction = self.utilization_fraction

        wait_mean_seconds = self.wait_mean_seconds

        wait_p50_seconds = self.wait_p50_seconds

        wait_p99_seconds = self.wait_p99_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cold_start_fraction": cold_start_fraction,
                "peak_replicas": peak_replicas,
                "redundant_replicas": redundant_replicas,
                "scaling": scaling,
                "target_utilization_fraction": target_utilization_fraction,
                "utilization_fraction": utilization_fraction,
                "wait_mean_seconds": wait_mean_seconds,
                "wait_p50_seconds": wait_p50_seconds,
                "wait_p99_seconds": wait_p99_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cold_start_fraction = d.pop("cold_start_fraction")

        peak_replicas = d.pop("peak_replicas")

        redundant_replicas = d.pop("redundant_replicas")

        scaling = d.pop("scaling")

        target_utilization_fraction = d.pop("target_utilization_fraction")

        utilization_fraction = d.pop("utilization_fraction")

        wait_mean_seconds = d.pop("wait_mean_seconds")

        wait_p50_seconds = d.pop("wait_p50_seconds")

        wait_p99_seconds = d.pop("wait_p99_seconds")

        capacity_use = cls(
            cold_start_fraction=cold_start_fraction,
            peak_replicas=peak_replicas,
            redundant_replicas=redundant_replicas,
            scaling=scaling,
            target_utilization_fraction=target_utilization_fraction,
            utilization_fraction=utilization_fraction,
            wait_mean_seconds=wait_mean_seconds,
            wait_p50_seconds=wait_p50_seconds,
            wait_p99_seconds=wait_p99_seconds,
        )

        capacity_use.additional_properties = d
        return capacity_use

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
