"""Waterfalls: the bridge from one figure to another as a picture, as SVG or PNG.

As charts of services over time, the same answer gives the same bytes.
"""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pricing.explanations.answer import ExplanationAnswer
from service.formats.currency import bridged
from service.formats.pictures.frame import framed
from service.formats.pictures.style import (
    AROUND_INCHES,
    BAR_INCHES,
    DOWN,
    ENDS,
    LABEL_WIDTH,
    NARROW_NOTE_WIDTH,
    ROOM_FRACTION,
    UP,
    png_of,
    svg_of,
)
from service.summaries.explanations import amount, figure_words, signed
from service.summaries.parts import FIGURES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ESTIMATED = "is an estimate"
"""What a warning of an estimated price says."""

MOST_PRICES = 2
"""The most rows of prices that are named."""

LEAST_BAR = 1e-9
"""The narrowest effect that has a bar, as a share of the larger figure."""


def svg(answer: ExplanationAnswer) -> bytes:
    """The bridge as SVG."""
    shown = bridged(answer)
    return svg_of(lambda: _figure(shown), _title(shown))


def png(answer: ExplanationAnswer) -> bytes:
    """The bridge as PNG."""
    return png_of(lambda: _figure(bridged(answer)))


@dataclass(frozen=True)
class Bar:
    """A bar from one value to another, with what stands beside it and at its end."""

    start: float
    end: float
    colour: str
    label: str
    text: str


def bars_of(answer: ExplanationAnswer) -> Iterator[Bar]:
    """The bars from the top: the start, every effect from where the one before ends, the end."""
    name = answer.figure
    yield _end(answer, answer.from_value, answer.before)
    least = LEAST_BAR * max(abs(answer.from_value), abs(answer.to_value))
    at = answer.from_value
    for effect in answer.effects:
        change = effect.change
        if abs(change) >= least:
            colour = UP if change > 0.0 else DOWN
            yield Bar(at, at + change, colour, effect.words, signed(name, change))
        at += change
    yield _end(answer, answer.to_value, answer.after)


def _end(answer: ExplanationAnswer, value: float, side: Any) -> Bar:
    of = side.provenance
    return Bar(0.0, value, ENDS, f"{of.as_of}, release {of.catalog}", amount(answer.figure, value))


def _title(answer: ExplanationAnswer) -> str:
    """The figure, and both its values."""
    name, money = answer.figure, answer.converted
    start, end = amount(name, answer.from_value), figure_words(name, answer.to_value)
    if money is not None and name == money.figure:
        name = name.replace(money.currency.lower(), "usd")
        end = f"{amount(money.figure, answer.to_value)} {money.currency}"
    return f"{FIGURES.get(name, name)}: {start} to {end}"


def _figure(answer: ExplanationAnswer) -> "Figure":
    """Horizontal bars: names of effects are long."""
    bars = list(bars_of(answer))
    height = AROUND_INCHES + BAR_INCHES * len(bars)
    figure, axes = framed(
        [_title(answer)], _note(answer), height_inches=height, note_width=NARROW_NOTE_WIDTH
    )
    _draw(axes, bars, answer.figure)
    return figure


def _note(answer: ExplanationAnswer) -> str:
    """The rows of prices that move, and whether a price is an estimate."""
    moved = dict.fromkeys(
        f"{row.from_row or 'no row'} to {row.to_row or 'no row'}"
        for effect in answer.effects
        for row in effect.rows
        if row.table == "prices"
    )
    parts = [f"prices: {'; '.join(list(moved)[:MOST_PRICES])}"] if moved else []
    sides = {"at the start": answer.before, "at the end": answer.after}
    estimated = [
        name
        for name, side in sides.items()
        if any(ESTIMATED in warning for warning in side.warnings)
    ]
    if estimated:
        parts.append(f"an estimated price {' and '.join(estimated)}")
    return "; ".join(parts)


def _draw(axes: "Axes", bars: list[Bar], name: str) -> None:
    places = range(len(bars))
    axes.barh(
        places,
        [bar.end - bar.start for bar in bars],
        left=[bar.start for bar in bars],
        height=0.62,
        color=[bar.colour for bar in bars],
    )
    for place, bar in enumerate(bars[:-1]):  # from the end of a bar to the next
        axes.plot([bar.end] * 2, [place - 0.31, place + 1.31], color="#8a8a8a", linewidth=0.9)
    for place, bar in enumerate(bars):
        axes.annotate(
            bar.text,
            (max(bar.start, bar.end), place),
            xytext=(5.0, 0.0),
            textcoords="offset points",
            verticalalignment="center",
            fontsize=10.0,
        )
    labels = [
        "\n".join(textwrap.wrap(bar.label, LABEL_WIDTH, max_lines=2, placeholder=" …"))
        for bar in bars
    ]
    axes.set_yticks(list(places), labels)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    ends = [0.0, *(value for bar in bars for value in (bar.start, bar.end))]
    room = ROOM_FRACTION * (max(ends) - min(ends) or 1.0)
    axes.set_xlim(min(ends) - (room if min(ends) < 0.0 else 0.0), max(ends) + room)
    axes.set_xlabel(name)
    axes.axvline(0.0, color="#333333", linewidth=0.9)
