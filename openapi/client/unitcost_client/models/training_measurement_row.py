from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.training_measurement_row_kind import (
    TrainingMeasurementRowKind,
    check_training_measurement_row_kind,
)

T = TypeVar("T", bound="TrainingMeasurementRow")


@_attrs_define
class TrainingMeasurementRow:
    """A published training run.

    Attributes:
        accelerator (str): What the source calls the device.
        active_parameters (float): Parameters that a token passes through [count].
        comparable_kind (None | str): What the run measures: steady, billed or adapter.
        comparable_mfu_fraction (float | None): MFU in FLOPs that are counted alike for all runs [fraction].
        confidence (str): verified, partly verified, secondary or unverified.
        device (None | str): The device; null if the catalogue does not model it.
        device_count (int | None): Devices of the run [count].
        device_hours (float | None): Device-hours of the run.
        energy_megawatt_hours (float | None): Energy of the run [MWh].
        flops_convention (None | str): What the FLOPs count. weights: 6·N. square: attention over the whole square as
            well. hardware: recomputation as well. model: not told.
        hidden_size (int | None): Width of the residual stream [count].
        id (str): Name of the row in evidence.
        kind (TrainingMeasurementRowKind):
        layers (int | None): Transformer layers [count].
        mfu_fraction (float | None): Model FLOPs utilisation, as published [fraction].
        model (None | str): The model, as in the catalogue.
        notes (None | str): Remarks on the row.
        parameters (float): All parameters [count].
        precision (str): Number format of the arithmetic.
        recompute (None | str): Recomputation of activations: none, selective or full.
        run_kind (str): full_run (as billed), throughput (steady state), mlperf or finetune.
        run_name (str): Name of the run in its source.
        sequence_length (int | None): Tokens of a sequence [count].
        source (str): Where the figures of the row were published.
        source_location (None | str): Where in the source: a URL, a table, a page.
        teraflops_per_device (float | None): FLOP/s of a device, as published [teraFLOP/s].
        tokens (float | None): Tokens of the training [count].
        tokens_per_second_per_device (float | None): Tokens per second of a device, as published.
        usd (float | None): Cost of the run, as published [USD].
        usd_basis (None | str): What the published cost covers.
        wall_clock_days (float | None): From start to end [days].
        watts_per_device (float | None): Mean power of a device [watts].
    """

    accelerator: str
    active_parameters: float
    comparable_kind: None | str
    comparable_mfu_fraction: float | None
    confidence: str
    device: None | str
    device_count: int | None
    device_hours: float | None
    energy_megawatt_hours: float | None
    flops_convention: None | str
    hidden_size: int | None
    id: str
    kind: TrainingMeasurementRowKind
    layers: int | None
    mfu_fraction: float | None
    model: None | str
    notes: None | str
    parameters: float
    precision: str
    recompute: None | str
    run_kind: str
    run_name: str
    sequence_length: int | None
    source: str
    source_location: None | str
    teraflops_per_device: float | None
    tokens: float | None
    tokens_per_second_per_device: float | None
    usd: float | None
    usd_basis: None | str
    wall_clock_days: float | None
    watts_per_device: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        accelerator = self.accelerator

        active_parameters = self.active_parameters

        comparable_kind: None | str
        comparable_kind = self.comparable_kind

        comparable_mfu_fraction: float | None
        comparable_mfu_fraction = self.comparable_mfu_fraction

        confidence = self.confidence

        device: None | str
        device = self.device

        device_count: int | None
        device_count = self.device_count

        device_hours: float | None
        device_hours = self.device_hours

        energy_megawatt_hours: float | None
        energy_megawatt_hours = self.energy_megawatt_hours

        flops_convention: None | str
        flops_convention = self.flops_convention

        hidden_size: int | None
        hidden_size = self.hidden_size

        id = self.id

        kind: str = self.kind

        layers: int | None
        layers = self.layers

        mfu_fraction: float | None
        mfu_fraction = self.mfu_fraction

        model: None | str
        model = self.model

        notes: None | str
        notes = self.notes

        parameters = self.parameters

        precision = self.precision

        recompute: None | str
        recompute = self.recompute

        run_kind = self.run_kind

        run_name = self.run_name

        sequence_length: int | None
        sequence_length = self.sequence_length

        source = self.source

        source_location: None | str
        source_location = self.source_location

        teraflops_per_device: float | None
        teraflops_per_device = self.teraflops_per_device

        tokens: float | None
        tokens = self.tokens

        tokens_per_second_per_device: float | None
        tokens_per_second_per_device = self.tokens_per_second_per_device

        usd: float | None
        usd = self.usd

        usd_basis: None | str
        usd_basis = self.usd_basis

        wall_clock_days: float | None
        wall_clock_days = self.wall_clock_days

        watts_per_device: float | None
        watts_per_device = self.watts_per_device

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accelerator": accelerator,
                "active_parameters": active_parameters,
                "comparable_kind": comparable_kind,
                "comparable_mfu_fraction": comparable_mfu_fraction,
                "confidence": confidence,
                "device": device,
                "device_count": device_count,
                "device_hours": device_hours,
                "energy_megawatt_hours": energy_megawatt_hours,
                "flops_convention": flops_convention,
                "hidden_size": hidden_size,
                "id": id,
                "kind": kind,
                "layers": layers,
                "mfu_fraction": mfu_fraction,
                "model": model,
                "notes": notes,
                "parameters": parameters,
                "precision": precision,
                "recompute": recompute,
                "run_kind": run_kind,
                "run_name": run_name,
                "sequence_length": sequence_length,
                "source": source,
                "source_location": source_location,
                "teraflops_per_device": teraflops_per_device,
                "tokens": tokens,
                "tokens_per_second_per_device": tokens_per_second_per_device,
                "usd": usd,
                "usd_basis": usd_basis,
                "wall_clock_days": wall_clock_days,
                "watts_per_device": watts_per_device,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        accelerator = d.pop("accelerator")

        active_parameters = d.pop("active_parameters")

        def _parse_comparable_kind(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        comparable_kind = _parse_comparable_kind(d.pop("comparable_kind"))

        def _parse_comparable_mfu_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        comparable_mfu_fraction = _parse_comparable_mfu_fraction(d.pop("comparable_mfu_fraction"))

        confidence = d.pop("confidence")

        def _parse_device(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        device = _parse_device(d.pop("device"))

        def _parse_device_count(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        device_count = _parse_device_count(d.pop("device_count"))

        def _parse_device_hours(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        device_hours = _parse_device_hours(d.pop("device_hours"))

        def _parse_energy_megawatt_hours(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        energy_megawatt_hours = _parse_energy_megawatt_hours(d.pop("energy_megawatt_hours"))

        def _parse_flops_convention(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        flops_convention = _parse_flops_convention(d.pop("flops_convention"))

        def _parse_hidden_size(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        hidden_size = _parse_hidden_size(d.pop("hidden_size"))

        id = d.pop("id")

        kind = check_training_measurement_row_kind(d.pop("kind"))

        def _parse_layers(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        layers = _parse_layers(d.pop("layers"))

        def _parse_mfu_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        mfu_fraction = _parse_mfu_fraction(d.pop("mfu_fraction"))

        def _parse_model(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model = _parse_model(d.pop("model"))

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        parameters = d.pop("parameters")

        precision = d.pop("precision")

        def _parse_recompute(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        recompute = _parse_recompute(d.pop("recompute"))

        run_kind = d.pop("run_kind")

        run_name = d.pop("run_name")

        def _parse_sequence_length(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        sequence_length = _parse_sequence_length(d.pop("sequence_length"))

        source = d.pop("source")

        def _parse_source_location(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        source_location = _parse_source_location(d.pop("source_location"))

        def _parse_teraflops_per_device(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        teraflops_per_device = _parse_teraflops_per_device(d.pop("teraflops_per_device"))

        def _parse_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tokens = _parse_tokens(d.pop("tokens"))

        def _parse_tokens_per_second_per_device(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tokens_per_second_per_device = _parse_tokens_per_second_per_device(
            d.pop("tokens_per_second_per_device")
        )

        def _parse_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd = _parse_usd(d.pop("usd"))

        def _parse_usd_basis(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        usd_basis = _parse_usd_basis(d.pop("usd_basis"))

        def _parse_wall_clock_days(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        wall_clock_days = _parse_wall_clock_days(d.pop("wall_clock_days"))

        def _parse_watts_per_device(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        watts_per_device = _parse_watts_per_device(d.pop("watts_per_device"))

        training_measurement_row = cls(
            accelerator=accelerator,
            active_parameters=active_parameters,
            comparable_kind=comparable_kind,
            comparable_mfu_fraction=comparable_mfu_fraction,
            confidence=confidence,
            device=device,
            device_count=device_count,
            device_hours=device_hours,
            energy_megawatt_hours=energy_megawatt_hours,
            flops_convention=flops_convention,
            hidden_size=hidden_size,
            id=id,
            kind=kind,
            layers=layers,
            mfu_fraction=mfu_fraction,
            model=model,
            notes=notes,
            parameters=parameters,
            precision=precision,
            recompute=recompute,
            run_kind=run_kind,
            run_name=run_name,
            sequence_length=sequence_length,
            source=source,
            source_location=source_location,
            teraflops_per_device=teraflops_per_device,
            tokens=tokens,
            tokens_per_second_per_device=tokens_per_second_per_device,
            usd=usd,
            usd_basis=usd_basis,
            wall_clock_days=wall_clock_days,
            watts_per_device=watts_per_device,
        )

        training_measurement_row.additional_properties = d
        return training_measurement_row

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
