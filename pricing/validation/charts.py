"""The chart of the validation: predicted against published, as a picture of vectors."""

import hashlib
import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, PercentFormatter
from msgspec import Struct

from pricing.validation.scores import Score

Groups = Mapping[str, Sequence[Score]]
"""Scores by what they are coloured by."""

STYLES = {
    "nvidia": ("#7a8794", "o"),
    "nvidia-consumer": ("#1b1f24", "s"),
    "amd": ("#d1242f", "^"),
    "amd-consumer": ("#fa8c8c", "v"),
    "tpu": ("#1a7f37", "D"),
    "gaudi": ("#0969da", "P"),
    "neuron": ("#e08600", "X"),
    "apple": ("#8250df", "*"),
    "cpu": ("#00a0a0", "h"),
}
"""Colour and marker by family; more than colour tells the families apart."""

SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "unitcost",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"],
    "font.size": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
"""The same points give the same file: no random ids, no date."""

INK = "#1b1f24"
THOUSANDS = ((1e6, "M"), (1e3, "k"))


class Chart(Struct, frozen=True):
    """The points of the three panels: throughput, training MFU and billed device-hours."""

    throughput: Groups
    mfu: Groups
    device_hours: Groups


def digest_of(page: str) -> str:
    """sha256 of the page that a picture belongs to.

    Kept in the picture, where a check finds it: the bytes of the picture depend on the build
    of the library that drew it, those of the page do not.
    """
    return hashlib.sha256(page.encode()).hexdigest()


def digest_in(picture: str) -> str | None:
    """The digest that a picture was drawn with."""
    found = re.search(r"sha256:([0-9a-f]{64})", picture)
    return found[1] if found else None


def draw(chart: Chart, page: str) -> str:
    """The chart of a page as an SVG document."""
    with rc_context(SETTINGS):
        figure = Figure(figsize=(9.6, 5.4), layout="constrained")
        panels = figure.subplot_mosaic(
            [["throughput", "mfu"], ["throughput", "device_hours"]], width_ratios=(1.55, 1.0)
        )
        throughput, mfu = panels["throughput"], panels["mfu"]
        _agreement(throughput, chart.throughput, "output tokens per second")
        _agreement(mfu, chart.mfu, "training: MFU in the steady state")
        _ratios(panels["device_hours"], chart.device_hours, "training: billed device-hours")
        for axis in (mfu.xaxis, mfu.yaxis):
            axis.set_major_locator(FixedLocator([0.1, 0.2, 0.3, 0.4, 0.6, 0.8]))
            axis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        throughput.legend(frameon=False, loc="upper left", handletextpad=0.2)
        return picture_of(figure, page)


def picture_of(figure: Figure, page: str) -> str:
    """A figure as an SVG document that carries the digest of its page."""
    output = io.StringIO()
    metadata = {"Date": None, "Creator": None, "Description": f"sha256:{digest_of(page)}"}
    figure.savefig(output, format="svg", metadata=metadata)
    # The backend ends some lines in a blank, which nothing that keeps files tidy would leave.
    return re.sub(r" +$", "", output.getvalue(), flags=re.MULTILINE)


def _agreement(axes: Axes, groups: Groups, title: str) -> None:
    """Predicted across, published up; a line where they agree, and one either way for twice."""
    values = [
        value
        for scores in groups.values()
        for score in scores
        for value in (score.published, score.predicted)
    ]
    ends = (min(values) / 1.3, max(values) * 1.3)
    _logarithmic(axes, ends, title)
    axes.set_yscale("log")
    axes.set_ylim(ends)
    for factor in (0.5, 1.0, 2.0):
        axes.plot(ends, [end * factor for end in ends], **_line(factor))
    axes.yaxis.set_major_formatter(FuncFormatter(_short))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_ylabel("published")
    _scatter(axes, groups, lambda score: score.published)


def _ratios(axes: Axes, groups: Groups, title: str) -> None:
    """Predicted across, published over predicted up: for values that span many decades."""
    values = [score.predicted for scores in groups.values() for score in scores]
    ends = (min(values) / 2.0, max(values) * 2.0)
    _logarithmic(axes, ends, title)
    axes.set_yscale("log")
    axes.set_ylim(0.3, 3.4)
    for factor in (0.5, 1.0, 2.0):
        axes.plot(ends, [factor, factor], **_line(factor))
    axes.yaxis.set_major_locator(FixedLocator([0.5, 1.0, 2.0]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"× {value:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_ylabel("published / predicted")
    _scatter(axes, groups, lambda score: score.published / score.predicted)


def _logarithmic(axes: Axes, ends: tuple[float, float], title: str) -> None:
    axes.set_xscale("log")
    axes.set_xlim(ends)
    axes.xaxis.set_major_formatter(FuncFormatter(_short))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_title(title, fontsize=10.0)
    axes.set_xlabel("predicted")


def _scatter(axes: Axes, groups: Groups, height: Callable[[Score], float]) -> None:
    for name, (colour, marker) in STYLES.items():
        scores = groups.get(name, ())
        if scores:
            axes.scatter(
                [score.predicted for score in scores],
                [height(score) for score in scores],
                s=24,
                marker=marker,
                color=colour,
                alpha=0.8,
                linewidths=0.0,
                label=f"{name} ({len(scores)})",
                clip_on=False,
            )


def _line(factor: float) -> dict[str, Any]:
    if factor == 1.0:
        return {"color": INK, "linewidth": 1.0}
    return {"color": INK, "linewidth": 0.7, "linestyle": (0, (4, 4))}


def _short(value: float, _place: int | None = None) -> str:
    """A tick as people write it.

    >>> _short(100000.0)
    '100k'
    """
    for size, letter in THOUSANDS:
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"
