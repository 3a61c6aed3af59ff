from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SpotRisk")


@_attrs_define
class SpotRisk:
    """The effect of preemptions on requests that are served on spot capacity.

    Attributes:
        at_risk_fraction (float): Share of all requests that would lose their replica to a preemption without cover
            [fraction].
        cover_replicas (int): Further spot replicas that are charged as spot_cover [count].
        covered_fraction (float): Share of the time in which cover replaces all missing replicas [fraction]. One
            preemption may take several replicas, as in published traces.
        preemptions_per_instance_hour (float): Preemptions of one instance [count per hour].
        spot_share_fraction (float): Share of the requests that spot capacity serves [fraction].
    """

    at_risk_fraction: float
    cover_replicas: int
    covered_fraction: float
    preemptions_per_instance_hour: float
    spot_share_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at_risk_fraction = self.at_risk_fraction

        cover_replicas = self.cover_replicas

        covered_fraction = self.covered_fraction

        preemptions_per_instance_hour = self.preemptions_per_instance_hour

        spot_share_fraction = self.spot_share_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at_risk_fraction": at_risk_fraction,
                "cover_replicas": cover_replicas,
                "covered_fraction": covered_fraction,
                "preemptions_per_instance_hour": preemptions_per_instance_hour,
                "spot_share_fraction": spot_share_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at_risk_fraction = d.pop("at_risk_fraction")

        cover_replicas = d.pop("cover_replicas")

        covered_fraction = d.pop("covered_fraction")

        preemptions_per_instance_hour = d.pop("preemptions_per_instance_hour")

        spot_share_fraction = d.pop("spot_share_fraction")

        spot_risk = cls(
            at_risk_fraction=at_risk_fraction,
            cover_replicas=cover_replicas,
            covered_fraction=covered_fraction,
            preemptions_per_instance_hour=preemptions_per_instance_hour,
            spot_share_fraction=spot_share_fraction,
        )

        spot_risk.additional_properties = d
        return spot_risk

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
