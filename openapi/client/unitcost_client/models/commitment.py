from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Commitment")


@_attrs_define
class Commitment:
    """One term of committed replicas.

    Attributes:
        break_even_utilization_fraction (float | None): Used share from which it costs less than by the hour [fraction];
            than on demand, where spot may not serve the load. A commitment above 1 never pays within the horizon, but for
            what a contract counts it for.
        coverage_fraction (float): Share of all running replica-hours of the horizon it serves [fraction].
        from_month (str): First month of the term.
        months (int): Length of the term [months].
        option (str): Purchase option of the term: reserved_1y, reserved_3y, …
        replicas (int): Committed replicas, or whole ones that the dollars pay for [count].
        upfront (str): What is paid upfront: none, partial or all.
        upfront_usd (float): Paid when the term begins [USD].
        usd (float): Cost of the whole term [USD].
        usd_beyond_horizon (float): Part of it for months after the horizon or the device [USD].
        usd_per_device_hour (float): Price on its first day [USD per device-hour].
        usd_per_hour (float): Commitment on its first day, with unused devices [USD an hour].
        utilization_fraction (float): Used share of its hours within the horizon [fraction]. Of terms that overlap,
            those that begin first serve first.
    """

    break_even_utilization_fraction: float | None
    coverage_fraction: float
    from_month: str
    months: int
    option: str
    replicas: int
    upfront: str
    upfront_usd: float
    usd: float
    usd_beyond_horizon: float
    usd_per_device_hour: float
    usd_per_hour: float
    utilization_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        break_even_utilization_fraction: float | None
        break_even_utilization_fraction = self.break_even_utilization_fraction

        coverage_fraction = self.coverage_fraction

        from_month = self.from_month

        months = self.months

        option = self.option

        replicas = self.replicas

        upfront = self.upfront

        upfront_usd = self.upfront_usd

        usd = self.usd

        usd_beyond_horizon = self.usd_beyond_horizon

        usd_per_device_hour = self.usd_per_device_hour

        usd_per_hour = self.usd_per_hour

        utilization_fraction = self.utilization_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "break_even_utilization_fraction": break_even_utilization_fraction,
                "coverage_fraction": coverage_fraction,
                "from_month": from_month,
                "months": months,
                "option": option,
                "replicas": replicas,
                "upfront": upfront,
                "upfront_usd": upfront_usd,
                "usd": usd,
                "usd_beyond_horizon": usd_beyond_horizon,
                "usd_per_device_hour": usd_per_device_hour,
                "usd_per_hour": usd_per_hour,
                "utilization_fraction": utilization_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_break_even_utilization_fraction(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        break_even_utilization_fraction = _parse_break_even_utilization_fraction(
            d.pop("break_even_utilization_fraction")
        )

        coverage_fraction = d.pop("coverage_fraction")

        from_month = d.pop("from_month")

        months = d.pop("months")

        option = d.pop("option")

        replicas = d.pop("replicas")

        upfront = d.pop("upfront")

        upfront_usd = d.pop("upfront_usd")

        usd = d.pop("usd")

        usd_beyond_horizon = d.pop("usd_beyond_horizon")

        usd_per_device_hour = d.pop("usd_per_device_hour")

        usd_per_hour = d.pop("usd_per_hour")

        utilization_fraction = d.pop("utilization_fraction")

        commitment = cls(
            break_even_utilization_fraction=break_even_utilization_fraction,
            coverage_fraction=coverage_fraction,
            from_month=from_month,
            months=months,
            option=option,
            replicas=replicas,
            upfront=upfront,
            upfront_usd=upfront_usd,
            usd=usd,
            usd_beyond_horizon=usd_beyond_horizon,
            usd_per_device_hour=usd_per_device_hour,
            usd_per_hour=usd_per_hour,
            utilization_fraction=utilization_fraction,
        )

        commitment.additional_properties = d
        return commitment

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
