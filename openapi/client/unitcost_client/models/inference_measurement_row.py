from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.inference_measurement_row_kind import (
    InferenceMeasurementRowKind,
    check_inference_measurement_row_kind,
)
from ..types import UNSET, Unset

T = TypeVar("T", bound="InferenceMeasurementRow")


@_attrs_define
class InferenceMeasurementRow:
    """A published measurement of inference.

    Attributes:
        accelerator (str): What the source calls the device.
        acceptance_length (float | None): Mean tokens that a step generates for a request.
        attention_parallel (None | str): What the devices of a group share out of the attention: heads (tensor) or
            requests (data).
        concurrency (float | None): Requests in flight [count].
        confidence (str): verified, partly verified, secondary or unverified.
        data_parallel (int | None): Groups that take requests of their own [count].
        dataset (None | str): The prompts that were sent.
        device (None | str): The device; null if the catalogue does not model it.
        device_count (int): Devices that were measured [count].
        draft_model (None | str): The model that drafted.
        draft_tokens (int | None): Tokens drafted in a step [count].
        engine (str): The serving engine.
        engine_version (None | str): Version of the engine, as printed.
        expert_parallel (int | None): Devices that share out the routed experts whole [count].
        id (str): Name of the row in evidence.
        input_tokens (float | None): Mean input tokens of a request.
        kind (InferenceMeasurementRowKind):
        kv_cache_precision (None | str): Number format of the KV cache, where it is not the engine's default.
        model (str): The model, as in the catalogue or as printed.
        notes (None | str): Remarks on the row.
        output_tokens (float | None): Mean output tokens of a request.
        output_tokens_per_second (float | None): Output tokens per second of all devices.
        pipeline_parallel (int | None): Stages that each have a part of the layers [count].
        power_monotone (bool | None): Whether the power rises with the load in the rows of this series.
        power_scope (None | str): What was measured: devices or system.
        power_watts (float | None): Mean power of the scope [watts].
        precision (str): Number format of the weights.
        regime (str): The rule of the load: offline, concurrency, rate, server, …
        requests_per_second (float | None): Requests per second.
        scenario (str): The benchmark's name of how it was run.
        source (str): Where the figures of the row were published.
        source_location (None | str): Where in the source: a URL, a table, a page.
        speculation (None | str): How tokens were drafted ahead; null where none were.
        tensor_parallel (int | None): Devices that share out every layer: of a replica or a group [count].
        tpot_seconds (float | None): Time per output token [seconds].
        ttft_seconds (float | None): Time to first token [seconds].
        weight_bits (float | None): Size of a weight [bits].
        is_tuned (bool | None | Unset): False where the source says that its engine was not tuned for serving.
    """

    accelerator: str
    acceptance_length: float | None
    attention_parallel: None | str
    concurrency: float | None
    confidence: str
    data_parallel: int | None
    dataset: None | str
    device: None | str
    device_count: int
    draft_model: None | str
    draft_tokens: int | None
    engine: str
    engine_version: None | str
    expert_parallel: int | None
    id: str
    input_tokens: float | None
    kind: InferenceMeasurementRowKind
    kv_cache_precision: None | str
    model: str
    notes: None | str
    output_tokens: float | None
    output_tokens_per_second: float | None
    pipeline_parallel: int | None
    power_monotone: bool | None
    power_scope: None | str
    power_watts: float | None
    precision: str
    regime: str
    requests_per_second: float | None
    scenario: str
    source: str
    source_location: None | str
    speculation: None | str
    tensor_parallel: int | None
    tpot_seconds: float | None
    ttft_seconds: float | None
    weight_bits: float | None
    is_tuned: bool | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        accelerator = self.accelerator

        acceptance_length: float | None
        acceptance_length = self.acceptance_length

        attention_parallel: None | str
        attention_parallel = self.attention_parallel

        concurrency: float | None
        concurrency = self.concurrency

        confidence = self.confidence

        data_parallel: int | None
        data_parallel = self.data_parallel

        dataset: None | str
        dataset = self.dataset

        device: None | str
        device = self.device

        device_count = self.device_count

        draft_model: None | str
        draft_model = self.draft_model

        draft_tokens: int | None
        draft_tokens = self.draft_tokens

        engine = self.engine

        engine_version: None | str
        engine_version = self.engine_version

        expert_parallel: int | None
        expert_parallel = self.expert_parallel

        id = self.id

        input_tokens: float | None
        input_tokens = self.input_tokens

        kind: str = self.kind

        kv_cache_precision: None | str
        kv_cache_precision = self.kv_cache_precision

        model = self.model

        notes: None | str
        notes = self.notes

        output_tokens: float | None
        output_tokens = self.output_tokens

        output_tokens_per_second: float | None
        output_tokens_per_second = self.output_tokens_per_second

        pipeline_parallel: int | None
        pipeline_parallel = self.pipeline_parallel

        power_monotone: bool | None
        power_monotone = self.power_monotone

        power_scope: None | str
        power_scope = self.power_scope

        power_watts: float | None
        power_watts = self.power_watts

        precision = self.precision

        regime = self.regime

        requests_per_second: float | None
        requests_per_second = self.requests_per_second

        scenario = self.scenario

        source = self.source

        source_location: None | str
        source_location = self.source_location

        speculation: None | str
        speculation = self.speculation

        tensor_parallel: int | None
        tensor_parallel = self.tensor_parallel

        tpot_seconds: float | None
        tpot_seconds = self.tpot_seconds

        ttft_seconds: float | None
        ttft_seconds = self.ttft_seconds

        weight_bits: float | None
        weight_bits = self.weight_bits

        is_tuned: bool | None | Unset
        if isinstance(self.is_tuned, Unset):
            is_tuned = UNSET
        else:
            is_tuned = self.is_tuned

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accelerator": accelerator,
                "acceptance_length": acceptance_length,
                "attention_parallel": attention_parallel,
                "concurrency": concurrency,
                "confidence": confidence,
                "data_parallel": data_parallel,
                "dataset": dataset,
                "device": device,
                "device_count": device_count,
                "draft_model": draft_model,
                "draft_tokens": draft_tokens,
                "engine": engine,
                "engine_version": engine_version,
                "expert_parallel": expert_parallel,
                "id": id,
                "input_tokens": input_tokens,
                "kind": kind,
                "kv_cache_precision": kv_cache_precision,
                "model": model,
                "notes": notes,
                "output_tokens": output_tokens,
                "output_tokens_per_second": output_tokens_per_second,
                "pipeline_parallel": pipeline_parallel,
                "power_monotone": power_monotone,
                "power_scope": power_scope,
                "power_watts": power_watts,
                "precision": precision,
                "regime": regime,
                "requests_per_second": requests_per_second,
                "scenario": scenario,
                "source": source,
                "source_location": source_location,
                "speculation": speculation,
                "tensor_parallel": tensor_parallel,
                "tpot_seconds": tpot_seconds,
                "ttft_seconds": ttft_seconds,
                "weight_bits": weight_bits,
            }
        )
        if is_tuned is not UNSET:
            field_dict["is_tuned"] = is_tuned

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        accelerator = d.pop("accelerator")

        def _parse_acceptance_length(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        acceptance_length = _parse_acceptance_length(d.pop("acceptance_length"))

        def _parse_attention_parallel(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        attention_parallel = _parse_attention_parallel(d.pop("attention_parallel"))

        def _parse_concurrency(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        concurrency = _parse_concurrency(d.pop("concurrency"))

        confidence = d.pop("confidence")

        def _parse_data_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        data_parallel = _parse_data_parallel(d.pop("data_parallel"))

        def _parse_dataset(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        dataset = _parse_dataset(d.pop("dataset"))

        def _parse_device(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        device = _parse_device(d.pop("device"))

        device_count = d.pop("device_count")

        def _parse_draft_model(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        draft_model = _parse_draft_model(d.pop("draft_model"))

        def _parse_draft_tokens(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        draft_tokens = _parse_draft_tokens(d.pop("draft_tokens"))

        engine = d.pop("engine")

        def _parse_engine_version(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        engine_version = _parse_engine_version(d.pop("engine_version"))

        def _parse_expert_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        expert_parallel = _parse_expert_parallel(d.pop("expert_parallel"))

        id = d.pop("id")

        def _parse_input_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        input_tokens = _parse_input_tokens(d.pop("input_tokens"))

        kind = check_inference_measurement_row_kind(d.pop("kind"))

        def _parse_kv_cache_precision(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        kv_cache_precision = _parse_kv_cache_precision(d.pop("kv_cache_precision"))

        model = d.pop("model")

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        def _parse_output_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        output_tokens = _parse_output_tokens(d.pop("output_tokens"))

        def _parse_output_tokens_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        output_tokens_per_second = _parse_output_tokens_per_second(
            d.pop("output_tokens_per_second")
        )

        def _parse_pipeline_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        pipeline_parallel = _parse_pipeline_parallel(d.pop("pipeline_parallel"))

        def _parse_power_monotone(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        power_monotone = _parse_power_monotone(d.pop("power_monotone"))

        def _parse_power_scope(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        power_scope = _parse_power_scope(d.pop("power_scope"))

        def _parse_power_watts(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        power_watts = _parse_power_watts(d.pop("power_watts"))

        precision = d.pop("precision")

        regime = d.pop("regime")

        def _parse_requests_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        requests_per_second = _parse_requests_per_second(d.pop("requests_per_second"))

        scenario = d.pop("scenario")

        source = d.pop("source")

        def _parse_source_location(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        source_location = _parse_source_location(d.pop("source_location"))

        def _parse_speculation(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        speculation = _parse_speculation(d.pop("speculation"))

        def _parse_tensor_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        tensor_parallel = _parse_tensor_parallel(d.pop("tensor_parallel"))

        def _parse_tpot_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tpot_seconds = _parse_tpot_seconds(d.pop("tpot_seconds"))

        def _parse_ttft_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        ttft_seconds = _parse_ttft_seconds(d.pop("ttft_seconds"))

        def _parse_weight_bits(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        weight_bits = _parse_weight_bits(d.pop("weight_bits"))

        def _parse_is_tuned(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        is_tuned = _parse_is_tuned(d.pop("is_tuned", UNSET))

        inference_measurement_row = cls(
            accelerator=accelerator,
            acceptance_length=acceptance_length,
            attention_parallel=attention_parallel,
            concurrency=concurrency,
            confidence=confidence,
            data_parallel=data_parallel,
            dataset=dataset,
            device=device,
            device_count=device_count,
            draft_model=draft_model,
            draft_tokens=draft_tokens,
            engine=engine,
            engine_version=engine_version,
            expert_parallel=expert_parallel,
            id=id,
            input_tokens=input_tokens,
            kind=kind,
            kv_cache_precision=kv_cache_precision,
            model=model,
            notes=notes,
            output_tokens=output_tokens,
            output_tokens_per_second=output_tokens_per_second,
            pipeline_parallel=pipeline_parallel,
            power_monotone=power_monotone,
            power_scope=power_scope,
            power_watts=power_watts,
            precision=precision,
            regime=regime,
            requests_per_second=requests_per_second,
            scenario=scenario,
            source=source,
            source_location=source_location,
            speculation=speculation,
            tensor_parallel=tensor_parallel,
            tpot_seconds=tpot_seconds,
            ttft_seconds=ttft_seconds,
            weight_bits=weight_bits,
            is_tuned=is_tuned,
        )

        inference_measurement_row.additional_properties = d
        return inference_measurement_row

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
