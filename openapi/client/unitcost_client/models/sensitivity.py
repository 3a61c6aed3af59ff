from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Sensitivity")


@_attrs_define
class Sensitivity:
    """The change of the mean cost of the cheapest option with one input.

    Attributes:
        change_fraction (float): Relative change of the input [fraction]. Headroom and evaluation are already shares of
            the run: for them it is the change of that share.
        input_ (str): Name of the input that changes.
        usd_change (float): Change of the mean cost [USD].
        usd_change_fraction (float): usd_change over the mean [fraction].
    """

    change_fraction: float
    input_: str
    usd_change: float
    usd_change_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        change_fraction = self.change_fraction

        input_ = self.input_

        usd_change = self.usd_change

        usd_change_fraction = self.usd_change_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "change_fraction": change_fraction,
                "input": input_,
                "usd_change": usd_change,
                "usd_change_fraction": usd_change_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        change_fraction = d.pop("change_fraction")

        input_ = d.pop("input")

        usd_change = d.pop("usd_change")

        usd_change_fraction = d.pop("usd_change_fraction")

        sensitivity = cls(
            change_fraction=change_fraction,
            input_=input_,
            usd_change=usd_change,
            usd_change_fraction=usd_change_fraction,
        )

        sensitivity.additional_properties = d
        return sensitivity

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
