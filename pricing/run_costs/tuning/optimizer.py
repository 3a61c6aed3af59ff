"""The optimizer of a run: what it holds for a trained parameter, and where."""

from pricing.catalog.rows import Assumption
from pricing.errors import InvalidQuery
from pricing.quote.context import QuoteContext
from pricing.run_costs.query import RunCostQuery
from pricing.training.tuning.states import (
    MASTER_BYTES,
    OF_BITSANDBYTES,
    OPTIMIZERS,
    SIXTEEN_BIT_BYTES,
)


def has_master_copy(query: RunCostQuery) -> bool:
    """Whether a 32-bit copy of the trained weights stands beside them.

    Not under the optimizers of bitsandbytes and in the backward pass, which update the weights in
    place; nor where 16-bit weights are asked for and copies of the model share nothing.
    """
    if query.optimizer in OF_BITSANDBYTES or query.optimizer_in_backward:
        return False
    deployment = query.deployment
    is_alone = deployment.device_count == 1 or deployment.layout.zero_stage == 0
    return not (query.base_weight_format == "bf16" and is_alone)


def optimizer_bytes(
    context: QuoteContext,
    query: RunCostQuery,
    *,
    has_master: bool,
    is_wide: bool,
    wide_share: float,
) -> tuple[float, float]:
    """Of a trained parameter: on the device, and paged to the host [bytes].

    is_wide: whether its weight has 32 bits, and is its own master copy; wide_share: of trained
    parameters, embeddings and output, whose moments 8-bit optimizers keep in 32 bits.
    """
    given = query.optimizer_bytes_per_parameter
    if given is not None:
        if query.optimizer is not None:
            raise InvalidQuery(
                "optimizer and optimizer_bytes_per_parameter both say what a parameter takes",
                field="optimizer_bytes_per_parameter",
            )
        return given, 0.0
    if query.optimizer is None and has_master:
        rest = 2.0 * SIXTEEN_BIT_BYTES + (MASTER_BYTES if is_wide else 0.0)
        return context.assume("training.bytes_per_parameter") - rest, 0.0
    optimizer = OPTIMIZERS[query.optimizer or "adamw"]
    found = optimizer.state_bytes(has_master=has_master or is_wide, wide_share=wide_share)
    if is_wide:
        found -= MASTER_BYTES
    context.assume(
        Assumption(
            key=f"training.optimizer_bytes.{query.optimizer or 'adamw'}",
            value=found,
            unit="bytes/parameter",
            low=found,
            high=found,
            source=optimizer.source,
            confidence="secondary",
        )
    )
    return (0.0, found) if optimizer.is_paged else (found, 0.0)


def check_backward(query: RunCostQuery) -> None:
    """An optimizer in the backward pass has no gradients to accumulate."""
    if (query.gradient_accumulation or 1) > 1:
        raise InvalidQuery(
            "an optimizer in the backward pass frees gradients at once: it does not accumulate them"
            f" over {query.gradient_accumulation} micro-batches",
            field="gradient_accumulation",
            nearest=("1",),
        )
