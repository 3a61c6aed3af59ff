"""The workbook of a training run."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.answer_options import RunOption
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.weighing.ranking import place_of
from service.formats.currency import money_of
from service.formats.workbooks.appendices import (
    PRICES,
    assumptions_sheet,
    day,
    drivers_sheet,
    priced,
    prices_sheet,
    provenance_sheet,
    question_sheet,
    records,
)
from service.formats.workbooks.book import Book, Column, Table, letters
from service.formats.workbooks.cents import CENTS, row_cents
from service.formats.workbooks.certainty import CERTAINTY, certainty_figures, certainty_sheet
from service.formats.workbooks.kinds import Kind
from service.formats.workbooks.months import titled
from service.formats.workbooks.run_cash import run_cash_sheet
from service.formats.workbooks.summary import Figure, Page, sentences

PATH = "/v1/training/run-costs"
OPTIONS = "Options"

FIGURES: Mapping[str, tuple[Kind, str]] = {
    "Paid for this run": ("money", "paid_usd"),
    "With the whole commitment": ("money", "borne_usd"),
    "With the commitment pro rata": ("money", "amortised_usd"),
    "Price of a device-hour": ("price", "usd_per_device_hour"),
    "Device-hours": ("count", "device_hours"),
    "Wall clock, hours": ("count", "wall_clock_hours"),
    "Goodput": ("share", "goodput_fraction"),
    "Interruptions": ("quantity", "interruptions"),
    "Energy, kWh": ("count", "energy_kilowatt_hours"),
    "CO₂e, kg": ("count", "kilograms_co2e"),
}
"""What stands beside the items of an option: its kind, and the field that it is in."""

MONEY = ("money", "price")

TERMS: Mapping[str, Kind] = {
    "Option": "name",
    "Term, hours": "count",
    "Terms": "count",
    "Committed device-hours": "count",
    "Share of the run": "share",
    "Used share": "share",
    "USD upfront": "usd",
    "Run outlasts it": "share",
}

ENDS: Mapping[str, Kind] = {
    "Option": "name",
    "Ends": "date",
    "Ends at the 90th percentile": "date",
    "Wall clock, hours": "quantity",
    "At the 90th percentile": "quantity",
    "In time": "name",
}

PACES: Mapping[str, Kind] = {
    "Devices": "count",
    "Ends": "date",
    "Wall clock, hours": "quantity",
    "Goodput": "share",
    "MFU": "share",
    "USD": "usd",
    "In time": "name",
}


def run_book(answer: RunCostAnswer, query: RunCostQuery, words: str) -> bytes:
    """An answer as a workbook; query: with the release and the day that answered."""
    of = answer.provenance
    currency, rate = money_of(answer.converted)
    with Book(currency, f"Release {of.catalog}, prices of {of.as_of}") as book:
        title = f"Training {answer.model} on {answer.device_count:,} × {answer.device}"
        page = Page(book, title)
        options = _options_sheet(book, answer.options, rate)
        _items_sheet(book, answer.options)
        if answer.schedule is not None:
            _schedule_sheet(book, answer)
        run_cash_sheet(book, _names(answer.options), answer.options, rate, of.as_of)
        _commitments_sheet(book, answer.options)
        for place, one in enumerate(answer.options, start=1):
            certainty_sheet(book, one.confidence, rate, name=f"{CERTAINTY} {place}")
        drivers_sheet(book, answer.drivers)
        assumptions_sheet(book, answer.assumptions)
        prices_sheet(book, list(_prices(answer.options)), (), answer.converted)
        question_sheet(book, query, PATH)
        provenance_sheet(book, of)
        _summarise(page, book, answer, words, options, rate)
    return book.bytes


def _names(options: Sequence[RunOption]) -> list[str]:
    """What tells the options apart: how and where they are bought."""
    return [
        " ".join(
            filter(None, (f"{one.purchase_index + 1}. {one.option}", one.provider, one.region))
        )
        for one in options
    ]


def _options_sheet(book: Book, options: Sequence[RunOption], rate: float) -> Table:
    """A row for each way of buying, and a column for each item, with totals by formula."""
    items = list(dict.fromkeys(item.name for one in options for item in one.line_items if item.usd))
    bills = [{item.name: item.usd / rate for item in one.line_items} for one in options]
    cents = [row_cents([bill.get(item, 0.0) for item in items]) for bill in bills]
    columns = [Column("Option", "name", _names(options), name="options")]
    columns += [
        Column(titled(item), "money", [row[at] / CENTS for row in cents], name=f"option_{item}")
        for at, item in enumerate(items)
    ]
    last = letters(columns)[columns[-1].title]
    columns.append(
        Column(
            "Expected cost",
            "money",
            [sum(row) / CENTS for row in cents],
            formula=f"=SUM(B{{row}}:{last}{{row}})" if items else "",
            name="option_total",
        )
    )
    columns += [
        Column(f"Cost, {name}", "money", [getattr(one.usd, name) / rate for one in options])
        for name in ("p10", "p50", "p90")
    ]
    columns += [
        Column(
            title, kind, [getattr(one, field) / (rate if kind in MONEY else 1.0) for one in options]
        )
        for title, (kind, field) in FIGURES.items()
    ]
    return book.table(book.sheet(OPTIONS), columns)


def _items_sheet(book: Book, options: Sequence[RunOption]) -> None:
    """What each item is the product of, in dollars."""
    shown: Mapping[str, Kind] = {
        "Option": "name",
        "Item": "name",
        "Quantity": "quantity",
        "Unit": "word",
        "USD per unit": "usd_price",
        "USD": "usd",
        "Formula": "name",
        "Price": "text",
    }
    rows = [
        (
            *(name, titled(item.name), item.quantity, item.unit),
            *(item.usd_per_unit, item.usd, item.formula, item.source),
        )
        for name, one in zip(_names(options), options, strict=True)
        for item in one.line_items
    ]
    records(book, book.sheet("Items"), shown, rows)


def _schedule_sheet(book: Book, answer: RunCostAnswer) -> None:
    """When each option ends, and what other counts of devices take and cost."""
    schedule, sheet = answer.schedule, book.sheet("Schedule")
    if schedule is None:
        return
    ends = [
        (
            *(name, day(one.ends), day(one.ends_high)),
            *(one.wall_clock_hours, one.wall_clock_hours_high, _yes(one.keeps_limit)),
        )
        for name, one in zip(_names(answer.options), schedule.options, strict=True)
    ]
    row = records(book, sheet, ENDS, ends).next_row
    paces = [
        (
            *(one.device_count, day(one.ends), one.wall_clock_hours, one.goodput_fraction),
            *(one.mfu_fraction, one.usd, _yes(one.keeps_limit)),
        )
        for one in schedule.paces
    ]
    records(book, sheet, PACES, paces, top=row)


def _commitments_sheet(book: Book, options: Sequence[RunOption]) -> None:
    """What each option commits to beyond the run."""
    rows = [
        (
            *(name, terms.term_hours, terms.term_count, terms.committed_device_hours),
            *(terms.run_share_fraction, terms.use_fraction, terms.upfront_usd),
            terms.outlasted_fraction,
        )
        for name, one in zip(_names(options), options, strict=True)
        if (terms := one.commitment) is not None
    ]
    records(book, book.sheet("Commitments"), TERMS, rows)


def _prices(options: Sequence[RunOption]) -> Iterator[Sequence[Any]]:
    """The price of every option, and of every part of a mix."""
    for name, one in zip(_names(options), options, strict=True):
        if one.price is not None:
            yield priced(name, one.price)
        for part in one.parts:
            yield priced(f"{name}: {part.device_fraction:.0%} {part.option}", part.price)
        if one.price is None and not one.parts:
            yield (name, one.usd_per_device_hour, *(None,) * (len(PRICES) - 2))


def _summarise(
    page: Page, book: Book, answer: RunCostAnswer, words: str, options: Table, rate: float
) -> None:
    page.words("In words", sentences(words))
    if answer.options:
        page.figures("Figures", list(_figures(answer, options, rate)))
        page.picture(_picture(book, options))
        page.table("Ways of buying", _ranking(answer, options, rate))
    if answer.unavailable:
        texts = [f"{one.option}: {one.reason} ({one.field})" for one in answer.unavailable]
        page.words("Without an answer", texts)
    page.words("Warnings", answer.warnings)
    page.end()


def _figures(answer: RunCostAnswer, options: Table, rate: float) -> Iterator[Figure]:
    """The cheapest way of buying: its cost, its time and its work."""
    cheapest = min(answer.options, key=place_of)
    at = answer.options.index(cheapest)
    cents = row_cents([item.usd / rate for item in cheapest.line_items])
    cell = f"='{OPTIONS}'!{options.letter('Expected cost')}{options.first_row + at + 1}"
    yield Figure("Cheapest", "name", _names(answer.options)[at])
    yield Figure("Expected cost", "money", sum(cents) / CENTS, formula=cell, name="total")
    for name in ("p10", "p50", "p90"):
        yield Figure(f"Cost, {name}", "money", getattr(cheapest.usd, name) / rate)
    yield from certainty_figures(cheapest.confidence, rate)
    for title, (kind, field) in FIGURES.items():
        value = getattr(cheapest, field)
        yield Figure(title, kind, value / rate if kind in MONEY else value)
    compute = answer.compute
    yield Figure("Training tokens", "count", compute.tokens)
    each = sum(cents) / CENTS / compute.tokens
    yield Figure("Per million training tokens", "price", each * 1e6)
    yield Figure("Model FLOPs", "number", compute.model_flops)
    yield Figure("MFU", "share", compute.mfu_fraction)


def _ranking(answer: RunCostAnswer, options: Table, rate: float) -> Sequence[Column]:
    """The options side by side, the cheapest first."""
    ranking, places = answer.ranking, [one.purchase_index for one in answer.options]
    order = [places.index(one.purchase_index) for one in ranking]
    names, letter = _names(answer.options), options.letter("Expected cost")
    bills = [row_cents([i.usd / rate for i in answer.options[at].line_items]) for at in order]
    return [
        Column("Way of buying", "name", [names[at] for at in order]),
        Column(
            "Expected cost",
            "money",
            [sum(bill) / CENTS for bill in bills],
            formulas=[f"='{OPTIONS}'!{letter}{options.first_row + at + 1}" for at in order],
        ),
        *(
            Column(title, "money", [getattr(one, f) / rate for one in ranking])
            for title, f in (
                ("One in ten exceeds", "p90_usd"),
                ("Paid for this run", "paid_usd"),
                ("More than the cheapest", "margin_usd"),
            )
        ),
    ]


def _picture(book: Book, options: Table) -> Any:
    """The options as bars, by item."""
    titles = list(options.columns)
    items = titles[1 : titles.index("Expected cost")]
    return book.bars(options, "Option", items, title=f"Expected cost, {book.currency}")


def _yes(value: bool | None) -> str | None:  # noqa: FBT001 - a field of an answer
    return None if value is None else "yes" if value else "no"
