from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.ownership_depreciation import OwnershipDepreciation, check_ownership_depreciation
from ..types import UNSET, Unset

T = TypeVar("T", bound="Ownership")


@_attrs_define
class Ownership:
    """Hourly costs of owned devices with capital. Defaults: the values of the tables.

    Attributes:
        cost_of_capital_fraction (float | None | Unset): Cost of capital per year [fraction].
        depreciation (OwnershipDepreciation | Unset): annuity: a constant cost over the life, with capital;
            straight_line: loss of value in equal parts, and the cost of capital on the mean value. Default: 'annuity'.
        hosting_usd_per_kilowatt_month (float | None | Unset): Space and power feed without energy [USD per kW-month].
        life_years (float | None | Unset): Depreciation life [years].
        operations_fraction (float | None | Unset): Staff, spares and support per year over the price [fraction].
        purchase_usd (float | None | Unset): Price of a device with its share of host and network [USD].
        residual_fraction (float | None | Unset): Value at the end of the life over the price [fraction].
    """

    cost_of_capital_fraction: float | None | Unset = UNSET
    depreciation: OwnershipDepreciation | Unset = "annuity"
    hosting_usd_per_kilowatt_month: float | None | Unset = UNSET
    life_years: float | None | Unset = UNSET
    operations_fraction: float | None | Unset = UNSET
    purchase_usd: float | None | Unset = UNSET
    residual_fraction: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        cost_of_capital_fraction: float | None | Unset
        if isinstance(self.cost_of_capital_fraction, Unset):
            cost_of_capital_fraction = UNSET
        else:
            cost_of_capital_fraction = self.cost_of_capital_fraction

        depreciation: str | Unset = UNSET
        if not isinstance(self.depreciation, Unset):
            depreciation = self.depreciation

        hosting_usd_per_kilowatt_month: float | None | Unset
        if isinstance(self.hosting_usd_per_kilowatt_month, Unset):
            hosting_usd_per_kilowatt_month = UNSET
        else:
            hosting_usd_per_kilowatt_month = self.hosting_usd_per_kilowatt_month

        life_years: float | None | Unset
        if isinstance(self.life_years, Unset):
            life_years = UNSET
        else:
            life_years = self.life_years

        operations_fraction: float | None | Unset
        if isinstance(self.operations_fraction, Unset):
            operations_fraction = UNSET
        else:
            operations_fraction = self.operations_fraction

        purchase_usd: float | None | Unset
        if isinstance(self.purchase_usd, Unset):
            purchase_usd = UNSET
        else:
            purchase_usd = self.purchase_usd

        residual_fraction: float | None | Unset
        if isinstance(self.residual_fraction, Unset):
            residual_fraction = UNSET
        else:
            residual_fraction = self.residual_fraction

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if cost_of_capital_fraction is not UNSET:
            field_dict["cost_of_capital_fraction"] = cost_of_capital_fraction
        if depreciation is not UNSET:
            field_dict["depreciation"] = depreciation
        if hosting_usd_per_kilowatt_month is not UNSET:
            field_dict["hosting_usd_per_kilowatt_month"] = hosting_usd_per_kilowatt_month
        if life_years is not UNSET:
            field_dict["life_years"] = life_years
        if operations_fraction is not UNSET:
            field_dict["operations_fraction"] = operations_fraction
        if purchase_usd is not UNSET:
            field_dict["purchase_usd"] = purchase_usd
        if residual_fraction is not UNSET:
            field_dict["residual_fraction"] = residual_fraction

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_cost_of_capital_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        cost_of_capital_fraction = _parse_cost_of_capital_fraction(
            d.pop("cost_of_capital_fraction", UNSET)
        )

        _depreciation = d.pop("depreciation", UNSET)
        depreciation: OwnershipDepreciation | Unset
        if isinstance(_depreciation, Unset):
            depreciation = UNSET
        else:
            depreciation = check_ownership_depreciation(_depreciation)

        def _parse_hosting_usd_per_kilowatt_month(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        hosting_usd_per_kilowatt_month = _parse_hosting_usd_per_kilowatt_month(
            d.pop("hosting_usd_per_kilowatt_month", UNSET)
        )

        def _parse_life_years(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        life_years = _parse_life_years(d.pop("life_years", UNSET))

        def _parse_operations_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        operations_fraction = _parse_operations_fraction(d.pop("operations_fraction", UNSET))

        def _parse_purchase_usd(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        purchase_usd = _parse_purchase_usd(d.pop("purchase_usd", UNSET))

        def _parse_residual_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        residual_fraction = _parse_residual_fraction(d.pop("residual_fraction", UNSET))

        ownership = cls(
            cost_of_capital_fraction=cost_of_capital_fraction,
            depreciation=depreciation,
            hosting_usd_per_kilowatt_month=hosting_usd_per_kilowatt_month,
            life_years=life_years,
            operations_fraction=operations_fraction,
            purchase_usd=purchase_usd,
            residual_fraction=residual_fraction,
        )

        return ownership
