"""What llama.cpp stores each matrix of a model in: the mixtures of its quantize tool.

Source: llama.cpp, src/llama-quant.cpp (llama_tensor_get_type), and ggml-common.h for the blocks.
"""

from pricing.lists import rows_of
from pricing.serving.checkpoints.tensors import ATTENTION, Tensors

BITS = {
    row["type"]: float(row["bits"])
    for row in rows_of("pricing.serving.checkpoints", "llama_cpp.csv")
}
"""Bits of a weight by type, the scales of its block included (llama.cpp, ggml-common.h)."""

BLOCK = 256
"""Weights of a block of most types. A row of another length takes a type with blocks of 32."""

_OF_32 = {"Q2_K": "IQ4_NL", "Q3_K": "IQ4_NL", "Q4_K": "Q5_0", "Q5_K": "Q5_1", "Q6_K": "Q8_0"}
_SMALL = frozenset({"F32", "F16", "BF16", "Q8_0", "Q5_1", "Q5_0", "Q4_1", "Q4_0", "IQ4_NL"})

_USUAL = {
    "IQ2_S": "IQ2_XS",
    "IQ2_M": "IQ2_S",
    "IQ3_XS": "IQ3_S",
    "IQ3_M": "IQ3_S",
    **{f"Q{bits}_K_{grade}": f"Q{bits}_K" for bits in (2, 3, 4, 5) for grade in "SML"},
}
"""What most matrices are stored in, where the name of the mixture is not that of a type."""

_NEAREST = {
    "Q4": "Q4_0",
    "Q5": "Q5_0",
    "Q6": "Q6_K",
    "Q8": "Q8_0",
    "Q2_K_XL": "Q2_K",
    "Q2_K_XS": "Q2_K_S",
    "Q3_K": "Q3_K_M",
    "Q4_K": "Q4_K_M",
    "Q4_K_XL": "Q4_K_M",
    "Q5_K": "Q5_K_M",
    "Q5_K_XL": "Q5_K_M",
    "Q6_K_XL": "Q6_K",
    "Q6_K_L": "Q6_K",
    "Q8_K_XL": "Q8_0",
}
"""Names that another mixture is meant by, or is nearest to."""

_LOW = frozenset({"IQ1_S", "IQ1_M", "IQ2_XXS", "IQ2_XS", "IQ2_S", "IQ2_M"})
_LOW_WIDE = frozenset({"IQ2_S", "IQ2_M"})
_EIGHT_WIDE = frozenset(
    {
        *("Q2_K", "Q3_K_S", "Q3_K_M", "Q4_K_S", "Q4_K_M"),
        *("IQ3_XXS", "IQ3_XS", "IQ3_S", "IQ3_M", "IQ4_NL", "IQ4_XS"),
    }
)
_WIDE_ENDS = {"Q2_K_L": "Q2_K", "Q3_K_XL": "Q3_K_L", "Q4_K_L": "Q4_K_M", "Q5_K_L": "Q5_K_M"}
"""Mixtures whose embedding and head are in Q8_0, and the mixture of all else."""

_BIG_LAYERS = 80
"""Layers of a model whose few values of attention are widened: Llama 70B."""

_GROUPED, _SEVERAL, _EIGHT = 4, 4, 8
"""Query heads of a key head, and routed experts, from which on the values of attention are few; and
the experts of Mixtral, whose attention is widened as a whole."""

_DYNAMIC = {
    "UD-Q8_K_XL": ("Q8_0", "Q8_0", "Q8_0"),
    "UD-Q6_K_XL": ("Q6_K", "Q6_K", "Q8_0"),
    "UD-Q5_K_XL": ("Q5_K", "Q6_K", "Q8_0"),
    "UD-Q4_K_XL": ("Q4_K", "Q4_K", "Q6_K"),
    "UD-Q3_K_XL": ("Q3_K", "Q3_K", "Q6_K"),
    "UD-Q3_K_M": ("Q3_K", "Q3_K", "Q6_K"),
    "UD-Q3_K_S": ("IQ3_XXS", "Q3_K", "Q6_K"),
    "UD-Q2_K_XL": ("Q2_K", "Q2_K", "Q6_K"),
    "UD-TQ1_0": ("IQ1_M", "IQ2_XXS", "Q6_K"),
}
"""Dynamic mixtures of Unsloth: routed experts but for those of the way down, these, and all else.
Models without routed experts have the plain mixture. Read from the sizes of published files
(GLM-4.6, Kimi K2.5 and K2.6, MiniMax M2.1 and M2.7, Qwen3.5 122B), since no recipe is."""

_DYNAMIC_8 = "UD-Q8_K_XL"
"""Has attention in 16 bits, with or without experts (Qwen3.6 27B, Gemma 4 26B)."""

WORD_BYTES = 50.0
"""Of a word of the vocabulary in the file, beside the weights: 7.8 MB of the 128,256 words of Llama
3.2 3B (bartowski/Llama-3.2-3B-Instruct-GGUF)."""


class Mixture:
    """What a mixture stores the matrices of one model in."""

    def __init__(
        self, name: str, *, groups: float, experts: int, layers: int, native_bits: float
    ) -> None:
        """groups: query heads that share a key head; experts: routed ones of a layer [count].

        native_bits: of routed experts as they are published [bits]: no file widens them.
        """
        plain = name.removeprefix("UD-")
        self._dynamic = _DYNAMIC.get(name)
        self._attention = "BF16" if name == _DYNAMIC_8 else None
        self._wide_ends = plain in {*_WIDE_ENDS, "Q6_K_L"} and plain == name
        self._name = _NEAREST.get(plain) or _WIDE_ENDS.get(plain, plain)
        self._usual = _USUAL.get(self._name, self._name)
        self._grouped = groups >= _GROUPED
        self._several, self._eight = experts >= _SEVERAL, experts == _EIGHT
        self._big = layers == _BIG_LAYERS and groups > 1
        self._native_bits = native_bits

    def bits(self, tensors: Tensors) -> float:
        """The bits of a weight of these matrices, in the mean of their layers."""
        if tensors.kind in {"norm", "router"}:
            return BITS["F32"]
        if tensors.kind in {"tower", "draft"}:
            return BITS["F16"]
        types = [self._type(tensors, layer) for layer in range(tensors.layers)]
        mean = sum(BITS[_fitting(one, tensors.row)] for one in types) / len(types)
        return min(mean, self._native_bits) if tensors.routed else mean

    def _type(self, tensors: Tensors, layer: int) -> str:
        kind, layers = tensors.kind, tensors.layers
        if self._attention and kind in ATTENTION:
            return self._attention
        if self._dynamic and self._several:
            inner, down, rest = self._dynamic
            return (down if kind == "ffn_down" else inner) if tensors.routed else rest
        if kind in {"embedding", "head"}:
            return self._end(kind)
        if kind == "layer_embedding":
            return "Q5_K" if self._usual == "Q4_K" else self._usual
        if self._name in _LOW:
            return self._low(kind, layer, layers)
        chosen = {
            "attn_v": self._values,
            "attn_k": self._keys,
            "attn_q": self._queries,
            "attn_output": self._output,
            "ffn_down": self._down,
            "ffn_gate": self._inner,
            "ffn_up": self._inner,
        }.get(kind)
        return chosen(layer, layers) if chosen else self._usual

    def _end(self, kind: str) -> str:
        """Of the embedding and of the head, which is also the embedding where they are shared."""
        name = self._name
        if self._wide_ends:
            return "Q8_0"
        if name in {"F32", "F16", "BF16", "Q8_0"}:
            return name
        if kind == "head":
            return "Q5_K" if name in {*_LOW, "IQ3_XXS"} else "Q6_K"
        low = "IQ3_S" if name in _LOW_WIDE else "Q2_K"
        ends = {**dict.fromkeys(_LOW, low), "IQ3_XXS": "IQ3_S", "TQ1_0": "Q4_K", "TQ2_0": "Q4_K"}
        return ends.get(name, self._usual)

    def _low(self, kind: str, layer: int, layers: int) -> str:
        usual, wide = self._usual, "IQ3_S" if self._name in _LOW_WIDE else "Q2_K"
        output = "IQ2_XXS" if self._name.startswith("IQ1") else usual
        output = wide if self._name in _LOW_WIDE else output
        chosen = {
            "attn_v": "Q4_K" if self._grouped or self._several else wide,
            "attn_k": "Q4_K" if self._eight else usual,
            "attn_output": "Q5_K" if self._eight else output,
            "ffn_down": wide if layer < layers // 8 else usual,
        }
        return chosen.get(kind, usual)

    def _values(self, layer: int, layers: int) -> str:
        usual, more = self._usual, _more_bits(layer, layers)
        grouped = "Q4_K" if self._grouped else usual
        chosen = {
            "Q2_K": "Q4_K" if self._grouped else "Q3_K",
            **dict.fromkeys(("Q2_K_S", "IQ3_XXS", "IQ3_XS", "IQ3_S"), grouped),
            "IQ3_M": "Q4_K",
            "Q3_K_M": "Q5_K" if layer in {0, 1} else "Q4_K",
            "Q3_K_L": "Q5_K",
            **dict.fromkeys(("IQ4_NL", "IQ4_XS"), "Q5_K" if self._grouped else usual),
            "Q4_K_S": "Q5_K" if layer in range(4) else usual,
            **dict.fromkeys(("Q4_K_M", "Q5_K_M"), "Q6_K" if more else usual),
        }.get(self._name, usual)
        if self._big and chosen in {"Q3_K", "Q4_K"}:
            chosen = "Q5_K"
        return self._wider("Q8_0", chosen)

    def _keys(self, layer: int, layers: int) -> str:
        return self._wider("Q8_0", self._queries(layer, layers))

    def _queries(self, _layer: int, _layers: int) -> str:
        return {"IQ3_XS": "IQ3_XXS", "IQ3_XXS": "IQ2_S"}.get(self._name, self._usual)

    def _output(self, _layer: int, _layers: int) -> str:
        if self._eight:
            return "Q5_K" if self._name in _EIGHT_WIDE else self._usual
        chosen = {"Q2_K": "Q3_K", "IQ3_XXS": "IQ3_S", "IQ3_M": "Q4_K"}
        chosen |= {"Q3_K_M": "Q4_K", "Q3_K_L": "Q5_K"}
        return chosen.get(self._name, self._usual)

    def _down(self, layer: int, layers: int) -> str:
        usual, first, more = self._usual, layer < layers // 8, _more_bits(layer, layers)
        return {
            "Q2_K": "Q3_K",
            "Q2_K_S": "Q4_K" if first else usual,
            "Q3_K_M": "Q5_K" if layer < layers // 16 else "Q4_K",
            "Q3_K_L": "Q5_K",
            **dict.fromkeys(("Q4_K_S", "IQ4_NL", "IQ4_XS"), "Q5_K" if first else usual),
            **dict.fromkeys(("Q4_K_M", "Q5_K_M"), "Q6_K" if more else usual),
            "IQ3_M": "Q4_K" if first or (self._eight and more) else usual,
        }.get(self._name, usual)

    def _inner(self, layer: int, layers: int) -> str:
        is_middle = layers // 8 <= layer < 7 * layers // 8
        return "IQ3_XXS" if self._name == "IQ3_XS" and is_middle else self._usual

    def _wider(self, wide: str, chosen: str) -> str:
        """What is widened in mixtures of eight experts, whose attention is a small part."""
        return wide if self._eight else chosen


def _more_bits(layer: int, layers: int) -> bool:
    """Whether a layer has more bits: the first and last eighth, and every third between."""
    eighth = layers // 8
    return layer < eighth or layer >= 7 * layers // 8 or (layer - eighth) % 3 > 1


def _fitting(name: str, row: int) -> str:
    """The type that a row is stored in: blocks of 256 must fill it."""
    if row % BLOCK == 0 or name in _SMALL or name == "MXFP4":
        return name
    return _OF_32.get(name, "Q4_0" if name.startswith("TQ") else "IQ4_NL")
