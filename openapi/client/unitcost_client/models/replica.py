from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.replica_basis import ReplicaBasis, check_replica_basis
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.owned_rate import OwnedRate
    from ..models.replica_pool import ReplicaPool


T = TypeVar("T", bound="Replica")


@_attrs_define
class Replica:
    """One replica at full use within the SLO.

    Attributes:
        basis (ReplicaBasis): Basis of the throughput, as for unit costs.
        cached_speedup_ratio (float): Throughput over that of as many requests in flight without the prefix cache
            [ratio]. 1 of a throughput of your own.
        concurrency (float): Requests that run at once [count]. Further requests wait.
        decode_device_count (int | None): Of these, devices that generate, of pools [count].
        device (str): The device; of pools of two devices both, joined by a plus sign.
        device_count (int): Devices of a replica [count].
        from_month (str): First month in which it serves.
        model (None | str): Name of the model in the catalogue.
        owned (None | OwnedRate):
        precision (None | str): Number format.
        prefill_device_count (int | None): Of these, devices that read prompts, of pools [count].
        requests_per_second (float): Requests per second.
        requests_per_second_high (float): High end of the 80% interval [requests per second].
        requests_per_second_low (float): Low end of the 80% interval [requests per second].
        service_seconds (float): Time that a request runs [seconds].
        tpot_seconds (float | None): Time per output token [seconds].
        ttft_seconds (float | None): Time to first token without the wait for a place [seconds].
        usd_per_device_hour (float): Hourly or committed price in its first month [USD].
        pools (list[ReplicaPool] | Unset): The pools, where they have devices or prices of their own; else empty.
    """

    basis: ReplicaBasis
    cached_speedup_ratio: float
    concurrency: float
    decode_device_count: int | None
    device: str
    device_count: int
    from_month: str
    model: None | str
    owned: None | OwnedRate
    precision: None | str
    prefill_device_count: int | None
    requests_per_second: float
    requests_per_second_high: float
    requests_per_second_low: float
    service_seconds: float
    tpot_seconds: float | None
    ttft_seconds: float | None
    usd_per_device_hour: float
    pools: list[ReplicaPool] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.owned_rate import OwnedRate  # noqa: PLC0415

        basis: str = self.basis

        cached_speedup_ratio = self.cached_speedup_ratio

        concurrency = self.concurrency

        decode_device_count: int | None
        decode_device_count = self.decode_device_count

        device = self.device

        device_count = self.device_count

        from_month = self.from_month

        model: None | str
        model = self.model

        owned: dict[str, Any] | None
        if isinstance(self.owned, OwnedRate):
            owned = self.owned.to_dict()
        else:
            owned = self.owned

        precision: None | str
        precision = self.precision

        prefill_device_count: int | None
        prefill_device_count = self.prefill_device_count

        requests_per_second = self.requests_per_second

        requests_per_second_high = self.requests_per_second_high

        requests_per_second_low = self.requests_per_second_low

        service_seconds = self.service_seconds

        tpot_seconds: float | None
        tpot_seconds = self.tpot_seconds

        ttft_seconds: float | None
        ttft_seconds = self.ttft_seconds

        usd_per_device_hour = self.usd_per_device_hour

        pools: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.pools, Unset):
            pools = []
            for pools_item_data in self.pools:
                pools_item = pools_item_data.to_dict()
                pools.append(pools_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "basis": basis,
                "cached_speedup_ratio": cached_speedup_ratio,
                "concurrency": concurrency,
                "decode_device_count": decode_device_count,
                "device": device,
                "device_count": device_count,
                "from_month": from_month,
                "model": model,
                "owned": owned,
                "precision": precision,
                "prefill_device_count": prefill_device_count,
                "requests_per_second": requests_per_second,
                "requests_per_second_high": requests_per_second_high,
                "requests_per_second_low": requests_per_second_low,
                "service_seconds": service_seconds,
                "tpot_seconds": tpot_seconds,
                "ttft_seconds": ttft_seconds,
                "usd_per_device_hour": usd_per_device_hour,
            }
        )
        if pools is not UNSET:
            field_dict["pools"] = pools

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.owned_rate import OwnedRate  # noqa: PLC0415
        from ..models.replica_pool import ReplicaPool  # noqa: PLC0415

        d = dict(src_dict)
        basis = check_replica_basis(d.pop("basis"))

        cached_speedup_ratio = d.pop("cached_speedup_ratio")

        concurrency = d.pop("concurrency")

        def _parse_decode_device_count(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        decode_device_count = _parse_decode_device_count(d.pop("decode_device_count"))

        device = d.pop("device")

        device_count = d.pop("device_count")

        from_month = d.pop("from_month")

        def _parse_model(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model = _parse_model(d.pop("model"))

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

        def _parse_precision(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        precision = _parse_precision(d.pop("precision"))

        def _parse_prefill_device_count(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        prefill_device_count = _parse_prefill_device_count(d.pop("prefill_device_count"))

        requests_per_second = d.pop("requests_per_second")

        requests_per_second_high = d.pop("requests_per_second_high")

        requests_per_second_low = d.pop("requests_per_second_low")

        service_seconds = d.pop("service_seconds")

        def _parse_tpot_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tpot_seconds = _parse_tpot_seconds(d.pop("tpot_seconds"))

        def _parse_ttft_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        ttft_seconds = _parse_ttft_seconds(d.pop("ttft_seconds"))

        usd_per_device_hour = d.pop("usd_per_device_hour")

        _pools = d.pop("pools", UNSET)
        pools: list[ReplicaPool] | Unset = UNSET
        if _pools is not UNSET:
            pools = []
            for pools_item_data in _pools:
                pools_item = ReplicaPool.from_dict(pools_item_data)

                pools.append(pools_item)

        replica = cls(
            basis=basis,
            cached_speedup_ratio=cached_speedup_ratio,
            concurrency=concurrency,
            decode_device_count=decode_device_count,
            device=device,
            device_count=device_count,
            from_month=from_month,
            model=model,
            owned=owned,
            precision=precision,
            prefill_device_count=prefill_device_count,
            requests_per_second=requests_per_second,
            requests_per_second_high=requests_per_second_high,
            requests_per_second_low=requests_per_second_low,
            service_seconds=service_seconds,
            tpot_seconds=tpot_seconds,
            ttft_seconds=ttft_seconds,
            usd_per_device_hour=usd_per_device_hour,
            pools=pools,
        )

        replica.additional_properties = d
        return replica

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
