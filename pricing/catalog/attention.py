"""Attention: what the geometry of its heads asks of memory and of the arithmetic."""

from math import inf

from msgspec import Struct


class Attention(Struct, frozen=True):
    """What a layer attends with.

    width: of queries, keys and values, of all heads; decode_width: the same while decoding;
    kv_heads: that devices may share out; kv_values: cached per token [count].
    """

    width: float
    decode_width: float
    kv_heads: float
    kv_values: float


def plain_attention(*, heads: int, head_dim: int, kv_heads: int) -> Attention:
    """Of heads that share key-value heads.

    width = heads · head_dim; kv_values = 2 · kv_heads · head_dim

    >>> plain_attention(heads=32, head_dim=128, kv_heads=8).kv_values
    2048.0
    """
    width = float(heads * head_dim)
    return Attention(width, width, float(kv_heads), 2.0 * kv_heads * head_dim)


def latent_attention(*, heads: int, head_dim: int, latent: int, rope: int) -> Attention:
    """Of heads that share a latent (MLA).

    width = heads · (2·head_dim + rope) / 2; decode_width = heads · (2·latent + rope) / 2;
    kv_values = latent + rope

    Keys have the rotary part besides their own, values do not. Decoding, engines attend to the
    latent as it is cached: its keys are latent + rope wide, its values the latent. There is no
    head of it to share out: replicas are taken to divide their requests over the devices instead.

    Source: DeepSeek-AI 2024 (arXiv 2405.04434), section 2.1.

    >>> latent_attention(heads=128, head_dim=128, latent=512, rope=64).decode_width / 128
    544.0
    """
    return Attention(
        heads * (head_dim + rope / 2.0),
        heads * (latent + rope / 2.0),
        inf,
        float(latent + rope),
    )
