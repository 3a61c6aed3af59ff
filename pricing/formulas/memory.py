"""Memory: what weights, KV cache, optimizer and activations take."""

from pricing.numbers import Number, least
from pricing.units import BITS_PER_BYTE


def weights_bytes(*, parameters: Number, weight_bits: Number) -> Number:
    """Bytes of a model's weights.

    W = N · b / 8

    parameters: N [count]; weight_bits: bits a weight takes, scales included [bits].
    Returns [bytes]. Valid for any format whose scales are counted in weight_bits.
    Source: definition; 4-bit block formats carry 4.25 to 4.8 bits with their scales.

    >>> weights_bytes(parameters=8e9, weight_bits=16.0)
    16000000000.0
    """
    return parameters * weight_bits / BITS_PER_BYTE


def kv_bytes_per_token_layer(*, kv_values: Number, kv_bits: Number) -> Number:
    """Bytes of KV cache that one token takes in one layer.

    m = v · b / 8, with v = 2 · kv_heads · head_dim, or latent + rope for MLA

    kv_values: v [count]; kv_bits: bits a value [bits]. Returns [bytes per token per layer].
    Source: Shazeer 2019 (arXiv 1911.02150); DeepSeek-V2 (arXiv 2405.04434) for MLA.

    >>> kv_bytes_per_token_layer(kv_values=2.0 * 8 * 128, kv_bits=16.0)
    4096.0
    """
    return kv_values * kv_bits / BITS_PER_BYTE


def kv_bytes_per_sequence(
    *,
    bytes_per_token_layer: Number,
    growing_layers: Number,
    window_layers: Number,
    window_tokens: Number,
    context_tokens: Number,
) -> Number:
    """Bytes of KV cache of one sequence.

    K = m · (L_full · s + L_window · min(s, w))

    bytes_per_token_layer: m [bytes]; growing_layers, window_layers: layers of full attention
    and of a sliding window [count]; window_tokens: w [tokens]; context_tokens: s [tokens].
    Returns [bytes]. Layers that keep no cache have w = 0.
    Source: definition of the KV cache; sliding windows after arXiv 2310.06825.

    >>> kv_bytes_per_sequence(bytes_per_token_layer=4096.0, growing_layers=32.0,
    ...     window_layers=0.0, window_tokens=0.0, context_tokens=1024.0)
    134217728.0
    """
    return bytes_per_token_layer * (
        growing_layers * context_tokens + window_layers * least(context_tokens, window_tokens)
    )


def concurrency_in_memory(
    *, capacity_bytes: Number, weights_bytes: Number, kv_bytes_per_sequence: Number
) -> Number:
    """Sequences whose KV cache fits beside the weights; below one, nothing fits.

    B = (C − W) / K

    capacity_bytes: C, what the engine may use [bytes]; weights_bytes: W [bytes];
    kv_bytes_per_sequence: K [bytes], more than 0. Returns [count], not rounded.
    Source: definition.

    >>> concurrency_in_memory(capacity_bytes=10.0, weights_bytes=4.0, kv_bytes_per_sequence=2.0)
    3.0
    """
    return (capacity_bytes - weights_bytes) / kv_bytes_per_sequence


def training_state_bytes(
    *, parameters: Number, bytes_per_parameter: Number, shards: Number
) -> Number:
    """Bytes of weights, gradients and optimizer on one device.

    S = N · k / d

    parameters: N [count]; bytes_per_parameter: k, 16 for mixed-precision Adam (2 weight, 2
    gradient, 4 master, 8 moments) [bytes]; shards: d, devices that the states are divided
    over [count]. Returns [bytes].
    Source: Rajbhandari et al. 2020, ZeRO (arXiv 1910.02054), section 3.1.

    >>> training_state_bytes(parameters=7e9, bytes_per_parameter=16.0, shards=8.0)
    14000000000.0
    """
    return parameters * bytes_per_parameter / shards


def activation_bytes(
    *,
    sequence_length: Number,
    hidden_size: Number,
    layers: Number,
    bytes_per_value: Number,
    shards: Number,
) -> Number:
    """Bytes of activations kept for one sequence, on one of the devices that share it.

    A = s · h · L · c / t, with c = 34 without recompute under flash attention or with
    selective recompute, 2 with full recompute

    sequence_length: s [tokens]; hidden_size: h [count]; layers: L [count]; bytes_per_value:
    c [bytes]; shards: t, tensor and sequence parallelism [count]. Returns [bytes].
    Source: Korthikanti et al. 2022 (arXiv 2205.05198), table 2; flash attention (arXiv
    2205.14135) drops the 5·a·s/h term of the attention scores.

    >>> activation_bytes(sequence_length=2048.0, hidden_size=4096.0, layers=32.0,
    ...     bytes_per_value=34.0, shards=8.0)
    1140850688.0
    """
    return sequence_length * hidden_size * layers * bytes_per_value / shards
