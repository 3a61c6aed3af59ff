"""What an engine takes of a device's memory beside weights and caches."""

from pricing.numerics.number import Number, greatest, log

LN2 = 0.6931471805599453


def sampling_bytes(
    *, sequences: Number, vocabulary_size: Number, bytes_per_logit: Number
) -> Number:
    """Bytes that sampling takes for the most sequences of a step.

    A_s = S · V · b

    sequences: S, that a step samples at the most [count]; vocabulary_size: V [count];
    bytes_per_logit: b, of the logits, their copies, sorts and sums [bytes]. Returns [bytes], on the
    device that samples: tensor parallelism gathers the logits there.
    Source: definition. vLLM 0.5 to 0.17 prints 38.6 bytes for S of 256, 1,024 and 4,096.

    >>> sampling_bytes(sequences=256.0, vocabulary_size=151936.0, bytes_per_logit=4.0)
    155582464.0
    """
    return sequences * vocabulary_size * bytes_per_logit


def pass_bytes(
    *,
    tokens: Number,
    hidden_size: Number,
    hidden_values: Number,
    width: Number,
    width_values: Number,
    value_bytes: Number,
    shards: Number,
) -> Number:
    """Bytes of activations that a forward pass holds at its peak, in the widest of its layers.

    A_p = T · b · (c_h · h + c_w · w / t)

    tokens: T, of a pass [tokens]; hidden_size: h [count]; hidden_values: c_h, hidden states held at
    once on every device [count]; width: w, of the feed-forward part that a token passes [count];
    width_values: c_w, of its width held at once, the gate, the rest and their product [count];
    value_bytes: b [bytes]; shards: t, devices that share the width out [count]. Returns [bytes].
    Source: definition. Qwen2.5-7B on vLLM 0.8.5 with 32,768 tokens takes 4.35 GiB.

    >>> pass_bytes(tokens=32768.0, hidden_size=3584.0, hidden_values=4.0, width=18944.0,
    ...     width_values=3.0, value_bytes=2.0, shards=1.0) / 2.0**30
    4.34375
    """
    held = hidden_values * hidden_size + width_values * width / shards
    return tokens * value_bytes * held


def runtime_bytes(*, own_bytes: Number, link_bytes: Number, devices: Number) -> Number:
    """Bytes of the runtime of a device, and of its buffers for the others.

    R = r + l · log₂ n

    own_bytes: r, context and libraries [bytes]; link_bytes: l, of each doubling of the devices that
    work together [bytes]; devices: n [count]. Returns [bytes].
    Source: fitted. Rings and trees of collectives have as many steps as the devices have doublings.

    >>> runtime_bytes(own_bytes=100.0, link_bytes=600.0, devices=4.0)
    1300.0
    """
    return own_bytes + link_bytes * log(devices) / LN2


def cache_bytes(
    *, usable_bytes: Number, weights_bytes: Number, taken_bytes: Number, cache_fraction: Number
) -> Number:
    """Bytes that an engine keeps for caches on the devices of a replica.

    C = f · (U − W − T)

    usable_bytes: U, what the engine may use [bytes]; weights_bytes: W [bytes]; taken_bytes: T, of
    activations and runtime [bytes]; cache_fraction: f, of what is left [fraction]. Returns [bytes],
    below 0 where the weights do not fit.
    Source: vLLM (vllm/v1/worker/gpu_worker.py), with f = 1 and U a share of the memory;
    TensorRT-LLM (KvCacheConfig.free_gpu_memory_fraction), with U all of the memory.

    >>> cache_bytes(usable_bytes=71.0, weights_bytes=65.0, taken_bytes=2.0, cache_fraction=1.0)
    4.0
    """
    return cache_fraction * (usable_bytes - weights_bytes - taken_bytes)


def set_aside_bytes(*, device_bytes: Number, static_fraction: Number, used_bytes: Number) -> Number:
    """Bytes that an engine sets aside for activations where it says a share for all the rest.

    A = (1 − f) · (M − R)

    device_bytes: M [bytes]; static_fraction: f, of weights and caches [fraction]; used_bytes: R, of
    the runtime, before the weights come [bytes]. Returns [bytes].
    Source: SGLang (python/sglang/srt/model_executor/model_runner.py): mem_fraction_static of
    pre_model_load_memory. DeepSeek-V4-Pro, 125.65 of 140.4 GiB on 8 H200, starts from 0.9113 on.

    >>> set_aside_bytes(device_bytes=81.0, static_fraction=0.75, used_bytes=1.0)
    20.0
    """
    return (1.0 - static_fraction) * (device_bytes - used_bytes)


def reserved_bytes(
    *, batched_tokens: Number, captured_requests: Number, least_bytes: Number
) -> Number:
    """Bytes that SGLang sets aside where nobody says a share, but for those of parallel devices.

    A = max(A₀, (512 + 1.5 · T + 2 · G) MiB)

    batched_tokens: T, of a chunk of prompts [tokens]; captured_requests: G, of the largest graph
    [count]; least_bytes: A₀ [bytes]. Returns [bytes].
    Source: SGLang since 0.5.4 (python/sglang/srt/server_args.py, _handle_gpu_memory_settings).

    >>> reserved_bytes(batched_tokens=2048.0, captured_requests=24.0, least_bytes=0.0) / 2.0**20
    3632.0
    """
    mebibytes = 512.0 + 1.5 * batched_tokens + 2.0 * captured_requests
    return greatest(least_bytes, mebibytes * 2.0**20)
