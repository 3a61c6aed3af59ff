from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Facility")


@_attrs_define
class Facility:
    """The site of the devices. Defaults: published values of the provider and the region.

    Attributes:
        grams_co2e_per_kilowatt_hour (float | None | Unset): Carbon intensity of the grid [grams CO₂e per kWh].
        pue_ratio (float | None | Unset): Power usage effectiveness: facility power over IT power [ratio].
        usd_per_kilowatt_hour (float | None | Unset): Price of electricity [USD per kWh].
        watts_per_device (float | None | Unset): Mean power of a device with its share of host and network, before PUE,
            in all hours that are paid for [watts]. Default: what the work draws.
    """

    grams_co2e_per_kilowatt_hour: float | None | Unset = UNSET
    pue_ratio: float | None | Unset = UNSET
    usd_per_kilowatt_hour: float | None | Unset = UNSET
    watts_per_device: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        grams_co2e_per_kilowatt_hour: float | None | Unset
        if isinstance(self.grams_co2e_per_kilowatt_hour, Unset):
            grams_co2e_per_kilowatt_hour = UNSET
        else:
            grams_co2e_per_kilowatt_hour = self.grams_co2e_per_kilowatt_hour

        pue_ratio: float | None | Unset
        if isinstance(self.pue_ratio, Unset):
            pue_ratio = UNSET
        else:
            pue_ratio = self.pue_ratio

        usd_per_kilowatt_hour: float | None | Unset
        if isinstance(self.usd_per_kilowatt_hour, Unset):
            usd_per_kilowatt_hour = UNSET
        else:
            usd_per_kilowatt_hour = self.usd_per_kilowatt_hour

        watts_per_device: float | None | Unset
        if isinstance(self.watts_per_device, Unset):
            watts_per_device = UNSET
        else:
            watts_per_device = self.watts_per_device

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if grams_co2e_per_kilowatt_hour is not UNSET:
            field_dict["grams_co2e_per_kilowatt_hour"] = grams_co2e_per_kilowatt_hour
        if pue_ratio is not UNSET:
            field_dict["pue_ratio"] = pue_ratio
        if usd_per_kilowatt_hour is not UNSET:
            field_dict["usd_per_kilowatt_hour"] = usd_per_kilowatt_hour
        if watts_per_device is not UNSET:
            field_dict["watts_per_device"] = watts_per_device

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_grams_co2e_per_kilowatt_hour(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        grams_co2e_per_kilowatt_hour = _parse_grams_co2e_per_kilowatt_hour(
            d.pop("grams_co2e_per_kilowatt_hour", UNSET)
        )

        def _parse_pue_ratio(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        pue_ratio = _parse_pue_ratio(d.pop("pue_ratio", UNSET))

        def _parse_usd_per_kilowatt_hour(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_kilowatt_hour = _parse_usd_per_kilowatt_hour(d.pop("usd_per_kilowatt_hour", UNSET))

        def _parse_watts_per_device(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        watts_per_device = _parse_watts_per_device(d.pop("watts_per_device", UNSET))

        facility = cls(
            grams_co2e_per_kilowatt_hour=grams_co2e_per_kilowatt_hour,
            pue_ratio=pue_ratio,
            usd_per_kilowatt_hour=usd_per_kilowatt_hour,
            watts_per_device=watts_per_device,
        )

        return facility
