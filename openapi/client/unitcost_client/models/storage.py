from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Storage")


@_attrs_define
class Storage:
    """Storage and egress of a run. Defaults: the values of the tables.

    Attributes:
        egress_gigabytes (float | None | Unset): Data that leaves the provider [GB]. Default: the weights once.
        egress_usd_per_gigabyte (float | None | Unset): Price of egress [USD per GB].
        kept_checkpoint_count (float | None | Unset): Checkpoints kept at a time [count].
        usd_per_gigabyte_month (float | None | Unset): Price of storage [USD per GB-month].
    """

    egress_gigabytes: float | None | Unset = UNSET
    egress_usd_per_gigabyte: float | None | Unset = UNSET
    kept_checkpoint_count: float | None | Unset = UNSET
    usd_per_gigabyte_month: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        egress_gigabytes: float | None | Unset
        if isinstance(self.egress_gigabytes, Unset):
            egress_gigabytes = UNSET
        else:
            egress_gigabytes = self.egress_gigabytes

        egress_usd_per_gigabyte: float | None | Unset
        if isinstance(self.egress_usd_per_gigabyte, Unset):
            egress_usd_per_gigabyte = UNSET
        else:
            egress_usd_per_gigabyte = self.egress_usd_per_gigabyte

        kept_checkpoint_count: float | None | Unset
        if isinstance(self.kept_checkpoint_count, Unset):
            kept_checkpoint_count = UNSET
        else:
            kept_checkpoint_count = self.kept_checkpoint_count

        usd_per_gigabyte_month: float | None | Unset
        if isinstance(self.usd_per_gigabyte_month, Unset):
            usd_per_gigabyte_month = UNSET
        else:
            usd_per_gigabyte_month = self.usd_per_gigabyte_month

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if egress_gigabytes is not UNSET:
            field_dict["egress_gigabytes"] = egress_gigabytes
        if egress_usd_per_gigabyte is not UNSET:
            field_dict["egress_usd_per_gigabyte"] = egress_usd_per_gigabyte
        if kept_checkpoint_count is not UNSET:
            field_dict["kept_checkpoint_count"] = kept_checkpoint_count
        if usd_per_gigabyte_month is not UNSET:
            field_dict["usd_per_gigabyte_month"] = usd_per_gigabyte_month

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_egress_gigabytes(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        egress_gigabytes = _parse_egress_gigabytes(d.pop("egress_gigabytes", UNSET))

        def _parse_egress_usd_per_gigabyte(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        egress_usd_per_gigabyte = _parse_egress_usd_per_gigabyte(
            d.pop("egress_usd_per_gigabyte", UNSET)
        )

        def _parse_kept_checkpoint_count(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        kept_checkpoint_count = _parse_kept_checkpoint_count(d.pop("kept_checkpoint_count", UNSET))

        def _parse_usd_per_gigabyte_month(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        usd_per_gigabyte_month = _parse_usd_per_gigabyte_month(
            d.pop("usd_per_gigabyte_month", UNSET)
        )

        storage = cls(
            egress_gigabytes=egress_gigabytes,
            egress_usd_per_gigabyte=egress_usd_per_gigabyte,
            kept_checkpoint_count=kept_checkpoint_count,
            usd_per_gigabyte_month=usd_per_gigabyte_month,
        )

        return storage
