"""The sheets of a service that tell its money by time: months, years and cash."""

from calendar import monthrange
from collections.abc import Sequence
from datetime import date

from pricing.tco.answer import Month, TcoAnswer, Year
from service.formats.workbooks.book import Book, Column, Table, letters
from service.formats.workbooks.calendar import due_columns
from service.formats.workbooks.cents import CENTS, Cents, running_cents
from service.formats.workbooks.kinds import Kind
from service.formats.workbooks.ledger import Ledger, added, units

MONTHS, YEARS, FISCAL_YEARS, CASH = "Months", "Years", "Fiscal years", "Cash"

START = "month_start"
"""The name of the range of the first days of the months."""

SHOWN: Sequence[tuple[str, Kind, str]] = (
    ("Requests", "count", "requests"),
    ("Device-hours", "count", "device_hours"),
    ("Energy, kWh", "count", "energy_kilowatt_hours"),
    ("CO₂e, kg", "count", "kilograms_co2e"),
)
"""Quantities that months and years add up, with the fields that they are in."""


def titled(item: str) -> str:
    """An item of a bill as a heading.

    >>> titled("compute_base")
    'Compute base'
    """
    return item.replace("_", " ").capitalize()


def months_sheet(book: Book, answer: TcoAnswer, ledger: Ledger) -> Table:
    """A row for each month and a column for each item, with totals by formula."""
    months = answer.months
    columns = [_starts(ledger)]
    columns += [
        added(titled(item), ledger.cells[:, at], name=f"month_{item}")
        for at, item in enumerate(ledger.items)
    ]
    last = letters(columns)[columns[-1].title]
    columns.append(
        added("Total", ledger.totals, formula=f"=SUM(B{{row}}:{last}{{row}})", name="month_total")
    )
    columns.append(_so_far("Total so far", ledger.totals, letters(columns)["Total"]))
    if not ledger.is_dollars:
        columns += _dollars(ledger, months)
    columns += _quantities(months, ledger)
    columns += _service(months)
    columns += _spreads(answer, ledger)
    for place, other in enumerate(answer.alternatives, start=1):
        cents = running_cents(ledger.converted([month.usd_total for month in other.months]))
        title = alternative_title(place, other.name)
        columns.append(added(title, cents))
        columns.append(_so_far(f"{title}, so far", cents, letters(columns)[title]))
    return book.table(book.sheet(MONTHS), columns)


def alternative_title(place: int, name: str) -> str:
    """The heading of an alternative: names may be alike."""
    return f"Alternative {place}: {name}"


def years_sheet(
    book: Book, ledger: Ledger, years: Sequence[Year], *, start_month: int, title: str
) -> None:
    """A row for each year that begins in a month, summed from the months by formula."""
    spans = [_span(year.year, start_month) for year in years]
    places = [ledger.months_of(first, last) for first, last in spans]
    columns = [
        Column("Year", "year", [year.year for year in years]),
        Column("From", "date", [first for first, _ in spans]),
        Column("To", "date", [last for _, last in spans]),
        Column("Months", "count", [year.months for year in years]),
    ]
    for at, item in enumerate(ledger.items):
        cents = [ledger.cells[place, at].sum() for place in places]
        columns.append(added(titled(item), cents, formula=_in_year(f"month_{item}")))
    last = letters(columns)[columns[-1].title]
    totals = [ledger.totals[place].sum() for place in places]
    columns.append(added("Total", totals, formula=f"=SUM(E{{row}}:{last}{{row}})"))
    for name, cash, amounts in (
        ("Paid", "cash_paid", ledger.paid),
        ("Present value", "cash_present_value", ledger.discounted),
    ):
        columns.append(
            added(name, [amounts[place].sum() for place in places], formula=_in_year(cash))
        )
    columns += [
        _counted(name, kind, [getattr(year, field) for year in years])
        for name, kind, field in SHOWN
    ]
    columns.append(Column("Utilisation", "share", [year.utilization_fraction for year in years]))
    book.table(book.sheet(title), columns)


def cash_sheet(book: Book, answer: TcoAnswer, ledger: Ledger, months: Table) -> Table:
    """What is charged to each month, what is paid for it, and what is due in it."""
    letter = months.letter("Total")
    columns = [
        _starts(ledger, name=""),
        added("Charged", ledger.totals, formula=f"='{MONTHS}'!{letter}{{row}}"),
        added("Devices bought", ledger.bought, name="cash_devices_bought"),
        added("Other payments", ledger.paid - ledger.bought, name="cash_other_payments"),
        added("Paid", ledger.paid, formula="=C{row}+D{row}", name="cash_paid"),
        _so_far("Paid so far", ledger.paid, "E"),
        added("Paid less charged", ledger.paid - ledger.totals, formula="=E{row}-B{row}"),
        added("Present value", ledger.discounted, name="cash_present_value"),
        _so_far("Present value so far", ledger.discounted, "H"),
    ]
    sheet = book.sheet(CASH)
    table = book.table(sheet, columns)
    due = book.table(sheet, due_columns(answer.cash, ledger, table.next_row), top=table.next_row)
    book.notes(sheet, due.next_row, CASH_NOTES)
    return table


CASH_NOTES = (
    "Charged: the cost of the month, as in the sheet of months. Owned devices depreciate in it.",
    "Paid: what is paid for the month. Owned devices are paid for when they are bought.",
    "The value of retired devices comes back in other payments.",
    "Present value: what is paid, at the discount rate, when the first month begins.",
    "Due: what leaves the account in the month, after the delay of invoices.",
    "Taxes are on top of what is due, and in no other sheet.",
)


def _starts(ledger: Ledger, name: str = START) -> Column:
    return Column("Month", "month", ledger.days, name=name)


def _so_far(title: str, cents: Cents, letter: str) -> Column:
    """The sums of another column from the first month on."""
    formula = f"=SUM({letter}$2:{letter}{{row}})"
    return Column(title, "money", units(cents.cumsum()), formula=formula)


def _counted(title: str, kind: Kind, cells: Sequence[float], *, name: str = "") -> Column:
    """A quantity with its sum."""
    return Column(title, kind, cells, total=sum(cells), name=name)


def _dollars(ledger: Ledger, months: Sequence[Month]) -> list[Column]:
    """The rate of exchange of every month, and its total in dollars."""
    cents = running_cents([month.usd_total for month in months])
    return [
        Column(f"USD per {ledger.currency}", "number", ledger.rates),
        Column("Total in USD", "usd", units(cents), total=int(cents.sum()) / CENTS),
    ]


def _quantities(months: Sequence[Month], ledger: Ledger) -> list[Column]:
    """Requests, hours, energy and emissions, and what a request and a token cost."""
    added = [
        _counted(name, kind, [getattr(month, field) for month in months], name=f"month_{field}")
        for name, kind, field in SHOWN
    ]
    unit_costs = [
        Column(
            name,
            "price",
            [
                None if usd is None else usd / rate
                for usd, rate in zip(
                    (getattr(month, field) for month in months), ledger.rates, strict=True
                )
            ],
        )
        for name, field in (
            ("Per million tokens", "usd_per_million_tokens"),
            ("Per request", "usd_per_request"),
        )
    ]
    return [*added, *unit_costs]


def _service(months: Sequence[Month]) -> list[Column]:
    """Replicas, their use and the waits of requests."""
    fields: Sequence[tuple[str, Kind, str]] = (
        ("Replicas", "count", "replicas"),
        ("Base replicas", "count", "base_replicas"),
        ("Utilisation", "share", "utilization_fraction"),
        ("Median wait, s", "number", "wait_p50_seconds"),
        ("99th percentile wait, s", "number", "wait_p99_seconds"),
    )
    return [
        Column(title, kind, [getattr(month, field) for month in months])
        for title, kind, field in fields
    ]


def _spreads(answer: TcoAnswer, ledger: Ledger) -> list[Column]:
    """Percentiles of the total of every month, where they are asked for."""
    if answer.uncertainty is None:
        return []
    drawn = answer.uncertainty.months
    return [
        Column(
            f"Total, {name}", "money", ledger.converted([getattr(month, name) for month in drawn])
        )
        for name in ("p10", "p50", "p90")
    ]


def _in_year(name: str) -> str:
    """The sum of a named range over the months of a year."""
    return f'=SUMIFS({name},{START},">="&$B{{row}},{START},"<="&$C{{row}})'


def _span(year: int, start_month: int) -> tuple[date, date]:
    """The first and the last day of a year that begins in a month, by the year of its end."""
    if start_month == 1:
        return date(year, 1, 1), date(year, 12, 31)
    last = start_month - 1
    return date(year - 1, start_month, 1), date(year, last, monthrange(year, last)[1])
