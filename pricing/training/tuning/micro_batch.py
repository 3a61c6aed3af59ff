"""A micro-batch of fine-tuning, and what its seconds go to."""

from msgspec import Struct
from msgspec.structs import astuple

from pricing.catalog.rows import Device, Model
from pricing.formulas import compute, tuning
from pricing.training.memory import Parallelism, Recompute, is_sharded
from pricing.training.tuning.speed import Host, Speed, Tuned

BACKWARD_AND_FORWARD = 2.0
"""Passes over the weights in a micro-batch; recompute adds one."""


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
        return sum(astuple(self)[1:], 0.0)


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
    unpacking = _unpacking_seconds(speed, tuned, device, passes, split)
    weights_bytes = tuned.weight_bytes * model.parameters / split
    link = speed.link_fraction * _link(device, host, layout.device_count)
    gathering = _gathering_seconds(layout, weights_bytes, passes, link, seconds)
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


def _gathering_seconds(
    layout: Parallelism, weights_bytes: float, passes: float, link: float, seconds: float
) -> float:
    """To gather weights that copies share, beyond what is computed beside it."""
    if not is_sharded(layout):
        return 0.0
    gathered = tuning.gathering_seconds(
        parameter_bytes=weights_bytes,
        passes=passes,
        shards=float(layout.data_parallel * layout.context_parallel),
        bytes_per_second=link,
    )
    # The next layer is gathered beside computing: what takes longer is waited for.
    return max(0.0, float(gathered) - seconds)


def _unpacking_seconds(
    speed: Speed, tuned: Tuned, device: Device, passes: float, split: int
) -> float:
    """To unpack the base weights in every pass; split: devices that share out a layer's work."""
    if tuned.packing.kernel is None:
        return 0.0
    return float(
        tuning.unpacking_seconds(
            packed_parameters=tuned.packed_parameters / split,
            weight_bits=tuned.packing.bits,
            passes=passes,
            bytes_per_second=device.bytes_per_second,
            efficiency_fraction=speed.unpacking_fraction[tuned.packing.kernel],
        )
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
        return 0.0, host.step_seconds(trained)
    paged = 2.0 * trained * tuned.paged_bytes / host.link_bytes_per_second
    return speed.step_ratio * trained * tuned.step_bytes / device.bytes_per_second, paged
