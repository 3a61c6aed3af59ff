"""The sheets that every workbook ends with: what moves, fixes and proves the figures."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct

from pricing.catalog.rows import Assumption
from pricing.quote.answer import Driver, Price, Provenance
from pricing.quote.currencies.conversion import ConvertedAmounts
from pricing.tco.answer import AlternativeCost
from pricing.tco.currencies.answer import Converted
from service.formats.workbooks.book import Book, Column, Table
from service.formats.workbooks.kinds import DAYS, Kind

AT_LOW, AT_HIGH = "At low, less the answer", "At high, less the answer"
"""Changes of a figure by an assumption at the ends of its range, as they are drawn."""

PART_LENGTH = 30_000
"""The most characters of a question in one cell: a cell holds 32,767."""

JSON_NAME = "question_json"
"""The name of the cell in which the question begins."""

JSON_ROW = 2
"""The row of that cell, counted from 0."""


def records(
    book: Book,
    sheet: Any,
    shown: Mapping[str, Kind],
    rows: Sequence[Sequence[Any]],
    *,
    top: int = 0,
    summed: Collection[str] = (),
) -> Table:
    """A table, a row for each record; shown: title and kind of each column; summed: with a sum."""
    cells = list(zip(*rows, strict=True)) if rows else [()] * len(shown)
    columns = [
        Column(title, kind, own, total=sum(filter(None, own)) if title in summed else None)
        for (title, kind), own in zip(shown.items(), cells, strict=True)
    ]
    return book.table(sheet, columns, top=top)


Fields = Mapping[str, tuple[Kind, str]]
"""Columns of a table by title: the kind of each, and the field that it shows, dotted if nested."""


def listed(book: Book, sheet: Any, fields: Fields, items: Sequence[Any], *, top: int = 0) -> Table:
    """A table of fields without sums, a row for each item. Days are told as dates."""
    kinds = {title: kind for title, (kind, _) in fields.items()}
    rows = [
        [
            day(value) if kind in DAYS else value
            for kind, path in fields.values()
            for value in [attrgetter(path)(one)]
        ]
        for one in items
    ]
    return records(book, sheet, kinds, rows, top=top)


def drivers_sheet(book: Book, drivers: Sequence[Driver] | None) -> None:
    """The assumptions that move the figure most, with the figure at the ends of their ranges."""
    sheet = book.sheet("Drivers")
    shown: Mapping[str, Kind] = {
        "Driver": "name",
        "Assumption": "name",
        "Unit": "word",
        "Value": "number",
        "Low": "number",
        "High": "number",
        "Figure": "word",
        "USD as answered": "usd_price",
        "USD at low": "usd_price",
        "USD at high": "usd_price",
        "USD change": "usd_price",
        AT_LOW: "usd_price",
        AT_HIGH: "usd_price",
        "Without an answer": "text",
    }
    rows = [
        (
            *(one.name, one.key, one.unit, one.value, one.low, one.high, one.figure),
            *(one.usd, one.usd_at_low, one.usd_at_high, one.usd_change),
            *(None if end is None else end - one.usd for end in (one.usd_at_low, one.usd_at_high)),
            "; ".join(one.refusals) or None,
        )
        for one in drivers or ()
    ]
    table = records(book, sheet, shown, rows)
    sheet.fit_to_pages(1, 0)
    if drivers:
        book.tornado(sheet, table.next_row, table, "Driver", (AT_LOW, AT_HIGH))
    elif drivers is None:
        book.notes(sheet, table.next_row, ["The question does not ask for drivers."])
    else:
        text = "No assumption moves the figure by 1% or more within its range."
        book.notes(sheet, table.next_row, [text])


def assumptions_sheet(book: Book, assumptions: Sequence[Assumption]) -> None:
    """Every default that was used, with its range and its source."""
    listed(book, book.sheet("Assumptions"), ASSUMPTIONS, assumptions)


ASSUMPTIONS: Fields = {
    "Assumption": ("name", "key"),
    "Value": ("number", "value"),
    "Unit": ("word", "unit"),
    "Low": ("number", "low"),
    "High": ("number", "high"),
    "Confidence": ("word", "confidence"),
    "Source": ("text", "source"),
}

PRICES: Mapping[str, Kind] = {
    "Use": "name",
    "USD per device-hour": "usd_price",
    "Low": "usd_price",
    "High": "usd_price",
    "List": "usd_price",
    "Option": "word",
    "Basis": "word",
    "Contract": "word",
    "Provider": "word",
    "Region": "word",
    "Instance type": "word",
    "USD per instance-hour": "usd_price",
    "In force from": "date",
    "In force until": "date",
    "Last observed": "date",
    "Date is": "word",
    "Confidence": "word",
    "Selection": "name",
    "Source": "text",
    "Notes": "text",
    "Row": "name",
}
"""The columns of prices of devices."""


def priced(use: str, price: Price) -> tuple[Any, ...]:
    """A price as a row of PRICES."""
    row = price.row
    head = (
        *(use, price.usd_per_device_hour, price.usd_per_device_hour_low),
        *(price.usd_per_device_hour_high, price.list_usd_per_device_hour),
        *(price.option, price.basis, price.contract),
    )
    if row is None:
        return (*head, *(None,) * 9, price.selection, None, None, None)
    notes = "; ".join(filter(None, (row.notes, row.doubt))) or None
    return (
        *head,
        *(row.provider, row.region, row.instance_type, row.usd_per_hour),
        *map(day, (row.effective_from, row.effective_to, row.last_observed)),
        *(row.date_quality, row.confidence, price.selection, row.source, notes, row.id),
    )


APIS: Fields = {
    "Alternative": ("name", "name"),
    "USD per million input tokens": ("usd_price", "prices.usd_per_million_input_tokens"),
    "Cached input": ("usd_price", "prices.usd_per_million_cached_input_tokens"),
    "Output": ("usd_price", "prices.usd_per_million_output_tokens"),
    "USD per request": ("usd_price", "prices.usd_per_request"),
    "Source": ("text", "prices.source"),
}
"""The columns of prices per token."""

RATES: Fields = {
    "Currency": ("name", "currency"),
    "USD per unit": ("usd_price", "usd_per_currency_unit"),
    "Published on": ("date", "rate_day"),
    "Source": ("name", "rate_source"),
}
"""The columns of rates of exchange."""


def prices_sheet(
    book: Book,
    prices: Sequence[Sequence[Any]],
    others: Sequence[AlternativeCost],
    rate: ConvertedAmounts | Converted | None,
) -> None:
    """Every price with its row, its source, its days and its confidence."""
    sheet = book.sheet("Prices")
    row = records(book, sheet, PRICES, prices).next_row
    sold = [one for one in others if one.prices is not None]
    if sold:
        row = listed(book, sheet, APIS, sold, top=row).next_row
    if rate is not None:
        listed(book, sheet, RATES, [rate], top=row)


def question_sheet(book: Book, query: Struct, path: str) -> None:
    """The whole question as JSON, to be asked again, and field by field, to be read."""
    sheet = book.sheet("Question")
    text = msgspec.json.encode(query).decode()
    told = f"POST this JSON to {path}, the cells one after the other, for the same answer."
    book.notes(sheet, 0, [f"{told} Below is what is not null of it."])
    parts = [text[at : at + PART_LENGTH] for at in range(0, len(text), PART_LENGTH)]
    for row, part in enumerate(parts, start=JSON_ROW):
        sheet.write_string(row, 0, part, book.wrapped)
        sheet.set_row(row, 60)
    book.define(JSON_NAME, "Question", JSON_ROW, 0)
    book.widen(sheet, (50, 70))
    rows = [
        (name, _said(value))
        for name, value in spelled(msgspec.to_builtins(query))
        if value is not None
    ]
    shown: Mapping[str, Kind] = {"Field": "name", "Value": "text"}
    records(book, sheet, shown, rows, top=JSON_ROW + len(parts) + 1)
    sheet.fit_to_pages(1, 0)


def provenance_sheet(book: Book, provenance: Provenance) -> None:
    """What determines the answer."""
    rows = [(name, _said(value)) for name, value in spelled(msgspec.to_builtins(provenance))]
    shown: Mapping[str, Kind] = {"Provenance": "name", "Value": "text"}
    records(book, book.sheet("Provenance"), shown, rows)


def spelled(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every value within another by its dotted name, those of lists by their places.

    >>> list(spelled({"load": {"input_tokens": 8}, "generations": [{"date": "2027-01-01"}]}))
    [('load.input_tokens', 8), ('generations.0.date', '2027-01-01')]
    """
    if isinstance(value, Mapping):
        parts: Any = value.items()
    elif isinstance(value, list | tuple):
        parts = enumerate(value)
    else:
        yield name, value
        return
    for key, part in parts:
        yield from spelled(part, f"{name}.{key}".removeprefix("."))


def day(text: str | None) -> date | None:
    """A day, or the first day of a month, None for none."""
    return None if text is None else day_of(text)


def day_of(text: str) -> date:
    """A day, or the first day of a month, of the calendar.

    >>> day_of("2026-08")
    datetime.date(2026, 8, 1)
    """
    return date.fromisoformat(text if text.count("-") > 1 else f"{text}-01")


def _said(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
