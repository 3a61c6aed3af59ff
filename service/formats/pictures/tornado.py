"""Pictures of what moves a figure, as a tornado: the strongest on top."""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pricing.errors import InvalidQuery
from pricing.quote.answer import Driver
from pricing.quote.certainty.answer import Certainty
from service.formats.pictures.frame import framed, money_axis, short
from service.formats.pictures.style import (
    AROUND_INCHES,
    BLUE,
    LABEL_WIDTH,
    NARROW_NOTE_WIDTH,
    RED,
    ROOM_FRACTION,
)
from service.summaries.certainty import NAMES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_BARS = 10
MOVER_INCHES = 0.42


class Mover(Struct, frozen=True):
    """Something that moves a figure: its name, its ends in words, and the figure there.

    None where an end has no answer.
    """

    label: str
    ends: tuple[str, str]
    at_low: float | None
    at_high: float | None

    @property
    def reach(self) -> float:
        """From the lowest to the highest figure that is known."""
        known = [end for end in (self.at_low, self.at_high) if end is not None]
        return max(known) - min(known) if known else 0.0


def movers_of(
    drivers: Sequence[Driver] | None, sure: Certainty | None, *, rate: float
) -> tuple[float, list[Mover]]:
    """The figure as answered, and what moves it: drivers, else the doubts of a certainty.

    rate: of the currency [USD for one unit]. Raises InvalidQuery where neither is asked for.
    """
    if drivers:
        found = [
            _mover(one.name, one, one.low if one.low is not None else one.value, one.high, rate)
            for one in drivers
        ]
        return drivers[0].usd / rate, found
    if sure is not None:
        found = [_mover(NAMES[one.name], one, one.low, one.high, rate) for one in sure.doubts]
        return sure.cases[1].usd / rate, found
    raise InvalidQuery(
        "a picture of drivers needs an answer with drivers: ask with drivers true, or with"
        " confidence",
        field="drivers",
        nearest=["true"],
    )


def _mover(label: str, one: Any, low: float, high: float | None, rate: float) -> Mover:
    ends = short(low), short(one.value if high is None else high)
    return Mover(
        label,
        ends,
        None if one.usd_at_low is None else one.usd_at_low / rate,
        None if one.usd_at_high is None else one.usd_at_high / rate,
    )


def tornado(
    title: Sequence[str], note: str, base: float, movers: Sequence[Mover], unit: str
) -> "Figure":
    """A bar for each, to either side of the figure as answered."""
    shown = sorted(movers, key=lambda one: -one.reach)[:MOST_BARS]
    figure, axes = framed(
        title,
        note,
        height_inches=AROUND_INCHES + 1.0 + MOVER_INCHES * max(len(shown), 2),
        note_width=NARROW_NOTE_WIDTH,
    )
    for place, one in enumerate(shown):
        _draw(axes, place, base, one)
    labels = ["\n".join(textwrap.wrap(one.label, LABEL_WIDTH)) for one in shown]
    axes.set_yticks(range(len(shown)), labels, fontsize=9.5)
    axes.set_ylim(len(shown) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    axes.axvline(base, color="#333333", linewidth=1.2)
    known = [end for one in shown for end in (one.at_low, one.at_high) if end is not None]
    low, high = min([base, *known]), max([base, *known])
    room = ROOM_FRACTION * (high - low or abs(base) or 1.0)
    axes.set_xlim(low - room, high + room)
    axes.set_xlabel(f"{unit}; the line is the answer, {short(base)}")
    money_axis(axes.xaxis)
    handles = [axes.barh([-9.0], [0.0], color=colour, label=label) for colour, label in ENDS]
    figure.legend(handles=handles, loc="outside lower center", ncols=2, fontsize=10.0)
    return figure


ENDS = ((BLUE, "at its low end"), (RED, "at its high end"))


def _draw(axes: "Axes", place: int, base: float, one: Mover) -> None:
    """The sides of a bar, with the values of what moves it at their ends.

    Where both ends move the figure the same way, the nearer one is drawn on the farther.
    """
    sides = [
        (at, end, colour)
        for at, end, colour in zip((one.at_low, one.at_high), one.ends, (BLUE, RED), strict=True)
        if at is not None and at != base
    ]
    sides.sort(key=lambda side: -abs(side[0] - base))
    texts: dict[bool, list[str]] = {}
    for at, end, colour in sides:
        axes.barh([place], [at - base], left=[base], height=0.66, color=colour)
        texts.setdefault(at < base, []).insert(0 if at > base else len(texts), end)
    for is_left, ends in texts.items():
        outermost = next(at for at, _, _ in sides if (at < base) is is_left)
        axes.annotate(
            ", ".join(ends),
            (outermost, place),
            xytext=(-4.0 if is_left else 4.0, 0.0),
            textcoords="offset points",
            horizontalalignment="right" if is_left else "left",
            verticalalignment="center",
            fontsize=9.5,
        )
