from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.tier_use import TierUse


T = TypeVar("T", bound="BatchTierMonth")


@_attrs_define
class BatchTierMonth:
    """Both tiers of a month.

    Attributes:
        batch (TierUse): What the work of a tier comes to. Costs per unit are null without requests.
        filled_fraction (float): Of it, what batch work fills [fraction].
        interactive (TierUse): What the work of a tier comes to. Costs per unit are null without requests.
        month (str): The month, YYYY-MM.
        usd_total (float): Cost of both tiers, which is that of the service with the energy and the egress of the batch
            work [USD].
        utilization_fraction (float): Of the time of the replicas that are paid for, what both use [fraction].
    """

    batch: TierUse
    filled_fraction: float
    interactive: TierUse
    month: str
    usd_total: float
    utilization_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        batch = self.batch.to_dict()

        filled_fraction = self.filled_fraction

        interactive = self.interactive.to_dict()

        month = self.month

        usd_total = self.usd_total

        utilization_fraction = self.utilization_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "batch": batch,
                "filled_fraction": filled_fraction,
                "interactive": interactive,
                "month": month,
                "usd_total": usd_total,
                "utilization_fraction": utilization_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tier_use import TierUse  # noqa: PLC0415

        d = dict(src_dict)
        batch = TierUse.from_dict(d.pop("batch"))

        filled_fraction = d.pop("filled_fraction")

        interactive = TierUse.from_dict(d.pop("interactive"))

        month = d.pop("month")

        usd_total = d.pop("usd_total")

        utilization_fraction = d.pop("utilization_fraction")

        batch_tier_month = cls(
            batch=batch,
            filled_fraction=filled_fraction,
            interactive=interactive,
            month=month,
            usd_total=usd_total,
            utilization_fraction=utilization_fraction,
        )

        batch_tier_month.additional_properties = d
        return batch_tier_month

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
