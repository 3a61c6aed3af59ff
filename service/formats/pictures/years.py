"""Pictures of the fiscal years of a service, item by item."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pricing.tco.answer import TcoAnswer, Year
from service.formats.currency import charted
from service.formats.pictures.bars import standing
from service.formats.pictures.frame import bought, currency, framed, short, stacked, titled

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def years_figure(answer: TcoAnswer) -> "Figure":
    """A bar for each fiscal year, with its total above it."""
    answer, years = charted(answer), answer.fiscal_years
    is_fiscal = years != answer.years
    what = f"By {'fiscal' if is_fiscal else 'calendar'} year"
    figure, axes = framed(titled(answer, what), bought(answer), height_inches=5.6)
    stack = stacked(answer.totals.line_items_usd, list(map(dict, _items(answer, years))))
    standing(axes, stack)
    totals = [sum(amounts) for amounts in zip(*stack.values(), strict=True)]
    tops = [sum(max(one, 0.0) for one in amounts) for amounts in zip(*stack.values(), strict=True)]
    for place, (total, above) in enumerate(zip(totals, tops, strict=True)):
        axes.annotate(
            short(total),
            (place, above),
            xytext=(0.0, 4.0),
            textcoords="offset points",
            horizontalalignment="center",
            fontweight="bold",
        )
    labels = [
        f"{'FY ' if is_fiscal else ''}{year.year}\n{year.months} month{'s' * (year.months != 1)}"
        for year in years
    ]
    axes.set_xticks(range(len(years)), labels)
    axes.set_ylabel(f"{currency(answer)} a year")
    axes.margins(y=0.12)
    if min(min(amounts) for amounts in stack.values()) >= 0.0:
        axes.set_ylim(bottom=0.0)
    figure.legend(loc="outside lower center", ncols=3, fontsize=10.0)
    return figure


def _items(answer: TcoAnswer, years: Sequence[Year]) -> list[Counter[str]]:
    """The items of each year, in the currency that is drawn."""
    months, found = iter(answer.months), []
    for year in years:
        items: Counter[str] = Counter()
        for _ in range(year.months):
            items.update(next(months).line_items_usd)
        found.append(items)
    return found
