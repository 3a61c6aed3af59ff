"""One pass of tokens through the devices of a replica, and what its time goes to."""

from math import inf

from msgspec.structs import replace

from pricing.formulas import memory, roofline
from pricing.numerics.number import Number, greatest, where
from pricing.serving.parallel.spread import Spread
from pricing.serving.passes.group import Group, Pass, kv_copies
from pricing.serving.passes.sparse_attention import NOT_REPEATED, Repeated
from pricing.serving.passes.spread_pass import spread_pass, stage_of
from pricing.serving.rates import Rates


def group_of(rates: Rates, devices: Number, spread: Spread | None = None) -> Group:
    """So many devices that share a model of these rates; spread: over groups and stages."""
    if spread is not None:
        return replace(
            group_of(rates, spread.tensor_parallel),
            spread=spread,
            stage=stage_of(rates, spread, devices),
            size=devices,
            ranks=spread.ranks(devices),
        )
    working = 1.0 + rates.sharing_fraction * (devices - 1.0)
    copies = kv_copies(rates.kv_heads, devices)
    spared_copies = copies - kv_copies(rates.window_kv_heads, devices)
    return Group(working, copies, spared_copies, *rates.links.among(working))


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
    routed_tokens: Number | None = None,
    requests: Number = inf,
    repeated: Repeated = NOT_REPEATED,
) -> Pass:
    """A pass over `tokens`, on devices that share it or take turns.

    seconds_per_token: of one device, to compute a token; kv_seconds: of one device, to read the
    cache, each head once; window_kv_seconds: of that, in layers with a window; state_seconds: to
    read and write states, which devices share out; host_seconds: of the host, for the tokens that
    it generates [seconds]. A pass over inputs takes none of these, but for the cache of a prefix.
    routed_tokens: of all, those that choose experts of their own; requests: that they are of,
    infinite where every rank has its share; repeated: of a token, what devices do not share out.
    """
    if repeated is not NOT_REPEATED:
        # Of a latent, which no devices share out, a request has one device at least.
        alone = where(rates.kv_heads == inf, group.working / requests, 1.0)
        copies = greatest(group.copies, alone)
        seconds_per_token = seconds_per_token + repeated.seconds(copies)
    if group.spread is not None and group.stage is not None:
        return spread_pass(
            rates,
            group,
            group.spread,
            group.stage,
            tokens,
            seconds_per_token=seconds_per_token,
            kv_seconds=kv_seconds,
            window_kv_seconds=window_kv_seconds,
            state_seconds=state_seconds,
            host_seconds=host_seconds,
            routed_tokens=tokens if routed_tokens is None else routed_tokens,
            requests=requests,
        )
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
            miss_log=rates.expert_miss_log,
            tokens=tokens if routed_tokens is None else routed_tokens,
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
