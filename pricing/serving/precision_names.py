"""Names of number formats: what a spelling, or the name of a checkpoint, says of its format."""

import re
from functools import lru_cache

from pricing.catalog.names import normalised, unowned
from pricing.catalog.number_formats import GGUF, NUMBER_FORMATS
from pricing.errors import UnknownName
from pricing.releases.columns import PRECISIONS
from pricing.serving.checkpoints.spelling import EXL, codebook_of, packed_bits, scheme_of, width_of

SIXTEEN_BIT = ("bf16", "fp16")

STORED = (
    *("w8a16", "w4a16", "int8wo", "eetq", "hqq", "mlx", "bnb", "bitsandbytes"),
    *(spelling for spelling in GGUF if spelling not in {"q8", "q8-0"}),
)
"""Spellings of formats that weights are stored in and not computed in, whatever the hardware."""

EIGHT_BIT_ACTIVATIONS = ("w4a8",)
"""Spellings of weights of 4 bits that meet activations of 8."""

LEAST_8_BITS = 5.0
"""Most bits of a value that 4 bits are the nearest format of; beyond, it is that of 8."""

_WIDE = ("w8a8", "w8a16", "w4a16", "w4a8", "4bit", "4-bit", "4bits", "8bit", "8-bit", "8bits")
"""Spellings of how wide numbers are: beside one of a format of that width they do not name it."""

_PACKED = ("awq", "gptq")
"""Spellings of how weights are packed: beside one of a format or a width they do not name it."""

SPELLINGS = {
    **{sized: spelling for spelling, sized in reversed(GGUF.items())},
    ("int4", 4.25): "awq",
    ("int4", 4.125): "w4a8",
    ("fp4", 4.25): "mxfp4",
}
"""How callers spell a format of so many bits a weight."""


def spelled(precision: str, weight_bits: float | None) -> str:
    """How callers spell a format of so many bits a weight, None where a source leaves them open."""
    return SPELLINGS.get((precision, weight_bits or 0.0), precision)


_DOT = re.compile(r"\.(?=[a-z])")
"""Between words: "quantized.w4a16", "torch.bfloat16" and "q4_k_m.gguf" are two."""

_GRADE = re.compile(r"(?<=-k-[sml])(?:mall|edium|arge)(?=-)")
"""What llama.cpp itself prints in full: "Q4_K - Medium" is Q4_K_M."""


@lru_cache(maxsize=1024)
def parse_format(
    precision: str, *, field: str = "deployment.precision"
) -> tuple[str, float | None]:
    """The format that a spelling names, and its bits where the spelling says them.

    The first word that is known names the format; another may say how wide or how packed it is,
    as in "INT4 (Q4_K_M 4.8bpw)", "W8A8-FP8" and "GPTQ-Int8".

    >>> parse_format("torch.bfloat16"), parse_format("Q4_K_M")
    (('bf16', None), ('int4', 4.8))
    """
    words = words_of(precision)
    found = sorted(
        (word in _PACKED, word in _WIDE, words.index(f"-{word}-"), -len(word), word)
        for word in (*PRECISIONS, *NUMBER_FORMATS)
        if f"-{word}-" in words
    )
    if not found:
        return _packed_format(precision, words, field)
    named = [NUMBER_FORMATS.get(word, (word, None)) for *_, word in found]
    name = named[0][0]
    bits = next((bits for other, bits in named if other == name and bits), None)
    return name, bits


def _packed_format(precision: str, words: str, field: str) -> tuple[str, float | None]:
    """The format of a scheme that packs weights in no format of the tables.

    Raises UnknownName, or InvalidQuery for one whose name leaves its bits open.
    """
    codebook, scheme, width = codebook_of(words), scheme_of(words), width_of(words)
    if codebook is not None:
        width, bits = codebook.weight_bits, codebook.weight_bits
    else:
        if width is None and any(f"-{word}-" in words for word in EXL):
            raise UnknownName(
                f"{precision!r} leaves its bits open: write them, such as 'exl2 4.65bpw'",
                field=field,
                nearest=("exl2 4.0bpw", "exl2 4.65bpw", "exl2 6.0bpw"),
            )
        if width is None and scheme is None:
            raise UnknownName(
                f"no number format is called {precision!r}; write one such as fp8, awq,"
                " gptq-int4, q4_k_m or 4.65bpw",
                field=field,
                nearest=PRECISIONS,
            )
        width = width or (scheme.bits if scheme else 0.0)
        bits = width if scheme is None else packed_bits(words, scheme)
    return "int4" if width <= LEAST_8_BITS else "int8", bits


@lru_cache(maxsize=1024)
def spells(precision: str, known: tuple[str, ...]) -> bool:
    """Whether a spelling has any of the words."""
    words = words_of(precision)
    return any(f"-{word}-" in words for word in known)


_PARTED = re.compile(r"(?<=-)(fp|bf|int|tf|float)-(?=\d+-)")
"""A format whose width is written apart: FP-8, bf 16."""


def words_of(precision: str) -> str:
    """A spelling with a hyphen around every word.

    >>> words_of("W8A8 FP-8")
    '-w8a8-fp8-'
    """
    words = f"-{_DOT.sub('-', normalised(precision))}-"
    return _PARTED.sub(r"\1", _GRADE.sub("", words))


@lru_cache(maxsize=1024)
def named_format(checkpoint: str) -> tuple[str, str] | None:
    """The format that the name of a checkpoint says, and how it spells it; None without one.

    What its owner is called says nothing, and beside a narrower format one of 16 bits is that of
    the arithmetic.

    >>> named_format("Qwen3-32B-FP8")[0], named_format("4bit/Qwen3-32B-AWQ-BF16-INT4")[0]
    ('fp8', 'int4')
    """
    words = normalised(unowned(checkpoint)).split("-")
    for said in ([word for word in words if word not in SIXTEEN_BIT], words):
        spelling = "-".join(said)
        try:
            return parse_format(spelling, field="model")[0], spelling
        except UnknownName:
            continue
    return None


def is_gguf(precision: str) -> bool:
    """Whether a spelling is of what llama.cpp, and what is built on it, runs alone.

    Of a format of its own, or of a file of its kind.

    >>> is_gguf("INT4 (Q4_K_M 4.8bpw)"), is_gguf("F16.gguf"), is_gguf("int4")
    (True, True, False)
    """
    return spells(precision, (*GGUF, "gguf"))
