"""What the encoder of images computes and holds."""

from pricing.numerics.number import Number, greatest, least


def encoder_flops(
    *,
    patches: Number,
    parameters: Number,
    hidden_size: Number,
    full_attention_layers: Number,
    attended_patches: Number,
    window_layers: Number,
    window_patches: Number,
) -> Number:
    """Arithmetic of an encoder over the patches of an image.

    F = P · (2 · N + 4 · h · (L · A + L_w · min(A, W)))

    patches: P [count]; parameters: N, of the encoder and of what joins it to the model [count];
    hidden_size: h; full_attention_layers: L, that attend to all of A; attended_patches: A, of an
    image or of a tile; window_layers: L_w, that attend to W; window_patches: W [count]. Returns
    [FLOP]. N counts whole for each patch: what joins it to the model sees fewer, by up to 6% of it.
    Source: definition; keys and values of every patch of the sequence, in both directions.

    >>> encoder_flops(patches=10.0, parameters=100.0, hidden_size=8.0, full_attention_layers=1.0,
    ...     attended_patches=10.0, window_layers=1.0, window_patches=4.0)
    6480.0
    """
    attended = full_attention_layers * attended_patches + window_layers * least(
        attended_patches, window_patches
    )
    return patches * (2.0 * parameters + 4.0 * hidden_size * attended)


def encoder_pass_patches(
    *, budget_tokens: Number, image_tokens: Number, image_patches: Number
) -> Number:
    """Patches that an encoder passes at once: of as many images as an engine's pass has tokens for.

    P = max(B, t) · p / t

    budget_tokens: B, the most tokens of a pass; image_tokens: t, of one image [tokens];
    image_patches: p, of it [count]. Returns [count].
    Source: vLLM, vllm/v1/core/encoder_cache_manager.py: the encoder's budget is the larger of the
    most tokens of a pass and those of the largest image.

    >>> encoder_pass_patches(budget_tokens=8192.0, image_tokens=256.0, image_patches=4096.0)
    131072.0
    """
    return greatest(budget_tokens, image_tokens) * image_patches / image_tokens
