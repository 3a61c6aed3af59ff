"""Bars of amounts: lying ones beside each other with their ranges, and standing ones by time."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from service.formats.pictures.frame import money_axis, short
from service.formats.pictures.style import (
    AROUND_INCHES,
    BAR_INCHES,
    LABEL_WIDTH,
    MOST_TICKS,
    ROOM_FRACTION,
    colours_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

EDGE: Any = {"edgecolor": "#ffffff", "linewidth": 0.6}
"""Between parts of a bar, so that they are told apart without their colours."""

LINES_PER_BAR = 3
CUT_RATIO = 12.0


class Bar(Struct, frozen=True):
    """A lying bar: what stands beside it, its parts, and the range of their sum, None for none."""

    label: str
    parts: Mapping[str, float]
    low: float | None = None
    high: float | None = None

    @property
    def total(self) -> float:
        """The sum of its parts."""
        return sum(self.parts.values())


def height_of(count: int) -> float:
    """The height of a picture of so many bars [inches]."""
    return AROUND_INCHES + 1.0 + BAR_INCHES * count


def lying(axes: "Axes", bars: Sequence[Bar], unit: str) -> None:
    """Draw bars from the top, with the amount and the range of each at its end."""
    names = list(dict.fromkeys(name for bar in bars for name in bar.parts))
    for name, colour in colours_of(names).items():
        amounts = [bar.parts.get(name, 0.0) for bar in bars]
        starts = [_before(bar, name) for bar in bars]
        axes.barh(
            range(len(bars)),
            amounts,
            left=starts,
            height=0.62,
            color=colour,
            label=name.replace("_", " "),
            **EDGE,
        )
    ends = [max(bar.total, bar.high or 0.0) for bar in bars]
    last = _last(ends)
    for place, (bar, end) in enumerate(zip(bars, ends, strict=True)):
        _told(axes, bar, place, end, last)
    labels = [
        "\n".join(textwrap.wrap(bar.label, LABEL_WIDTH, max_lines=LINES_PER_BAR, placeholder=" …"))
        for bar in bars
    ]
    axes.set_yticks(range(len(bars)), labels, fontsize=9.5)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlim(0.0, last * (1.0 + ROOM_FRACTION) or 1.0)
    axes.set_xlabel(unit)
    money_axis(axes.xaxis)


def _last(ends: Sequence[float]) -> float:
    """The last amount that is shown: bars so many times the shortest are cut, and say so.

    >>> _last([1.0, 2.0, 50.0]), _last([1.0, 4.0])
    (2.0, 4.0)
    """
    shown = [end for end in ends if end <= CUT_RATIO * min(ends)]
    return max(shown, default=1.0)


def _told(axes: "Axes", bar: Bar, place: int, end: float, last: float) -> None:
    """The range of a bar, and its amount at its end; last: of the axis, which may cut it."""
    if bar.low is not None and bar.high is not None:
        axes.errorbar(
            [bar.total],
            [place],
            xerr=[[max(0.0, bar.total - bar.low)], [max(0.0, bar.high - bar.total)]],
            fmt="none",
            ecolor="#000000",
            elinewidth=1.2,
            capsize=3.0,
        )
    is_cut = end > last
    axes.annotate(
        f"{short(bar.total)} →" if is_cut else short(bar.total),
        (min(end, last), place),
        xytext=(6.0, 0.0),
        textcoords="offset points",
        verticalalignment="center",
        fontsize=10.5,
        fontweight="bold",
        bbox={"facecolor": "#ffffff", "edgecolor": "none", "pad": 2.0} if is_cut else None,
    )


def _before(bar: Bar, name: str) -> float:
    """Where a part begins: behind those of the same sign before it."""
    amount, start = bar.parts.get(name, 0.0), 0.0
    for other, size in bar.parts.items():
        if other == name:
            break
        if (size < 0.0) == (amount < 0.0):
            start += size
    return start


def standing(axes: "Axes", stack: Mapping[str, Sequence[float]]) -> list[Any]:
    """Draw bars by time, item on item, those that are taken off below 0; returns their artists."""
    colours = colours_of(stack)
    count = max(map(len, stack.values()), default=0)
    above, below = [0.0] * count, [0.0] * count
    artists = []
    for name, amounts in stack.items():
        starts = [
            high if amount >= 0.0 else low
            for amount, high, low in zip(amounts, above, below, strict=True)
        ]
        artists.append(
            axes.bar(
                range(count),
                amounts,
                bottom=starts,
                width=0.9,
                color=colours[name],
                label=name.replace("_", " "),
                **EDGE,
            )
        )
        above = [high + max(amount, 0.0) for high, amount in zip(above, amounts, strict=True)]
        below = [low + min(amount, 0.0) for low, amount in zip(below, amounts, strict=True)]
    if min(below, default=0.0) < 0.0:
        axes.axhline(0.0, color="#333333", linewidth=0.9)
    money_axis(axes.yaxis)
    axes.margins(x=0.01)
    return artists


def month_ticks(axes: "Axes", labels: Sequence[str]) -> None:
    """Write as many months under a plot as there is room for."""
    step = max(1, -(-len(labels) // MOST_TICKS))
    axes.set_xticks(range(len(labels))[::step], labels[::step], rotation=30.0, ha="right")
