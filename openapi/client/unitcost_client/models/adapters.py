from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.adapters_modules import AdaptersModules, check_adapters_modules
from ..types import UNSET, Unset

T = TypeVar("T", bound="Adapters")


@_attrs_define
class Adapters:
    """Low-rank adapters (LoRA) on one base model, served together: each request has one.

    Attributes:
        count (int): Adapters that a replica holds in the memory of its devices (max_loras) [count].
        modules (AdaptersModules | Unset): Matrices with an adapter. query_value: queries and values; attention: also
            keys and the output; all_linear: also the feed-forward parts, of all experts. Default: all_linear.
        rank (int | None | Unset): Rank that memory is kept for (max_lora_rank) [count]. Default: that of engines.
        throughput_fraction (float | None | Unset): Throughput with adapters over that of the base model alone
            [fraction]. Default: what is published.
    """

    count: int
    modules: AdaptersModules | Unset = UNSET
    rank: int | None | Unset = UNSET
    throughput_fraction: float | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        count = self.count

        modules: str | Unset = UNSET
        if not isinstance(self.modules, Unset):
            modules = self.modules

        rank: int | None | Unset
        if isinstance(self.rank, Unset):
            rank = UNSET
        else:
            rank = self.rank

        throughput_fraction: float | None | Unset
        if isinstance(self.throughput_fraction, Unset):
            throughput_fraction = UNSET
        else:
            throughput_fraction = self.throughput_fraction

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "count": count,
            }
        )
        if modules is not UNSET:
            field_dict["modules"] = modules
        if rank is not UNSET:
            field_dict["rank"] = rank
        if throughput_fraction is not UNSET:
            field_dict["throughput_fraction"] = throughput_fraction

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        count = d.pop("count")

        _modules = d.pop("modules", UNSET)
        modules: AdaptersModules | Unset
        if isinstance(_modules, Unset):
            modules = UNSET
        else:
            modules = check_adapters_modules(_modules)

        def _parse_rank(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        rank = _parse_rank(d.pop("rank", UNSET))

        def _parse_throughput_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        throughput_fraction = _parse_throughput_fraction(d.pop("throughput_fraction", UNSET))

        adapters = cls(
            count=count,
            modules=modules,
            rank=rank,
            throughput_fraction=throughput_fraction,
        )

        return adapters
