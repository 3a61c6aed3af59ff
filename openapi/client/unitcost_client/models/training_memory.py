from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.training_memory_peak import TrainingMemoryPeak, check_training_memory_peak

T = TypeVar("T", bound="TrainingMemory")


@_attrs_define
class TrainingMemory:
    """Peak memory of the fullest device.

    Attributes:
        activations_gibibytes (float): Activations of the micro-batches in flight [GiB].
        capacity_gibibytes (float): Usable memory of a device [GiB].
        fits (bool): Whether the memory is within the capacity.
        gradients_gibibytes (float): Its part of the gradients [GiB].
        headroom_fraction (float): Free share of the capacity [fraction].
        headroom_gibibytes (float): Free capacity [GiB].
        host_gibibytes (float): In the memory of the host, of one device [GiB]. Default: 0.0.
        loss_gibibytes (float): Of the activations, the loss head: logits, their 32-bit copy, softmax and gradient. 0
            where the peak is elsewhere [GiB].
        model_parallel (int): Devices that compute one copy of the model [count].
        optimizer_gibibytes (float): Its part of the master copy and the moments [GiB].
        peak (TrainingMemoryPeak): When the peak is: in the backward pass, or in the optimizer step, without
            activations. The items are those of that moment. Default: backward.
        runtime_gibibytes (float): Workspaces and gaps of the framework while fine-tuning [GiB]. Default: 0.0.
        states_gibibytes (float): Weights, gradients and optimizer together [GiB].
        used_gibibytes (float): Memory in use at the peak of a device: states, working, activations and runtime [GiB].
        weights_gibibytes (float): Its part of the weights [GiB].
        working_gibibytes (float): The layer that is computed, after ZeRO-3 gathering and after unpacking from 4 bits
            [GiB].
    """

    activations_gibibytes: float
    capacity_gibibytes: float
    fits: bool
    gradients_gibibytes: float
    headroom_fraction: float
    headroom_gibibytes: float
    host_gibibytes: float
    loss_gibibytes: float
    model_parallel: int
    optimizer_gibibytes: float
    peak: TrainingMemoryPeak
    runtime_gibibytes: float
    states_gibibytes: float
    used_gibibytes: float
    weights_gibibytes: float
    working_gibibytes: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        activations_gibibytes = self.activations_gibibytes

        capacity_gibibytes = self.capacity_gibibytes

        fits = self.fits

        gradients_gibibytes = self.gradients_gibibytes

        headroom_fraction = self.headroom_fraction

        headroom_gibibytes = self.headroom_gibibytes

        host_gibibytes = self.host_gibibytes

        loss_gibibytes = self.loss_gibibytes

        model_parallel = self.model_parallel

        optimizer_gibibytes = self.optimizer_gibibytes

        peak: str = self.peak

        runtime_gibibytes = self.runtime_gibibytes

        states_gibibytes = self.states_gibibytes

        used_gibibytes = self.used_gibibytes

        weights_gibibytes = self.weights_gibibytes

        working_gibibytes = self.working_gibibytes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "activations_gibibytes": activations_gibibytes,
                "capacity_gibibytes": capacity_gibibytes,
                "fits": fits,
                "gradients_gibibytes": gradients_gibibytes,
                "headroom_fraction": headroom_fraction,
                "headroom_gibibytes": headroom_gibibytes,
                "host_gibibytes": host_gibibytes,
                "loss_gibibytes": loss_gibibytes,
                "model_parallel": model_parallel,
                "optimizer_gibibytes": optimizer_gibibytes,
                "peak": peak,
                "runtime_gibibytes": runtime_gibibytes,
                "states_gibibytes": states_gibibytes,
                "used_gibibytes": used_gibibytes,
                "weights_gibibytes": weights_gibibytes,
                "working_gibibytes": working_gibibytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        activations_gibibytes = d.pop("activations_gibibytes")

        capacity_gibibytes = d.pop("capacity_gibibytes")

        fits = d.pop("fits")

        gradients_gibibytes = d.pop("gradients_gibibytes")

        headroom_fraction = d.pop("headroom_fraction")

        headroom_gibibytes = d.pop("headroom_gibibytes")

        host_gibibytes = d.pop("host_gibibytes")

        loss_gibibytes = d.pop("loss_gibibytes")

        model_parallel = d.pop("model_parallel")

        optimizer_gibibytes = d.pop("optimizer_gibibytes")

        peak = check_training_memory_peak(d.pop("peak"))

        runtime_gibibytes = d.pop("runtime_gibibytes")

        states_gibibytes = d.pop("states_gibibytes")

        used_gibibytes = d.pop("used_gibibytes")

        weights_gibibytes = d.pop("weights_gibibytes")

        working_gibibytes = d.pop("working_gibibytes")

        training_memory = cls(
            activations_gibibytes=activations_gibibytes,
            capacity_gibibytes=capacity_gibibytes,
            fits=fits,
            gradients_gibibytes=gradients_gibibytes,
            headroom_fraction=headroom_fraction,
            headroom_gibibytes=headroom_gibibytes,
            host_gibibytes=host_gibibytes,
            loss_gibibytes=loss_gibibytes,
            model_parallel=model_parallel,
            optimizer_gibibytes=optimizer_gibibytes,
            peak=peak,
            runtime_gibibytes=runtime_gibibytes,
            states_gibibytes=states_gibibytes,
            used_gibibytes=used_gibibytes,
            weights_gibibytes=weights_gibibytes,
            working_gibibytes=working_gibibytes,
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
