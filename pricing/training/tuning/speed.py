"""Speed of fine-tuning: what the seconds of a micro-batch go to."""

from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.formulas import compute, tuning
from pricing.serving.constants import ANY, calibrated
from pricing.training.memory import Parallelism, Recompute, is_sharded
from pricing.training.tuning.states import Packing
from pricing.units import BITS_PER_BYTE

PHASE, UTILISATION = "tuning", "utilisation_fraction"
BACKWARD_AND_FORWARD = 2.0
"""Passes over the weights in a micro-batch; recompute adds one."""


class Speed(Struct, frozen=True, gc=False):
    """Calibrated constants of fine-tuning on an architecture.

    utilisation_fraction: of the peak, of everything that is computed with adapters and fused
    kernels; full_ratio: of that where all weights are trained; plain_ratio: without fused kernels;
    mixture_ratio: of a mixture of experts; int8_ratio: of products with 8-bit weights;
    launch_seconds: of a layer and pass, whatever it computes; unpacking_fraction: of the memory's
    bandwidth, by kernel; step_ratio: time of an optimizer step over that of reading and writing its
    states once; link_fraction: of a direction of the link, as inference reaches it.
    """

    utilisation_fraction: float
    full_ratio: float
    plain_ratio: float
    mixture_ratio: float
    int8_ratio: float
    launch_seconds: float
    unpacking_fraction: dict[str, float]
    step_ratio: float
    link_fraction: float


class Host(Struct, frozen=True, gc=False):
    """The host of a device: the link to it in one direction, and what it updates for the device."""

    link_bytes_per_second: float
    parameters_per_second: float


class Tuned(Struct, frozen=True, gc=False):
    """What a run fine-tunes and how.

    is_full: whether all weights are trained; packing: of the base weights; packed_parameters: of
    all devices together [count]; trained_parameters: of the whole model [count]; weight_bytes: of
    a parameter in the mean [bytes]; adapter_flops: that adapters add for a parameter and token;
    step_bytes: that an optimizer step moves for a trained
    parameter [bytes]; paged_bytes: of them, in the memory of the host; sequence_tokens: computed
    for a sequence, padding included; told_tokens: of them, those of samples; fused_kernels: whether
    norms, rotary embeddings and losses are fused; arithmetic_ratio: of the utilisation in the
    format of the run; offloads_parameters,
    offloads_optimizer, offloads_activations: whether they lie in the memory of the host;
    exposed_fraction: of what tensor parallelism sends, what is not sent beside computing.
    """

    is_full: bool
    packing: Packing
    packed_parameters: float
    trained_parameters: float
    weight_bytes: float
    adapter_flops: float
    step_bytes: float
    paged_bytes: float
    sequence_tokens: float
    told_tokens: float
    fused_kernels: bool
    arithmetic_ratio: float
    offloads_parameters: bool
    offloads_optimizer: bool
    offloads_activations: bool
    exposed_fraction: float


class MicroBatch(Struct, frozen=True, gc=False):
    """What the seconds of a micro-batch go to; they add up.

    told_tokens: of samples, that the devices of one copy of the model learn from in it.
    """

    told_tokens: float
    compute_seconds: float
    launch_seconds: float
    unpacking_seconds: float
    gathering_seconds: float
    optimizer_seconds: float
    host_seconds: float
    bubble_seconds: float

    @property
    def seconds(self) -> float:
        """Of all of it."""
        return (
            self.compute_seconds
            + self.launch_seconds
            + self.unpacking_seconds
            + self.gathering_seconds
            + self.optimizer_seconds
            + self.host_seconds
            + self.bubble_seconds
        )


@lru_cache(maxsize=256)
def speed_of(catalog: Catalog, architecture: str, family: str) -> Speed:
    """The constants of an architecture, of its family, or of any."""

    def constant(name: str) -> float:
        return calibrated(catalog, ANY, PHASE, ANY, name)

    hardware = architecture if family == "nvidia" else family
    own = (hardware, PHASE, ANY, UTILISATION)
    return Speed(
        utilisation_fraction=catalog.constants.get(own, constant(UTILISATION)),
        full_ratio=constant("full_ratio"),
        plain_ratio=constant("plain_ratio"),
        mixture_ratio=constant("mixture_ratio"),
        int8_ratio=constant("int8_ratio"),
        launch_seconds=constant("launch_seconds"),
        unpacking_fraction={
            "bitsandbytes": constant("unpacking_fraction"),
            "int8": constant("unpacking_fraction"),
            "gptq": constant("gptq_unpacking_fraction"),
        },
        step_ratio=constant("step_ratio"),
        link_fraction=calibrated(catalog, ANY, "link", ANY, "efficiency_fraction"),
    )


def micro_batch_of(
    speed: Speed,
    tuned: Tuned,
    host: Host,
    *,
    device: Device,
    model: Model,
    flops_per_second: float,
    attended_tokens: float,
    kept_bytes: float,
    layout: Parallelism,
    recompute: Recompute,
    accumulated_micro_batches: float,
) -> MicroBatch:
    """What the seconds of a micro-batch go to, on the devices of one copy of the model.

    t = F / (P · u · r) + n · L · o + unpacking + gathering + (step + host) / k + bubble

    F: what is computed, recomputation included [FLOPs]; P: peak [FLOPs per second]; u, r: the
    utilisation and its ratios; n: passes, L: layers of a device, o: launch_seconds; k:
    micro-batches of an optimizer step. flops_per_second: the peak of one device;
    attended_tokens: over all layers, mean of a sequence; kept_bytes: of activations for the
    backward pass.
    """
    sequences = layout.micro_batch_sequences
    passes = BACKWARD_AND_FORWARD + (1.0 if recompute == "full" else 0.0)
    sharing = layout.data_parallel * layout.context_parallel
    split = layout.tensor_parallel * layout.pipeline_parallel
    computed = sequences * tuned.sequence_tokens
    seconds = _flops(tuned, model, computed, attended_tokens, recompute) / (
        flops_per_second * layout.model_parallel * _utilisation(speed, tuned, model)
    )
    layers = model.layers / layout.pipeline_parallel
    launch = passes * layers * speed.launch_seconds
    unpacking = 0.0
    if tuned.packing.kernel is not None:
        unpacking = float(
            tuning.unpacking_seconds(
                packed_parameters=tuned.packed_parameters / split,
                weight_bits=tuned.packing.bits,
                passes=passes,
                bytes_per_second=device.bytes_per_second,
                efficiency_fraction=speed.unpacking_fraction[tuned.packing.kernel],
            )
        )
    weights_bytes = tuned.weight_bytes * model.parameters / split
    gathering = 0.0
    link = speed.link_fraction * _link(device, host, layout.device_count)
    if is_sharded(layout):
        gathering = float(
            tuning.gathering_seconds(
                parameter_bytes=weights_bytes,
                passes=passes,
                shards=float(sharing),
                bytes_per_second=link,
            )
        )
        # The next layer is gathered beside computing: what takes longer is waited for.
        gathering = max(0.0, gathering - seconds)
    if layout.tensor_parallel > 1:
        gathering += tuned.exposed_fraction * float(
            tuning.reduction_seconds(
                token_bytes=tuning.UNPACKED_BYTES * model.hidden_size * computed,
                layers=layers,
                passes=passes,
                devices=float(layout.tensor_parallel),
                bytes_per_second=link,
            )
        )
    trained = tuned.trained_parameters / split / (sharing if layout.zero_stage else 1)
    optimizer, host_seconds = _step(speed, tuned, host, device, trained)
    host_seconds /= accumulated_micro_batches
    if tuned.offloads_parameters:
        shared = sharing if is_sharded(layout) else 1
        host_seconds += passes * weights_bytes / shared / host.link_bytes_per_second
    if tuned.offloads_activations:
        # Both ways, beside computing: what takes longer than that is waited for.
        moved = 2.0 * kept_bytes / host.link_bytes_per_second
        host_seconds += max(0.0, moved - seconds - launch)
    whole = seconds + launch + unpacking + gathering
    # A step of m micro-batches takes m + p - 1 of them.
    waited = (layout.pipeline_parallel - 1.0) / accumulated_micro_batches
    return MicroBatch(
        told_tokens=sequences * tuned.told_tokens,
        compute_seconds=seconds,
        launch_seconds=launch,
        unpacking_seconds=unpacking,
        gathering_seconds=gathering,
        optimizer_seconds=optimizer / accumulated_micro_batches,
        host_seconds=host_seconds,
        bubble_seconds=waited * whole,
    )


def _utilisation(speed: Speed, tuned: Tuned, model: Model) -> float:
    fraction = speed.utilisation_fraction * tuned.arithmetic_ratio
    if tuned.is_full:
        fraction *= speed.full_ratio
    if not tuned.fused_kernels:
        fraction *= speed.plain_ratio
    if model.experts > 1.0:
        fraction *= speed.mixture_ratio
    if tuned.packing.kernel == "int8":
        fraction *= speed.int8_ratio
    return fraction


def _flops(
    tuned: Tuned, model: Model, tokens: float, attended_tokens: float, recompute: Recompute
) -> float:
    """What is computed: adapters spare the weight gradients of the base."""
    flops = compute.training_flops(
        active_parameters=model.active_parameters,
        tokens=tokens,
        flops_per_parameter_token=6.0 if tuned.is_full else 4.0,
        attention_width=model.attention_width,
        attended_tokens=attended_tokens,
    )
    flops += tuned.adapter_flops * model.parameters * tokens
    if recompute != "none":
        flops += compute.forward_flops(
            active_parameters=model.active_parameters if recompute == "full" else 0.0,
            tokens=tokens,
            attention_width=model.attention_width,
            attended_tokens=attended_tokens,
        )
    return float(flops)


def _link(device: Device, host: Host, device_count: int) -> float:
    """Bytes a second of one direction of the slowest link that the devices share."""
    if device_count > device.node_device_count and device.network_bytes_per_second:
        return device.network_bytes_per_second / 2.0
    if device.interconnect_bytes_per_second:
        return device.interconnect_bytes_per_second / 2.0
    return host.link_bytes_per_second


def _step(
    speed: Speed, tuned: Tuned, host: Host, device: Device, trained: float
) -> tuple[float, float]:
    """Seconds of an optimizer step on the device, and on the host or on the way to it."""
    if tuned.offloads_optimizer:
        seconds = tuning.host_step_seconds(
            trained_parameters=trained,
            moved_bytes_per_parameter=2.0 * tuning.UNPACKED_BYTES,
            link_bytes_per_second=host.link_bytes_per_second,
            host_parameters_per_second=host.parameters_per_second,
        )
        return 0.0, float(seconds)
    paged = 2.0 * trained * tuned.paged_bytes / host.link_bytes_per_second
    return speed.step_ratio * trained * tuned.step_bytes / device.bytes_per_second, paged


def weight_bytes(held_bits: float) -> float:
    """Of a parameter [bytes]."""
    return held_bits / BITS_PER_BYTE
