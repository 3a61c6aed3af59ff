"""SKUs of Compute Engine, as the Cloud Billing Catalogue answers them.

A machine type costs its accelerators, its cores and its memory, each a SKU of its own. A TPU costs
its chips. The Dynamic Workload Scheduler has options of its own. What sole tenants and reservations
cost is left out.
"""

import re
from datetime import date
from pathlib import Path

from msgspec import Struct

from pricing.importers.gcp_machines import G4, HOSTS, SIZES, without_disks
from pricing.importers.readings import Asked, Offer, Reading, day_of, decoded, number_of, short_name

GCP = "gcp"
OPTIONS = {
    "OnDemand": "on_demand",
    "Preemptible": "spot",
    "Commit1Yr": "reserved_1y",
    "Commit3Yr": "reserved_3y",
}
OTHER = re.compile(
    r"Sole Tenancy|Reserved(?!.*Calendar)|Custom|Premium|Confidential|Vertex|Cloud Run|Batch"
    r"|Notebook",
    re.IGNORECASE,
)
"""What other kinds of purchase are called in descriptions."""

GPUS = (
    ("H100-MEGA", re.compile(r"H100 (?:80GB )?(?:Plus|Mega)", re.IGNORECASE)),
    ("H100", re.compile(r"H100 80GB GPU", re.IGNORECASE)),
    ("H200", re.compile(r"H200", re.IGNORECASE)),
    ("B200", re.compile(r"\bB200\b", re.IGNORECASE)),
    ("A100-80GB", re.compile(r"A100 80GB", re.IGNORECASE)),
    ("A100", re.compile(r"A100 GPU", re.IGNORECASE)),
    ("L4", re.compile(r"\bL4\b", re.IGNORECASE)),
    ("RTXPRO6000SE", re.compile(r"RTX (?:PRO )?6000 96GB", re.IGNORECASE)),
)
"""Accelerators of machine types by their descriptions, the longer first."""

HOSTED = re.compile(
    r"\b(A2|A3|G2|G4) ?(Mega|Ultra|Plus)? ?(?:Instance )?(Core|Cpu|Ram)\b", re.IGNORECASE
)
OWN_HOSTS = {"a3-ultragpu": "a3 ultra", "a3-megagpu": "a3 plus"}
"""Machines whose cores and memory are not those of their family."""

SLICE = re.compile(r"\(1 gpu slice\)", re.IGNORECASE)
"""A price of a device with its share of the host."""

SCHEDULED = (
    ("dws_calendar", re.compile(r"Calendar Mode", re.IGNORECASE)),
    ("dws_flex_start", re.compile(r"Defined Duration|Flex Start", re.IGNORECASE)),
)
"""Ways of buying of the Dynamic Workload Scheduler, whose SKUs say a usage on demand."""

SPOT = re.compile(r"\bSpot Preemptible\b", re.IGNORECASE)
"""Some of these SKUs say a usage on demand beside."""

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
    """What a unit of a part costs in a region, an hour in a currency.

    is_whole: whether a device has its share of cores and memory with it.
    """

    line: int
    amount: float
    currency: str
    since: date | None
    is_whole: bool = False


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
    twice: set[tuple[str, str, str]] = set()
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
            key = (name, region, _option(sku))
            known = parts.setdefault(key, part)
            if known.amount != part.amount:
                twice.add(key)
                reading.leave_out(line, f"another SKU has another price of {name} there")
    for key in twice:  # which of them a machine costs is not known
        reading.leave_out(parts.pop(key).line, f"another SKU has another price of {key[0]} there")
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
        own = (hosted[2] or "").lower().replace("mega", "plus")
        return f"{hosted[1].lower()} {own}".strip() + f" {kind}"
    tpu = TPU.search(text)
    if tpu is not None:
        return f"TPU-{tpu[1].lower()}"
    is_gpu = sku.category.resource_group == "GPU" or "GPU" in text or SLICE.search(text)
    if not is_gpu:
        return None
    return next((name for name, pattern in GPUS if pattern.search(text)), text.split(" GPU")[0])


def _option(sku: Sku) -> str:
    """The way of buying of a SKU, which its description may say better than its category."""
    text = sku.description
    scheduled = (option for option, pattern in SCHEDULED if pattern.search(text))
    spot = "spot" if SPOT.search(text) else OPTIONS[sku.category.usage_type]
    return next(scheduled, spot)


def _priced(line: int, sku: Sku) -> tuple[str, Part | None]:
    """What a unit costs, or why that is not told."""
    if OTHER.search(sku.description):
        return "a purchase of another kind, such as of a sole tenant", None
    if sku.category.usage_type not in OPTIONS:
        return f"its usage type is {sku.category.usage_type}", None
    if not sku.pricing_info:
        return "it has no price", None
    last = max(sku.pricing_info, key=lambda one: one.effective_time)
    rates = [rate.unit_price for rate in last.pricing_expression.tiered_rates]
    rates = [rate for rate in rates if number_of(rate.units) or rate.nanos]
    if last.pricing_expression.usage_unit not in {"h", "GiBy.h"} or len(rates) != 1:
        return f"its unit is {last.pricing_expression.usage_unit}", None
    units = number_of(rates[0].units)
    if units is None:
        return f"its amount {rates[0].units!r} is no number", None
    amount = units + rates[0].nanos * NANO
    is_whole = SLICE.search(sku.description) is not None
    since = day_of(last.effective_time)
    return "", Part(line, amount, rates[0].currency_code, since, is_whole)


def _offers(parts: Parts, reading: Reading) -> None:
    """Machine types whose parts are all there, and TPUs."""
    for (name, region, option), part in parts.items():
        if name.startswith("TPU-"):
            _tpu(name, region, option, part, reading)
        for machine, (accelerator, count) in {**HOSTS, **G4}.items():
            if accelerator != name or machine not in SIZES:
                continue
            cores, gibibytes = SIZES[machine]
            host = () if part.is_whole else _host(parts, machine, region, option)
            if host is None or {one.currency for one in host} - {part.currency}:
                continue
            beside = zip(host, (cores, gibibytes), strict=False)
            amount = count * part.amount + sum(size * one.amount for one, size in beside)
            days = [one.since for one in (part, *host) if one.since is not None]
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
                    notes=without_disks(machine) if host else None,
                )
            )


def _host(parts: Parts, machine: str, region: str, option: str) -> tuple[Part, Part] | None:
    """Cores and memory of a machine: of its own kind, or of its family."""
    family, kind = machine.split("-")[:2]
    name = OWN_HOSTS.get(f"{family}-{kind}", family)
    core = parts.get((f"{name} core", region, option))
    ram = parts.get((f"{name} ram", region, option))
    return None if core is None or ram is None else (core, ram)


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
