"""Attention: widths and cached values that follow from the geometry of the heads."""

from math import inf

from msgspec import Struct


class Attention(Struct, frozen=True):
    """The attention of a layer.

    width: of queries, keys and values of all heads; decode_width: width while decoding; kv_heads:
    heads that devices may share; kv_values: values cached per token [count].
    """

    width: float
    decode_width: float
    kv_heads: float
    kv_values: float


def plain_attention(*, heads: int, head_dim: int, kv_heads: int) -> Attention:
    """Attention whose heads share key-value heads.

    width = heads · head_dim; kv_values = 2 · kv_heads · head_dim

    >>> plain_attention(heads=32, head_dim=128, kv_heads=8).kv_values
    2048.0
    """
    width = float(heads * head_dim)
    return Attention(width, width, float(kv_heads), 2.0 * kv_heads * head_dim)


def latent_attention(*, heads: int, head_dim: int, latent: int, rope: int) -> Attention:
    """Attention whose heads share a latent (MLA).

    width = heads · (2·head_dim + rope) / 2; decode_width = heads · (2·latent + rope) / 2;
    kv_values = latent + rope

    Keys have a rotary part, values do not. While decoding, engines attend to the cached latent: its
    keys have the width latent + rope, and its values that of the latent. It has no heads that
    devices could share. We assume data-parallel attention: each device holds the cache of its own
    requests.

    Source: DeepSeek-AI 2024 (arXiv 2405.04434), section 2.1.

    >>> latent_attention(heads=128, head_dim=128, latent=512, rope=64).decode_width / 128
    544.0
    """
    return Attention(
        heads * (head_dim + rope / 2.0), heads * (latent + rope / 2.0), inf, float(latent + rope)
    )
