"""Intervals of rows that name no engine: they hold what each of them sustains.

As pricing.unit_costs.planning.engine_span does for a quote.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from pricing.numerics.structs import Column

OF_DEVICE = ("requests_per_second", "device_count")
"""What a device serves."""

WIDEST = {"low_ratio": np.fmin, "high_ratio": np.fmax}
"""The ends of an interval, and what of two is the wider; where a number is missing, the other."""

ENDS = frozenset(WIDEST)


def rows_of(engines: Sequence[tuple[str, ...]], deployment: Column) -> Iterator[tuple[str, Column]]:
    """Every engine that deployments leave open, with the rows of these.

    engines: of each deployment; deployment: of each row, its place among them.
    """
    for engine in sorted(set().union(*engines)):
        yield engine, np.array([engine in known for known in engines])[deployment]


def widen(
    results: dict[str, Column],
    wanted: Mapping[str, Column],
    under: Callable[[str, Column], Mapping[str, Column]],
) -> None:
    """Widen the intervals of rows to the engines that they leave open.

    wanted: the rows of each engine; under: what some of them do under it.
    """
    own = results["requests_per_second"] / results["device_count"]
    for engine, may in wanted.items():
        rows = np.flatnonzero(may)
        if len(rows):
            other = under(engine, rows)
            ratio = other["requests_per_second"] / other["device_count"] / own[rows]
            for name in ENDS.intersection(results):
                results[name][rows] = WIDEST[name](results[name][rows], ratio)
