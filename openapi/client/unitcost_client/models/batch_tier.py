from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.tier_costs import TierCosts


T = TypeVar("T", bound="BatchTier")


@_attrs_define
class BatchTier:
    """Batch work that fills what interactive work leaves of the devices.

    Both share the bill by the time that they take of the devices, and what neither uses likewise.
    Batch work has no latency objective.

        Attributes:
            api_discount_fraction (float): What APIs take off their list prices for batch work [fraction].
            batch (TierCosts): What the work of a tier costs, with the bill shared by the time of the devices.
            filled_fraction (float): Of it, what batch work fills; 0 where none is left [fraction].
            interactive (TierCosts): What the work of a tier costs, with the bill shared by the time of the devices.
            usd_ratio (float): A request of batch work over one of interactive work without any beside it [ratio].
            utilization_fraction (float): Of the time of the devices, what both use together [fraction].
    """

    api_discount_fraction: float
    batch: TierCosts
    filled_fraction: float
    interactive: TierCosts
    usd_ratio: float
    utilization_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        api_discount_fraction = self.api_discount_fraction

        batch = self.batch.to_dict()

        filled_fraction = self.filled_fraction

        interactive = self.interactive.to_dict()

        usd_ratio = self.usd_ratio

        utilization_fraction = self.utilization_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "api_discount_fraction": api_discount_fraction,
                "batch": batch,
                "filled_fraction": filled_fraction,
                "interactive": interactive,
                "usd_ratio": usd_ratio,
                "utilization_fraction": utilization_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tier_costs import TierCosts  # noqa: PLC0415

        d = dict(src_dict)
        api_discount_fraction = d.pop("api_discount_fraction")

        batch = TierCosts.from_dict(d.pop("batch"))

        filled_fraction = d.pop("filled_fraction")

        interactive = TierCosts.from_dict(d.pop("interactive"))

        usd_ratio = d.pop("usd_ratio")

        utilization_fraction = d.pop("utilization_fraction")

        batch_tier = cls(
            api_discount_fraction=api_discount_fraction,
            batch=batch,
            filled_fraction=filled_fraction,
            interactive=interactive,
            usd_ratio=usd_ratio,
            utilization_fraction=utilization_fraction,
        )

        batch_tier.additional_properties = d
        return batch_tier

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
