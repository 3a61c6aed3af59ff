"""Equations of fine-tuning: what adapters, unpacking, gathering and host memory take."""

from pricing.numerics.number import Number

UNPACKED_BYTES = 2.0
"""Of a weight in the 16 bits that are computed with."""


def adapter_parameters(*, rank: Number, layers: Number, width_sum: Number) -> Number:
    """Parameters of low-rank adapters.

    P = r · L · Σ (d_in + d_out)

    rank: r [count]; layers: L [count]; width_sum: Σ (d_in + d_out) over the adapted matrices of a
    layer [count]. Returns [count].
    Source: Hu et al. 2021, LoRA (arXiv 2106.09685), section 4.1.

    >>> adapter_parameters(rank=8.0, layers=32.0, width_sum=2.0 * (4096.0 + 4096.0))
    4194304.0
    """
    return rank * layers * width_sum


def unpacking_seconds(
    *,
    packed_parameters: Number,
    weight_bits: Number,
    passes: Number,
    bytes_per_second: Number,
    efficiency_fraction: Number,
) -> Number:
    """Time in which packed weights are unpacked to 16 bits, in every pass over them.

    t = n · N · (b/8 + 2) / (B · η)

    packed_parameters: N, on the device [count]; weight_bits: b [bits]; passes: n of a micro-batch:
    forward, backward, and the recomputed forward one [count]; bytes_per_second: B, of the memory
    [bytes per second]; efficiency_fraction: η, of B that the kernels reach [fraction].
    Returns [s], whatever the tokens of the micro-batch are.
    Source: definition; Dettmers et al. 2023, QLoRA (arXiv 2305.14314), section 3, which unpacks
    weights for each matrix product.

    >>> unpacking_seconds(packed_parameters=6e9, weight_bits=4.0, passes=2.0,
    ...     bytes_per_second=1.5e12, efficiency_fraction=0.25)
    0.08
    """
    moved = packed_parameters * (weight_bits / 8.0 + UNPACKED_BYTES) * passes
    return moved / (bytes_per_second * efficiency_fraction)


def gathering_seconds(
    *, parameter_bytes: Number, passes: Number, shards: Number, bytes_per_second: Number
) -> Number:
    """Time in which the weights that ZeRO-3 divides are gathered, in every pass over them.

    t = n · W · (d − 1)/d / B

    parameter_bytes: W [bytes]; passes: n [count]; shards: d [count]; bytes_per_second: B, of one
    direction of the link of a device, as far as it is reached [bytes per second]. Returns [s].
    Source: Rajbhandari et al. 2020, ZeRO (arXiv 1910.02054), section 7.

    >>> gathering_seconds(parameter_bytes=14e9, passes=3.0, shards=2.0, bytes_per_second=21e9)
    1.0
    """
    return passes * parameter_bytes * (shards - 1.0) / shards / bytes_per_second


def reduction_seconds(
    *,
    token_bytes: Number,
    layers: Number,
    passes: Number,
    devices: Number,
    bytes_per_second: Number,
) -> Number:
    """Time in which tensor parallelism adds up the halves of every layer.

    t = 2 · n · L · A · 2 · (d − 1)/d / B

    token_bytes: A, of the residual stream of a micro-batch [bytes]; layers: L [count]; passes: n
    [count]; devices: d [count]; bytes_per_second: B, of one direction of the link of a device, as
    far as it is reached [bytes per second]. Returns [s]. Valid for rings.
    Source: Shoeybi et al. 2019, Megatron-LM (arXiv 1909.08053), section 3: two sums a layer and
    pass.

    >>> reduction_seconds(token_bytes=1e9, layers=10.0, passes=2.0, devices=2.0,
    ...     bytes_per_second=40e9)
    1.0
    """
    ring = 2.0 * (devices - 1.0) / devices
    return 2.0 * passes * layers * token_bytes * ring / bytes_per_second


def host_step_seconds(
    *,
    trained_parameters: Number,
    moved_bytes_per_parameter: Number,
    link_bytes_per_second: Number,
    host_parameters_per_second: Number,
) -> Number:
    """Time of an optimizer step on the host.

    t = N · (m / B + 1 / a)

    trained_parameters: N, of one device [count]; moved_bytes_per_parameter: m, gradients down and
    weights up [bytes]; link_bytes_per_second: B, of one direction [bytes per second];
    host_parameters_per_second: a, that the host updates for one device [count per second].
    Returns [s]. Valid where the step does not overlap with the next forward pass.
    Source: Ren et al. 2021, ZeRO-Offload (arXiv 2101.06840), section 4.

    >>> round(host_step_seconds(trained_parameters=8e9, moved_bytes_per_parameter=4.0,
    ...     link_bytes_per_second=32e9, host_parameters_per_second=1e9), 9)
    9.0
    """
    return trained_parameters * (
        moved_bytes_per_parameter / link_bytes_per_second + 1.0 / host_parameters_per_second
    )


def frozen_input_bytes(*, feed_forward_width_ratio: Number) -> Number:
    """Bytes of the inputs of a frozen feed-forward part without a gate, over values of its input.

    c = 2 · (1 + f)

    feed_forward_width_ratio: f, of the width of the feed-forward part over the hidden size [ratio].
    Returns [bytes]. A product of frozen weights has no gradient of them, so that nothing keeps its
    input: here those of both products, in 16 bits. What lies between is kept.
    Source: definition of the gradient; LitGPT resource tables: LoRA on queries and values of
    phi-1.5 and StableLM 3B takes 24 bytes a value and layer.

    >>> frozen_input_bytes(feed_forward_width_ratio=4.0)
    10.0
    """
    return 2.0 * (1.0 + feed_forward_width_ratio)


def cast_input_bytes(*, products: Number) -> Number:
    """Bytes a value of a layer's input, besides, where 32-bit weights are computed with in 16 bits.

    c = 2 · 2 + 2 · (p − 2)

    products: p, that read what one of the two norms gives [count]. Returns [bytes]. The norms give
    32 bits instead of 16, of which each product casts and keeps a copy of its own; in 16 bits those
    of one norm share its values.
    Source: definition of torch.autocast, whose cache is of weights alone (Automatic Mixed Precision
    package, Autocast Op Reference).

    >>> cast_input_bytes(products=5.0)
    10.0
    """
    return 4.0 + 2.0 * (products - 2.0)


def layer_gradient_bytes(*, feed_forward_width_ratio: Number) -> Number:
    """Bytes of the gradients of a layer that the backward pass is at, over values of its input.

    c = 2 · (3·f + 4)

    feed_forward_width_ratio: f, of the width of the feed-forward part over the hidden size [ratio].
    Returns [bytes]. Valid for 16-bit gradients of the product, the gate and the other half of a
    gated part, and of four values as wide as the residual stream.
    Source: definition of SwiGLU (arXiv 2002.05202).

    >>> layer_gradient_bytes(feed_forward_width_ratio=2.0)
    20.0
    """
    return 2.0 * (3.0 * feed_forward_width_ratio + 4.0)
