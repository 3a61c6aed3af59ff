"""Attention: what follows from the geometry of its heads, its indexer and its compression."""

from collections.abc import Mapping
from math import inf
from typing import Any

from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.releases.models import SPARSE_NEEDS


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


class SparseAttention(Struct, frozen=True):
    """The attention of layers that see the whole context, in tokens as they come.

    attended_layers: of them, each over the tokens of an entry, so that a token attends to
    attended_layers · s entries before it; sparse_layers: of these, the ones where it attends to
    chosen_tokens at most; index_width: of an indexer, heads · their size; index_layers: that have
    one, over the tokens of an entry; compressed_layers: whose cache has entries of several tokens,
    with an indexer or without [count].
    """

    attended_layers: float
    sparse_layers: float = 0.0
    chosen_tokens: float = 1.0
    index_width: float = 0.0
    index_layers: float = 0.0
    compressed_layers: float = 0.0


def sparse_attention_of(told: Mapping[str, Any], full_attention_layers: float) -> SparseAttention:
    """The sparse attention of a model.

    L_a = L_s / r_s + L_c / r_c; k = r_s · topk; L_i / r_s layers with an indexer

    told: the columns of the table of models, None where there is nothing to say;
    full_attention_layers: those that see the whole context, which attend to all of it where
    nothing else is told.
    """
    ratio = told["sparse_compress_ratio"] or 1.0
    sparse = (
        full_attention_layers if told["sparse_layers"] is None else told["sparse_layers"]
    ) / ratio
    attended, compressed = float(full_attention_layers), float(told["compressed_layers"] or 0)
    if ratio > 1.0:
        compressed += sparse * ratio
    if told["compressed_layers"] is not None or ratio > 1.0:
        attended = sparse + (told["compressed_layers"] or 0) / (told["compress_ratio"] or 1.0)
    if not told["index_topk"]:
        return SparseAttention(attended, compressed_layers=compressed)
    indexed = sparse if told["index_layers"] is None else told["index_layers"] / ratio
    return SparseAttention(
        attended_layers=attended,
        sparse_layers=sparse,
        chosen_tokens=told["index_topk"] * ratio,
        index_width=float((told["index_heads"] or 0) * (told["index_head_dim"] or 0)),
        index_layers=indexed,
        compressed_layers=compressed,
    )


def given_sparse_attention(
    told: Mapping[str, Any], layers: int, full_attention_layers: int
) -> SparseAttention:
    """The same of a caller's own model.

    Raises InvalidQuery for a part of an indexer, or of compressed layers, without the rest.
    """
    for needing, needed in SPARSE_NEEDS:
        if told[needing] is not None and told[needed] is None:
            raise InvalidQuery(f"{needing} also needs {needed}", field=f"model.{needed}")
    sparse, compressed = told["sparse_layers"] or 0, told["compressed_layers"] or 0
    if sparse + compressed > layers:
        raise InvalidQuery(
            f"{sparse} sparse_layers and {compressed} compressed_layers exceed the {layers} layers",
            field="model.sparse_layers" if sparse else "model.compressed_layers",
        )
    if (told["index_layers"] or 0) > (sparse or full_attention_layers):
        raise InvalidQuery(
            f"index_layers {told['index_layers']} exceed the layers with sparse attention",
            field="model.index_layers",
        )
    return sparse_attention_of(told, float(full_attention_layers))
