"""Charts of the cost of a service over time, as SVG or PNG.

The same answer gives the same bytes: a chart holds no date and no random name. matplotlib is
imported with the first chart, since that takes as long as the rest of the start.
"""

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from pricing.quote.answer import Price
from pricing.tco.answer import AlternativeCost, TcoAnswer
from service.formats.currency import charted
from service.formats.pictures.style import (
    COLOURS,
    DASHES,
    LINES,
    LONGEST_NAME,
    MOST_LINES,
    MOST_TICKS,
    NOTE_COLOUR,
    NOTE_WIDTH,
    ROOM_PER_LINE,
    SIZE_INCHES,
    SMALL_FRACTION,
    TITLE_WIDTH,
    png_of,
    svg_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def svg(answer: TcoAnswer, description: str | None = None) -> bytes:
    """The answer as SVG; description: for its metadata."""
    answer = charted(answer)
    return svg_of(lambda: _figure(answer), ", ".join(_title(answer)), description)


def png(answer: TcoAnswer) -> bytes:
    """The answer as PNG."""
    answer = charted(answer)
    return png_of(lambda: _figure(answer))


def _figure(answer: TcoAnswer) -> "Figure":
    """The months by line item above, the cumulative cost below."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=SIZE_INCHES, layout="constrained")
    monthly, cumulative = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    title = [part for line in _title(answer) for part in _broken(line)]
    figure.suptitle("\n".join(title), fontsize=13.0, fontweight="bold")
    monthly.set_title(
        "\n".join(textwrap.wrap(bought(answer), NOTE_WIDTH)),
        loc="left",
        fontsize=9.5,
        fontweight="normal",
        color=NOTE_COLOUR,
    )
    drawn = _draw_months(monthly, answer)
    line = _draw_cumulative(cumulative, answer)
    labels = [artist.get_label() for artist in (line, *drawn)]
    figure.legend([line, *drawn], labels, loc="outside lower center", ncols=3, fontsize=10.0)
    return figure


def _title(answer: TcoAnswer) -> list[str]:
    """Model, devices and total in one line, the cost of tokens in the next."""
    totals, months = answer.totals, len(answer.months)
    served = f"{answer.model} on " if answer.model else ""
    span = f"{months} month{'' if months == 1 else 's'}"
    costs = f"{_short(totals.usd_total)} {_currency(answer)} in {span}"
    title = [f"{served}{_replicas(answer)} a replica: {costs}"]
    if totals.usd_per_million_tokens is not None:
        title.append(
            f"{_short(totals.usd_per_million_tokens)} {_currency(answer)} per million tokens"
            f" at {answer.capacity.utilization_fraction:.0%} utilisation"
        )
    if answer.labels:
        title.append(", ".join(f"{name}: {text}" for name, text in answer.labels.items()))
    return title


def bought(answer: TcoAnswer) -> str:
    """What is bought where at which price, whether that is an estimate, and of which release."""
    plan, of = answer.purchase, answer.provenance
    devices = sum(holding.device_count for holding in plan.holdings)
    parts = [f"{devices:,} devices bought"] if devices else []
    parts += [_priced(price) for price in (plan.base, plan.burst) if price is not None]
    kind = "" if plan.plan == "single" else f"{plan.plan.replace('_', ' ')} plan: "
    return f"{kind}{'; '.join(parts)}; prices of {of.as_of}, release {of.catalog}"


def _priced(price: Price) -> str:
    """An option with its place and its price in dollars."""
    place = f" {price.row.provider} {price.row.region}" if price.row is not None else ""
    basis = {"table": "", "estimated": ", estimated", "given": ", given"}[price.basis]
    return f"{price.option}{place} at {price.usd_per_device_hour:,.4g} USD a device-hour{basis}"


def _broken(line: str) -> list[str]:
    """A line of the title, wrapped before the cost where it is too long."""
    what, colon, costs = line.rpartition(": ")
    if len(line) <= TITLE_WIDTH or not colon:
        return [line]
    return [*textwrap.wrap(f"{what}:", TITLE_WIDTH, break_on_hyphens=False), costs]


def _replicas(answer: TcoAnswer) -> str:
    """The devices of a replica, generation by generation."""
    made = (f"{replica.device_count} × {replica.device}" for replica in answer.replicas)
    return ", then ".join(one for one, _ in groupby(made))


def _draw_months(axes: "Axes", answer: TcoAnswer) -> list[Any]:
    """Draw the months; returns the lines and the areas for the legend."""
    places = range(len(answer.months))
    below = [0.0] * len(answer.months)
    lines: list[Any] = []
    areas: list[Any] = []
    for name, amounts in stack(answer).items():
        bars = axes.bar(
            places,
            amounts,
            bottom=[
                low if amount > 0.0 else 0.0 for low, amount in zip(below, amounts, strict=True)
            ],
            width=0.9,
            color=COLOURS.get(name, COLOURS["other"]),
            label=name.replace("_", " "),
        )
        areas.append(bars)
        below = [low + max(amount, 0.0) for low, amount in zip(below, amounts, strict=True)]
    if answer.uncertainty is not None:
        middle = [month.usd_total for month in answer.months]
        spread = answer.uncertainty.months
        spreads = axes.errorbar(
            places,
            middle,
            yerr=(
                [max(0.0, at - month.p10) for at, month in zip(middle, spread, strict=True)],
                [max(0.0, month.p90 - at) for at, month in zip(middle, spread, strict=True)],
            ),
            fmt="none",
            ecolor="#333333",
            elinewidth=0.9,
            label="p10 to p90",
        )
        areas.append(spreads)
    for alternative, look in _looks(answer.alternatives):
        totals = [month.usd_total for month in alternative.months]
        lines += axes.plot(places, totals, label=_name(alternative), **look, **_dot(totals))
    axes.set_ylabel(f"{_currency(answer)} a month")
    if answer.totals.line_items_usd.get("contract_discount", 0.0) == 0.0:  # it is drawn below 0
        axes.set_ylim(bottom=0.0)
    _dollar_axis(axes)
    axes.margins(x=0.01)
    return [*lines, *areas]


def _draw_cumulative(axes: "Axes", answer: TcoAnswer) -> Any:
    """Draw the cumulative costs; returns the line of the deployment for the legend."""
    places = range(len(answer.months))
    spent_here = [month.usd_cumulative for month in answer.months]
    look: dict[str, Any] = {"color": "#0b4f8a", "linewidth": 2.6, **_dot(spent_here)}
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
    axes.set_ylabel(f"{_currency(answer)} in all")
    _, top = axes.get_ylim()
    axes.set_ylim(0.0, top * (1.0 + ROOM_PER_LINE * len(broken_even)))
    _dollar_axis(axes)
    step = max(1, -(-len(labels) // MOST_TICKS))
    axes.set_xticks(list(places)[::step], labels[::step], rotation=30.0, ha="right")
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
    return f"{text}; {'even' if always else 'equal'} at {_short(per_day)} requests a day"


def stack(answer: TcoAnswer) -> dict[str, list[float]]:
    """The line items of every month, the small ones added up."""
    totals = answer.totals.line_items_usd
    least = SMALL_FRACTION * answer.totals.usd_total
    large = [name for name, usd in totals.items() if abs(usd) >= least]
    small = [name for name, usd in totals.items() if 0.0 < abs(usd) < least]
    if len(small) == 1:
        large, small = [*large, *small], []
    stack = {
        name: [month.line_items_usd.get(name, 0.0) for month in answer.months] for name in large
    }
    if small:
        stack["other"] = [
            sum(month.line_items_usd.get(name, 0.0) for name in small) for month in answer.months
        ]
    return stack


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


def _dollar_axis(axes: "Axes") -> None:
    from matplotlib.ticker import FuncFormatter

    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: _short(value)))


def _currency(answer: TcoAnswer) -> str:
    """The currency of the amounts that are drawn."""
    return "USD" if answer.converted is None else answer.converted.currency


def _short(value: float) -> str:
    """A number in three digits with a suffix."""
    rounded = float(f"{value:.3g}")
    for size, name in ((1e9, " bn"), (1e6, " M"), (1e3, "k")):
        if abs(rounded) >= size:
            return f"{rounded / size:.3g}{name}"
    return f"{rounded:.3g}"
