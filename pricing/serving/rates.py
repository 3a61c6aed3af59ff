"""Rates: what a model in a format costs one device, by the unit of work."""

from math import inf

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Device, Model
from pricing.formulas import compute, memory, roofline
from pricing.numerics.number import Number, any_of, least, where
from pricing.serving.checkpoints.arithmetic import Arithmetic
from pricing.serving.checkpoints.weights import Weights
from pricing.serving.constants import Constants
from pricing.serving.passes.drafting import NO_DRAFTING, Drafting
from pricing.serving.passes.phases import BOTH_PHASES, OF_PHASE, Phase, Phases
from pricing.serving.passes.reading import read_parameters, reads_ahead
from pricing.serving.passes.sparse import NO_SPARSE, Sparse

SLOW_LINK_BYTES_PER_SECOND = 32e9
"""Both directions of a PCIe 3 x16 slot, where a device has no link of its own."""

BYTES_PER_ACTIVATION = 2.0


class Rates(Struct, frozen=True, eq=False):
    """What a model in a format costs one device, by the unit of work.

    weights_bytes: of the whole model in memory; checkpoint_bytes: of its files [bytes];
    dense_seconds, expert_seconds: to read the weights that every token passes, but for an input
    embedding that is only looked up, and all routed experts; kv_*: the cache's geometry;
    state_bytes: what a sequence keeps beside it, whatever its length; kv_heads, window_kv_heads:
    what the devices that work on a layer together can share of it at most, infinite where nothing
    is stored twice; overhead_seconds: of a pass; host_seconds_per_token: of the host, which works
    on one token after the other whatever the devices; *_seconds_per_*: of one device [seconds];
    bridged_devices: beyond so many, a replica goes through the host, infinite where links join the
    node; sharing_fraction: 1 where the devices of a replica work on every layer together, 0 where
    they hold layers of their own and take turns; node_devices: beyond so many, a replica goes
    through the network; mbu_fraction, *_mfu_fraction: what the times of reading and of computing
    weights take of the device's peaks to be reached; first_token_seconds: what a first token takes
    whatever its prompt and the throughput: the connection, the tokeniser, the scheduler, and the
    routing of experts without recorded graphs; has_experts: false where there are no routed
    experts, in any row of an array; drafting: of tokens ahead, in steps of decoding; phases: what
    of a request the devices run; read_seconds_per_token: of one device, for a token that nothing is
    written after, at the MFU of prefills [seconds]; read_mfu_ratio, read_arithmetic_ratio: what
    reading alone makes of that MFU, with its attention and but for it; sees_ahead: 1 where tokens
    attend to those that follow, too; encode_seconds_per_flop: of one device, for what the encoder
    of images computes, which stays in 16 bits [seconds]; most_pass_tokens: that a pass of prefill
    has, infinite where a prompt of any length is one pass; whole_fraction: 1 where the requests of
    a batch start and end together, without continuous batching; cached_layers: whose cache grows
    with the context, as far as it differs from what is attended to; sparse: of layers whose tokens
    attend to chosen ones.
    """

    weights_bytes: Number
    checkpoint_bytes: Number
    dense_seconds: Number
    expert_seconds: Number
    expert_miss_log: Number
    kv_bytes_per_token_layer: Number
    window_kv_bytes_per_token_layer: Number
    kv_heads: Number
    window_kv_heads: Number
    kv_seconds_per_byte: Number
    state_bytes: Number
    full_attention_layers: Number
    cached_layers: Number
    window_layers: Number
    window_tokens: Number
    layers: Number
    decode_seconds_per_token: Number
    decode_seconds_per_attended_token: Number
    prefill_seconds_per_token: Number
    prefill_seconds_per_attended_token: Number
    overhead_seconds: Number
    host_seconds_per_token: Number
    overlap_exponent: Number
    bridged_devices: Number
    transfer_seconds_per_token: Number
    host_transfer_seconds_per_token: Number
    network_transfer_seconds_per_token: Number
    link_latency_seconds: Number
    network_latency_seconds: Number
    node_devices: Number
    prefill_chunk_tokens: Number
    sharing_fraction: Number
    mbu_fraction: Number
    decode_mfu_fraction: Number
    prefill_mfu_fraction: Number
    first_token_seconds: Number
    has_experts: bool
    drafting: Drafting = NO_DRAFTING
    phases: Phases = BOTH_PHASES
    read_seconds_per_token: Number = 0.0
    read_mfu_ratio: Number = 1.0
    read_arithmetic_ratio: Number = 1.0
    sees_ahead: Number = 0.0
    encode_seconds_per_flop: Number = 0.0
    most_pass_tokens: Number = inf
    whole_fraction: Number = 0.0
    sparse: Sparse = NO_SPARSE


def rates_of(
    model: Model,
    device: Device,
    constants: Constants,
    *,
    weights: Weights,
    kv_bits: Number,
    arithmetic: Arithmetic,
    sharing_fraction: Number = 1.0,
    whole_fraction: Number = 0.0,
    encoding_flops_per_second: float | None = None,
) -> Rates:
    """The rates of a model on a device.

    weights: what stays in memory, and what of it a pass reads; arithmetic: the peaks that it is
    computed at; encoding_flops_per_second: of the encoder of images, None for that of the model.
    """

    def reading(size: Number) -> Number:
        return roofline.memory_seconds(
            bytes_read=size,
            bytes_per_second=device.bytes_per_second,
            mbu_fraction=constants.mbu_fraction,
        )

    mixture_ratio = roofline.mixture_mfu_ratio(
        active_parameters=model.active_parameters,
        expert_parameters=model.active_expert_parameters,
        expert_intermediate_size=model.expert_intermediate_size,
        half_mfu_intermediate_size=roofline.half_mfu_intermediate_size(
            reference_size=constants.half_mfu_intermediate_size,
            flops_per_second=arithmetic.half_flops_per_second,
            bytes_per_second=device.bytes_per_second,
        ),
    )
    wide = arithmetic.wide_fraction * (model.active_parameters - model.active_expert_parameters)
    narrow = model.active_parameters - wide
    # Experts that do not fill their matrices take the time of so many parameters more.
    unfilled = model.active_parameters * (1.0 / mixture_ratio - 1.0)

    def of_wide(mfu_fraction: Number) -> Number:
        """What is wider than the format fills its peak as 16 bits do."""
        return least(1.0, mfu_fraction / constants.arithmetic_ratio)

    def weighing(mfu_fraction: Number) -> tuple[Number, Number]:
        """What a token takes to pass its weights [seconds], and the MFU that this comes to."""

        def computing(parameters: Number, peak: Number, filled_fraction: Number) -> Number:
            return roofline.compute_seconds(
                flops=2.0 * parameters, flops_per_second=peak, mfu_fraction=filled_fraction
            )

        narrow_peak, wide_peak = arithmetic.flops_per_second, arithmetic.wide_flops_per_second
        seconds = computing(narrow + unfilled, narrow_peak, mfu_fraction) + computing(
            wide, wide_peak, of_wide(mfu_fraction)
        )
        at_peak = computing(narrow, narrow_peak, 1.0) + computing(wide, wide_peak, 1.0)
        return seconds, at_peak / seconds

    def attending(width: Number, mfu_fraction: Number) -> Number:
        return roofline.compute_seconds(
            flops=compute.attention_flops_per_token(attention_width=width, attended_tokens=1.0),
            flops_per_second=arithmetic.attention_flops_per_second,
            mfu_fraction=of_wide(mfu_fraction),
        )

    decode_seconds_per_token, decode_mfu_fraction = weighing(constants.decode_mfu_fraction)
    prefill_seconds_per_token, prefill_mfu_fraction = weighing(constants.prefill_mfu_fraction)

    def transferring(link: Number | None) -> Number:
        bytes_per_second = (SLOW_LINK_BYTES_PER_SECOND if link is None else link) / 2.0
        bytes_per_token = 2.0 * model.hidden_size * BYTES_PER_ACTIVATION
        return bytes_per_token / (bytes_per_second * constants.link_efficiency_fraction)

    bridged, own_network = device.bridged_device_count, device.network_bytes_per_second
    network = constants.network_bytes_per_second if own_network is None else own_network
    # A ring leaves a node once, and as many rings as it has devices share out its network.
    across = network * device.node_device_count
    kv_bytes, window_kv_bytes = (
        memory.kv_bytes_per_token_layer(kv_values=kv_values, kv_bits=kv_bits)
        for kv_values in (model.kv_values_per_token_layer, model.window_kv_values_per_token_layer)
    )
    kv_heads, window_kv_heads = (
        where(sharing_fraction > 0.0, heads, inf)
        for heads in (model.kv_heads, model.window_kv_heads)
    )
    sparse = NO_SPARSE
    if any_of(model.sparse_layers > 0.0):
        index_seconds = roofline.compute_seconds(
            flops=compute.index_flops(
                index_width=model.index_width, index_layers=model.index_layers
            ),
            flops_per_second=where(
                sharing_fraction > 0.0,
                device.index_flops_per_second,
                arithmetic.half_flops_per_second,
            ),
            mfu_fraction=constants.index_mfu_ratio,
        )
        sparse = Sparse(
            # Engines whose devices take turns mask what is not chosen, and attend to all.
            layers=model.sparse_layers * sharing_fraction,
            chosen_tokens=model.chosen_tokens,
            value_bytes=kv_bytes,
            least_share=where(model.kv_heads == inf, constants.least_heads / model.heads, 0.0),
            index_seconds=index_seconds / of_wide(constants.prefill_mfu_fraction),
            decode_index_seconds=index_seconds / of_wide(constants.decode_mfu_fraction),
            dense_seconds=attending(model.attention_width, constants.prefill_mfu_fraction),
            chosen_seconds=attending(model.decode_attention_width, constants.prefill_mfu_fraction),
            decode_seconds=attending(model.decode_attention_width, constants.decode_mfu_fraction),
        )
    return Rates(
        weights_bytes=weights.resident_bytes,
        checkpoint_bytes=weights.checkpoint_bytes,
        dense_seconds=reading(weights.dense_bytes),
        expert_seconds=reading(weights.expert_bytes) / constants.expert_mbu_ratio,
        expert_miss_log=roofline.expert_miss_log(
            experts=model.experts, experts_per_token=model.experts_per_token
        ),
        kv_bytes_per_token_layer=kv_bytes + model.index_bytes_per_token_layer,
        window_kv_bytes_per_token_layer=window_kv_bytes,
        kv_heads=kv_heads,
        window_kv_heads=window_kv_heads,
        kv_seconds_per_byte=reading(1.0),
        state_bytes=model.state_bytes,
        full_attention_layers=model.attended_layers,
        cached_layers=model.full_attention_layers,
        window_layers=model.window_layers,
        window_tokens=model.window_tokens,
        layers=1.0 * model.layers,
        decode_seconds_per_token=decode_seconds_per_token,
        decode_seconds_per_attended_token=attending(
            model.decode_attention_width, constants.decode_mfu_fraction
        ),
        prefill_seconds_per_token=prefill_seconds_per_token,
        read_seconds_per_token=prefill_seconds_per_token
        * (read_parameters(model) / model.active_parameters)
        / constants.read_arithmetic_ratio,
        read_mfu_ratio=roofline.read_mfu_ratio(
            mfu_ratio=constants.read_mfu_ratio,
            power_exponent=constants.read_power_exponent,
            tdp_watts=device.tdp_watts,
        ),
        read_arithmetic_ratio=constants.read_arithmetic_ratio,
        sees_ahead=1.0 if reads_ahead(model) else 0.0,
        encode_seconds_per_flop=roofline.compute_seconds(
            flops=1.0,
            flops_per_second=encoding_flops_per_second or arithmetic.flops_per_second,
            mfu_fraction=constants.prefill_mfu_fraction,
        ),
        prefill_seconds_per_attended_token=attending(
            model.attention_width, constants.prefill_mfu_fraction
        ),
        overhead_seconds=roofline.layers_overhead_seconds(
            layers=model.layers,
            compressed_layers=model.compressed_layers,
            seconds_per_layer=constants.overhead_seconds_per_layer,
            compressed_ratio=constants.compressed_overhead_ratio,
        )
        * where(model.routed_expert_parameters > 0.0, constants.mixture_overhead_ratio, 1.0)
        * (constants.read_overhead_ratio if reads_ahead(model) else 1.0),
        host_seconds_per_token=constants.host_seconds_per_token,
        overlap_exponent=constants.overlap_exponent,
        bridged_devices=inf if bridged is None else bridged,
        transfer_seconds_per_token=transferring(device.interconnect_bytes_per_second),
        host_transfer_seconds_per_token=transferring(device.host_bytes_per_second),
        network_transfer_seconds_per_token=transferring(across),
        link_latency_seconds=constants.link_latency_seconds,
        network_latency_seconds=constants.network_latency_seconds,
        node_devices=1.0 * device.node_device_count,
        prefill_chunk_tokens=constants.prefill_chunk_tokens,
        sharing_fraction=sharing_fraction,
        whole_fraction=whole_fraction,
        # A bound: what is read with experts is taken to be theirs alone.
        mbu_fraction=constants.mbu_fraction
        * where(model.routed_expert_parameters > 0.0, constants.expert_mbu_ratio, 1.0),
        decode_mfu_fraction=decode_mfu_fraction,
        prefill_mfu_fraction=prefill_mfu_fraction,
        first_token_seconds=constants.first_token_seconds
        + where(model.routed_expert_parameters > 0.0, model.layers, 0.0)
        * constants.first_token_seconds_per_layer,
        has_experts=model.routed_expert_parameters > 0.0,
        sparse=sparse,
    )


def in_chunks(rates: Rates, tokens: int | None) -> Rates:
    """The rates of an engine that takes so many tokens in a pass; None: as is its default."""
    if tokens is None:
        return rates
    chunk = float(tokens)
    return replace(rates, prefill_chunk_tokens=chunk, most_pass_tokens=chunk)


def of_phase(rates: Rates, phase: Phase) -> Rates:
    """The rates of devices that run one phase; what is fixed of first tokens is of prompts."""
    first = rates.first_token_seconds if phase == "prefill" else 0.0
    return replace(rates, phases=OF_PHASE[phase], first_token_seconds=first)
