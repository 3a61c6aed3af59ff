from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="RankedOption")


@_attrs_define
class RankedOption:
    """An option with its risk, compared with the first: the cheapest by `paid_usd`.

    Attributes:
        amortised_usd (float): Expected cost if unused commitment is charged pro rata [USD].
        margin_ratio (float): margin_usd over paid_usd of the first [ratio].
        margin_usd (float): paid_usd less that of the first option [USD].
        mean_usd (float): Expected cost [USD].
        option (str): Way of buying: on_demand, spot, reserved_1y, …
        p90_usd (float): Cost that one in ten runs exceeds [USD].
        paid_usd (float): What the caller pays for this run alone [USD].
        purchase_index (int): Index of the purchase in the query, from 0 [count].
    """

    amortised_usd: float
    margin_ratio: float
    margin_usd: float
    mean_usd: float
    option: str
    p90_usd: float
    paid_usd: float
    purchase_index: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        amortised_usd = self.amortised_usd

        margin_ratio = self.margin_ratio

        margin_usd = self.margin_usd

        mean_usd = self.mean_usd

        option = self.option

        p90_usd = self.p90_usd

        paid_usd = self.paid_usd

        purchase_index = self.purchase_index

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "amortised_usd": amortised_usd,
                "margin_ratio": margin_ratio,
                "margin_usd": margin_usd,
                "mean_usd": mean_usd,
                "option": option,
                "p90_usd": p90_usd,
                "paid_usd": paid_usd,
                "purchase_index": purchase_index,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        amortised_usd = d.pop("amortised_usd")

        margin_ratio = d.pop("margin_ratio")

        margin_usd = d.pop("margin_usd")

        mean_usd = d.pop("mean_usd")

        option = d.pop("option")

        p90_usd = d.pop("p90_usd")

        paid_usd = d.pop("paid_usd")

        purchase_index = d.pop("purchase_index")

        ranked_option = cls(
            amortised_usd=amortised_usd,
            margin_ratio=margin_ratio,
            margin_usd=margin_usd,
            mean_usd=mean_usd,
            option=option,
            p90_usd=p90_usd,
            paid_usd=paid_usd,
            purchase_index=purchase_index,
        )

        ranked_option.additional_properties = d
        return ranked_option

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
