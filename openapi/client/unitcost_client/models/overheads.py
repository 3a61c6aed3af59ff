from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Overheads")


@_attrs_define
class Overheads:
    """Costs of serving other than compute. Defaults: the values of the tables, and no staff.

    Attributes:
        egress_bytes_per_request (float | None | Unset): Mean bytes sent to the caller per request [bytes].
        egress_usd_per_gigabyte (float | None | Unset): Network egress [USD per gigabyte].
        staff_usd_per_month (float | None | Unset): Staff [USD per month].
        storage_gigabytes (float | None | Unset): Data in storage [gigabytes]. Default: the weights once.
        storage_usd_per_gigabyte_month (float | None | Unset): Storage [USD per gigabyte-month].
    """

    egress_bytes_per_request: float | None | Unset = UNSET
    egress_usd_per_gigabyte: float | None | Unset = UNSET
    staff_usd_per_month: float | None | Unset = UNSET
    storage_gigabytes: float | None | Unset = UNSET
    storage_usd_per_gigabyte_month: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        egress_bytes_per_request: float | None | Unset
        if isinstance(self.egress_bytes_per_request, Unset):
            egress_bytes_per_request = UNSET
        else:
            egress_bytes_per_request = self.egress_bytes_per_request

        egress_usd_per_gigabyte: float | None | Unset
        if isinstance(self.egress_usd_per_gigabyte, Unset):
            egress_usd_per_gigabyte = UNSET
        else:
            egress_usd_per_gigabyte = self.egress_usd_per_gigabyte

        staff_usd_per_month: float | None | Unset
        if isinstance(self.staff_usd_per_month, Unset):
            staff_usd_per_month = UNSET
        else:
            staff_usd_per_month = self.staff_usd_per_month

        storage_gigabytes: float | None | Unset
        if isinstance(self.storage_gigabytes, Unset):
            storage_gigabytes = UNSET
        else:
            storage_gigabytes = self.storage_gigabytes

        storage_usd_per_gigabyte_month: float | None | Unset
        if isinstance(self.storage_usd_per_gigabyte_month, Unset):
            storage_usd_per_gigabyte_month = UNSET
        else:
            storage_usd_per_gigabyte_month = self.storage_usd_per_gigabyte_month

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if egress_bytes_per_request is not UNSET:
            field_dict["egress_bytes_per_request"] = egress_bytes_per_request
        if egress_usd_per_gigabyte is not UNSET:
            field_dict["egress_usd_per_gigabyte"] = egress_usd_per_gigabyte
        if staff_usd_per_month is not UNSET:
            field_dict["staff_usd_per_month"] = staff_usd_per_month
        if storage_gigabytes is not UNSET:
            field_dict["storage_gigabytes"] = storage_gigabytes
        if storage_usd_per_gigabyte_month is not UNSET:
            field_dict["storage_usd_per_gigabyte_month"] = storage_usd_per_gigabyte_month

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_egress_bytes_per_request(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        egress_bytes_per_request = _parse_egress_bytes_per_request(
            d.pop("egress_bytes_per_request", UNSET)
        )

        def _parse_egress_usd_per_gigabyte(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        egress_usd_per_gigabyte = _parse_egress_usd_per_gigabyte(
            d.pop("egress_usd_per_gigabyte", UNSET)
        )

        def _parse_staff_usd_per_month(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        staff_usd_per_month = _parse_staff_usd_per_month(d.pop("staff_usd_per_month", UNSET))

        def _parse_storage_gigabytes(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        storage_gigabytes = _parse_storage_gigabytes(d.pop("storage_gigabytes", UNSET))

        def _parse_storage_usd_per_gigabyte_month(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        storage_usd_per_gigabyte_month = _parse_storage_usd_per_gigabyte_month(
            d.pop("storage_usd_per_gigabyte_month", UNSET)
        )

        overheads = cls(
            egress_bytes_per_request=egress_bytes_per_request,
            egress_usd_per_gigabyte=egress_usd_per_gigabyte,
            staff_usd_per_month=staff_usd_per_month,
            storage_gigabytes=storage_gigabytes,
            storage_usd_per_gigabyte_month=storage_usd_per_gigabyte_month,
        )

        return overheads
