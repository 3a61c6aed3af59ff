from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.effects import Effects
    from ..models.unit_prices import UnitPrices


T = TypeVar("T", bound="VarianceMonth")


@_attrs_define
class VarianceMonth:
    """A month that was billed, beside its plan.

    Attributes:
        actual_usd (float): Billed cost [USD].
        effects (Effects): Parts of a variance, which add up to it. Above 0: it cost more than planned.
        month (str): The month, YYYY-MM.
        plan_usd (float): Planned cost [USD].
        unit_prices (UnitPrices): What was paid for each unit that was served; null where nothing says how many there
            were.
        utilization_fraction (float | None): What was served over what the billed hours could serve [fraction]. Null
            where one of both is unknown. Above 1, the plan has too low a throughput.
        variance_usd (float): actual_usd less plan_usd [USD].
    """

    actual_usd: float
    effects: Effects
    month: str
    plan_usd: float
    unit_prices: UnitPrices
    utilization_fraction: float | None
    variance_usd: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        actual_usd = self.actual_usd

        effects = self.effects.to_dict()

        month = self.month

        plan_usd = self.plan_usd

        unit_prices = self.unit_prices.to_dict()

        utilization_fraction: float | None
        utilization_fraction = self.utilization_fraction

        variance_usd = self.variance_usd

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "actual_usd": actual_usd,
                "effects": effects,
                "month": month,
                "plan_usd": plan_usd,
                "unit_prices": unit_prices,
                "utilization_fraction": utilization_fraction,
                "variance_usd": variance_usd,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.effects import Effects  # noqa: PLC0415
        from ..models.unit_prices import UnitPrices  # noqa: PLC0415

        d = dict(src_dict)
        actual_usd = d.pop("actual_usd")

        effects = Effects.from_dict(d.pop("effects"))

        month = d.pop("month")

        plan_usd = d.pop("plan_usd")

        unit_prices = UnitPrices.from_dict(d.pop("unit_prices"))

        def _parse_utilization_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        utilization_fraction = _parse_utilization_fraction(d.pop("utilization_fraction"))

        variance_usd = d.pop("variance_usd")

        variance_month = cls(
            actual_usd=actual_usd,
            effects=effects,
            month=month,
            plan_usd=plan_usd,
            unit_prices=unit_prices,
            utilization_fraction=utilization_fraction,
            variance_usd=variance_usd,
        )

        variance_month.additional_properties = d
        return variance_month

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
