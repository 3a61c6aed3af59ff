from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.pool_answer_attention_parallel_type_0 import (
    PoolAnswerAttentionParallelType0,
    check_pool_answer_attention_parallel_type_0,
)
from ..models.pool_answer_basis import PoolAnswerBasis, check_pool_answer_basis
from ..models.pool_answer_bound import PoolAnswerBound, check_pool_answer_bound

if TYPE_CHECKING:
    from ..models.memory import Memory
    from ..models.owned_rate import OwnedRate
    from ..models.price import Price


T = TypeVar("T", bound="PoolAnswer")


@_attrs_define
class PoolAnswer:
    """One of two pools: its devices, what it could do alone, and what of it is used.

    Attributes:
        attention_parallel (None | PoolAnswerAttentionParallelType0): What the devices of a replica share out: heads
            (tensor), or requests.
        basis (PoolAnswerBasis): measured: near published measurements; modelled: the roofline model.
        bound (PoolAnswerBound): What takes most of the time of a request in the pool.
        concurrency (float): Requests in the pool at the load, all replicas [count].
        data_parallel (int | None): Groups that take requests of their own, of all replicas [count].
        device (str): Name of the device in the catalogue.
        device_count (int): Devices of the pool [count].
        device_watts (float): Mean power of one device at the load and its use [watts].
        expert_parallel (int | None): Devices that share out the routed experts whole [count]; 1 where they share out
            the matrices of each expert, as of any layer.
        full_use_fraction (float): Share of the pool that works where the pools together are fully used: what is missing
            to 1 waits for the other pool or the transfer, and is paid for [fraction].
        memory (Memory): Memory of one replica, and whether it fits.

            Weights, activations, runtime, KV cache and what is free add up to the capacity. Capacity and
            what is reserved add up to the memory of the devices.
        owned (None | OwnedRate):
        pipeline_parallel (int | None): Stages of a replica that each have a part of the layers [count].
        precision (str): Number format.
        price (Price): The price of a device-hour in this answer.
        replica_count (int): Replicas of the pool [count].
        requests_per_second (float): Requests per second that the pool sustains alone.
        tensor_parallel (int | None): Devices that share out every layer [count]: those of a replica, or of one of its
            groups and stages.
        usd_per_hour (float): Sum of the line items of the pool [USD per hour].
        utilization_fraction (float): Share of the pool that is used at the load [fraction].
    """

    attention_parallel: None | PoolAnswerAttentionParallelType0
    basis: PoolAnswerBasis
    bound: PoolAnswerBound
    concurrency: float
    data_parallel: int | None
    device: str
    device_count: int
    device_watts: float
    expert_parallel: int | None
    full_use_fraction: float
    memory: Memory
    owned: None | OwnedRate
    pipeline_parallel: int | None
    precision: str
    price: Price
    replica_count: int
    requests_per_second: float
    tensor_parallel: int | None
    usd_per_hour: float
    utilization_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.owned_rate import OwnedRate  # noqa: PLC0415

        attention_parallel: None | str
        if isinstance(self.attention_parallel, str):
            attention_parallel = self.attention_parallel
        else:
            attention_parallel = self.attention_parallel

        basis: str = self.basis

        bound: str = self.bound

        concurrency = self.concurrency

        data_parallel: int | None
        data_parallel = self.data_parallel

        device = self.device

        device_count = self.device_count

        device_watts = self.device_watts

        expert_parallel: int | None
        expert_parallel = self.expert_parallel

        full_use_fraction = self.full_use_fraction

        memory = self.memory.to_dict()

        owned: dict[str, Any] | None
        if isinstance(self.owned, OwnedRate):
            owned = self.owned.to_dict()
        else:
            owned = self.owned

        pipeline_parallel: int | None
        pipeline_parallel = self.pipeline_parallel

        precision = self.precision

        price = self.price.to_dict()

        replica_count = self.replica_count

        requests_per_second = self.requests_per_second

        tensor_parallel: int | None
        tensor_parallel = self.tensor_parallel

        usd_per_hour = self.usd_per_hour

        utilization_fraction = self.utilization_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attention_parallel": attention_parallel,
                "basis": basis,
                "bound": bound,
                "concurrency": concurrency,
                "data_parallel": data_parallel,
                "device": device,
                "device_count": device_count,
                "device_watts": device_watts,
                "expert_parallel": expert_parallel,
                "full_use_fraction": full_use_fraction,
                "memory": memory,
                "owned": owned,
                "pipeline_parallel": pipeline_parallel,
                "precision": precision,
                "price": price,
                "replica_count": replica_count,
                "requests_per_second": requests_per_second,
                "tensor_parallel": tensor_parallel,
                "usd_per_hour": usd_per_hour,
                "utilization_fraction": utilization_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.memory import Memory  # noqa: PLC0415
        from ..models.owned_rate import OwnedRate  # noqa: PLC0415
        from ..models.price import Price  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_attention_parallel(data: object) -> None | PoolAnswerAttentionParallelType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                attention_parallel_type_0 = check_pool_answer_attention_parallel_type_0(data)

                return attention_parallel_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PoolAnswerAttentionParallelType0, data)

        attention_parallel = _parse_attention_parallel(d.pop("attention_parallel"))

        basis = check_pool_answer_basis(d.pop("basis"))

        bound = check_pool_answer_bound(d.pop("bound"))

        concurrency = d.pop("concurrency")

        def _parse_data_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        data_parallel = _parse_data_parallel(d.pop("data_parallel"))

        device = d.pop("device")

        device_count = d.pop("device_count")

        device_watts = d.pop("device_watts")

        def _parse_expert_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        expert_parallel = _parse_expert_parallel(d.pop("expert_parallel"))

        full_use_fraction = d.pop("full_use_fraction")

        memory = Memory.from_dict(d.pop("memory"))

        def _parse_owned(data: object) -> None | OwnedRate:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                owned_type_0 = OwnedRate.from_dict(data)

                return owned_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OwnedRate, data)

        owned = _parse_owned(d.pop("owned"))

        def _parse_pipeline_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        pipeline_parallel = _parse_pipeline_parallel(d.pop("pipeline_parallel"))

        precision = d.pop("precision")

        price = Price.from_dict(d.pop("price"))

        replica_count = d.pop("replica_count")

        requests_per_second = d.pop("requests_per_second")

        def _parse_tensor_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        tensor_parallel = _parse_tensor_parallel(d.pop("tensor_parallel"))

        usd_per_hour = d.pop("usd_per_hour")

        utilization_fraction = d.pop("utilization_fraction")

        pool_answer = cls(
            attention_parallel=attention_parallel,
            basis=basis,
            bound=bound,
            concurrency=concurrency,
            data_parallel=data_parallel,
            device=device,
            device_count=device_count,
            device_watts=device_watts,
            expert_parallel=expert_parallel,
            full_use_fraction=full_use_fraction,
            memory=memory,
            owned=owned,
            pipeline_parallel=pipeline_parallel,
            precision=precision,
            price=price,
            replica_count=replica_count,
            requests_per_second=requests_per_second,
            tensor_parallel=tensor_parallel,
            usd_per_hour=usd_per_hour,
            utilization_fraction=utilization_fraction,
        )

        pool_answer.additional_properties = d
        return pool_answer

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
