"""Prices per token of APIs: the shape that readers yield, and what of it changes an overlay."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

from pricing.releases.sheet import Sheet

SAME = 1e-9
PRICES = tuple(
    f"{long}usd_per_million_{kind}_tokens"
    for long in ("", "long_")
    for kind in ("input", "cached_input", "output")
)
Row = dict[str, Any]


class ApiOffer(Struct, frozen=True, kw_only=True):
    """What a model costs at a provider; since: the day from which on, None where not told."""

    provider: str
    model: str
    usd_per_million_input_tokens: float
    usd_per_million_output_tokens: float
    usd_per_million_cached_input_tokens: float | None = None
    long_input_tokens: int | None = None
    long_usd_per_million_input_tokens: float | None = None
    long_usd_per_million_cached_input_tokens: float | None = None
    long_usd_per_million_output_tokens: float | None = None
    since: date | None = None
    notes: str | None = None


class ApiReading(Struct):
    """What a reader found: models of a file, offers, and why models are none."""

    feed: str
    source: str
    row_count: int = 0
    offers: list[ApiOffer] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)


def reconciled_apis(
    reading: ApiReading, table: Sheet, observed: date
) -> tuple[dict[str, Row], list[str], Counter[str]]:
    """Rows to add or replace by key, keys of rows to take out, and counts of changes."""
    rows: dict[str, Row] = {}
    gone: list[str] = []
    counts: Counter[str] = Counter()
    known: dict[tuple[str, str], list[Row]] = {}
    for row in table.frame.iter_rows(named=True):
        known.setdefault((row["provider"], row["model"]), []).append(row)
    offered = {(offer.provider, offer.model): offer for offer in reading.offers}
    for key, offer in offered.items():
        series = known.get(key, [])
        held = next((row for row in series if _holds(row, observed)), None)
        new = _row(offer, reading, observed, series)
        if held is not None and _is_same(held, new):
            counts["unchanged"] += 1
            continue
        counts["new" if held is None else "changed"] += 1
        if held is not None and held["effective_from"] < new["effective_from"]:
            rows[_key(held)] = {**held, "effective_to": new["effective_from"]}
            new["effective_to"] = held["effective_to"]
        rows[_key(new)] = new
    for key in known.keys() - offered.keys():
        for row in known[key]:
            if row["source"].startswith(reading.feed) and _holds(row, observed):
                counts["ended"] += 1
                if row["effective_from"] < observed:
                    rows[_key(row)] = {**row, "effective_to": observed}
                else:
                    gone.append(_key(row))
    return rows, gone, counts


def undoubted(reading: ApiReading) -> None:
    """Leave out models that a file has two prices of: which of them holds is not told."""
    prices: dict[tuple[str, str], set[tuple[float, float]]] = defaultdict(set)
    for offer in reading.offers:
        both = offer.usd_per_million_input_tokens, offer.usd_per_million_output_tokens
        prices[offer.provider, offer.model].add(both)
    offers, reading.offers = reading.offers, []
    for offer in offers:
        if len(prices[offer.provider, offer.model]) == 1:
            reading.offers.append(offer)
        else:
            reading.left_out["it has another price elsewhere in the file"] += 1


def _row(offer: ApiOffer, reading: ApiReading, observed: date, series: Iterable[Row]) -> Row:
    told = asdict(offer)
    since = told.pop("since")
    starts = [row["effective_from"] for row in series if row["effective_from"] <= observed]
    first = since if since and since < observed and not starts else observed
    if since and starts and max(starts) < since <= observed:
        first = since
    later = [row["effective_from"] for row in series if row["effective_from"] > first]
    return {
        **told,
        "effective_from": max([first, *starts]),
        "effective_to": min(later, default=None),
        "source": f"{reading.source}, {observed}",
        "confidence": "secondary",
    }


def _key(row: Row) -> str:
    return "/".join(map(str, (row["provider"], row["model"], row["effective_from"])))


def _holds(row: Row, day: date) -> bool:
    end = row["effective_to"]
    return bool(row["effective_from"] <= day and (end is None or day < end))


def _is_same(one: Row, other: Row) -> bool:
    """Whether two rows have the same prices."""
    if one["long_input_tokens"] != other["long_input_tokens"]:
        return False
    for name in PRICES:
        first, second = one[name], other[name]
        if (first is None) != (second is None):
            return False
        if first is not None and abs(first - second) > SAME * max(abs(second), 1.0):
            return False
    return True
