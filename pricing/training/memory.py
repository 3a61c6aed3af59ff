"""The memory of a training run: what one device holds under a layout."""

from math import ceil
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Device, Model
from pricing.formulas import memory

WHOLE_ACTIVATION_BYTES = 10.0
"""Of a layer's bytes a value, what tensor parallelism alone does not divide: the inputs of
its two halves, their norms and dropout masks (arXiv 2205.05198, section 4.2.1)."""

Recompute = Literal["none", "selective", "full"]
RECOMPUTES: tuple[Recompute, ...] = ("none", "selective", "full")
"""From the most memory to the least."""


class StateBytes(Struct, frozen=True, gc=False):
    """What a parameter of the model takes [bytes].

    weights, gradients, optimizer: held all the time; gathered: weights and gradients of a
    layer while it is computed, where ZeRO-3 divides them; unpacked: the copy of a layer's
    weights that is computed with, where they are stored in another format.
    """

    weights: float
    gradients: float
    optimizer: float
    gathered: float
    unpacked: float

    @property
    def whole(self) -> float:
        """Of everything that is held all the time."""
        return self.weights + self.gradients + self.optimizer


class Needs(Struct, frozen=True, gc=False):
    """What a run asks of every layout.

    batch_sequences: sequences of a step, None where it is not known; value_bytes: of a number in
    the format of the run; activation_bytes, fused_activation_bytes, selective_activation_bytes,
    input_bytes: of a value of a layer without recompute, with fused kernels, with selective
    recompute beside flash attention, and of its input [bytes]; fused_device_count: from
    which on kernels are fused [count]; loss_bytes: of a token and word at the loss head [bytes];
    loss_tokens: whose logits are held at once, None for all of them.
    """

    device: Device
    model: Model
    vocabulary_size: int
    states: StateBytes
    value_bytes: float
    activation_bytes: float
    fused_activation_bytes: float
    selective_activation_bytes: float
    fused_device_count: float
    input_bytes: float
    loss_bytes: float
    loss_tokens: float | None
    sequence_length: int
    batch_sequences: float | None
    flash_attention: bool
    usable_fraction: float

    @property
    def capacity_bytes(self) -> float:
        """What a run may use of a device."""
        return self.device.memory_bytes * self.usable_fraction


class Parallelism(Struct, frozen=True, gc=False):
    """How a run is divided over its devices."""

    zero_stage: int
    tensor_parallel: int
    pipeline_parallel: int
    context_parallel: int
    expert_parallel: int
    data_parallel: int
    micro_batch_sequences: int
    sequence_parallel: bool
    virtual_stages: int = 1

    @property
    def model_parallel(self) -> int:
        """Devices that one copy of the model is computed on."""
        return self.tensor_parallel * self.pipeline_parallel * self.context_parallel

    @property
    def device_count(self) -> int:
        """Devices in all; expert parallelism divides the copies, not the devices."""
        return self.model_parallel * self.data_parallel

    @property
    def group(self) -> tuple[int, int, int]:
        """How the model is divided."""
        return self.tensor_parallel, self.pipeline_parallel, self.context_parallel

    def micro_batches(self, needs: Needs) -> float | None:
        """Micro-batches of a step on each copy, None where the batch is not known."""
        if needs.batch_sequences is None:
            return None
        return needs.batch_sequences / (self.data_parallel * self.micro_batch_sequences)


class Footprint(Struct, frozen=True, gc=False):
    """The peak of the fullest device, by item [bytes]; loss_bytes: of its activations."""

    weights_bytes: float
    gradients_bytes: float
    optimizer_bytes: float
    working_bytes: float
    activations_bytes: float
    loss_bytes: float
    capacity_bytes: float

    @property
    def states_bytes(self) -> float:
        """What is held from step to step."""
        return self.weights_bytes + self.gradients_bytes + self.optimizer_bytes

    @property
    def used_bytes(self) -> float:
        """All of it at once."""
        return self.states_bytes + self.working_bytes + self.activations_bytes

    @property
    def headroom_bytes(self) -> float:
        """What is left of the capacity; below zero, it does not fit."""
        return self.capacity_bytes - self.used_bytes


class Activations(Struct, frozen=True, gc=False):
    """Activations of the fullest device [bytes]; loss_bytes: the loss head among them."""

    whole_bytes: float
    loss_bytes: float


def footprint(needs: Needs, layout: Parallelism, recompute: Recompute) -> Footprint:
    """What the fullest device of a layout holds."""
    return with_activations(resident(needs, layout), activation_bytes(needs, layout, recompute))


def with_activations(held: Footprint, activations: Activations) -> Footprint:
    """What a device holds, with its activations."""
    return replace(
        held, activations_bytes=activations.whole_bytes, loss_bytes=activations.loss_bytes
    )


def resident(needs: Needs, layout: Parallelism) -> Footprint:
    """What the fullest device of a layout holds, activations apart."""
    states = needs.states
    # ZeRO divides over every device that holds the same part of the model.
    sharing = layout.data_parallel * layout.context_parallel
    layers = needs.model.layers
    stage_share = (
        memory.stage_layers(layers=float(layers), stages=float(layout.pipeline_parallel)) / layers
    )
    # Experts that are divided further than the copies are whole on a tensor-parallel device.
    expert_shards = layout.tensor_parallel * min(layout.expert_parallel, sharing)
    routed = needs.model.routed_expert_parameters / expert_shards
    dense = (needs.model.parameters - needs.model.routed_expert_parameters) / (
        layout.tensor_parallel
    )

    def held(bytes_per_parameter: float, stage: int) -> float:
        """Of the parameters of a pipeline stage; divided from a stage of ZeRO on."""
        divided = layout.zero_stage >= stage
        return float(
            memory.training_state_bytes(
                parameters=dense * stage_share,
                bytes_per_parameter=bytes_per_parameter,
                shards=float(sharing) if divided else 1.0,
            )
            + memory.training_state_bytes(
                parameters=routed * stage_share,
                bytes_per_parameter=bytes_per_parameter,
                shards=max(1.0, sharing / layout.expert_parallel) if divided else 1.0,
            )
        )

    gathers = layout.zero_stage == 3 and sharing > 1  # noqa: PLR2004 - the stage's own name
    return Footprint(
        weights_bytes=held(states.weights, 3),
        gradients_bytes=held(states.gradients, 2),
        optimizer_bytes=held(states.optimizer, 1),
        working_bytes=(dense + routed)
        / layers
        * (states.unpacked + (states.gathered if gathers else 0.0)),
        activations_bytes=0.0,
        loss_bytes=0.0,
        capacity_bytes=needs.capacity_bytes,
    )


def activation_bytes(needs: Needs, layout: Parallelism, recompute: Recompute) -> Activations:
    """The most of the first stage, with a micro-batch for every stage in flight, and the last.

    Recomputing needs one layer's activations in full; the last stage, the loss head, which tensor
    parallelism divides with the vocabulary.
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
    whole = 0.0
    if not layout.sequence_parallel:
        whole = WHOLE_ACTIVATION_BYTES * needs.input_bytes / 2.0
    fused = layout.device_count >= needs.fused_device_count
    value_bytes = needs.fused_activation_bytes if fused else needs.activation_bytes
    linear = _layer_bytes(needs, tokens, whole, value_bytes - whole, shards)
    if recompute == "full":
        undivided = 0.0 if layout.sequence_parallel else needs.input_bytes
        kept = _layer_bytes(needs, tokens, undivided, needs.input_bytes - undivided, shards)
        working = linear + scores
    elif recompute == "selective" and needs.flash_attention:
        shared = max(0.0, needs.selective_activation_bytes - whole)
        kept, working = _layer_bytes(needs, tokens, whole, shared, shards), 0.0
    elif recompute == "selective":
        kept, working = linear, scores
    else:
        kept, working = linear + scores, 0.0
    stage = kept * memory.stage_layers(layers=float(needs.model.layers), stages=float(stages))
    # Interleaved stages begin more micro-batches before the first is done.
    interleaved = 1.0
    if layout.virtual_stages > 1:
        interleaved += (stages - 1.0) / (stages * layout.virtual_stages)
    # Where copies do not share a batch evenly, some take a micro-batch more than the mean.
    in_flight = min(stages, ceil(layout.micro_batches(needs) or stages))
    loss = float(
        memory.loss_bytes(
            tokens=tokens if needs.loss_tokens is None else min(tokens, needs.loss_tokens),
            vocabulary_size=float(needs.vocabulary_size),
            bytes_per_logit=needs.loss_bytes,
            shards=shards,
        )
    )
    first, last = float(stage * in_flight * interleaved + working), float(stage + loss)
    return Activations(max(first, last), loss if last > first else 0.0)


def _layer_bytes(
    needs: Needs, tokens: float, whole_bytes: float, shared_bytes: float, shards: float
) -> float:
    return float(
        memory.layer_activation_bytes(
            micro_batch_tokens=tokens,
            hidden_size=float(needs.model.hidden_size),
            whole_bytes=whole_bytes,
            shared_bytes=shared_bytes,
            shards=shards,
        )
    )
