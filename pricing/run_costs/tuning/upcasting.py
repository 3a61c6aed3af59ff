"""What is held in 32 bits beside packed base weights."""

from msgspec import Struct

from pricing.catalog.rows import Assumption, Model
from pricing.errors import InvalidQuery
from pricing.quote.context import QuoteContext
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tuning.states import Held
from pricing.training.tuning.states import MASTER_BYTES, SIXTEEN_BIT_BYTES

UNPACKER = "bitsandbytes"
"""The kernels whose models peft prepares: those of GPTQ stay as they are."""

PLAIN_LOSSES = frozenset({None, "plain", "parallel"})

INPUT = Assumption(
    key="tuning.upcast_input_bytes",
    value=4.0,
    unit="bytes",
    low=2.0,
    high=4.0,
    source=(
        "prepare_model_for_kbit_training of peft casts norms and embeddings to 32 bits: Mistral 7B"
        " takes 4 and 8 GiB more than without it, for 16,384 and 32,768 tokens"
        " (fms-acceleration, scripts/benchmarks/refs/a100_80gb.csv)"
    ),
    confidence="verified",
)
"""Of a value of a layer's input [bytes]."""

LOSS = Assumption(
    key="tuning.upcast_loss_bytes",
    value=16.0,
    unit="bytes",
    low=12.0,
    high=18.0,
    source=(
        "logits of an output in 32 bits, their shifted copy, softmax and gradient: 10 steps of"
        " QLoRA on a T4 (Anassbzdd/fitcheck, README) and the longest contexts of Llama 3.1 8B on"
        " six cards (unslothai/unsloth, README) have it so"
    ),
    confidence="secondary",
)
"""Of a token and word at the loss head [bytes]."""


class Upcast(Struct, frozen=True, gc=False):
    """What 32 bits take: of a value of a layer's input, and beside 16 bits of the rest [bytes].

    weight_bytes: of a parameter of the model; loss_bytes: of a token and word.
    """

    input_bytes: float
    weight_bytes: float
    loss_bytes: float


def upcasts(query: RunCostQuery, held: Held) -> bool:
    """Whether what packed weights leave unpacked is held in 32 bits. Raises InvalidQuery."""
    if query.unpacked_in_32_bits is None:
        return held.base.kernel == UNPACKER and not query.fused_kernels
    if not held.base.is_packed:
        raise InvalidQuery(
            "unpacked_in_32_bits is of what packed base weights leave unpacked: it goes with qlora"
            " and int8_lora",
            field="unpacked_in_32_bits",
        )
    return query.unpacked_in_32_bits


def upcast_of(context: QuoteContext, model: Model, query: RunCostQuery, held: Held) -> Upcast:
    """What lies in 32 bits, by what peft casts before training in k bits."""
    unpacked = 1.0 - held.packed_parameters / model.parameters
    has_logits = query.loss in PLAIN_LOSSES and not query.fused_kernels
    return Upcast(
        input_bytes=context.assume(INPUT),
        weight_bytes=0.0
        if query.offload.parameters
        else (MASTER_BYTES - SIXTEEN_BIT_BYTES) * unpacked,
        loss_bytes=context.assume(LOSS) - context.assume("training.loss_bytes")
        if has_logits
        else 0.0,
    )
