from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.contract_span import ContractSpan


T = TypeVar("T", bound="ContractUse")


@_attrs_define
class ContractUse:
    """What a contract over a whole bill comes to.

    Attributes:
        discount_usd (float): What is taken off in all [USD].
        name (str): Name in the query, or its number there.
        periods (list[ContractSpan]):
        provider (None | str): Whose bill it is of; null: any.
        shortfall_usd (float): What its minimums leave to be paid [USD].
    """

    discount_usd: float
    name: str
    periods: list[ContractSpan]
    provider: None | str
    shortfall_usd: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        discount_usd = self.discount_usd

        name = self.name

        periods = []
        for periods_item_data in self.periods:
            periods_item = periods_item_data.to_dict()
            periods.append(periods_item)

        provider: None | str
        provider = self.provider

        shortfall_usd = self.shortfall_usd

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "discount_usd": discount_usd,
                "name": name,
                "periods": periods,
                "provider": provider,
                "shortfall_usd": shortfall_usd,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.contract_span import ContractSpan  # noqa: PLC0415

        d = dict(src_dict)
        discount_usd = d.pop("discount_usd")

        name = d.pop("name")

        periods = []
        _periods = d.pop("periods")
        for periods_item_data in _periods:
            periods_item = ContractSpan.from_dict(periods_item_data)

            periods.append(periods_item)

        def _parse_provider(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        provider = _parse_provider(d.pop("provider"))

        shortfall_usd = d.pop("shortfall_usd")

        contract_use = cls(
            discount_usd=discount_usd,
            name=name,
            periods=periods,
            provider=provider,
            shortfall_usd=shortfall_usd,
        )

        contract_use.additional_properties = d
        return contract_use

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
