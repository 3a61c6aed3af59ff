"""Simultaneous preemptions, compared with a simulation of single preemptions."""

import heapq
from math import comb

import numpy as np
import pytest

from pricing.catalog.library import Library
from pricing.errors import Infeasible
from pricing.fleet.purchases import preemptions as module
from pricing.fleet.purchases.preemptions import Preemptions, cover_of, covered_fraction
from pricing.tco.quote import tco
from tests import questions

REPLACEMENT_HOURS = 2100.0 / 3600.0
SHARE = 0.999
PREEMPTIONS = 200_000
MOST_LOTS = 10 * PREEMPTIONS


def losses_of(preemptions_per_hour: float, together: float) -> Preemptions:
    gone = preemptions_per_hour * REPLACEMENT_HOURS
    return Preemptions(gone / (1.0 + gone), together)


def simulated(count: int, preemptions_per_hour: float, together: float) -> list[float]:
    """Share of the time that so many are gone; of what is taken, each comes back alone."""
    lots = np.random.default_rng(count)
    waits = iter(lots.exponential(size=MOST_LOTS).tolist())
    more = (lots.random(PREEMPTIONS) < together - int(together)).tolist()
    few = int(together)
    back: list[float] = []
    hours = [0.0] * (count + 1)
    now = 0.0
    for is_more in more:
        while True:
            there = count - len(back)
            taken = few * (few + 1.0 - together) + (few + 1) * (together - few)
            if there <= few:
                taken = there
            rate = preemptions_per_hour * there / taken if there else 0.0
            strikes = now + next(waits) / rate if rate else float("inf")
            if not back or strikes < back[0]:
                break
            # What is exponential knows no past: after a return, the next is drawn anew.
            hours[len(back)] += back[0] - now
            now = heapq.heappop(back)
        hours[len(back)] += strikes - now
        now = strikes
        for _ in range(min(there, few + is_more)):
            heapq.heappush(back, now + next(waits) * REPLACEMENT_HOURS)
    return [one / now for one in hours]


@pytest.mark.parametrize(("rate", "further"), [(0.06, 3), (0.74, 10)])
def test_cover_of_two_replicas_agrees_with_a_simulation(rate: float, further: int) -> None:
    preemptions = losses_of(rate, 2.1)
    shares = simulated(2 + further, rate, 2.1)
    fewer = simulated(1 + further, rate, 2.1)

    assert cover_of(preemptions, 2, SHARE) == further
    # 200,000 preemptions: a thousandth of the time is sure to a tenth of it.
    assert covered_fraction(preemptions, 2, further) == pytest.approx(
        sum(shares[: further + 1]), abs=1.5e-4
    )
    assert sum(shares[: further + 1]) > SHARE > sum(fewer[:further])


@pytest.mark.parametrize("rate", [0.06, 0.74])
def test_missing_replicas_agree_with_a_simulation(rate: float) -> None:
    preemptions = losses_of(rate, 2.1)
    shares = simulated(20, rate, 2.1)

    for further in range(12):
        assert covered_fraction(preemptions, 20 - further, further) == pytest.approx(
            sum(shares[: further + 1]), abs=0.006
        )


@pytest.mark.parametrize("count", [1, 5, 40])
def test_single_preemptions_are_binomial(count: int) -> None:
    preemptions = Preemptions(0.3, 1.0)

    for most in range(count):
        assert covered_fraction(preemptions, count - most, most) == pytest.approx(
            sum(comb(count, gone) * 0.3**gone * 0.7 ** (count - gone) for gone in range(most + 1)),
            rel=1e-12,
        )


@pytest.mark.parametrize("missing_fraction", [0.0, 1e-300, 0.01, 0.3, 0.949])
@pytest.mark.parametrize("together", [1.0, 2.1])
@pytest.mark.parametrize("replicas", [1, 150, 40_000])
def test_cover_is_the_least_that_suffices(
    missing_fraction: float, together: float, replicas: int
) -> None:
    preemptions = Preemptions(missing_fraction, together)
    further = cover_of(preemptions, replicas, SHARE)

    assert covered_fraction(preemptions, replicas, further) >= SHARE
    assert further == 0 or covered_fraction(preemptions, replicas, further - 1) < SHARE


@pytest.mark.parametrize("together", [1.0, 2.1])
@pytest.mark.parametrize("missing_fraction", [0.002, 0.3])
def test_large_counts_continue_as_a_normal_distribution(
    monkeypatch: pytest.MonkeyPatch, missing_fraction: float, together: float
) -> None:
    preemptions, replicas = Preemptions(missing_fraction, together), int(150.0 / missing_fraction)
    summed = cover_of(preemptions, replicas, SHARE)
    cover_of.cache_clear()
    covered_fraction.cache_clear()
    monkeypatch.setattr(module, "MOST_SUMMED", 100.0)
    normal = cover_of(preemptions, replicas, SHARE)
    cover_of.cache_clear()
    covered_fraction.cache_clear()

    assert normal == pytest.approx(summed, abs=1.0, rel=0.003)


def test_spot_with_too_many_preemptions_is_refused(library: Library) -> None:
    spot = {"purchase": {"option": "spot", "provider": "aws"}}
    rate = {"capacity.spot_preemptions_per_instance_hour": 60.0}
    with pytest.raises(Infeasible) as refused:
        tco(questions.tco({**spot, **rate}), library)

    assert refused.value.field == "capacity.spot_preemptions_per_instance_hour"
    assert "must be below 32.57" in refused.value.detail


def test_spot_that_is_mostly_missing_is_warned_of(library: Library) -> None:
    spot = {"purchase": {"option": "spot", "provider": "aws"}}
    rate = {"capacity.spot_preemptions_per_instance_hour": 3.0}
    answer = tco(questions.tco({**spot, **rate}), library)

    assert any("missing 64% of the time" in warning for warning in answer.warnings)


@pytest.mark.parametrize("rate", [0.0, 1e-300])
def test_spot_that_is_never_preempted_needs_no_cover(library: Library, rate: float) -> None:
    spot = {"purchase": {"option": "spot", "provider": "aws"}}
    given = {"capacity.spot_preemptions_per_instance_hour": rate}
    answer = tco(questions.tco({**spot, **given}), library)

    assert "spot_cover" not in answer.totals.line_items_usd
