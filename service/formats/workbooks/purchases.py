"""The sheets of a service that tell what is bought and at which prices."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pricing.tco.answer import TcoAnswer
from pricing.tco.answer_capacity import PurchaseUse
from service.formats.workbooks.appendices import PRICES, Fields, day, listed, priced, records
from service.formats.workbooks.book import Book
from service.formats.workbooks.kinds import Kind

COMMITMENTS: Fields = {
    "Option": ("name", "option"),
    "From": ("month", "from_month"),
    "Months": ("count", "months"),
    "Replicas": ("count", "replicas"),
    "Upfront": ("word", "upfront"),
    "Paid upfront": ("usd", "upfront_usd"),
    "USD per device-hour": ("usd_price", "usd_per_device_hour"),
    "Cost of the term": ("usd", "usd"),
    "Of it beyond the horizon": ("usd", "usd_beyond_horizon"),
    "Utilisation": ("share", "utilization_fraction"),
    "Coverage": ("share", "coverage_fraction"),
    "Break-even utilisation": ("share", "break_even_utilization_fraction"),
}

HOLDINGS: Fields = {
    "Devices bought": ("name", "device"),
    "From": ("month", "from_month"),
    "Until": ("month", "to_month"),
    "Devices": ("count", "device_count"),
    "Book value": ("usd_price", "book_usd"),
    "Purchase price": ("usd", "usd"),
}

CONTRACTS: Mapping[str, Kind] = {
    "Contract": "name",
    "Up to": "month",
    "Covered": "usd",
    "Discount": "usd",
    "Counts": "usd",
    "Minimum": "usd",
    "Shortfall": "usd",
    "Discount share": "share",
}
SUMMED = [title for title, kind in CONTRACTS.items() if kind == "usd"]
"""Columns of contracts with a sum over their periods."""


def commitments_sheet(book: Book, answer: TcoAnswer) -> None:
    """Terms of committed capacity and devices that are bought, with their use."""
    sheet, bought = book.sheet("Commitments"), answer.purchase
    row = listed(book, sheet, COMMITMENTS, bought.commitments).next_row
    if not bought.commitments:
        sheet.write_string(1, 0, "Nothing is committed.", book.note)
    if bought.commitments or bought.usd_beyond_horizon:
        row = records(book, sheet, USE, _use(bought), top=row).next_row
    if bought.holdings:
        row = listed(book, sheet, HOLDINGS, bought.holdings, top=row).next_row
    if answer.contracts:
        periods = [
            (
                *(one.name, day(period.to_month), period.covered_usd, period.discount_usd),
                *(period.counted_usd, period.minimum_usd or None),
                period.shortfall_usd if period.minimum_usd else None,
                period.discount_fraction,
            )
            for one in answer.contracts
            for period in one.periods
        ]
        row = records(book, sheet, CONTRACTS, periods, top=row, summed=SUMMED).next_row
    if bought.spot is not None:
        shown: Mapping[str, Kind] = {"Spot": "name", "Value": "number"}
        risks = [
            ("Preemptions per instance-hour", bought.spot.preemptions_per_instance_hour),
            ("Share of the requests on spot", bought.spot.spot_share_fraction),
            ("Share at risk without cover", bought.spot.at_risk_fraction),
            ("Cover replicas", bought.spot.cover_replicas),
            ("Share of the time covered", bought.spot.covered_fraction),
        ]
        records(book, sheet, shown, risks, top=row)


USE: Mapping[str, Kind] = {"All commitments": "name", "Share": "share", "USD": "usd"}


def _use(bought: PurchaseUse) -> Sequence[Sequence[Any]]:
    """What all commitments serve, how far they are used, and how near the best plan they are."""
    rows = [
        ("Coverage: of the running replica-hours", bought.coverage_fraction, None),
        ("Use: of the committed replica-hours", bought.commitment_utilization_fraction, None),
        ("Most that another ladder could save", None, bought.optimality_gap_usd),
        ("Due after the horizon, in the last month", None, bought.usd_beyond_horizon),
    ]
    return [row for row in rows if row[1:] != (None, None)]


def prices(answer: TcoAnswer) -> Iterator[Sequence[Any]]:
    """The prices of what is committed and of what is rented by the hour."""
    bought = answer.purchase
    for use, price in (("First term", bought.base), ("By the hour, first month", bought.burst)):
        if price is not None:
            yield priced(use, price)
    for replica in answer.replicas:
        use = f"Replica from {replica.from_month}: {replica.device_count} × {replica.device}"
        yield (use, replica.usd_per_device_hour, *(None,) * (len(PRICES) - 2))
