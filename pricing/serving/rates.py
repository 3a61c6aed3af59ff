"""Rates: what a model in a format costs one device, by the unit of work."""

from math import inf

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Device, Model
from pricing.formulas import memory, roofline
from pricing.numerics.number import Number, where
from pricing.serving.checkpoints.arithmetic import Arithmetic
from pricing.serving.checkpoints.weights import Weights
from pricing.serving.constants import Constants
from pricing.serving.passes.computing import Computing
from pricing.serving.passes.drafting import NO_DRAFTING, Drafting
from pricing.serving.passes.links import Links, links_of
from pricing.serving.passes.phases import BOTH_PHASES, OF_PHASE, Phase, Phases
from pricing.serving.passes.reading import read_parameters, reads_ahead
from pricing.serving.passes.sparse_attention import NO_SPARSE, Sparse


class Rates(Struct, frozen=True, eq=False):
    """What a model in a format costs one device, by the unit of work.

    weights_bytes: of the whole model in memory; checkpoint_bytes: of its files [bytes];
    dense_seconds, expert_seconds: to read the weights that every token passes, but for an input
    embedding that is only looked up, and all routed experts; kv_*: the cache's geometry;
    state_bytes: what a sequence keeps beside it, whatever its length; kv_heads, window_kv_heads:
    what the devices that work on a layer together can share of it at most, infinite where nothing
    is stored twice; overhead_seconds: of a pass; host_seconds_per_token: of the host, which works
    on one token after the other whatever the devices; *_seconds_per_*: of one device [seconds];
    sharing_fraction: 1 where the devices of a replica work on every layer together, 0 where they
    hold layers of their own and take turns; mbu_fraction, *_mfu_fraction: what the times of reading
    and of computing weights take of the device's peaks to be reached; first_token_seconds: what a
    first token takes whatever its prompt and the throughput: the connection, the tokeniser, the
    scheduler, and the routing of experts without recorded graphs; stall_seconds: that decoding
    waits for a pass over prompts to be launched; has_experts: false where there are no routed
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
    links: Links
    prefill_chunk_tokens: Number
    sharing_fraction: Number
    mbu_fraction: Number
    decode_mfu_fraction: Number
    prefill_mfu_fraction: Number
    first_token_seconds: Number
    stall_seconds: Number
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

    @property
    def attended(self) -> dict[str, Number]:
        """Of the layers, what says how much a token attends to."""
        return {
            "full_attention_layers": self.full_attention_layers,
            "window_layers": self.window_layers,
            "window_tokens": self.window_tokens,
        }


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

    def of_mixture(value: Number, otherwise: Number) -> Number:
        return where(model.routed_expert_parameters > 0.0, value, otherwise)

    computing = Computing(model, device, constants, arithmetic)
    prefill, decode = constants.prefill_mfu_fraction, constants.decode_mfu_fraction
    parameters = computing.parameters()
    decode_seconds_per_token, decode_mfu_fraction = computing.weighing(parameters, decode)
    prefill_seconds_per_token, prefill_mfu_fraction = computing.weighing(parameters, prefill)
    kv_bytes, window_kv_bytes = (
        memory.kv_bytes_per_token_layer(kv_values=kv_values, kv_bits=kv_bits)
        for kv_values in (model.kv_values_per_token_layer, model.window_kv_values_per_token_layer)
    )
    kv_heads, window_kv_heads = (
        where(sharing_fraction > 0.0, heads, inf)
        for heads in (model.kv_heads, model.window_kv_heads)
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
        decode_seconds_per_attended_token=computing.attending(model.decode_attention_width, decode),
        prefill_seconds_per_token=prefill_seconds_per_token,
        prefill_seconds_per_attended_token=computing.attending(model.attention_width, prefill),
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
            mfu_fraction=prefill,
        ),
        overhead_seconds=computing.overhead_seconds(),
        host_seconds_per_token=constants.host_seconds_per_token,
        overlap_exponent=constants.overlap_exponent,
        links=links_of(device, constants, model.hidden_size),
        prefill_chunk_tokens=constants.prefill_chunk_tokens,
        sharing_fraction=sharing_fraction,
        whole_fraction=whole_fraction,
        # A bound: what is read with experts is taken to be theirs alone.
        mbu_fraction=constants.mbu_fraction * of_mixture(constants.expert_mbu_ratio, 1.0),
        decode_mfu_fraction=decode_mfu_fraction,
        prefill_mfu_fraction=prefill_mfu_fraction,
        first_token_seconds=constants.first_token_seconds
        + of_mixture(model.layers, 0.0) * constants.first_token_seconds_per_layer,
        stall_seconds=of_mixture(model.layers, 0.0)
        * constants.stalling_fraction
        * constants.stall_seconds_per_layer,
        has_experts=model.routed_expert_parameters > 0.0,
        sparse=computing.sparse(kv_bytes, sharing_fraction),
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
