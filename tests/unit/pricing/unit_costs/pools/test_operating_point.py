"""Prompts take turns at replicas and are elsewhere in between: a simulation of such a round."""

import heapq
import random
from statistics import mean

import pytest

from pricing.serving.passes.pace import Pace
from pricing.unit_costs.pools.operating_point import _closed_reading_seconds

PROMPT_SECONDS, ROUNDS = 1.0, 60_000


def simulated_seconds(clients: int, elsewhere_seconds: float) -> float:
    """Mean time from request to first token at one replica: prompts in turn, one at a time."""
    draw = random.Random(7)  # noqa: S311 - nothing is secret here
    arrivals = [(draw.expovariate(1.0 / elsewhere_seconds), client) for client in range(clients)]
    heapq.heapify(arrivals)
    free, taken = 0.0, []
    for _ in range(ROUNDS):
        came, client = heapq.heappop(arrivals)
        free = max(free, came) + PROMPT_SECONDS
        taken.append(free - came)
        back = free + draw.expovariate(1.0 / elsewhere_seconds)
        heapq.heappush(arrivals, (back, client))
    return mean(taken[ROUNDS // 10 :])


@pytest.mark.parametrize(
    ("clients", "elsewhere_seconds"),
    [(1, 10.0), (4, 20.0), (16, 40.0), (32, 20.0), (64, 64.0), (200, 50.0)],
)
def test_prompts_wait_as_long_as_in_a_simulation(clients: int, elsewhere_seconds: float) -> None:
    pace = Pace(first_seconds=1.0, prefill_seconds=PROMPT_SECONDS, step_seconds=0.0)

    found = _closed_reading_seconds(pace, elsewhere_seconds, float(clients))
    assert found == pytest.approx(simulated_seconds(clients, elsewhere_seconds), rel=0.15)
