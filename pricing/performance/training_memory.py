"""The memory of a training run: what one device holds, and the devices it takes."""

from msgspec import Struct

from pricing.catalog.rows import Device, Model
from pricing.errors import DoesNotFit
from pricing.formulas import memory
from pricing.units import BYTES_PER_GIBIBYTE

MOST_DEVICES = 1 << 17
"""Where a search for the smallest count ends."""


class StateBytes(Struct, frozen=True):
    """What training holds: bytes a parameter over all devices, bytes a kept activation."""

    bytes_per_parameter: float
    activation_bytes: float


class Footprint(Struct, frozen=True):
    """The peak of one device [bytes]; model_parallel devices share a sequence's activations."""

    states_bytes: float
    activations_bytes: float
    capacity_bytes: float
    model_parallel: int

    @property
    def fits(self) -> bool:
        """Whether all of it is in memory at once."""
        return self.states_bytes + self.activations_bytes <= self.capacity_bytes


def footprint(
    device: Device,
    model: Model,
    states: StateBytes,
    *,
    device_count: int,
    sequence_length: int,
    usable_fraction: float,
) -> Footprint:
    """The memory of one device, states sharded over all of them (ZeRO-3).

    One sequence is in flight on each group of model_parallel devices, which is the smallest
    power of two within a node that fits.
    """
    capacity_bytes = device.memory_bytes * usable_fraction
    states_bytes = memory.training_state_bytes(
        parameters=model.parameters,
        bytes_per_parameter=states.bytes_per_parameter,
        shards=float(device_count),
    )
    activations_bytes = memory.activation_bytes(
        sequence_length=float(sequence_length),
        hidden_size=float(model.hidden_size),
        layers=float(model.layers),
        bytes_per_value=states.activation_bytes,
        shards=1.0,
    )
    widest = min(device.node_device_count, device_count)
    model_parallel = 1
    while (
        states_bytes + activations_bytes / model_parallel > capacity_bytes
        and model_parallel * 2 <= widest
    ):
        model_parallel *= 2
    return Footprint(
        states_bytes=states_bytes,
        activations_bytes=activations_bytes / model_parallel,
        capacity_bytes=capacity_bytes,
        model_parallel=model_parallel,
    )


def fitting_count(
    device: Device,
    model: Model,
    states: StateBytes,
    *,
    sequence_length: int,
    usable_fraction: float,
) -> int:
    """The smallest power of two of devices that a run fits on. Raises DoesNotFit."""
    count = 1
    while count <= MOST_DEVICES:
        if footprint(
            device,
            model,
            states,
            device_count=count,
            sequence_length=sequence_length,
            usable_fraction=usable_fraction,
        ).fits:
            return count
        count *= 2
    raise DoesNotFit(
        f"the activations of {sequence_length} tokens do not fit on {device.name}, however many:"
        " shorten the sequence or recompute in full",
        field="sequence_length",
        nearest=("recompute: full",),
    )


def check_states(device: Device, reached: Footprint, *, device_count: int) -> None:
    """Raise DoesNotFit where the sharded states alone pass the memory of the devices."""
    if reached.states_bytes > reached.capacity_bytes:
        total = reached.states_bytes * device_count
        needed = -(-total // reached.capacity_bytes)
        raise DoesNotFit(
            f"{total / BYTES_PER_GIBIBYTE:.4g} GiB of weights, gradients and optimizer do not fit"
            f" on {device_count} × {device.name} with"
            f" {reached.capacity_bytes / BYTES_PER_GIBIBYTE:.4g} GiB usable each",
            field="deployment.device_count",
            nearest=(f"{needed:.0f}",),
        )
