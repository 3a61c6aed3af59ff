from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="Slo")


@_attrs_define
class Slo:
    """Service level objective: limits on mean latency. What is left out is up to the workload.

    Attributes:
        tpot_seconds (float | None | Unset): Upper limit of the time per output token [seconds].
        ttft_seconds (float | None | Unset): Upper limit of the time to first token [seconds].
    """

    tpot_seconds: float | None | Unset = UNSET
    ttft_seconds: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        tpot_seconds: float | None | Unset
        if isinstance(self.tpot_seconds, Unset):
            tpot_seconds = UNSET
        else:
            tpot_seconds = self.tpot_seconds

        ttft_seconds: float | None | Unset
        if isinstance(self.ttft_seconds, Unset):
            ttft_seconds = UNSET
        else:
            ttft_seconds = self.ttft_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if tpot_seconds is not UNSET:
            field_dict["tpot_seconds"] = tpot_seconds
        if ttft_seconds is not UNSET:
            field_dict["ttft_seconds"] = ttft_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_tpot_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        tpot_seconds = _parse_tpot_seconds(d.pop("tpot_seconds", UNSET))

        def _parse_ttft_seconds(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        ttft_seconds = _parse_ttft_seconds(d.pop("ttft_seconds", UNSET))

        slo = cls(
            tpot_seconds=tpot_seconds,
            ttft_seconds=ttft_seconds,
        )

        return slo
