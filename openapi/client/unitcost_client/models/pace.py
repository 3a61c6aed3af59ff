from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Pace")


@_attrs_define
class Pace:
    """The same run with another device count, under the cheapest option.

    Attributes:
        device_count (int): Devices of the run [count].
        ends (str): Expected last day.
        goodput_fraction (float): Share of the wall clock at work [fraction].
        keeps_limit (bool | None): Whether it ends in time. Null without a limit.
        mfu_fraction (float): Model FLOPs utilisation [fraction].
        usd (float): Expected cost [USD].
        usd_change (float): Change of the cost from that of this answer [USD].
        usd_change_fraction (float): usd_change over the cost of this answer [fraction].
        wall_clock_hours (float): Expected wall clock [hours].
    """

    device_count: int
    ends: str
    goodput_fraction: float
    keeps_limit: bool | None
    mfu_fraction: float
    usd: float
    usd_change: float
    usd_change_fraction: float
    wall_clock_hours: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        device_count = self.device_count

        ends = self.ends

        goodput_fraction = self.goodput_fraction

        keeps_limit: bool | None
        keeps_limit = self.keeps_limit

        mfu_fraction = self.mfu_fraction

        usd = self.usd

        usd_change = self.usd_change

        usd_change_fraction = self.usd_change_fraction

        wall_clock_hours = self.wall_clock_hours

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "device_count": device_count,
                "ends": ends,
                "goodput_fraction": goodput_fraction,
                "keeps_limit": keeps_limit,
                "mfu_fraction": mfu_fraction,
                "usd": usd,
                "usd_change": usd_change,
                "usd_change_fraction": usd_change_fraction,
                "wall_clock_hours": wall_clock_hours,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        device_count = d.pop("device_count")

        ends = d.pop("ends")

        goodput_fraction = d.pop("goodput_fraction")

        def _parse_keeps_limit(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        keeps_limit = _parse_keeps_limit(d.pop("keeps_limit"))

        mfu_fraction = d.pop("mfu_fraction")

        usd = d.pop("usd")

        usd_change = d.pop("usd_change")

        usd_change_fraction = d.pop("usd_change_fraction")

        wall_clock_hours = d.pop("wall_clock_hours")

        pace = cls(
            device_count=device_count,
            ends=ends,
            goodput_fraction=goodput_fraction,
            keeps_limit=keeps_limit,
            mfu_fraction=mfu_fraction,
            usd=usd,
            usd_change=usd_change,
            usd_change_fraction=usd_change_fraction,
            wall_clock_hours=wall_clock_hours,
        )

        pace.additional_properties = d
        return pace

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
