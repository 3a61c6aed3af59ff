"""How long a quote takes, and a release to load, with no HTTP in between."""

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Literal

from bench.figures import Figure
from bench.questions import (
    LADDER_TCO,
    RUN_COSTS,
    TCO,
    UNCERTAIN_TCO,
    UNIT_COSTS,
    new_loads,
    new_runs,
)
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.releases.manifest import PACKAGED, read_release
from pricing.run_costs.quote import run_costs
from pricing.tco.quote import tco
from pricing.unit_costs.quote import unit_costs

Unit = Literal["µs", "ms", "s"]
TICKS: dict[Unit, float] = {"µs": 1e6, "ms": 1e3, "s": 1.0}

QUOTE_REPETITIONS = 1000
NEW_QUESTIONS = 250
"""Questions that differ in what decides the layout or the course of the run, so that nothing
kept from an earlier one helps; the others repeat, as price, place and day do not decide these."""

TCO_REPETITIONS, DRAWN_REPETITIONS = 100, 10

LOAD_REPETITIONS = 7


def figures() -> Iterator[Figure]:
    """The quotes, and the newest release."""
    library = Library.load()
    newest = PACKAGED / f"{library.newest.name}.json"
    yield timed(
        "unit-cost quote",
        [partial(unit_costs, query, library) for query in UNIT_COSTS],
        repetitions=QUOTE_REPETITIONS,
        unit="µs",
        target=60.0,
    )
    yield timed(
        "run-cost quote",
        [partial(run_costs, query, library) for query in RUN_COSTS],
        repetitions=QUOTE_REPETITIONS,
        unit="µs",
        target=150.0,
    )
    yield first_time(
        "unit-cost quote, new load",
        [
            partial(unit_costs, query, library)
            for query in new_loads(range(500, 500 + NEW_QUESTIONS))
        ],
        target=80.0,
    )
    yield first_time(
        "run-cost quote, new run",
        [partial(run_costs, query, library) for query in new_runs(range(NEW_QUESTIONS))],
    )
    yield timed(
        "60 months beside three alternatives",
        [partial(tco, TCO, library)],
        repetitions=TCO_REPETITIONS,
        unit="ms",
        target=5.0,
    )
    yield timed(
        "60 months on the best ladder",
        [partial(tco, LADDER_TCO, library)],
        repetitions=TCO_REPETITIONS,
        unit="ms",
        target=20.0,
    )
    yield timed(
        "60 months, with 1,000 draws",
        [partial(tco, UNCERTAIN_TCO, library)],
        repetitions=DRAWN_REPETITIONS,
        unit="ms",
        target=150.0,
    )
    yield timed(
        "release, loaded and checked",
        [lambda: Catalog(read_release(newest))],
        repetitions=LOAD_REPETITIONS,
        unit="s",
        target=0.2,
    )


def timed(
    name: str, calls: list[Callable[[], object]], *, repetitions: int, unit: Unit, target: float
) -> Figure:
    """The calls in turn, each that many times, after a round that does not count."""
    for call in calls:
        call()
    return Figure.of(name, unit, _ticks(calls * repetitions, unit), target=target)


def first_time(
    name: str, calls: list[Callable[[], object]], *, target: float | None = None
) -> Figure:
    """Each call once, as a question that was never asked before."""
    return Figure.of(name, "µs", _ticks(calls, "µs"), target=target)


def _ticks(calls: Iterable[Callable[[], object]], unit: Unit) -> list[float]:
    """How long each call takes, without the garbage collector in between."""
    samples = []
    gc.disable()
    try:
        for call in calls:
            started = time.perf_counter()
            call()
            samples.append(TICKS[unit] * (time.perf_counter() - started))
    finally:
        gc.enable()
    return samples
