"""Paces: how fast a replica goes at a load, and what the slowest of its requests see."""

from msgspec import Struct

from pricing.formulas import queueing
from pricing.formulas.waiting import latency_tails, prefill_queue
from pricing.numerics.number import Number, any_of, greatest, least
from pricing.numerics.structs import chosen
from pricing.serving.passes.reading import writes_nothing, written
from pricing.serving.replica import Speed

SMALLEST = 1e-12


class Pace(Struct, frozen=True, gc=False):
    """How fast a batch of a replica goes at one number in flight [seconds].

    first_seconds: the pass over one input alone; prefill_seconds: a request's share of prefill
    passes; step_seconds: a decoding step of the whole batch.
    """

    first_seconds: Number
    prefill_seconds: Number
    step_seconds: Number


def pace_of(first_seconds: Number, reached: Speed, ratio: Number, ranks: Number) -> Pace:
    """How fast a batch of a replica goes at a speed, with the roofline's throughput times ratio.

    first_seconds: the pass over one input alone [seconds]; ranks: batches of the replica [count].
    Floats or arrays.
    """
    return Pace(
        first_seconds / ratio, reached.prefill_seconds * ranks / ratio, reached.step.seconds / ratio
    )


class Tails(Struct, frozen=True, gc=False):
    """99th percentiles of what requests see."""

    ttft_p99_seconds: Number
    tpot_p99_seconds: Number


def closed_tails(
    pace: Pace,
    *,
    output_tokens: Number,
    concurrency: Number,
    prefill_passes: Number,
    whole_fraction: Number = 0.0,
) -> Tails:
    """The slowest with a fixed number of requests in flight, at least one, slots for all.

    prefill_passes: of one request, whole_fraction: see pricing.formulas.waiting.prefill_queue.
    Floats or arrays. The mean is in pricing.serving.layout.
    """
    others = concurrency - 1.0
    reads, output_tokens = writes_nothing(output_tokens), written(output_tokens)
    # Without output all that are in flight take turns: none waits longer than another.
    of_read = Tails(concurrency * pace.prefill_seconds, 0.0)
    if reads is True:
        return of_read
    queue_fraction = prefill_queue.closed_queue_fraction(
        prefill_passes=prefill_passes, output_tokens=output_tokens, concurrency=concurrency
    )
    queue_seconds = prefill_queue.closed_queue_seconds(
        prefill_seconds=pace.prefill_seconds,
        prefill_passes=prefill_passes,
        output_tokens=output_tokens,
        concurrency=concurrency,
        whole_fraction=whole_fraction,
    )
    mean_seconds = queueing.pass_wait_seconds(
        queue_fraction=1.0,
        queue_seconds=queue_seconds,
        step_seconds=pace.step_seconds,
        busy_fraction=least(1.0, others),
    )
    wait_p99_seconds = latency_tails.pass_wait_p99_seconds(
        queue_fraction=queue_fraction,
        queue_seconds=queue_seconds / greatest(queue_fraction, SMALLEST),
        step_seconds=pace.step_seconds,
        busy_fraction=least(1.0, others),
    )
    step_seconds = least(wait_p99_seconds, pace.step_seconds)
    wait_p99_seconds = greatest(
        mean_seconds,
        step_seconds
        + prefill_queue.closed_queue_p99_seconds(
            unbounded_seconds=greatest(
                wait_p99_seconds - step_seconds, SMALLEST * pace.step_seconds
            ),
            prefill_seconds=pace.prefill_seconds,
            concurrency=concurrency,
        ),
    )
    per_token = pace.prefill_seconds / output_tokens
    between = greatest(0.0, others * per_token - queue_seconds / output_tokens)
    tails = Tails(
        pace.first_seconds + wait_p99_seconds,
        latency_tails.tpot_p99_seconds(
            steady_seconds=pace.step_seconds,
            varying_seconds=between,
            deviation_seconds=latency_tails.tpot_deviation_seconds(
                concurrency=others,
                step_seconds_per_request=0.0,
                prefill_seconds_per_token=per_token,
                marginal_load_fraction=0.0,
            ),
        ),
    )
    return chosen(reads, of_read, tails) if any_of(reads) else tails
