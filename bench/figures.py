"""What a benchmark reports: a figure, and the target that it is held against."""

import platform
from collections.abc import Iterable, Sequence
from statistics import quantiles
from typing import Literal

from msgspec import Struct


class Figure(Struct, frozen=True, kw_only=True):
    """One measured quantity, with the quartiles of its repetitions."""

    name: str
    unit: str
    median: float
    low: float
    high: float
    target: float | None = None
    better: Literal["lower", "higher"] = "lower"

    @classmethod
    def of(
        cls,
        name: str,
        unit: str,
        samples: Sequence[float],
        *,
        target: float | None = None,
        better: Literal["lower", "higher"] = "lower",
    ) -> "Figure":
        """The figure that repeated measurements come to.

        >>> Figure.of("quote", "µs", [39.0, 40.0, 42.0]).median
        40.0
        """
        low, median, high = quantiles(samples, n=4)
        return cls(
            name=name, unit=unit, median=median, low=low, high=high, target=target, better=better
        )

    @property
    def verdict(self) -> str:
        """The target, and whether the median keeps it."""
        if self.target is None:
            return ""
        lower = self.better == "lower"
        met = self.median <= self.target if lower else self.median >= self.target
        return f"{'≤' if lower else '≥'} {self.target:<8g}{'met' if met else 'MISSED'}"


class Report(Struct, frozen=True, kw_only=True):
    """All figures of one run, and what they were measured on."""

    python: str = platform.python_version()
    machine: str = f"{platform.system()} {platform.machine()}"
    figures: tuple[Figure, ...]


def table(figures: Iterable[Figure]) -> str:
    """The figures as an aligned table.

    >>> print(table([Figure.of("quote", "µs", [39.0, 40.0, 42.0], target=60.0)]))
    figure                                median   quartiles           target
    quote                                  40 µs   39 … 42             ≤ 60      met
    """
    lines = [f"{'figure':<44}{'median':>14}   {'quartiles':<20}target"]
    for figure in figures:
        median = f"{figure.median:.3g} {figure.unit}"
        quartiles = f"{figure.low:.3g} … {figure.high:.3g}"
        lines.append(f"{figure.name:<44}{median:>14}   {quartiles:<20}{figure.verdict}".rstrip())
    return "\n".join(lines)
