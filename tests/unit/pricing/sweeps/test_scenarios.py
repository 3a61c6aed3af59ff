"""Scenarios narrowed to fewer fields are found again by their places."""

import polars as pl
import pytest

from pricing.sweeps import scenarios as module
from pricing.sweeps.scenarios import Grid, Table, places

AXES = {
    "a": pl.Series(["x", "y"]),
    "b": pl.Series([1.0, None, 3.0]),
    "c": pl.Series([5.0, 5.0, 6.0]),
    "d": pl.Series(["p", "q"]),
}


def whole(grid: Grid) -> pl.DataFrame:
    return grid.take(places(0, grid.count))


@pytest.mark.parametrize("kept", [(), ("a",), ("d",), ("a", "b"), ("b", "c"), ("a", "c", "d")])
@pytest.mark.parametrize("of", [Grid, lambda axes: Table(whole(Grid(axes)))])
def test_narrowed_scenarios_have_the_values_of_their_own(
    of: type[Grid], kept: tuple[str, ...]
) -> None:
    grid = of(AXES)
    narrowed = grid.narrowed(kept)
    at = pl.Series([3, 0, 35, 17, 17], dtype=pl.UInt32)
    found = narrowed.places_of(at)

    assert narrowed.scenarios.names == kept
    if kept:
        assert narrowed.scenarios.take(found).equals(grid.take(at, kept))
    else:
        assert found.to_list() == [0] * 5


@pytest.mark.parametrize("of", [Grid, lambda axes: Table(whole(Grid(axes)))])
def test_of_no_fields_nothing_is_taken(of: type[Grid]) -> None:
    assert of(AXES).take(places(0, 3), ()).width == 0


def test_of_a_known_field_only_counts_whether_it_is_given() -> None:
    narrowed = Grid(AXES).narrowed(("b",), known=("b",))

    assert narrowed.rows() == [{"b": 1.0}, {"b": None}]
    assert narrowed.places_of(pl.Series([0, 6, 12], dtype=pl.UInt32)).to_list() == [0, 1, 0]


def test_rows_of_a_long_table_that_differ_are_not_compared() -> None:
    numbers = pl.int_range(0, 2 * module.SAMPLED_ROWS, eager=True) / 2.0
    differing = Table(pl.DataFrame({"a": numbers, "b": numbers * 0.0})).narrowed(("a",))
    alike = Table(pl.DataFrame({"a": numbers // 100.0})).narrowed(("a",))
    at = pl.Series([7, 40_000 - 1], dtype=pl.UInt32)

    assert differing.places_of(at).to_list() == [7, 39_999]
    assert (alike.scenarios.count, alike.places_of(at).to_list()) == (200, [0, 199])


def test_what_is_left_out_anywhere_is_not_whole() -> None:
    grid = Grid(AXES)
    table = Table(whole(grid))

    assert [(one.is_whole("a"), one.is_whole("b")) for one in (grid, table)] == [(True, False)] * 2
