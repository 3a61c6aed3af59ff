"""What requests see, against an engine that is simulated request by request."""

import pytest

from pricing.formulas.waiting import prefill_queue
from pricing.serving.latency import Latency, open_loop
from pricing.serving.passes.pace import Pace, closed_tails
from tests.engine import ChunkedEngine, Engine, simulate, simulate_chunked

REQUESTS = 12_000

LIGHT = Engine(0.01, 0.0002, 0.02, 50, 256)
GROWING = Engine(0.01, 0.0002, 0.01, 50, 256)
LONG_INPUTS = Engine(0.02, 0.0001, 0.15, 50, 256)
FEW_SLOTS = Engine(0.02, 0.0002, 0.02, 50, 32)
ONE_SLOT = Engine(0.02, 0.0, 1.0, 50, 1)
"""Inputs and outputs take as long, each of a length of its own: their sum varies less."""

SHARED_PASSES = 0.05
"""Of prompts so short that many share a pass: chunks stand in nobody's way."""


def pace(engine: Engine, concurrency: float) -> Pace:
    step = engine.fixed_seconds + engine.seconds_per_request * concurrency
    return Pace(engine.prefill_seconds, engine.prefill_seconds, step)


def opened(engine: Engine, requests_per_second: float) -> Latency:
    return open_loop(
        lambda concurrency, _: pace(engine, concurrency),
        output_tokens=float(engine.output_tokens),
        slots=float(engine.slots),
        requests_per_second=requests_per_second,
    )


@pytest.mark.parametrize(
    ("engine", "load"),
    [
        pytest.param(LIGHT, 0.3, id="light"),
        pytest.param(LIGHT, 0.6, id="half"),
        pytest.param(GROWING, 0.8, id="steps that grow"),
        pytest.param(LONG_INPUTS, 0.6, id="long inputs"),
        pytest.param(FEW_SLOTS, 0.7, id="few slots"),
        pytest.param(ONE_SLOT, 0.1, id="one slot, light"),
        pytest.param(ONE_SLOT, 0.6, id="one slot"),
    ],
)
def test_arrivals_at_random_see_what_a_simulated_engine_shows(engine: Engine, load: float) -> None:
    rate = load * engine.sustained
    seen = simulate(engine, requests=REQUESTS, seed=3, requests_per_second=rate)
    said = opened(engine, rate)

    # Means to 10%, and percentiles to 35% or above, as the pages of the model say: 12,000
    # requests leave a few percent to chance, and the tails of exponential waits are the rest.
    assert said.concurrency == pytest.approx(seen.concurrency, rel=0.1)
    assert said.busy_fraction == pytest.approx(seen.busy_fraction, rel=0.05)
    assert said.ttft_seconds == pytest.approx(seen.ttft_seconds, rel=0.1)
    assert said.tpot_seconds == pytest.approx(seen.tpot_seconds, rel=0.1)
    assert said.ttft_p99_seconds == pytest.approx(seen.ttft_p99_seconds, rel=0.35)
    assert said.tpot_p99_seconds == pytest.approx(seen.tpot_p99_seconds, rel=0.35)


@pytest.mark.parametrize("concurrency", [1, 8, 64])
@pytest.mark.parametrize("engine", [LIGHT, LONG_INPUTS], ids=["short inputs", "long inputs"])
def test_fixed_number_in_flight_sees_what_a_simulated_engine_shows(
    engine: Engine, concurrency: int
) -> None:
    seen = simulate(engine, requests=REQUESTS, seed=3, concurrency=concurrency)
    going = pace(engine, concurrency)
    load = {"output_tokens": float(engine.output_tokens), "concurrency": float(concurrency)}
    said = closed_tails(going, **load, prefill_passes=SHARED_PASSES)
    queue_seconds = prefill_queue.closed_queue_seconds(
        prefill_seconds=going.prefill_seconds, prefill_passes=SHARED_PASSES, **load
    )
    ttft_seconds = prefill_queue.closed_ttft_seconds(
        first_seconds=going.first_seconds,
        queue_seconds=queue_seconds,
        step_seconds=going.step_seconds,
        concurrency=load["concurrency"],
    )
    tpot_seconds = prefill_queue.closed_tpot_seconds(
        prefill_seconds=going.prefill_seconds,
        queue_seconds=queue_seconds,
        step_seconds=going.step_seconds,
        **load,
    )

    # 30%: clients that ask again while others are prefilled wait for these too.
    assert ttft_seconds == pytest.approx(seen.ttft_seconds, rel=0.3)
    assert tpot_seconds == pytest.approx(seen.tpot_seconds, rel=0.05)
    assert said.ttft_p99_seconds == pytest.approx(seen.ttft_p99_seconds, rel=0.35)
    assert said.tpot_p99_seconds == pytest.approx(seen.tpot_p99_seconds, rel=0.2)


@pytest.mark.parametrize(
    ("input_tokens", "output_tokens", "concurrency"),
    [
        pytest.param(32768, 128, 4, id="few long prompts"),
        pytest.param(32768, 128, 16, id="about to fill the chunks"),
        pytest.param(32768, 128, 32, id="chunks full"),
        pytest.param(32768, 128, 64, id="chunks long full"),
        pytest.param(8192, 128, 64, id="two chunks each"),
        pytest.param(16384, 64, 16, id="short answers"),
    ],
)
def test_long_prompts_in_chunks_wait_as_in_a_simulated_engine(
    input_tokens: int, output_tokens: int, concurrency: int
) -> None:
    engine = ChunkedEngine(0.02, 5e-5, 4096.0, float(input_tokens), output_tokens)
    seen = simulate_chunked(engine, requests=4_000, seed=3, concurrency=concurrency)
    passes = prefill_queue.prefill_passes(
        input_tokens=float(input_tokens), chunk_tokens=engine.chunk_tokens
    )
    # Every pass that reads a chunk takes the fixed part as well.
    whole = engine.prefill_seconds + engine.fixed_seconds * passes
    load = {"output_tokens": float(output_tokens), "concurrency": float(concurrency)}
    waited = prefill_queue.closed_queue_seconds(
        prefill_seconds=whole, prefill_passes=passes, **load
    )
    ttft_seconds = prefill_queue.closed_ttft_seconds(
        first_seconds=whole,
        queue_seconds=waited,
        step_seconds=engine.fixed_seconds,
        concurrency=load["concurrency"],
    )
    tpot_seconds = prefill_queue.closed_tpot_seconds(
        prefill_seconds=engine.prefill_seconds,
        queue_seconds=waited * engine.prefill_seconds / whole,
        step_seconds=engine.fixed_seconds,
        **load,
    )
    said = closed_tails(Pace(whole, whole, engine.fixed_seconds), **load, prefill_passes=passes)

    assert ttft_seconds == pytest.approx(seen.ttft_seconds, rel=0.2)
    assert tpot_seconds == pytest.approx(seen.tpot_seconds, rel=0.1)
    assert said.ttft_p99_seconds == pytest.approx(seen.ttft_p99_seconds, rel=0.35)


LONGER_INPUTS = Engine(0.03, 0.0002, 0.197, 128, 106)
"""A half of a full batch's time goes to inputs, as of a 32B model on one device."""


@pytest.mark.parametrize("load", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("engine", [LONGER_INPUTS, FEW_SLOTS], ids=["longer inputs", "few slots"])
def test_pace_near_saturation_is_at_worst_that_of_a_full_batch(engine: Engine, load: float) -> None:
    rate = load * engine.sustained
    seen = simulate(engine, requests=REQUESTS, seed=3, requests_per_second=rate)
    said = opened(engine, rate)

    # The percentile of a full batch is itself said to 20%.
    assert said.tpot_p99_seconds == pytest.approx(seen.tpot_p99_seconds, rel=0.15)


BUNCHES = Engine(0.01, 0.002, 0.5, 50, 256)
"""Most of the time goes to inputs, and a step to the requests in the batch."""


@pytest.mark.parametrize("load", [0.6, 0.8])
def test_requests_that_gather_behind_prefills_decode_together(load: float) -> None:
    rate = load * BUNCHES.sustained
    seen = simulate(BUNCHES, requests=REQUESTS, seed=3, requests_per_second=rate)
    said = opened(BUNCHES, rate)

    # A bunch is larger for those in it than in the mean: without that, half of both.
    assert said.concurrency == pytest.approx(seen.concurrency, rel=0.15)
    assert said.tpot_seconds == pytest.approx(seen.tpot_seconds, rel=0.15)
    assert said.busy_fraction == pytest.approx(seen.busy_fraction, rel=0.05)


def test_pace_never_gets_better_with_the_rate() -> None:
    paces = [
        opened(LONGER_INPUTS, load / 200.0 * LONGER_INPUTS.sustained).tpot_p99_seconds
        for load in range(2, 200)
    ]

    assert paces == sorted(paces)


def test_wait_grows_without_bound_near_saturation() -> None:
    waits = [
        opened(FEW_SLOTS, load * FEW_SLOTS.sustained).ttft_p99_seconds
        for load in (0.1, 0.5, 0.8, 0.9, 0.99, 0.999)
    ]

    assert waits == sorted(waits)
    assert waits[-1] > 100.0 * waits[2]


def test_number_in_flight_is_what_littles_law_says() -> None:
    rate = 0.5 * GROWING.sustained
    said = opened(GROWING, rate)
    seconds = GROWING.prefill_seconds + 50.0 * said.tpot_seconds

    assert said.concurrency == pytest.approx(rate * seconds, rel=1e-6)
