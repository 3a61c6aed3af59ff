from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.distribution import Distribution
    from ..models.line_item import LineItem
    from ..models.price import Price


T = TypeVar("T", bound="RunOption")


@_attrs_define
class RunOption:
    """The run under one way of buying its capacity.

    Attributes:
        checkpoint_interval_seconds (float): Useful work between checkpoints [seconds].
        device_hours (float): Device-hours on the bill, expected.
        device_hours_high (float): High end of the 80% interval [device-hours].
        device_hours_low (float): Low end of the 80% interval [device-hours].
        energy_kilowatt_hours (float): Energy at the meter [kWh].
        estimated (bool): True when the price is not a row of the table but an estimate.
        goodput_fraction (float): Share of the wall clock at work, evaluation included; the rest goes to checkpoints,
            lost work and restarts [fraction].
        instance_type (None | str):
        interruptions (float): Expected interruptions [count].
        kilograms_co2e (float): CO₂e of the grid [kg].
        line_items (list[LineItem]):
        option (str):
        price (Price): The price that the answer was worked out with.
        provider (None | str):
        region (None | str):
        usd (Distribution): A cost with its spread.
        usd_per_device_hour (float): After the discount [USD per device-hour].
        wall_clock_hours (float): From start to end, expected [hours].
    """

    checkpoint_interval_seconds: float
    device_hours: float
    device_hours_high: float
    device_hours_low: float
    energy_kilowatt_hours: float
    estimated: bool
    goodput_fraction: float
    instance_type: None | str
    interruptions: float
    kilograms_co2e: float
    line_items: list[LineItem]
    option: str
    price: Price
    provider: None | str
    region: None | str
    usd: Distribution
    usd_per_device_hour: float
    wall_clock_hours: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        checkpoint_interval_seconds = self.checkpoint_interval_seconds

        device_hours = self.device_hours

        device_hours_high = self.device_hours_high

        device_hours_low = self.device_hours_low

        energy_kilowatt_hours = self.energy_kilowatt_hours

        estimated = self.estimated

        goodput_fraction = self.goodput_fraction

        instance_type: None | str
        instance_type = self.instance_type

        interruptions = self.interruptions

        kilograms_co2e = self.kilograms_co2e

        line_items = []
        for line_items_item_data in self.line_items:
            line_items_item = line_items_item_data.to_dict()
            line_items.append(line_items_item)

        option = self.option

        price = self.price.to_dict()

        provider: None | str
        provider = self.provider

        region: None | str
        region = self.region

        usd = self.usd.to_dict()

        usd_per_device_hour = self.usd_per_device_hour

        wall_clock_hours = self.wall_clock_hours

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "checkpoint_interval_seconds": checkpoint_interval_seconds,
                "device_hours": device_hours,
                "device_hours_high": device_hours_high,
                "device_hours_low": device_hours_low,
                "energy_kilowatt_hours": energy_kilowatt_hours,
                "estimated": estimated,
                "goodput_fraction": goodput_fraction,
                "instance_type": instance_type,
                "interruptions": interruptions,
                "kilograms_co2e": kilograms_co2e,
                "line_items": line_items,
                "option": option,
                "price": price,
                "provider": provider,
                "region": region,
                "usd": usd,
                "usd_per_device_hour": usd_per_device_hour,
                "wall_clock_hours": wall_clock_hours,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.distribution import Distribution  # noqa: PLC0415
        from ..models.line_item import LineItem  # noqa: PLC0415
        from ..models.price import Price  # noqa: PLC0415

        d = dict(src_dict)
        checkpoint_interval_seconds = d.pop("checkpoint_interval_seconds")

        device_hours = d.pop("device_hours")

        device_hours_high = d.pop("device_hours_high")

        device_hours_low = d.pop("device_hours_low")

        energy_kilowatt_hours = d.pop("energy_kilowatt_hours")

        estimated = d.pop("estimated")

        goodput_fraction = d.pop("goodput_fraction")

        def _parse_instance_type(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        instance_type = _parse_instance_type(d.pop("instance_type"))

        interruptions = d.pop("interruptions")

        kilograms_co2e = d.pop("kilograms_co2e")

        line_items = []
        _line_items = d.pop("line_items")
        for line_items_item_data in _line_items:
            line_items_item = LineItem.from_dict(line_items_item_data)

            line_items.append(line_items_item)

        option = d.pop("option")

        price = Price.from_dict(d.pop("price"))

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

        usd = Distribution.from_dict(d.pop("usd"))

        usd_per_device_hour = d.pop("usd_per_device_hour")

        wall_clock_hours = d.pop("wall_clock_hours")

        run_option = cls(
            checkpoint_interval_seconds=checkpoint_interval_seconds,
            device_hours=device_hours,
            device_hours_high=device_hours_high,
            device_hours_low=device_hours_low,
            energy_kilowatt_hours=energy_kilowatt_hours,
            estimated=estimated,
            goodput_fraction=goodput_fraction,
            instance_type=instance_type,
            interruptions=interruptions,
            kilograms_co2e=kilograms_co2e,
            line_items=line_items,
            option=option,
            price=price,
            provider=provider,
            region=region,
            usd=usd,
            usd_per_device_hour=usd_per_device_hour,
            wall_clock_hours=wall_clock_hours,
        )

        run_option.additional_properties = d
        return run_option

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
