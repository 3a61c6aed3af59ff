"""Whole units shared out by weights."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.numerics.apportion import apportioned

WEIGHTS = st.lists(st.floats(0.0, 1e12), min_size=1, max_size=30).filter(lambda one: sum(one) > 0.0)


@given(units=st.integers(-(10**15), 10**15), weights=WEIGHTS)
def test_shares_add_up_and_are_near_their_exact_shares(units: int, weights: list[float]) -> None:
    shares = apportioned(units, weights)

    assert sum(shares) == units
    for share, weight in zip(shares, weights, strict=True):
        assert share == pytest.approx(units * (weight / sum(weights)), abs=1.0 + abs(units) * 1e-15)


def test_without_weights_the_first_has_everything() -> None:
    assert apportioned(7, [0.0, 0.0]) == [7, 0]


def test_whole_shares_are_left_as_they_are() -> None:
    assert apportioned(100, [1.0]) == [100]
    assert apportioned(100, [1.0, 3.0]) == [25, 75]
