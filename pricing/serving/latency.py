"""Serving: what requests see of a replica at a load below saturation.

In closed loop a fixed number of requests is always in flight, as benchmarks run. In open loop
they arrive at random, as users do, and the number in flight follows from the rate.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import latency_tails, queueing, roofline
from pricing.numerics.number import Number, least
from pricing.serving.replica import Speed

ROUNDS = 60
TOLERANCE = 1e-9
"""The number in flight is found to this share of the slots."""


class Pace(Struct, frozen=True, gc=False):
    """How fast a replica goes at one number in flight [seconds].

    first_seconds: the pass over one input alone; prefill_seconds: a request's share of prefill
    passes; step_seconds: a decoding step of the whole batch.
    """

    first_seconds: Number
    prefill_seconds: Number
    step_seconds: Number


def pace_of(first_seconds: Number, reached: Speed, ratio: Number) -> Pace:
    """How fast a replica goes at a speed, with the roofline's throughput times ratio.

    first_seconds: the pass over one input alone [seconds]. Floats or arrays.
    """
    return Pace(
        first_seconds / ratio, reached.prefill_seconds / ratio, reached.step.seconds / ratio
    )


class Tails(Struct, frozen=True, gc=False):
    """99th percentiles of what requests see."""

    ttft_p99_seconds: Number
    tpot_p99_seconds: Number


class Latency(Struct, frozen=True, gc=False):
    """What requests see.

    concurrency: mean requests in flight in a replica; seen: those that a request in flight
    sees, itself included [count]; busy_fraction: share of time that a replica has any.
    """

    concurrency: Number
    seen: Number
    busy_fraction: Number
    ttft_seconds: Number
    tpot_seconds: Number
    ttft_p99_seconds: Number
    tpot_p99_seconds: Number


def closed_tails(pace: Pace, *, output_tokens: Number, concurrency: Number) -> Tails:
    """The slowest with a fixed number of requests in flight, at least one, slots for all.

    Floats or arrays. The mean is in pricing.serving.layout.
    """
    others = concurrency - 1.0
    per_token = pace.prefill_seconds / output_tokens
    wait_p99_seconds = latency_tails.pass_wait_p99_seconds(
        queue_fraction=queueing.closed_queue_fraction(
            concurrency=concurrency, output_tokens=output_tokens
        ),
        queue_seconds=queueing.closed_queue_seconds(
            prefill_seconds=pace.prefill_seconds,
            concurrency=concurrency,
            output_tokens=output_tokens,
        ),
        step_seconds=pace.step_seconds,
        busy_fraction=least(1.0, others),
    )
    return Tails(
        pace.first_seconds + wait_p99_seconds,
        latency_tails.tpot_p99_seconds(
            steady_seconds=pace.step_seconds,
            varying_seconds=others * per_token,
            deviation_seconds=latency_tails.tpot_deviation_seconds(
                concurrency=others,
                step_seconds_per_request=0.0,
                prefill_seconds_per_token=per_token,
                marginal_load_fraction=0.0,
            ),
        ),
    )


def open_loop(
    pace_at: Callable[[float], Pace],
    *,
    output_tokens: float,
    slots: float,
    requests_per_second: float,
) -> Latency:
    """Latency where requests arrive at random, slower than a full batch sustains.

    pace_at: the replica's pace with so many in flight; slots: the most it holds [count];
    requests_per_second: of this replica.
    """
    rate = requests_per_second
    crowded = pace_at(slots)

    def company(pace: Pace, others: float) -> float:
        # What is found of others in flight keeps prefills from taking all of the time.
        taken = min(rate * pace.prefill_seconds, others / (1.0 + others))
        return float(queueing.company_count(load_fraction=taken))

    def pace_seen(concurrency: float) -> Pace:
        """Prefills as with so many in flight, steps of those that decode together."""
        if concurrency >= slots:
            return crowded
        pace, others = pace_at(concurrency), concurrency - 1.0
        together = min(others + company(pace, others), slots)
        return replace(pace, step_seconds=pace_at(together).step_seconds)

    def residence_seconds(concurrency: float) -> float:
        return _residence_seconds(pace_seen(concurrency), output_tokens, concurrency)

    sustained = sustained_rate(crowded, output_tokens, slots)
    concurrency = _in_flight(residence_seconds, rate=rate, slots=slots, sustained=sustained)
    seen = min(1.0 + concurrency, slots)
    pace, one, more = pace_seen(seen), pace_at(seen), pace_at(seen + 1.0)
    residence = _residence_seconds(pace, output_tokens, seen)
    growth = _residence_seconds(more, output_tokens, seen + 1.0)
    growth = max(0.0, growth - _residence_seconds(one, output_tokens, seen))
    share = queueing.marginal_load_fraction(
        requests_per_second=rate, seconds_per_request=growth, concurrency=concurrency
    )
    bunched = 1.0 - 1.0 / company(one, seen - 1.0)
    busy = queueing.busy_fraction(
        concurrency=concurrency, marginal_load_fraction=max(share, bunched)
    )
    busy = max(busy, rate / sustained)
    full = queueing.full_batch_fraction(
        concurrency=queueing.open_concurrency(
            requests_per_second=rate,
            alone_seconds=residence - share / rate * (seen - 1.0),
            marginal_load_fraction=share,
        ),
        marginal_load_fraction=share,
        slots=slots,
        load_fraction=rate / sustained,
    )
    waits = {
        "queue_fraction": rate * pace.prefill_seconds,
        "queue_seconds": queueing.open_queue_seconds(
            prefill_seconds=pace.prefill_seconds, load_fraction=rate * pace.prefill_seconds
        ),
        "step_seconds": pace.step_seconds,
        "busy_fraction": busy,
    }
    wait = queueing.pass_wait_seconds(**waits)
    slot_wait = queueing.slot_wait_seconds(
        prefill_seconds=crowded.prefill_seconds,
        decode_seconds=output_tokens * crowded.step_seconds / slots,
        free_requests_per_second=sustained - rate,
    )
    per_token = pace.prefill_seconds / output_tokens
    per_request = max(0.0, more.step_seconds - one.step_seconds)
    tpot, others = _tpot_seconds(pace, output_tokens, seen), seen - 1.0
    varying = min(tpot, others * (per_request + per_token))
    # No batch is more than full: the delay cycles of the formula know no slots.
    worst = closed_tails(crowded, output_tokens=output_tokens, concurrency=slots)
    tpot_p99 = worst.tpot_p99_seconds
    if seen < slots:
        deviation = latency_tails.tpot_deviation_seconds(
            concurrency=others,
            step_seconds_per_request=per_request,
            prefill_seconds_per_token=per_token,
            marginal_load_fraction=share,
        )
        tpot_p99 = min(
            tpot_p99,
            latency_tails.tpot_p99_seconds(
                steady_seconds=tpot - varying,
                varying_seconds=varying,
                deviation_seconds=deviation,
            ),
        )
    return Latency(
        concurrency=concurrency,
        seen=seen,
        busy_fraction=busy,
        ttft_seconds=pace.first_seconds + wait + full * slot_wait,
        tpot_seconds=tpot,
        ttft_p99_seconds=latency_tails.ttft_p99_seconds(
            first_seconds=pace.first_seconds,
            pass_wait_seconds=wait,
            pass_wait_p99_seconds=latency_tails.pass_wait_p99_seconds(**waits),
            slot_wait_seconds=slot_wait,
            full_batch_fraction=full,
        ),
        tpot_p99_seconds=max(tpot, tpot_p99),
    )


def sustained_rate(pace: Pace, output_tokens: float, concurrency: float) -> float:
    """Requests a second of a replica with so many in flight."""
    return float(
        roofline.requests_per_second(
            prefill_seconds=pace.prefill_seconds,
            step_seconds=pace.step_seconds,
            output_tokens=output_tokens,
            concurrency=concurrency,
        )
    )


def _residence_seconds(pace: Pace, output_tokens: float, concurrency: float) -> float:
    """Time of a request from prefill to last token, with so many in flight."""
    return concurrency / sustained_rate(pace, output_tokens, concurrency)


def _tpot_seconds(pace: Pace, output_tokens: Number, concurrency: Number) -> Number:
    return roofline.tpot_seconds(
        prefill_seconds=pace.prefill_seconds,
        step_seconds=pace.step_seconds,
        output_tokens=output_tokens,
        concurrency=concurrency,
    )


def _in_flight(
    residence_seconds: Callable[[float], float], *, rate: float, slots: float, sustained: float
) -> float:
    """The n at which n = rate · time with n others in flight, between 0 and the slots.

    Regula falsi after Illinois: a side that stays twice counts half.
    """

    def excess(concurrency: float) -> float:
        return rate * residence_seconds(min(1.0 + concurrency, slots)) - concurrency

    low, high = 0.0, slots
    above, below = excess(low), slots * (rate / sustained - 1.0)
    middle, moved = low, 0
    for _ in range(ROUNDS):
        middle = (low * below - high * above) / (below - above)
        reached = excess(middle)
        if abs(reached) <= TOLERANCE * slots:
            break
        if reached > 0.0:
            low, above = middle, reached
            below /= 2.0 if moved > 0 else 1.0
            moved = 1
        else:
            high, below = middle, reached
            above /= 2.0 if moved < 0 else 1.0
            moved = -1
    return middle
