"""Waits for the prefills of others with a fixed number of requests in flight.

Engines read prompts in chunks: a pass carries at most one chunk of prefill, and a decoding step of
every request that decodes. Counted in passes, requests take turns at one server, the chunk, and
think in between, for as many passes as they write tokens. Short prompts share a pass. Longer ones
keep the chunk for several, and others wait for as many more.

A simulation of such an engine confirms the means (tests/unit/pricing/serving/test_latency.py).
"""

from pricing.formulas.queueing import pass_wait_seconds
from pricing.numerics.number import Number, greatest, least, sqrt

SMALLEST = 1e-12
"""Keeps quotients finite where nobody else is in flight."""


def prefill_passes(*, input_tokens: Number, chunk_tokens: Number) -> Number:
    """Passes that a prompt keeps the chunk for, less than one where several prompts share a pass.

    k = i / C

    input_tokens: i, of the prompt; chunk_tokens: C, the most prefill of a pass [tokens].
    Returns [count].
    Source: chunked prefill, Agrawal et al. 2024 (arXiv 2403.02310).

    >>> prefill_passes(input_tokens=16384.0, chunk_tokens=8192.0)
    2.0
    """
    return input_tokens / chunk_tokens


def closed_prefill_passes(
    *, prefill_passes: Number, output_tokens: Number, concurrency: Number
) -> Number:
    """Passes from request to first token, a fixed number of requests in flight.

    R = (a + √(a² + 4·k·d − 2·(n − 1)·min(k, k²))) / 2, a = n·k − d

    prefill_passes: k, of one prompt; output_tokens: d, passes of decoding; concurrency: n, requests
    in flight, at least 1 [count]. Returns [count], k for one request alone. Where prefills
    are the bottleneck it nears n·k − d: all the others are ahead, but for what they decode.
    Source: mean value analysis of a closed queue with think time (Reiser and Lavenberg 1980,
    doi:10.1145/322186.322195), the queue of the n − 1 others in proportion (Schweitzer 1979). A
    prompt in service has half of k + k − 1 passes left, half of k below one: lengths are geometric.

    >>> closed_prefill_passes(prefill_passes=4.0, output_tokens=128.0, concurrency=1.0)
    4.0
    >>> round(closed_prefill_passes(prefill_passes=4.0, output_tokens=128.0, concurrency=64.0))
    131
    """
    excess = concurrency * prefill_passes - output_tokens
    begun = (concurrency - 1.0) * least(1.0, prefill_passes)
    squared = excess * excess + prefill_passes * (4.0 * output_tokens - 2.0 * begun)
    return greatest(prefill_passes, (excess + sqrt(greatest(0.0, squared))) / 2.0)


def closed_queue_seconds(
    *,
    prefill_seconds: Number,
    prefill_passes: Number,
    output_tokens: Number,
    concurrency: Number,
    whole_fraction: Number = 0.0,
) -> Number:
    """Mean wait for the prefills of others, a fixed number of requests in flight.

    w = t_p · min(n − 1, max((R − k) / k, (n − 1) / (2 · o), s · (n − 1)))

    prefill_seconds: t_p, of one request [seconds]; prefill_passes: k, of one prompt [count];
    output_tokens: o, of each [tokens]; concurrency: n, requests in flight [count]; R is
    closed_prefill_passes; whole_fraction: s, 1 where all requests of a batch start together, and
    each waits for the prompts of all others [fraction]. Returns [seconds].
    Source: see closed_prefill_passes. While a request waits, all passes are full of prefill. A
    client asks again when it is answered: half of the (n − 1) / o others whose last tokens come in
    the same step are ahead of it, however short their prompts are.

    >>> round(closed_queue_seconds(prefill_seconds=0.1, prefill_passes=0.1, output_tokens=32.0,
    ...     concurrency=65.0), 4)
    0.1
    """
    passes = closed_prefill_passes(
        prefill_passes=prefill_passes, output_tokens=output_tokens, concurrency=concurrency
    )
    others = concurrency - 1.0
    waited = greatest((passes - prefill_passes) / prefill_passes, others / (2.0 * output_tokens))
    waited = greatest(waited, whole_fraction * others)
    return prefill_seconds * least(waited, others)


def closed_queue_fraction(
    *, prefill_passes: Number, output_tokens: Number, concurrency: Number
) -> Number:
    """Share of the requests that find a prefill of others, a fixed number in flight.

    p = max((n − 1) · k / (R + d), μ / (2 + μ)), μ = (n − 1) / o

    prefill_passes: k, of one prompt [count]; output_tokens: o, and the passes d that it decodes in;
    concurrency: n, requests in flight [count]; R is closed_prefill_passes. Returns [fraction].
    Source: the share of the time that the n − 1 others prefill in (Reiser and Lavenberg 1980); the
    rank among a Poisson number μ of others in the same step, 1 − (1 − e^(−μ)) / μ, to 0.1.

    >>> round(closed_queue_fraction(prefill_passes=0.1, output_tokens=32.0, concurrency=65.0), 6)
    0.5
    """
    passes = closed_prefill_passes(
        prefill_passes=prefill_passes, output_tokens=output_tokens, concurrency=concurrency
    )
    others = concurrency - 1.0
    prefilling = least(1.0, others * prefill_passes / (passes + output_tokens))
    return greatest(prefilling, others / (2.0 * output_tokens + others))


def closed_queue_p99_seconds(
    *, unbounded_seconds: Number, prefill_seconds: Number, concurrency: Number
) -> Number:
    """99th percentile of a wait for prefills that at most all the others are ahead of.

    w₉₉ = a · b / √(a² + b²), b = (n − 1) · t_p

    unbounded_seconds: a, the percentile of an exponential wait; prefill_seconds: t_p, of one
    request [seconds]; concurrency: n [count]. Returns [seconds], the smaller of the two where they
    are far apart.
    Source: the queue of a closed system ends at the number of its clients; simulations of it.

    >>> closed_queue_p99_seconds(unbounded_seconds=3.0, prefill_seconds=1.0, concurrency=5.0)
    2.4
    """
    most = greatest((concurrency - 1.0) * prefill_seconds, SMALLEST * unbounded_seconds)
    return unbounded_seconds * most / sqrt(unbounded_seconds * unbounded_seconds + most * most)


def closed_ttft_seconds(
    *, first_seconds: Number, queue_seconds: Number, step_seconds: Number, concurrency: Number
) -> Number:
    """Mean time to first token with a fixed number of requests in flight.

    TTFT = t₁ + u · t_s / 2 + w, with u = min(1, n − 1)

    first_seconds: t₁, prefill of the request; queue_seconds: w, see closed_queue_seconds;
    step_seconds: t_s, a decoding step [seconds]; concurrency: n, at least 1 [count].
    Returns [seconds].
    Source: see pricing.formulas.queueing.pass_wait_seconds.

    >>> closed_ttft_seconds(first_seconds=0.1, queue_seconds=0.0, step_seconds=0.02,
    ...     concurrency=1.0)
    0.1
    """
    return first_seconds + pass_wait_seconds(
        queue_fraction=1.0,
        queue_seconds=queue_seconds,
        step_seconds=step_seconds,
        busy_fraction=least(1.0, concurrency - 1.0),
    )


def burst_ttft_seconds(
    *,
    first_seconds: Number,
    prefill_seconds: Number,
    concurrency: Number,
    whole_fraction: Number = 0.0,
) -> Number:
    """Mean time to first token of requests that come at once to a replica that has none.

    TTFT = t₁ + (b − 1) / 2 · t_p · (1 + s)

    first_seconds: t₁, prefill of the request alone; prefill_seconds: t_p, its share of prefill
    passes [seconds]; concurrency: b, requests of the burst, at least 1 [count]; whole_fraction: s,
    see closed_queue_seconds [fraction]. Returns [seconds], (b + 1) / 2 times that of one where the
    two are the same. They are prefilled in turn.
    Source: the mean of 1 to b prefills, first come, first served; all b for each of a whole batch.

    >>> burst_ttft_seconds(first_seconds=0.2, prefill_seconds=0.2, concurrency=9.0)
    1.0
    """
    return first_seconds + (concurrency - 1.0) / 2.0 * prefill_seconds * (1.0 + whole_fraction)


def burst_wait_seconds(
    *, demanded: Number, in_flight: Number, requests_per_second: Number
) -> Number:
    """Mean wait for a place of requests that come at once, more than run at once.

    W = max(n − m, 0)² / (2 · n · λ)

    demanded: n, requests of the burst; in_flight: m, requests that run [count];
    requests_per_second: λ, all finished requests. Returns [seconds].
    Source: the j-th beyond the m that run waits for j to finish, j / λ, in the mean over all n.

    >>> burst_wait_seconds(demanded=100.0, in_flight=50.0, requests_per_second=5.0)
    2.5
    """
    late = greatest(demanded - in_flight, 0.0)
    return late * late / (2.0 * greatest(demanded, 1.0) * requests_per_second)


def closed_tpot_seconds(
    *,
    prefill_seconds: Number,
    queue_seconds: Number,
    step_seconds: Number,
    output_tokens: Number,
    concurrency: Number,
) -> Number:
    """Time per output token that a user sees: a step, and prefills of others in between.

    TPOT = t_s + ((n − 1) · t_p − w) / o

    prefill_seconds: t_p, of one request; queue_seconds: w, see closed_queue_seconds;
    step_seconds: t_s, a decoding step of the batch [seconds]; output_tokens: o [tokens];
    concurrency: n, at least 1 [count]. Returns [seconds]. A prefill that a request waits for
    before its own is none that interrupts it: t_p + w + o · TPOT = n / X.
    Source: Little's law with the batch always full; see pricing.formulas.roofline.

    >>> closed_tpot_seconds(prefill_seconds=0.5, queue_seconds=0.0, step_seconds=0.1,
    ...     output_tokens=10.0, concurrency=2.0)
    0.15000000000000002
    """
    between = greatest(0.0, (concurrency - 1.0) * prefill_seconds - queue_seconds)
    return step_seconds + between / output_tokens
