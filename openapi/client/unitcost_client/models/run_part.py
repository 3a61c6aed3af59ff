from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.price import Price


T = TypeVar("T", bound="RunPart")


@_attrs_define
class RunPart:
    """The devices of the run that are bought with one purchase of a mix.

    Attributes:
        device_fraction (float): Share of the run's devices [fraction].
        instance_type (None | str): The provider's name of what is rented.
        option (str): Way of buying: on_demand, spot, reserved_1y, …
        price (Price): The price of a device-hour in this answer.
        provider (None | str): The provider that rents it out. Null if there is none.
        region (None | str): The provider's name of the place.
    """

    device_fraction: float
    instance_type: None | str
    option: str
    price: Price
    provider: None | str
    region: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        device_fraction = self.device_fraction

        instance_type: None | str
        instance_type = self.instance_type

        option = self.option

        price = self.price.to_dict()

        provider: None | str
        provider = self.provider

        region: None | str
        region = self.region

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "device_fraction": device_fraction,
                "instance_type": instance_type,
                "option": option,
                "price": price,
                "provider": provider,
                "region": region,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.price import Price  # noqa: PLC0415

        d = dict(src_dict)
        device_fraction = d.pop("device_fraction")

        def _parse_instance_type(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        instance_type = _parse_instance_type(d.pop("instance_type"))

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

        run_part = cls(
            device_fraction=device_fraction,
            instance_type=instance_type,
            option=option,
            price=price,
            provider=provider,
            region=region,
        )

        run_part.additional_properties = d
        return run_part

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
