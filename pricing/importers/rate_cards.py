"""Writes what bills say into a rate card of an overlay, which later bills go on with."""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

from pricing.importers.prices.focus import Charge
from pricing.importers.readings import USD
from pricing.releases.manifest import file_content
from pricing.releases.overlay import RATE_CARD

FOCUS_CARD = f"{RATE_CARD}_focus.csv"
HEADER = (
    *("provider", "region", "instance_type", "device", "device_count", "option"),
    *("usd_per_instance_hour", "list_usd_per_instance_hour", "valid_from", "valid_to"),
    *("price_per_instance_hour", "currency"),
    *("contract", "notes"),
)
SAME = 1e-6
Series = tuple[str, ...]
Row = dict[str, str]


def with_charges(directory: Path, charges: Iterable[Charge]) -> tuple[bytes, Counter[str]]:
    """The rate card with some charges more, and how many of its rows are new or unchanged.

    A price holds until the next one that a bill has. An agreed one does not end otherwise.
    """
    counts: Counter[str] = Counter()
    path = directory / FOCUS_CARD
    text = file_content(path).decode() if path.exists() else ""
    series: dict[Series, dict[date, Row]] = defaultdict(dict)
    for row in csv.DictReader(io.StringIO(text)):
        series[_series(row)][date.fromisoformat(row["valid_from"])] = row
    for charge in charges:
        row = _row(charge)
        known = series[_series(row)]
        before = max((day for day in known if day <= charge.start), default=None)
        if before is not None and _is_same(known[before], row) and _reaches(known[before], charge):
            end = max(filter(None, (known[before]["valid_to"], row["valid_to"])), default="")
            known[before] = {**known[before], "valid_to": end if row["valid_to"] else ""}
            counts["unchanged"] += 1
            continue
        counts["changed" if charge.start in known else "new"] += 1
        known[charge.start] = row
    rows = [row for _, known in sorted(series.items()) for row in _dated(known)]
    output = io.StringIO()
    writer = csv.DictWriter(output, HEADER, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return output.getvalue().encode(), counts


def _series(row: Row) -> Series:
    return tuple(row[name] for name in ("provider", "region", "instance_type", "option"))


def _row(charge: Charge) -> Row:
    is_usd = charge.currency == USD
    return {
        "provider": charge.provider,
        "region": charge.region,
        "instance_type": charge.instance_type,
        "device": charge.known.device,
        "device_count": f"{charge.known.count:.10g}",
        "option": charge.option,
        "usd_per_instance_hour": f"{charge.price:.10g}" if is_usd else "",
        "price_per_instance_hour": "" if is_usd else f"{charge.price:.10g}",
        "currency": "" if is_usd else charge.currency,
        "list_usd_per_instance_hour": "" if not charge.list_usd else f"{charge.list_usd:.10g}",
        "valid_from": charge.start.isoformat(),
        "valid_to": "" if charge.end is None else charge.end.isoformat(),
        "contract": f"bill of {charge.provider}",
        "notes": charge.notes or "",
    }


def _is_same(one: Row, other: Row) -> bool:
    """Whether two rows have one price in one currency, and one list price beside it."""
    names = ["usd_per_instance_hour", "price_per_instance_hour"]
    if one.get("currency", "") != other["currency"]:
        return False
    if not other["currency"]:  # a list price that is converted moves with the rate
        names.append("list_usd_per_instance_hour")
    pairs = [(float(one.get(name) or 0), float(other[name] or 0)) for name in names]
    return all(abs(first - second) <= SAME * abs(second) for first, second in pairs)


def _reaches(row: Row, charge: Charge) -> bool:
    """Whether a row holds until the day before a charge begins, or longer."""
    end = row["valid_to"]
    return not end or date.fromisoformat(end) >= charge.start - timedelta(days=1)


def _dated(known: dict[date, Row]) -> list[Row]:
    """The rows of a series, each at most until the day before the next."""
    days = sorted(known)
    ends = [(day - timedelta(days=1)).isoformat() for day in days[1:]]
    told = [known[day]["valid_to"] for day in days]
    return [
        {**known[day], "valid_to": min(filter(None, (own, end)), default="")}
        for day, own, end in zip(days, told, [*ends, ""], strict=True)
    ]
