from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Evidence")


@_attrs_define
class Evidence:
    """A published measurement that the answer is based on.

    Attributes:
        concurrency (float | None): Requests in flight [count].
        confidence (str): verified, partly verified, secondary or unverified.
        device (str): The device measured.
        device_count (int): Devices measured [count].
        engine (str): The serving engine.
        id (str): Id in the measurements table.
        input_tokens (float | None): Mean input tokens per request.
        model (str): The model measured.
        output_tokens (float | None): Mean output tokens per request.
        output_tokens_per_second (float): Published throughput of all devices [output tokens per second].
        precision (str): Number format of the weights.
        scenario (str): Scenario of the benchmark.
        source (str): Source of the measurement.
        weight_fraction (float): Weight of this row in the answer [fraction].
    """

    concurrency: float | None
    confidence: str
    device: str
    device_count: int
    engine: str
    id: str
    input_tokens: float | None
    model: str
    output_tokens: float | None
    output_tokens_per_second: float
    precision: str
    scenario: str
    source: str
    weight_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        concurrency: float | None
        concurrency = self.concurrency

        confidence = self.confidence

        device = self.device

        device_count = self.device_count

        engine = self.engine

        id = self.id

        input_tokens: float | None
        input_tokens = self.input_tokens

        model = self.model

        output_tokens: float | None
        output_tokens = self.output_tokens

        output_tokens_per_second = self.output_tokens_per_second

        precision = self.precision

        scenario = self.scenario

        source = self.source

        weight_fraction = self.weight_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "concurrency": concurrency,
                "confidence": confidence,
                "device": device,
                "device_count": device_count,
                "engine": engine,
                "id": id,
                "input_tokens": input_tokens,
                "model": model,
                "output_tokens": output_tokens,
                "output_tokens_per_second": output_tokens_per_second,
                "precision": precision,
                "scenario": scenario,
                "source": source,
                "weight_fraction": weight_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_concurrency(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        concurrency = _parse_concurrency(d.pop("concurrency"))

        confidence = d.pop("confidence")

        device = d.pop("device")

        device_count = d.pop("device_count")

        engine = d.pop("engine")

        id = d.pop("id")

        def _parse_input_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        input_tokens = _parse_input_tokens(d.pop("input_tokens"))

        model = d.pop("model")

        def _parse_output_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        output_tokens = _parse_output_tokens(d.pop("output_tokens"))

        output_tokens_per_second = d.pop("output_tokens_per_second")

        precision = d.pop("precision")

        scenario = d.pop("scenario")

        source = d.pop("source")

        weight_fraction = d.pop("weight_fraction")

        evidence = cls(
            concurrency=concurrency,
            confidence=confidence,
            device=device,
            device_count=device_count,
            engine=engine,
            id=id,
            input_tokens=input_tokens,
            model=model,
            output_tokens=output_tokens,
            output_tokens_per_second=output_tokens_per_second,
            precision=precision,
            scenario=scenario,
            source=source,
            weight_fraction=weight_fraction,
        )

        evidence.additional_properties = d
        return evidence

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
