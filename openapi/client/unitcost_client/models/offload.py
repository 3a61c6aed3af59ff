from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Offload")


@_attrs_define
class Offload:
    """What lies in the memory of the host instead of the device, and passes the link to it.

    Attributes:
        activations (bool | Unset): Whether what is kept for the backward pass lies on the host. Default: false.
        link_gigabytes_per_second (float | None | Unset): Bandwidth between device and host, both directions together
            [GB/s]. Default: that of the device, else of PCIe 4.0 × 16.
        optimizer (bool | Unset): Whether states of the optimizer and gradients lie on the host, which makes the step.
            Default: false.
        parameters (bool | Unset): Whether weights lie on the host, and layers are fetched in every pass. Default:
            false.
    """

    activations: bool | Unset = UNSET
    link_gigabytes_per_second: float | None | Unset = UNSET
    optimizer: bool | Unset = UNSET
    parameters: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        activations = self.activations

        link_gigabytes_per_second: float | None | Unset
        if isinstance(self.link_gigabytes_per_second, Unset):
            link_gigabytes_per_second = UNSET
        else:
            link_gigabytes_per_second = self.link_gigabytes_per_second

        optimizer = self.optimizer

        parameters = self.parameters

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if activations is not UNSET:
            field_dict["activations"] = activations
        if link_gigabytes_per_second is not UNSET:
            field_dict["link_gigabytes_per_second"] = link_gigabytes_per_second
        if optimizer is not UNSET:
            field_dict["optimizer"] = optimizer
        if parameters is not UNSET:
            field_dict["parameters"] = parameters

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        activations = d.pop("activations", UNSET)

        def _parse_link_gigabytes_per_second(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        link_gigabytes_per_second = _parse_link_gigabytes_per_second(
            d.pop("link_gigabytes_per_second", UNSET)
        )

        optimizer = d.pop("optimizer", UNSET)

        parameters = d.pop("parameters", UNSET)

        offload = cls(
            activations=activations,
            link_gigabytes_per_second=link_gigabytes_per_second,
            optimizer=optimizer,
            parameters=parameters,
        )

        return offload
