from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.year_line_items_usd import YearLineItemsUsd


T = TypeVar("T", bound="Year")


@_attrs_define
class Year:
    """The cost of the months of the horizon that begin in one year.

    Attributes:
        device_hours (float): Device-hours that are paid for or owned [device-hours].
        energy_kilowatt_hours (float): Energy at the meter, whether charged or not [kilowatt-hours].
        kilograms_co2e (float): Emissions of that energy [kilograms CO₂e].
        line_items_usd (YearLineItemsUsd): Cost of each item [USD]. The items add up exactly to `usd_total`.
            `commitment_unused` is of hours of terms that nothing used, and in the last month of those after the horizon.
        months (int): Months of the horizon in this year [months].
        requests (float): Requests served [count].
        usd_discounted (float): Present value of usd_paid when the first month begins [USD]. A month is paid when it
            begins. The value of retired devices comes back at the end of their last month.
        usd_paid (float): Payments in this time [USD]. Owned devices are paid for when they are bought, and their final
            value comes back. The sum over the horizon is usd_total less cost_of_capital, which nobody is paid.
        usd_per_million_tokens (float | None): USD per million tokens, input and output together.
        usd_per_request (float | None): USD per request.
        usd_total (float): The sum of the items [USD].
        utilization_fraction (float): Requests over those that the running replicas could serve [fraction].
        year (int): Calendar year. A fiscal year has the year of its end [year].
    """

    device_hours: float
    energy_kilowatt_hours: float
    kilograms_co2e: float
    line_items_usd: YearLineItemsUsd
    months: int
    requests: float
    usd_discounted: float
    usd_paid: float
    usd_per_million_tokens: float | None
    usd_per_request: float | None
    usd_total: float
    utilization_fraction: float
    year: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        device_hours = self.device_hours

        energy_kilowatt_hours = self.energy_kilowatt_hours

        kilograms_co2e = self.kilograms_co2e

        line_items_usd = self.line_items_usd.to_dict()

        months = self.months

        requests = self.requests

        usd_discounted = self.usd_discounted

        usd_paid = self.usd_paid

        usd_per_million_tokens: float | None
        usd_per_million_tokens = self.usd_per_million_tokens

        usd_per_request: float | None
        usd_per_request = self.usd_per_request

        usd_total = self.usd_total

        utilization_fraction = self.utilization_fraction

        year = self.year

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "device_hours": device_hours,
                "energy_kilowatt_hours": energy_kilowatt_hours,
                "kilograms_co2e": kilograms_co2e,
                "line_items_usd": line_items_usd,
                "months": months,
                "requests": requests,
                "usd_discounted": usd_discounted,
                "usd_paid": usd_paid,
                "usd_per_million_tokens": usd_per_million_tokens,
                "usd_per_request": usd_per_request,
                "usd_total": usd_total,
                "utilization_fraction": utilization_fraction,
                "year": year,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.year_line_items_usd import YearLineItemsUsd  # noqa: PLC0415

        d = dict(src_dict)
        device_hours = d.pop("device_hours")

        energy_kilowatt_hours = d.pop("energy_kilowatt_hours")

        kilograms_co2e = d.pop("kilograms_co2e")

        line_items_usd = YearLineItemsUsd.from_dict(d.pop("line_items_usd"))

        months = d.pop("months")

        requests = d.pop("requests")

        usd_discounted = d.pop("usd_discounted")

        usd_paid = d.pop("usd_paid")

        def _parse_usd_per_million_tokens(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_million_tokens = _parse_usd_per_million_tokens(d.pop("usd_per_million_tokens"))

        def _parse_usd_per_request(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_per_request = _parse_usd_per_request(d.pop("usd_per_request"))

        usd_total = d.pop("usd_total")

        utilization_fraction = d.pop("utilization_fraction")

        year = d.pop("year")

        year = cls(
            device_hours=device_hours,
            energy_kilowatt_hours=energy_kilowatt_hours,
            kilograms_co2e=kilograms_co2e,
            line_items_usd=line_items_usd,
            months=months,
            requests=requests,
            usd_discounted=usd_discounted,
            usd_paid=usd_paid,
            usd_per_million_tokens=usd_per_million_tokens,
            usd_per_request=usd_per_request,
            usd_total=usd_total,
            utilization_fraction=utilization_fraction,
            year=year,
        )

        year.additional_properties = d
        return year

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
