"""Sparse and compressed attention of a configuration: its columns, and its parameters."""

from typing import Any

from msgspec import Struct

from pricing.importers.checkpoints.dimensions import Dimensions
from pricing.importers.checkpoints.fields import Config, UnreadableError, whole_of

INDEXER_SCALE_BYTES = 4

RATIOS = 2
"""Kinds of compressed layers that columns tell: those with an indexer, and those without."""


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
    if not _has_indexer(config):
        return {}
    compressed, own = compressed_of(config, count), _indexed(config, count)
    size = whole_of(config, "index_head_dim") or 0
    columns: dict[str, Any] = {
        "index_topk": whole_of(config, "index_topk"),
        "index_heads": whole_of(config, "index_n_heads"),
        "index_head_dim": size,
    }
    if compressed is not None:
        return columns | {
            "sparse_layers": compressed.sparse,
            "sparse_compress_ratio": float(compressed.sparse_ratio),
            "compressed_layers": compressed.whole,
            "compress_ratio": float(compressed.whole_ratio),
        }
    index_bytes = (size + INDEXER_SCALE_BYTES) * own / count
    return columns | {
        "index_bytes": round(index_bytes, 2),
        "index_layers": own if own < count else None,
    }


def sparse_parameters(config: Config, dims: Dimensions) -> int:
    """Of all indexers, and of what compresses a cache and joins its streams."""
    compressed, hidden = compressed_of(config, dims.blocks), dims.hidden
    if not _has_indexer(config):
        return 0
    heads, size = (whole_of(config, name) or 0 for name in ("index_n_heads", "index_head_dim"))
    queries = (dims.heads.query_latent or hidden) * heads * size + hidden * heads
    if compressed is None:
        return _indexed(config, dims.blocks) * (queries + hidden * size + 2 * size)
    width = dims.heads.latent + dims.heads.rope
    # Keys and gates; those of the less compressed layers overlap, and are twice as wide.
    sparse = compressed.sparse * (queries + 4 * hidden * (width + size))
    streams = whole_of(config, "hc_mult") or 0
    joined = 2 * dims.blocks * streams * hidden * streams * (streams + 2)
    return sparse + compressed.whole * 2 * hidden * width + joined


def _has_indexer(config: Config) -> bool:
    return all(whole_of(config, f"index_{name}") for name in ("topk", "n_heads", "head_dim"))


def _indexed(config: Config, count: int) -> int:
    """Layers with an indexer of their own."""
    kinds = config.get("indexer_types")
    return kinds[:count].count("full") if isinstance(kinds, list) else count
