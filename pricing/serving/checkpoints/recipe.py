"""Recipes: which matrices of a model a format packs, and how many bits a weight of each takes."""

from msgspec import Struct

from pricing.serving.checkpoints.tensors import ATTENTION, LINEAR, Tensors

SIXTEEN_BITS, BYTE_BITS = 16.0, 8.0


class Recipe(Struct, frozen=True):
    """What a format makes of the matrices of a model.

    linear_bits: of a weight of a linear layer, with the scales and zero points of its groups;
    expert_bits, attention_bits: of those of routed experts and of attention, where they differ;
    head_bits, embedding_bits: of the head and of an embedding of the input that it does not share;
    matrix_bytes: that each packed matrix has beside, such as a codebook; mixture: of llama.cpp,
    which has types of its own for each matrix; mean_bits: of all weights alike, instead of all
    that; fills_sides: whether engines fill up the sides of experts;
    has_towers: whether the files hold encoders of images or sounds.
    """

    linear_bits: float = SIXTEEN_BITS
    expert_bits: float | None = None
    attention_bits: float | None = None
    head_bits: float = SIXTEEN_BITS
    embedding_bits: float = SIXTEEN_BITS
    matrix_bytes: float = 0.0
    mixture: str | None = None
    mean_bits: float | None = None
    fills_sides: bool = False
    has_towers: bool = True

    def bits(self, tensors: Tensors) -> float:
        """The bits of a weight of these matrices, in the mean."""
        kind, linear = tensors.kind, self.linear_bits
        if self.mean_bits is not None and kind not in {"tower", "draft"}:
            return self.mean_bits
        if kind in LINEAR:
            own = self.expert_bits if tensors.routed else None
            if kind in ATTENTION:
                own = self.attention_bits
            return linear if own is None else own
        wide = max(SIXTEEN_BITS, min(linear, self.head_bits, self.embedding_bits))
        others = {
            "head": self.head_bits,
            "embedding": self.embedding_bits,
            "layer_embedding": self.embedding_bits,
            "draft": linear if linear >= BYTE_BITS else SIXTEEN_BITS,
        }
        return others.get(kind, wide)

    @property
    def keeps_ends(self) -> bool:
        """Whether the head or the embedding has other bits than linear layers."""
        bits = self.head_bits, self.embedding_bits
        return self.mean_bits is None and bits != (self.linear_bits, self.linear_bits)


def grouped_bits(
    *, bits: float, group: float | None, scale_bits: float = 16.0, zero_bits: float = 0.0
) -> float:
    """What a weight takes with what its group shares.

    b + (s + z) / g

    bits: b; group: g, weights that share a scale [count], None for a whole row, whose scales are
    left out; scale_bits, zero_bits: s, z [bits]. Returns [bits].

    Source: Frantar et al. 2022 (arXiv 2210.17323), section 4; Lin et al. 2023 (arXiv 2306.00978).

    >>> grouped_bits(bits=4.0, group=128.0, zero_bits=4.0)
    4.15625
    """
    return bits + (scale_bits + zero_bits) / group if group else bits
