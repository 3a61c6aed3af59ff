"""Collected prices with the days on which they held: a row a price, each with its source.

As collections of price facts are kept: instances in the words of their providers, and the first day
on which somebody saw a price. A later row of the same price is that price, seen again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.overlays.contract_prices import Series
from pricing.importers.currencies import Exchange
from pricing.importers.devices import Devices, Known
from pricing.importers.price_rows import SAME, columns_of, holds, is_alike, key_of, series_of
from pricing.importers.readings import (
    USD,
    Asked,
    Offer,
    catalogue_frame,
    day_of,
    number_of,
    whole_of,
)
from pricing.importers.report import Report, Row
from pricing.releases.columns import CONFIDENCES
from pricing.releases.prices import OPTIONS

MAKER = "collected"
NEEDED = (
    *("provider", "region", "instance_type", "accelerator", "purchase_option", "usd_per_hour"),
    *("effective_from", "source"),
)
OPTIONAL = (
    *("accelerator_count", "vcpus", "memory_gib", "effective_to", "confidence", "date_quality"),
    *("notes", "currency", "device"),
)
"""`currency`: of usd_per_hour, where it is none of dollars. `device`: which one is meant, where the
word of the provider may mean several."""

QUALITIES = ("announced", "first observed")


class DatedPrice(Struct, frozen=True):
    """A price that held from a day on, up to another or until now."""

    offer: Offer
    known: Known
    start: date
    end: date | None
    source: str
    confidence: str
    date_quality: str


def collected(paths: Iterable[Path], asked: Asked) -> Report:
    """What the prices of files change in the table: in the order of their days, series by series.

    Raises CatalogError for a file that is none.
    """
    report = Report(asked.day)
    prices = _prices(paths, asked, report)
    report.observed = max((price.start for price in prices), default=asked.day)
    report.line_count = report.row_count
    known: dict[Series, list[Row]] = defaultdict(list)
    for row in asked.catalog.frames["prices"].iter_rows(named=True):
        known[series_of(row)].append(row)
    for price in sorted(prices, key=lambda one: (one.start, one.offer.line)):
        offer = price.offer
        series = Series(offer.provider, offer.region, offer.instance_type, offer.option)
        _take(series, price, known[series], report)
    return report


def _prices(paths: Iterable[Path], asked: Asked, report: Report) -> list[DatedPrice]:
    """The prices of files.

    A device that the words of a row leave open is found by the other rows, as it would be once they
    are in the tables.
    """
    devices, prices = Devices(asked.catalog), list[DatedPrice]()
    rows: list[tuple[DatedPrice, str]] = []
    for path in paths:
        frame = catalogue_frame(path, maker=MAKER, needed=NEEDED, optional=OPTIONAL)
        report.row_count += frame.height
        for line, row in enumerate(frame.iter_rows(named=True), start=2):
            price = _price(line, row, asked)
            if isinstance(price, str):
                report.left_out[price] += 1
            else:
                rows.append((price, row.get("device") or row["accelerator"]))
    while rows:
        known = [_with_device(price, name, devices) for price, name in rows]
        found = [one for one in known if isinstance(one, DatedPrice)]
        if not found:
            report.left_out += Counter(one for one in known if isinstance(one, str))
            break
        prices += found
        for one in found:
            devices.learn(one.offer, one.known)
        rows = [row for row, one in zip(rows, known, strict=True) if isinstance(one, str)]
    return prices


def _with_device(price: DatedPrice, name: str, devices: Devices) -> DatedPrice | str:
    """A price with the device that a name means, or why it is none."""
    known = devices.of(replace(price.offer, accelerator=name))
    return known if isinstance(known, str) else replace(price, known=known)


def _price(line: int, row: Mapping[str, str], asked: Asked) -> DatedPrice | str:
    """The price of a row without its device, or why it is none."""
    start, amount = day_of(row["effective_from"]), number_of(row["usd_per_hour"])
    end = day_of(row.get("effective_to"))
    reasons = (
        (row["purchase_option"] not in OPTIONS, f"its option is {row['purchase_option']}"),
        (start is None, "effective_from is no day"),
        (bool(row.get("effective_to")) and end is None, "effective_to is no day"),
        (start is not None and end is not None and end <= start, "it ends before it begins"),
        (not amount, "it has no price"),
        (not row["source"], "it has no source"),
    )
    reason = next((reason for fails, reason in reasons if fails), None)
    if reason is not None or start is None or amount is None:
        return str(reason)
    offer = Exchange(asked.catalog, start).in_dollars(
        Offer(
            line=line,
            provider=row["provider"],
            region=row["region"] or "global",
            instance_type=row["instance_type"],
            option=row["purchase_option"],
            usd_per_hour=amount,
            accelerator=row["accelerator"],
            count=number_of(row.get("accelerator_count")) or 0.0,
            vcpu_count=whole_of(row.get("vcpus")),
            host_gibibytes=number_of(row.get("memory_gib")) or None,
            notes=row.get("notes") or None,
            currency=row.get("currency") or USD,
        )
    )
    if isinstance(offer, str):
        return offer
    quality, confidence = row.get("date_quality"), row.get("confidence")
    return DatedPrice(
        offer=offer,
        known=Known("", 0.0),
        start=start,
        end=end,
        source=row["source"],
        confidence=confidence if confidence in CONFIDENCES else CONFIDENCES[-1],
        date_quality=quality if quality in QUALITIES else QUALITIES[-1],
    )


def _take(series: Series, price: DatedPrice, rows: list[Row], report: Report) -> None:
    """Take a price up: seen again, in the place of the one in force, or where there is none."""
    report.mapped += 1
    held = next((row for row in rows if holds(row, price.start)), None)
    if held is not None and is_alike(held, price.offer.usd_per_hour, price.known, SAME):
        seen = held["last_observed"] or held["effective_from"]
        ends = price.end is not None and held["effective_to"] is None
        if seen >= price.start and not ends:
            report.counts["unchanged"] += 1
            return
        held["last_observed"] = max(seen, price.start)
        held["effective_to"] = price.end if ends else held["effective_to"]
        report.counts["ended" if ends else "unchanged"] += 1
        report.rows[key_of(held)] = held
        return
    later = [row["effective_from"] for row in rows if row["effective_from"] > price.start]
    last = [day for day in (price.end, *later) if day is not None]
    offer = price.offer
    new = columns_of(
        series,
        offer,
        price.known,
        effective_from=price.start,
        effective_to=min(last, default=None),
        usd_per_hour=offer.usd_per_hour,
        date_quality=price.date_quality,
        source=price.source,
        confidence=price.confidence,
        notes="; ".join(filter(None, (offer.notes, price.known.notes))) or None,
        last_observed=None,
    )
    if held is None:
        report.counts["new"] += 1
    else:
        report.counts["changed"] += 1
        if held["effective_from"] == price.start:
            rows.remove(held)
        else:
            held["effective_to"] = price.start
            report.rows[key_of(held)] = held
    rows.append(new)
    report.rows[key_of(new)] = new
