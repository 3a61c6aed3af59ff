"""Compute: the floating point operations of training and inference."""

from pricing.numbers import Number
from pricing.units import SECONDS_PER_HOUR


def attention_flops_per_token(
    *, layers: Number, attention_width: Number, context_tokens: Number
) -> Number:
    """FLOPs of attending from one token to its context, forward.

    F = 4 · L · w · s

    layers: L [count]; attention_width: w, heads · head_dim or the hidden size [count];
    context_tokens: s, tokens attended to [tokens]; under a causal mask the mean over a
    sequence is half its length. Returns [flops per token].
    Source: Narayanan et al. 2021 (arXiv 2104.04473), appendix.

    >>> attention_flops_per_token(layers=32.0, attention_width=4096.0, context_tokens=1024.0)
    536870912.0
    """
    return 4.0 * layers * attention_width * context_tokens


def training_flops(
    *,
    active_parameters: Number,
    tokens: Number,
    flops_per_parameter_token: Number,
    layers: Number,
    hidden_size: Number,
    sequence_length: Number,
) -> Number:
    """Model FLOPs of a training run; recomputation is not counted.

    F = k · N · D · (1 + L · h · s / N), which for k = 6 is 6·N·D + 6·L·h·s·D

    active_parameters: N [count]; tokens: D [tokens]; flops_per_parameter_token: k, 6 where
    all weights learn, 4 where only adapters do [flops]; layers: L; hidden_size: h
    [count]; sequence_length: s [tokens]. Returns [flops]. Causal attention, so that a token
    attends to s/2 tokens on average.
    Source: Kaplan et al. 2020 (arXiv 2001.08361); Chowdhery et al. 2022 (arXiv 2204.02311),
    appendix B; Hu et al. 2021 (arXiv 2106.09685) for frozen weights.

    >>> training_flops(active_parameters=1e9, tokens=1e9, flops_per_parameter_token=6.0,
    ...     layers=10.0, hidden_size=1000.0, sequence_length=1000.0)
    6.06e+18
    """
    attention = layers * hidden_size * sequence_length
    return flops_per_parameter_token * tokens * (active_parameters + attention)


def productive_device_hours(
    *, flops: Number, flops_per_second: Number, mfu_fraction: Number
) -> Number:
    """Device-hours that the work takes in the steady state.

    H = F / (P · MFU) / 3600

    flops: F [flops]; flops_per_second: P, dense peak of one device [flops per second];
    mfu_fraction: MFU [fraction]. Returns [device-hours].
    Source: Chowdhery et al. 2022 (arXiv 2204.02311), section 4.1.

    >>> productive_device_hours(flops=3.6e18, flops_per_second=1e15, mfu_fraction=0.5)
    2.0
    """
    return flops / (flops_per_second * mfu_fraction) / SECONDS_PER_HOUR
