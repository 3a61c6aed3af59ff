from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OptionSchedule")


@_attrs_define
class OptionSchedule:
    """The end of the run under one option.

    Attributes:
        ends (str): Expected last day.
        ends_high (str): Last day at the 90th percentile of the wall clock.
        keeps_limit (bool | None): Whether it ends in time. Null without a limit.
        option (str): Way of buying: on_demand, spot, reserved_1y, …
        provider (None | str): The provider that rents it out. Null if owned or given.
        region (None | str): The provider's name of the place.
        wall_clock_hours (float): Expected wall clock [hours].
        wall_clock_hours_high (float): 90th percentile of the wall clock [hours].
    """

    ends: str
    ends_high: str
    keeps_limit: bool | None
    option: str
    provider: None | str
    region: None | str
    wall_clock_hours: float
    wall_clock_hours_high: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ends = self.ends

        ends_high = self.ends_high

        keeps_limit: bool | None
        keeps_limit = self.keeps_limit

        option = self.option

        provider: None | str
        provider = self.provider

        region: None | str
        region = self.region

        wall_clock_hours = self.wall_clock_hours

        wall_clock_hours_high = self.wall_clock_hours_high

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ends": ends,
                "ends_high": ends_high,
                "keeps_limit": keeps_limit,
                "option": option,
                "provider": provider,
                "region": region,
                "wall_clock_hours": wall_clock_hours,
                "wall_clock_hours_high": wall_clock_hours_high,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        ends = d.pop("ends")

        ends_high = d.pop("ends_high")

        def _parse_keeps_limit(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        keeps_limit = _parse_keeps_limit(d.pop("keeps_limit"))

        option = d.pop("option")

        def _parse_provider(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        provider = _parse_provider(d.pop("provider"))

        def _parse_region(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        region = _parse_region(d.pop("region"))

        wall_clock_hours = d.pop("wall_clock_hours")

        wall_clock_hours_high = d.pop("wall_clock_hours_high")

        option_schedule = cls(
            ends=ends,
            ends_high=ends_high,
            keeps_limit=keeps_limit,
            option=option,
            provider=provider,
            region=region,
            wall_clock_hours=wall_clock_hours,
            wall_clock_hours_high=wall_clock_hours_high,
        )

        option_schedule.additional_properties = d
        return option_schedule

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
