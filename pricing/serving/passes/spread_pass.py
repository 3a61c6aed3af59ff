"""One pass of tokens through groups that share out experts, and through stages of layers."""

from msgspec.structs import replace

from pricing.formulas import memory, roofline
from pricing.formulas.parallel import expert_parallel
from pricing.numerics.number import Number, greatest, least
from pricing.serving.parallel.spread import Spread
from pricing.serving.passes.group import Group, Pass, Stage
from pricing.serving.rates import Rates


def stage_of(rates: Rates, spread: Spread, size: Number) -> Stage:
    """What the stages of a replica of `size` devices are to all passes.

    Stages lie side by side, within a node as far as it has room.
    """
    links, devices, groups = rates.links, spread.stage(size), spread.groups(size)
    is_beyond = devices > links.node_devices
    hop_seconds, hop_latency_seconds = links.among(size)
    stage = Stage(
        devices=devices,
        groups=groups,
        has_groups=groups > 1.0,
        is_beyond=is_beyond,
        hop_seconds_per_token=hop_seconds,
        hop_latency_seconds=hop_latency_seconds,
    )
    if not rates.has_experts:
        return stage
    slots_ratio = spread.expert_slots_ratio(size)
    domain = least(links.node_devices, devices)
    routes = {"experts_per_token": spread.experts_per_token, "devices": devices, "domain": domain}
    return replace(
        stage,
        expert_seconds=rates.expert_seconds * slots_ratio / devices,
        experts=spread.experts * slots_ratio / devices,
        copies_within=expert_parallel.copies_within(**routes),
        copies_beyond=expert_parallel.copies_beyond(**routes),
        exchange_latency_seconds=links.latency_of(is_beyond),
    )


def spread_pass(
    rates: Rates,
    group: Group,
    spread: Spread,
    stage: Stage,
    tokens: Number,
    *,
    seconds_per_token: Number,
    kv_seconds: Number,
    window_kv_seconds: Number,
    state_seconds: Number,
    host_seconds: Number,
    routed_tokens: Number,
    requests: Number,
) -> Pass:
    """A pass over `tokens` of all ranks, each of which has its share of them.

    A rank is the batch of a group in a stage. Every batch goes through all stages, so that a pass
    takes the time of one through all layers. The arguments are those of forward_pass.
    """
    # Where there are fewer requests than ranks, some ranks do nothing while the others work.
    uneven = greatest(1.0, group.ranks / requests)
    own_tokens = tokens * uneven / group.size
    shared = uneven / group.size
    cache_seconds = memory.stored_kv_bytes(
        kv_bytes=kv_seconds,
        window_kv_bytes=window_kv_seconds,
        copies=group.copies,
        spared_copies=group.spared_copies,
    )
    memory_seconds = (
        rates.dense_seconds / spread.tensor_parallel + (cache_seconds + state_seconds) * shared
    )
    compute_seconds = seconds_per_token * own_tokens
    exchange_seconds: Number = 0.0
    if rates.has_experts:
        of_batch = least(1.0, greatest(1.0 / spread.pipeline_parallel, 1.0 / requests))
        routed = routed_tokens * of_batch
        coverage = roofline.expert_coverage_fraction(miss_log=rates.expert_miss_log, tokens=routed)
        memory_seconds += stage.expert_seconds * expert_parallel.busiest_coverage_fraction(
            coverage_fraction=coverage, experts=stage.experts, devices=stage.devices
        )
        busiest = expert_parallel.busiest_load_ratio(
            mean_load=routed * spread.experts_per_token / stage.devices,
            devices=stage.devices,
            skew_fraction=spread.skew_fraction,
        )
        compute_seconds = compute_seconds * (1.0 + spread.expert_work_fraction * (busiest - 1.0))
        exchange_seconds = stage.has_groups * expert_parallel.exchange_seconds(
            layers=rates.layers,
            tokens=own_tokens * busiest,
            copies_within=stage.copies_within,
            copies_beyond=stage.copies_beyond,
            within_seconds=spread.within_seconds,
            beyond_seconds=spread.beyond_seconds,
            latency_seconds=stage.exchange_latency_seconds,
        )
    reduced_seconds = roofline.communication_seconds(
        layers=rates.layers,
        tokens=own_tokens * spread.tensor_parallel,
        devices=spread.tensor_parallel,
        transfer_seconds_per_token=group.transfer_seconds_per_token,
        latency_seconds=group.latency_seconds,
    )
    # Experts exchange tokens instead of the second all-reduce of a layer.
    reduced_seconds = reduced_seconds * (1.0 - 0.5 * stage.has_groups)
    joined_seconds = roofline.joined_seconds(
        memory_seconds=memory_seconds,
        compute_seconds=compute_seconds,
        overlap_exponent=rates.overlap_exponent,
    )
    hidden_seconds = (
        least(exchange_seconds, joined_seconds) * spread.overlap_fraction * stage.is_beyond
    )
    overhead_seconds = (
        rates.overhead_seconds
        # Hosts of several groups prepare the next pass while the devices work.
        + greatest(0.0, host_seconds / stage.groups - stage.has_groups * joined_seconds)
        + reduced_seconds
        + exchange_seconds
        - hidden_seconds
        # An all-reduce sends a token twice, a hop once.
        + (spread.pipeline_parallel - 1.0)
        * (0.5 * own_tokens * stage.hop_seconds_per_token + stage.hop_latency_seconds)
    )
    return Pass(
        joined_seconds + overhead_seconds, memory_seconds, compute_seconds, overhead_seconds
    )
