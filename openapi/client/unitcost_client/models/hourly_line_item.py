from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="HourlyLineItem")


@_attrs_define
class HourlyLineItem:
    """One item of the bill for an hour. The items in order add up to the total.

    Attributes:
        formula (str): Its function in pricing.formulas.
        name (str): Name of the item: compute, energy, …
        quantity (float): Quantity in `unit`.
        source (str): The row or assumption with the price.
        unit (str): Unit of quantity.
        usd_per_hour (float): quantity × usd_per_unit [USD per hour].
        usd_per_unit (float): USD per `unit`.
    """

    formula: str
    name: str
    quantity: float
    source: str
    unit: str
    usd_per_hour: float
    usd_per_unit: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        formula = self.formula

        name = self.name

        quantity = self.quantity

        source = self.source

        unit = self.unit

        usd_per_hour = self.usd_per_hour

        usd_per_unit = self.usd_per_unit

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "formula": formula,
                "name": name,
                "quantity": quantity,
                "source": source,
                "unit": unit,
                "usd_per_hour": usd_per_hour,
                "usd_per_unit": usd_per_unit,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        formula = d.pop("formula")

        name = d.pop("name")

        quantity = d.pop("quantity")

        source = d.pop("source")

        unit = d.pop("unit")

        usd_per_hour = d.pop("usd_per_hour")

        usd_per_unit = d.pop("usd_per_unit")

        hourly_line_item = cls(
            formula=formula,
            name=name,
            quantity=quantity,
            source=source,
            unit=unit,
            usd_per_hour=usd_per_hour,
            usd_per_unit=usd_per_unit,
        )

        hourly_line_item.additional_properties = d
        return hourly_line_item

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
