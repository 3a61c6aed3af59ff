"""The activations of a training run: what one device keeps of them under a layout."""

from math import ceil

from pricing.formulas import memory
from pricing.training.memory import (
    Activations,
    Footprint,
    Needs,
    Parallelism,
    Recompute,
    is_sharded,
    resident,
    with_activations,
)

WHOLE_ACTIVATION_BYTES = 10.0
"""Of a layer's bytes a value, what tensor parallelism alone does not divide: the inputs of
its two halves, their norms and dropout masks (arXiv 2205.05198, section 4.2.1)."""


def footprint(needs: Needs, layout: Parallelism, recompute: Recompute) -> Footprint:
    """What the fullest device of a layout holds."""
    return with_activations(resident(needs, layout), activation_bytes(needs, layout, recompute))


def activation_bytes(needs: Needs, layout: Parallelism, recompute: Recompute) -> Activations:
    """The most of the first stage, with a micro-batch for every stage in flight, and the last.

    Recomputing needs one layer's activations in full; the last stage, the loss head.
    """
    stages = layout.pipeline_parallel
    tokens = needs.sequence_length * layout.micro_batch_sequences / layout.context_parallel
    shards = float(layout.tensor_parallel)
    scores = 0.0
    if not needs.flash_attention:
        scores = memory.attention_score_bytes(
            micro_batch_tokens=tokens,
            sequence_length=float(needs.sequence_length),
            heads=float(needs.model.heads),
            value_bytes=needs.value_bytes,
            shards=shards,
        )
    kept, working = _kept_and_working(needs, layout, recompute, tokens, scores)
    working += _layer_bytes(needs, tokens, 0.0, needs.gradient_bytes, shards)
    stage = kept * memory.stage_layers(layers=float(needs.model.layers), stages=float(stages))
    # Interleaved stages begin more micro-batches before the first is done.
    interleaved = 1.0
    if layout.virtual_stages > 1:
        interleaved += (stages - 1.0) / (stages * layout.virtual_stages)
    # Where copies do not share a batch evenly, some take a micro-batch more than the mean.
    in_flight = min(stages, ceil(layout.micro_batches(needs) or stages))
    loss = _loss_bytes(needs, layout, tokens)
    hosted = 0.0
    if needs.offloads_activations:
        # A layer's own stay, beside those of the next one that is fetched.
        hosted, stage = max(0.0, stage - 2.0 * kept), min(stage, 2.0 * kept)
    first, last = float(stage * in_flight * interleaved + working), float(stage + loss)
    return Activations(max(first, last), loss if last > first else 0.0, hosted * in_flight)


def _kept_and_working(
    needs: Needs, layout: Parallelism, recompute: Recompute, tokens: float, scores: float
) -> tuple[float, float]:
    """What a layer keeps of a micro-batch, and what recomputing it takes beside that [bytes]."""
    shards, cast = float(layout.tensor_parallel), _cast_bytes(needs, layout)
    whole = 0.0
    if not layout.sequence_parallel:
        whole = WHOLE_ACTIVATION_BYTES * needs.input_bytes / 2.0
    fused = layout.device_count >= needs.fused_device_count
    value_bytes = needs.fused_activation_bytes if fused else needs.activation_bytes
    linear = _layer_bytes(needs, tokens, whole, value_bytes - whole, shards)
    if recompute == "full":
        input_bytes = needs.input_bytes
        if is_sharded(layout) and needs.sharded_input_bytes is not None:
            input_bytes = needs.sharded_input_bytes
        undivided = 0.0 if layout.sequence_parallel else input_bytes
        kept = _layer_bytes(needs, tokens, undivided, input_bytes - undivided, shards)
        return kept, linear + scores + cast
    working = 0.0
    if recompute == "selective" and needs.flash_attention:
        shared = max(0.0, needs.selective_activation_bytes - whole)
        kept = _layer_bytes(needs, tokens, whole, shared, shards)
    elif recompute == "selective":
        kept, working = linear, scores
    else:
        kept = linear + scores
    return kept + _layer_bytes(needs, tokens, 0.0, needs.packed_bytes, shards) + cast, working


def _cast_bytes(needs: Needs, layout: Parallelism) -> float:
    """Of a layer's weights that are cast to be computed with; gathering casts them on its way."""
    if is_sharded(layout):
        return 0.0
    model = needs.model
    return needs.states.cast * model.parameters / model.layers / layout.tensor_parallel


def _loss_bytes(needs: Needs, layout: Parallelism, tokens: float) -> float:
    """Of the loss head, whose words the devices of tensor parallelism share, or gather."""
    tensor, bytes_per_logit = layout.tensor_parallel, needs.loss_bytes
    if not is_sharded(layout):
        bytes_per_logit += needs.upcast_loss_bytes
    if tensor > 1 and (
        layout.device_count < needs.parallel_loss_device_count
        and layout.zero_stage < needs.parallel_loss_stage
    ):
        tensor, bytes_per_logit = 1, bytes_per_logit + needs.gathered_loss_bytes
    return float(
        memory.loss_bytes(
            tokens=tokens if needs.loss_tokens is None else min(tokens, needs.loss_tokens),
            vocabulary_size=float(needs.vocabulary_size),
            bytes_per_logit=bytes_per_logit,
            shards=float(tensor),
        )
    )


def _layer_bytes(
    needs: Needs, tokens: float, whole_bytes: float, shared_bytes: float, shards: float
) -> float:
    if whole_bytes == 0.0 and shared_bytes == 0.0:
        return 0.0
    return float(
        memory.layer_activation_bytes(
            micro_batch_tokens=tokens,
            hidden_size=float(needs.model.hidden_size),
            whole_bytes=whole_bytes,
            shared_bytes=shared_bytes,
            shards=shards,
        )
    )
