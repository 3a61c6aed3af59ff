"""Sparse and compressed attention of a configuration: its columns, and its parameters."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pricing.importers.checkpoints.dimensions import Dimensions
from pricing.importers.checkpoints.fields import Config, UnreadableError, needed, whole_of

INDEXER_SCALE_BYTES, WIDE_BYTES = 4, 2
"""Of a key of an indexer: the scale of one in FP8, and a value of one in 16 bits."""

RATIOS = 2
"""Kinds of compressed layers that columns tell: those with an indexer, and those without."""


class Indexer(Struct, frozen=True):
    """What chooses entries of the cache.

    topk: that it chooses; heads, size: of it; own: layers that have one; sparse: layers that attend
    to what is chosen; key_bytes: of a token and layer with one.
    """

    topk: int
    heads: int
    size: int
    own: int
    sparse: int
    key_bytes: int


class Compressed(Struct, frozen=True):
    """Layers whose cache has an entry for several tokens.

    sparse: those that attend to chosen entries; sparse_ratio: tokens of an entry there; whole,
    whole_ratio: of those that attend to all entries.
    """

    sparse: int
    sparse_ratio: int
    whole: int
    whole_ratio: int

    def cached_layers(self, dims: Dimensions, index_size: int) -> int:
        """Layers without compression whose cache would be as large, keys of the indexer too."""
        entries = self.sparse / self.sparse_ratio
        width = dims.heads.latent + dims.heads.rope
        return round(entries * (1.0 + index_size / width) + self.whole / self.whole_ratio)


def compressed_of(config: Config, count: int) -> Compressed | None:
    """The compressed layers of a configuration, None where there are none.

    The less compressed have the indexer. Raises UnreadableError for what no column tells.
    """
    told = config.get("compress_ratios")
    if not isinstance(told, list):
        return None
    ratios = [int(ratio) for ratio in told[:count]]
    kinds = sorted(set(ratios) - {0})
    if len(ratios) < count or len(kinds) != RATIOS or 1 in kinds or not _has_indexer(config):
        raise UnreadableError("no column tells such compress_ratios")
    return Compressed(ratios.count(kinds[0]), kinds[0], ratios.count(kinds[1]), kinds[1])


def sparse_columns(config: Config, count: int) -> dict[str, Any]:
    """The columns of sparse attention, empty without an indexer."""
    indexer, compressed = _indexer_of(config, count), compressed_of(config, count)
    if indexer is None:
        return {}
    columns: dict[str, Any] = {
        "index_topk": indexer.topk,
        "index_heads": indexer.heads,
        "index_head_dim": indexer.size,
    }
    if compressed is not None:
        return columns | {
            "sparse_layers": compressed.sparse,
            "sparse_compress_ratio": float(compressed.sparse_ratio),
            "compressed_layers": compressed.whole,
            "compress_ratio": float(compressed.whole_ratio),
        }
    return columns | {
        "index_bytes": round(indexer.key_bytes * indexer.own / count, 2),
        "index_layers": indexer.own if indexer.own < indexer.sparse else None,
        "sparse_layers": indexer.sparse if indexer.sparse < count else None,
    }


def sparse_parameters(config: Config, dims: Dimensions) -> int:
    """Of all indexers, and of what compresses a cache and joins its streams."""
    indexer, hidden = _indexer_of(config, dims.blocks), dims.hidden
    compressed = compressed_of(config, dims.blocks)
    if indexer is None:
        return 0
    size = indexer.size
    queries = (dims.heads.query_latent or hidden) * indexer.heads * size + hidden * indexer.heads
    if compressed is None:
        return indexer.own * (queries + hidden * size + 2 * size)
    width = dims.heads.latent + dims.heads.rope
    # Keys and gates; those of the less compressed layers overlap, and are twice as wide.
    sparse = compressed.sparse * (queries + 4 * hidden * (width + size))
    streams = whole_of(config, "hc_mult") or 0
    joined = 2 * dims.blocks * streams * hidden * streams * (streams + 2)
    return sparse + compressed.whole * 2 * hidden * width + joined


def _indexer_of(config: Config, count: int) -> Indexer | None:
    """The indexer of a configuration, of tokens or of blocks of them; None where it has none."""
    blocks = config.get("sparse_attention_config")
    if isinstance(blocks, Mapping) and blocks.get("use_sparse_attention"):
        size = needed(blocks, "sparse_index_dim")
        flags = blocks.get("sparse_attention_freq") or [1] * count
        sparse = sum(map(bool, flags[:count]))
        return Indexer(
            topk=needed(blocks, "sparse_topk_blocks") * needed(blocks, "sparse_block_size"),
            heads=needed(blocks, "sparse_num_index_heads"),
            size=size,
            own=sparse,
            sparse=sparse,
            key_bytes=WIDE_BYTES * size,
        )
    if not _has_indexer(config):
        return None
    size, kinds = needed(config, "index_head_dim"), config.get("indexer_types")
    return Indexer(
        topk=needed(config, "index_topk"),
        heads=needed(config, "index_n_heads"),
        size=size,
        own=kinds[:count].count("full") if isinstance(kinds, list) else count,
        sparse=count,
        key_bytes=size + INDEXER_SCALE_BYTES,
    )


def _has_indexer(config: Config) -> bool:
    return all(whole_of(config, f"index_{name}") for name in ("topk", "n_heads", "head_dim"))
