"""The memory of a training run: what its method and precision take, and what the answer says."""

from functools import lru_cache
from math import inf

from msgspec.structs import asdict

from pricing.catalog.rows import Assumption, Device, Model
from pricing.errors import InvalidQuery
from pricing.formulas import compute, memory
from pricing.quote.context import QuoteContext
from pricing.run_costs.answer import RunLayout, TrainingMemory
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tokens import Tokens
from pricing.serving.precision import Format
from pricing.training.layout import Layout
from pricing.training.layout_limits import Wanted
from pricing.training.memory import Needs, StateBytes
from pricing.units import BITS_PER_BYTE, BYTES_PER_GIBIBYTE

ADAPTERS = frozenset({"lora", "qlora"})
WIDE = frozenset({"fp32", "tf32"})
"""Formats whose weights are their own master copy."""

SIXTEEN_BIT_BYTES = 2.0
VOCABULARY_SIZE = 128_256
ITEMS = (
    *("weights", "gradients", "optimizer", "states", "working", "activations"),
    "loss",
    *("used", "capacity", "headroom"),
)
"""What the answer has in GiB of the footprint's bytes."""

LONG_BUBBLE_FRACTION = 0.3
"""A pipeline that waits longer than this is warned of."""


def needs_of(
    context: QuoteContext,
    device: Device,
    model: Model,
    number_format: Format,
    query: RunCostQuery,
    tokens: Tokens,
) -> Needs:
    """What the run asks of every layout."""
    value_bytes = 4.0 if number_format.name in WIDE else SIXTEEN_BIT_BYTES
    scale = value_bytes / SIXTEEN_BIT_BYTES
    vocabulary_size = model.vocabulary_size or _vocabulary_size(context)
    is_chunked = query.loss == "chunked"
    frozen_bytes = value_bytes
    if query.method == "qlora":
        frozen_bytes = _packed_bytes(context, model, vocabulary_size)
    return Needs(
        device=device,
        model=model,
        vocabulary_size=vocabulary_size,
        states=_states(context, query, value_bytes, frozen_bytes),
        value_bytes=value_bytes,
        activation_bytes=scale * _activation_bytes(context, model, fused=False),
        fused_activation_bytes=scale * _activation_bytes(context, model, fused=True),
        selective_activation_bytes=scale
        * context.assume("training.selective_activation_fraction")
        * _activation_bytes(context, model, fused=True),
        fused_device_count=_fused_device_count(context, query),
        input_bytes=scale * context.assume("training.recomputed_activation_bytes"),
        loss_bytes=context.assume(
            "training.chunked_loss_bytes" if is_chunked else "training.loss_bytes"
        ),
        loss_tokens=context.assume("training.loss_chunk_tokens") if is_chunked else None,
        sequence_length=tokens.sequence_length,
        batch_sequences=tokens.batch_sequences,
        flash_attention=query.flash_attention,
        usable_fraction=context.assume("training.usable_fraction"),
    )


def _activation_bytes(context: QuoteContext, model: Model, *, fused: bool) -> float:
    """Bytes of a layer without recompute, over values of its input, at 16 bits."""
    if not model.gated:
        return context.assume("training.activation_bytes")
    key = "training.activation_bytes" if fused else "training.gated_activation_bytes"
    return float(
        memory.gated_layer_bytes_per_value(
            usual_bytes=context.assume(key),
            query_width_ratio=model.attention_width / model.hidden_size,
            key_width_ratio=model.key_width / model.hidden_size,
            feed_forward_width_ratio=model.feed_forward_width / model.hidden_size,
            routed_copies=model.experts_per_token if model.experts > 1.0 else 0.0,
            attention_bytes=4.0 if fused else 6.0,
            feed_forward_bytes=6.0 if fused else 8.0,
        )
    )


def _fused_device_count(context: QuoteContext, query: RunCostQuery) -> float:
    """From how many devices on kernels are fused [count]."""
    if query.fused_kernels is not None:
        return 0.0 if query.fused_kernels else inf
    return context.assume("training.fused_kernels_device_count")


def wanted_of(query: RunCostQuery) -> Wanted:
    """What the query asks of the layout."""
    layout = query.deployment.layout
    context_parallel = layout.context_parallel
    if context_parallel is None and layout.data_parallel is not None:
        context_parallel = 1
    fields = asdict(layout) | {
        "context_parallel": context_parallel,
        "micro_batch_sequences": layout.micro_batch_sequences or 1,
    }
    return Wanted(**fields, recompute=query.recompute)


def adapter_fraction(context: QuoteContext, query: RunCostQuery) -> float:
    """Parameters that learn beside the frozen ones, over those [fraction]."""
    key = "training.adapter_parameter_fraction"
    return context.given_or(query.adapter_parameter_fraction, key)


def learning_parameters(context: QuoteContext, model: Model, query: RunCostQuery) -> float:
    """What has gradients and an optimizer, and is what a checkpoint holds."""
    share = adapter_fraction(context, query) if query.method in ADAPTERS else 1.0
    return model.parameters * share


def _packed_bytes(context: QuoteContext, model: Model, vocabulary_size: int) -> float:
    """Bytes of a parameter that qlora freezes, in the mean: embeddings and output stay wide."""
    bits = context.assume("training.qlora_weight_bits")
    wide_bits = context.assume("training.qlora_embedding_bits")
    wide = vocabulary_size * model.hidden_size + model.lookup_parameters
    share = min(1.0, wide / model.parameters)
    return (bits + (wide_bits - bits) * share) / BITS_PER_BYTE


def _states(
    context: QuoteContext, query: RunCostQuery, value_bytes: float, frozen_bytes: float
) -> StateBytes:
    """Bytes of a parameter of the model, by what holds them; frozen_bytes: beside adapters."""
    optimizer_bytes = query.optimizer_bytes_per_parameter
    if optimizer_bytes is None:
        optimizer_bytes = context.assume("training.bytes_per_parameter") - 2.0 * value_bytes
    if query.method not in ADAPTERS:
        if query.adapter_parameter_fraction is not None:
            raise InvalidQuery(
                f"{query.method} trains all weights: adapters go with lora and qlora",
                field="adapter_parameter_fraction",
            )
        return StateBytes(
            weights=value_bytes,
            gradients=value_bytes,
            optimizer=optimizer_bytes,
            gathered=2.0 * value_bytes,
            unpacked=0.0,
        )
    share = adapter_fraction(context, query)
    return StateBytes(
        weights=frozen_bytes + share * value_bytes,
        gradients=share * value_bytes,
        optimizer=share * optimizer_bytes,
        gathered=frozen_bytes + 2.0 * share * value_bytes,
        unpacked=value_bytes if query.method == "qlora" else 0.0,
    )


def _vocabulary_size(context: QuoteContext) -> int:
    return int(
        context.assume(
            Assumption(
                key="model.vocabulary_size",
                value=float(VOCABULARY_SIZE),
                unit="count",
                low=32_000.0,
                high=262_144.0,
                source="the vocabulary of Llama 3; published models have 32,000 to 262,144",
                confidence="unverified",
            )
        )
    )


@lru_cache(maxsize=8192)
def memory_of(layout: Layout) -> TrainingMemory:
    """What the fullest device holds, for the answer."""
    held = layout.footprint
    gibibytes = {
        f"{item}_gibibytes": getattr(held, f"{item}_bytes") / BYTES_PER_GIBIBYTE for item in ITEMS
    }
    return TrainingMemory(
        **gibibytes,
        headroom_fraction=held.headroom_bytes / held.capacity_bytes,
        model_parallel=layout.parallelism.model_parallel,
        fits=held.headroom_bytes >= 0.0,
    )


def layout_answer(
    context: QuoteContext, needs: Needs, wanted: Wanted, layout: Layout, *, is_modelled: bool
) -> RunLayout:
    """How the run is divided, for the answer.

    is_modelled: whether the MFU is estimated; warns of a pipeline that waits much of a step.
    """
    found = layout.parallelism
    micro_batches = found.micro_batches(needs)
    bubble = None
    if micro_batches is not None:
        bubble = float(
            compute.pipeline_bubble_fraction(
                stages=float(found.pipeline_parallel),
                micro_batches=micro_batches * found.virtual_stages,
            )
        )
        if is_modelled and bubble > LONG_BUBBLE_FRACTION:
            context.warn(
                f"{found.pipeline_parallel} stages wait {bubble:.0%} of a step of"
                f" {micro_batches:.3g} micro-batches: the MFU has that; give mfu_fraction, a larger"
                " batch or fewer devices"
            )
    given = None not in (*wanted.sizes, wanted.zero_stage) and (
        needs.model.experts == 1.0 or wanted.expert_parallel is not None
    )
    return RunLayout(
        basis="given" if given else "found",
        recompute=layout.recompute,
        **asdict(found),
        micro_batches=micro_batches,
        pipeline_bubble_fraction=bubble,
    )
