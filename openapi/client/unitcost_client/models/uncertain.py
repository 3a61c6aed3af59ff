from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.month_spread import MonthSpread
    from ..models.spread import Spread


T = TypeVar("T", bound="Uncertain")


@_attrs_define
class Uncertain:
    """Monte Carlo percentiles of the cost of the plan, with drawn loads, throughputs and prices.

    Attributes:
        draws (int): Number of draws [count].
        months (list[MonthSpread]):
        seed (int): Seed of the draws [count].
        usd_total (Spread): Percentiles over the draws.
    """

    draws: int
    months: list[MonthSpread]
    seed: int
    usd_total: Spread
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        draws = self.draws

        months = []
        for months_item_data in self.months:
            months_item = months_item_data.to_dict()
            months.append(months_item)

        seed = self.seed

        usd_total = self.usd_total.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "draws": draws,
                "months": months,
                "seed": seed,
                "usd_total": usd_total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.month_spread import MonthSpread  # noqa: PLC0415
        from ..models.spread import Spread  # noqa: PLC0415

        d = dict(src_dict)
        draws = d.pop("draws")

        months = []
        _months = d.pop("months")
        for months_item_data in _months:
            months_item = MonthSpread.from_dict(months_item_data)

            months.append(months_item)

        seed = d.pop("seed")

        usd_total = Spread.from_dict(d.pop("usd_total"))

        uncertain = cls(
            draws=draws,
            months=months,
            seed=seed,
            usd_total=usd_total,
        )

        uncertain.additional_properties = d
        return uncertain

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
