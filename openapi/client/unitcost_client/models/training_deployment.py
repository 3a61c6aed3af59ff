from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.training_layout import TrainingLayout


T = TypeVar("T", bound="TrainingDeployment")


@_attrs_define
class TrainingDeployment:
    """The devices of a run, and how it is divided over them.

    Attributes:
        device (str): A device of the catalogue, by name or alias.
        device_count (int | None | Unset): Devices [count]. Default: the count that costs least per token and carries
            the load; of a training run, the smallest that fits.
        layout (TrainingLayout | Unset): How the run is divided over its devices. Fields left out are searched for.

            Tensor × pipeline × context × data parallelism is the device count.
        precision (None | str | Unset): Number format of weights and arithmetic: fp32, tf32, bf16, fp16, fp8, int8, fp4,
            int4 or an alias (mxfp4, nvfp4, w4a16, …). Default: the model's own if the device accelerates it.
    """

    device: str
    device_count: int | None | Unset = UNSET
    layout: TrainingLayout | Unset = UNSET
    precision: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        device = self.device

        device_count: int | None | Unset
        if isinstance(self.device_count, Unset):
            device_count = UNSET
        else:
            device_count = self.device_count

        layout: dict[str, Any] | Unset = UNSET
        if not isinstance(self.layout, Unset):
            layout = self.layout.to_dict()

        precision: None | str | Unset
        if isinstance(self.precision, Unset):
            precision = UNSET
        else:
            precision = self.precision

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "device": device,
            }
        )
        if device_count is not UNSET:
            field_dict["device_count"] = device_count
        if layout is not UNSET:
            field_dict["layout"] = layout
        if precision is not UNSET:
            field_dict["precision"] = precision

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.training_layout import TrainingLayout  # noqa: PLC0415

        d = dict(src_dict)
        device = d.pop("device")

        def _parse_device_count(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        device_count = _parse_device_count(d.pop("device_count", UNSET))

        _layout = d.pop("layout", UNSET)
        layout: TrainingLayout | Unset
        if isinstance(_layout, Unset):
            layout = UNSET
        else:
            layout = TrainingLayout.from_dict(_layout)

        def _parse_precision(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        precision = _parse_precision(d.pop("precision", UNSET))

        training_deployment = cls(
            device=device,
            device_count=device_count,
            layout=layout,
            precision=precision,
        )

        return training_deployment
