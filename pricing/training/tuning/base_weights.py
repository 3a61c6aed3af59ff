"""Base weights: the formats that weights are held in while a run computes in 16 bits."""

from typing import Literal

from msgspec import Struct

BaseFormat = Literal[
    "fp32", "bf16", "nf4", "nf4_double_quantised", "fp4", "gptq_int4", "int8", "gptq_int8"
]


class Packing(Struct, frozen=True, gc=False):
    """A format of base weights.

    bits: of a weight in a linear layer, scales included [bits]; kernel: what unpacks it for every
    product, None where nothing has to; source: of its bits.
    """

    bits: float
    kernel: str | None
    source: str

    @property
    def is_packed(self) -> bool:
        """Whether it is unpacked for every product."""
        return self.kernel is not None


BLOCKS_OF_64 = "4 bits and a 32-bit scale for every 64 weights: arXiv 2305.14314, section 3"
PACKINGS: dict[str, Packing] = {
    "fp32": Packing(32.0, None, "definition"),
    "bf16": Packing(16.0, None, "definition"),
    "nf4": Packing(4.5, "bitsandbytes", BLOCKS_OF_64),
    "nf4_double_quantised": Packing(
        4.127,
        "bitsandbytes",
        "QLoRA: NF4 with double quantisation, 0.127 bits of scales (arXiv 2305.14314, section 3)",
    ),
    "fp4": Packing(4.5, "bitsandbytes", BLOCKS_OF_64),
    "gptq_int4": Packing(
        4.16,
        "gptq",
        "4 bits, a 16-bit scale and a 4-bit zero for every 128 weights: arXiv 2210.17323",
    ),
    "int8": Packing(8.01, "int8", "a 32-bit scale for every row: arXiv 2208.07339, section 3"),
    "gptq_int8": Packing(8.19, "int8", "8 bits and a 16-bit scale for every 128 weights"),
}

WIDE_FORMATS = frozenset({"fp32", "bf16"})
"""What weights are trained in; the others are frozen under adapters."""

METHOD_FORMATS = {"qlora": "nf4_double_quantised", "int8_lora": "int8"}
"""The base weights of a method that is named after them."""


def held_bits(packing: Packing, *, wide_share: float, wide_bits: float) -> float:
    """Bits of a parameter in the mean, where embeddings and output keep 16 or more.

    b = b_p + (b_w − b_p) · w

    wide_share: w, of the parameters [fraction]; wide_bits: b_w [bits].

    >>> round(held_bits(PACKINGS["nf4"], wide_share=0.1, wide_bits=16.0), 2)
    5.65
    """
    if not packing.is_packed:
        return packing.bits
    return packing.bits + (wide_bits - packing.bits) * wide_share
