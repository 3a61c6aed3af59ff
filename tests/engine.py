"""A serving engine, simulated pass by pass: what the queueing formulas are held against.

It batches continuously and prefills before it decodes. Nothing of it is shared with the
formulas: requests are followed one by one.
"""

import bisect
import heapq
from collections import deque
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Engine:
    """step: fixed_seconds + seconds_per_request · requests in the batch, at most `slots`."""

    fixed_seconds: float
    seconds_per_request: float
    prefill_seconds: float
    output_tokens: int
    slots: int

    @property
    def sustained(self) -> float:
        """Requests a second of a full batch."""
        step = self.fixed_seconds + self.seconds_per_request * self.slots
        return self.slots / (self.output_tokens * step + self.slots * self.prefill_seconds)


@dataclass(frozen=True)
class Seen:
    """What requests of the mean lengths saw."""

    concurrency: float
    busy_fraction: float
    ttft_seconds: float
    ttft_p99_seconds: float
    tpot_seconds: float
    tpot_p99_seconds: float


WATCHED_FRACTION = 0.15
"""Requests of exactly the mean lengths; those of all others are exponential."""

WARM_UP_FRACTION = 0.1


def simulate(
    engine: Engine,
    *,
    requests: int,
    seed: int,
    requests_per_second: float = 0.0,
    concurrency: int = 0,
) -> Seen:
    """Run requests at an arrival rate, or with a fixed number of them always in flight."""
    rng = np.random.default_rng(seed)
    inputs = rng.exponential(engine.prefill_seconds, requests)
    outputs = np.maximum(1, np.rint(rng.exponential(engine.output_tokens, requests))).astype(int)
    watched = rng.random(requests) < WATCHED_FRACTION
    inputs[watched], outputs[watched] = engine.prefill_seconds, engine.output_tokens
    if concurrency:
        arrivals = list(np.sort(rng.uniform(0.0, engine.slots / engine.sustained, concurrency)))
    else:
        arrivals = list(np.cumsum(rng.exponential(1.0 / requests_per_second, requests)))
    queue: deque[tuple[int, float]] = deque()
    batch: list[tuple[int, int, float]] = []
    ttft: list[float] = []
    tpot: list[float] = []
    now = in_flight = busy = 0.0
    arrived = finished = steps = 0
    while finished < requests - concurrency:
        while arrived < min(len(arrivals), requests) and arrivals[arrived] <= now:
            queue.append((arrived, arrivals[arrived]))
            arrived += 1
        if queue and len(batch) < engine.slots:
            number, arrival = queue.popleft()
            spent, present = inputs[number], len(batch) + 1
            now += spent
            heapq.heappush(batch, (steps + outputs[number], number, now))
            if watched[number]:
                ttft.append(now - arrival)
        elif batch:
            present = len(batch)
            spent = engine.fixed_seconds + engine.seconds_per_request * present
            now += spent
            steps += 1
            while batch and batch[0][0] <= steps:
                _, number, first = heapq.heappop(batch)
                finished += 1
                if watched[number]:
                    tpot.append((now - first) / outputs[number])
                if concurrency:
                    # Its client asks again before the next step is over.
                    bisect.insort(arrivals, now + rng.uniform(0.0, spent))
        else:
            now = arrivals[arrived]
            continue
        in_flight += spent * present
        busy += spent
    warm = [values[int(WARM_UP_FRACTION * len(values)) :] for values in (ttft, tpot)]
    return Seen(
        in_flight / now,
        busy / now,
        float(np.mean(warm[0])),
        float(np.quantile(warm[0], 0.99)),
        float(np.mean(warm[1])),
        float(np.quantile(warm[1], 0.99)),
    )


def queue_waits(*, places: int, rate: float, served_seconds: float, requests: int) -> list[float]:
    """Waits of first come, first served, with all times exponential [seconds]."""
    lots = np.random.default_rng(6)
    arrivals = np.cumsum(lots.exponential(1.0 / rate, requests)).tolist()
    free_at, waits = [0.0] * places, []
    for now, seconds in zip(
        arrivals, lots.exponential(served_seconds, requests).tolist(), strict=True
    ):
        begins = max(now, free_at[0])
        heapq.heapreplace(free_at, begins + seconds)
        waits.append(begins - now)
    return waits


@dataclass(frozen=True)
class ChunkedEngine:
    """An engine that reads prompts in chunks, and decodes all others in the same passes.

    A pass takes fixed_seconds, and seconds_per_token for each of at most chunk_tokens of input.
    """

    fixed_seconds: float
    seconds_per_token: float
    chunk_tokens: float
    input_tokens: float
    output_tokens: int

    @property
    def prefill_seconds(self) -> float:
        """Of one prompt, beside the passes that decode anyway."""
        return self.input_tokens * self.seconds_per_token


def simulate_chunked(engine: ChunkedEngine, *, requests: int, seed: int, concurrency: int) -> Seen:
    """Run requests with a fixed number of them always in flight, the first come the first read."""
    rng = np.random.default_rng(seed)
    inputs = rng.exponential(engine.input_tokens, requests)
    outputs = np.maximum(1, np.rint(rng.exponential(engine.output_tokens, requests))).astype(int)
    watched = rng.random(requests) < WATCHED_FRACTION
    inputs[watched], outputs[watched] = engine.input_tokens, engine.output_tokens
    spread = engine.prefill_seconds * concurrency + engine.output_tokens * engine.fixed_seconds
    arrivals = list(np.sort(rng.uniform(0.0, spread, concurrency)))
    left = inputs.copy()
    queue: deque[tuple[int, float]] = deque()
    batch: list[tuple[int, int, float]] = []
    ttft: list[float] = []
    tpot: list[float] = []
    now = 0.0
    arrived = finished = passes = 0
    while finished < requests - concurrency:
        while arrived < min(len(arrivals), requests) and arrivals[arrived] <= now:
            queue.append((arrived, arrivals[arrived]))
            arrived += 1
        if not queue and not batch:
            now = arrivals[arrived]
            continue
        room, read = engine.chunk_tokens, []
        while queue and room > 0.0:
            number, arrival = queue[0]
            taken = min(room, left[number])
            left[number] -= taken
            room -= taken
            if left[number] > 0.0:
                break
            read.append(queue.popleft())
        spent = engine.fixed_seconds + engine.seconds_per_token * (engine.chunk_tokens - room)
        now += spent
        passes += 1
        while batch and batch[0][0] <= passes:
            _, number, first = heapq.heappop(batch)
            finished += 1
            if watched[number]:
                tpot.append((now - first) / outputs[number])
            # Its client asks again before the next step is over.
            bisect.insort(arrivals, now + rng.uniform(0.0, engine.fixed_seconds))
        for number, arrival in read:
            heapq.heappush(batch, (passes + outputs[number], number, now))
            if watched[number]:
                ttft.append(now - arrival)
    warm = [values[int(WARM_UP_FRACTION * len(values)) :] for values in (ttft, tpot)]
    return Seen(
        float(concurrency),
        1.0,
        float(np.mean(warm[0])),
        float(np.quantile(warm[0], 0.99)),
        float(np.mean(warm[1])),
        float(np.quantile(warm[1], 0.99)),
    )
