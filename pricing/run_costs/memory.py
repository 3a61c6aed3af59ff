"""The memory of a training run: what its method and precision take, and what the answer says."""

from functools import lru_cache
from math import inf

from msgspec.structs import asdict, replace

from pricing.catalog.rows import Device, Model
from pricing.formulas import compute, memory, tuning
from pricing.quote.context import QuoteContext
from pricing.quote.model import vocabulary_size_of
from pricing.run_costs.answer import RunLayout, TrainingMemory
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tokens import Tokens
from pricing.run_costs.tuning.phases import beside_bytes
from pricing.run_costs.tuning.states import Held, held_of, is_cast, is_tuning, trains_adapters
from pricing.run_costs.tuning.upcasting import upcast_of, upcasts
from pricing.serving.precision import Format
from pricing.training.layout import Layout
from pricing.training.layout_limits import Wanted
from pricing.training.memory import WHOLE_STAGES, Needs
from pricing.units import BYTES_PER_GIBIBYTE

WIDE = frozenset({"fp32", "tf32"})
"""Formats whose weights are their own master copy."""

SIXTEEN_BIT_BYTES = 2.0
FUSED_LOSS = "tuning.fused_loss_bytes"
LOSS_BYTES = {"fused": FUSED_LOSS, "chunked": "training.chunked_loss_bytes"}
"""What a loss head takes of a token and word, where it is no plain one."""

ITEMS = (
    *("weights", "gradients", "optimizer", "states", "working", "activations"),
    *("loss", "runtime"),
    *("used", "capacity", "headroom", "host"),
)
"""What the answer has in GiB of the footprint's bytes."""

ATTENTION_ALONE = frozenset({"query_value", "attention"})
"""Matrices with adapters that leave the feed-forward part frozen."""

GATED_PRODUCTS, PLAIN_PRODUCTS = 5.0, 4.0
"""Of a layer, those that read what a norm gives: queries, keys, values, and the feed-forward part
once, or twice where it has a gate [count]."""

LONG_BUBBLE_FRACTION = 0.3
"""A pipeline that waits longer than this is warned of."""


def held_by(
    context: QuoteContext, model: Model, number_format: Format, query: RunCostQuery
) -> Held:
    """What the run holds for a parameter."""
    return held_of(
        context,
        model,
        query,
        value_bytes=_value_bytes(number_format),
        vocabulary_size=vocabulary_size_of(context, model),
        beside_bytes=beside_bytes(context, model, query, value_bytes=_value_bytes(number_format)),
    )


def needs_of(
    context: QuoteContext,
    device: Device,
    model: Model,
    number_format: Format,
    query: RunCostQuery,
    tokens: Tokens,
    held: Held,
) -> Needs:
    """What the run asks of every layout."""
    value_bytes = _value_bytes(number_format)
    scale = value_bytes / SIXTEEN_BIT_BYTES
    needs = Needs(
        device=device,
        model=model,
        vocabulary_size=vocabulary_size_of(context, model),
        states=held.states,
        value_bytes=value_bytes,
        activation_bytes=scale * _activation_bytes(context, model, fused=False),
        fused_activation_bytes=scale * _activation_bytes(context, model, fused=True),
        selective_activation_bytes=scale
        * context.assume("training.selective_activation_fraction")
        * _activation_bytes(context, model, fused=True),
        fused_device_count=_fused_device_count(context, query),
        input_bytes=scale * context.assume("training.recomputed_activation_bytes"),
        loss_bytes=context.assume(LOSS_BYTES.get(query.loss or "", "training.loss_bytes")),
        loss_tokens=context.assume("training.loss_chunk_tokens")
        if query.loss == "chunked"
        else None,
        gathered_loss_bytes=context.assume("training.gathered_loss_bytes"),
        parallel_loss_device_count=_parallel_loss_device_count(context, query),
        parallel_loss_stage=inf if query.loss == "plain" else WHOLE_STAGES,
        sequence_length=tokens.sequence_length,
        batch_sequences=tokens.batch_sequences,
        flash_attention=query.flash_attention,
        usable_fraction=context.assume("training.usable_fraction"),
        offloads_activations=query.offload.activations,
    )
    return _tuned(context, needs, query, held) if is_tuning(query) else needs


def _tuned(context: QuoteContext, needs: Needs, query: RunCostQuery, held: Held) -> Needs:
    """What fine-tuning asks for besides."""
    scale = needs.value_bytes / SIXTEEN_BIT_BYTES
    width = needs.model.feed_forward_width / needs.model.hidden_size
    loss_bytes = needs.loss_bytes
    if query.fused_kernels and query.loss != "chunked":
        loss_bytes = context.assume(FUSED_LOSS)
    needs = replace(
        needs,
        loss_bytes=loss_bytes,
        usable_fraction=context.assume("tuning.usable_fraction"),
        gradient_bytes=scale * tuning.layer_gradient_bytes(feed_forward_width_ratio=width),
        runtime_bytes=context.assume("tuning.runtime_bytes"),
    )
    besides = 0.0
    if is_cast(held.base, needs.value_bytes):
        products = GATED_PRODUCTS if needs.model.gated else PLAIN_PRODUCTS
        besides = float(tuning.cast_input_bytes(products=products))
    if query.adapter_modules in ATTENTION_ALONE:
        besides -= scale * tuning.frozen_input_bytes(feed_forward_width_ratio=width)
    needs = replace(
        needs,
        activation_bytes=needs.activation_bytes + besides,
        fused_activation_bytes=needs.fused_activation_bytes + besides,
    )
    if not trains_adapters(query):
        return needs
    input_bytes = needs.input_bytes
    sharded = scale * context.assume("tuning.sharded_input_bytes")
    if held.base.is_packed:
        needs = replace(
            needs, packed_bytes=scale * context.assume("tuning.packed_activation_bytes")
        )
    if upcasts(query, held):
        upcast = upcast_of(context, needs.model, query, held)
        input_bytes = scale * upcast.input_bytes
        needs = replace(
            needs,
            upcast_weight_bytes=upcast.weight_bytes,
            upcast_loss_bytes=upcast.loss_bytes,
        )
    return replace(needs, input_bytes=input_bytes, sharded_input_bytes=sharded)


def _value_bytes(number_format: Format) -> float:
    """Of a number in the format that the run computes in [bytes]."""
    return 4.0 if number_format.name in WIDE else SIXTEEN_BIT_BYTES


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
    if query.fused_kernels is not None or is_tuning(query):
        return 0.0 if query.fused_kernels else inf
    return context.assume("training.fused_kernels_device_count")


def _parallel_loss_device_count(context: QuoteContext, query: RunCostQuery) -> float:
    """From how many devices on those of tensor parallelism share the words of the loss [count]."""
    if query.loss is not None:
        return inf if query.loss == "plain" else 0.0
    return context.assume("training.parallel_loss_device_count")


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
        peak=held.peak,
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
