"""A replica: a model on the devices that share it, and how fast it runs.

Every number here is a float or an array: the same lines serve a quote, a sweep and the calibration.
"""

from math import inf

from msgspec import Struct

from pricing.formulas import compute, memory, roofline
from pricing.numerics.number import Number, greatest, least, where
from pricing.serving.rates import Rates


class Request(Struct, frozen=True, gc=False):
    """What a request of given lengths asks of its replica, whatever the replica's size.

    pass_tokens: its input, at least one token; kv_bytes: its mean cache while in flight, each head
    once; last_kv_bytes: the same with its last token; *window_kv_bytes: of these, what layers with
    a window keep [bytes]; *kv_seconds: time of one device to read *kv_bytes; state_seconds: to read
    its state and write the next; *_seconds_per_token: time of one device to compute a token with
    the attention to what is before it [seconds].
    """

    input_tokens: Number
    output_tokens: Number
    pass_tokens: Number
    kv_bytes: Number
    window_kv_bytes: Number
    last_kv_bytes: Number
    last_window_kv_bytes: Number
    kv_seconds: Number
    window_kv_seconds: Number
    state_seconds: Number
    prefill_seconds_per_token: Number
    decode_seconds_per_token: Number


class Group(Struct, frozen=True, gc=False):
    """The devices of a replica, and what they are to a pass of any tokens.

    working: those that work at a time; copies: see kv_copies; spared_copies: those that layers with
    a window do without, whose heads are more; transfer_seconds_per_token, latency_seconds: what a
    token and an all-reduce take on the slowest links between them.
    """

    working: Number
    copies: Number
    spared_copies: Number
    transfer_seconds_per_token: Number
    latency_seconds: Number


class Pass(Struct, frozen=True, gc=False):
    """One forward pass and what it is spent on [seconds]."""

    seconds: Number
    memory_seconds: Number
    compute_seconds: Number
    overhead_seconds: Number


class Speed(Struct, frozen=True, gc=False):
    """What one replica sustains.

    prefill_seconds: a request's share of the prefill passes; prefill, step: one pass of
    either kind [seconds].
    """

    requests_per_second: Number
    prefill_seconds: Number
    prefill: Pass
    step: Pass


def request_of(rates: Rates, *, input_tokens: Number, output_tokens: Number) -> Request:
    """A request of these lengths; in flight it holds its input and half of its output."""
    context_tokens = input_tokens + output_tokens / 2.0
    kv_bytes, window_kv_bytes = _kv_bytes(rates, context_tokens)
    last_kv_bytes, last_window_kv_bytes = _kv_bytes(rates, input_tokens + output_tokens)
    # An empty input costs nothing, yet a pass has at least one token.
    pass_tokens = greatest(input_tokens, 1.0)
    return Request(
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        pass_tokens=pass_tokens,
        kv_bytes=kv_bytes,
        window_kv_bytes=window_kv_bytes,
        last_kv_bytes=last_kv_bytes,
        last_window_kv_bytes=last_window_kv_bytes,
        kv_seconds=rates.kv_seconds_per_byte * kv_bytes,
        window_kv_seconds=rates.kv_seconds_per_byte * window_kv_bytes,
        state_seconds=2.0 * rates.kv_seconds_per_byte * rates.state_bytes,
        prefill_seconds_per_token=rates.prefill_seconds_per_token
        + rates.prefill_seconds_per_attended_token
        * compute.causal_token_layers(
            full_attention_layers=rates.full_attention_layers,
            window_layers=rates.window_layers,
            window_tokens=rates.window_tokens,
            sequence_tokens=pass_tokens,
        ),
        decode_seconds_per_token=rates.decode_seconds_per_token
        + rates.decode_seconds_per_attended_token
        * compute.attended_token_layers(
            full_attention_layers=rates.full_attention_layers,
            window_layers=rates.window_layers,
            window_tokens=rates.window_tokens,
            context_tokens=context_tokens,
        ),
    )


def speed(rates: Rates, request: Request, group: Group, *, concurrency: Number) -> Speed:
    """What a replica on a group of devices sustains with `concurrency` requests in flight.

    Prefills of several requests share a pass up to the chunk that engines use, so that short
    inputs do not each pay for reading the weights.
    """
    step = forward_pass(
        rates,
        group,
        concurrency,
        seconds_per_token=request.decode_seconds_per_token,
        kv_seconds=request.kv_seconds * concurrency,
        window_kv_seconds=request.window_kv_seconds * concurrency,
        state_seconds=request.state_seconds * concurrency,
        host_seconds=rates.host_seconds_per_token * concurrency,
    )
    own_tokens = request.pass_tokens
    tokens = greatest(own_tokens, least(rates.prefill_chunk_tokens, own_tokens * concurrency))
    prefill = forward_pass(
        rates, group, tokens, seconds_per_token=request.prefill_seconds_per_token
    )
    prefill_seconds = prefill.seconds * request.input_tokens / tokens
    return Speed(
        roofline.requests_per_second(
            prefill_seconds=prefill_seconds,
            step_seconds=step.seconds,
            output_tokens=request.output_tokens,
            concurrency=concurrency,
        ),
        prefill_seconds,
        prefill,
        step,
    )


def peak_requests_per_second(
    rates: Rates, request: Request, reached: Speed, *, concurrency: Number
) -> Number:
    """What no engine passes: the whole bandwidth or the whole arithmetic at work. Floats or arrays.

    One pass may carry inputs and outputs, and reads the weights once for both.
    """
    prefill, step = reached.prefill, reached.step
    passes = reached.prefill_seconds / prefill.seconds
    steps = request.output_tokens / concurrency
    return roofline.peak_requests_per_second(
        reading_seconds=rates.mbu_fraction
        * greatest(passes * prefill.memory_seconds, steps * step.memory_seconds),
        computing_seconds=rates.prefill_mfu_fraction * passes * prefill.compute_seconds
        + rates.decode_mfu_fraction * steps * step.compute_seconds,
    )


def first_pass_seconds(rates: Rates, request: Request, group: Group) -> Number:
    """The pass over one request's input on a group of devices, with nothing ahead of it."""
    return forward_pass(
        rates,
        group,
        request.pass_tokens,
        seconds_per_token=request.prefill_seconds_per_token,
    ).seconds


def kv_copies(kv_heads: Number, devices: Number) -> Number:
    """How often a replica stores a cached value: devices without a head of their own share one."""
    return greatest(1.0, devices / kv_heads)


def group_of(rates: Rates, devices: Number) -> Group:
    """So many devices that share a model of these rates."""
    working = 1.0 + rates.sharing_fraction * (devices - 1.0)
    copies = kv_copies(rates.kv_heads, devices)
    spared_copies = copies - kv_copies(rates.window_kv_heads, devices)
    return Group(working, copies, spared_copies, *_links(rates, working))


def forward_pass(
    rates: Rates,
    group: Group,
    tokens: Number,
    *,
    seconds_per_token: Number,
    kv_seconds: Number = 0.0,
    window_kv_seconds: Number = 0.0,
    state_seconds: Number = 0.0,
    host_seconds: Number = 0.0,
) -> Pass:
    """A pass over `tokens`, on devices that share it or take turns.

    seconds_per_token: of one device, to compute a token; kv_seconds: of one device, to read the
    cache, each head once; window_kv_seconds: of that, in layers with a window; state_seconds: to
    read and write states, which devices share out; host_seconds: of the host, for the tokens that
    it generates [seconds]. A pass over inputs takes none of these.
    """
    working = group.working
    stored_seconds = memory.stored_kv_bytes(
        kv_bytes=kv_seconds,
        window_kv_bytes=window_kv_seconds,
        copies=group.copies,
        spared_copies=group.spared_copies,
    )
    reading = rates.dense_seconds + stored_seconds + state_seconds
    if rates.has_experts:
        reading += rates.expert_seconds * roofline.expert_coverage_fraction(
            miss_log=rates.expert_miss_log, tokens=tokens
        )
    memory_seconds = reading / working
    compute_seconds = seconds_per_token * tokens / working
    communication_seconds = roofline.communication_seconds(
        layers=rates.layers,
        tokens=tokens,
        devices=working,
        transfer_seconds_per_token=group.transfer_seconds_per_token,
        latency_seconds=group.latency_seconds,
    )
    overhead_seconds = rates.overhead_seconds + host_seconds + communication_seconds
    joined_seconds = roofline.joined_seconds(
        memory_seconds=memory_seconds,
        compute_seconds=compute_seconds,
        overlap_exponent=rates.overlap_exponent,
    )
    return Pass(
        joined_seconds + overhead_seconds, memory_seconds, compute_seconds, overhead_seconds
    )


def _links(rates: Rates, devices: Number) -> tuple[Number, Number]:
    """What a token and an all-reduce take on the slowest links between the devices [seconds].

    A bridge may join fewer devices than a node, which then go through the host; more than a node
    go through the network.
    """
    transfer, latency = rates.transfer_seconds_per_token, rates.link_latency_seconds
    if not _holds_all(rates.bridged_devices, devices):
        transfer = where(
            devices > rates.bridged_devices, rates.host_transfer_seconds_per_token, transfer
        )
    if not _holds_all(rates.node_devices, devices):
        beyond = devices > rates.node_devices
        network = greatest(transfer, rates.network_transfer_seconds_per_token)
        transfer = where(beyond, network, transfer)
        latency = where(beyond, rates.network_latency_seconds, latency)
    return transfer, latency


def _holds_all(most: Number, devices: Number) -> bool:
    """Whether plain numbers say that the devices are no more, so that no row need be looked at."""
    if isinstance(most, float):
        return most == inf or (isinstance(devices, float) and devices <= most)
    return False


def _kv_bytes(rates: Rates, context_tokens: Number) -> tuple[Number, Number]:
    """Of a sequence: all, and what layers with a window keep of it.

    A model without a cache is held by its weights: a byte decides nothing.
    """
    window_kv_bytes = memory.window_kv_bytes_per_sequence(
        bytes_per_token_layer=rates.window_kv_bytes_per_token_layer,
        window_layers=rates.window_layers,
        window_tokens=rates.window_tokens,
        context_tokens=context_tokens,
    )
    kv_bytes = memory.kv_bytes_per_sequence(
        bytes_per_token_layer=rates.kv_bytes_per_token_layer,
        full_attention_layers=rates.full_attention_layers,
        context_tokens=context_tokens,
        window_kv_bytes=window_kv_bytes,
    )
    return greatest(1.0, kv_bytes), window_kv_bytes
