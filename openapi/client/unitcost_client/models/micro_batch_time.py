from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="MicroBatchTime")


@_attrs_define
class MicroBatchTime:
    """What the seconds of a micro-batch of fine-tuning go to. The parts add up.

    Attributes:
        bubble_seconds (float): Waiting of pipeline stages [s].
        compute_seconds (float): Matrix products and attention [s].
        gathering_seconds (float): Gathering of weights that copies share [s].
        host_seconds (float): Its part of transfers to the host and steps there [s].
        launch_seconds (float): Fixed time of every layer and pass, whatever it computes [s].
        optimizer_seconds (float): Its part of an optimizer step on the device [s].
        seconds (float): Of all of it [s].
        told_tokens (float): Tokens of samples in it, padding apart [tokens].
        unpacking_seconds (float): Unpacking of packed base weights, the same for any tokens [s].
    """

    bubble_seconds: float
    compute_seconds: float
    gathering_seconds: float
    host_seconds: float
    launch_seconds: float
    optimizer_seconds: float
    seconds: float
    told_tokens: float
    unpacking_seconds: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bubble_seconds = self.bubble_seconds

        compute_seconds = self.compute_seconds

        gathering_seconds = self.gathering_seconds

        host_seconds = self.host_seconds

        launch_seconds = self.launch_seconds

        optimizer_seconds = self.optimizer_seconds

        seconds = self.seconds

        told_tokens = self.told_tokens

        unpacking_seconds = self.unpacking_seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bubble_seconds": bubble_seconds,
                "compute_seconds": compute_seconds,
                "gathering_seconds": gathering_seconds,
                "host_seconds": host_seconds,
                "launch_seconds": launch_seconds,
                "optimizer_seconds": optimizer_seconds,
                "seconds": seconds,
                "told_tokens": told_tokens,
                "unpacking_seconds": unpacking_seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        bubble_seconds = d.pop("bubble_seconds")

        compute_seconds = d.pop("compute_seconds")

        gathering_seconds = d.pop("gathering_seconds")

        host_seconds = d.pop("host_seconds")

        launch_seconds = d.pop("launch_seconds")

        optimizer_seconds = d.pop("optimizer_seconds")

        seconds = d.pop("seconds")

        told_tokens = d.pop("told_tokens")

        unpacking_seconds = d.pop("unpacking_seconds")

        micro_batch_time = cls(
            bubble_seconds=bubble_seconds,
            compute_seconds=compute_seconds,
            gathering_seconds=gathering_seconds,
            host_seconds=host_seconds,
            launch_seconds=launch_seconds,
            optimizer_seconds=optimizer_seconds,
            seconds=seconds,
            told_tokens=told_tokens,
            unpacking_seconds=unpacking_seconds,
        )

        micro_batch_time.additional_properties = d
        return micro_batch_time

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
