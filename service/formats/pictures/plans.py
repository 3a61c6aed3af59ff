"""Pictures of a service beside its alternatives: a bar for each."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pricing.tco.answer import TcoAnswer
from service.formats.currency import charted
from service.formats.pictures.bars import Bar, height_of, lying
from service.formats.pictures.frame import BASES, bought, currency, framed, titled
from service.formats.pictures.style import NARROW_NOTE_WIDTH
from service.summaries.figures import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plans_figure(answer: TcoAnswer) -> "Figure":
    """The deployment, all of it on demand, and each alternative, with 80% intervals."""
    bars = list(_bars(answer))
    drawn = charted(answer)
    figure, axes = framed(
        titled(drawn, "Beside its alternatives, with 80% intervals"),
        bought(answer),
        height_inches=height_of(len(bars)),
        note_width=NARROW_NOTE_WIDTH,
    )
    lying(axes, bars, f"{currency(answer)} in {counted(answer.horizon_months, 'month')}")
    figure.legend(loc="outside lower center", ncols=3, fontsize=10.0)
    return figure


def _bars(answer: TcoAnswer) -> Iterator[Bar]:
    drawn, sure = charted(answer), answer.confidence
    ratio = drawn.totals.usd_total / answer.totals.usd_total if answer.totals.usd_total else 1.0
    ends = answer.totals.usd_total_low, answer.totals.usd_total_high
    if sure is not None:
        ends = sure.p10_usd, sure.p90_usd
    low, high = (None if end is None else end * ratio for end in ends)
    plan, total = answer.purchase, drawn.totals.usd_total
    bought_by = plan.plan.replace("_", " ")
    yield Bar(f"this deployment, {bought_by} plan", {"this deployment": total}, low, high)
    if plan.all_on_demand_usd is not None:
        usd = plan.all_on_demand_usd * ratio
        yield Bar("this deployment, all on demand", {"all on demand": usd})
    for one, shown in zip(answer.alternatives, drawn.alternatives, strict=True):
        total = sum(month.usd_total for month in shown.months)
        times = total / one.usd_total if one.usd_total else 1.0
        low, high = (
            None if end is None else end * times for end in (one.usd_total_low, one.usd_total_high)
        )
        bases = {BASES[price.basis] for price in (one.base, one.burst) if price is not None}
        kind = "API" if one.kind == "api" else "other deployment"
        yield Bar(f"{one.name}{max(bases, default='')}", {kind: total}, low, high)
