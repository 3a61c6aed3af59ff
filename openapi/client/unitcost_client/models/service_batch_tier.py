from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.batch_tier_month import BatchTierMonth
    from ..models.tier_use import TierUse


T = TypeVar("T", bound="ServiceBatchTier")


@_attrs_define
class ServiceBatchTier:
    """Batch work that fills what the load of a service leaves of the replicas that are paid for.

    It has no latency objective and gives way to the load. The number of replicas stays. Both share
    the bill by the time that they take of the replicas.

        Attributes:
            api_discount_fraction (float): What APIs take off their list prices for batch work [fraction].
            batch (TierUse): What the work of a tier comes to. Costs per unit are null without requests.
            energy_kilowatt_hours (float): Energy that the batch work takes besides, at the meter [kilowatt-hours].
            filled_fraction (float): Of it, what batch work fills [fraction].
            interactive (TierUse): What the work of a tier comes to. Costs per unit are null without requests.
            months (list[BatchTierMonth]):
            usd_ratio (float | None): A request of batch work over one of the service without any beside it [ratio]. Null
                where nothing is filled.
            usd_total (float): Cost of both tiers, which is that of the service with the energy and the egress of the batch
                work [USD].
            utilization_fraction (float): Of the time of the replicas that are paid for, what both use [fraction].
    """

    api_discount_fraction: float
    batch: TierUse
    energy_kilowatt_hours: float
    filled_fraction: float
    interactive: TierUse
    months: list[BatchTierMonth]
    usd_ratio: float | None
    usd_total: float
    utilization_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        api_discount_fraction = self.api_discount_fraction

        batch = self.batch.to_dict()

        energy_kilowatt_hours = self.energy_kilowatt_hours

        filled_fraction = self.filled_fraction

        interactive = self.interactive.to_dict()

        months = []
        for months_item_data in self.months:
            months_item = months_item_data.to_dict()
            months.append(months_item)

        usd_ratio: float | None
        usd_ratio = self.usd_ratio

        usd_total = self.usd_total

        utilization_fraction = self.utilization_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "api_discount_fraction": api_discount_fraction,
                "batch": batch,
                "energy_kilowatt_hours": energy_kilowatt_hours,
                "filled_fraction": filled_fraction,
                "interactive": interactive,
                "months": months,
                "usd_ratio": usd_ratio,
                "usd_total": usd_total,
                "utilization_fraction": utilization_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.batch_tier_month import BatchTierMonth  # noqa: PLC0415
        from ..models.tier_use import TierUse  # noqa: PLC0415

        d = dict(src_dict)
        api_discount_fraction = d.pop("api_discount_fraction")

        batch = TierUse.from_dict(d.pop("batch"))

        energy_kilowatt_hours = d.pop("energy_kilowatt_hours")

        filled_fraction = d.pop("filled_fraction")

        interactive = TierUse.from_dict(d.pop("interactive"))

        months = []
        _months = d.pop("months")
        for months_item_data in _months:
            months_item = BatchTierMonth.from_dict(months_item_data)

            months.append(months_item)

        def _parse_usd_ratio(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        usd_ratio = _parse_usd_ratio(d.pop("usd_ratio"))

        usd_total = d.pop("usd_total")

        utilization_fraction = d.pop("utilization_fraction")

        service_batch_tier = cls(
            api_discount_fraction=api_discount_fraction,
            batch=batch,
            energy_kilowatt_hours=energy_kilowatt_hours,
            filled_fraction=filled_fraction,
            interactive=interactive,
            months=months,
            usd_ratio=usd_ratio,
            usd_total=usd_total,
            utilization_fraction=utilization_fraction,
        )

        service_batch_tier.additional_properties = d
        return service_batch_tier

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
