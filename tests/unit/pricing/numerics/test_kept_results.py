"""Results that are kept for equal arguments."""

from functools import partial

import numpy as np

from pricing.numerics.kept_results import KeptResults


def test_equal_arguments_are_computed_once_and_the_oldest_are_dropped() -> None:
    asked: list[int] = []

    def computed(number: int) -> int:
        asked.append(number)
        return number

    kept: KeptResults[int] = KeptResults(2)
    for number in (1, 2, 1, 3, 1, 2):
        found = kept.of((np.full(3, float(number)), None), partial(computed, number))
        assert found == number

    assert asked == [1, 2, 3, 2]
    assert [kept.of(None, lambda: computed(9)) for _ in range(2)] == [9, 9]
    assert asked[-2:] == [9, 9]
