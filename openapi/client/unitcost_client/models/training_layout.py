from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="TrainingLayout")


@_attrs_define
class TrainingLayout:
    """How the run is divided over its devices. Fields left out are searched for.

    Tensor × pipeline × context × data parallelism is the device count.

        Attributes:
            context_parallel (int | None | Unset): Devices that share a sequence [count].
            data_parallel (int | None | Unset): Copies of the model [count].
            expert_parallel (int | None | Unset): Devices of data, context and tensor parallelism that share the routed
                experts [count].
            micro_batch_sequences (int | None | Unset): Sequences that a copy processes at once [count]. Default: memory is
                that of 1, and the speed that of as many as do best.
            pipeline_parallel (int | None | Unset): Stages of layers [count].
            sequence_parallel (bool | Unset): Whether tensor parallelism also divides the activations between layers.
                Default: true.
            tensor_parallel (int | None | Unset): Devices that share each layer [count].
            virtual_stages (int | Unset): Parts of the model that a device of a pipeline has, in turns (interleaved
                schedule) [count]. Default: 1.
            zero_stage (int | None | Unset): States that the copies of the model share: 0 none, 1 the optimizer, 2 also the
                gradients, 3 also the weights [0 to 3].
    """

    context_parallel: int | None | Unset = UNSET
    data_parallel: int | None | Unset = UNSET
    expert_parallel: int | None | Unset = UNSET
    micro_batch_sequences: int | None | Unset = UNSET
    pipeline_parallel: int | None | Unset = UNSET
    sequence_parallel: bool | Unset = UNSET
    tensor_parallel: int | None | Unset = UNSET
    virtual_stages: int | Unset = UNSET
    zero_stage: int | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        context_parallel: int | None | Unset
        if isinstance(self.context_parallel, Unset):
            context_parallel = UNSET
        else:
            context_parallel = self.context_parallel

        data_parallel: int | None | Unset
        if isinstance(self.data_parallel, Unset):
            data_parallel = UNSET
        else:
            data_parallel = self.data_parallel

        expert_parallel: int | None | Unset
        if isinstance(self.expert_parallel, Unset):
            expert_parallel = UNSET
        else:
            expert_parallel = self.expert_parallel

        micro_batch_sequences: int | None | Unset
        if isinstance(self.micro_batch_sequences, Unset):
            micro_batch_sequences = UNSET
        else:
            micro_batch_sequences = self.micro_batch_sequences

        pipeline_parallel: int | None | Unset
        if isinstance(self.pipeline_parallel, Unset):
            pipeline_parallel = UNSET
        else:
            pipeline_parallel = self.pipeline_parallel

        sequence_parallel = self.sequence_parallel

        tensor_parallel: int | None | Unset
        if isinstance(self.tensor_parallel, Unset):
            tensor_parallel = UNSET
        else:
            tensor_parallel = self.tensor_parallel

        virtual_stages = self.virtual_stages

        zero_stage: int | None | Unset
        if isinstance(self.zero_stage, Unset):
            zero_stage = UNSET
        else:
            zero_stage = self.zero_stage

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if context_parallel is not UNSET:
            field_dict["context_parallel"] = context_parallel
        if data_parallel is not UNSET:
            field_dict["data_parallel"] = data_parallel
        if expert_parallel is not UNSET:
            field_dict["expert_parallel"] = expert_parallel
        if micro_batch_sequences is not UNSET:
            field_dict["micro_batch_sequences"] = micro_batch_sequences
        if pipeline_parallel is not UNSET:
            field_dict["pipeline_parallel"] = pipeline_parallel
        if sequence_parallel is not UNSET:
            field_dict["sequence_parallel"] = sequence_parallel
        if tensor_parallel is not UNSET:
            field_dict["tensor_parallel"] = tensor_parallel
        if virtual_stages is not UNSET:
            field_dict["virtual_stages"] = virtual_stages
        if zero_stage is not UNSET:
            field_dict["zero_stage"] = zero_stage

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_context_parallel(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        context_parallel = _parse_context_parallel(d.pop("context_parallel", UNSET))

        def _parse_data_parallel(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        data_parallel = _parse_data_parallel(d.pop("data_parallel", UNSET))

        def _parse_expert_parallel(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        expert_parallel = _parse_expert_parallel(d.pop("expert_parallel", UNSET))

        def _parse_micro_batch_sequences(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        micro_batch_sequences = _parse_micro_batch_sequences(d.pop("micro_batch_sequences", UNSET))

        def _parse_pipeline_parallel(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        pipeline_parallel = _parse_pipeline_parallel(d.pop("pipeline_parallel", UNSET))

        sequence_parallel = d.pop("sequence_parallel", UNSET)

        def _parse_tensor_parallel(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        tensor_parallel = _parse_tensor_parallel(d.pop("tensor_parallel", UNSET))

        virtual_stages = d.pop("virtual_stages", UNSET)

        def _parse_zero_stage(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        zero_stage = _parse_zero_stage(d.pop("zero_stage", UNSET))

        training_layout = cls(
            context_parallel=context_parallel,
            data_parallel=data_parallel,
            expert_parallel=expert_parallel,
            micro_batch_sequences=micro_batch_sequences,
            pipeline_parallel=pipeline_parallel,
            sequence_parallel=sequence_parallel,
            tensor_parallel=tensor_parallel,
            virtual_stages=virtual_stages,
            zero_stage=zero_stage,
        )

        return training_layout
