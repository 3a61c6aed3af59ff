from math import exp, factorial

import pytest

from pricing.formulas import queueing


def erlang_c(servers: int, offered: float) -> float:
    """Chance to wait in M/M/c, by its definition."""
    below = sum(offered**count / factorial(count) for count in range(servers))
    full = offered**servers / factorial(servers) / (1.0 - offered / servers)
    return full / (below + full)


def waiting(slots: int, fixed: float, growing: float, rate: float) -> float:
    """Chance to wait where a request takes fixed + growing · n, by birth and death."""
    chance, below = 1.0, 0.0
    for count in range(slots):
        below += chance
        chance *= rate * (fixed + growing * (count + 1)) / (count + 1)
    full = chance / (1.0 - rate * (fixed + growing * slots) / slots)
    return full / (below + full)


@pytest.mark.parametrize(
    ("slots", "load"),
    [
        *((slots, load) for slots in (1, 2, 4) for load in (0.02, 0.1, 0.5, 0.9)),
        (8, 0.7),
        (32, 0.8),
        (32, 0.95),
        (100, 0.9),
    ],
)
def test_batch_without_company_fills_as_erlang_says(slots: int, load: float) -> None:
    found = queueing.full_batch_fraction(
        concurrency=slots * load,
        marginal_load_fraction=0.0,
        slots=float(slots),
        load_fraction=load,
    )

    # 7%: the gamma distribution of fewer against the Poisson, and the normal against the gamma.
    assert found == pytest.approx(erlang_c(slots, slots * load), rel=0.07)


@pytest.mark.parametrize("slots", [1, 2, 4, 16, 64, 256])
@pytest.mark.parametrize("load", [0.05, 0.3, 0.8, 0.9, 0.97])
def test_batch_that_slows_down_fills_as_birth_and_death_say(slots: int, load: float) -> None:
    fixed, growing = 4.0, 0.06
    rate = load * slots / (fixed + growing * slots)
    share = rate * growing
    mean = queueing.open_concurrency(
        requests_per_second=rate, alone_seconds=fixed + growing, marginal_load_fraction=share
    )
    found = queueing.full_batch_fraction(
        concurrency=mean, marginal_load_fraction=share, slots=float(slots), load_fraction=load
    )

    assert found == pytest.approx(waiting(slots, fixed, growing, rate), rel=0.07, abs=2e-5)


def test_replica_is_idle_as_often_as_birth_and_death_say() -> None:
    # a request takes 2 + 0.5 · n seconds, and 0.4 arrive a second
    rate, fixed, growing = 0.4, 2.0, 0.5
    chance, whole = 1.0, 0.0
    for count in range(400):
        whole += chance
        chance *= rate * (fixed + growing * (count + 1)) / (count + 1)
    share = rate * growing
    mean = queueing.open_concurrency(
        requests_per_second=rate, alone_seconds=fixed + growing, marginal_load_fraction=share
    )

    assert queueing.busy_fraction(concurrency=mean, marginal_load_fraction=share) == pytest.approx(
        1.0 - 1.0 / whole, rel=1e-9
    )


def test_requests_that_share_nothing_are_a_poisson_number() -> None:
    assert queueing.busy_fraction(concurrency=2.0, marginal_load_fraction=0.0) == pytest.approx(
        1.0 - exp(-2.0), rel=1e-6
    )


def test_share_of_a_replica_that_is_all_shared_stays_below_one() -> None:
    assert (
        queueing.marginal_load_fraction(
            requests_per_second=10.0, seconds_per_request=1.0, concurrency=9.0
        )
        == 0.9
    )


@pytest.mark.parametrize("slots", [0.25, 0.5, 1.0])
def test_share_of_a_slot_fills_as_a_number(slots: float) -> None:
    """A quarter of a slot had a complex fraction, which no answer could be made of."""
    load = {"concurrency": 0.08, "marginal_load_fraction": 0.02, "load_fraction": 0.25}
    full, fuller = (
        queueing.full_batch_fraction(slots=count, **load) for count in (slots, slots / 2.0)
    )

    assert 0.0 < full < fuller < 1.0
