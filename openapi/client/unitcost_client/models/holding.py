from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Holding")


@_attrs_define
class Holding:
    """Devices that are bought together.

    Attributes:
        book_usd (float): Book value at retirement or at the end of the horizon [USD].
        device (str): Name of the device.
        device_count (int): Devices [count].
        from_month (str): Month of the purchase.
        to_month (None | str): Month of retirement. Null: in use at the end of the horizon.
        usd (float): Purchase price [USD].
    """

    book_usd: float
    device: str
    device_count: int
    from_month: str
    to_month: None | str
    usd: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        book_usd = self.book_usd

        device = self.device

        device_count = self.device_count

        from_month = self.from_month

        to_month: None | str
        to_month = self.to_month

        usd = self.usd

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "book_usd": book_usd,
                "device": device,
                "device_count": device_count,
                "from_month": from_month,
                "to_month": to_month,
                "usd": usd,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        book_usd = d.pop("book_usd")

        device = d.pop("device")

        device_count = d.pop("device_count")

        from_month = d.pop("from_month")

        def _parse_to_month(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        to_month = _parse_to_month(d.pop("to_month"))

        usd = d.pop("usd")

        holding = cls(
            book_usd=book_usd,
            device=device,
            device_count=device_count,
            from_month=from_month,
            to_month=to_month,
            usd=usd,
        )

        holding.additional_properties = d
        return holding

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
