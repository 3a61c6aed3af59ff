"""The waits of a pool, against the exact recursion and against simulations of its queue."""

from random import Random

import pytest

from pricing.formulas import erlang
from tests.engine import queue_waits

SERVICE_SECONDS = 4.0


def erlang_c(servers: int, load_fraction: float) -> float:
    """The exact recursion (Erlang 1917)."""
    offered = servers * load_fraction
    blocked = 1.0
    for count in range(1, servers + 1):
        blocked = offered * blocked / (count + offered * blocked)
    return blocked / (1.0 - load_fraction * (1.0 - blocked))


@pytest.mark.parametrize("load_fraction", [0.01, 0.2, 0.5, 0.8, 0.9, 0.99, 0.999])
@pytest.mark.parametrize(
    ("servers", "tolerance"),
    [(1, 1e-3), (2, 3e-4), (3, 1e-4), (8, 1e-4), (256, 1e-4), (8192, 1e-4)],
)
def test_waiting_fraction_is_erlangs(servers: int, tolerance: float, load_fraction: float) -> None:
    exact = erlang_c(servers, load_fraction)

    found = erlang.waiting_fraction(servers=float(servers), load_fraction=load_fraction)

    assert found == pytest.approx(exact, rel=tolerance, abs=1e-12)


@pytest.mark.parametrize(
    ("servers", "load_fraction", "requests"),
    [(8, 0.5, 400_000), (8, 0.7, 400_000), (8, 0.9, 900_000)],
)
def test_waits_agree_with_a_simulation_of_the_queue(
    servers: int, load_fraction: float, requests: int
) -> None:
    waits = queue_waits(
        places=servers,
        rate=servers * load_fraction / SERVICE_SECONDS,
        served_seconds=SERVICE_SECONDS,
        requests=requests,
    )
    pool = {
        "waiting_fraction": erlang.waiting_fraction(
            servers=float(servers), load_fraction=load_fraction
        ),
        "servers": float(servers),
        "load_fraction": load_fraction,
        "service_seconds": SERVICE_SECONDS,
    }
    p99 = erlang.wait_quantile_seconds(**pool, quantile_fraction=0.99)

    assert erlang.mean_wait_seconds(**pool) == pytest.approx(sum(waits) / requests, rel=0.05)
    assert p99 == pytest.approx(sorted(waits)[int(0.99 * requests)], rel=0.05)


@pytest.mark.parametrize("rate", [0.002, 0.01, 0.05])
def test_cold_starts_agree_with_a_simulation_of_the_switch(rate: float) -> None:
    idle_seconds, startup_seconds = 60.0, 40.0
    lots = Random(5)  # noqa: S311 -- the lots of a test are no secret
    on_until, cold_until = -1.0, -1.0
    now, on_seconds, waits = 0.0, 0.0, []
    for _ in range(200_000):
        now += lots.expovariate(rate)
        if now > on_until:
            cold_until = now + startup_seconds
            on_seconds += startup_seconds
            on_until = cold_until + idle_seconds
            on_seconds += idle_seconds
        else:
            later = max(now, cold_until) + idle_seconds
            on_seconds += later - on_until
            on_until = later
        waits.append(max(0.0, cold_until - now))
    asked = {
        "requests_per_second": rate,
        "idle_seconds": idle_seconds,
        "startup_seconds": startup_seconds,
    }

    cold = sum(wait > 0.0 for wait in waits) / len(waits)
    p50 = sorted(waits)[len(waits) // 2]
    assert erlang.warm_fraction(**asked) == pytest.approx(on_seconds / now, rel=0.02)
    assert erlang.cold_request_fraction(**asked) == pytest.approx(cold, rel=0.03)
    assert erlang.cold_mean_wait_seconds(**asked) == pytest.approx(
        sum(waits) / len(waits), rel=0.03
    )
    assert erlang.cold_wait_quantile_seconds(**asked, quantile_fraction=0.5) == pytest.approx(
        p50, rel=0.05, abs=0.5
    )
