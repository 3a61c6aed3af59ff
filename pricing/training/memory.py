"""The memory of a training run: what one device holds under a layout."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Device, Model
from pricing.formulas import memory

Recompute = Literal["none", "selective", "full"]
Peak = Literal["backward", "optimizer_step"]
RECOMPUTES: tuple[Recompute, ...] = ("none", "selective", "full")
"""From the most memory to the least."""

WHOLE_STAGES = 3
"""The stage of ZeRO that divides the weights."""


class StateBytes(Struct, frozen=True, gc=False):
    """What a parameter of the model takes [bytes].

    weights, gradients, optimizer: held all the time; gathered: weights and gradients of a
    layer while it is computed, where ZeRO-3 divides them; unpacked: the copy of a layer's
    weights that is computed with, where they are stored in another format; backward_gradients: of
    the gradients, those that are held while activations are, None for all; step: what an optimizer
    step works with besides; host: in the memory of the host, whose layers are fetched as they are
    computed where they are weights; cast: of 16-bit copies of wider weights, which products keep
    for the backward pass.
    """

    weights: float
    gradients: float
    optimizer: float
    gathered: float
    unpacked: float
    backward_gradients: float | None = None
    step: float = 0.0
    host: float = 0.0
    fetched: float = 0.0
    cast: float = 0.0

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
    loss_tokens: whose logits are held at once, None for all of them; gathered_loss_bytes: besides,
    where each device of tensor parallelism gathers the logits of all words [bytes];
    parallel_loss_device_count, parallel_loss_stage: devices and stage of ZeRO from which on these
    devices share the words [count]; sharded_input_bytes: of a
    value of a layer's input where ZeRO-3 divides the weights, None for input_bytes [bytes];
    gradient_bytes: of a value of the layer that the backward pass is at [bytes]; packed_bytes: of
    a value of a layer without recompute, besides, beside packed weights [bytes]; runtime_bytes: of
    the framework [bytes]; offloads_activations: whether what is kept for the backward pass lies in
    the memory of the host; upcast_weight_bytes, upcast_loss_bytes: of a parameter, and of a token
    and word, besides, for what lies in 32 bits unless ZeRO-3 divides the weights [bytes].
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
    gathered_loss_bytes: float
    parallel_loss_device_count: float
    parallel_loss_stage: float
    sequence_length: int
    batch_sequences: float | None
    flash_attention: bool
    usable_fraction: float
    sharded_input_bytes: float | None = None
    gradient_bytes: float = 0.0
    packed_bytes: float = 0.0
    runtime_bytes: float = 0.0
    offloads_activations: bool = False
    upcast_weight_bytes: float = 0.0
    upcast_loss_bytes: float = 0.0

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
    """The peak of the fullest device, by item [bytes]; loss_bytes: of its activations.

    peak: what the run is at then; step_gradients_bytes, step_working_bytes: those of an optimizer
    step; host_bytes: in the memory of the host.
    """

    weights_bytes: float
    gradients_bytes: float
    optimizer_bytes: float
    working_bytes: float
    activations_bytes: float
    loss_bytes: float
    capacity_bytes: float
    runtime_bytes: float = 0.0
    host_bytes: float = 0.0
    step_gradients_bytes: float = 0.0
    step_working_bytes: float = 0.0
    peak: Peak = "backward"

    @property
    def states_bytes(self) -> float:
        """What is held from step to step."""
        return self.weights_bytes + self.gradients_bytes + self.optimizer_bytes

    @property
    def used_bytes(self) -> float:
        """All of it at once."""
        return self.states_bytes + self.working_bytes + self.activations_bytes + self.runtime_bytes

    @property
    def step_bytes(self) -> float:
        """All of it in an optimizer step."""
        states_bytes = self.weights_bytes + self.step_gradients_bytes + self.optimizer_bytes
        return states_bytes + self.step_working_bytes + self.runtime_bytes

    @property
    def headroom_bytes(self) -> float:
        """What is left of the capacity; below zero, it does not fit."""
        return self.capacity_bytes - self.used_bytes


class Activations(Struct, frozen=True, gc=False):
    """Activations of the fullest device [bytes].

    loss_bytes: the loss head among them; host_bytes: besides, in the memory of the host.
    """

    whole_bytes: float
    loss_bytes: float
    host_bytes: float = 0.0


def with_activations(held: Footprint, activations: Activations) -> Footprint:
    """What a device holds at its peak: with its activations, or in an optimizer step."""
    whole = replace(
        held,
        activations_bytes=activations.whole_bytes,
        loss_bytes=activations.loss_bytes,
        host_bytes=held.host_bytes + activations.host_bytes,
    )
    if whole.step_bytes <= whole.used_bytes:
        return whole
    return replace(
        whole,
        gradients_bytes=held.step_gradients_bytes,
        working_bytes=held.step_working_bytes,
        activations_bytes=0.0,
        loss_bytes=0.0,
        peak="optimizer_step",
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
        if bytes_per_parameter == 0.0:
            return 0.0
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

    gradients = held(states.gradients, 2)
    in_backward = states.backward_gradients
    at_work = states.unpacked + states.fetched
    if is_sharded(layout):
        at_work += states.gathered
    upcast = 0.0 if is_sharded(layout) else needs.upcast_weight_bytes
    return Footprint(
        weights_bytes=held(states.weights + upcast, 3),
        gradients_bytes=gradients if in_backward is None else held(in_backward, 2),
        optimizer_bytes=held(states.optimizer, 1),
        working_bytes=(dense + routed) / layers * at_work,
        activations_bytes=0.0,
        loss_bytes=0.0,
        capacity_bytes=needs.capacity_bytes,
        runtime_bytes=needs.runtime_bytes,
        host_bytes=held(states.host, 1),
        step_gradients_bytes=gradients,
        # Engines with model parallelism update in place.
        step_working_bytes=held(states.step, 1) if layout.model_parallel == 1 else 0.0,
    )


def is_sharded(layout: Parallelism) -> bool:
    """Whether copies of the model share its weights."""
    is_divided = layout.zero_stage == WHOLE_STAGES
    return is_divided and layout.data_parallel * layout.context_parallel > 1
