"""Compares offers with the prices of an overlay, and says which dated rows change.

A price that is as the tables have it changes nothing. Another one ends the row in force on the day
of the file, and begins a row. One that the overlay has of the same feed, and that the file lacks,
ends. Nothing before the day changes, but what was first observed on it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import log
from typing import Any

from msgspec.structs import replace

from pricing.catalog.names import normalised
from pricing.catalog.overlays.card_names import EVERYWHERE
from pricing.catalog.overlays.contract_prices import Series
from pricing.importers.currencies import convert
from pricing.importers.devices import Devices, Known
from pricing.importers.price_rows import (
    SAME,
    Price,
    holds,
    hourly,
    is_same,
    key_of,
    overlap,
    row_of,
    series_of,
    since_of,
)
from pricing.importers.readings import Asked, Offer, Reading
from pricing.importers.report import Report, Row
from pricing.releases.checks import SPOT_NOTE
from pricing.releases.sheet import Sheet

TOLD_LEAPS = 5
LINES_APART = 1 << 40
"""Between the line numbers of files that are read together."""

DESCRIBED = ("accelerator", "vcpu_count", "memory_gibibytes")
"""Columns of the instance itself, which its price does not change."""

LEAP = 2.0
"""From how many times on a price that changed is named."""


def reconciled(readings: Sequence[Reading], asked: Asked, observed: date | None) -> Report:
    """What the offers of readings change in the prices of an overlay.

    observed: the day of the files, where the caller says it.
    """
    readings = _joined(readings)
    day = observed or max((one.observed for one in readings if one.observed), default=asked.day)
    report, devices = Report(day), Devices(asked.catalog)
    for reading in readings:
        known_on = observed or reading.observed or day
        convert(reading, asked.catalog, known_on)
        _reconcile(reading, devices, asked.catalog.release.sheets["prices"], report, known_on)
    return report


def _reconcile(
    reading: Reading, devices: Devices, prices: Sheet, report: Report, observed: date
) -> None:
    """Take up what the offers of a reading, all in dollars, change on a day."""
    reading.offers = _spelt(reading.offers, prices)
    series = _by_series(reading, devices, report)
    table = _Table(prices, report)
    for key, price in series.items():
        table.take(key, price, reading, observed)
    if reading.ends and not series:
        reading.remarks.append("no price is in the file: none is ended by it")
    elif reading.ends:
        table.end_missing(series, reading, observed)
        if (ended := table.counts["ended"]) > len(series):
            reading.remarks.append(f"{ended:,} prices end, which the file lacks: is it whole?")
    table.note_dear_spot()
    report.counts += table.counts
    report.row_count += reading.row_count
    report.line_count += len(reading.lines)
    report.left_out_prices += Counter(reading.left_out_prices)
    report.remarks += [*reading.remarks, *_leaps_in_words(table.leaps)]


def _spelt(offers: Iterable[Offer], prices: Sheet) -> list[Offer]:
    """Offers with instance types as the tables spell them."""
    pairs = prices.frame.select("provider", "instance_type").unique().iter_rows()
    known = {(provider, normalised(name)): name for provider, name in pairs}
    return [
        offer
        if (name := known.get((offer.provider, normalised(offer.instance_type)))) is None
        or name == offer.instance_type
        else replace(offer, instance_type=name)
        for offer in offers
    ]


def _by_series(reading: Reading, devices: Devices, report: Report) -> dict[Series, Price]:
    """The one price of each series, and which lines have one."""
    groups: dict[Series, list[tuple[Offer, Known]]] = defaultdict(list)
    reasons = dict(reading.left_out)
    known_of: dict[tuple[Any, ...], Known | str] = {}
    for offer in reading.offers:
        told = (
            *(offer.provider, offer.instance_type, offer.accelerator, offer.count, offer.label),
            offer.memory_gibibytes,
        )
        if told not in known_of:
            known_of[told] = devices.of(offer)
        known = known_of[told]
        if isinstance(known, str):
            reasons.setdefault(offer.line, known)
        else:
            groups[Series(offer.provider, offer.region, offer.instance_type, offer.option)].append(
                (offer, known)
            )
    series, mapped = {}, set()
    for key, group in groups.items():
        if len({known.device for _, known in group}) > 1:
            for offer, _ in group:
                reasons.setdefault(
                    offer.line, f"its place has {offer.instance_type} with several devices"
                )
            continue
        series[key] = _price(group)
        mapped |= {offer.line for offer, _ in group}
    report.mapped += len(mapped)
    unread = reading.lines - mapped
    report.left_out += Counter(reasons.get(line, "it says no price") for line in unread)
    return series


def _price(group: Sequence[tuple[Offer, Known]]) -> Price:
    """The lower median over zones, with their range in the notes."""
    ordered = sorted(group, key=lambda one: one[0].usd_per_hour)
    offer, known = ordered[(len(ordered) - 1) // 2]
    low, high = ordered[0][0].usd_per_hour, ordered[-1][0].usd_per_hour
    notes = [offer.notes, known.notes]
    if high > low * (1.0 + SAME):
        kind = "zones" if offer.zone else "offers"
        notes.append(f"median of {len(ordered)} {kind} (min {low:.6g}, max {high:.6g})")
    days = [one.since for one, _ in group if one.since is not None]
    joined = "; ".join(filter(None, notes)) or None
    return Price(offer, known, offer.usd_per_hour, joined, max(days) if days else None)


class _Table:
    """The rows of a table by series, as an import changes them.

    leaps: prices that changed much, as multiples of those before; counts: as of a report.
    """

    def __init__(self, prices: Sheet, report: Report) -> None:
        self._report = report
        self.leaps: dict[str, float] = {}
        self.counts: Counter[str] = Counter()
        self._rows: dict[Series, list[Row]] = defaultdict(list)
        self._own: set[str] = set()
        self._touched: set[Series] = set()
        for at, row in enumerate(prices.frame.iter_rows(named=True)):
            self._rows[series_of(row)].append(row)
            if prices.own is not None and prices.own[at]:
                self._own.add(key_of(row))

    def take(self, key: Series, price: Price, reading: Reading, observed: date) -> None:
        """Take a price up that holds on a day."""
        rows = self._rows[key]
        held = next((row for row in rows if holds(row, observed)), None)
        if held is not None and is_same(held, price):
            self.counts["unchanged"] += 1
            return
        since = since_of(rows, price, observed)
        if held is None:
            later = [row["effective_from"] for row in rows if row["effective_from"] > since]
            end = min(later, default=None)
            self._add(row_of(key, price, reading, observed, since, end))
            self.counts["new"] += 1
            self._end_everywhere(key, since)
            return
        start, end = since, held["effective_to"]
        if held["effective_from"] < since:
            self._end(held, since)
        else:
            rows.remove(held)
            start = held["effective_from"]
        row = row_of(key, price, reading, observed, start, end)
        known = {name: held[name] for name in DESCRIBED if not row[name]}
        self._add(row | known)  # a file may say less of an instance than the tables do
        self.counts["changed"] += 1
        ratio = price.usd_per_hour / price.known.count / hourly(held)
        if not 1.0 / LEAP < ratio < LEAP:
            self.leaps["/".join(key)] = ratio

    def _end_everywhere(self, key: Series, day: date) -> None:
        """End a price for all regions where the file has those of regions."""
        whole = key._replace(region=EVERYWHERE)
        for row in tuple(self._rows.get(whole, ())) if key.region != EVERYWHERE else ():
            if holds(row, day) and row["effective_from"] < day:
                self._end(row, day)
                self.counts["ended"] += 1

    def end_missing(self, series: Mapping[Series, Price], reading: Reading, observed: date) -> None:
        """End the prices of the same feed that the file lacks."""
        for key in self._rows.keys() - series.keys():
            for row in tuple(self._rows[key]):
                is_of_feed = key_of(row) in self._own and row["source"].startswith(reading.feed)
                if not is_of_feed or not holds(row, observed):
                    continue
                self.counts["ended"] += 1
                if row["effective_from"] < observed:
                    self._end(row, observed)
                else:
                    self._rows[key].remove(row)
                    self._report.gone.append(key_of(row))

    def note_dear_spot(self) -> None:
        """Say of spot prices above an on-demand price beside them that they are."""
        for place in {key._replace(option="spot") for key in self._touched}:
            beside = self._rows.get(place._replace(option="on_demand"), ())
            for row in tuple(self._rows.get(place, ())):
                if SPOT_NOTE in (row["notes"] or "") or row["contract"] is not None:
                    continue
                if any(overlap(row, one) and hourly(row) > hourly(one) for one in beside):
                    notes = "; ".join(filter(None, (row["notes"], f"{SPOT_NOTE} beside it")))
                    self._rows[place].remove(row)
                    self._add({**row, "notes": notes})

    def _end(self, row: Row, day: date) -> None:
        self._rows[series_of(row)].remove(row)
        self._add({**row, "effective_to": day})

    def _add(self, row: Row) -> None:
        self._report.rows[key_of(row)] = row
        self._rows[series_of(row)].append(row)
        self._touched.add(series_of(row))


def _leaps_in_words(leaps: Mapping[str, float]) -> list[str]:
    """The prices that changed most, in words."""
    ordered = sorted(leaps.items(), key=lambda one: -abs(log(one[1])))
    told = ", ".join(f"{key} ({ratio:.2g} times)" for key, ratio in ordered[:TOLD_LEAPS])
    return [f"{len(leaps):,} prices at least doubled or halved: {told}"] if leaps else []


def _joined(readings: Sequence[Reading]) -> list[Reading]:
    """Readings with those of one feed as one: what one file lacks another may have."""
    joined: dict[str, Reading] = {}
    for number, reading in enumerate(readings):
        apart = number * LINES_APART
        known = joined.setdefault(reading.feed, Reading(reading.feed, reading.source))
        known.row_count += reading.row_count
        known.lines |= {line + apart for line in reading.lines}
        known.offers += [replace(offer, line=offer.line + apart) for offer in reading.offers]
        known.left_out |= {line + apart: why for line, why in reading.left_out.items()}
        known.left_out_prices += reading.left_out_prices
        known.remarks += reading.remarks
        known.confidence, known.ends = reading.confidence, reading.ends
        days = [day for day in (known.observed, reading.observed) if day is not None]
        known.observed = max(days, default=None)
    return list(joined.values())
