from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.compute_mfu_basis import ComputeMfuBasis, check_compute_mfu_basis

if TYPE_CHECKING:
    from ..models.micro_batch_time import MicroBatchTime
    from ..models.phase_time import PhaseTime


T = TypeVar("T", bound="Compute")


@_attrs_define
class Compute:
    """The work of the run without interruptions.

    Attributes:
        evidence (list[str]): Ids of the published runs that the MFU is based on.
        hardware_flops (float): Model FLOPs plus those of recomputation [FLOPs].
        mfu_basis (ComputeMfuBasis): given: the caller's; modelled: from the nearest published runs.
        mfu_fraction (float): Model FLOPs utilisation [fraction].
        micro_batch (MicroBatchTime | None): What a micro-batch takes, of fine-tuning whose MFU is modelled; else null.
        model_flops (float): Model FLOPs of the run, with attention.
        phases (list[PhaseTime]): Phases of dpo, grpo, ppo and distillation, which add up to productive_device_hours;
            else none, and with a given MFU.
        productive_device_hours (float): Device-hours in steady state, without interruptions.
        productive_device_hours_high (float): High end of its 80% interval [device-hours].
        productive_device_hours_low (float): Low end of its 80% interval [device-hours].
        steps (float | None): Optimizer steps [count]. Null without a batch size.
        tokens (float): Training tokens, counting every pass [count].
        tokens_per_second (float): Training tokens per second of all devices in steady state.
        tokens_per_second_per_device (float): Training tokens per second of one device in steady state.
    """

    evidence: list[str]
    hardware_flops: float
    mfu_basis: ComputeMfuBasis
    mfu_fraction: float
    micro_batch: MicroBatchTime | None
    model_flops: float
    phases: list[PhaseTime]
    productive_device_hours: float
    productive_device_hours_high: float
    productive_device_hours_low: float
    steps: float | None
    tokens: float
    tokens_per_second: float
    tokens_per_second_per_device: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.micro_batch_time import MicroBatchTime  # noqa: PLC0415

        evidence = self.evidence

        hardware_flops = self.hardware_flops

        mfu_basis: str = self.mfu_basis

        mfu_fraction = self.mfu_fraction

        micro_batch: dict[str, Any] | None
        if isinstance(self.micro_batch, MicroBatchTime):
            micro_batch = self.micro_batch.to_dict()
        else:
            micro_batch = self.micro_batch

        model_flops = self.model_flops

        phases = []
        for phases_item_data in self.phases:
            phases_item = phases_item_data.to_dict()
            phases.append(phases_item)

        productive_device_hours = self.productive_device_hours

        productive_device_hours_high = self.productive_device_hours_high

        productive_device_hours_low = self.productive_device_hours_low

        steps: float | None
        steps = self.steps

        tokens = self.tokens

        tokens_per_second = self.tokens_per_second

        tokens_per_second_per_device = self.tokens_per_second_per_device

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "evidence": evidence,
                "hardware_flops": hardware_flops,
                "mfu_basis": mfu_basis,
                "mfu_fraction": mfu_fraction,
                "micro_batch": micro_batch,
                "model_flops": model_flops,
                "phases": phases,
                "productive_device_hours": productive_device_hours,
                "productive_device_hours_high": productive_device_hours_high,
                "productive_device_hours_low": productive_device_hours_low,
                "steps": steps,
                "tokens": tokens,
                "tokens_per_second": tokens_per_second,
                "tokens_per_second_per_device": tokens_per_second_per_device,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.micro_batch_time import MicroBatchTime  # noqa: PLC0415
        from ..models.phase_time import PhaseTime  # noqa: PLC0415

        d = dict(src_dict)
        evidence = cast(list[str], d.pop("evidence"))

        hardware_flops = d.pop("hardware_flops")

        mfu_basis = check_compute_mfu_basis(d.pop("mfu_basis"))

        mfu_fraction = d.pop("mfu_fraction")

        def _parse_micro_batch(data: object) -> MicroBatchTime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                micro_batch_type_0 = MicroBatchTime.from_dict(data)

                return micro_batch_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MicroBatchTime | None, data)

        micro_batch = _parse_micro_batch(d.pop("micro_batch"))

        model_flops = d.pop("model_flops")

        phases = []
        _phases = d.pop("phases")
        for phases_item_data in _phases:
            phases_item = PhaseTime.from_dict(phases_item_data)

            phases.append(phases_item)

        productive_device_hours = d.pop("productive_device_hours")

        productive_device_hours_high = d.pop("productive_device_hours_high")

        productive_device_hours_low = d.pop("productive_device_hours_low")

        def _parse_steps(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        steps = _parse_steps(d.pop("steps"))

        tokens = d.pop("tokens")

        tokens_per_second = d.pop("tokens_per_second")

        tokens_per_second_per_device = d.pop("tokens_per_second_per_device")

        compute = cls(
            evidence=evidence,
            hardware_flops=hardware_flops,
            mfu_basis=mfu_basis,
            mfu_fraction=mfu_fraction,
            micro_batch=micro_batch,
            model_flops=model_flops,
            phases=phases,
            productive_device_hours=productive_device_hours,
            productive_device_hours_high=productive_device_hours_high,
            productive_device_hours_low=productive_device_hours_low,
            steps=steps,
            tokens=tokens,
            tokens_per_second=tokens_per_second,
            tokens_per_second_per_device=tokens_per_second_per_device,
        )

        compute.additional_properties = d
        return compute

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
