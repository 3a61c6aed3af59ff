from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="SpeculationGain")


@_attrs_define
class SpeculationGain:
    """What drafting tokens ahead does at the load; null where tokens are decoded one by one.

    Attributes:
        draft_tokens (int): Tokens drafted in a step [count].
        method (str): How tokens are drafted.
        throughput_ratio (float): Throughput over that of the same layout and load without speculation [ratio]. Below 1
            it is a loss.
        tokens_per_step (float): Mean tokens that a step generates for a request [tokens].
    """

    draft_tokens: int
    method: str
    throughput_ratio: float
    tokens_per_step: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        draft_tokens = self.draft_tokens

        method = self.method

        throughput_ratio = self.throughput_ratio

        tokens_per_step = self.tokens_per_step

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "draft_tokens": draft_tokens,
                "method": method,
                "throughput_ratio": throughput_ratio,
                "tokens_per_step": tokens_per_step,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        draft_tokens = d.pop("draft_tokens")

        method = d.pop("method")

        throughput_ratio = d.pop("throughput_ratio")

        tokens_per_step = d.pop("tokens_per_step")

        speculation_gain = cls(
            draft_tokens=draft_tokens,
            method=method,
            throughput_ratio=throughput_ratio,
            tokens_per_step=tokens_per_step,
        )

        speculation_gain.additional_properties = d
        return speculation_gain

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
