"""What fine-tuning holds: formats of base weights, optimizers, and the matrices with adapters."""

from typing import Literal

from msgspec import Struct

from pricing.catalog.rows import Model
from pricing.formulas import tuning

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


OptimizerName = Literal[
    "adamw",
    "adamw_fused",
    "paged_adamw",
    "adamw_8bit",
    "paged_adamw_8bit",
    "adafactor",
    "lion",
    "lion_8bit",
    "sgd",
    "sgd_momentum",
]

SIXTEEN_BIT_BYTES, MASTER_BYTES = 2.0, 4.0


class Optimizer(Struct, frozen=True, gc=False):
    """An optimizer.

    moments: running means of a parameter [count]; moment_bytes: of one [bytes], None for the
    format of the weights that it updates; source: of the moments and their bytes; is_paged: whether
    the states lie in the memory of the host while they are not needed.
    """

    moments: float
    moment_bytes: float | None
    source: str
    is_paged: bool = False

    def state_bytes(self, *, has_master: bool, wide_share: float) -> float:
        """Of a parameter, with the 32-bit copy of its weight where there is one [bytes].

        Moments are in 32 bits beside such a copy, else in the 16 bits of the weight. wide_share:
        of the parameters, those of embeddings and output, whose narrow moments stay in 32 bits.
        """
        usual = MASTER_BYTES if has_master else SIXTEEN_BIT_BYTES
        own = usual
        if self.moment_bytes is not None:
            own = self.moment_bytes + (MASTER_BYTES - self.moment_bytes) * wide_share
        held = self.moments * own
        return held + (MASTER_BYTES if has_master else 0.0)


ADAM = "two moments of every parameter: arXiv 1711.05101"
EIGHT_BIT = "arXiv 2110.02861, section 2.3: a byte a moment, embeddings in 32 bits"
PAGED = "; paged to the host: arXiv 2305.14314, section 3"
LION = "one momentum: arXiv 2302.06675"
OPTIMIZERS: dict[str, Optimizer] = {
    "adamw": Optimizer(2.0, None, ADAM),
    "adamw_fused": Optimizer(2.0, None, ADAM),
    "paged_adamw": Optimizer(2.0, None, ADAM + PAGED, is_paged=True),
    "adamw_8bit": Optimizer(2.0, 1.0, EIGHT_BIT),
    "paged_adamw_8bit": Optimizer(2.0, 1.0, EIGHT_BIT + PAGED, is_paged=True),
    "adafactor": Optimizer(
        0.0, None, "rows and columns of the second moment alone: arXiv 1804.04235"
    ),
    "lion": Optimizer(1.0, None, LION),
    "lion_8bit": Optimizer(1.0, 1.0, f"{LION}; {EIGHT_BIT}"),
    "sgd": Optimizer(0.0, None, "no state"),
    "sgd_momentum": Optimizer(1.0, None, "one momentum"),
}

OF_BITSANDBYTES = frozenset({"adamw_8bit", "paged_adamw", "paged_adamw_8bit", "lion_8bit"})
"""What updates 16-bit weights in place, without a 32-bit copy of them."""

UPDATED_IN_PLACE = OF_BITSANDBYTES | {"adamw_fused"}
"""What makes a step in one kernel, without a copy of what is stepped: torch.optim.AdamW with fused,
which Trainer of transformers has by default with torch 2.8 or later."""


AdapterModules = Literal["query_value", "attention", "all_linear"]


def adapter_parameters(
    model: Model, *, rank: int, modules: AdapterModules, with_embeddings: bool
) -> float:
    """Parameters that learn beside the frozen ones [count].

    modules: query_value: the projections of queries and values; attention: those of queries, keys,
    values and the output; all_linear: those and the feed-forward parts, of all experts.
    with_embeddings: whether the embeddings and the output are trained as a whole.
    """
    hidden, queries, keys = float(model.hidden_size), model.attention_width, model.key_width
    width_sum = (hidden + queries) + (hidden + keys)
    if modules != "query_value":
        width_sum *= 2.0
    if modules == "all_linear":
        matrices = 3.0 if model.gated else 2.0
        width = model.feed_forward_width
        if model.experts > 1.0:
            width = model.expert_intermediate_size
        width_sum += matrices * model.experts * (hidden + width)
    found = float(
        tuning.adapter_parameters(rank=float(rank), layers=float(model.layers), width_sum=width_sum)
    )
    if with_embeddings:
        found += 2.0 * (model.vocabulary_size or 0) * hidden
    return found
