"""Pictures of the payments of a service by month."""

from itertools import accumulate
from typing import TYPE_CHECKING

from pricing.tco.answer import TcoAnswer
from service.formats.currency import charted
from service.formats.pictures.bars import month_ticks, standing
from service.formats.pictures.frame import bought, currency, framed, money_axis, short, titled
from service.formats.pictures.style import BLUE, HEIGHT_INCHES, RED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAYMENTS = {
    "invoices": "invoices_usd",
    "purchases": "purchases_usd",
    "staff": "staff_usd",
    "training": "training_usd",
    "taxes": "taxes_usd",
}
"""What is paid, as the picture and as a month of the calendar name it."""


def cash_figure(answer: TcoAnswer) -> "Figure":
    """What is paid in each month above, and what is paid and charged in all below."""
    rates = dict.fromkeys((one.month for one in answer.cash.months), 1.0)
    if answer.converted is not None:
        known = {one.month: one.usd_per_currency_unit for one in answer.converted.months}
        last = list(known.values())[-1]
        rates = {month: known.get(month, last) for month in rates}
    answer, cash = charted(answer), answer.cash
    stack = {
        name: [getattr(one, field) / rates[one.month] for one in cash.months]
        for name, field in PAYMENTS.items()
    }
    stack["comes back"] = [-one.returned_usd / rates[one.month] for one in cash.months]
    stack = {name: amounts for name, amounts in stack.items() if any(amounts)}
    paid = list(accumulate(map(sum, zip(*stack.values(), strict=True))))
    what = f"{short(paid[-1])} {currency(answer)} are paid{', taxes included' * ('taxes' in stack)}"
    figure, (monthly, whole) = framed(
        titled(answer, what),
        bought(answer),
        height_inches=HEIGHT_INCHES,
        nrows=2,
        sharex=True,
        height_ratios=(3, 2),
    )
    bars = standing(monthly, stack)
    monthly.set_ylabel(f"{currency(answer)} paid a month")
    (line,) = whole.plot(range(len(paid)), paid, color=RED, linewidth=2.4, label="paid in all")
    charged = [one.usd_cumulative for one in answer.months]
    (other,) = whole.plot(
        range(len(charged)),
        charged,
        color=BLUE,
        linewidth=2.0,
        linestyle="--",
        label="charged in all",
    )
    whole.set_ylabel(f"{currency(answer)} in all")
    whole.set_ylim(bottom=min(0.0, *paid))
    money_axis(whole.yaxis)
    month_ticks(whole, [one.month for one in cash.months])
    figure.legend(handles=[line, other, *bars], loc="outside lower center", ncols=3, fontsize=10.0)
    return figure
