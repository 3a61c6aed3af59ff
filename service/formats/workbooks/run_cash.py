"""The sheet of a training run that tells its money by month."""

from collections.abc import Sequence

from pricing.purchasing.query import PaymentTerms
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.calendar.answer import RunCash
from pricing.run_costs.calendar.cash import run_cash
from pricing.run_costs.weighing.ranking import place_of
from service.formats.workbooks.appendices import day
from service.formats.workbooks.book import Book, Column
from service.formats.workbooks.cents import Cents, running_cents
from service.formats.workbooks.ledger import added, units
from service.formats.workbooks.months import CASH

NOTES = (
    "Charged: what the run costs in the month. Terms that outlast the run are charged after it.",
    "Paid: what leaves the account. Owned devices count at what their hours cost.",
    "Nobody is paid the cost of capital, which is charged alone.",
    "Taxes are on top of what is paid, and in no other sheet.",
)


def run_cash_sheet(
    book: Book, names: Sequence[str], options: Sequence[RunOption], rate: float, as_of: str
) -> None:
    """A table of months for each way of buying, the cheapest first. rate: of the currency."""
    sheet, row = book.sheet(CASH), 0
    order = sorted(range(len(options)), key=lambda at: place_of(options[at]))
    for at in order:
        cash = options[at].cash or run_cash(options[at], as_of, PaymentTerms(), None)
        row = book.table(sheet, _columns(names[at], cash, rate, row + 1), top=row).next_row
    book.notes(sheet, row, NOTES)


def _columns(name: str, cash: RunCash, rate: float, first: int) -> list[Column]:
    """The months of a way of buying; first: the row of its first month, from 0 on."""
    months = cash.months

    def cents(field: str) -> Cents:
        return running_cents([getattr(month, field) / rate for month in months])

    charged, upfront = cents("usd_total"), cents("upfront_usd")
    invoices, taxes = cents("invoices_usd"), cents("taxes_usd")
    paid = upfront + invoices
    so_far = f"=SUM(F${first + 1}:F{{row}})"
    return [
        Column("Month", "month", [day(month.month) for month in months]),
        Column("Way of buying", "name", [name] * len(months)),
        added("Charged", charged),
        added("Upfront", upfront),
        added("Invoices", invoices),
        added("Paid", paid, "=D{row}+E{row}"),
        Column("Paid so far", "money", units(paid.cumsum()), formula=so_far),
        added("Taxes on top", taxes),
        added("Paid with taxes", paid + taxes, "=F{row}+H{row}"),
    ]
