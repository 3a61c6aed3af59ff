from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ContractSpan")


@_attrs_define
class ContractSpan:
    """A period of a contract, with the minimum of it.

    Attributes:
        counted_usd (float): Spend that counts for the minimum after the discount, with other spend and what was spent
            before. Terms count until the period ends [USD].
        covered_usd (float): Spend that has the discount, before it, of this question. The last period has what terms
            cost after the horizon too [USD].
        discount_fraction (float): discount_usd over covered_usd [fraction].
        discount_usd (float): What is taken off [USD].
        ends (str): Its last month, perhaps after the question, YYYY-MM.
        from_month (str): Its first month in the question, YYYY-MM.
        minimum_usd (float): Minimum of the period; 0: none [USD].
        shortfall_usd (float): What is missing, due in to_month as contract_shortfall [USD].
        to_month (str): Its last month in the question, YYYY-MM.
    """

    counted_usd: float
    covered_usd: float
    discount_fraction: float
    discount_usd: float
    ends: str
    from_month: str
    minimum_usd: float
    shortfall_usd: float
    to_month: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        counted_usd = self.counted_usd

        covered_usd = self.covered_usd

        discount_fraction = self.discount_fraction

        discount_usd = self.discount_usd

        ends = self.ends

        from_month = self.from_month

        minimum_usd = self.minimum_usd

        shortfall_usd = self.shortfall_usd

        to_month = self.to_month

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "counted_usd": counted_usd,
                "covered_usd": covered_usd,
                "discount_fraction": discount_fraction,
                "discount_usd": discount_usd,
                "ends": ends,
                "from_month": from_month,
                "minimum_usd": minimum_usd,
                "shortfall_usd": shortfall_usd,
                "to_month": to_month,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        counted_usd = d.pop("counted_usd")

        covered_usd = d.pop("covered_usd")

        discount_fraction = d.pop("discount_fraction")

        discount_usd = d.pop("discount_usd")

        ends = d.pop("ends")

        from_month = d.pop("from_month")

        minimum_usd = d.pop("minimum_usd")

        shortfall_usd = d.pop("shortfall_usd")

        to_month = d.pop("to_month")

        contract_span = cls(
            counted_usd=counted_usd,
            covered_usd=covered_usd,
            discount_fraction=discount_fraction,
            discount_usd=discount_usd,
            ends=ends,
            from_month=from_month,
            minimum_usd=minimum_usd,
            shortfall_usd=shortfall_usd,
            to_month=to_month,
        )

        contract_span.additional_properties = d
        return contract_span

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
