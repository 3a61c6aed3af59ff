from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ExcludedService")


@_attrs_define
class ExcludedService:
    """A way to serve the load that has no answer.

    Attributes:
        asked_precision (None | str): The format as it was asked for.
        device (None | str): The device as it was asked for.
        device_count (int | None): Devices of a replica [count].
        engine (None | str): The engine as it was asked for.
        plan (str): optimal, an option, or the name of a plan.
        provider (None | str): The provider as it was asked for.
        refusal (str): Type of the problem.
        refusal_detail (str): The reason.
        region (None | str): The region as it was asked for.
    """

    asked_precision: None | str
    device: None | str
    device_count: int | None
    engine: None | str
    plan: str
    provider: None | str
    refusal: str
    refusal_detail: str
    region: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        asked_precision: None | str
        asked_precision = self.asked_precision

        device: None | str
        device = self.device

        device_count: int | None
        device_count = self.device_count

        engine: None | str
        engine = self.engine

        plan = self.plan

        provider: None | str
        provider = self.provider

        refusal = self.refusal

        refusal_detail = self.refusal_detail

        region: None | str
        region = self.region

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "asked_precision": asked_precision,
                "device": device,
                "device_count": device_count,
                "engine": engine,
                "plan": plan,
                "provider": provider,
                "refusal": refusal,
                "refusal_detail": refusal_detail,
                "region": region,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_asked_precision(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        asked_precision = _parse_asked_precision(d.pop("asked_precision"))

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

        def _parse_engine(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        engine = _parse_engine(d.pop("engine"))

        plan = d.pop("plan")

        def _parse_provider(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        provider = _parse_provider(d.pop("provider"))

        refusal = d.pop("refusal")

        refusal_detail = d.pop("refusal_detail")

        def _parse_region(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        region = _parse_region(d.pop("region"))

        excluded_service = cls(
            asked_precision=asked_precision,
            device=device,
            device_count=device_count,
            engine=engine,
            plan=plan,
            provider=provider,
            refusal=refusal,
            refusal_detail=refusal_detail,
            region=region,
        )

        excluded_service.additional_properties = d
        return excluded_service

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
