from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TransferAnswer")


@_attrs_define
class TransferAnswer:
    """The cache of a prompt on its way from one pool to the other.

    Attributes:
        bytes_per_second (float): What the links of a replica carry at the slower end [bytes per second].
        cache_bytes (float): KV cache of a prompt [bytes].
        is_within_node (bool): Whether the links of one node join both pools, or a network.
        requests_per_second (float): Requests per second that the links of all devices carry.
        seconds (float): Time that it is on its way, a part of ttft_seconds [seconds].
    """

    bytes_per_second: float
    cache_bytes: float
    is_within_node: bool
    requests_per_second: float
    seconds: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bytes_per_second = self.bytes_per_second

        cache_bytes = self.cache_bytes

        is_within_node = self.is_within_node

        requests_per_second = self.requests_per_second

        seconds = self.seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bytes_per_second": bytes_per_second,
                "cache_bytes": cache_bytes,
                "is_within_node": is_within_node,
                "requests_per_second": requests_per_second,
                "seconds": seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        bytes_per_second = d.pop("bytes_per_second")

        cache_bytes = d.pop("cache_bytes")

        is_within_node = d.pop("is_within_node")

        requests_per_second = d.pop("requests_per_second")

        seconds = d.pop("seconds")

        transfer_answer = cls(
            bytes_per_second=bytes_per_second,
            cache_bytes=cache_bytes,
            is_within_node=is_within_node,
            requests_per_second=requests_per_second,
            seconds=seconds,
        )

        transfer_answer.additional_properties = d
        return transfer_answer

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
