from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="SpendTier")


@_attrs_define
class SpendTier:
    """A discount from some spend on.

    Attributes:
        discount_fraction (float): Discount of the tier [fraction].
        from_usd (float): Spend of the period from which the tier holds, before it [USD].
    """

    discount_fraction: float
    from_usd: float

    def to_dict(self) -> dict[str, Any]:
        discount_fraction = self.discount_fraction

        from_usd = self.from_usd

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "discount_fraction": discount_fraction,
                "from_usd": from_usd,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        discount_fraction = d.pop("discount_fraction")

        from_usd = d.pop("from_usd")

        spend_tier = cls(
            discount_fraction=discount_fraction,
            from_usd=from_usd,
        )

        return spend_tier
