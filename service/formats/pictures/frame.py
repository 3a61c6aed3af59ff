"""What all pictures of a service have: its title, what is bought at which price, its axis."""

import textwrap
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from pricing.quote.answer import Price
from pricing.tco.answer import TcoAnswer
from service.formats.currency import monthly_money_of
from service.formats.pictures.style import (
    HEIGHT_INCHES,
    NOTE_COLOUR,
    NOTE_WIDTH,
    SMALL_FRACTION,
    TITLE_WIDTH,
    WIDTH_INCHES,
)
from service.summaries.figures import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASES = {"table": "", "estimated": ", estimated", "given": ", given"}


def framed(
    title: Sequence[str],
    note: str,
    *,
    height_inches: float = HEIGHT_INCHES,
    note_width: int = NOTE_WIDTH,
    **plots: Any,
) -> "tuple[Figure, Any]":
    """A figure with its title, a note above the first plot, and its plots."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH_INCHES, height_inches), layout="constrained")
    axes = figure.subplots(**plots)
    lines = [part for line in title for part in broken(line)]
    figure.suptitle("\n".join(lines), fontsize=12.0, fontweight="bold")
    first = axes[0] if plots.get("nrows", 1) > 1 else axes
    first.set_title(
        "\n".join(textwrap.wrap(note, note_width)),
        loc="left",
        x=0.0,
        fontsize=9.0,
        fontweight="normal",
        color=NOTE_COLOUR,
    )
    return figure, axes


def titled(answer: TcoAnswer, what: str = "") -> list[str]:
    """Model, devices and total in one line, the cost of tokens or what is drawn in the next."""
    totals = answer.totals
    served = f"{answer.model} on " if answer.model else ""
    span = counted(answer.horizon_months, "month")
    costs = f"{short(totals.usd_total)} {currency(answer)} in {span}"
    title = [f"{served}{_replicas(answer)} a replica: {costs}"]
    if what:
        title.append(what)
    elif totals.usd_per_million_tokens is not None:
        title.append(
            f"{short(totals.usd_per_million_tokens)} {currency(answer)} per million tokens"
            f" at {answer.capacity.utilization_fraction:.0%} utilisation"
        )
    if answer.labels:
        title.append(", ".join(f"{name}: {text}" for name, text in answer.labels.items()))
    return title


def bought(answer: TcoAnswer) -> str:
    """What is bought where at which price, whether that is an estimate, and of which release."""
    plan = answer.purchase
    devices = sum(holding.device_count for holding in plan.holdings)
    way = "leased" if answer.totals.line_items_usd.get("lease") else "bought"
    parts = [f"{devices:,} devices {way}"] if devices else []
    parts += [priced(price) for price in (plan.base, plan.burst) if price is not None]
    first = plan.base.option if plan.base is not None else None
    further = sorted({term.option for term in plan.commitments} - {first})
    if further:
        parts.append(f"terms of {' and '.join(further)} too")
    if plan.usd_beyond_horizon:
        parts.append(f"{short(plan.usd_beyond_horizon)} USD are due after the horizon")
    kind = "" if plan.plan == "single" else f"{plan.plan.replace('_', ' ')} plan: "
    return f"{kind}{'; '.join(parts)}; {released(answer)}"


def released(answer: Any) -> str:
    """The day and the release of the prices of an answer."""
    of = answer.provenance
    return f"prices of {of.as_of}, release {of.catalog}"


def priced(price: Price) -> str:
    """An option with its place and its price in dollars."""
    place = f" {price.row.provider} {price.row.region}" if price.row is not None else ""
    return (
        f"{price.option}{place} at {price.usd_per_device_hour:,.4g} USD a"
        f" device-hour{BASES[price.basis]}"
    )


def broken(line: str) -> list[str]:
    """A line of the title, wrapped before the cost where it is too long."""
    what, colon, costs = line.rpartition(": ")
    if len(line) <= TITLE_WIDTH or not colon:
        return textwrap.wrap(line, TITLE_WIDTH, break_on_hyphens=False)
    return [*textwrap.wrap(f"{what}:", TITLE_WIDTH, break_on_hyphens=False), costs]


def _replicas(answer: TcoAnswer) -> str:
    """The devices of a replica, generation by generation."""
    made = (f"{replica.device_count} × {replica.device}" for replica in answer.replicas)
    return ", then ".join(one for one, _ in groupby(made))


def stacked(totals: dict[str, float], parts: Sequence[dict[str, float]]) -> dict[str, list[float]]:
    """The items of parts of time, the small ones added up; totals: of all parts together.

    >>> stacked({"a": 99.0, "b": 0.5, "c": 0.25}, [{"a": 99.0, "b": 0.5, "c": 0.25}])
    {'a': [99.0], 'other': [0.75]}
    """
    least = SMALL_FRACTION * sum(map(abs, totals.values()))
    large = [name for name, amount in totals.items() if abs(amount) >= least]
    small = [name for name, amount in totals.items() if 0.0 < abs(amount) < least]
    if len(small) == 1:
        large, small = [*large, *small], []
    found = {name: [part.get(name, 0.0) for part in parts] for name in large}
    if small:
        found["other"] = [sum(part.get(name, 0.0) for name in small) for part in parts]
    return found


def currency(answer: TcoAnswer) -> str:
    """The currency of the amounts that are drawn."""
    return monthly_money_of(answer)[0]


def money_axis(axis: Any) -> None:
    """Write amounts along an axis with suffixes."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))


def short(value: float) -> str:
    """A number in three digits with a suffix.

    >>> short(1234567.0), short(-56.0), short(0.0)
    ('1.23 M', '-56', '0')
    """
    rounded = float(f"{value:.3g}")
    for size, name in ((1e9, " bn"), (1e6, " M"), (1e3, "k")):
        if abs(rounded) >= size:
            return f"{rounded / size:.3g}{name}"
    return f"{rounded:.3g}"
