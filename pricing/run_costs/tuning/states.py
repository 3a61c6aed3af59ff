"""States of fine-tuning: what a method, a format and an optimizer hold for a parameter."""

from msgspec import Struct

from pricing.catalog.rows import Assumption, Model
from pricing.errors import InvalidQuery
from pricing.quote.context import QuoteContext
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tuning.optimizer import check_backward, has_master_copy, optimizer_bytes
from pricing.training.memory import StateBytes
from pricing.training.tuning.states import (
    MASTER_BYTES,
    METHOD_FORMATS,
    PACKINGS,
    SIXTEEN_BIT_BYTES,
    UPDATED_IN_PLACE,
    WIDE_FORMATS,
    Packing,
    adapter_parameters,
    held_bits,
)
from pricing.units import BITS_PER_BYTE

PREFERENCE = frozenset({"dpo", "grpo", "ppo", "distillation"})
"""Methods that need other models, or rollouts, beside the update."""

ADAPTERS = frozenset({"lora", "qlora", "int8_lora"})
"""Methods that train beside frozen weights."""


class Held(Struct, frozen=True, gc=False):
    """What a run holds for a parameter of the model.

    base: of its weights; packed_parameters: of all devices together [count]; weight_bytes: of a
    frozen or trained weight in the mean [bytes]; trained_fraction: of the parameters, adapters
    among them; adapter_flops: that adapters add for a parameter of the model and token; step_bytes:
    that an optimizer step moves for a trained parameter; paged_bytes: of its states, in the memory
    of the host [bytes].
    """

    states: StateBytes
    base: Packing
    packed_parameters: float
    weight_bytes: float
    trained_fraction: float
    adapter_flops: float
    step_bytes: float
    paged_bytes: float


def is_tuning(query: RunCostQuery) -> bool:
    """Whether a run starts from trained weights."""
    return query.method != "pretraining"


def trains_adapters(query: RunCostQuery) -> bool:
    """Whether adapters are trained, rather than all weights."""
    if query.method in ADAPTERS:
        return True
    packed = query.base_weight_format not in {None, *WIDE_FORMATS}
    asked = query.adapter_rank is not None or query.adapter_parameter_fraction is not None
    return query.method in PREFERENCE and (asked or packed)


def trained_fraction(context: QuoteContext, model: Model, query: RunCostQuery) -> float:
    """Parameters that learn, over those of the model [fraction]. Raises InvalidQuery."""
    if not trains_adapters(query):
        for field in ("adapter_parameter_fraction", "adapter_rank", "adapter_modules"):
            if getattr(query, field) is not None:
                raise InvalidQuery(
                    f"{query.method} trains all weights: adapters go with lora, qlora and"
                    " int8_lora",
                    field=field,
                )
        return 1.0
    if query.adapter_rank is None:
        if query.adapter_modules is not None:
            raise InvalidQuery(
                "adapter_modules say which matrices have adapters of a rank: give adapter_rank",
                field="adapter_rank",
            )
        key = "training.adapter_parameter_fraction"
        share = context.given_or(query.adapter_parameter_fraction, key)
        if query.train_embeddings:
            share += 2.0 * (model.vocabulary_size or 0) * model.hidden_size / model.parameters
        return min(1.0, share)
    if query.adapter_parameter_fraction is not None:
        raise InvalidQuery(
            "adapter_rank and adapter_parameter_fraction both say how large the adapters are",
            field="adapter_parameter_fraction",
        )
    parameters = adapter_parameters(
        model,
        rank=query.adapter_rank,
        modules=query.adapter_modules or "all_linear",
        with_embeddings=query.train_embeddings,
    )
    return min(1.0, parameters / model.parameters)


def learning_parameters(context: QuoteContext, model: Model, query: RunCostQuery) -> float:
    """What has gradients and an optimizer, and is what a checkpoint holds."""
    return model.parameters * trained_fraction(context, model, query)


def held_of(
    context: QuoteContext,
    model: Model,
    query: RunCostQuery,
    *,
    value_bytes: float,
    vocabulary_size: int,
    beside_bytes: float,
) -> Held:
    """What a run holds for a parameter. Raises InvalidQuery for what contradicts itself.

    value_bytes: of a number in the format that is computed in; beside_bytes: of other models, for
    a parameter of this one.
    """
    base = _base(context, query, value_bytes)
    wide = vocabulary_size * model.hidden_size + model.lookup_parameters
    wide_share = min(1.0, wide / model.parameters)
    wide_bits = BITS_PER_BYTE * value_bytes
    if base.is_packed:
        wide_bits = context.assume("training.qlora_embedding_bits")
    weight_bytes = held_bits(base, wide_share=wide_share, wide_bits=wide_bits) / BITS_PER_BYTE
    share = trained_fraction(context, model, query)
    is_adapter = trains_adapters(query)
    has_master = is_adapter or has_master_copy(query)
    # Weights in 32 bits are their own master copy.
    own_bytes = value_bytes if is_adapter else weight_bytes
    states_bytes, paged_bytes = optimizer_bytes(
        context,
        query,
        has_master=has_master,
        is_wide=own_bytes > SIXTEEN_BIT_BYTES,
        wide_share=0.0 if is_adapter else wide_share,
    )
    gradients = own_bytes
    if query.optimizer_in_backward:
        check_backward(query)
        # Those of the embeddings are the last, and are held as a whole.
        gradients *= wide_share
    if query.offload.optimizer:
        gradients *= wide_share
    whole_weights = weight_bytes + (share * own_bytes if is_adapter else 0.0)
    optimizer, on_host = share * states_bytes, 0.0
    if query.offload.optimizer:
        optimizer, on_host = on_host, optimizer
    states = StateBytes(
        weights=whole_weights + beside_bytes,
        gradients=share * gradients,
        optimizer=optimizer,
        gathered=whole_weights + share * gradients,
        unpacked=SIXTEEN_BIT_BYTES * _largest_share(model) if base.is_packed else 0.0,
        # Gradients of earlier micro-batches are held while activations are, where there are any.
        backward_gradients=0.0 if query.gradient_accumulation == 1 else None,
        step=0.0 if is_adapter else share * _step_bytes(query, has_master=has_master),
        host=on_host + share * paged_bytes,
        cast=SIXTEEN_BIT_BYTES if is_cast(base, value_bytes) else 0.0,
    )
    if query.offload.parameters:
        states = _offloaded(
            states, share * gradients, context.assume("training.fetched_layer_count")
        )
    return Held(
        states=states,
        base=base,
        packed_parameters=(1.0 - wide_share) * model.parameters if base.is_packed else 0.0,
        weight_bytes=whole_weights,
        trained_fraction=share,
        adapter_flops=_adapter_flops(model, query, share) if is_adapter else 0.0,
        step_bytes=own_bytes + gradients + 2.0 * states_bytes,
        paged_bytes=paged_bytes,
    )


def _step_bytes(query: RunCostQuery, *, has_master: bool) -> float:
    """What a step makes of all weights that are trained, before it writes them [bytes]."""
    is_in_place = query.optimizer in UPDATED_IN_PLACE or query.offload.optimizer
    if not is_tuning(query) or query.optimizer_in_backward or is_in_place:
        return 0.0
    return MASTER_BYTES if has_master else SIXTEEN_BIT_BYTES


def is_cast(base: Packing, value_bytes: float) -> bool:
    """Whether weights in 32 bits are computed with in 16, as under autocast of torch."""
    return not base.is_packed and base.bits > BITS_PER_BYTE * value_bytes


def _adapter_flops(model: Model, query: RunCostQuery, share: float) -> float:
    """FLOPs that adapters add for a parameter of the model and token.

    6 for each of their own parameters; of embeddings that are trained as a whole, the gradient of
    the output alone, whose other products are those of the frozen one.
    """
    if not query.train_embeddings:
        return 6.0 * share
    output = (model.vocabulary_size or 0) * model.hidden_size / model.parameters
    return 6.0 * max(0.0, share - 2.0 * output) + 2.0 * output


def _offloaded(states: StateBytes, gradients: float, layers: float) -> StateBytes:
    """States of a run whose weights lie on the host, and are fetched so many layers at a time."""
    return StateBytes(
        weights=0.0,
        gradients=0.0,
        optimizer=states.optimizer,
        gathered=0.0,
        unpacked=states.unpacked,
        step=states.step,
        host=states.host + states.weights + states.gradients,
        fetched=layers * states.weights + gradients,
    )


def _base(context: QuoteContext, query: RunCostQuery, value_bytes: float) -> Packing:
    """The format of the base weights, listed among the assumptions where it is packed."""
    name = query.base_weight_format or METHOD_FORMATS.get(query.method, "")
    if not name:
        return PACKINGS["bf16" if value_bytes == SIXTEEN_BIT_BYTES else "fp32"]
    packing = PACKINGS[name]
    if packing.is_packed and not trains_adapters(query):
        raise InvalidQuery(
            f"{query.method} trains all weights, which {name} cannot hold: packed weights go with"
            " lora, qlora and int8_lora",
            field="base_weight_format",
            nearest=("bf16", "fp32"),
        )
    asked = METHOD_FORMATS.get(query.method)
    if asked is not None and (PACKINGS[asked].bits > BITS_PER_BYTE) != (
        packing.bits > BITS_PER_BYTE
    ):
        raise InvalidQuery(
            f"{query.method} has base weights in {asked}, not in {name}",
            field="base_weight_format",
            nearest=(asked,),
        )
    if name in WIDE_FORMATS:
        return packing
    if query.base_weight_format is None and query.method == "qlora":
        bits = context.assume("training.qlora_weight_bits")
        return Packing(bits, packing.kernel, packing.source)
    context.assume(
        Assumption(
            key=f"training.base_weight_bits.{name}",
            value=packing.bits,
            unit="bits",
            low=packing.bits,
            high=packing.bits,
            source=packing.source,
            confidence="secondary",
        )
    )
    return packing


def _largest_share(model: Model) -> float:
    """The largest matrix that is unpacked at once, over the parameters of a layer."""
    width = model.feed_forward_width
    if model.experts > 1.0:
        width = model.expert_intermediate_size
    largest = model.hidden_size * max(width, model.attention_width)
    return min(1.0, largest / (model.parameters / model.layers))
