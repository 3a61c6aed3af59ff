from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Lease")


@_attrs_define
class Lease:
    """Devices that are leased instead of bought. They go back after the term, unless bought out.

    Attributes:
        term_months (int): Length of the lease, paid to its end [months].
        usd_per_device_month (float): Payment for a device with its share of host and network [USD].
        buyout_usd (float | None | Unset): Price at which a device is bought after the term [USD]. It then stays to the
            end of `life_years`, with `residual_fraction` of `purchase_usd` left. Default: it goes back.
    """

    term_months: int
    usd_per_device_month: float
    buyout_usd: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        term_months = self.term_months

        usd_per_device_month = self.usd_per_device_month

        buyout_usd: float | None | Unset
        if isinstance(self.buyout_usd, Unset):
            buyout_usd = UNSET
        else:
            buyout_usd = self.buyout_usd

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "term_months": term_months,
                "usd_per_device_month": usd_per_device_month,
            }
        )
        if buyout_usd is not UNSET:
            field_dict["buyout_usd"] = buyout_usd

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        term_months = d.pop("term_months")

        usd_per_device_month = d.pop("usd_per_device_month")

        def _parse_buyout_usd(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        buyout_usd = _parse_buyout_usd(d.pop("buyout_usd", UNSET))

        lease = cls(
            term_months=term_months,
            usd_per_device_month=usd_per_device_month,
            buyout_usd=buyout_usd,
        )

        return lease
