"""Floating-point operations of training and inference."""

from pricing.numerics.number import Number, greatest, least
from pricing.units import SECONDS_PER_HOUR


def attended_token_layers(
    *,
    full_attention_layers: Number,
    window_layers: Number,
    window_tokens: Number,
    context_tokens: Number,
) -> Number:
    """Tokens that one token attends to, summed over the layers.

    a = L_full · s + L_window · min(s, w)

    full_attention_layers, window_layers: layers of full attention and of a sliding window [count];
    window_tokens: w [tokens]; context_tokens: s, tokens attended to in a full layer [tokens].
    Returns [tokens].
    Source: definition; sliding windows after arXiv 2310.06825.

    >>> attended_token_layers(full_attention_layers=2.0, window_layers=3.0, window_tokens=10.0,
    ...     context_tokens=100.0)
    230.0
    """
    return full_attention_layers * context_tokens + window_layers * least(
        context_tokens, window_tokens
    )


def causal_token_layers(
    *,
    full_attention_layers: Number,
    window_layers: Number,
    window_tokens: Number,
    sequence_tokens: Number,
) -> Number:
    """Mean number of tokens that a token of a sequence attends to under a causal mask.

    a = L_full · s/2 + L_window · (m − m²/2s), m = min(s, w)

    full_attention_layers, window_layers: layers of full attention and of a sliding window [count];
    window_tokens: w; sequence_tokens: s, above 0 [tokens].
    Returns [tokens], summed over the layers.
    Source: the mean of min(t, w) for t from 0 to s; sliding windows after arXiv 2310.06825.

    >>> causal_token_layers(full_attention_layers=2.0, window_layers=3.0, window_tokens=50.0,
    ...     sequence_tokens=100.0)
    212.5
    """
    within = least(sequence_tokens, window_tokens)
    return full_attention_layers * sequence_tokens / 2.0 + window_layers * (
        within - within * within / (2.0 * sequence_tokens)
    )


def suffix_token_layers(
    *,
    full_attention_layers: Number,
    window_layers: Number,
    window_tokens: Number,
    suffix_tokens: Number,
    prefix_tokens: Number,
) -> Number:
    """Mean number of tokens that a token attends to, where what is before a suffix is cached.

    a = a(s) + c/u · (a(s) − a(c)), s = c + u

    full_attention_layers, window_layers: layers of full attention and of a sliding window [count];
    window_tokens: w; suffix_tokens: u, that are computed, above 0; prefix_tokens: c, that are
    cached, a(s) and a(c): see causal_token_layers [tokens]. Returns [tokens], summed over the
    layers.
    Source: the mean of min(t, w) for t from c to s.

    >>> suffix_token_layers(full_attention_layers=2.0, window_layers=0.0, window_tokens=0.0,
    ...     suffix_tokens=10.0, prefix_tokens=90.0)
    190.0
    """
    layers = {
        "full_attention_layers": full_attention_layers,
        "window_layers": window_layers,
        "window_tokens": window_tokens,
    }
    whole = causal_token_layers(**layers, sequence_tokens=prefix_tokens + suffix_tokens)
    # An empty prefix adds nothing, whatever its mean is.
    before = causal_token_layers(**layers, sequence_tokens=greatest(prefix_tokens, 1.0))
    return whole + prefix_tokens / suffix_tokens * (whole - before)


def attention_flops_per_token(*, attention_width: Number, attended_tokens: Number) -> Number:
    """FLOPs of the forward attention of one token to its context.

    F = 4 · w · a

    attention_width: w, heads · head_dim [count]; attended_tokens: a, over all layers, see
    attended_token_layers [tokens]. Returns [flops per token].
    Source: Narayanan et al. 2021 (arXiv 2104.04473), appendix.

    >>> attention_flops_per_token(attention_width=4096.0, attended_tokens=32.0 * 1024)
    536870912.0
    """
    return 4.0 * attention_width * attended_tokens


def beyond_fraction(
    *, chosen_tokens: Number, suffix_tokens: Number, prefix_tokens: Number
) -> Number:
    """Of the tokens of a suffix, those that attend to the best of what is before them alone.

    f = max(0, c + u − max(c, k)) / u

    chosen_tokens: k, that a token attends to at most; suffix_tokens: u, that are computed, above 0;
    prefix_tokens: c, that are cached before them [tokens]. Returns [fraction].
    Source: definition of the best k; DeepSeek-AI 2025 (arXiv 2512.02556), section 2.1.

    >>> beyond_fraction(chosen_tokens=50.0, suffix_tokens=200.0, prefix_tokens=0.0)
    0.75
    """
    last = prefix_tokens + suffix_tokens
    return greatest(0.0, last - greatest(prefix_tokens, chosen_tokens)) / suffix_tokens


def index_flops(*, index_width: Number, index_layers: Number) -> Number:
    """FLOPs of an indexer to score one token for another.

    F = 2 · w · L

    index_width: w, heads · their size; index_layers: L, that have an indexer, each over the tokens
    that an entry of its keys stands for [count]. Returns [flops].
    Source: DeepSeek-AI 2025 (arXiv 2512.02556), equation 1, whose keys all heads share.

    >>> index_flops(index_width=8192.0, index_layers=61.0)
    999424.0
    """
    return 2.0 * index_width * index_layers


def training_flops(
    *,
    active_parameters: Number,
    tokens: Number,
    flops_per_parameter_token: Number,
    attention_width: Number,
    attended_tokens: Number,
) -> Number:
    """Model FLOPs of a training run, without recomputation.

    F = D · (k · N + 12 · w · a), which for k = 6 and full causal attention, a = L · s / 2, is
    6·N·D + 6·L·w·s·D

    active_parameters: N [count]; tokens: D [tokens]; flops_per_parameter_token: k, 6 if all
    weights are trained, 4 if only adapters are trained [flops]. Frozen weights need no weight
    gradients, but attention needs all of its gradients. attention_width: w, heads · head_dim
    [count]; attended_tokens: a, over all layers, mean of a sequence [tokens]. Returns [flops].
    Source: Kaplan et al. 2020 (arXiv 2001.08361); Chowdhery et al. 2022 (arXiv 2204.02311),
    appendix B; Hu et al. 2021 (arXiv 2106.09685) for frozen weights.

    >>> training_flops(active_parameters=1e9, tokens=1e9, flops_per_parameter_token=6.0,
    ...     attention_width=1000.0, attended_tokens=10.0 * 500)
    6.06e+18
    """
    attention = 12.0 * attention_width * attended_tokens
    return tokens * (flops_per_parameter_token * active_parameters + attention)


def forward_flops(
    *, active_parameters: Number, tokens: Number, attention_width: Number, attended_tokens: Number
) -> Number:
    """FLOPs of one forward pass over the tokens. Recomputation repeats it.

    F = D · (2 · N + 4 · w · a)

    active_parameters: N, all for full recompute, none for selective recompute, which repeats
    only attention [count]; tokens: D [tokens]; attention_width: w [count]; attended_tokens: a,
    over all layers, mean of a sequence [tokens]. Returns [flops].
    Source: Narayanan et al. 2021 (arXiv 2104.04473), appendix.

    >>> forward_flops(active_parameters=1e9, tokens=1e9, attention_width=1000.0,
    ...     attended_tokens=10.0 * 500)
    2.02e+18
    """
    attention = attention_flops_per_token(
        attention_width=attention_width, attended_tokens=attended_tokens
    )
    return tokens * (2.0 * active_parameters + attention)


def pipeline_bubble_fraction(*, stages: Number, micro_batches: Number) -> Number:
    """Share of a step in which a pipeline idles while it fills and drains.

    f = (p − 1) / (m + p − 1)

    stages: p [count]; micro_batches: m, of one step and pipeline [count]. Returns [fraction].
    Valid for one forward and one backward pass at a time, without interleaved stages.
    Source: Huang et al. 2019, GPipe (arXiv 1811.06965); Narayanan et al. 2021 (arXiv
    2104.04473), section 2.2.1, which gives it over the remaining step, (p − 1) / m.

    >>> pipeline_bubble_fraction(stages=4.0, micro_batches=13.0)
    0.1875
    """
    return (stages - 1.0) / (micro_batches + stages - 1.0)


def productive_device_hours(
    *, flops: Number, flops_per_second: Number, mfu_fraction: Number
) -> Number:
    """Device-hours of the work in steady state.

    H = F / (P · MFU) / 3600

    flops: F [flops]; flops_per_second: P, dense peak of one device [flops per second];
    mfu_fraction: MFU [fraction]. Returns [device-hours].
    Source: Chowdhery et al. 2022 (arXiv 2204.02311), section 4.1.

    >>> productive_device_hours(flops=3.6e18, flops_per_second=1e15, mfu_fraction=0.5)
    2.0
    """
    return flops / (flops_per_second * mfu_fraction) / SECONDS_PER_HOUR
