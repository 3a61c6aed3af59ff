"""Bills as CSV: in the names of fields, or in the columns of FOCUS."""

import csv
import json
from collections.abc import Iterator, Mapping
from io import StringIO
from math import isfinite, nan
from typing import Any

import msgspec

from pricing.catalog.names import nearest
from pricing.errors import InvalidQuery, UnknownName
from pricing.quote.messages import expected
from pricing.variances.query import Actual

FOCUS = frozenset({"EffectiveCost", "ChargeCategory", "ChargePeriodStart"})
"""Columns that tell an export in FOCUS."""

OPTIONS = {"Standard": "on_demand", "Dynamic": "spot"}
"""Ways of buying by pricing category. Others say theirs as the type of their commitment."""

HOURS = frozenset({"Hours", "Hour", "Hrs"})
MOST_ROWS = 100_000


def actuals_of(text: str, instance_types: Mapping[str, str]) -> tuple[Actual, ...]:
    """The rows of a CSV. Raises InvalidQuery and UnknownName.

    instance_types: those of the table of prices by their name in lower case, which descriptions of
    charges may have.
    """
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    delimiter = ";" if head.count(";") > head.count(",") else ","
    reader = csv.DictReader(StringIO(text), strict=True, delimiter=delimiter)
    try:
        names = list(reader.fieldnames or ())
        rows = [row for row in reader if any(row.values())]
    except csv.Error as error:
        raise InvalidQuery(f"the CSV cannot be read: {error}", field="csv") from None
    if len(rows) > MOST_ROWS:
        raise InvalidQuery(
            f"{len(rows):,} rows are more than {MOST_ROWS:,}: send a bill by month", field="csv"
        )
    if names and set(names) >= FOCUS:
        return tuple(_of_focus(rows, instance_types))
    known = Actual.__struct_fields__
    for name in names:
        if name not in known:
            raise UnknownName(
                f"a bill has no column {name[:100]!r}", field="csv", nearest=nearest(name, known)
            )
    return tuple(_row(row, at) for at, row in enumerate(rows, start=2))


def _row(row: Mapping[str, Any], line: int) -> Actual:
    """A row in the names of fields; line: of the text. Empty cells are left out."""
    given = {
        name: value.strip() if isinstance(value, str) else value
        for name, value in row.items()
        if name and value is not None and value != ""
    }
    try:
        return msgspec.convert(given, Actual, strict=False)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$.")
        where = f"{place.rstrip('`')}: " if place else ""
        raise InvalidQuery(f"line {line}: {where}{expected(text)}", field="csv") from None


def _of_focus(rows: list[dict[str, str]], instance_types: Mapping[str, str]) -> Iterator[Actual]:
    """The charges of an export, by their effective cost: purchases are in what they cover."""
    for line, row in enumerate(rows, start=2):
        usd = _number(row, "EffectiveCost", line)
        if row["ChargeCategory"] == "Purchase" and usd == 0.0:
            continue
        status = row.get("CommitmentDiscountStatus")
        hours = _hours(row, line)
        if hours is not None and row.get("ServiceCategory", "Compute") == "Compute":
            details = _details(row)
            option = row.get("CommitmentDiscountType") if status else None
            found = {
                "line": option or OPTIONS.get(row.get("PricingCategory") or "", "on_demand"),
                "hours": hours,
                "instance_type": details.get("InstanceType") or _described(row, instance_types),
                "device_count": details.get("GpuCount"),
            }
        else:
            found = {"line": row.get("x_LineItem") or row.get("ServiceName") or "other"}
        month = (row["ChargePeriodStart"] or "")[:7]
        yield _row({"month": month, "usd": usd, **found}, line)


def _hours(row: Mapping[str, str], line: int) -> float | None:
    """The hours of a charge; None of another one. Unused dollars of a commitment have none."""
    if row.get("CommitmentDiscountStatus"):
        if row.get("CommitmentDiscountUnit") in HOURS:
            return _number(row, "CommitmentDiscountQuantity", line)
        if row["CommitmentDiscountStatus"] == "Unused":
            return 0.0
    return _number(row, "PricingQuantity", line) if row.get("PricingUnit") in HOURS else None


def _described(row: Mapping[str, str], instance_types: Mapping[str, str]) -> str | None:
    """The instance type that the description of a charge names."""
    words = (row.get("ChargeDescription") or "").casefold().split()
    return next((instance_types[word] for word in words if word in instance_types), None)


def _details(row: Mapping[str, str]) -> dict[str, Any]:
    """The properties of a price; none where they cannot be read."""
    try:
        found = json.loads(row.get("SkuPriceDetails") or "{}")
    except json.JSONDecodeError:
        return {}
    return {
        name: value
        for name, value in (found.items() if isinstance(found, dict) else ())
        if isinstance(value, str if name == "InstanceType" else float | int)
    }


def _number(row: Mapping[str, str], name: str, line: int) -> float:
    text = row.get(name) or "0"
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not isfinite(number):
        raise InvalidQuery(f"line {line}: {name} is {text[:50]!r}, and no number", field="csv")
    return number
