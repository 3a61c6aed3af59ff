from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.performance_attention_parallel_type_0 import (
    PerformanceAttentionParallelType0,
    check_performance_attention_parallel_type_0,
)
from ..models.performance_basis import PerformanceBasis, check_performance_basis
from ..models.performance_bound_type_0 import (
    PerformanceBoundType0,
    check_performance_bound_type_0,
)
from ..models.performance_regime_type_0 import (
    PerformanceRegimeType0,
    check_performance_regime_type_0,
)

if TYPE_CHECKING:
    from ..models.evidence import Evidence


T = TypeVar("T", bound="Performance")


@_attrs_define
class Performance:
    """Throughput of the deployment, its basis, and the latency of requests at the load.

    Attributes:
        attention_parallel (None | PerformanceAttentionParallelType0): What the devices of a replica share out: heads
            (tensor), or requests.
        basis (PerformanceBasis): given: the caller's measurement; measured: published measurements; modelled: the
            roofline model.
        bound (None | PerformanceBoundType0): What takes most of the time of a request.
        burst_ttft_seconds (float | None): Mean time to first token if the requests in flight come at once to idle
            replicas, instead of one after the other as in ttft_seconds [seconds]. Null at an arrival rate, and with
            output_tokens 0.
        concurrency (float | None): Requests in flight on all replicas [count]. At an arrival rate this is the resulting
            mean.
        data_parallel (int | None): Groups that take requests of their own, of all replicas [count].
        documents_per_second (float | None): Documents per second of all devices, where nothing is written.
        evidence (list[Evidence]):
        expert_parallel (int | None): Devices that share out the routed experts whole [count]; 1 where they share out
            the matrices of each expert, as of any layer.
        input_tokens_per_second (float | None): Input tokens per second of all devices, where nothing is written
            (output_tokens 0).
        input_tokens_per_second_high (float | None): High end of the 80% interval [tokens per second].
        input_tokens_per_second_low (float | None): Low end of the 80% interval [tokens per second].
        output_tokens_per_second (float | None): Output tokens per second of all devices.
        output_tokens_per_second_high (float | None): High end of the 80% interval [tokens per second].
        output_tokens_per_second_low (float | None): Low end of the 80% interval [tokens per second].
        pipeline_parallel (int | None): Stages of a replica that each have a part of the layers [count].
        regime (None | PerformanceRegimeType0): throughput_bound at the highest load that fits, latency_bound below it.
        replica_count (int | None): Replicas of the deployment [count].
        requests_per_second (float): Requests per second that all devices sustain.
        served_requests_per_second (float): Requests per second that are served: requests_per_second ×
            utilization_fraction, or load.requests_per_second.
        tensor_parallel (int | None): Devices that share out every layer [count]: those of a replica, or of one of its
            groups and stages.
        tpot_p99_seconds (float | None): 99th percentile of the time per output token between requests of the mean
            lengths [seconds]. Null at saturation, as ttft_p99_seconds.
        tpot_seconds (float | None): Mean time per output token at the load, with the prefills of other requests
            [seconds]. Null for encoders, and with output_tokens 0: none are written.
        ttft_evidence (list[str]): Ids of the measurements that ttft_seconds is based on.
        ttft_p99_seconds (float | None): 99th percentile of the time to first token, for requests of the mean lengths
            [seconds]. Null at saturation: without a given load, or with more requests than the engine runs at once.
        ttft_seconds (float | None): Mean time to first token at the load [seconds]: the wait for the running pass, for
            earlier prefills and, at an arrival rate, for a free slot, plus the prefill of the request. It is corrected by
            `ttft_evidence`. With output_tokens 0 it is the time to the answer.
        utilization_fraction (float): Served requests over sustained requests [fraction].
    """

    attention_parallel: None | PerformanceAttentionParallelType0
    basis: PerformanceBasis
    bound: None | PerformanceBoundType0
    burst_ttft_seconds: float | None
    concurrency: float | None
    data_parallel: int | None
    documents_per_second: float | None
    evidence: list[Evidence]
    expert_parallel: int | None
    input_tokens_per_second: float | None
    input_tokens_per_second_high: float | None
    input_tokens_per_second_low: float | None
    output_tokens_per_second: float | None
    output_tokens_per_second_high: float | None
    output_tokens_per_second_low: float | None
    pipeline_parallel: int | None
    regime: None | PerformanceRegimeType0
    replica_count: int | None
    requests_per_second: float
    served_requests_per_second: float
    tensor_parallel: int | None
    tpot_p99_seconds: float | None
    tpot_seconds: float | None
    ttft_evidence: list[str]
    ttft_p99_seconds: float | None
    ttft_seconds: float | None
    utilization_fraction: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        attention_parallel: None | str
        if isinstance(self.attention_parallel, str):
            attention_parallel = self.attention_parallel
        else:
            attention_parallel = self.attention_parallel

        basis: str = self.basis

        bound: None | str
        if isinstance(self.bound, str):
            bound = self.bound
        else:
            bound = self.bound

        burst_ttft_seconds: float | None
        burst_ttft_seconds = self.burst_ttft_seconds

        concurrency: float | None
        concurrency = self.concurrency

        data_parallel: int | None
        data_parallel = self.data_parallel

        documents_per_second: float | None
        documents_per_second = self.documents_per_second

        evidence = []
        for evidence_item_data in self.evidence:
            evidence_item = evidence_item_data.to_dict()
            evidence.append(evidence_item)

        expert_parallel: int | None
        expert_parallel = self.expert_parallel

        input_tokens_per_second: float | None
        input_tokens_per_second = self.input_tokens_per_second

        input_tokens_per_second_high: float | None
        input_tokens_per_second_high = self.input_tokens_per_second_high

        input_tokens_per_second_low: float | None
        input_tokens_per_second_low = self.input_tokens_per_second_low

        output_tokens_per_second: float | None
        output_tokens_per_second = self.output_tokens_per_second

        output_tokens_per_second_high: float | None
        output_tokens_per_second_high = self.output_tokens_per_second_high

        output_tokens_per_second_low: float | None
        output_tokens_per_second_low = self.output_tokens_per_second_low

        pipeline_parallel: int | None
        pipeline_parallel = self.pipeline_parallel

        regime: None | str
        if isinstance(self.regime, str):
            regime = self.regime
        else:
            regime = self.regime

        replica_count: int | None
        replica_count = self.replica_count

        requests_per_second = self.requests_per_second

        served_requests_per_second = self.served_requests_per_second

        tensor_parallel: int | None
        tensor_parallel = self.tensor_parallel

        tpot_p99_seconds: float | None
        tpot_p99_seconds = self.tpot_p99_seconds

        tpot_seconds: float | None
        tpot_seconds = self.tpot_seconds

        ttft_evidence = self.ttft_evidence

        ttft_p99_seconds: float | None
        ttft_p99_seconds = self.ttft_p99_seconds

        ttft_seconds: float | None
        ttft_seconds = self.ttft_seconds

        utilization_fraction = self.utilization_fraction

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "attention_parallel": attention_parallel,
                "basis": basis,
                "bound": bound,
                "burst_ttft_seconds": burst_ttft_seconds,
                "concurrency": concurrency,
                "data_parallel": data_parallel,
                "documents_per_second": documents_per_second,
                "evidence": evidence,
                "expert_parallel": expert_parallel,
                "input_tokens_per_second": input_tokens_per_second,
                "input_tokens_per_second_high": input_tokens_per_second_high,
                "input_tokens_per_second_low": input_tokens_per_second_low,
                "output_tokens_per_second": output_tokens_per_second,
                "output_tokens_per_second_high": output_tokens_per_second_high,
                "output_tokens_per_second_low": output_tokens_per_second_low,
                "pipeline_parallel": pipeline_parallel,
                "regime": regime,
                "replica_count": replica_count,
                "requests_per_second": requests_per_second,
                "served_requests_per_second": served_requests_per_second,
                "tensor_parallel": tensor_parallel,
                "tpot_p99_seconds": tpot_p99_seconds,
                "tpot_seconds": tpot_seconds,
                "ttft_evidence": ttft_evidence,
                "ttft_p99_seconds": ttft_p99_seconds,
                "ttft_seconds": ttft_seconds,
                "utilization_fraction": utilization_fraction,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.evidence import Evidence  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_attention_parallel(data: object) -> None | PerformanceAttentionParallelType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                attention_parallel_type_0 = check_performance_attention_parallel_type_0(data)

                return attention_parallel_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PerformanceAttentionParallelType0, data)

        attention_parallel = _parse_attention_parallel(d.pop("attention_parallel"))

        basis = check_performance_basis(d.pop("basis"))

        def _parse_bound(data: object) -> None | PerformanceBoundType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                bound_type_0 = check_performance_bound_type_0(data)

                return bound_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PerformanceBoundType0, data)

        bound = _parse_bound(d.pop("bound"))

        def _parse_burst_ttft_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        burst_ttft_seconds = _parse_burst_ttft_seconds(d.pop("burst_ttft_seconds"))

        def _parse_concurrency(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        concurrency = _parse_concurrency(d.pop("concurrency"))

        def _parse_data_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        data_parallel = _parse_data_parallel(d.pop("data_parallel"))

        def _parse_documents_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        documents_per_second = _parse_documents_per_second(d.pop("documents_per_second"))

        evidence = []
        _evidence = d.pop("evidence")
        for evidence_item_data in _evidence:
            evidence_item = Evidence.from_dict(evidence_item_data)

            evidence.append(evidence_item)

        def _parse_expert_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        expert_parallel = _parse_expert_parallel(d.pop("expert_parallel"))

        def _parse_input_tokens_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        input_tokens_per_second = _parse_input_tokens_per_second(d.pop("input_tokens_per_second"))

        def _parse_input_tokens_per_second_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        input_tokens_per_second_high = _parse_input_tokens_per_second_high(
            d.pop("input_tokens_per_second_high")
        )

        def _parse_input_tokens_per_second_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        input_tokens_per_second_low = _parse_input_tokens_per_second_low(
            d.pop("input_tokens_per_second_low")
        )

        def _parse_output_tokens_per_second(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        output_tokens_per_second = _parse_output_tokens_per_second(
            d.pop("output_tokens_per_second")
        )

        def _parse_output_tokens_per_second_high(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        output_tokens_per_second_high = _parse_output_tokens_per_second_high(
            d.pop("output_tokens_per_second_high")
        )

        def _parse_output_tokens_per_second_low(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        output_tokens_per_second_low = _parse_output_tokens_per_second_low(
            d.pop("output_tokens_per_second_low")
        )

        def _parse_pipeline_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        pipeline_parallel = _parse_pipeline_parallel(d.pop("pipeline_parallel"))

        def _parse_regime(data: object) -> None | PerformanceRegimeType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                regime_type_0 = check_performance_regime_type_0(data)

                return regime_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PerformanceRegimeType0, data)

        regime = _parse_regime(d.pop("regime"))

        def _parse_replica_count(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        replica_count = _parse_replica_count(d.pop("replica_count"))

        requests_per_second = d.pop("requests_per_second")

        served_requests_per_second = d.pop("served_requests_per_second")

        def _parse_tensor_parallel(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        tensor_parallel = _parse_tensor_parallel(d.pop("tensor_parallel"))

        def _parse_tpot_p99_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tpot_p99_seconds = _parse_tpot_p99_seconds(d.pop("tpot_p99_seconds"))

        def _parse_tpot_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        tpot_seconds = _parse_tpot_seconds(d.pop("tpot_seconds"))

        ttft_evidence = cast(list[str], d.pop("ttft_evidence"))

        def _parse_ttft_p99_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        ttft_p99_seconds = _parse_ttft_p99_seconds(d.pop("ttft_p99_seconds"))

        def _parse_ttft_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        ttft_seconds = _parse_ttft_seconds(d.pop("ttft_seconds"))

        utilization_fraction = d.pop("utilization_fraction")

        performance = cls(
            attention_parallel=attention_parallel,
            basis=basis,
            bound=bound,
            burst_ttft_seconds=burst_ttft_seconds,
            concurrency=concurrency,
            data_parallel=data_parallel,
            documents_per_second=documents_per_second,
            evidence=evidence,
            expert_parallel=expert_parallel,
            input_tokens_per_second=input_tokens_per_second,
            input_tokens_per_second_high=input_tokens_per_second_high,
            input_tokens_per_second_low=input_tokens_per_second_low,
            output_tokens_per_second=output_tokens_per_second,
            output_tokens_per_second_high=output_tokens_per_second_high,
            output_tokens_per_second_low=output_tokens_per_second_low,
            pipeline_parallel=pipeline_parallel,
            regime=regime,
            replica_count=replica_count,
            requests_per_second=requests_per_second,
            served_requests_per_second=served_requests_per_second,
            tensor_parallel=tensor_parallel,
            tpot_p99_seconds=tpot_p99_seconds,
            tpot_seconds=tpot_seconds,
            ttft_evidence=ttft_evidence,
            ttft_p99_seconds=ttft_p99_seconds,
            ttft_seconds=ttft_seconds,
            utilization_fraction=utilization_fraction,
        )

        performance.additional_properties = d
        return performance

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
