"""Answers of the Azure Retail Prices API: meters of virtual machines with GPUs.

Linux counts, as products without Windows. A reservation is the price of its whole term. Savings
plans stand beside the price on demand.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from pricing.importers.devices import device_counts
from pricing.importers.readings import Asked, Offer, Reading, day_of, decoded, short_name
from pricing.units import HOURS_PER_YEAR

AZURE = "azure"
GPU_SIZES = re.compile(r"(?:Standard|Basic)_N[A-Z]*\d", re.IGNORECASE)
TERMS = {"1 Year": 1, "3 Years": 3}
KINDS = {"Consumption", "Reservation"}


class Plan(Struct, rename="camel"):
    """What an hour costs under a savings plan."""

    retail_price: float
    term: str = ""


class Meter(Struct, rename="camel"):
    """A price of a meter in a region."""

    currency_code: str
    retail_price: float
    arm_region_name: str = ""
    effective_start_date: str = ""
    effective_end_date: str | None = None
    meter_name: str = ""
    product_name: str = ""
    sku_name: str = ""
    service_name: str = ""
    unit_of_measure: str = ""
    type: str = ""
    arm_sku_name: str = ""
    reservation_term: str = ""
    savings_plan: list[Plan] = []


class Page(Struct, rename="pascal"):
    """An answer: a page of meters."""

    items: list[Meter]


def read(path: Path, asked: Asked) -> Reading:
    """The offers of a page, or of pages joined. Raises CatalogError for a file that is none."""
    source = f"Azure Retail Prices ({short_name(path)})"
    reading = Reading(feed="Azure Retail Prices", source=source, ends=False)
    meters = decoded(path, Page).items
    reading.row_count = len(meters)
    known = device_counts(asked.catalog, AZURE)
    counts = {name.lower(): count for name, count in known.items()}
    kept: dict[tuple[str, str, str], tuple[int, Meter]] = {}
    for line, meter in enumerate(meters, start=1):
        if not GPU_SIZES.match(meter.arm_sku_name):
            continue
        reading.lines.add(line)
        reason = _reason(meter)
        if reason is not None:
            reading.leave_out(line, reason)
            continue
        key = (meter.arm_region_name, meter.arm_sku_name, _option(meter))
        if key in kept and kept[key][1].effective_start_date >= meter.effective_start_date:
            reading.leave_out(line, "a later price of it is there")
            continue
        if key in kept:
            reading.leave_out(kept[key][0], "a later price of it is there")
        kept[key] = (line, meter)
    for (region, size, option), (line, meter) in kept.items():
        years = TERMS.get(meter.reservation_term, 0)
        usd = meter.retail_price / (years * HOURS_PER_YEAR) if years else meter.retail_price
        reading.offers += [
            Offer(
                line=line,
                provider=AZURE,
                region=region,
                instance_type=size,
                option=way,
                usd_per_hour=round(amount, 6),
                accelerator="",
                count=counts.get(size.lower(), 0.0),
                since=day_of(meter.effective_start_date),
                currency=meter.currency_code,
            )
            for way, amount in ((option, usd), *_planned(meter, option))
        ]
    return reading


def _planned(meter: Meter, option: str) -> Iterator[tuple[str, float]]:
    """What an hour costs under a savings plan, which a meter of hours on demand has beside."""
    for plan in meter.savings_plan if option == "on_demand" else ():
        if plan.term in TERMS and plan.retail_price > 0:
            yield f"savings_plan_{TERMS[plan.term]}y", plan.retail_price


def _reason(meter: Meter) -> str | None:
    """Why a meter is no price of a virtual machine with Linux; None where it is one."""
    name = f"{meter.meter_name} {meter.sku_name}"
    reasons = (
        (meter.service_name != "Virtual Machines", f"it is of {meter.service_name}"),
        (meter.type not in KINDS, f"its type is {meter.type}"),
        ("Windows" in meter.product_name, "it is of Windows"),
        ("CloudServices" in meter.product_name.replace(" ", ""), "it is of Cloud Services"),
        ("Low Priority" in name, "it is of low priority"),
        (meter.unit_of_measure != "1 Hour", f"its unit is {meter.unit_of_measure}"),
        (not meter.retail_price > 0, "it has no price"),
        (
            meter.type == "Reservation" and meter.reservation_term not in TERMS,
            f"its term is {meter.reservation_term}",
        ),
        (meter.effective_end_date is not None, "it has ended"),
    )
    return next((reason for holds, reason in reasons if holds), None)


def _option(meter: Meter) -> str:
    if meter.type == "Reservation":
        return f"reserved_{TERMS[meter.reservation_term]}y"
    is_spot = "Spot" in f"{meter.meter_name} {meter.sku_name}"
    return "spot" if is_spot else "on_demand"
