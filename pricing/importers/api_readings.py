"""Prices per token of APIs: the shape that readers yield, and what of it changes an overlay."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date

from msgspec import Struct, field
from msgspec.structs import asdict

from pricing.importers.price_rows import holds
from pricing.importers.readings import Asked
from pricing.importers.report import Report, Row

FREE = "it is listed as free"
"""Why a model whose output costs nothing is left out: an embedding, a router, or a free tier."""

SAME = 1e-9
PRICES = tuple(
    f"{long}usd_per_million_{kind}_tokens"
    for long in ("", "long_")
    for kind in ("input", "cached_input", "output")
)


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


def reconciled_apis(readings: Sequence[ApiReading], asked: Asked) -> Report:
    """What the offers of readings, which are of one feed, change in the table of an overlay."""
    report, observed, first = Report(asked.day, "models", "api_prices"), asked.day, readings[0]
    for reading in readings:
        report.row_count += reading.row_count
        report.left_out += reading.left_out
    offers = _undoubted([offer for one in readings for offer in one.offers], report)
    report.line_count, report.mapped = report.row_count, len(offers)
    known: dict[tuple[str, str], list[Row]] = {}
    for row in asked.catalog.frames["api_prices"].iter_rows(named=True):
        known.setdefault((row["provider"], row["model"]), []).append(row)
    offered = {(offer.provider, offer.model): offer for offer in offers}
    for key, offer in offered.items():
        series = known.get(key, [])
        held = next((row for row in series if holds(row, observed)), None)
        _put(report, held, _row(offer, first.source, observed, series))
    for key in known.keys() - offered.keys():
        for row in known[key]:
            if row["source"].startswith(first.feed) and holds(row, observed):
                _end(report, row, observed)
    return report


def _put(report: Report, held: Row | None, new: Row) -> None:
    """Report the price that an offer has on the day; held: the row of the table that holds then."""
    if held is None:
        report.counts["new"] += 1
    elif _is_same(held, new):
        report.counts["unchanged"] += 1
        return
    else:
        report.counts["changed"] += 1
        if held["effective_from"] < new["effective_from"]:
            report.rows[_key(held)] = {**held, "effective_to": new["effective_from"]}
            new["effective_to"] = held["effective_to"]
    report.rows[_key(new)] = new


def _end(report: Report, row: Row, observed: date) -> None:
    """Report a price that its feed no longer has on the day."""
    report.counts["ended"] += 1
    if row["effective_from"] < observed:
        report.rows[_key(row)] = {**row, "effective_to": observed}
    else:
        report.gone.append(_key(row))


def _undoubted(offers: Sequence[ApiOffer], report: Report) -> list[ApiOffer]:
    """Offers without models that files have two prices of: which of them holds is not told."""
    prices: dict[tuple[str, str], set[tuple[float, float]]] = defaultdict(set)
    for offer in offers:
        both = offer.usd_per_million_input_tokens, offer.usd_per_million_output_tokens
        prices[offer.provider, offer.model].add(both)
    kept = [one for one in offers if len(prices[one.provider, one.model]) == 1]
    if len(kept) < len(offers):
        reason = "it has another price elsewhere in the file"
        report.left_out[reason] += len(offers) - len(kept)
    return kept


def _row(offer: ApiOffer, source: str, observed: date, series: Iterable[Row]) -> Row:
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
        "source": f"{source}, {observed}",
        "confidence": "secondary",
    }


def _key(row: Row) -> str:
    return "/".join(map(str, (row["provider"], row["model"], row["effective_from"])))


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
