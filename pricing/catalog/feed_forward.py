"""Feed-forward parts: how wide they are and whether they are gated, from a model's parameters."""

from msgspec import Struct

from pricing.catalog.attention import Attention

GATED_MATRICES = 3.0
"""Matrices of a gated feed-forward part, of which one makes the gate; others have two."""

MOST_UNGATED_MATRICES = 2.5


class FeedForward(Struct, frozen=True):
    """The feed-forward part of a layer.

    width: of all that a token passes through, experts together [count]; gated: whether a gate
    multiplies what goes through it.
    """

    width: float
    gated: bool


def feed_forward_of(
    *,
    active_parameters: float,
    embedding_parameters: float,
    layers: int,
    hidden_size: int,
    attention: Attention,
    intermediate_size: float | None,
    gated: bool | None,
) -> FeedForward:
    """The feed-forward part that the parameters of a model leave room for.

    f = (N - E - 2·L·h·(q + k)) / (m·L·h), with m = 3 matrices where it is gated, else 2

    active_parameters: N, with embeddings; embedding_parameters: E; intermediate_size: f where it is
    published for every layer [count]; gated: None where only the parameters say it, and where they
    do not either, it is gated, as in most models since 2023. At least as wide as the residual
    stream.

    Source: Shazeer 2020 (arXiv 2002.05202) for gated parts, which have three matrices.

    >>> feed_forward_of(active_parameters=6.738e9, embedding_parameters=262_144_000.0, layers=32,
    ...     hidden_size=4096, attention=Attention(4096.0, 4096.0, 32.0, 8192.0),
    ...     intermediate_size=11_008.0, gated=None).gated
    True
    """
    keys = attention_key_width(attention.width, attention.kv_heads, attention.kv_values)
    attended = 2.0 * layers * hidden_size * (attention.width + keys)
    rest = max(0.0, active_parameters - embedding_parameters - attended) / (layers * hidden_size)
    if gated is None:
        gated = intermediate_size is None or rest / intermediate_size > MOST_UNGATED_MATRICES
    width = intermediate_size or rest / (GATED_MATRICES if gated else GATED_MATRICES - 1.0)
    return FeedForward(max(float(hidden_size), width), gated)


def attention_key_width(width: float, kv_heads: float, kv_values: float) -> float:
    """Width of the keys of all heads while training, when a latent is unfolded to every head.

    >>> attention_key_width(4096.0, 8.0, 2048.0)
    1024.0
    """
    return min(width, kv_values / 2.0) if kv_heads < width else width
