"""Time of a training step: what devices exchange, and pipelines that wait."""

from pricing.numerics.number import Number, sqrt


def tensor_exchange_bytes(
    *, tokens: Number, hidden_size: Number, value_bytes: Number, shards: Number, passes: Number
) -> Number:
    """Bytes that a device sends for tensor parallelism in one layer and micro-batch.

    X = 4 · r · 2 · (t - 1) / t · s·b · h · v

    tokens: s·b [tokens]; hidden_size: h [count]; value_bytes: v [bytes]; shards: t [count];
    passes: r, 1, or 1.5 where the forward pass is done twice [ratio]. Returns [bytes]. Four
    all-reduces, or as many gathers and scatters with sequence parallelism.
    Source: Shoeybi et al. 2019 (arXiv 1909.08053), section 3; Korthikanti et al. 2022 (arXiv
    2205.05198), section 4.2.2.

    >>> tensor_exchange_bytes(tokens=2048.0, hidden_size=4096.0, value_bytes=2.0, shards=8.0,
    ...     passes=1.0)
    117440512.0
    """
    return 8.0 * passes * (shards - 1.0) / shards * tokens * hidden_size * value_bytes


def expert_exchange_bytes(
    *,
    tokens: Number,
    hidden_size: Number,
    value_bytes: Number,
    experts_per_token: Number,
    shards: Number,
    passes: Number,
) -> Number:
    """Bytes that a device sends to experts and back in one layer and micro-batch.

    X = 4 · r · k · (e - 1) / e · s·b · h · v

    tokens: s·b, of the device [tokens]; hidden_size: h [count]; value_bytes: v [bytes];
    experts_per_token: k [count]; shards: e, devices that share the experts [count]; passes: r
    [ratio]. Returns [bytes]. To the experts and back, forward and backward.
    Source: Lepikhin et al. 2020, GShard (arXiv 2006.16668), section 3.

    >>> expert_exchange_bytes(tokens=1024.0, hidden_size=4096.0, value_bytes=2.0,
    ...     experts_per_token=2.0, shards=2.0, passes=1.0)
    33554432.0
    """
    return (
        4.0
        * passes
        * experts_per_token
        * (shards - 1.0)
        / shards
        * tokens
        * hidden_size
        * (value_bytes)
    )


def expert_network_bytes(
    *,
    tokens: Number,
    hidden_size: Number,
    value_bytes: Number,
    experts_per_token: Number,
    nodes: Number,
    passes: Number,
) -> Number:
    """Bytes that a device sends to experts on other nodes and back in one layer and micro-batch.

    X = 4 · r · (n - 1) · (1 - (1 - 1/n)^k) · s·b · h · v

    tokens: s·b, of the device [tokens]; hidden_size: h [count]; value_bytes: v [bytes];
    experts_per_token: k [count]; nodes: n, that the experts are divided over, 1 or more [count];
    passes: r [ratio]. Returns [bytes]. A token goes once to each node that any of its experts is
    on, with experts chosen alike, and is passed on there.
    Source: DeepSeek-V3 (arXiv 2412.19437), section 3.2.2.

    >>> expert_network_bytes(tokens=1024.0, hidden_size=4096.0, value_bytes=2.0,
    ...     experts_per_token=2.0, nodes=2.0, passes=1.0)
    25165824.0
    """
    reached = (nodes - 1.0) * (1.0 - (1.0 - 1.0 / nodes) ** experts_per_token)
    return 4.0 * passes * reached * tokens * hidden_size * value_bytes


def between_products_bytes(
    *,
    tokens: Number,
    hidden_size: Number,
    bytes_per_value: Number,
    whole_fraction: Number,
    shards: Number,
) -> Number:
    """Bytes that a device moves between the matrix products of a layer and micro-batch.

    B = k · s·b · h · (w + (1 - w) / t)

    tokens: s·b [tokens]; hidden_size: h [count]; bytes_per_value: k, forward and backward [bytes];
    whole_fraction: w, 0 with sequence parallelism [fraction]; shards: t [count]. Returns [bytes].
    Norms and dropout between the parts of a layer are divided by sequence parallelism alone.
    Source: Korthikanti et al. 2022 (arXiv 2205.05198), section 4.2.

    >>> between_products_bytes(tokens=10.0, hidden_size=2.0, bytes_per_value=8.0,
    ...     whole_fraction=0.25, shards=3.0)
    80.0
    """
    return (
        bytes_per_value * tokens * hidden_size * (whole_fraction + (1.0 - whole_fraction) / shards)
    )


def score_traffic_bytes(
    *,
    tokens: Number,
    sequence_length: Number,
    heads: Number,
    value_bytes: Number,
    shards: Number,
) -> Number:
    """Bytes that attention by single operations moves in one layer and micro-batch.

    B = 16 · v · a · s · s·b / t

    tokens: s·b [tokens]; sequence_length: s [tokens]; heads: a [count]; value_bytes: v [bytes];
    shards: t [count]. Returns [bytes]. Every operation reads and writes all scores: forward a
    product, the softmax, a dropout with its mask and a product; backward the same and two more.
    Source: Dao et al. 2022 (arXiv 2205.14135), algorithm 0; Korthikanti et al. 2022 (arXiv
    2205.05198), figure 3.

    >>> score_traffic_bytes(tokens=2048.0, sequence_length=2048.0, heads=96.0, value_bytes=2.0,
    ...     shards=8.0)
    1610612736.0
    """
    return 16.0 * value_bytes * heads * sequence_length * tokens / shards


def overlapped_seconds(*, computing_seconds: Number, exchanging_seconds: Number) -> Number:
    """Time of two things that go at once, and seldom hide each other whole.

    T = √(c² + x²)

    computing_seconds: c; exchanging_seconds: x [seconds]. Returns [seconds]. Between the longer of
    both and their sum.
    Source: interpolation, as of bytes and FLOPs in a decode step.

    >>> overlapped_seconds(computing_seconds=4.0, exchanging_seconds=3.0)
    5.0
    """
    return sqrt(computing_seconds * computing_seconds + exchanging_seconds * exchanging_seconds)


def pipelined_seconds(
    *, stage_seconds: Number, micro_batches: Number, stages: Number, virtual_stages: Number
) -> Number:
    """Time of all micro-batches of a step through a pipeline.

    T = (m + (p - 1) / v) · S

    stage_seconds: S, of a micro-batch in the slowest stage, forward and backward [seconds];
    micro_batches: m; stages: p; virtual_stages: v, parts of the model that a device has [count].
    Returns [seconds].
    Source: Narayanan et al. 2021 (arXiv 2104.04473), section 2.2.

    >>> pipelined_seconds(stage_seconds=1.0, micro_batches=8.0, stages=8.0, virtual_stages=1.0)
    15.0
    """
    return (micro_batches + (stages - 1.0) / virtual_stages) * stage_seconds
