from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RateFrom")


@_attrs_define
class RateFrom:
    """A rate of exchange from a month on.

    Attributes:
        month (str): First month of the rate.
        usd_per_currency_unit (float): USD for one unit of `currency`. Default: the rate of the release.
    """

    month: str
    usd_per_currency_unit: float

    def to_dict(self) -> dict[str, Any]:
        month = self.month

        usd_per_currency_unit = self.usd_per_currency_unit

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "month": month,
                "usd_per_currency_unit": usd_per_currency_unit,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        month = d.pop("month")

        usd_per_currency_unit = d.pop("usd_per_currency_unit")

        rate_from = cls(
            month=month,
            usd_per_currency_unit=usd_per_currency_unit,
        )

        return rate_from
