"""The sheets of a service that tell what is bought and at which prices."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pricing.tco.answer import TcoAnswer
from pricing.tco.answer_capacity import PurchaseUse
from service.formats.workbooks.appendices import PRICES, day, priced, records
from service.formats.workbooks.book import Book
from service.formats.workbooks.kinds import Kind

COMMITMENTS: Mapping[str, Kind] = {
    "Option": "name",
    "From": "month",
    "Months": "count",
    "Replicas": "count",
    "Upfront": "name",
    "Paid upfront": "usd",
    "USD per device-hour": "usd_price",
    "Cost of the term": "usd",
    "Of it beyond the horizon": "usd",
    "Utilisation": "share",
    "Coverage": "share",
    "Break-even utilisation": "share",
}

HOLDINGS: Mapping[str, Kind] = {
    "Devices bought": "name",
    "From": "month",
    "Until": "month",
    "Devices": "count",
    "Book value": "usd_price",
    "Purchase price": "usd",
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


def commitments_sheet(book: Book, answer: TcoAnswer) -> None:
    """Terms of committed capacity and devices that are bought, with their use."""
    sheet, bought = book.sheet("Commitments"), answer.purchase
    terms = [
        (
            *(one.option, day(one.from_month), one.months, one.replicas),
            *(one.upfront, one.upfront_usd),
            *(one.usd_per_device_hour, one.usd, one.usd_beyond_horizon),
            *(one.utilization_fraction, one.coverage_fraction, one.break_even_utilization_fraction),
        )
        for one in bought.commitments
    ]
    table = records(book, sheet, COMMITMENTS, terms)
    row = table.next_row
    if not terms:
        sheet.write_string(1, 0, "Nothing is committed.", book.note)
    if terms or bought.usd_beyond_horizon:
        row = records(book, sheet, USE, _use(bought), top=row).next_row
    if bought.holdings:
        held = [
            (
                *(one.device, day(one.from_month), day(one.to_month)),
                *(one.device_count, one.book_usd, one.usd),
            )
            for one in bought.holdings
        ]
        row = records(book, sheet, HOLDINGS, held, top=row).next_row
    if answer.contracts:
        periods = [
            (
                *(one.name, day(period.to_month), period.covered_usd, period.discount_usd),
                *(period.counted_usd, period.minimum_usd, period.shortfall_usd),
                period.discount_fraction,
            )
            for one in answer.contracts
            for period in one.periods
        ]
        row = records(book, sheet, CONTRACTS, periods, top=row).next_row
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
    return [
        ("Coverage: of the running replica-hours", bought.coverage_fraction, None),
        ("Use: of the committed replica-hours", bought.commitment_utilization_fraction, None),
        ("Most that another ladder could save", None, bought.optimality_gap_usd),
        ("Due after the horizon, in the last month", None, bought.usd_beyond_horizon),
    ]


def prices(answer: TcoAnswer) -> Iterator[Sequence[Any]]:
    """The prices of what is committed and of what is rented by the hour."""
    bought = answer.purchase
    for use, price in (("First term", bought.base), ("By the hour, first month", bought.burst)):
        if price is not None:
            yield priced(use, price)
    for replica in answer.replicas:
        use = f"Replica from {replica.from_month}: {replica.device_count} × {replica.device}"
        yield (use, replica.usd_per_device_hour, *(None,) * (len(PRICES) - 2))


def apis(answer: TcoAnswer) -> Iterator[Sequence[Any]]:
    """The prices per token of the alternatives that are APIs."""
    for other in answer.alternatives:
        if other.prices is not None:
            yield (
                *(other.name, other.prices.usd_per_million_input_tokens),
                other.prices.usd_per_million_cached_input_tokens,
                other.prices.usd_per_million_output_tokens,
                *(other.prices.usd_per_request, other.prices.source),
            )
