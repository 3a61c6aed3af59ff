"""Speed of a layout: what share of a step is the arithmetic that a device came for."""

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.formulas import memory, training_step
from pricing.numerics.number import Number, any_of, ceil, greatest, least, where
from pricing.serving.constants import ANY, calibrated
from pricing.training.memory import WHOLE_STAGES, Needs, Parallelism, Recompute
from pricing.training.mfu_trend import FORWARD_FRACTION

PASSES = 2.0
"""Over the weights in a micro-batch, forward and backward; full recompute adds one."""

RECOMPUTED_PASSES = 1.0 + FORWARD_FRACTION
RECOMPUTED_EXCHANGES = 1.5
"""Passes and exchanges over those without recompute: the forward pass is done twice."""

WHOLE_FRACTION = 10.0 / 34.0
"""Of what a layer keeps, what sequence parallelism alone divides (arXiv 2205.05198, table 2)."""

OVERLAPPED_FRACTION = 0.5
"""Of a step, its backward pass, beside which gradients are added up."""


class Speeds(Struct, frozen=True):
    """Constants of the speed of layouts.

    overhead_seconds: of a layer and micro-batch, whatever its size; tensor_ratio, expert_ratio:
    time of an exchange over that at the rate of the links; sharding_fraction: of the rate of links
    or network that gathering and adding up reach; kernel_ratio: rate of the kernels over that of a
    whole run; traffic_bytes: that a layer moves between its products, forward and backward, of a
    16-bit value of its input; plain_norm_bytes: what norms without fused kernels move besides.
    """

    overhead_seconds: float
    tensor_ratio: float
    expert_ratio: float
    sharding_fraction: float
    kernel_ratio: float
    traffic_bytes: float
    plain_norm_bytes: float


class Pace(Struct, frozen=True, gc=False):
    """Arithmetic of a run: FLOPs of a token, and what is usual for it.

    utilisation_fraction: of the peak, all arithmetic, with what is recomputed;
    micro_batches_per_stage: where the batch is not known; kernel_most_fraction: of the peak, which
    no matrix product passes; state_traffic_bytes: that an optimizer step reads and writes of a
    parameter; unknown_link_ratio: memory bandwidth over that of links, where no link is known;
    plain_norms, plain_scores: whether norms and attention are computed by single operations;
    host_step_seconds: of a parameter that the host updates, 0 where the device does;
    fetching_seconds: of one that is fetched from the host in every pass, 0 where none is.
    """

    flops_per_token: float
    flops_per_second: float
    utilisation_fraction: float
    usual_batch_tokens: float
    micro_batches_per_stage: float
    kernel_most_fraction: float
    state_traffic_bytes: float
    unknown_link_ratio: float
    plain_norms: bool = False
    plain_scores: bool = False
    host_step_seconds: float = 0.0
    fetching_seconds: float = 0.0


def as_published(pace: Pace) -> Pace:
    """The same with the kernels of published runs, which leave nothing to the host."""
    on_host = {"host_step_seconds": 0.0, "fetching_seconds": 0.0}
    return replace(pace, plain_norms=False, plain_scores=False, **on_host)


def speeds_of(catalog: Catalog) -> Speeds:
    """The constants of the speed of layouts."""
    names = Speeds.__struct_fields__
    return Speeds(*(calibrated(catalog, ANY, "training_layout", ANY, name) for name in names))


def _kernel_flops_per_second(speeds: Speeds, pace: Pace) -> float:
    """Rate of the kernels of a run of this utilisation."""
    fraction = min(speeds.kernel_ratio * pace.utilisation_fraction, pace.kernel_most_fraction)
    return fraction * pace.flops_per_second


def efficiency_of(
    speeds: Speeds,
    needs: Needs,
    pace: Pace,
    layout: Parallelism,
    recompute: Recompute,
    *,
    batch_sequences: float | None = None,
) -> Number:
    """Time of the arithmetic of a step over the time that the step takes [fraction].

    layout: one, or many side by side. batch_sequences: instead of those of the run. Recomputed
    arithmetic is arithmetic.
    """
    model, full = needs.model, recompute == "full"
    tensor, stages = 1.0 * layout.tensor_parallel, 1.0 * layout.pipeline_parallel
    tokens = needs.sequence_length * layout.micro_batch_sequences / layout.context_parallel
    copies = 1.0 * layout.data_parallel * layout.micro_batch_sequences
    sequences: Number = batch_sequences or needs.batch_sequences
    if sequences is None:
        usual = pace.usual_batch_tokens / needs.sequence_length
        sequences = greatest(usual, copies * pace.micro_batches_per_stage * stages)
    sequences = greatest(sequences, copies)
    micro_batches = ceil(sequences / copies)
    layer_flops = pace.flops_per_token / model.layers * (RECOMPUTED_PASSES if full else 1.0)
    computing = layer_flops * tokens / tensor / _kernel_flops_per_second(speeds, pace)
    held = _held_parameters(needs, layout)
    layer = _layer_seconds(speeds, needs, pace, layout, tokens, computing, held, full=full)
    parts = stages * layout.virtual_stages
    most_layers = layout.virtual_stages * memory.stage_layers(
        layers=float(model.layers), stages=least(parts, float(model.layers))
    )
    stage = most_layers * layer
    pipelined = training_step.pipelined_seconds(
        stage_seconds=stage,
        micro_batches=micro_batches,
        stages=stages,
        virtual_stages=1.0 * layout.virtual_stages,
    )
    hidden = OVERLAPPED_FRACTION * stage * micro_batches
    adding = training_step.overlapped_seconds(
        computing_seconds=hidden,
        exchanging_seconds=_adding_seconds(speeds, needs, pace, layout, held),
    )
    shared = held / (layout.data_parallel * layout.context_parallel)
    updated = where(layout.zero_stage > 0, shared, held)
    updating = updated * (
        pace.host_step_seconds or pace.state_traffic_bytes / needs.device.bytes_per_second
    )
    fetched = where(layout.zero_stage == WHOLE_STAGES, shared, held)
    passes = PASSES + 1.0 if full else PASSES
    fetching = passes * micro_batches * fetched * pace.fetching_seconds
    ideal = sequences / copies * model.layers / stages * computing
    return ideal / (pipelined + adding - hidden + updating + fetching)


def _layer_seconds(
    speeds: Speeds,
    needs: Needs,
    pace: Pace,
    layout: Parallelism,
    tokens: Number,
    computing: Number,
    held: Number,
    *,
    full: bool,
) -> Number:
    """A layer of a micro-batch, forward and backward, with what it sends [seconds]."""
    model = needs.model
    exchanges = RECOMPUTED_EXCHANGES if full else 1.0
    tensor, context = layout.tensor_parallel, layout.context_parallel
    sent = training_step.tensor_exchange_bytes(
        tokens=tokens,
        hidden_size=float(model.hidden_size),
        value_bytes=needs.value_bytes,
        shards=1.0 * tensor,
        passes=exchanges,
    )
    seconds = speeds.tensor_ratio * sent / _one_way(needs, pace, tensor)
    if any_of(context > 1):
        # Keys and values pass round: forward, and with their gradients backward.
        passed = 6.0 * model.key_width * needs.value_bytes * tokens * (context - 1.0) / tensor
        seconds = seconds + speeds.tensor_ratio * passed / _one_way(needs, pace, tensor * context)
    if any_of(layout.expert_parallel > 1):
        seconds = seconds + speeds.expert_ratio * _expert_seconds(
            needs, pace, layout, tokens / tensor, exchanges
        )

    def moving(bytes_per_value: float, whole_fraction: float) -> Number:
        """What passes between products; norms are divided by sequence parallelism alone."""
        return training_step.between_products_bytes(
            tokens=tokens,
            hidden_size=float(model.hidden_size),
            bytes_per_value=bytes_per_value * needs.value_bytes / 2.0,
            whole_fraction=0.0 if layout.sequence_parallel else whole_fraction,
            shards=1.0 * tensor,
        )

    moved = moving(speeds.traffic_bytes, WHOLE_FRACTION)
    if pace.plain_norms:
        moved += moving(speeds.plain_norm_bytes, 1.0)
    if pace.plain_scores:
        moved += training_step.score_traffic_bytes(
            tokens=tokens,
            sequence_length=float(needs.sequence_length),
            heads=float(model.heads),
            value_bytes=needs.value_bytes,
            shards=1.0 * tensor,
        )
    besides = speeds.overhead_seconds + moved / needs.device.bytes_per_second
    busy = computing + besides * (RECOMPUTED_PASSES if full else 1.0) + seconds
    return _gathered_seconds(speeds, needs, pace, layout, busy, held)


def _gathered_seconds(
    speeds: Speeds, needs: Needs, pace: Pace, layout: Parallelism, busy: Number, held: Number
) -> Number:
    """A layer whose weights are gathered while it is computed, where copies share them [s]."""
    sharing = layout.data_parallel * layout.context_parallel
    gathers = (layout.zero_stage >= WHOLE_STAGES) & (sharing > 1)
    if not any_of(gathers):
        return busy
    # Gathered forward and backward, and the gradients scattered.
    parameters = held * layout.pipeline_parallel / needs.model.layers
    gathered = 3.0 * needs.value_bytes * parameters * (sharing - 1.0) / sharing
    rate = speeds.sharding_fraction * _one_way(needs, pace, layout.device_count)
    gathering = training_step.overlapped_seconds(
        computing_seconds=busy, exchanging_seconds=gathered / rate
    )
    return where(gathers, gathering, busy)


def _expert_seconds(
    needs: Needs, pace: Pace, layout: Parallelism, tokens: Number, passes: float
) -> Number:
    """Tokens to experts and back, within nodes and between them [seconds]."""
    model, size = needs.model, layout.expert_parallel
    node = least(size, needs.device.node_device_count)
    within = training_step.expert_exchange_bytes(
        tokens=tokens,
        hidden_size=float(model.hidden_size),
        value_bytes=needs.value_bytes,
        experts_per_token=model.experts_per_token,
        shards=1.0 * size,
        passes=passes,
    )
    seconds = within / _one_way(needs, pace, node)
    if any_of(size > node):
        between = training_step.expert_network_bytes(
            tokens=tokens,
            hidden_size=float(model.hidden_size),
            value_bytes=needs.value_bytes,
            experts_per_token=model.experts_per_token,
            nodes=size / node,
            passes=passes,
        )
        seconds = seconds + between / _one_way(needs, pace, size)
    return seconds


def _adding_seconds(
    speeds: Speeds, needs: Needs, pace: Pace, layout: Parallelism, held: Number
) -> Number:
    """Gradients added up over the copies, once a step [seconds]."""
    sharing = layout.data_parallel * layout.context_parallel
    sent = 2.0 * needs.value_bytes * held
    rate = speeds.sharding_fraction * _one_way(needs, pace, layout.device_count)
    seconds = sent * (sharing - 1.0) / sharing / rate
    return where(layout.zero_stage == WHOLE_STAGES, 0.0, seconds)


def _held_parameters(needs: Needs, layout: Parallelism) -> Number:
    """Of one copy, what a device computes with [count]."""
    routed = needs.model.routed_expert_parameters
    dense = needs.model.parameters - routed
    return (dense + routed / layout.expert_parallel) / (
        layout.tensor_parallel * layout.pipeline_parallel
    )


def _one_way(needs: Needs, pace: Pace, devices: Number) -> Number:
    """Rate at which a device sends within so many: links of a node, else its network [bytes/s]."""
    device = needs.device
    unknown = device.bytes_per_second / pace.unknown_link_ratio
    links = device.interconnect_bytes_per_second or device.host_bytes_per_second or unknown
    network = device.network_bytes_per_second
    between = links if network is None else network or unknown
    return where(devices <= device.node_device_count, links, between) / 2.0
