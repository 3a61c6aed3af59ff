from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.ownership_depreciation import (
    OwnershipDepreciation,
    check_ownership_depreciation,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.financing import Financing
    from ..models.lease import Lease
    from ..models.staff import Staff


T = TypeVar("T", bound="Ownership")


@_attrs_define
class Ownership:
    """Costs of owned or leased devices. Defaults: the values of the tables.

    Attributes:
        cost_of_capital_fraction (float | None | Unset): Cost of capital per year (WACC) [fraction].
        depreciation (OwnershipDepreciation | Unset): annuity: a constant cost over the life, with the cost of capital;
            straight_line: loss of value in equal parts, and the cost of capital on the mean value; declining: the same
            share of the value is lost every year, and the cost of capital is on that value. Default: annuity.
        financing (Financing | None | Unset):
        hosting_usd_per_kilowatt_month (float | None | Unset): Space and power feed without energy [USD per kW-month].
        lease (Lease | None | Unset):
        life_years (float | None | Unset): Depreciation life, in whole months [years].
        network_fraction (float | Unset): Network that the price does not include, over the price [fraction]. Default:
            0.0.
        operations_fraction (float | None | Unset): Staff, spares and support per year over the price [fraction]. Leave
            it out to give these three by themselves.
        purchase_usd (float | None | Unset): Price of a device with its share of host and network [USD].
        rated_watts_per_device (float | None | Unset): What a device's share of its server is rated at, which hosting is
            billed by [watts]. Default: the nameplate of the table.
        residual_fraction (float | None | Unset): Value at the end of the life over the price [fraction].
        software_usd_per_device_year (float | Unset): Software licences [USD per device and year]. Default: 0.0.
        spares_fraction (float | None | Unset): Spare parts per year over the price [fraction].
        staff (None | Staff | Unset): Staff as people, instead of `staff_fraction`.
        staff_fraction (float | None | Unset): Staff per year over the price [fraction].
        storage_fraction (float | Unset): Storage that the price does not include, over the price [fraction]. Default:
            0.0.
        support_fraction (float | None | Unset): Support contracts per year over the price [fraction].
    """

    cost_of_capital_fraction: float | None | Unset = UNSET
    depreciation: OwnershipDepreciation | Unset = UNSET
    financing: Financing | None | Unset = UNSET
    hosting_usd_per_kilowatt_month: float | None | Unset = UNSET
    lease: Lease | None | Unset = UNSET
    life_years: float | None | Unset = UNSET
    network_fraction: float | Unset = UNSET
    operations_fraction: float | None | Unset = UNSET
    purchase_usd: float | None | Unset = UNSET
    rated_watts_per_device: float | None | Unset = UNSET
    residual_fraction: float | None | Unset = UNSET
    software_usd_per_device_year: float | Unset = UNSET
    spares_fraction: float | None | Unset = UNSET
    staff: None | Staff | Unset = UNSET
    staff_fraction: float | None | Unset = UNSET
    storage_fraction: float | Unset = UNSET
    support_fraction: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.financing import Financing  # noqa: PLC0415
        from ..models.lease import Lease  # noqa: PLC0415
        from ..models.staff import Staff  # noqa: PLC0415

        cost_of_capital_fraction: float | None | Unset
        if isinstance(self.cost_of_capital_fraction, Unset):
            cost_of_capital_fraction = UNSET
        else:
            cost_of_capital_fraction = self.cost_of_capital_fraction

        depreciation: str | Unset = UNSET
        if not isinstance(self.depreciation, Unset):
            depreciation = self.depreciation

        financing: dict[str, Any] | None | Unset
        if isinstance(self.financing, Unset):
            financing = UNSET
        elif isinstance(self.financing, Financing):
            financing = self.financing.to_dict()
        else:
            financing = self.financing

        hosting_usd_per_kilowatt_month: float | None | Unset
        if isinstance(self.hosting_usd_per_kilowatt_month, Unset):
            hosting_usd_per_kilowatt_month = UNSET
        else:
            hosting_usd_per_kilowatt_month = self.hosting_usd_per_kilowatt_month

        lease: dict[str, Any] | None | Unset
        if isinstance(self.lease, Unset):
            lease = UNSET
        elif isinstance(self.lease, Lease):
            lease = self.lease.to_dict()
        else:
            lease = self.lease

        life_years: float | None | Unset
        if isinstance(self.life_years, Unset):
            life_years = UNSET
        else:
            life_years = self.life_years

        network_fraction = self.network_fraction

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

        rated_watts_per_device: float | None | Unset
        if isinstance(self.rated_watts_per_device, Unset):
            rated_watts_per_device = UNSET
        else:
            rated_watts_per_device = self.rated_watts_per_device

        residual_fraction: float | None | Unset
        if isinstance(self.residual_fraction, Unset):
            residual_fraction = UNSET
        else:
            residual_fraction = self.residual_fraction

        software_usd_per_device_year = self.software_usd_per_device_year

        spares_fraction: float | None | Unset
        if isinstance(self.spares_fraction, Unset):
            spares_fraction = UNSET
        else:
            spares_fraction = self.spares_fraction

        staff: dict[str, Any] | None | Unset
        if isinstance(self.staff, Unset):
            staff = UNSET
        elif isinstance(self.staff, Staff):
            staff = self.staff.to_dict()
        else:
            staff = self.staff

        staff_fraction: float | None | Unset
        if isinstance(self.staff_fraction, Unset):
            staff_fraction = UNSET
        else:
            staff_fraction = self.staff_fraction

        storage_fraction = self.storage_fraction

        support_fraction: float | None | Unset
        if isinstance(self.support_fraction, Unset):
            support_fraction = UNSET
        else:
            support_fraction = self.support_fraction

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if cost_of_capital_fraction is not UNSET:
            field_dict["cost_of_capital_fraction"] = cost_of_capital_fraction
        if depreciation is not UNSET:
            field_dict["depreciation"] = depreciation
        if financing is not UNSET:
            field_dict["financing"] = financing
        if hosting_usd_per_kilowatt_month is not UNSET:
            field_dict["hosting_usd_per_kilowatt_month"] = hosting_usd_per_kilowatt_month
        if lease is not UNSET:
            field_dict["lease"] = lease
        if life_years is not UNSET:
            field_dict["life_years"] = life_years
        if network_fraction is not UNSET:
            field_dict["network_fraction"] = network_fraction
        if operations_fraction is not UNSET:
            field_dict["operations_fraction"] = operations_fraction
        if purchase_usd is not UNSET:
            field_dict["purchase_usd"] = purchase_usd
        if rated_watts_per_device is not UNSET:
            field_dict["rated_watts_per_device"] = rated_watts_per_device
        if residual_fraction is not UNSET:
            field_dict["residual_fraction"] = residual_fraction
        if software_usd_per_device_year is not UNSET:
            field_dict["software_usd_per_device_year"] = software_usd_per_device_year
        if spares_fraction is not UNSET:
            field_dict["spares_fraction"] = spares_fraction
        if staff is not UNSET:
            field_dict["staff"] = staff
        if staff_fraction is not UNSET:
            field_dict["staff_fraction"] = staff_fraction
        if storage_fraction is not UNSET:
            field_dict["storage_fraction"] = storage_fraction
        if support_fraction is not UNSET:
            field_dict["support_fraction"] = support_fraction

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.financing import Financing  # noqa: PLC0415
        from ..models.lease import Lease  # noqa: PLC0415
        from ..models.staff import Staff  # noqa: PLC0415

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

        def _parse_financing(data: object) -> Financing | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                financing_type_0 = Financing.from_dict(data)

                return financing_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Financing | None | Unset, data)

        financing = _parse_financing(d.pop("financing", UNSET))

        def _parse_hosting_usd_per_kilowatt_month(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        hosting_usd_per_kilowatt_month = _parse_hosting_usd_per_kilowatt_month(
            d.pop("hosting_usd_per_kilowatt_month", UNSET)
        )

        def _parse_lease(data: object) -> Lease | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                lease_type_0 = Lease.from_dict(data)

                return lease_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Lease | None | Unset, data)

        lease = _parse_lease(d.pop("lease", UNSET))

        def _parse_life_years(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        life_years = _parse_life_years(d.pop("life_years", UNSET))

        network_fraction = d.pop("network_fraction", UNSET)

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

        def _parse_rated_watts_per_device(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        rated_watts_per_device = _parse_rated_watts_per_device(
            d.pop("rated_watts_per_device", UNSET)
        )

        def _parse_residual_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        residual_fraction = _parse_residual_fraction(d.pop("residual_fraction", UNSET))

        software_usd_per_device_year = d.pop("software_usd_per_device_year", UNSET)

        def _parse_spares_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        spares_fraction = _parse_spares_fraction(d.pop("spares_fraction", UNSET))

        def _parse_staff(data: object) -> None | Staff | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                staff_type_0 = Staff.from_dict(data)

                return staff_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Staff | Unset, data)

        staff = _parse_staff(d.pop("staff", UNSET))

        def _parse_staff_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        staff_fraction = _parse_staff_fraction(d.pop("staff_fraction", UNSET))

        storage_fraction = d.pop("storage_fraction", UNSET)

        def _parse_support_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        support_fraction = _parse_support_fraction(d.pop("support_fraction", UNSET))

        ownership = cls(
            cost_of_capital_fraction=cost_of_capital_fraction,
            depreciation=depreciation,
            financing=financing,
            hosting_usd_per_kilowatt_month=hosting_usd_per_kilowatt_month,
            lease=lease,
            life_years=life_years,
            network_fraction=network_fraction,
            operations_fraction=operations_fraction,
            purchase_usd=purchase_usd,
            rated_watts_per_device=rated_watts_per_device,
            residual_fraction=residual_fraction,
            software_usd_per_device_year=software_usd_per_device_year,
            spares_fraction=spares_fraction,
            staff=staff,
            staff_fraction=staff_fraction,
            storage_fraction=storage_fraction,
            support_fraction=support_fraction,
        )

        return ownership
