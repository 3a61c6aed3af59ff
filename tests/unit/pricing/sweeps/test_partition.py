import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from pricing.sweeps.partition import Parts
from pricing.sweeps.scenarios import Grid, places


def rows_of(grid: Grid) -> pl.DataFrame:
    return grid.take(places(0, grid.count))


@settings(max_examples=50)
@given(lengths=st.lists(st.integers(1, 7), min_size=1, max_size=4), rows=st.integers(1, 60))
def test_parts_are_the_grid_in_its_order(lengths: list[int], rows: int) -> None:
    grid = Grid({f"axis{at}": pl.Series(range(length)) for at, length in enumerate(lengths)})
    parts = Parts(grid, rows)
    cut = [rows_of(parts[index]) for index in range(len(parts))]

    assert pl.concat(cut).equals(rows_of(grid))
    assert [part.height for part in cut] == parts.row_counts
    assert max(parts.row_counts) <= rows


def test_part_of_a_grid_beyond_any_memory_is_found_at_once() -> None:
    axes = {name: pl.Series(range(100_000)) for name in ("slow", "quick")}
    parts = Parts(Grid(axes), 250_000)
    last = parts[len(parts) - 1]

    assert len(parts) == 50_000
    assert rows_of(last).row(-1) == (99_999, 99_999)
