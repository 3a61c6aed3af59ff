"""Quotes in process beside a look-up of a price per token in genai-prices: ratios of times.

They are measured in turn, so that they hold on machines of any speed, and busy ones.
"""

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from genai_prices import Usage, calc_price

from bench.figures import Figure
from bench.questions import UNIT_COSTS, new_loads, new_runs
from pricing.catalog.library import Library
from pricing.run_costs.quote import run_costs
from pricing.unit_costs.quote import unit_costs

ROUNDS, CALLS_EACH = 20, 12
"""Calls of each question in a round."""

FIRST_NEW = 1000
"""Loads and runs from here on are asked by no other benchmark."""

LOOK_UP = partial(
    calc_price,
    Usage(input_tokens=1024, output_tokens=256),
    model_ref="gpt-4o-mini",
    provider_id="openai",
)

TARGETS = {
    "unit-cost quote": 0.15,
    "unit-cost quote, new load": 0.8,
    "run-cost quote, new run": 2.0,
}


def figures() -> Iterator[Figure]:
    """Each kind of quote over the look-ups of its round."""
    library = Library.load()
    ratios: dict[str, list[float]] = {name: [] for name in TARGETS}
    for turn in range(ROUNDS + 1):
        look_up = _seconds([LOOK_UP] * CALLS_EACH * len(UNIT_COSTS))
        for name, calls in _calls(library, FIRST_NEW + turn * CALLS_EACH).items():
            ratios[name].append(_seconds(calls) / look_up)
    for name, target in TARGETS.items():
        yield Figure.of(name, "look-ups", ratios[name][1:], target=target)


def _calls(library: Library, first: int) -> dict[str, list[Callable[[], object]]]:
    """The calls of a round by kind; first: number of its first new question."""
    numbers = range(first, first + CALLS_EACH)
    return {
        "unit-cost quote": [partial(unit_costs, one, library) for one in UNIT_COSTS * CALLS_EACH],
        "unit-cost quote, new load": [
            partial(unit_costs, one, library) for one in new_loads(numbers)
        ],
        "run-cost quote, new run": [partial(run_costs, one, library) for one in new_runs(numbers)],
    }


def _seconds(calls: Sequence[Callable[[], object]]) -> float:
    """Processor time of a call, in the mean, without the garbage collector in between."""
    gc.disable()
    try:
        started = time.process_time()
        for call in calls:
            call()
        return (time.process_time() - started) / len(calls)
    finally:
        gc.enable()
