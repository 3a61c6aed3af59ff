from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.open_deployment_attention_parallel_type_0 import (
    OpenDeploymentAttentionParallelType0,
    check_open_deployment_attention_parallel_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.adapters import Adapters
    from ..models.phase_pool import PhasePool
    from ..models.speculation import Speculation


T = TypeVar("T", bound="OpenDeployment")


@_attrs_define
class OpenDeployment:
    """The devices of a replica, of which `vary` may say the rest.

    Attributes:
        adapters (Adapters | None | Unset): Adapters on the base model. Default: none, or merged into it.
        attention_parallel (None | OpenDeploymentAttentionParallelType0 | Unset): How the devices of a replica share out
            attention. tensor: its heads; a latent (MLA) is then kept whole on each. data: the requests; each device has all
            weights of the attention, and a request must fit on one. Default: tensor, and of a latent the one that holds
            more requests.
        data_parallel (int | None | Unset): Groups of tensor_parallel × pipeline_parallel devices that take requests of
            their own [count]. Groups of a mixture of experts share out the experts, unless expert_parallel says otherwise.
            Counts that make up no devices are read as the engine counts them. Default: as many as the devices make.
        decode (None | PhasePool | Unset): Devices that generate what `prefill` has read the prompts of.
        device (None | str | Unset): A device of the catalogue, by name or alias.
        device_count (int | None | Unset): Devices [count]. Default: the count that costs least per token and carries
            the load; of a training run, the smallest that fits.
        engine (None | str | Unset): Serving engine, with its version where it is known. Measurements of the same engine
            count most, and its memory is that of the version. SGLang without one is taken to be 0.5.10 or newer: older ones
            wait for mixtures to read their prompts.
        expert_parallel (int | None | Unset): Devices that share out the routed experts whole, within a node or beyond
            it [count]. A whole number of groups of tensor_parallel devices; tokens go to their experts and back over the
            links. Default: none beyond tensor_parallel, and with data_parallel all of its groups.
        kv_cache_precision (None | str | Unset): Number format of the KV cache.
        max_batched_tokens (int | None | Unset): The most tokens that the engine takes in a pass
            (max_num_batched_tokens, chunked_prefill_size, …) [tokens]. Longer prompts are read in several, and shorter ones
            share one. Default: that of the engine.
        max_concurrency (int | None | Unset): The most requests that the engine admits at once in one replica
            (max_num_seqs, max_batch_size, …) [count]. Default: that of the engine and its version.
        max_context_tokens (int | None | Unset): The longest sequence that the engine admits (max_model_len,
            context_length, …) [tokens]. The memory must hold one. Default: that of the load.
        memory_utilization_fraction (float | None | Unset): Share of a device's memory that the engine may use
            (gpu_memory_utilization, mem_fraction_static, free_gpu_memory_fraction) [fraction]. Default: that of the engine.
        pipeline_parallel (int | None | Unset): Stages of a replica that each have a part of the layers [count]. Batches
            follow one another through them. Default: 1.
        precision (None | str | Unset): Number format of weights and arithmetic: fp32, tf32, bf16, fp16, fp8, int8, fp4,
            int4 or an alias (mxfp4, nvfp4, w4a16, …). Default: the model's own if the device accelerates it.
        prefill (None | PhasePool | Unset): Devices that read prompts, for serving the phases apart. The cache of a
            prompt goes to those of `decode` over the network. Default: none, all devices read prompts and generate.
        speculation (None | Speculation | Unset): Tokens that are drafted ahead and verified together. Default: none.
        tensor_parallel (int | None | Unset): Devices that share out every layer [count]: those of a replica, or of one
            of its groups with data_parallel, expert_parallel or pipeline_parallel. Devices that are left over are idle.
            Default: the layout with the highest throughput that fits and meets the SLO.
    """

    adapters: Adapters | None | Unset = UNSET
    attention_parallel: None | OpenDeploymentAttentionParallelType0 | Unset = UNSET
    data_parallel: int | None | Unset = UNSET
    decode: None | PhasePool | Unset = UNSET
    device: None | str | Unset = UNSET
    device_count: int | None | Unset = UNSET
    engine: None | str | Unset = UNSET
    expert_parallel: int | None | Unset = UNSET
    kv_cache_precision: None | str | Unset = UNSET
    max_batched_tokens: int | None | Unset = UNSET
    max_concurrency: int | None | Unset = UNSET
    max_context_tokens: int | None | Unset = UNSET
    memory_utilization_fraction: float | None | Unset = UNSET
    pipeline_parallel: int | None | Unset = UNSET
    precision: None | str | Unset = UNSET
    prefill: None | PhasePool | Unset = UNSET
    speculation: None | Speculation | Unset = UNSET
    tensor_parallel: int | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.adapters import Adapters  # noqa: PLC0415
        from ..models.phase_pool import PhasePool  # noqa: PLC0415
        from ..models.speculation import Speculation  # noqa: PLC0415

        adapters: dict[str, Any] | None | Unset
        if isinstance(self.adapters, Unset):
            adapters = UNSET
        elif isinstance(self.adapters, Adapters):
            adapters = self.adapters.to_dict()
        else:
            adapters = self.adapters

        attention_parallel: None | str | Unset
        if isinstance(self.attention_parallel, Unset):
            attention_parallel = UNSET
        elif isinstance(self.attention_parallel, str):
            attention_parallel = self.attention_parallel
        else:
            attention_parallel = self.attention_parallel

        data_parallel: int | None | Unset
        if isinstance(self.data_parallel, Unset):
            data_parallel = UNSET
        else:
            data_parallel = self.data_parallel

        decode: dict[str, Any] | None | Unset
        if isinstance(self.decode, Unset):
            decode = UNSET
        elif isinstance(self.decode, PhasePool):
            decode = self.decode.to_dict()
        else:
            decode = self.decode

        device: None | str | Unset
        if isinstance(self.device, Unset):
            device = UNSET
        else:
            device = self.device

        device_count: int | None | Unset
        if isinstance(self.device_count, Unset):
            device_count = UNSET
        else:
            device_count = self.device_count

        engine: None | str | Unset
        if isinstance(self.engine, Unset):
            engine = UNSET
        else:
            engine = self.engine

        expert_parallel: int | None | Unset
        if isinstance(self.expert_parallel, Unset):
            expert_parallel = UNSET
        else:
            expert_parallel = self.expert_parallel

        kv_cache_precision: None | str | Unset
        if isinstance(self.kv_cache_precision, Unset):
            kv_cache_precision = UNSET
        else:
            kv_cache_precision = self.kv_cache_precision

        max_batched_tokens: int | None | Unset
        if isinstance(self.max_batched_tokens, Unset):
            max_batched_tokens = UNSET
        else:
            max_batched_tokens = self.max_batched_tokens

        max_concurrency: int | None | Unset
        if isinstance(self.max_concurrency, Unset):
            max_concurrency = UNSET
        else:
            max_concurrency = self.max_concurrency

        max_context_tokens: int | None | Unset
        if isinstance(self.max_context_tokens, Unset):
            max_context_tokens = UNSET
        else:
            max_context_tokens = self.max_context_tokens

        memory_utilization_fraction: float | None | Unset
        if isinstance(self.memory_utilization_fraction, Unset):
            memory_utilization_fraction = UNSET
        else:
            memory_utilization_fraction = self.memory_utilization_fraction

        pipeline_parallel: int | None | Unset
        if isinstance(self.pipeline_parallel, Unset):
            pipeline_parallel = UNSET
        else:
            pipeline_parallel = self.pipeline_parallel

        precision: None | str | Unset
        if isinstance(self.precision, Unset):
            precision = UNSET
        else:
            precision = self.precision

        prefill: dict[str, Any] | None | Unset
        if isinstance(self.prefill, Unset):
            prefill = UNSET
        elif isinstance(self.prefill, PhasePool):
            prefill = self.prefill.to_dict()
        else:
            prefill = self.prefill

        speculation: dict[str, Any] | None | Unset
        if isinstance(self.speculation, Unset):
            speculation = UNSET
        elif isinstance(self.speculation, Speculation):
            speculation = self.speculation.to_dict()
        else:
            speculation = self.speculation

        tensor_parallel: int | None | Unset
        if isinstance(self.tensor_parallel, Unset):
            tensor_parallel = UNSET
        else:
            tensor_parallel = self.tensor_parallel

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if adapters is not UNSET:
            field_dict["adapters"] = adapters
        if attention_parallel is not UNSET:
            field_dict["attention_parallel"] = attention_parallel
        if data_parallel is not UNSET:
            field_dict["data_parallel"] = data_parallel
        if decode is not UNSET:
            field_dict["decode"] = decode
        if device is not UNSET:
            field_dict["device"] = device
        if device_count is not UNSET:
            field_dict["device_count"] = device_count
        if engine is not UNSET:
            field_dict["engine"] = engine
        if expert_parallel is not UNSET:
            field_dict["expert_parallel"] = expert_parallel
        if kv_cache_precision is not UNSET:
            field_dict["kv_cache_precision"] = kv_cache_precision
        if max_batched_tokens is not UNSET:
            field_dict["max_batched_tokens"] = max_batched_tokens
        if max_concurrency is not UNSET:
            field_dict["max_concurrency"] = max_concurrency
        if max_context_tokens is not UNSET:
            field_dict["max_context_tokens"] = max_context_tokens
        if memory_utilization_fraction is not UNSET:
            field_dict["memory_utilization_fraction"] = memory_utilization_fraction
        if pipeline_parallel is not UNSET:
            field_dict["pipeline_parallel"] = pipeline_parallel
        if precision is not UNSET:
            field_dict["precision"] = precision
        if prefill is not UNSET:
            field_dict["prefill"] = prefill
        if speculation is not UNSET:
            field_dict["speculation"] = speculation
        if tensor_parallel is not UNSET:
            field_dict["tensor_parallel"] = tensor_parallel

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.adapters import Adapters  # noqa: PLC0415
        from ..models.phase_pool import PhasePool  # noqa: PLC0415
        from ..models.speculation import Speculation  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_adapters(data: object) -> Adapters | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                adapters_type_0 = Adapters.from_dict(data)

                return adapters_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Adapters | None | Unset, data)

        adapters = _parse_adapters(d.pop("adapters", UNSET))

        def _parse_attention_parallel(
            data: object,
        ) -> None | OpenDeploymentAttentionParallelType0 | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                attention_parallel_type_0 = check_open_deployment_attention_parallel_type_0(data)

                return attention_parallel_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OpenDeploymentAttentionParallelType0 | Unset, data)

        attention_parallel = _parse_attention_parallel(d.pop("attention_parallel", UNSET))

        def _parse_data_parallel(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        data_parallel = _parse_data_parallel(d.pop("data_parallel", UNSET))

        def _parse_decode(data: object) -> None | PhasePool | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                decode_type_0 = PhasePool.from_dict(data)

                return decode_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PhasePool | Unset, data)

        decode = _parse_decode(d.pop("decode", UNSET))

        def _parse_device(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        device = _parse_device(d.pop("device", UNSET))

        def _parse_device_count(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        device_count = _parse_device_count(d.pop("device_count", UNSET))

        def _parse_engine(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        engine = _parse_engine(d.pop("engine", UNSET))

        def _parse_expert_parallel(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        expert_parallel = _parse_expert_parallel(d.pop("expert_parallel", UNSET))

        def _parse_kv_cache_precision(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        kv_cache_precision = _parse_kv_cache_precision(d.pop("kv_cache_precision", UNSET))

        def _parse_max_batched_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_batched_tokens = _parse_max_batched_tokens(d.pop("max_batched_tokens", UNSET))

        def _parse_max_concurrency(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_concurrency = _parse_max_concurrency(d.pop("max_concurrency", UNSET))

        def _parse_max_context_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_context_tokens = _parse_max_context_tokens(d.pop("max_context_tokens", UNSET))

        def _parse_memory_utilization_fraction(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        memory_utilization_fraction = _parse_memory_utilization_fraction(
            d.pop("memory_utilization_fraction", UNSET)
        )

        def _parse_pipeline_parallel(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        pipeline_parallel = _parse_pipeline_parallel(d.pop("pipeline_parallel", UNSET))

        def _parse_precision(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        precision = _parse_precision(d.pop("precision", UNSET))

        def _parse_prefill(data: object) -> None | PhasePool | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                prefill_type_0 = PhasePool.from_dict(data)

                return prefill_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PhasePool | Unset, data)

        prefill = _parse_prefill(d.pop("prefill", UNSET))

        def _parse_speculation(data: object) -> None | Speculation | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                speculation_type_0 = Speculation.from_dict(data)

                return speculation_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Speculation | Unset, data)

        speculation = _parse_speculation(d.pop("speculation", UNSET))

        def _parse_tensor_parallel(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        tensor_parallel = _parse_tensor_parallel(d.pop("tensor_parallel", UNSET))

        open_deployment = cls(
            adapters=adapters,
            attention_parallel=attention_parallel,
            data_parallel=data_parallel,
            decode=decode,
            device=device,
            device_count=device_count,
            engine=engine,
            expert_parallel=expert_parallel,
            kv_cache_precision=kv_cache_precision,
            max_batched_tokens=max_batched_tokens,
            max_concurrency=max_concurrency,
            max_context_tokens=max_context_tokens,
            memory_utilization_fraction=memory_utilization_fraction,
            pipeline_parallel=pipeline_parallel,
            precision=precision,
            prefill=prefill,
            speculation=speculation,
            tensor_parallel=tensor_parallel,
        )

        return open_deployment
