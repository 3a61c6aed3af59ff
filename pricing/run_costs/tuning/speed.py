"""The speed of fine-tuning: a micro-batch on its devices, as the share of their peak."""

from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.errors import InvalidQuery
from pricing.formulas import compute
from pricing.numerics.number import Number
from pricing.quote.context import QuoteContext
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tokens import Tokens
from pricing.run_costs.tuning.phases import Beside, Timed, beside_of, timed
from pricing.run_costs.tuning.states import Held, is_tuning, trains_adapters
from pricing.serving.constants import ANY, calibrated
from pricing.serving.precision import Format, utilised_as
from pricing.training.layout import Layout
from pricing.training.mfu import Mfu
from pricing.training.mfu_trend import trend_of
from pricing.training.tuning.micro_batch import MicroBatch, micro_batch_of
from pricing.training.tuning.speed import PHASE, Host, Speed, Tuned, speed_of
from pricing.units import BYTES_PER_GIGABYTE

LINK = "host.link_gigabytes_per_second"
STEP = "host.optimizer_seconds_per_billion_parameters"
BILLION = 1e9
EXPOSED = "tuning.exposed_communication_fraction"


class TunedTask(Struct, frozen=True, gc=False):
    """What of a task decides the speed of its fine-tuning; accumulation: None: as the batch says.

    model_flops: of a trained token, without recomputation.
    """

    catalog: Catalog
    device: Device
    model: Model
    tuned: Tuned
    host: Host
    flops_per_second: float
    attended_tokens: float
    model_flops: float
    batch_sequences: float | None
    accumulation: float | None
    beside: Beside | None


def tuned_task(
    context: QuoteContext,
    query: RunCostQuery,
    *,
    device: Device,
    model: Model,
    number_format: Format,
    tokens: Tokens,
    held: Held,
    attended_tokens: float,
    model_flops: float,
) -> TunedTask | None:
    """What decides the speed, None of a run that is no fine-tuning. Raises InvalidQuery."""
    _check(query)
    if not is_tuning(query):
        return None
    told, computed = _sequence_tokens(context, query, tokens)
    fused = bool(query.fused_kernels)
    ratios = trend_of(context.catalog).arithmetic_ratio
    tuned = Tuned(
        is_full=not trains_adapters(query),
        packing=held.base,
        packed_parameters=held.packed_parameters,
        trained_parameters=held.trained_fraction * model.parameters,
        weight_bytes=held.weight_bytes,
        adapter_flops=held.adapter_flops,
        step_bytes=held.step_bytes,
        paged_bytes=held.paged_bytes,
        sequence_tokens=computed,
        told_tokens=told,
        fused_kernels=fused,
        arithmetic_ratio=ratios.get(utilised_as(device, number_format), 1.0),
        offloads_parameters=query.offload.parameters,
        offloads_optimizer=query.offload.optimizer,
        offloads_activations=query.offload.activations,
        exposed_fraction=context.catalog.assumptions[EXPOSED].value,
    )
    return TunedTask(
        catalog=context.catalog,
        device=device,
        model=model,
        tuned=tuned,
        host=host_of(context, query, device),
        flops_per_second=number_format.flops_per_second,
        attended_tokens=attended_tokens,
        model_flops=model_flops,
        beside=beside_of(
            context,
            query,
            device=device,
            model=model,
            sequence_tokens=computed,
            attended_tokens=attended_tokens,
        ),
        batch_sequences=tokens.batch_sequences,
        accumulation=None
        if query.gradient_accumulation is None
        else float(query.gradient_accumulation),
    )


def tuned_mfu(task: TunedTask, layout: Layout) -> Mfu:
    """The share of the peak that the model FLOPs of a micro-batch are, and its band.

    MFU = F · t / (P · d · T)

    F: model FLOPs of a trained token; t: trained tokens of a micro-batch; P: peak of a device; d:
    devices of a copy; T: seconds of the micro-batch. Evidence: none by id.
    """
    found = micro_batch_in(task, layout)
    rate = found.told_tokens / found.seconds / layout.parallelism.model_parallel
    fraction = min(1.0, task.model_flops * rate / task.flops_per_second)
    return Mfu(fraction, calibrated(task.catalog, ANY, PHASE, ANY, "band_ratio"), ())


def retuned(
    steady_fraction: Number,
    billed_fraction: Number,
    band_ratio: Number,
    *,
    tuned: Mfu,
    spread_fraction: Number,
    task: TunedTask,
    layout: Layout,
) -> tuple[Number, Number, Number]:
    """MFU in the steady state and as billed, and its band, at the speed of fine-tuning.

    ln MFU = (1 − w) · ln t + w · ln s

    t: of the micro-batch; s: steady_fraction, as published runs have it; w: spread_fraction, of
    the devices, those beyond the first eight: rows of fine-tuning are of one server, and what more
    servers lose is known of larger runs. What is billed beyond the steady state stays in
    proportion, and so do the phases of rollouts and other models.
    """
    fraction = update_fraction(steady_fraction, tuned, spread_fraction)
    band = tuned.band_ratio ** (1.0 - spread_fraction) * band_ratio**spread_fraction
    found = phases_of(task, layout, float(fraction))
    if found is not None:
        fraction = fraction * found.phases[0][1] / found.seconds
    return fraction, billed_fraction * fraction / steady_fraction, band


def update_fraction(steady_fraction: Number, tuned: Mfu, spread_fraction: Number) -> Number:
    """MFU of the update alone, see retuned."""
    return tuned.fraction ** (1.0 - spread_fraction) * steady_fraction**spread_fraction


def phases_of(task: TunedTask, layout: Layout, update_fraction: float) -> Timed | None:
    """The phases of a trained token, at the MFU of the update; None of an update alone."""
    if task.beside is None:
        return None
    recomputed = compute.forward_flops(
        active_parameters=task.model.active_parameters,
        tokens=1.0,
        attention_width=task.model.attention_width,
        attended_tokens=task.attended_tokens,
    )
    return timed(
        task.beside,
        update_seconds=task.model_flops / (task.flops_per_second * update_fraction),
        update_flops=task.model_flops + (float(recomputed) if layout.recompute == "full" else 0.0),
        update_count=layout.parallelism.device_count,
    )


@lru_cache(maxsize=8192)
def micro_batch_in(task: TunedTask, layout: Layout) -> MicroBatch:
    """What the seconds of a micro-batch go to under a layout."""
    speed = speed_of(task.catalog, task.device.architecture, task.device.family)
    return micro_batch_under(task, layout, speed)


def micro_batch_under(task: TunedTask, layout: Layout, speed: Speed) -> MicroBatch:
    """What the seconds of a micro-batch go to, by given constants."""
    parallelism, tuned = layout.parallelism, task.tuned
    accumulated = task.accumulation
    if accumulated is None and task.batch_sequences is not None:
        shared = parallelism.data_parallel * parallelism.micro_batch_sequences
        accumulated = max(1.0, task.batch_sequences / shared)
    return micro_batch_of(
        speed,
        tuned,
        task.host,
        device=task.device,
        model=task.model,
        flops_per_second=task.flops_per_second,
        attended_tokens=task.attended_tokens,
        kept_bytes=layout.footprint.host_bytes if tuned.offloads_activations else 0.0,
        layout=parallelism,
        recompute=layout.recompute,
        accumulated_micro_batches=accumulated or 1.0,
    )


def _sequence_tokens(
    context: QuoteContext, query: RunCostQuery, tokens: Tokens
) -> tuple[float, float]:
    """Tokens of samples in a sequence, and what is computed for it with padding."""
    length = float(tokens.sequence_length)
    if query.packed is not False:
        return length, length
    mean = query.sample_tokens
    if mean is None:
        context.warn(
            "packed is false and sample_tokens is not given: every sample is taken to have"
            f" {length:,.0f} tokens; shorter ones are padded, and fewer tokens are trained a second"
        )
        return length, length
    padded = mean * context.assume("tuning.padding_ratio")
    return min(mean, length), min(max(mean, padded), length)


def _check(query: RunCostQuery) -> None:
    if query.gradient_accumulation is not None and (
        query.batch_sequences is not None or query.batch_tokens is not None
    ):
        raise InvalidQuery(
            "a batch and gradient_accumulation both say what a step takes: give one of them",
            field="gradient_accumulation",
        )


def host_of(context: QuoteContext, query: RunCostQuery, device: Device) -> Host:
    """The link to the host in one direction, and what the host updates for a device."""
    link = query.offload.link_gigabytes_per_second
    is_asked = query.offload.optimizer or query.offload.parameters or query.offload.activations
    if link is None:
        keys = (f"{LINK}.{device.name}", LINK)
        if is_asked or device.interconnect_bytes_per_second is None:
            link = context.assume_known(*keys)
        else:
            known = (key for key in keys if key in context.catalog.assumptions)
            link = context.catalog.assumptions[next(known, LINK)].value
    seconds = context.catalog.assumptions[STEP].value
    if query.offload.optimizer:
        seconds = context.assume(STEP)
    return Host(link * BYTES_PER_GIGABYTE / 2.0, BILLION / seconds)
