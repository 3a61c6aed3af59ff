from collections.abc import Callable, Sequence
from math import ceil

import numpy as np
import pytest

from pricing.numerics.number import Array
from pricing.tco.break_even import MOST_GAPS, REFINEMENTS, SUBDIVISIONS, Curve, break_evens

Cost = Callable[[float], float]

WIDTH = 2e-4
"""What is left of a gap of these curves after the last look, over its load: at most."""


def even_of(
    own: Cost, other: Cost, *, low: float = 1.0, high: float = 1000.0, points: int
) -> float | None:
    """The break-even of two costs whose curve has so many loads."""

    def curve(loads: Array) -> Curve:
        return Curve(
            loads,
            np.array([own(load) for load in loads]),
            np.array([other(load) for load in loads]),
        )

    def curves_at(places: Sequence[int], loads: Sequence[Array]) -> list[Curve]:
        assert set(places) <= {0}
        return [curve(one) for one in loads]

    (even,) = break_evens([curve(np.geomspace(low, high, points))], curves_at)
    return even


@pytest.mark.parametrize("points", [25, 26, 31])
@pytest.mark.parametrize(
    ("usd_per_replica", "even"),
    # At a dollar a request: n replicas of ten requests are dearer until n * usd.
    [(4.0, 4.0), (6.0, 12.0), (8.0, 32.0), (9.0, 81.0), (9.5, 180.5), (9.6, 230.4)],
)
def test_break_even_is_beyond_the_last_step_with_a_higher_cost(
    usd_per_replica: float, even: float, points: int
) -> None:
    found = even_of(lambda load: usd_per_replica * ceil(load / 10.0), float, points=points)

    assert found == pytest.approx(even, rel=WIDTH)
    assert found is not None
    assert found >= even


@pytest.mark.parametrize(
    ("own", "other", "even"),
    [
        (lambda _: 1.0, lambda _: 1.0, 1.0),
        (lambda _: 1.0, float, 1.0),
        (lambda load: 2.0 * load, float, None),
        (lambda _: 30.0, lambda load: 10.0 * ceil(load / 10.0), 20.0),
        (lambda load: 5.0 if load <= 200.0 else 300.0, lambda load: 10.0 + load, 290.0),
    ],
    ids=["as much", "never more", "always more", "the other's stair", "a stair of its own"],
)
def test_break_even_is_the_least_load_with_no_higher_cost_from_there_on(
    own: Cost, other: Cost, even: float | None
) -> None:
    assert even_of(own, other, points=25) == (even and pytest.approx(even, rel=WIDTH))


def test_refinement_ends_where_both_cost_almost_the_same() -> None:
    asked = 0

    def own(load: float) -> float:
        nonlocal asked
        asked += 1
        return 0.9995 * ceil(load)

    assert even_of(own, ceil, low=1e4, high=1e8, points=25) == 1e4
    assert asked <= 25 + REFINEMENTS * MOST_GAPS * (SUBDIVISIONS + 1)
