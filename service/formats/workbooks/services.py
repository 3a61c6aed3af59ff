"""The workbook of a service over time."""

from collections.abc import Iterator, Sequence
from typing import Any

from pricing.tco.answer import AlternativeCost, TcoAnswer
from pricing.tco.query import TcoQuery
from service.formats.pictures.style import MOST_LINES
from service.formats.workbooks.appendices import (
    assumptions_sheet,
    day,
    drivers_sheet,
    prices_sheet,
    provenance_sheet,
    question_sheet,
)
from service.formats.workbooks.book import Book, Column, Table
from service.formats.workbooks.cents import CENTS, running_cents
from service.formats.workbooks.certainty import certainty_figures, certainty_sheet
from service.formats.workbooks.ledger import Ledger, ledger_of
from service.formats.workbooks.months import (
    FISCAL_YEARS,
    YEARS,
    alternative_title,
    cash_sheet,
    months_sheet,
    titled,
    years_sheet,
)
from service.formats.workbooks.purchases import commitments_sheet, prices
from service.formats.workbooks.summary import Figure, Page, sentences

PATH = "/v1/inference/tco"


def service_book(answer: TcoAnswer, query: TcoQuery, words: str) -> bytes:
    """An answer as a workbook; query: with the release and the day that answered."""
    ledger = ledger_of(answer)
    of = answer.provenance
    with Book(ledger.currency, f"Release {of.catalog}, prices of {of.as_of}") as book:
        page = Page(book, _title(answer))
        months = months_sheet(book, answer, ledger)
        years_sheet(book, ledger, answer.years, start_month=1, title=YEARS)
        years_sheet(
            book,
            ledger,
            answer.fiscal_years,
            start_month=query.fiscal_year_start_month,
            title=FISCAL_YEARS,
        )
        cash = cash_sheet(book, answer, ledger, months)
        commitments_sheet(book, answer)
        certainty_sheet(book, answer.confidence, _rate(answer), ledger.rates)
        drivers_sheet(book, answer.drivers)
        assumptions_sheet(book, answer.assumptions)
        prices_sheet(book, list(prices(answer)), answer.alternatives, answer.converted)
        question_sheet(book, query, PATH)
        provenance_sheet(book, of)
        _summarise(page, book, answer, ledger, words, months, cash)
    return book.bytes


def _rate(answer: TcoAnswer) -> float:
    """The mean rate of exchange over the months [USD for one unit]."""
    money = answer.converted
    return 1.0 if money is None or not money.total else answer.totals.usd_total / money.total


def _title(answer: TcoAnswer) -> str:
    what = answer.model or "A service"
    first = answer.replicas[0]
    return f"{what} on {first.device_count} × {first.device} a replica, from {answer.start} on"


def _summarise(
    page: Page,
    book: Book,
    answer: TcoAnswer,
    ledger: Ledger,
    words: str,
    months: Table,
    cash: Table,
) -> None:
    page.words("In words", sentences(words))
    page.figures("Figures", list(_figures(answer, ledger, months, cash)))
    page.picture(_picture(book, answer, ledger, months))
    page.table("Items", _items(ledger, months))
    if answer.alternatives:
        page.table("Alternatives", _alternatives(answer.alternatives, ledger, months))
    page.words("Warnings", answer.warnings)
    page.end()


def _figures(answer: TcoAnswer, ledger: Ledger, months: Table, cash: Table) -> Iterator[Figure]:
    """The total, what it is a month and a unit, and what it buys."""
    yield from _money(answer, ledger, months, cash)
    yield from _use(answer)


def _money(answer: TcoAnswer, ledger: Ledger, months: Table, cash: Table) -> Iterator[Figure]:
    """The total, what it is a month and a unit, and how sure it is."""
    totals, bought = answer.totals, answer.purchase
    total = int(ledger.totals.sum()) / CENTS
    ratio = total / totals.usd_total if totals.usd_total else 1.0
    cell = f"={months.total_cell('Total')}"
    yield Figure("Total", "money", total, formula=cell, name="total")
    yield Figure("First day", "date", day(answer.start))
    yield Figure(
        "Months, those in part by their days",
        "months",
        answer.horizon_months,
        name="horizon_months",
    )
    yield Figure(
        "Mean of a month",
        "money",
        total / answer.horizon_months,
        formula="=total/horizon_months",
        name="monthly_mean",
    )
    if bought.usd_beyond_horizon:
        yield Figure("Due after the horizon, in USD", "usd", bought.usd_beyond_horizon)
    yield Figure(
        "Present value of what is paid",
        "money",
        int(ledger.discounted.sum()) / CENTS,
        formula=f"={cash.total_cell('Present value')}",
        name="present_value",
    )
    for label, usd in (
        ("Per million tokens, input and output", totals.usd_per_million_tokens),
        ("Per request", totals.usd_per_request),
    ):
        yield Figure(label, "price", None if usd is None else usd * ratio)
    if answer.uncertainty is not None:
        for name in ("p10", "p50", "p90"):
            usd = getattr(answer.uncertainty.usd_total, name)
            yield Figure(f"Total in USD, {name}", "usd", usd)
    yield from certainty_figures(answer.confidence, _rate(answer))
    if not ledger.is_dollars:
        yield Figure("Total in USD", "usd", totals.usd_total, name="total_usd")


def _use(answer: TcoAnswer) -> Iterator[Figure]:
    """What is served and drawn, and how it is bought."""
    totals, bought = answer.totals, answer.purchase
    yield Figure("Requests", "count", totals.requests)
    yield Figure("Device-hours", "count", totals.device_hours)
    yield Figure("Most replicas", "count", answer.capacity.peak_replicas)
    held = max(month.base_replicas for month in answer.months)
    if held > answer.capacity.peak_replicas:
        yield Figure("Most replicas, owned or committed", "count", held)
    yield Figure("Utilisation", "share", totals.utilization_fraction)
    yield Figure("Energy, kWh", "count", totals.energy_kilowatt_hours)
    yield Figure("CO₂e, kg", "count", totals.kilograms_co2e)
    if answer.batch_tier is not None:
        yield Figure("Paid time that batch work fills", "share", answer.batch_tier.filled_fraction)
        for label, tier in (
            ("Per request of batch work, in USD", answer.batch_tier.batch),
            ("Per request beside batch work, in USD", answer.batch_tier.interactive),
        ):
            yield Figure(label, "usd_price", tier.usd_per_request)
    yield Figure("Purchase", "name", titled(bought.plan))
    if bought.all_on_demand_usd is not None:
        yield Figure("All on demand, in USD", "usd", bought.all_on_demand_usd)
        yield Figure("Saving over that", "share", bought.saving_fraction)


def _items(ledger: Ledger, months: Table) -> Sequence[Column]:
    """The items over the whole time, with their shares."""
    sums = [int(ledger.cells[:, at].sum()) / CENTS for at in range(len(ledger.items))]
    total = int(ledger.totals.sum()) / CENTS
    titles = [titled(item) for item in ledger.items]
    return [
        Column("Item", "name", titles),
        Column(
            "Cost",
            "money",
            sums,
            formulas=[f"={months.total_cell(title)}" for title in titles],
            total=total,
        ),
        Column(
            "Share",
            "share",
            [one / total if total else 0.0 for one in sums],
            formula="=IF(total=0,0,B{row}/total)",
        ),
    ]


def _alternatives(
    others: Sequence[AlternativeCost], ledger: Ledger, months: Table
) -> Sequence[Column]:
    """What the same requests cost elsewhere, and when that is as much."""
    titles = [alternative_title(place, other.name) for place, other in enumerate(others, start=1)]
    sums = [
        int(running_cents(ledger.converted([one.usd_total for one in other.months])).sum()) / CENTS
        for other in others
    ]
    total = int(ledger.totals.sum()) / CENTS
    return [
        Column("Alternative", "name", [other.name for other in others]),
        Column(
            "Cost", "money", sums, formulas=[f"={months.total_cell(title)}" for title in titles]
        ),
        Column(
            "More than the service",
            "money",
            [round(one - total, 2) for one in sums],
            formula="=B{row}-total",
        ),
        Column(
            "USD per million tokens",
            "usd_price",
            [other.usd_per_million_tokens for other in others],
        ),
        Column("Present value in USD", "usd", [other.usd_discounted for other in others]),
        Column("Break-even month", "month", [day(other.break_even_month) for other in others]),
        Column(
            "Break-even requests a day",
            "count",
            [other.break_even_requests_per_day for other in others],
        ),
    ]


def _picture(book: Book, answer: TcoAnswer, ledger: Ledger, months: Table) -> Any:
    """The months by item, with the alternatives as lines."""
    others = answer.alternatives[:MOST_LINES]
    return book.bars(
        months,
        "Month",
        [titled(item) for item in ledger.items],
        title=f"{ledger.currency} a month",
        lines=[alternative_title(place, other.name) for place, other in enumerate(others, 1)],
    )
