from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.pools_limit import PoolsLimit, check_pools_limit

if TYPE_CHECKING:
    from ..models.pool_answer import PoolAnswer
    from ..models.transfer_answer import TransferAnswer


T = TypeVar("T", bound="Pools")


@_attrs_define
class Pools:
    """Pools that serve the phases of a request apart; null where all devices run both.

    Attributes:
        decode (PoolAnswer): One of two pools: its devices, what it could do alone, and what of it is used.
        limit (PoolsLimit): The slowest of the three, which sets the throughput.
        prefill (PoolAnswer): One of two pools: its devices, what it could do alone, and what of it is used.
        replica_ratio (float): Prefill replicas over decode replicas [ratio].
        transfer (TransferAnswer): The cache of a prompt on its way from one pool to the other.
    """

    decode: PoolAnswer
    limit: PoolsLimit
    prefill: PoolAnswer
    replica_ratio: float
    transfer: TransferAnswer
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        decode = self.decode.to_dict()

        limit: str = self.limit

        prefill = self.prefill.to_dict()

        replica_ratio = self.replica_ratio

        transfer = self.transfer.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "decode": decode,
                "limit": limit,
                "prefill": prefill,
                "replica_ratio": replica_ratio,
                "transfer": transfer,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.pool_answer import PoolAnswer  # noqa: PLC0415
        from ..models.transfer_answer import TransferAnswer  # noqa: PLC0415

        d = dict(src_dict)
        decode = PoolAnswer.from_dict(d.pop("decode"))

        limit = check_pools_limit(d.pop("limit"))

        prefill = PoolAnswer.from_dict(d.pop("prefill"))

        replica_ratio = d.pop("replica_ratio")

        transfer = TransferAnswer.from_dict(d.pop("transfer"))

        pools = cls(
            decode=decode,
            limit=limit,
            prefill=prefill,
            replica_ratio=replica_ratio,
            transfer=transfer,
        )

        pools.additional_properties = d
        return pools

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
