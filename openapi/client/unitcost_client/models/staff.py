from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="Staff")


@_attrs_define
class Staff:
    """People who look after devices.

    Attributes:
        device_count (int): Devices that they look after, also for other work [count].
        person_count (float): Full-time people [count].
        usd_per_person_year (float): Cost of one with all benefits [USD per year].
    """

    device_count: int
    person_count: float
    usd_per_person_year: float

    def to_dict(self) -> dict[str, Any]:
        device_count = self.device_count

        person_count = self.person_count

        usd_per_person_year = self.usd_per_person_year

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "device_count": device_count,
                "person_count": person_count,
                "usd_per_person_year": usd_per_person_year,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        device_count = d.pop("device_count")

        person_count = d.pop("person_count")

        usd_per_person_year = d.pop("usd_per_person_year")

        staff = cls(
            device_count=device_count,
            person_count=person_count,
            usd_per_person_year=usd_per_person_year,
        )

        return staff
