import math

import numpy as np
import pytest

from pricing.numerics import number

VALUES = (-2.5, -1.0, -1e-9, 0.0, 1e-9, 0.5, 1.0, 2.1, 30.0)


@pytest.mark.parametrize("one", VALUES)
@pytest.mark.parametrize("other", VALUES)
def test_least_and_greatest_are_the_two_numbers_in_order(one: float, other: float) -> None:
    assert [number.least(one, other), number.greatest(one, other)] == sorted([one, other])


@pytest.mark.parametrize("one", VALUES)
def test_least_and_greatest_of_arrays_are_those_of_floats(one: float) -> None:
    others = np.array(VALUES)

    assert number.least(one, others).tolist() == [min(one, other) for other in VALUES]
    assert number.greatest(others, one).tolist() == [max(one, other) for other in VALUES]


@pytest.mark.parametrize(("condition", "chosen"), [(True, 5.0), (False, 7.0)])
def test_where_chooses_by_the_condition(condition: bool, chosen: float) -> None:  # noqa: FBT001
    assert number.where(condition, 5.0, 7.0) == chosen


def test_where_chooses_in_every_row() -> None:
    assert number.where(np.array([True, False]), 5.0, 7.0).tolist() == [5.0, 7.0]


@pytest.mark.parametrize(("value", "whole"), [(2.0, 2.0), (2.0000001, 3.0), (-0.5, 0.0)])
def test_ceil_is_the_next_whole_number_up(value: float, whole: float) -> None:
    assert number.ceil(value) == whole
    assert number.ceil(np.array([value]))[0] == whole


@pytest.mark.parametrize(("value", "whole"), [(2.0, 2.0), (2.9999999, 2.0), (-0.5, -1.0)])
def test_floor_is_the_next_whole_number_down(value: float, whole: float) -> None:
    assert number.floor(value) == whole
    assert number.floor(np.array([value]))[0] == whole


def test_total_of_floats_is_rounded_once() -> None:
    assert number.total([1e16, 1.0, 1.0, -1e16]) == 2.0
    assert number.total([]) == 0.0


def test_total_of_arrays_is_theirs() -> None:
    arrays = (np.array([1.0, 2.0]) * factor for factor in (1.0, 10.0, 100.0))

    assert number.total(arrays).tolist() == [111.0, 222.0]


def test_ceil_of_a_float_is_a_float() -> None:
    assert type(number.ceil(2.1)) is float


@pytest.mark.parametrize("value", [1e-300, 1e-12, 1e-6, 0.1, 1.0, 20.0, -1e-12, -0.1, -20.0])
def test_expm1_is_exact_near_zero_and_far(value: float) -> None:
    expected = math.expm1(value)

    assert number.expm1(value) == pytest.approx(expected, rel=1e-14, abs=0.0)
    assert number.expm1(np.array([value]))[0] == pytest.approx(expected, rel=1e-14, abs=0.0)


@pytest.mark.parametrize("value", [1e-12, 0.1, 1.0, 30.0])
def test_log_and_exp_undo_each_other(value: float) -> None:
    assert number.exp(number.log(value)) == pytest.approx(value, rel=1e-13)


@pytest.mark.parametrize("value", [0.0, 1e-12, 2.0, 1e30])
def test_sqrt_squares_back(value: float) -> None:
    assert number.sqrt(value) ** 2 == pytest.approx(value, rel=1e-15)
    assert number.sqrt(np.array([value]))[0] == math.sqrt(value)


def test_an_array_of_one_element_stays_an_array() -> None:
    one = np.array([[2.5]])

    for found in (
        number.least(one, 3.0),
        number.greatest(one, 3.0),
        number.where(one > 1.0, 3.0, one),
        number.ceil(one),
        number.floor(one),
        number.exp(one),
        number.expm1(one),
        number.log(one),
        number.sqrt(one),
    ):
        assert isinstance(found, np.ndarray)
        assert found.shape == (1, 1)


def test_absent_is_the_default_in_a_float_and_in_an_array() -> None:
    column = np.array([1.0, np.nan])

    assert [number.otherwise(None, 2.0), number.otherwise(1.0, 2.0)] == [2.0, 1.0]
    assert number.otherwise(column, 2.0).tolist() == [1.0, 2.0]
    assert [number.present(None), number.present(1.0)] == [False, True]
    assert number.present(column).tolist() == [True, False]
