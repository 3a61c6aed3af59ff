"""Searches for a root find it, and find for every row of an array what they find for a float."""

from functools import partial
from math import cos

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pricing.numerics.number import Number
from pricing.numerics.roots import Bracket, Rows, bisection, illinois, last_kept
from tests.property.laws import law

TOLERANCE = 1e-12

ROOTS = st.lists(st.floats(0.001, 0.999), min_size=1, max_size=8)
WHOLE = st.lists(st.integers(1, 2000), min_size=1, max_size=8)
POWER = st.floats(0.3, 4.0)


def excess_of(root: Number, power: float, value: Number) -> Number:
    return value**power - root**power


def found(root: float, power: float) -> Bracket:
    return illinois(
        lambda value, _: excess_of(root, power, value),
        0.0,
        1.0,
        excess_of(root, power, 0.0),
        excess_of(root, power, 1.0),
        rounds=200,
        tolerance=TOLERANCE,
    )


def kept(most: float, power: float, high: float, planned: float) -> Number:
    """The most whole requests of a latency that keeps an objective, planned or not."""
    excess = partial(excess_of, most + 0.5, power)
    ends = lambda value, _: excess(value), 1.0, high, excess(1.0), excess(high)
    load = last_kept(*ends, rounds=60, planned=planned)
    assert load == last_kept(*ends, rounds=60)
    return load


def last_below(root: float) -> tuple[Number, Number]:
    return bisection(lambda value, _: value <= root, 0.0, 1.0, rounds=40)


@law
@given(roots=ROOTS, power=POWER)
def test_root_is_where_the_excess_is_zero(roots: list[float], power: float) -> None:
    for root in roots:
        ends = found(root, power)

        assert abs(excess_of(root, power, ends.low)) <= TOLERANCE


@law
@given(roots=ROOTS, power=POWER)
def test_every_row_has_the_root_that_it_has_alone(roots: list[float], power: float) -> None:
    root = np.array(roots)

    def excess(value: Number, rows: Rows) -> Number:
        return excess_of(root[rows], power, value)

    ends = illinois(
        excess,
        0.0,
        1.0,
        excess_of(root, power, 0.0),
        excess_of(root, power, 1.0),
        rounds=200,
        tolerance=TOLERANCE,
    )

    assert ends.low.tolist() == pytest.approx([found(one, power).low for one in roots], rel=1e-9)


@law
@given(most=WHOLE, power=POWER, planned=st.floats(0.0, 2000.0))
def test_most_whole_number_is_the_same_for_floats_and_rows(
    most: list[int], power: float, planned: float
) -> None:
    high = 1500.0
    least = np.array(most) + 0.5

    ends = (
        lambda value, rows: excess_of(least[rows], power, value),
        1.0,
        high,
        excess_of(least, power, 1.0),
        excess_of(least, power, high),
    )

    found = last_kept(*ends, rounds=60, planned=planned)

    assert found.tolist() == [min(float(one), high) for one in most]
    assert last_kept(*ends, rounds=60).tolist() == found.tolist()
    assert found.tolist() == [kept(one, power, high, planned) for one in most]


def test_excess_that_leaps_is_closed_in_on() -> None:
    ends = illinois(lambda x, _: x - 5.0 if x < 0.25 else x + 5.0, 0.0, 1.0, -5.0, 6.0, rounds=200)

    assert ends.high - ends.low < 1e-9
    assert ends.low < 0.25 <= ends.high


@law
@given(roots=ROOTS)
def test_bisection_finds_the_last_that_holds(roots: list[float]) -> None:
    root = np.array(roots)
    low, high = bisection(
        lambda value, rows: value <= root[rows], np.zeros(len(root)), np.ones(len(root)), rounds=40
    )
    alone = [last_below(one) for one in roots]

    assert (low <= root).all()
    assert (high - low <= 1e-11).all()
    assert list(zip(low.tolist(), high.tolist(), strict=True)) == alone


def test_bisection_of_whole_numbers_ends_at_neighbours() -> None:
    assert bisection(lambda x, _: cos(x / 100.0) > 0.5, 0, 300, rounds=60, is_whole=True) == (
        104,
        105,
    )
