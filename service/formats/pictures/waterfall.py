"""Waterfalls: the bridge from one figure to another as a picture, as SVG or PNG.

As charts of services over time, the same answer gives the same bytes.
"""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pricing.explanations.answer import ExplanationAnswer
from service.formats.currency import bridged
from service.formats.pictures.style import (
    AROUND_INCHES,
    BAR_INCHES,
    DOWN,
    ENDS,
    LABEL_WIDTH,
    ROOM_FRACTION,
    TITLE_WIDTH,
    UP,
    WATERFALL_WIDTH_INCHES,
    png_of,
    svg_of,
)
from service.summaries.explanations import amount, figure_words, signed
from service.summaries.parts import FIGURES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
    from matplotlib.figure import Figure

    bars = list(bars_of(answer))
    size = (WATERFALL_WIDTH_INCHES, AROUND_INCHES + BAR_INCHES * len(bars))
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots()
    title = "\n".join(textwrap.wrap(_title(answer), TITLE_WIDTH))
    figure.suptitle(title, fontsize=13.0, fontweight="bold")
    _draw(axes, bars, answer.figure)
    return figure


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
    axes.set_yticks(list(places), ["\n".join(_broken(bar.label)) for bar in bars])
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    ends = [0.0, *(value for bar in bars for value in (bar.start, bar.end))]
    room = ROOM_FRACTION * (max(ends) - min(ends) or 1.0)
    axes.set_xlim(min(ends) - (room if min(ends) < 0.0 else 0.0), max(ends) + room)
    axes.set_xlabel(name)
    axes.axvline(0.0, color="#333333", linewidth=0.9)


def _broken(label: str) -> list[str]:
    """A label on two lines at most."""
    return textwrap.wrap(label, LABEL_WIDTH, max_lines=2, placeholder=" …")
