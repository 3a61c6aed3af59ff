"""What the spelling of a format says of its recipe: the scheme, the bits, the groups."""

import re
from functools import lru_cache

from msgspec import Struct

from pricing.catalog.number_formats import GGUF
from pricing.serving.checkpoints.recipe import grouped_bits

BITS_PER_CODE = 16.0
"""Of a number of a codebook and of a scale."""


class Scheme(Struct, frozen=True):
    """How a kind of checkpoint packs linear layers.

    bits: of a value where the spelling leaves them open; group: weights that share a scale, None
    for a whole row; scale_bits, zero_bits: beside a group, None for as many as a value has;
    packs_ends: whether the embedding and the head are packed alike.
    """

    bits: float = 4.0
    group: float | None = 128.0
    scale_bits: float = 16.0
    zero_bits: float | None = None
    packs_ends: bool = False


SCHEMES = {
    "hqq": Scheme(group=64.0, zero_bits=16.0),
    "mlx": Scheme(group=64.0, zero_bits=16.0, packs_ends=True),
    "autoround": Scheme(),
    "auto-round": Scheme(),
    "autoawq": Scheme(),
    "awq": Scheme(),
    "gptq": Scheme(),
    "gptqmodel": Scheme(),
    "autogptq": Scheme(),
    "nf4": Scheme(group=64.0, scale_bits=8.125, zero_bits=0.0),
    "bnb": Scheme(group=64.0, scale_bits=8.125, zero_bits=0.0),
    "bitsandbytes": Scheme(group=64.0, scale_bits=8.125, zero_bits=0.0),
    "eetq": Scheme(bits=8.0, group=None),
    "quanto": Scheme(group=128.0, zero_bits=16.0),
    "torchao": Scheme(group=128.0, zero_bits=16.0),
    "marlin": Scheme(zero_bits=0.0),
    "compressed-tensors": Scheme(zero_bits=0.0),
}
"""Kinds of checkpoints by the words that name them, the surest first. A zero point has the bits of
a value in GPTQ and AWQ; bitsandbytes packs its scales once more, 8 bits each and 32 a block of 256.

Source: README of each project (AutoGPTQ, AutoAWQ, HQQ, MLX, EETQ, bitsandbytes, AutoRound)."""

_SYMMETRIC = Scheme(zero_bits=0.0)
"""Of compressed-tensors, which W4A16 names."""

_GROUP = re.compile(r"(?:bits?|-)(?:gs|g|group-?(?:size)?-?)(\d{2,4})-|-(\d{2,4})g-")
_NO_GROUP = re.compile(r"-(?:no-group|per-channel|channelwise|ungrouped|g-1)-")
_BPW = re.compile(r"-(\d+(?:\.\d+)?)-?bpw(?=-)")
_WIDTH = re.compile(r"-(?:w([1-8])a\d+|u?int-?([1-8])(?=-|wo)|([1-8])-?bits?(?=-|gs|g\d)|nf(4))")
_CODES = re.compile(r"-(\d+)x(\d+)(?:-?g(\d+))?-")
_HEAD = re.compile(r"-(?:h|hb)-?([1-8])-")

BYTE_BITS = 8.0
"""From so many bits on, a whole row shares a scale, unless the spelling names a group."""

EXL = ("exl2", "exl3", "exllamav2", "exllamav3", "exllama")
EXL_HEAD_BITS = 6.0
"""Of the head of an EXL2 checkpoint, unless its name says another (h8)."""


def scheme_of(words: str) -> Scheme | None:
    """The scheme that a spelling names, None for none. words: with a hyphen around each."""
    for word, scheme in SCHEMES.items():
        if f"-{word}-" in words or words.startswith(f"-{word}"):
            return scheme
    return _SYMMETRIC if re.search(r"-w[1-8]a(?:8|16)-", words) else None


def width_of(words: str) -> float | None:
    """The bits of a value that a spelling names [bits]; None for none.

    >>> width_of("-exl2-4.65bpw-"), width_of("-gptq-int8-"), width_of("-awq-")
    (4.65, 8.0, None)
    """
    for pattern in (_BPW, _WIDTH):
        found = pattern.search(words)
        if found:
            return float(next(part for part in found.groups() if part))
    return None


def head_bits_of(words: str) -> float:
    """The bits of the head of an EXL2 checkpoint [bits]."""
    found = _HEAD.search(words)
    return float(found[1]) if found else EXL_HEAD_BITS


def packed_bits(words: str, scheme: Scheme) -> float:
    """The bits of a weight of a linear layer by a scheme and what a spelling says [bits].

    >>> packed_bits("-gptq-int4-g32-", SCHEMES["gptq"])
    4.625
    """
    width = width_of(words) or scheme.bits
    said = _GROUP.search(words)
    group = scheme.group
    if said:
        group = float(next(part for part in said.groups() if part))
    elif _NO_GROUP.search(words) or (width >= BYTE_BITS and not scheme.packs_ends):
        group = None
    zero = width if scheme.zero_bits is None else scheme.zero_bits
    return grouped_bits(bits=width, group=group, scale_bits=scheme.scale_bits, zero_bits=zero)


class Codebook(Struct, frozen=True):
    """What a weight takes that is the sum of numbers of codebooks, and what each matrix has beside.

    weight_bits: [bits]; matrix_bytes: the codebooks of a matrix [bytes].
    """

    weight_bits: float
    matrix_bytes: float


def codebook_of(words: str) -> Codebook | None:
    """The codebooks of an AQLM checkpoint; None of any other.

    b = C·k / g, M = C·2^k·g·16 / 8

    C: codebooks, k: bits of a place in one, g: weights that a place stands for; "2x8" has C = 2
    and k = 8.

    Source: Egiazarian et al. 2024 (arXiv 2401.06118), section 3.

    >>> codebook_of("-aqlm-2-bit-1x16-")
    Codebook(weight_bits=2.0, matrix_bytes=1048576.0)
    """
    if "-aqlm-" not in words:
        return None
    found, width = _CODES.search(words), width_of(words)
    codebooks, places = (float(found[1]), float(found[2])) if found else (1.0, 16.0)
    group = float(found[3]) if found and found[3] else codebooks * places / (width or 2.0)
    return Codebook(
        weight_bits=codebooks * places / group,
        matrix_bytes=codebooks * 2.0**places * group * BITS_PER_CODE / 8.0,
    )


@lru_cache(maxsize=1024)
def mixture_of(words: str) -> str | None:
    """The mixture of llama.cpp that a spelling names; None for none."""
    known = max((word for word in GGUF if f"-{word}-" in words), key=len, default=None)
    if known is None:
        return None
    name = known.upper().replace("-", "_")
    return f"UD-{name}" if f"-ud-{known}-" in words else name
