"""SKUs of Compute Engine, as the Cloud Billing Catalogue answers them.

A machine type costs its accelerators, its cores and its memory, each a SKU of its own. A TPU costs
its chips. What the Dynamic Workload Scheduler, sole tenants and reservations cost is left out.
"""

import re
from datetime import date
from pathlib import Path

from msgspec import Struct

from pricing.importers.google import HOSTS, SIZES
from pricing.importers.readings import Asked, Offer, Reading, day_of, decoded, short_name

GCP = "gcp"
OPTIONS = {
    "OnDemand": "on_demand",
    "Preemptible": "spot",
    "Commit1Yr": "reserved_1y",
    "Commit3Yr": "reserved_3y",
}
OTHER = re.compile(
    r"DWS|Dynamic Workload|Calendar Mode|Defined Duration|Flex Start|Sole Tenancy|Reserved|Custom"
    r"|Premium|Confidential|Vertex|Cloud Run|Batch|Notebook",
    re.IGNORECASE,
)
"""What other kinds of purchase are called in descriptions."""

GPUS = (
    ("H100-MEGA", re.compile(r"H100 80GB (?:Plus|Mega)", re.IGNORECASE)),
    ("H100", re.compile(r"H100 80GB GPU", re.IGNORECASE)),
    ("H200", re.compile(r"H200", re.IGNORECASE)),
    ("B200", re.compile(r"\bB200\b", re.IGNORECASE)),
    ("A100-80GB", re.compile(r"A100 80GB", re.IGNORECASE)),
    ("A100", re.compile(r"A100 GPU", re.IGNORECASE)),
    ("L4", re.compile(r"\bL4\b", re.IGNORECASE)),
)
"""Accelerators of machine types by their descriptions, the longer first."""

HOSTED = re.compile(
    r"\b(A2|A3|G2)(?: (Mega|Ultra|Plus))? (?:Instance )?(Core|Cpu|Ram)\b", re.IGNORECASE
)
TPU = re.compile(r"\bTPU[- ]?(v\d\w*)", re.IGNORECASE)
CHIPS = {"v5e": "tpu-v5litepod-1", "v5litepod": "tpu-v5litepod-1", "v6e": "tpu-v6e-1"}
"""Slices of one chip, whose price a chip-hour is."""

NANO = 1e-9


class Money(Struct, rename="camel"):
    """An amount: whole units as text, and billionths."""

    currency_code: str
    units: str = "0"
    nanos: int = 0


class Tier(Struct, rename="camel"):
    """A price from a usage on."""

    unit_price: Money
    start_usage_amount: float = 0.0


class Expression(Struct, rename="camel"):
    """What a unit costs."""

    usage_unit: str
    tiered_rates: list[Tier]


class Pricing(Struct, rename="camel"):
    """A price from a time on."""

    pricing_expression: Expression
    effective_time: str = ""


class Category(Struct, rename="camel"):
    """What a SKU is of."""

    resource_group: str = ""
    usage_type: str = ""


class Sku(Struct, rename="camel"):
    """A SKU."""

    description: str
    category: Category
    service_regions: list[str]
    pricing_info: list[Pricing] = []


class Page(Struct):
    """An answer: a page of SKUs."""

    skus: list[Sku]


class Part(Struct, frozen=True):
    """What a unit of a part costs in a region, an hour in a currency."""

    line: int
    amount: float
    currency: str
    since: date | None


Parts = dict[tuple[str, str, str], Part]
"""Parts by name, region and option."""


def read(path: Path, asked: Asked) -> Reading:
    """The offers of a page, or of pages joined. Raises CatalogError for a file that is none."""
    del asked  # all prices are those of Google Cloud
    source = f"Google Cloud SKUs ({short_name(path)})"
    reading = Reading(feed="Google Cloud SKUs", source=source, ends=False)
    skus = decoded(path, Page).skus
    reading.row_count = len(skus)
    parts: Parts = {}
    for line, sku in enumerate(skus, start=1):
        name = _part(sku)
        if name is None:
            continue
        is_accelerator = not name.endswith((" core", " ram"))
        if is_accelerator:
            reading.lines.add(line)
        reason, part = _priced(line, sku)
        if part is None:
            if is_accelerator:
                reading.leave_out(line, reason)
            continue
        for region in sku.service_regions:
            parts[name, region, OPTIONS[sku.category.usage_type]] = part
    _offers(parts, reading)
    for line in reading.lines - {offer.line for offer in reading.offers}:
        reading.leave_out(line, "no cores and memory of its machines are in the file")
    return reading


def _part(sku: Sku) -> str | None:
    """The accelerator, or the cores or memory of a family; None for anything else."""
    text = sku.description
    hosted = HOSTED.search(text)
    if hosted is not None:
        kind = "ram" if hosted[3].lower() == "ram" else "core"
        return f"{hosted[1].lower()} {(hosted[2] or '').lower()}".strip() + f" {kind}"
    tpu = TPU.search(text)
    if tpu is not None:
        return f"TPU-{tpu[1].lower()}"
    if sku.category.resource_group != "GPU" and "GPU" not in text:
        return None
    return next((name for name, pattern in GPUS if pattern.search(text)), text.split(" GPU")[0])


def _priced(line: int, sku: Sku) -> tuple[str, Part | None]:
    """What a unit costs, or why that is not told."""
    if OTHER.search(sku.description):
        return "a purchase of another kind, such as of the Dynamic Workload Scheduler", None
    if sku.category.usage_type not in OPTIONS:
        return f"its usage type is {sku.category.usage_type}", None
    if not sku.pricing_info:
        return "it has no price", None
    last = max(sku.pricing_info, key=lambda one: one.effective_time)
    rates = [rate.unit_price for rate in last.pricing_expression.tiered_rates]
    rates = [rate for rate in rates if int(rate.units) or rate.nanos]
    if last.pricing_expression.usage_unit not in {"h", "GiBy.h"} or len(rates) != 1:
        return f"its unit is {last.pricing_expression.usage_unit}", None
    amount = int(rates[0].units) + rates[0].nanos * NANO
    return "", Part(line, amount, rates[0].currency_code, day_of(last.effective_time))


def _offers(parts: Parts, reading: Reading) -> None:
    """Machine types whose parts are all there, and TPUs."""
    for (name, region, option), part in parts.items():
        if name.startswith("TPU-"):
            _tpu(name, region, option, part, reading)
        for machine, (accelerator, count) in HOSTS.items():
            if accelerator != name or machine not in SIZES:
                continue
            host = _host(parts, machine, region, option)
            if host is None or {one.currency for one in host} != {part.currency}:
                continue
            core, ram = host
            cores, gibibytes = SIZES[machine]
            amount = count * part.amount + cores * core.amount + gibibytes * ram.amount
            days = [one.since for one in (part, core, ram) if one.since is not None]
            reading.offers.append(
                Offer(
                    line=part.line,
                    provider=GCP,
                    region=region,
                    instance_type=machine,
                    option=option,
                    usd_per_hour=round(amount, 6),
                    currency=part.currency,
                    accelerator=name,
                    count=float(count),
                    vcpu_count=cores,
                    host_gibibytes=gibibytes,
                    since=max(days, default=None),
                )
            )


def _host(parts: Parts, machine: str, region: str, option: str) -> tuple[Part, Part] | None:
    """Cores and memory of a machine: of its own kind, else of its family."""
    family, kind = machine.split("-")[:2]
    own = {"ultragpu": "ultra", "megagpu": "mega"}.get(kind, "")
    for name in dict.fromkeys((f"{family} {own}".strip(), family)):
        core = parts.get((f"{name} core", region, option))
        ram = parts.get((f"{name} ram", region, option))
        if core is not None and ram is not None:
            return core, ram
    return None


def _tpu(name: str, region: str, option: str, part: Part, reading: Reading) -> None:
    version = name.removeprefix("TPU-")
    slice_ = CHIPS.get(version)
    if slice_ is None:
        reading.leave_out(part.line, f"the tables have no slice of one chip of {name}")
        return
    reading.offers.append(
        Offer(
            line=part.line,
            provider=GCP,
            region=region,
            instance_type=slice_,
            option=option,
            usd_per_hour=part.amount,
            currency=part.currency,
            accelerator=name,
            count=1.0,
            since=part.since,
        )
    )
