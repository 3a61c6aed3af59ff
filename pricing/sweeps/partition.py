"""Parts: a grid cut into smaller grids that follow each other, always at the same places."""

from math import ceil, prod

from pricing.sweeps.scenarios import Grid


class Parts:
    """A grid in parts of at most so many rows.

    The slowest axes are taken value by value, one axis in even pieces, and those after it whole:
    each part is a grid itself, and no part needs the rows of another to be found.

    >>> import polars as pl
    >>> axes = {"load.concurrency": pl.Series([1, 8, 64]), "as_of": pl.Series(["a", "b"])}
    >>> parts = Parts(Grid(axes), rows=4)
    >>> parts.row_counts
    [2, 4]
    >>> parts[1].axes["load.concurrency"].to_list()
    [8, 64]
    """

    def __init__(self, grid: Grid, rows: int) -> None:
        self._axes = grid.axes
        self._names = list(self._axes)
        lengths = [len(values) for values in self._axes.values()]
        self._cut = len(lengths) - 1
        self._after = 1
        while self._cut and self._after * lengths[self._cut] <= rows:
            self._after *= lengths[self._cut]
            self._cut -= 1
        self._length = lengths[self._cut]
        self._pieces = ceil(self._length / (rows // self._after))
        self._count = prod(lengths[: self._cut]) * self._pieces

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Grid:
        block, piece = divmod(index, self._pieces)
        axes = dict(self._axes)
        cut = self._names[self._cut]
        axes[cut] = axes[cut].slice(self._start(piece), self._width(piece))
        for name in reversed(self._names[: self._cut]):
            block, place = divmod(block, len(axes[name]))
            axes[name] = axes[name].slice(place, 1)
        return Grid(axes)

    @property
    def row_counts(self) -> list[int]:
        """How many rows each part has."""
        pieces = [self._width(piece) * self._after for piece in range(self._pieces)]
        return pieces * (self._count // self._pieces)

    def _start(self, piece: int) -> int:
        return piece * self._length // self._pieces

    def _width(self, piece: int) -> int:
        return self._start(piece + 1) - self._start(piece)
