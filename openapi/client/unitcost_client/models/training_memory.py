from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TrainingMemory")


@_attrs_define
class TrainingMemory:
    """What one device holds at its peak.

    Attributes:
        activations_gibibytes (float): Activations of one sequence, this device's share [GiB].
        capacity_gibibytes (float): Usable memory of a device [GiB].
        fits (bool):
        model_parallel (int): Devices that share one sequence's activations [count].
        states_gibibytes (float): Weights, gradients and optimizer, this device's shard [GiB].
    """

    activations_gibibytes: float
    capacity_gibibytes: float
    fits: bool
    model_parallel: int
    states_gibibytes: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        activations_gibibytes = self.activations_gibibytes

        capacity_gibibytes = self.capacity_gibibytes

        fits = self.fits

        model_parallel = self.model_parallel

        states_gibibytes = self.states_gibibytes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "activations_gibibytes": activations_gibibytes,
                "capacity_gibibytes": capacity_gibibytes,
                "fits": fits,
                "model_parallel": model_parallel,
                "states_gibibytes": states_gibibytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        activations_gibibytes = d.pop("activations_gibibytes")

        capacity_gibibytes = d.pop("capacity_gibibytes")

        fits = d.pop("fits")

        model_parallel = d.pop("model_parallel")

        states_gibibytes = d.pop("states_gibibytes")

        training_memory = cls(
            activations_gibibytes=activations_gibibytes,
            capacity_gibibytes=capacity_gibibytes,
            fits=fits,
            model_parallel=model_parallel,
            states_gibibytes=states_gibibytes,
        )

        training_memory.additional_properties = d
        return training_memory

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
