"""The roofline model: time of a forward pass, and throughput of a replica."""

from pricing.numerics.number import Number, exp, greatest, least, log, where

READ_REFERENCE_WATTS = 400.0
"""The TDP at which what reading makes of the MFU is stated."""


REFERENCE_FLOPS_PER_BYTE = 295.0
"""Of an H100 SXM in 16 bits: what the width of half-filled experts is stated at."""


def layers_overhead_seconds(
    *,
    layers: Number,
    compressed_layers: Number,
    seconds_per_layer: Number,
    compressed_ratio: Number,
) -> Number:
    """What the layers of a pass take whatever its tokens.

    t = (L + (κ − 1) · L_c) · o

    layers: L; compressed_layers: L_c, of these the ones that compress their cache [count];
    seconds_per_layer: o [seconds]; compressed_ratio: κ, of a layer that compresses its cache
    [ratio]. Returns [seconds].
    Source: fitted to published throughputs, see docs/adr/0120.

    >>> layers_overhead_seconds(layers=10.0, compressed_layers=5.0, seconds_per_layer=1e-4,
    ...     compressed_ratio=3.0)
    0.002
    """
    return (layers + (compressed_ratio - 1.0) * compressed_layers) * seconds_per_layer


def expert_miss_log(*, experts: Number, experts_per_token: Number) -> Number:
    """Logarithm of the probability that a token does not use a given expert.

    m = ln(1 − k/E)

    experts: E; experts_per_token: k [count]. Returns [1], about −690 for k = E, since a dense
    model uses everything.
    Source: each token chooses its experts at random.

    >>> round(expert_miss_log(experts=4.0, experts_per_token=2.0), 6)
    -0.693147
    """
    # The floor keeps log() finite for k = E.
    return log(1.0 - experts_per_token / experts + 1e-300)


def expert_coverage_fraction(*, miss_log: Number, tokens: Number) -> Number:
    """Share of the routed experts that a batch uses.

    c = 1 − (1 − k/E)^B = 1 − e^(m·B)

    miss_log: m, see expert_miss_log [1]; tokens: B, tokens in the pass [count].
    Returns [fraction].
    Source: occupancy of independent draws.

    >>> round(expert_coverage_fraction(miss_log=-0.6931471805599453, tokens=2.0), 6)
    0.75
    """
    return 1.0 - exp(miss_log * tokens)


def mixture_mfu_ratio(
    *,
    active_parameters: Number,
    expert_parameters: Number,
    expert_intermediate_size: Number,
    half_mfu_intermediate_size: Number,
) -> Number:
    """Compute utilisation of a mixture of experts over that of a dense model.

    r = N / (N + A · f½ / f)

    active_parameters: N, used for a token; expert_parameters: A, those of them in routed experts
    [count]; expert_intermediate_size: f, width of an expert; half_mfu_intermediate_size: f½, width
    at which experts reach half the utilisation of dense layers [count].
    Returns [ratio], 1 for a dense model.
    Source: an expert reaches f / (f + f½), since its matrices are narrow and have few tokens each,
    which are gathered from the batch and put back. f½ is calibrated, see docs/model/history.md.

    >>> mixture_mfu_ratio(active_parameters=4.0, expert_parameters=2.0,
    ...     expert_intermediate_size=2048.0, half_mfu_intermediate_size=4096.0)
    0.5
    """
    filling = expert_parameters * half_mfu_intermediate_size / expert_intermediate_size
    return active_parameters / (active_parameters + filling)


def half_mfu_intermediate_size(
    *, reference_size: Number, flops_per_second: Number, bytes_per_second: Number
) -> Number:
    """Width of an expert that fills half of what dense layers fill.

    f½ = f₀ · (P / BW) / 295

    reference_size: f₀, on a device of 295 FLOPs a byte [count]; flops_per_second: P, dense peak in
    16 bits [flops per second]; bytes_per_second: BW [bytes per second]. Returns [count].
    Source: what an expert has of its tokens is moved through memory, 2·h numbers for 6·h·f FLOPs. A
    device with little arithmetic for its bandwidth, such as H20, waits less for it.

    >>> half_mfu_intermediate_size(reference_size=3000.0, flops_per_second=148e12,
    ...     bytes_per_second=4e12)
    376.271186440678
    """
    return reference_size * (flops_per_second / bytes_per_second) / REFERENCE_FLOPS_PER_BYTE


def memory_seconds(*, bytes_read: Number, bytes_per_second: Number, mbu_fraction: Number) -> Number:
    """Time of one device to read its memory.

    t = b / (BW · MBU)

    bytes_read: b [bytes]; bytes_per_second: BW [bytes per second]; mbu_fraction: memory
    bandwidth utilisation [fraction]. Returns [seconds]. Devices that share the bytes share
    the time.
    Source: Williams et al. 2009, Roofline; Databricks 2023 for MBU.

    >>> memory_seconds(bytes_read=1e9, bytes_per_second=1e12, mbu_fraction=0.5)
    0.002
    """
    return bytes_read / (bytes_per_second * mbu_fraction)


def compute_seconds(*, flops: Number, flops_per_second: Number, mfu_fraction: Number) -> Number:
    """Time of one device to compute.

    t = F / (P · MFU)

    flops: F [flops]; flops_per_second: P, dense peak [flops per second]; mfu_fraction: MFU
    [fraction]. Returns [seconds]. Devices that share the work share the time.
    Source: Williams et al. 2009, Roofline.

    >>> compute_seconds(flops=1e12, flops_per_second=1e15, mfu_fraction=0.5)
    0.002
    """
    return flops / (flops_per_second * mfu_fraction)


def joined_seconds(
    *, memory_seconds: Number, compute_seconds: Number, overlap_exponent: Number
) -> Number:
    """Time of reading and computing with partial overlap.

    t = (t_m^p + t_c^p)^(1/p)

    memory_seconds: t_m; compute_seconds: t_c [seconds]; overlap_exponent: p, 1 without overlap,
    larger with more overlap [1]. Returns [seconds], from the larger of the two to their sum.
    Source: the p-norm, between the roofline's maximum (p → ∞) and no overlap (p = 1).

    >>> joined_seconds(memory_seconds=3.0, compute_seconds=4.0, overlap_exponent=2.0)
    5.0
    """
    powers = memory_seconds**overlap_exponent + compute_seconds**overlap_exponent
    return powers ** (1.0 / overlap_exponent)


def communication_seconds(
    *,
    layers: Number,
    tokens: Number,
    devices: Number,
    transfer_seconds_per_token: Number,
    latency_seconds: Number,
) -> Number:
    """Time of the all-reduces of tensor parallelism in one pass, 0 on one device.

    t = L · 2 · (n − 1)/n · (B · x + a)

    layers: L [count]; tokens: B, tokens in the pass [count]; devices: n [count];
    transfer_seconds_per_token: x, 2 · h · 2 bytes over a device's links in one direction
    [seconds]; latency_seconds: a, start-up of one all-reduce [seconds]. Returns [seconds].
    Source: ring all-reduce, twice a layer; Shoeybi et al. 2019 (arXiv 1909.08053).

    >>> communication_seconds(layers=1.0, tokens=1.0, devices=1.0,
    ...     transfer_seconds_per_token=1.0, latency_seconds=1.0)
    0.0
    """
    per_layer = 2.0 * (devices - 1.0) / devices
    return layers * per_layer * (tokens * transfer_seconds_per_token + latency_seconds)


def read_mfu_ratio(*, mfu_ratio: Number, power_exponent: Number, tdp_watts: Number) -> Number:
    """MFU of passes that compute without pause over that of prefills between steps of decoding.

    r = min(1, ρ · (P / 400)^ε)

    mfu_ratio: ρ, of a device of 400 W; power_exponent: ε [ratio]; tdp_watts: P, of a device
    [watts]. Returns [ratio]. Cards of low power cannot hold their clocks while they do nothing but
    compute, as readers of text do.
    Source: fitted to published throughputs of encoders, see docs/validation.md.

    >>> round(read_mfu_ratio(mfu_ratio=0.8, power_exponent=0.5, tdp_watts=100.0), 3)
    0.4
    """
    return least(1.0, mfu_ratio * (tdp_watts / READ_REFERENCE_WATTS) ** power_exponent)


def stall_seconds(
    *,
    pass_seconds: Number,
    input_tokens: Number,
    chunk_tokens: Number,
    decode_passes: Number,
    concurrency: Number,
) -> Number:
    """What a request stalls its replica for because passes over prompts are set up anew.

    s = e / min(C / i, max(1, B / d))

    pass_seconds: e, of a pass over prompts beyond one that generates; input_tokens: i;
    chunk_tokens: C, the most prefill of a pass [tokens]; decode_passes: d, of a request, at least
    one; concurrency: B, at least one [count]. Returns [seconds]. As many requests begin in a pass
    as end in one, B / d.
    Source: pairs of runs that differ in their outputs alone, docs/model/history.md.

    >>> stall_seconds(pass_seconds=0.1, input_tokens=500.0, chunk_tokens=2500.0,
    ...     decode_passes=50.0, concurrency=100.0)
    0.05
    """
    begun = greatest(1.0, concurrency / decode_passes)
    return pass_seconds / least(begun, chunk_tokens / input_tokens)


def requests_per_second(
    *, prefill_seconds: Number, step_seconds: Number, output_tokens: Number, concurrency: Number
) -> Number:
    """Requests that one replica finishes in steady state.

    X = 1 / (t_p + o · t_s / B)

    prefill_seconds: t_p, pass over the input of one request; step_seconds: t_s, one decoding
    step of the whole batch [seconds]; output_tokens: o [tokens]; concurrency: B [count].
    Returns [requests per second]. Prefills and decoding take turns. Their sum is the time that a
    request takes from its replica.
    Source: Little's law with the batch always full.

    >>> requests_per_second(prefill_seconds=0.5, step_seconds=0.1, output_tokens=10.0,
    ...     concurrency=2.0)
    1.0
    """
    return 1.0 / (prefill_seconds + output_tokens * step_seconds / concurrency)


def peak_requests_per_second(*, reading_seconds: Number, computing_seconds: Number) -> Number:
    """Upper limit of the requests per second of a replica.

    X = 1 / max(t_r, t_c)

    reading_seconds: t_r, computing_seconds: t_c, time of one request at full bandwidth and at peak
    arithmetic, for prefill and decoding together [seconds]. Returns [requests per second].
    Valid for any overlap of the two, and of prefills with decoding.
    Source: Williams et al. 2009, Roofline.

    >>> peak_requests_per_second(reading_seconds=0.5, computing_seconds=0.25)
    2.0
    """
    return 1.0 / greatest(reading_seconds, computing_seconds)


def tpot_seconds(
    *, prefill_seconds: Number, step_seconds: Number, output_tokens: Number, concurrency: Number
) -> Number:
    """Time per output token that a user sees: a step, and prefills of others in between.

    TPOT = t_s + (B − 1) · t_p / o

    The arguments are as in requests_per_second. Returns [seconds]. TTFT + o · TPOT = B / X.
    Source: Little's law with the batch always full.

    >>> tpot_seconds(prefill_seconds=0.5, step_seconds=0.1, output_tokens=10.0, concurrency=2.0)
    0.15000000000000002
    """
    return step_seconds + (concurrency - 1.0) * prefill_seconds / output_tokens


def tokens_per_step(*, acceptance_fraction: Number, draft_tokens: Number) -> Number:
    """Mean tokens that a step of decoding generates, that of the model itself included.

    A = 1 + a + … + a^k = (1 − a^(k+1)) / (1 − a)

    acceptance_fraction: a, probability that a drafted token is kept where those before it are
    [fraction]; draft_tokens: k, drafted in a step [count]. Returns [tokens], the acceptance length.
    Source: Leviathan, Kalman and Matias 2023, arXiv 2211.17192, equation 1.

    >>> tokens_per_step(acceptance_fraction=0.5, draft_tokens=2.0)
    1.75
    >>> tokens_per_step(acceptance_fraction=1.0, draft_tokens=2.0)
    3.0
    """
    is_sure = acceptance_fraction >= 1.0
    missed = where(is_sure, 1.0, 1.0 - acceptance_fraction)
    kept = (1.0 - acceptance_fraction ** (draft_tokens + 1.0)) / missed
    return where(is_sure, draft_tokens + 1.0, kept)
