from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ServiceCandidate")


@_attrs_define
class ServiceCandidate:
    """One way to serve the load. Its totals are those of its own question, to the last digit.

    Attributes:
        asked_precision (None | str): The format as it was asked for.
        commitment_utilization_fraction (float | None): Used share of committed replica-hours [fraction].
        coverage_fraction (float): Share of replica-hours that commitments serve [fraction].
        device (str): Name of the device in the catalogue.
        device_count (int): Devices of a replica [count].
        energy_kilowatt_hours (float): Energy at the meter [kilowatt-hours].
        engine (None | str): The engine as it was asked for.
        optimality_gap_usd (float | None): Most that any other ladder could save [USD].
        peak_replicas (int): Most replicas [count].
        plan (str): optimal, an option, or the name of a plan.
        precision (None | str): Number format.
        provider (None | str): Who rents it out in the first month.
        rank (int): Place among the candidates [count].
        region (None | str): Region of this price.
        saving_fraction (float | None): Saved of the cost if all were on demand [fraction].
        total (float | None): usd_total in `currency` [its unit]; null: dollars.
        usd_discounted (float): Its present value [USD].
        usd_per_million_tokens (float | None): USD per million tokens, input and output together.
        usd_per_request (float | None): USD per request.
        usd_total (float): Cost over the horizon [USD].
        utilization_fraction (float): Used share of what running replicas could serve [fraction].
        warnings (list[str]): Facts to know before using the figures.
        usd_beyond_horizon (float | Unset): Part of usd_total that is due after the horizon [USD].
    """

    asked_precision: None | str
    commitment_utilization_fraction: float | None
    coverage_fraction: float
    device: str
    device_count: int
    energy_kilowatt_hours: float
    engine: None | str
    optimality_gap_usd: float | None
    peak_replicas: int
    plan: str
    precision: None | str
    provider: None | str
    rank: int
    region: None | str
    saving_fraction: float | None
    total: float | None
    usd_discounted: float
    usd_per_million_tokens: float | None
    usd_per_request: float | None
    usd_total: float
    utilization_fraction: float
    warnings: list[str]
    usd_beyond_horizon: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        asked_precision: None | str
        asked_precision = self.asked_precision

        commitment_utilization_fraction: float | None
        commitment_utilization_fraction = self.commitment_utilization_fraction

        coverage_fraction = self.coverage_fraction

        device = self.device

        device_count = self.device_count

        energy_kilowatt_hours = self.energy_kilowatt_hours

        engine: None | str
        engine = self.engine

        optimality_gap_usd: float | None
        optimality_gap_usd = self.optimality_gap_usd

        peak_replicas = self.peak_replicas

        plan = self.plan

        precision: None | str
        precision = self.precision

        provider: None | str
        provider = self.provider

        rank = self.rank

        region: None | str
        region = self.region

        saving_fraction: float | None
        saving_fraction = self.saving_fraction

        total: float | None
        total = self.total

        usd_discounted = self.usd_discounted

        usd_per_million_tokens: float | None
        usd_per_million_tokens = self.usd_per_million_tokens

        usd_per_request: float | None
        usd_per_request = self.usd_per_request

        usd_total = self.usd_total

        utilization_fraction = self.utilization_fraction

        warnings = self.warnings

        usd_beyond_horizon = self.usd_beyond_horizon

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "asked_precision": asked_precision,
                "commitment_utilization_fraction": commitment_utilization_fraction,
                "coverage_fraction": coverage_fraction,
                "device": device,
                "device_count": device_count,
                "energy_kilowatt_hours": energy_kilowatt_hours,
                "engine": engine,
                "optimality_gap_usd": optimality_gap_usd,
                "peak_replicas": peak_replicas,
                "plan": plan,
                "precision": precision,
                "provider": provider,
                "rank": rank,
                "region": region,
                "saving_fraction": saving_fraction,
                "total": total,
                "usd_discounted": usd_discounted,
                "usd_per_million_tokens": usd_per_million_tokens,
                "usd_per_request": usd_per_request,
                "usd_total": usd_total,
                "utilization_fraction": utilization_fraction,
                "warnings": warnings,
            }
        )
        if usd_beyond_horizon is not UNSET:
            field_dict["usd_beyond_horizon"] = usd_beyond_horizon

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_asked_precision(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        asked_precision = _parse_asked_precision(d.pop("asked_precision"))

        def _parse_commitment_utilization_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        commitment_utilization_fraction = _parse_commitment_utilization_fraction(
            d.pop("commitment_utilization_fraction")
        )

        coverage_fraction = d.pop("coverage_fraction")

        device = d.pop("device")

        device_count = d.pop("device_count")

        energy_kilowatt_hours = d.pop("energy_kilowatt_hours")

        def _parse_engine(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        engine = _parse_engine(d.pop("engine"))

        def _parse_optimality_gap_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        optimality_gap_usd = _parse_optimality_gap_usd(d.pop("optimality_gap_usd"))

        peak_replicas = d.pop("peak_replicas")

        plan = d.pop("plan")

        def _parse_precision(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        precision = _parse_precision(d.pop("precision"))

        def _parse_provider(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        provider = _parse_provider(d.pop("provider"))

        rank = d.pop("rank")

        def _parse_region(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        region = _parse_region(d.pop("region"))

        def _parse_saving_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        saving_fraction = _parse_saving_fraction(d.pop("saving_fraction"))

        def _parse_total(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        total = _parse_total(d.pop("total"))

        usd_discounted = d.pop("usd_discounted")

        def _parse_usd_per_million_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_tokens = _parse_usd_per_million_tokens(d.pop("usd_per_million_tokens"))

        def _parse_usd_per_request(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_request = _parse_usd_per_request(d.pop("usd_per_request"))

        usd_total = d.pop("usd_total")

        utilization_fraction = d.pop("utilization_fraction")

        warnings = cast(list[str], d.pop("warnings"))

        usd_beyond_horizon = d.pop("usd_beyond_horizon", UNSET)

        service_candidate = cls(
            asked_precision=asked_precision,
            commitment_utilization_fraction=commitment_utilization_fraction,
            coverage_fraction=coverage_fraction,
            device=device,
            device_count=device_count,
            energy_kilowatt_hours=energy_kilowatt_hours,
            engine=engine,
            optimality_gap_usd=optimality_gap_usd,
            peak_replicas=peak_replicas,
            plan=plan,
            precision=precision,
            provider=provider,
            rank=rank,
            region=region,
            saving_fraction=saving_fraction,
            total=total,
            usd_discounted=usd_discounted,
            usd_per_million_tokens=usd_per_million_tokens,
            usd_per_request=usd_per_request,
            usd_total=usd_total,
            utilization_fraction=utilization_fraction,
            warnings=warnings,
            usd_beyond_horizon=usd_beyond_horizon,
        )

        service_candidate.additional_properties = d
        return service_candidate

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
