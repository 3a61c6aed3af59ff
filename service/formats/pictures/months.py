"""Charts of the cost of a service over time, as SVG or PNG.

The same answer gives the same bytes: a chart holds no date and no random name. matplotlib is
imported with the first chart, since that takes as long as the rest of the start.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pricing.tco.answer import AlternativeCost, TcoAnswer
from service.formats.currency import charted
from service.formats.pictures.bars import month_ticks, standing
from service.formats.pictures.frame import (
    bought,
    currency,
    framed,
    money_axis,
    short,
    stacked,
    titled,
)
from service.formats.pictures.style import (
    DASHES,
    LINES,
    LONGEST_NAME,
    MOST_LINES,
    ROOM_PER_LINE,
    png_of,
    svg_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def svg(answer: TcoAnswer, description: str | None = None) -> bytes:
    """The answer as SVG; description: for its metadata."""
    answer = charted(answer)
    return svg_of(lambda: _figure(answer), ", ".join(titled(answer)), description)


def png(answer: TcoAnswer) -> bytes:
    """The answer as PNG."""
    answer = charted(answer)
    return png_of(lambda: _figure(answer))


def _figure(answer: TcoAnswer) -> "Figure":
    """The months by line item above, the cumulative cost below."""
    figure, (monthly, cumulative) = framed(
        titled(answer), bought(answer), nrows=2, sharex=True, height_ratios=(3, 2)
    )
    drawn = _draw_months(monthly, answer)
    line = _draw_cumulative(cumulative, answer)
    labels = [artist.get_label() for artist in (line, *drawn)]
    figure.legend([line, *drawn], labels, loc="outside lower center", ncols=3, fontsize=10.0)
    return figure


def _draw_months(axes: "Axes", answer: TcoAnswer) -> list[Any]:
    """Draw the months; returns the lines and the areas for the legend."""
    places = range(len(answer.months))
    lines: list[Any] = []
    areas = standing(axes, stack(answer))
    spreads = _spreads(answer)
    if spreads:
        middle = [month.usd_total for month in answer.months]
        low, high = (
            [max(0.0, sign * (end - at)) for end, at in zip(ends, middle, strict=True)]
            for sign, ends in zip((-1.0, 1.0), spreads, strict=True)
        )
        areas.append(
            axes.errorbar(
                places,
                middle,
                yerr=(low, high),
                fmt="none",
                ecolor="#000000",
                elinewidth=1.1,
                label="p10 to p90",
            )
        )
    for alternative, look in _looks(answer.alternatives):
        totals = [month.usd_total for month in alternative.months]
        lines += axes.plot(places, totals, label=_name(alternative), **look, **_dot(totals))
    axes.set_ylabel(f"{currency(answer)} a month")
    if answer.totals.line_items_usd.get("contract_discount", 0.0) == 0.0:  # it is drawn below 0
        axes.set_ylim(bottom=0.0)
    return [*lines, *areas]


def _draw_cumulative(axes: "Axes", answer: TcoAnswer) -> Any:
    """Draw the cumulative costs; returns the line of the deployment for the legend."""
    places = range(len(answer.months))
    spent_here = [month.usd_cumulative for month in answer.months]
    look: dict[str, Any] = {"color": "#0072b2", "linewidth": 2.6, **_dot(spent_here)}
    (line,) = axes.plot(places, spent_here, label="this deployment, in all", **look)
    labels = [month.month for month in answer.months]
    broken_even = []
    for alternative, look in _looks(answer.alternatives):
        spent = [month.usd_cumulative for month in alternative.months]
        axes.plot(places, spent, **look, **_dot(spent))
        broken_even.append(f"{_name(alternative)}: {_even(alternative, labels[0])}")
        if alternative.break_even_month in labels[1:]:
            place = labels.index(alternative.break_even_month)
            axes.plot(
                [place], [spent[place]], marker="o", markersize=9.0, color=look["color"], zorder=5
            )
    undrawn = len(answer.alternatives) - len(broken_even)
    if undrawn:
        broken_even.append(f"{undrawn} more {'is' if undrawn == 1 else 'are'} not drawn")
    if broken_even:
        axes.text(
            0.015,
            0.97,
            "\n".join(broken_even),
            transform=axes.transAxes,
            verticalalignment="top",
            fontsize=10.0,
            in_layout=False,
        )
    axes.set_ylabel(f"{currency(answer)} in all")
    _, top = axes.get_ylim()
    axes.set_ylim(0.0, top * (1.0 + ROOM_PER_LINE * len(broken_even)))
    money_axis(axes.yaxis)
    month_ticks(axes, labels)
    return line


def _name(alternative: AlternativeCost) -> str:
    """The short name of an alternative: that of an API has no path."""
    name = alternative.name
    if alternative.prices is not None and alternative.prices.source.endswith(name):
        provider, _, model = name.rpartition(" ")
        name = f"{provider} {model.rpartition('/')[2]}".strip()
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _even(alternative: AlternativeCost, first_month: str) -> str:
    """Month and load of the break-even."""
    match alternative.break_even_month:
        case None:
            text = "no break-even within the horizon"
        case month if month == first_month:
            text = "dearer from the first month on"
        case month:
            text = f"break-even in {month}"
    per_day = alternative.break_even_requests_per_day
    if per_day is None:
        return text
    always = per_day <= alternative.curve[0].requests_per_day
    return f"{text}; {'even' if always else 'equal'} at {short(per_day)} requests a day"


def _spreads(answer: TcoAnswer) -> tuple[list[float], list[float]] | None:
    """The 10th and the 90th percentile of every month, None where nobody asks for them."""
    if answer.confidence is not None:
        sure = answer.confidence.months
        return [one.p10_usd for one in sure], [one.p90_usd for one in sure]
    if answer.uncertainty is None:
        return None
    drawn = answer.uncertainty.months
    return [one.p10 for one in drawn], [one.p90 for one in drawn]


def stack(answer: TcoAnswer) -> dict[str, list[float]]:
    """The line items of every month, the small ones added up."""
    return stacked(answer.totals.line_items_usd, [one.line_items_usd for one in answer.months])


def _looks(
    alternatives: Sequence[AlternativeCost],
) -> Iterable[tuple[AlternativeCost, dict[str, Any]]]:
    for at, alternative in enumerate(alternatives[:MOST_LINES]):
        yield (
            alternative,
            {"color": LINES[at], "linestyle": DASHES[at % len(DASHES)], "linewidth": 2.0},
        )


def _dot(values: Sequence[float]) -> dict[str, Any]:
    """A marker for a line of one point, which would be invisible."""
    return {"marker": "o", "markersize": 9.0} if len(values) == 1 else {}
