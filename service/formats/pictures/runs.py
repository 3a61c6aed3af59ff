"""Pictures of a training run: a bar for each way of buying it, and what moves its cost."""

from typing import TYPE_CHECKING

from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.weighing.ranking import cheapest_of
from service.formats.currency import money_of
from service.formats.pictures.bars import Bar, height_of, lying
from service.formats.pictures.frame import BASES, framed, released, short, stacked
from service.formats.pictures.style import NARROW_NOTE_WIDTH
from service.formats.pictures.tornado import movers_of, tornado
from service.summaries.figures import counted, duration

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def run_figure(answer: RunCostAnswer) -> "Figure":
    """The ways of buying by item, the cheapest on top, with 80% intervals."""
    name, rate = money_of(answer.converted)
    places = {one.purchase_index: one for one in answer.options}
    bars = [_bar(places[one.purchase_index], rate) for one in answer.ranking]
    figure, axes = framed(
        _title(answer, name, rate),
        f"80% intervals; {released(answer)}",
        height_inches=height_of(len(bars)),
        note_width=NARROW_NOTE_WIDTH,
    )
    lying(axes, bars, f"expected cost, {name}")
    figure.legend(loc="outside lower center", ncols=3, fontsize=10.0)
    return figure


def run_drivers_figure(answer: RunCostAnswer) -> "Figure":
    """What moves the cost of the cheapest way of buying."""
    name, rate = money_of(answer.converted)
    cheapest = cheapest_of(answer.options)
    sure = cheapest.confidence if cheapest else None
    base, movers = movers_of(answer.drivers, sure, rate=rate)
    note = f"{_label(cheapest) if cheapest else 'no way of buying'}; {released(answer)}"
    return tornado(_title(answer, name, rate), note, base, movers, f"cost, {name}")


def _title(answer: RunCostAnswer, name: str, rate: float) -> list[str]:
    what = (
        f"Training {answer.model} on {counted(answer.compute.tokens, 'token')} with"
        f" {answer.device_count:,} × {answer.device}"
    )
    cheapest = cheapest_of(answer.options)
    if cheapest is None:
        return [f"{what}: no price"]
    hours = duration(cheapest.wall_clock_hours)
    lines = [f"{what}: {short(cheapest.usd.mean / rate)} {name} and {hours}"]
    if answer.labels:
        lines.append(", ".join(f"{key}: {text}" for key, text in answer.labels.items()))
    return lines


def _bar(one: RunOption, rate: float) -> Bar:
    items = {item.name: item.usd / rate for item in one.line_items}
    parts = {name: amount for name, (amount,) in stacked(items, [items]).items()}
    ends = one.usd.p10, one.usd.p90
    if one.confidence is not None:
        ends = one.confidence.p10_usd, one.confidence.p90_usd
    return Bar(_label(one), parts, ends[0] / rate, ends[1] / rate)


def _label(one: RunOption) -> str:
    """How and where an option is bought, at which price, and whether that is an estimate."""
    place = " ".join(filter(None, (one.option, one.provider, one.region)))
    basis = BASES[one.price.basis] if one.price is not None else ""
    return f"{place} at {one.usd_per_device_hour:,.4g} USD a device-hour{basis}"
