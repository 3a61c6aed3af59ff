"""The picture of what spot costs against how often it is preempted."""

from collections.abc import Sequence

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from msgspec import Struct

from pricing.validation.charts import SETTINGS, picture_of

SIZE_INCHES = (9.0, 5.4)
SPOT = "#c2410c"
COLOURS = ("#1d4ed8", "#0f766e", "#6d28d9", "#475569")

ADVISOR = (7.0e-5, 3.1e-4)
"""Shares of 5% and 20% reclaimed within a month, by the hour."""

TRACES = (0.06, 0.74)
"""What traces of scarce V100 capacity met."""

HIGHEST_RATE = 1.0

ROOM = 1.5
"""Height of the picture over the dearest level."""


class Point(Struct, frozen=True):
    """Spot at one rate of preemption [per instance-hour; millions of USD]."""

    rate: float
    mean: float
    low: float
    high: float


class Level(Struct, frozen=True):
    """Another way of buying, which no preemption touches [millions of USD]."""

    name: str
    usd: float


def draw(
    points: Sequence[Point],
    levels: Sequence[Level],
    *,
    rate: float,
    break_even: float | None,
    page: str,
) -> str:
    """The picture as SVG: spot with its 80% interval, the other ways as levels.

    rate: what the tables say [per instance-hour]; break_even: where spot stops winning;
    page: what it is drawn for, of which it carries the digest.
    """
    with rc_context(SETTINGS):
        figure = Figure(figsize=SIZE_INCHES, layout="constrained")
        axes = figure.subplots()
        top = ROOM * max(level.usd for level in levels)
        _frame(axes, points, top)
        _levels(axes, levels)
        _spot(axes, points, rate, break_even)
        return picture_of(figure, page)


def _frame(axes: Axes, points: Sequence[Point], top: float) -> None:
    axes.set_xscale("log")
    axes.set_xlim(points[0].rate, HIGHEST_RATE)
    axes.set_ylim(0.0, top)
    axes.set_xlabel("preemptions of an instance an hour")
    axes.set_ylabel("cost of the run, millions of USD")
    for (low, high), text in (
        (ADVISOR, "Spot Advisor:\n5 to 20% a month"),
        (TRACES, "traces of\nscarce capacity"),
    ):
        axes.axvspan(low, high, color="#e5e7eb", linewidth=0.0, zorder=0)
        axes.text(
            (low * high) ** 0.5, 0.98 * top, text, ha="center", va="top", color="#374151", size=10
        )


def _levels(axes: Axes, levels: Sequence[Level]) -> None:
    for level, colour in zip(levels, COLOURS, strict=False):
        axes.axhline(level.usd, color=colour, linewidth=1.4)
        axes.annotate(
            f"{level.name}: {level.usd:.1f}",
            (HIGHEST_RATE, level.usd),
            xytext=(-4, 4),
            textcoords="offset points",
            ha="right",
            color=colour,
        )


def _spot(axes: Axes, points: Sequence[Point], rate: float, break_even: float | None) -> None:
    rates = [point.rate for point in points]
    axes.fill_between(
        rates,
        [point.low for point in points],
        [point.high for point in points],
        color=SPOT,
        alpha=0.15,
        linewidth=0.0,
    )
    axes.annotate(
        "80% of runs like it",
        (points[0].rate, points[0].high),
        xytext=(6, -14),
        textcoords="offset points",
        color=SPOT,
        size=10,
    )
    means = [point.mean for point in points]
    axes.plot(rates, means, color=SPOT, linewidth=2.4)
    here = min(points, key=lambda point: abs(point.rate - rate))
    axes.plot([here.rate], [here.mean], "o", color=SPOT)
    axes.annotate(
        f"spot: {here.mean:.1f} at the rate of the tables",
        (here.rate, here.mean),
        xytext=(0, -18),
        textcoords="offset points",
        color=SPOT,
    )
    if break_even is not None:
        even = min(points, key=lambda point: abs(point.rate - break_even))
        axes.plot([even.rate], [even.mean], "o", color=SPOT)
        axes.annotate(
            f"spot stops winning at {break_even:.4f}",
            (even.rate, even.mean),
            xytext=(14, -26),
            textcoords="offset points",
            color=SPOT,
            arrowprops={"arrowstyle": "-", "color": SPOT},
        )
