from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AdaptersAnswer")


@_attrs_define
class AdaptersAnswer:
    """The adapters of a replica, and what they take; null where it serves the base model alone.

    Attributes:
        count (int): Adapters in the memory of a replica [count].
        memory_gibibytes (float): All of them, a part of memory.weights_gibibytes [GiB].
        parameters (float): Parameters of each [count].
        rank (int): Rank that memory is kept for [count].
        throughput_fraction (float): Throughput over that of the base model at the same load [fraction].
    """

    count: int
    memory_gibibytes: float
    parameters: float
    rank: int
    throughput_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        count = self.count

        memory_gibibytes = self.memory_gibibytes

        parameters = self.parameters

        rank = self.rank

        throughput_fraction = self.throughput_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "count": count,
                "memory_gibibytes": memory_gibibytes,
                "parameters": parameters,
                "rank": rank,
                "throughput_fraction": throughput_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        count = d.pop("count")

        memory_gibibytes = d.pop("memory_gibibytes")

        parameters = d.pop("parameters")

        rank = d.pop("rank")

        throughput_fraction = d.pop("throughput_fraction")

        adapters_answer = cls(
            count=count,
            memory_gibibytes=memory_gibibytes,
            parameters=parameters,
            rank=rank,
            throughput_fraction=throughput_fraction,
        )

        adapters_answer.additional_properties = d
        return adapters_answer

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
