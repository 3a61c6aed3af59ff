from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.run_layout_basis import RunLayoutBasis, check_run_layout_basis
from ..models.run_layout_recompute import RunLayoutRecompute, check_run_layout_recompute

T = TypeVar("T", bound="RunLayout")


@_attrs_define
class RunLayout:
    """How the run is divided over its devices.

    Attributes:
        basis (RunLayoutBasis): found: at least one field was searched for; given: none was. Without a batch in the
            query, this is the fastest with a usual batch.
        context_parallel (int): Devices that share a sequence [count].
        data_parallel (int): Copies of the model [count].
        expert_parallel (int): Devices that share the experts [count].
        micro_batch_sequences (int): Sequences that a copy processes at once [count].
        micro_batches (float | None): Micro-batches per step and copy [count]. Null without a batch size.
        pipeline_bubble_fraction (float | None): Share of a step that stages wait, interleaved if they have virtual
            stages [fraction]. The MFU includes it. Null without a batch size.
        pipeline_parallel (int): Stages of layers [count].
        recompute (RunLayoutRecompute): As in the query, or the least that fits.
        sequence_parallel (bool): Whether activations are divided over the tensor-parallel devices.
        tensor_parallel (int): Devices that share each layer [count].
        virtual_stages (int): Parts of the model that a device of a pipeline has [count].
        zero_stage (int): States that the copies of the model share [0 to 3].
    """

    basis: RunLayoutBasis
    context_parallel: int
    data_parallel: int
    expert_parallel: int
    micro_batch_sequences: int
    micro_batches: float | None
    pipeline_bubble_fraction: float | None
    pipeline_parallel: int
    recompute: RunLayoutRecompute
    sequence_parallel: bool
    tensor_parallel: int
    virtual_stages: int
    zero_stage: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        basis: str = self.basis

        context_parallel = self.context_parallel

        data_parallel = self.data_parallel

        expert_parallel = self.expert_parallel

        micro_batch_sequences = self.micro_batch_sequences

        micro_batches: float | None
        micro_batches = self.micro_batches

        pipeline_bubble_fraction: float | None
        pipeline_bubble_fraction = self.pipeline_bubble_fraction

        pipeline_parallel = self.pipeline_parallel

        recompute: str = self.recompute

        sequence_parallel = self.sequence_parallel

        tensor_parallel = self.tensor_parallel

        virtual_stages = self.virtual_stages

        zero_stage = self.zero_stage

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "basis": basis,
                "context_parallel": context_parallel,
                "data_parallel": data_parallel,
                "expert_parallel": expert_parallel,
                "micro_batch_sequences": micro_batch_sequences,
                "micro_batches": micro_batches,
                "pipeline_bubble_fraction": pipeline_bubble_fraction,
                "pipeline_parallel": pipeline_parallel,
                "recompute": recompute,
                "sequence_parallel": sequence_parallel,
                "tensor_parallel": tensor_parallel,
                "virtual_stages": virtual_stages,
                "zero_stage": zero_stage,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        basis = check_run_layout_basis(d.pop("basis"))

        context_parallel = d.pop("context_parallel")

        data_parallel = d.pop("data_parallel")

        expert_parallel = d.pop("expert_parallel")

        micro_batch_sequences = d.pop("micro_batch_sequences")

        def _parse_micro_batches(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        micro_batches = _parse_micro_batches(d.pop("micro_batches"))

        def _parse_pipeline_bubble_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        pipeline_bubble_fraction = _parse_pipeline_bubble_fraction(
            d.pop("pipeline_bubble_fraction")
        )

        pipeline_parallel = d.pop("pipeline_parallel")

        recompute = check_run_layout_recompute(d.pop("recompute"))

        sequence_parallel = d.pop("sequence_parallel")

        tensor_parallel = d.pop("tensor_parallel")

        virtual_stages = d.pop("virtual_stages")

        zero_stage = d.pop("zero_stage")

        run_layout = cls(
            basis=basis,
            context_parallel=context_parallel,
            data_parallel=data_parallel,
            expert_parallel=expert_parallel,
            micro_batch_sequences=micro_batch_sequences,
            micro_batches=micro_batches,
            pipeline_bubble_fraction=pipeline_bubble_fraction,
            pipeline_parallel=pipeline_parallel,
            recompute=recompute,
            sequence_parallel=sequence_parallel,
            tensor_parallel=tensor_parallel,
            virtual_stages=virtual_stages,
            zero_stage=zero_stage,
        )

        run_layout.additional_properties = d
        return run_layout

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
