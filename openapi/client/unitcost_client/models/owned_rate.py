from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="OwnedRate")


@_attrs_define
class OwnedRate:
    """What owning or leasing a device costs an hour of the calendar, in the mean of its life.

    Attributes:
        cost_of_capital_usd_per_device_hour (float): What the capital in it must earn [USD].
        depreciation_usd_per_device_hour (float): Loss of value [USD].
        energy_usd_per_device_hour (float): Energy at the meter, as this work draws it [USD].
        hosting_usd_per_device_hour (float): Space and power feed [USD].
        lease_usd_per_device_hour (float): Payments of a lease [USD].
        life_years (float): Time from purchase or lease until a device is gone [years].
        operations_usd_per_device_hour (float): Staff, spares and support, where they are given together [USD].
        purchase_usd (float): Price of a device, or all payments of its lease [USD].
        software_usd_per_device_hour (float): Software licences [USD].
        spares_usd_per_device_hour (float): Spare parts [USD].
        staff_usd_per_device_hour (float): Staff [USD].
        support_usd_per_device_hour (float): Support contracts [USD].
        usd_per_device_hour (float): All of these without energy, as prices are shown [USD].
        usd_per_device_hour_all_in (float): All of these, with energy [USD].
    """

    cost_of_capital_usd_per_device_hour: float
    depreciation_usd_per_device_hour: float
    energy_usd_per_device_hour: float
    hosting_usd_per_device_hour: float
    lease_usd_per_device_hour: float
    life_years: float
    operations_usd_per_device_hour: float
    purchase_usd: float
    software_usd_per_device_hour: float
    spares_usd_per_device_hour: float
    staff_usd_per_device_hour: float
    support_usd_per_device_hour: float
    usd_per_device_hour: float
    usd_per_device_hour_all_in: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cost_of_capital_usd_per_device_hour = self.cost_of_capital_usd_per_device_hour

        depreciation_usd_per_device_hour = self.depreciation_usd_per_device_hour

        energy_usd_per_device_hour = self.energy_usd_per_device_hour

        hosting_usd_per_device_hour = self.hosting_usd_per_device_hour

        lease_usd_per_device_hour = self.lease_usd_per_device_hour

        life_years = self.life_years

        operations_usd_per_device_hour = self.operations_usd_per_device_hour

        purchase_usd = self.purchase_usd

        software_usd_per_device_hour = self.software_usd_per_device_hour

        spares_usd_per_device_hour = self.spares_usd_per_device_hour

        staff_usd_per_device_hour = self.staff_usd_per_device_hour

        support_usd_per_device_hour = self.support_usd_per_device_hour

        usd_per_device_hour = self.usd_per_device_hour

        usd_per_device_hour_all_in = self.usd_per_device_hour_all_in

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cost_of_capital_usd_per_device_hour": cost_of_capital_usd_per_device_hour,
                "depreciation_usd_per_device_hour": depreciation_usd_per_device_hour,
                "energy_usd_per_device_hour": energy_usd_per_device_hour,
                "hosting_usd_per_device_hour": hosting_usd_per_device_hour,
                "lease_usd_per_device_hour": lease_usd_per_device_hour,
                "life_years": life_years,
                "operations_usd_per_device_hour": operations_usd_per_device_hour,
                "purchase_usd": purchase_usd,
                "software_usd_per_device_hour": software_usd_per_device_hour,
                "spares_usd_per_device_hour": spares_usd_per_device_hour,
                "staff_usd_per_device_hour": staff_usd_per_device_hour,
                "support_usd_per_device_hour": support_usd_per_device_hour,
                "usd_per_device_hour": usd_per_device_hour,
                "usd_per_device_hour_all_in": usd_per_device_hour_all_in,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        cost_of_capital_usd_per_device_hour = d.pop("cost_of_capital_usd_per_device_hour")

        depreciation_usd_per_device_hour = d.pop("depreciation_usd_per_device_hour")

        energy_usd_per_device_hour = d.pop("energy_usd_per_device_hour")

        hosting_usd_per_device_hour = d.pop("hosting_usd_per_device_hour")

        lease_usd_per_device_hour = d.pop("lease_usd_per_device_hour")

        life_years = d.pop("life_years")

        operations_usd_per_device_hour = d.pop("operations_usd_per_device_hour")

        purchase_usd = d.pop("purchase_usd")

        software_usd_per_device_hour = d.pop("software_usd_per_device_hour")

        spares_usd_per_device_hour = d.pop("spares_usd_per_device_hour")

        staff_usd_per_device_hour = d.pop("staff_usd_per_device_hour")

        support_usd_per_device_hour = d.pop("support_usd_per_device_hour")

        usd_per_device_hour = d.pop("usd_per_device_hour")

        usd_per_device_hour_all_in = d.pop("usd_per_device_hour_all_in")

        owned_rate = cls(
            cost_of_capital_usd_per_device_hour=cost_of_capital_usd_per_device_hour,
            depreciation_usd_per_device_hour=depreciation_usd_per_device_hour,
            energy_usd_per_device_hour=energy_usd_per_device_hour,
            hosting_usd_per_device_hour=hosting_usd_per_device_hour,
            lease_usd_per_device_hour=lease_usd_per_device_hour,
            life_years=life_years,
            operations_usd_per_device_hour=operations_usd_per_device_hour,
            purchase_usd=purchase_usd,
            software_usd_per_device_hour=software_usd_per_device_hour,
            spares_usd_per_device_hour=spares_usd_per_device_hour,
            staff_usd_per_device_hour=staff_usd_per_device_hour,
            support_usd_per_device_hour=support_usd_per_device_hour,
            usd_per_device_hour=usd_per_device_hour,
            usd_per_device_hour_all_in=usd_per_device_hour_all_in,
        )

        owned_rate.additional_properties = d
        return owned_rate

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
