"""Bills in the form of FOCUS 1.0 to 1.2, as CSV or Parquet: what was paid becomes a rate card.

Only hours of instances with accelerators count. Standard charges are on-demand prices as
contracted, dynamic ones spot prices in the mean of a billing period, and committed ones reserved
prices by their effective cost. The rest is summed up.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import polars as pl
from msgspec import Struct, field
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import SYNONYMS, normalised
from pricing.catalog.overlays.options import BY_CATEGORY
from pricing.importers.currencies import usd_per_unit, without_rate
from pricing.importers.devices import Devices, Known
from pricing.importers.prices.focus_rows import groups_of
from pricing.importers.readings import USD, Asked, Offer, day_of, number_of
from pricing.importers.report import Report

SAME = 1e-6
WINDOWS = "Windows"
HOURS = frozenset({"hours", "hour", "hrs", "hr", "h", "1 hour", "instance-hours"})
AZURE = "azure"
NAMING = (
    *("x_InstanceType", "x_UsageType", "ChargeDescription", "x_SkuDescription"),
    "x_SkuMeterName",
)
NO_INSTANCE = "it is of GPUs, and names no instance type that the tables have"
_GPU = re.compile(r"\bGPUs?\b")
_TERM = re.compile(r"\b([13])[ -]?(?:y|yr|year)s?\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][\w.-]*\w")


class Charge(Struct, frozen=True):
    """What an instance-hour cost from a day on, in the currency of the bill.

    end: the last day, of what is no agreed price: spot prices, and list prices. None: a contract or
    a commitment, which holds until a bill says otherwise. quantity: the hours that were billed.
    """

    provider: str
    region: str
    instance_type: str
    option: str
    start: date
    price: float
    list_usd: float | None
    known: Known
    currency: str = USD
    end: date | None = None
    notes: str | None = None
    quantity: float = 1.0


class Bill(Report):
    """What a bill says: charges in the order of their days, and sums of what is no charge."""

    charges: list[Charge] = field(default_factory=list)


def read(paths: Iterable[Path], asked: Asked) -> Bill:
    """The charges of bills. Raises CatalogError for a file that is none."""
    groups = pl.concat([groups_of(path) for path in paths])
    bill = Bill(asked.day, row_count=int(groups["rows"].sum()))
    names = _Instances(asked)
    commitments: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    rest: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    sums: dict[tuple[Any, ...], list[tuple[Mapping[str, Any], Known]]] = defaultdict(list)
    for group in groups.sort("start").iter_rows(named=True):
        status, currency = group["CommitmentDiscountStatus"], group["BillingCurrency"]
        if status:
            which = group["CommitmentDiscountName"] or group["CommitmentDiscountId"]
            name = group["CommitmentDiscountId"] or which
            commitments[name, currency][status] += group["EffectiveCost"]
        found = _bought(names, group, asked)
        if found is None:
            rest[currency][0] += group["rows"]
            rest[currency][1] += group["EffectiveCost"]
            continue
        bill.line_count += group["rows"]
        if isinstance(found, str):
            bill.left_out[found] += group["rows"]
            continue
        bill.mapped += group["rows"]
        offer, option, known = found
        price = group["ContractedUnitPrice"] if option == "on_demand" else None
        key = (offer.provider, offer.region, offer.instance_type, option, currency)
        sums[(*key, group["BillingPeriodStart"], price, group["ListUnitPrice"])].append(
            (group, known)
        )
    series: dict[tuple[Any, ...], list[Charge]] = defaultdict(list)
    for key, parts in sums.items():
        charge = _charge(asked.catalog, key, parts)
        series[*key[:4], charge.start].append(charge)
    bill.charges = [_of_day(charges, bill) for _, charges in sorted(series.items())]
    bill.observed = max((charge.start for charge in bill.charges), default=asked.day)
    for (name, currency), used in sorted(commitments.items()):
        bill.remarks.append(_of_commitment(name, currency, used))
    for currency, (rows, cost) in sorted(rest.items()):
        bill.remarks.append(f"the rest: {rows:,.0f} rows, {cost:,.2f} {currency} of effective cost")
    return bill


class _Instances:
    """Finds the instance with accelerators that a charge is of."""

    def __init__(self, asked: Asked) -> None:
        self.devices = Devices(asked.catalog)
        self._known: dict[str, dict[str, tuple[str, float]]] = defaultdict(dict)
        rows = asked.catalog.frames["prices"].filter(pl.col("device").is_not_null())
        for provider, name, count in rows.select(
            "provider", "instance_type", "device_count"
        ).iter_rows():
            self._known[provider][normalised(name)] = (name, count)

    def offer(self, group: Mapping[str, Any]) -> Offer | None:
        """The instance-hours of a charge; None where it is of something else."""
        plain = normalised(group["ProviderName"])
        provider = SYNONYMS.get(plain, plain)
        details = _details(group["SkuPriceDetails"])
        name = str(details.get("InstanceType") or "")
        known = self._known.get(provider, {})
        words = [name] if name else [w for text in NAMING for w in _WORD.findall(group[text])]
        found = next((known[n] for w in words if (n := normalised(w)) in known), None)
        if found is None and not name and provider == AZURE:
            found = _azure_size(known, " ".join(group[column] for column in NAMING))
        gpus = number_of(details.get("GpuCount")) or 0.0
        if found is None and not (name and gpus):
            return None
        instance_type, count = found or (name, gpus)
        return Offer(
            line=0,
            provider=provider,
            region=group["RegionId"] or "global",
            instance_type=instance_type,
            option="",
            usd_per_hour=0.0,
            accelerator=str(details.get("x_Accelerator") or ""),
            count=count,
        )


def _azure_size(known: Mapping[str, tuple[str, float]], text: str) -> tuple[str, float] | None:
    """The size that a meter is of: ND96isr H100 v5, or ND96isrH100v5."""
    spaced, words = f"-{normalised(text)}-", {normalised(word) for word in _WORD.findall(text)}
    for name, instance in known.items():
        size = name.removeprefix("standard-")
        if f"-{size}-" in spaced or size.replace("-", "") in words:
            return instance
    return None


def _details(text: str) -> dict[str, Any]:
    try:
        told = json.loads(text) if text else {}
    except json.JSONDecodeError:
        return {}
    return told if isinstance(told, dict) else {}


def _bought(
    names: _Instances, group: Mapping[str, Any], asked: Asked
) -> tuple[Offer, str, Known] | str | None:
    """The instance of a charge and how it is bought, why it is left out, or None for the rest."""
    if group["ChargeCategory"] != "Usage" or group["CommitmentDiscountStatus"] == "Unused":
        return None
    offer = names.offer(group)
    if offer is None:
        return NO_INSTANCE if _GPU.search(group["ChargeDescription"]) else None
    option, reason = _option(group)
    if option is None:
        return reason
    currency, day = group["BillingCurrency"], day_of(group["start"]) or asked.day
    if usd_per_unit(asked.catalog, currency, day) is None:
        return without_rate(currency, day)
    known = names.devices.of(offer)
    return known if isinstance(known, str) else (offer, option, known)


def _option(group: Mapping[str, Any]) -> tuple[str | None, str]:
    """The way of buying of a charge, or why it is none of the tables."""
    reasons = (
        (group["ChargeClass"] == "Correction", "it corrects an earlier bill"),
        (
            group["PricingUnit"].lower() not in HOURS,
            f"its unit is {group['PricingUnit'] or 'not told'}",
        ),
        (WINDOWS in f"{group['ChargeDescription']} {group['SkuPriceDetails']}", "it is of Windows"),
        (min(group["PricingQuantity"], group["EffectiveCost"]) <= 0, "it costs nothing"),
    )
    reason = next((reason for holds, reason in reasons if holds), None)
    if reason is not None:
        return None, reason
    if group["PricingCategory"] != "Committed":
        option = BY_CATEGORY.get(group["PricingCategory"])
        return option, f"its pricing category is {group['PricingCategory'] or 'not told'}"
    told = f"{group['CommitmentDiscountName']} {group['CommitmentDiscountType']}"
    term = _TERM.search(told.replace("_", " "))
    if term is None:
        return None, f"the term of its commitment is not told: {told.strip() or 'no name'}"
    return f"reserved_{term[1]}y", ""


def _charge(
    catalog: Catalog, key: tuple[Any, ...], parts: list[tuple[Mapping[str, Any], Known]]
) -> Charge:
    """A charge of parts that are alike.

    Its list price is in dollars, at the rate of the day that it begins on.
    """
    provider, region, instance_type, option, currency, _, price, list_price = key
    quantity = sum(part["PricingQuantity"] for part, _ in parts)
    effective = sum(part["EffectiveCost"] for part, _ in parts) / quantity
    amount = round((number_of(price) if price else None) or effective, 6)
    listed = number_of(list_price) or None
    start = min(filter(None, (day_of(part["start"]) for part, _ in parts)), default=date.min)
    usd = usd_per_unit(catalog, currency, start) or 1.0
    is_agreed = option != "spot" and not (listed and abs(amount - listed) <= SAME * listed)
    ends = filter(None, (day_of(part["BillingPeriodEnd"]) for part, _ in parts))
    kinds = {part["CommitmentDiscountType"] for part, _ in parts} - {""}
    is_dear = bool(listed and amount > (1.0 + SAME) * listed)
    told = ("mean of a billing period", option == "spot"), ("above the list price of it", is_dear)
    notes = [*sorted(kinds), *(words for words, holds in told if holds)]
    return Charge(
        provider=provider,
        region=region,
        instance_type=instance_type,
        option=option,
        start=start,
        price=amount,
        currency=currency,
        list_usd=listed and listed * usd,
        known=parts[0][1],
        end=None if is_agreed else max((day - timedelta(days=1) for day in ends), default=None),
        notes="; ".join(filter(None, notes)) or None,
        quantity=quantity,
    )


def _of_day(charges: Sequence[Charge], bill: Bill) -> Charge:
    """The charge of one day: of several prices their mean by the hours that were billed."""
    first = max(charges, key=lambda one: one.quantity)
    alike = [one for one in charges if one.currency == first.currency]
    if len(alike) < len(charges):
        bill.remarks.append(
            f"{first.instance_type} on {first.start}: of prices in several currencies, those in"
            f" {first.currency} are kept"
        )
    if len(alike) == 1:
        return first
    hours = sum(one.quantity for one in alike)
    ends = [one.end for one in alike]
    return replace(
        first,
        price=round(sum(one.price * one.quantity for one in alike) / hours, 6),
        end=None if None in ends else max(filter(None, ends)),
        notes="; ".join(filter(None, (first.notes, f"mean of {len(alike)} prices of a day"))),
    )


def _of_commitment(name: str, currency: str, used: Mapping[str, float]) -> str:
    """How much of a commitment was used, in words."""
    spent = used.get("Used", 0.0)
    whole = spent + used.get("Unused", 0.0)
    share = f", {spent / whole:.1%} of it used" if whole > 0 else ""
    return f"commitment {name}: {whole:,.2f} {currency} of effective cost{share}"
