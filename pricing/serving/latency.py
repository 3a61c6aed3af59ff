"""Serving: what requests see of a replica at a load below saturation.

In closed loop a fixed number of requests is always in flight, as benchmarks run. In open loop
they arrive at random, as users do, and the number in flight follows from the rate.
"""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas import queueing, roofline
from pricing.formulas.waiting import latency_tails
from pricing.numerics.number import Number, any_of, greatest, least, where
from pricing.numerics.roots import Rows, illinois
from pricing.numerics.structs import chosen, taken
from pricing.serving.passes.pace import Pace, closed_tails
from pricing.serving.passes.reading import writes_nothing, written

ROUNDS = 60
TOLERANCE = 1e-9
"""The number in flight is found to this share of the slots."""


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


class Arrivals(Struct, frozen=True, gc=False):
    """Requests that arrive at random at a replica, slower than a full batch sustains.

    prefill_passes: see closed_tails; slots: the most that it holds [count]; crowded: its pace with
    so many; sustained: what that does [requests per second].
    """

    output_tokens: Number
    prefill_passes: Number
    slots: Number
    requests_per_second: Number
    crowded: Pace
    sustained: Number


PaceAt = Callable[[Number, Rows], Pace]
"""The pace of replicas with so many in flight; of some rows, where it is not of all."""


def open_loop(
    pace_at: PaceAt,
    *,
    output_tokens: Number,
    slots: Number,
    requests_per_second: Number,
    prefill_passes: Number = 1.0,
) -> Latency:
    """Latency where requests arrive at random, slower than a full batch sustains.

    slots: the most a replica holds [count]; requests_per_second: of this replica; prefill_passes:
    see closed_tails. Floats or arrays.
    """
    rate, crowded = requests_per_second, pace_at(slots, None)
    sustained = sustained_rate(crowded, output_tokens, slots)
    arrivals = Arrivals(output_tokens, prefill_passes, slots, rate, crowded, sustained)
    concurrency = _in_flight(pace_at, arrivals)
    seen = least(1.0 + concurrency, slots)
    pace, one = _pace_seen(pace_at, arrivals, seen, None), pace_at(seen, None)
    more = pace_at(seen + 1.0, None)
    residence = _residence_seconds(pace, output_tokens, seen)
    growth = _residence_seconds(more, output_tokens, seen + 1.0)
    growth = greatest(0.0, growth - _residence_seconds(one, output_tokens, seen))
    share = queueing.marginal_load_fraction(
        requests_per_second=rate, seconds_per_request=growth, concurrency=concurrency
    )
    bunched = 1.0 - 1.0 / _company(one, rate, seen - 1.0)
    busy = queueing.busy_fraction(
        concurrency=concurrency, marginal_load_fraction=greatest(share, bunched)
    )
    busy = greatest(busy, rate / sustained)
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
    tpot = _tpot_seconds(pace, output_tokens, seen)
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
        tpot_p99_seconds=greatest(
            tpot,
            _tpot_p99_seconds(
                arrivals,
                seen,
                tpot_seconds=tpot,
                seconds_per_prefill=pace.prefill_seconds / written(output_tokens),
                seconds_per_request=greatest(0.0, more.step_seconds - one.step_seconds),
                marginal_load_fraction=share,
            ),
        ),
    )


def _tpot_p99_seconds(
    arrivals: Arrivals,
    seen: Number,
    *,
    tpot_seconds: Number,
    seconds_per_prefill: Number,
    seconds_per_request: Number,
    marginal_load_fraction: Number,
) -> Number:
    """No batch is more than full: the delay cycles of the formula know no slots."""
    worst = closed_tails(
        arrivals.crowded,
        output_tokens=arrivals.output_tokens,
        # Replicas with more ranks than places have less than one place in each.
        concurrency=greatest(1.0, arrivals.slots),
        prefill_passes=arrivals.prefill_passes,
    ).tpot_p99_seconds
    is_partial = seen < arrivals.slots
    if not any_of(is_partial):
        return worst
    others = seen - 1.0
    varying = least(tpot_seconds, others * (seconds_per_request + seconds_per_prefill))
    deviation = latency_tails.tpot_deviation_seconds(
        concurrency=others,
        step_seconds_per_request=seconds_per_request,
        prefill_seconds_per_token=seconds_per_prefill,
        marginal_load_fraction=marginal_load_fraction,
    )
    found = latency_tails.tpot_p99_seconds(
        steady_seconds=tpot_seconds - varying, varying_seconds=varying, deviation_seconds=deviation
    )
    return where(is_partial, least(worst, found), worst)


def sustained_rate(pace: Pace, output_tokens: Number, concurrency: Number) -> Number:
    """Requests a second of a replica with so many in flight. Floats or arrays."""
    return roofline.requests_per_second(
        prefill_seconds=pace.prefill_seconds,
        step_seconds=pace.step_seconds,
        output_tokens=output_tokens,
        concurrency=concurrency,
    )


def _company(pace: Pace, requests_per_second: Number, others: Number) -> Number:
    # What is found of others in flight keeps prefills from taking all of the time.
    prefilling = least(requests_per_second * pace.prefill_seconds, others / (1.0 + others))
    return queueing.company_count(load_fraction=prefilling)


def _pace_seen(pace_at: PaceAt, arrivals: Arrivals, concurrency: Number, rows: Rows) -> Pace:
    """Prefills as with so many in flight, steps of those that decode together.

    arrivals: of these rows.
    """
    is_full = concurrency >= arrivals.slots
    if is_full is True:
        return arrivals.crowded
    pace, others = pace_at(concurrency, rows), concurrency - 1.0
    company = _company(pace, arrivals.requests_per_second, others)
    together = least(others + company, arrivals.slots)
    seen = replace(pace, step_seconds=pace_at(together, rows).step_seconds)
    return chosen(is_full, arrivals.crowded, seen)


def _residence_seconds(pace: Pace, output_tokens: Number, concurrency: Number) -> Number:
    """Time of a request from prefill to last token, with so many in flight."""
    return concurrency / sustained_rate(pace, output_tokens, concurrency)


def _tpot_seconds(pace: Pace, output_tokens: Number, concurrency: Number) -> Number:
    tpot_seconds = roofline.tpot_seconds(
        prefill_seconds=pace.prefill_seconds,
        step_seconds=pace.step_seconds,
        output_tokens=written(output_tokens),
        concurrency=concurrency,
    )
    reads = writes_nothing(output_tokens)
    return where(reads, 0.0, tpot_seconds) if any_of(reads) else tpot_seconds


def _in_flight(pace_at: PaceAt, arrivals: Arrivals) -> Number:
    """The n at which n = rate · time with n others in flight, between 0 and the slots."""

    def excess(concurrency: Number, rows: Rows) -> Number:
        """As a share of the slots."""
        own = arrivals if rows is None else taken(arrivals, rows)
        seen = least(1.0 + concurrency, own.slots)
        pace = _pace_seen(pace_at, own, seen, rows)
        residence = _residence_seconds(pace, own.output_tokens, seen)
        return (concurrency - own.requests_per_second * residence) / own.slots

    at_slots = 1.0 - arrivals.requests_per_second / arrivals.sustained
    return illinois(
        excess, 0.0, arrivals.slots, excess(0.0, None), at_slots, rounds=ROUNDS, tolerance=TOLERANCE
    ).low
