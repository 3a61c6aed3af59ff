from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="PriceRow")


@_attrs_define
class PriceRow:
    """A row of the price table; in force on [effective_from, effective_to).

    Attributes:
        confidence (str): verified, partly verified, secondary or unverified.
        date_quality (str): announced, or the day on which the price was first observed.
        device (str): The device of the instance.
        device_count (float): Devices of the instance [count].
        doubt (None | str): Why it may be no price of its kind.
        effective_from (str): First day of the price, YYYY-MM-DD.
        effective_to (None | str): First day that it no longer holds on, YYYY-MM-DD; null: in force.
        id (str): provider/region/instance type/option/first day.
        instance_type (str): The provider's name of what is rented.
        notes (None | str): What is odd about the row.
        option (str): Way of buying: on_demand, spot, reserved_1y, …
        provider (str): Who rents it out.
        region (str): The provider's name of the place.
        source (str): Where the figure was published.
        usd_per_device_hour (float): USD per device-hour.
        usd_per_hour (float): USD per hour of the whole instance.
        isolated (bool | Unset): Whether the region is isolated, such as of a government. Its prices count only where it
            is named. Default: False.
    """

    confidence: str
    date_quality: str
    device: str
    device_count: float
    doubt: None | str
    effective_from: str
    effective_to: None | str
    id: str
    instance_type: str
    notes: None | str
    option: str
    provider: str
    region: str
    source: str
    usd_per_device_hour: float
    usd_per_hour: float
    isolated: bool | Unset = False
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        confidence = self.confidence

        date_quality = self.date_quality

        device = self.device

        device_count = self.device_count

        doubt: None | str
        doubt = self.doubt

        effective_from = self.effective_from

        effective_to: None | str
        effective_to = self.effective_to

        id = self.id

        instance_type = self.instance_type

        notes: None | str
        notes = self.notes

        option = self.option

        provider = self.provider

        region = self.region

        source = self.source

        usd_per_device_hour = self.usd_per_device_hour

        usd_per_hour = self.usd_per_hour

        isolated = self.isolated

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "confidence": confidence,
                "date_quality": date_quality,
                "device": device,
                "device_count": device_count,
                "doubt": doubt,
                "effective_from": effective_from,
                "effective_to": effective_to,
                "id": id,
                "instance_type": instance_type,
                "notes": notes,
                "option": option,
                "provider": provider,
                "region": region,
                "source": source,
                "usd_per_device_hour": usd_per_device_hour,
                "usd_per_hour": usd_per_hour,
            }
        )
        if isolated is not UNSET:
            field_dict["isolated"] = isolated

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        confidence = d.pop("confidence")

        date_quality = d.pop("date_quality")

        device = d.pop("device")

        device_count = d.pop("device_count")

        def _parse_doubt(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        doubt = _parse_doubt(d.pop("doubt"))

        effective_from = d.pop("effective_from")

        def _parse_effective_to(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        effective_to = _parse_effective_to(d.pop("effective_to"))

        id = d.pop("id")

        instance_type = d.pop("instance_type")

        def _parse_notes(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notes = _parse_notes(d.pop("notes"))

        option = d.pop("option")

        provider = d.pop("provider")

        region = d.pop("region")

        source = d.pop("source")

        usd_per_device_hour = d.pop("usd_per_device_hour")

        usd_per_hour = d.pop("usd_per_hour")

        isolated = d.pop("isolated", UNSET)

        price_row = cls(
            confidence=confidence,
            date_quality=date_quality,
            device=device,
            device_count=device_count,
            doubt=doubt,
            effective_from=effective_from,
            effective_to=effective_to,
            id=id,
            instance_type=instance_type,
            notes=notes,
            option=option,
            provider=provider,
            region=region,
            source=source,
            usd_per_device_hour=usd_per_device_hour,
            usd_per_hour=usd_per_hour,
            isolated=isolated,
        )

        price_row.additional_properties = d
        return price_row

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
