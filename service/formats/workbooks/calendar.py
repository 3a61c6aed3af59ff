"""The calendar of a service's payments, as columns of its sheet of cash."""

from pricing.tco.payments.answer import Cash
from service.formats.workbooks.appendices import day
from service.formats.workbooks.book import Column
from service.formats.workbooks.cents import Cents, running_cents
from service.formats.workbooks.ledger import Ledger, added, units


def due_columns(cash: Cash, ledger: Ledger, top: int) -> list[Column]:
    """What is due in each month, by kind, with taxes and loans beside; top: row of the header.

    Months after the horizon have the last rate of exchange.
    """
    months = cash.months
    late = len(months) - len(ledger.rates)
    rates = [*ledger.rates, *[ledger.rates[-1]] * late]

    def cents(field: str) -> Cents:
        pairs = zip(months, rates, strict=True)
        return running_cents([getattr(month, field) / rate for month, rate in pairs])

    kinds = {
        "Devices less returns": cents("purchases_usd") - cents("returned_usd"),
        "Upfront": cents("upfront_usd"),
        "Invoices": cents("invoices_usd"),
        "Staff and training": cents("staff_usd") + cents("training_usd"),
    }
    due = sum(kinds.values(), kinds["Invoices"] * 0)
    taxes, loans = cents("taxes_usd"), cents("loan_usd")
    so_far = f"=SUM(F${top + 2}:F{{row}})"
    return [
        Column("Month", "month", [day(month.month) for month in months]),
        *(added(title, amounts) for title, amounts in kinds.items()),
        added("Due", due, "=SUM(B{row}:E{row})"),
        Column("Due so far", "money", units(due.cumsum()), formula=so_far),
        added("Taxes on top", taxes),
        added("Loans beside", loans),
    ]
