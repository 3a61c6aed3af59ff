"""Bills that are exports in FOCUS: charges, credits, corrections and taxes, in their currency."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isnan
from typing import Any

from pricing.catalog.catalog import Catalog
from pricing.catalog.overlays.options import BY_CATEGORY
from pricing.errors import InvalidQuery, UnknownName
from pricing.quote.currencies.rates import ExchangeRate, on_day
from pricing.quote.query import DOLLARS
from pricing.variances.numerals import Column

FOCUS = frozenset({"EffectiveCost", "ChargeCategory", "ChargePeriodStart"})
"""Columns that are read of every export in FOCUS."""

TAX = "tax"

_WORDS = re.compile(r"[^\s,;:()]+")

_HOURS = re.compile(r"(1 )?(h|hr|hrs|hour|hours)", re.IGNORECASE)
"""Units of hours, as providers write them."""

_NAMED_IN = ("ChargeDescription", "SkuMeter", "x_InstanceType", "x_UsageType", "ResourceType")
"""Columns in which providers name the type of an instance."""

_NUMBERS = ("EffectiveCost", "PricingCurrencyEffectiveCost", "PricingQuantity")
_QUANTITY = "CommitmentDiscountQuantity"

Warn = Callable[[str], None]


class Export:
    """The charges of an export, by their effective cost: purchases are in what they cover.

    separator: of its cells; warn: told what a reader has to know of it.
    """

    def __init__(
        self, rows: Sequence[dict[str, str]], separator: str, catalog: Catalog, warn: Warn
    ) -> None:
        self._rows, self._catalog, self._warn = rows, catalog, warn
        self._instance_types = {one.casefold(): one for one in catalog.instance_types.values()}
        self._columns = {
            name: Column([row.get(name) or "" for row in rows], separator)
            for name in (*_NUMBERS, _QUANTITY)
        }
        self._rates: dict[str, ExchangeRate] = {}
        self._taxes_usd = 0.0
        self._ends: dict[str, str] = {}

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The fields of every charge, with its line in the text."""
        for line, row in enumerate(self._rows, start=2):
            category = (row["ChargeCategory"] or "").strip().casefold()
            usd = self._usd(row, line)
            if category == "purchase" and usd == 0.0:
                continue
            month = (row["ChargePeriodStart"] or "")[:7]
            end = (row.get("ChargePeriodEnd") or "")[:10]
            self._ends[month] = max(self._ends.get(month, ""), end)
            yield line, {"month": month, "usd": usd, **self._of(row, category, usd, line)}
        for told in dict.fromkeys(rate.in_words for rate in self._rates.values()):
            self._warn(f"charges in another currency are read at {told}")
        for month, end in self._ends.items():
            if end[:7] == month:
                self._warn(
                    f"the charges of {month} end on {end}, within the month: what is planned for"
                    " the whole of it is beside them"
                )
        if self._taxes_usd:
            self._warn(
                f"the bill has {self._taxes_usd:,.2f} USD of taxes. A plan is without them: they"
                f" are the line {TAX}, and part of other_usd"
            )

    def _of(self, row: Mapping[str, str], category: str, usd: float, line: int) -> dict[str, Any]:
        if category == TAX:
            self._taxes_usd += usd
            return {"line": TAX}
        hours = self._hours(row, line) if category in {"usage", "purchase"} else None
        if hours is None or row.get("ServiceCategory", "Compute") != "Compute":
            return {"line": row.get("x_LineItem") or row.get("ServiceName") or "other"}
        details = _details(row)
        status = row.get("CommitmentDiscountStatus")
        option = row.get("CommitmentDiscountType") if status else None
        return {
            "line": option or BY_CATEGORY.get(row.get("PricingCategory") or "", "on_demand"),
            "hours": hours,
            "instance_type": details.get("InstanceType") or self._described(row),
            "device_count": details.get("GpuCount"),
        }

    def _usd(self, row: Mapping[str, str], line: int) -> float:
        """The effective cost of a charge [USD], at the rate of the first day of its month."""
        cost = self._number(row, "EffectiveCost", line)
        currency = (row.get("BillingCurrency") or DOLLARS).strip().upper()
        if currency == DOLLARS or cost == 0.0:
            return cost
        priced_in = (row.get("PricingCurrency") or "").strip().upper()
        if priced_in == DOLLARS and row.get("PricingCurrencyEffectiveCost"):
            return self._number(row, "PricingCurrencyEffectiveCost", line)
        return cost * self._rate(currency, (row["ChargePeriodStart"] or "")[:7], line)

    def _rate(self, currency: str, month: str, line: int) -> float:
        key = f"{currency} {month}"
        if key not in self._rates:
            if currency not in self._catalog.exchange_rates:
                raise InvalidQuery(
                    f"line {line}: the release has no rate of {currency[:20]!r}: give amounts in"
                    " USD",
                    field="csv",
                )
            try:
                self._rates[key] = on_day(self._catalog, currency, f"{month}-01")
            except (InvalidQuery, UnknownName) as refusal:
                raise InvalidQuery(f"line {line}: {refusal.detail}", field="csv") from None
        return self._rates[key].usd_per_currency_unit

    def _hours(self, row: Mapping[str, str], line: int) -> float | None:
        """The hours of a charge; None of another one. Unused dollars of a commitment have none."""
        if row.get("CommitmentDiscountStatus"):
            if _is_hours(row.get("CommitmentDiscountUnit")):
                return self._number(row, _QUANTITY, line)
            if row["CommitmentDiscountStatus"] == "Unused":
                return 0.0
        is_hours = _is_hours(row.get("PricingUnit"))
        return self._number(row, "PricingQuantity", line) if is_hours else None

    def _described(self, row: Mapping[str, str]) -> str | None:
        """The instance type that a charge names."""
        words = _WORDS.findall(" ".join(row.get(name) or "" for name in _NAMED_IN).casefold())
        known = self._instance_types
        return next((known[word] for word in words if word in known), None)

    def _number(self, row: Mapping[str, str], name: str, line: int) -> float:
        text = row.get(name) or "0"
        number = self._columns[name].number(text)
        if isnan(number):
            raise InvalidQuery(f"line {line}: {name} is {text[:50]!r}, and no number", field="csv")
        return number


def _is_hours(unit: str | None) -> bool:
    return unit is not None and _HOURS.fullmatch(unit.strip()) is not None


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
