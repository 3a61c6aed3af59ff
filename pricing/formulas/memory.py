"""Bytes of weights, KV cache, optimizer and activations."""

from pricing.numerics.number import Number, ceil, least
from pricing.units import BITS_PER_BYTE

USUAL_GATED_RATIO = 43.0 / 16.0
"""Width of the gated feed-forward part over the hidden size, of Llama 2 7B."""


def weights_bytes(*, parameters: Number, weight_bits: Number) -> Number:
    """Bytes of a model's weights.

    W = N · b / 8

    parameters: N [count]; weight_bits: b, bits per weight with scales [bits].
    Returns [bytes]. Valid for any format whose scales are counted in weight_bits.
    Source: definition; 4-bit block formats carry 4.25 to 4.8 bits with their scales.

    >>> weights_bytes(parameters=8e9, weight_bits=16.0)
    16000000000.0
    """
    return parameters * weight_bits / BITS_PER_BYTE


def kv_bytes_per_token_layer(*, kv_values: Number, kv_bits: Number) -> Number:
    """Bytes of KV cache of one token in one layer.

    m = v · b / 8, with v = 2 · kv_heads · head_dim, or latent + rope for MLA

    kv_values: v [count]; kv_bits: b, bits per value [bits]. Returns [bytes per token per layer].
    Source: Shazeer 2019 (arXiv 1911.02150); DeepSeek-V2 (arXiv 2405.04434) for MLA.

    >>> kv_bytes_per_token_layer(kv_values=2.0 * 8 * 128, kv_bits=16.0)
    4096.0
    """
    return kv_values * kv_bits / BITS_PER_BYTE


def window_kv_bytes_per_sequence(
    *,
    bytes_per_token_layer: Number,
    window_layers: Number,
    window_tokens: Number,
    context_tokens: Number,
) -> Number:
    """Bytes of KV cache of one sequence in the layers with a sliding window.

    K_w = m_w · L_window · min(s, w)

    bytes_per_token_layer: m_w [bytes]; window_layers: L_window [count]; window_tokens: w [tokens];
    context_tokens: s [tokens]. Returns [bytes]. Layers without a cache have w = 0.
    Source: sliding windows after arXiv 2310.06825.

    >>> window_kv_bytes_per_sequence(bytes_per_token_layer=4096.0, window_layers=10.0,
    ...     window_tokens=512.0, context_tokens=1024.0)
    20971520.0
    """
    return bytes_per_token_layer * window_layers * least(context_tokens, window_tokens)


def kv_bytes_per_sequence(
    *,
    bytes_per_token_layer: Number,
    full_attention_layers: Number,
    context_tokens: Number,
    window_kv_bytes: Number,
) -> Number:
    """Bytes of KV cache of one sequence, with each head stored once.

    K = m · L_full · s + K_w

    bytes_per_token_layer: m, of a layer with full attention [bytes]; full_attention_layers: L_full
    [count]; context_tokens: s [tokens]; window_kv_bytes: K_w, of the layers with a window [bytes].
    Returns [bytes].
    Source: definition of the KV cache.

    >>> kv_bytes_per_sequence(bytes_per_token_layer=4096.0, full_attention_layers=32.0,
    ...     context_tokens=1024.0, window_kv_bytes=0.0)
    134217728.0
    """
    return bytes_per_token_layer * full_attention_layers * context_tokens + window_kv_bytes


def stored_kv_bytes(
    *, kv_bytes: Number, window_kv_bytes: Number, copies: Number, spared_copies: Number
) -> Number:
    """Bytes of the cache of a sequence on all devices that share it.

    K_n = K · c − K_w · (c − c_w)

    kv_bytes: K, each head once; window_kv_bytes: K_w, its part in layers with a window [bytes];
    copies: c, of a value of the other layers; spared_copies: c − c_w, fewer copies of values in
    layers with a window, 0 if all layers have as many heads [count]. Returns [bytes]. Given
    seconds instead of bytes, it returns the time of reading.
    Source: definition. Devices beyond the key-value heads of a layer store them again.

    >>> stored_kv_bytes(kv_bytes=30.0, window_kv_bytes=20.0, copies=4.0, spared_copies=3.0)
    60.0
    """
    return kv_bytes * copies - window_kv_bytes * spared_copies


def concurrency_in_memory(*, cache_bytes: Number, kv_bytes_per_sequence: Number) -> Number:
    """Sequences whose KV cache fits. Below one, nothing fits.

    B = C / K

    cache_bytes: C, that the engine keeps for caches [bytes]; kv_bytes_per_sequence: K, above 0
    [bytes]. Returns [count], not rounded.
    Source: definition.

    >>> concurrency_in_memory(cache_bytes=6.0, kv_bytes_per_sequence=2.0)
    3.0
    """
    return cache_bytes / kv_bytes_per_sequence


def attention_parameters(
    *,
    layers: Number,
    hidden_size: Number,
    attention_width: Number,
    projections: Number,
    kv_values: Number,
) -> Number:
    """Parameters of the attention of all layers, about.

    N_a = L · h · (p · a + v)

    layers: L [count]; hidden_size: h [count]; attention_width: a, of all heads [count];
    projections: p, 2 for queries and output, 1.25 where queries pass a latent [count]; kv_values:
    v, cached of a token in a layer [count]. Returns [count].
    Source: definition; DeepSeek-V3 (arXiv 2412.19437) has 187 million a layer, and Kimi K2 101.

    >>> attention_parameters(layers=1.0, hidden_size=7168.0, attention_width=20480.0,
    ...     projections=1.25, kv_values=576.0)
    187629568.0
    """
    return layers * hidden_size * (projections * attention_width + kv_values)


def training_state_bytes(
    *, parameters: Number, bytes_per_parameter: Number, shards: Number
) -> Number:
    """Bytes of weights, gradients or optimizer on one device.

    S = N · k / d

    parameters: N [count]; bytes_per_parameter: k [bytes]; shards: d, devices that share them
    [count]. Returns [bytes]. Mixed-precision Adam has 16 bytes per parameter: 2 of weights, 2 of
    gradients and 12 of optimizer (4 master, 8 moments).
    Source: Rajbhandari et al. 2020, ZeRO (arXiv 1910.02054), section 3.1.

    >>> training_state_bytes(parameters=7e9, bytes_per_parameter=16.0, shards=8.0)
    14000000000.0
    """
    return parameters * bytes_per_parameter / shards


def stage_layers(*, layers: Number, stages: Number) -> Number:
    """Layers of the fullest stage of a pipeline.

    l = ⌈L / p⌉

    layers: L [count]; stages: p, at most L [count]. Returns [count].
    Source: Narayanan et al. 2021 (arXiv 2104.04473), section 2.2.

    >>> stage_layers(layers=126.0, stages=16.0)
    8.0
    """
    return ceil(layers / stages)


def layer_activation_bytes(
    *,
    micro_batch_tokens: Number,
    hidden_size: Number,
    whole_bytes: Number,
    shared_bytes: Number,
    shards: Number,
) -> Number:
    """Bytes of activations that one layer keeps on one device, attention scores apart.

    A = s · b · h · (c_w + c_s / t)

    micro_batch_tokens: s · b, tokens of a micro-batch [tokens]; hidden_size: h [count];
    whole_bytes: c_w, kept by every device of a tensor group: 10 of the 34 without sequence
    parallelism, else 0 [bytes]; shared_bytes: c_s, divided over the group: 34 with sequence
    parallelism, or the 2 of the layer's input with full recompute [bytes]; shards: t, tensor
    parallelism [count]. Returns [bytes].
    Source: Korthikanti et al. 2022 (arXiv 2205.05198), table 2, for 16-bit values, multi-head
    attention and a feed-forward part 4·h wide.

    >>> layer_activation_bytes(micro_batch_tokens=2048.0, hidden_size=12288.0, whole_bytes=0.0,
    ...     shared_bytes=34.0, shards=8.0)
    106954752.0
    """
    return micro_batch_tokens * hidden_size * (whole_bytes + shared_bytes / shards)


def attention_score_bytes(
    *,
    micro_batch_tokens: Number,
    sequence_length: Number,
    heads: Number,
    value_bytes: Number,
    shards: Number,
) -> Number:
    """Bytes of attention scores that one layer keeps on one device.

    A = (2 · v + 1) · a · s · (s · b) / t

    micro_batch_tokens: s · b [tokens]; sequence_length: s [tokens]; heads: a [count];
    value_bytes: v, of a score [bytes]; shards: t, tensor parallelism [count]. Returns [bytes].
    Flash attention (arXiv 2205.14135) and selective recompute keep none.
    Source: Korthikanti et al. 2022 (arXiv 2205.05198), section 4.1, for 16-bit values: 2 for the
    softmax, 2 for its dropout and 1 for the mask.

    >>> attention_score_bytes(micro_batch_tokens=2048.0, sequence_length=2048.0, heads=96.0,
    ...     value_bytes=2.0, shards=8.0)
    251658240.0
    """
    return (2.0 * value_bytes + 1.0) * heads * sequence_length * micro_batch_tokens / shards


def loss_bytes(
    *, tokens: Number, vocabulary_size: Number, bytes_per_logit: Number, shards: Number
) -> Number:
    """Bytes of the loss head: logits, their 32-bit copy, softmax and gradient.

    A = c · v · t / d

    tokens: t, whose logits are held at once [tokens]; vocabulary_size: v [count];
    bytes_per_logit: c [bytes]; shards: d, devices that share the vocabulary [count].
    Returns [bytes]. Valid for cross entropy over 16-bit logits: 12 bytes forward, 14 with the
    gradient.
    Source: Wijmans et al. 2024, Cut Your Losses (arXiv 2411.09009), table 1: 24,000 MiB forward
    and 28,000 MiB with the gradient, of Gemma 2 2B at 8,192 tokens.

    >>> loss_bytes(tokens=8192.0, vocabulary_size=256_000.0, bytes_per_logit=12.0, shards=1.0)
    25165824000.0
    """
    return bytes_per_logit * vocabulary_size * tokens / shards


def gated_layer_bytes_per_value(
    *,
    usual_bytes: Number,
    query_width_ratio: Number,
    key_width_ratio: Number,
    feed_forward_width_ratio: Number,
    routed_copies: Number,
    attention_bytes: Number,
    feed_forward_bytes: Number,
) -> Number:
    """Bytes that a layer with a gated feed-forward part keeps, over values of its input.

    c = c_u + a · (q + k - 2) + g · (f - 43/16) + 4 · r

    usual_bytes: c_u, of the shape of Llama 2 7B, where q = k = 1 and f = 43/16 [bytes];
    query_width_ratio, key_width_ratio, feed_forward_width_ratio: q, k, f, over the hidden size
    [ratio]; routed_copies: r, of a token for its experts, which are held before and after them
    [count]; attention_bytes: a, 6 of queries, keys or values with their rotated copies, 4 of fused
    kernels [bytes]; feed_forward_bytes: g, 8 of gate, its activation, what it multiplies and the
    product, 6 of fused kernels [bytes]. Returns [bytes].
    Source: definition of SwiGLU (arXiv 2002.05202) and rotary embeddings (arXiv 2104.09864) for
    16-bit values.

    >>> gated_layer_bytes_per_value(usual_bytes=45.0, query_width_ratio=1.0, key_width_ratio=1.0,
    ...     feed_forward_width_ratio=43.0 / 16.0, routed_copies=0.0, attention_bytes=6.0,
    ...     feed_forward_bytes=8.0)
    45.0
    """
    return (
        usual_bytes
        + attention_bytes * (query_width_ratio + key_width_ratio - 2.0)
        + feed_forward_bytes * (feed_forward_width_ratio - USUAL_GATED_RATIO)
        + 4.0 * routed_copies
    )
