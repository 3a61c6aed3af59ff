"""Savings plans of AWS: files of the price list, and answers of DescribeSavingsPlansOfferingRates.

Linux on shared hosts counts. Of plans for an instance those over all compute go before those of a
family, and those without upfront before others, whose rates have it in them.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from msgspec import Struct

from pricing.importers.devices import device_counts
from pricing.importers.families import COUNTS, FAMILIES, family_word
from pricing.importers.prices.aws_price_list import AWS, UPFRONT
from pricing.importers.readings import (
    USD,
    Asked,
    Offer,
    Reading,
    day_of,
    decoded,
    number_of,
    short_name,
)
from pricing.units import HOURS_PER_YEAR, SECONDS_PER_HOUR

LINUX = frozenset({"RunInstances", "Linux/UNIX", "Linux"})
SHARED = "BoxUsage"
YEARS = frozenset({1, 3})


class Money(Struct):
    """A rate."""

    price: str
    currency: str = USD


class Rate(Struct, rename="camel"):
    """What an hour of an instance costs under a plan."""

    discounted_rate: Money
    discounted_usage_type: str = ""
    discounted_operation: str = ""
    discounted_region_code: str = ""
    discounted_instance_type: str = ""
    unit: str = ""


class Length(Struct):
    """How long a plan lasts."""

    duration: int
    unit: str = "year"


class Plan(Struct, rename="camel"):
    """A plan with its rates."""

    sku: str
    lease_contract_length: Length
    rates: list[Rate]
    description: str = ""
    effective_date: str = ""


class Plans(Struct, rename="camel"):
    """The plans of a file."""

    savings_plan: list[Plan]


class PlanFile(Struct, rename="camel"):
    """A file of plans of a region."""

    terms: Plans
    publication_date: str = ""


class Offering(Struct, rename="camel"):
    """A plan that an answer has a rate of."""

    duration_seconds: float
    currency: str = USD
    payment_option: str = ""
    plan_type: str = ""
    plan_description: str = ""


class Property(Struct):
    """A property of what a rate is of."""

    name: str
    value: str


class Found(Struct, rename="camel"):
    """A rate of an answer."""

    savings_plan_offering: Offering
    rate: str
    unit: str = ""
    usage_type: str = ""
    operation: str = ""
    properties: list[Property] = []


class Answer(Struct, rename="camel"):
    """An answer of DescribeSavingsPlansOfferingRates."""

    search_results: list[Found]


class Hour(Struct, frozen=True):
    """What an hour of an instance costs; told: the plan in words."""

    line: int
    region: str
    instance_type: str
    operation: str
    usage_type: str
    unit: str
    years: float
    amount: float | None
    currency: str
    told: str
    since: date | None = None


def read(path: Path, asked: Asked, *, is_answer: bool) -> Reading:
    """The offers of a file or an answer. Raises CatalogError for a file that is none."""
    reading = Reading("AWS savings plans", f"AWS savings plans ({short_name(path)})", ends=False)
    hours = _answered(path) if is_answer else _filed(path, reading)
    counts = device_counts(asked.catalog, AWS)
    kept: dict[tuple[str, str, float], Hour] = {}
    for hour in hours:
        reading.row_count += 1
        name = hour.instance_type
        if (AWS, family_word(name)) not in FAMILIES and name not in counts:
            continue
        reading.lines.add(hour.line)
        reason = _reason(hour)
        if reason is not None:
            reading.leave_out(hour.line, reason)
            continue
        key = (hour.region, name, hour.years)
        other = kept.get(key)
        if other is None or _rank(hour) < _rank(other):
            kept[key] = hour
        behind = other if kept[key] is hour else hour
        if behind is not None:
            reading.leave_out(behind.line, "a plan that goes before it has a rate of the instance")
    for (region, name, years), hour in kept.items():
        reading.offers.append(
            Offer(
                line=hour.line,
                provider=AWS,
                region=region,
                instance_type=name,
                option=f"savings_plan_{years:.0f}y",
                usd_per_hour=hour.amount or 0.0,
                currency=hour.currency,
                accelerator="",
                count=COUNTS.get((AWS, name)) or counts.get(name) or 0.0,
                since=hour.since,
                notes=hour.told or None,
            )
        )
    return reading


def _filed(path: Path, reading: Reading) -> Iterator[Hour]:
    file = decoded(path, PlanFile)
    reading.observed = day_of(file.publication_date)
    line = 0
    for plan in file.terms.savings_plan:
        length = plan.lease_contract_length
        for rate in plan.rates:
            line += 1
            yield Hour(
                line=line,
                region=rate.discounted_region_code,
                instance_type=rate.discounted_instance_type,
                operation=rate.discounted_operation,
                usage_type=rate.discounted_usage_type,
                unit=rate.unit,
                years=length.duration if length.unit.lower().startswith("year") else 0.0,
                amount=number_of(rate.discounted_rate.price),
                currency=rate.discounted_rate.currency,
                told=plan.description,
                since=day_of(plan.effective_date),
            )


def _answered(path: Path) -> Iterator[Hour]:
    for line, found in enumerate(decoded(path, Answer).search_results, start=1):
        offering = found.savings_plan_offering
        told = {one.name: one.value for one in found.properties}
        yield Hour(
            line=line,
            region=told.get("region", ""),
            instance_type=told.get("instanceType", ""),
            operation=told.get("productDescription", found.operation),
            usage_type=found.usage_type,
            unit=found.unit,
            years=round(offering.duration_seconds / SECONDS_PER_HOUR / HOURS_PER_YEAR, 2),
            amount=number_of(found.rate),
            currency=offering.currency,
            told=offering.plan_description or f"{offering.plan_type} {offering.payment_option}",
        )


def _reason(hour: Hour) -> str | None:
    """Why an hour is no price of the tables; None where it is one."""
    usage = hour.usage_type.rpartition(":")[0].rpartition("-")[2]
    reasons = (
        (hour.operation not in LINUX, f"it is of {hour.operation or 'no operation'}"),
        (usage != SHARED, f"its usage is {usage or 'not told'}"),
        (hour.unit not in {"", "Hrs"}, f"its unit is {hour.unit}"),
        (hour.years not in YEARS, "its plan is not for 1 or 3 years"),
        (not hour.region, "it has no region"),
        (not hour.amount, "it has no price"),
    )
    return next((reason for holds, reason in reasons if holds), None)


def _rank(hour: Hour) -> tuple[bool, int]:
    """Which of two plans goes first."""
    paid = next((at for at, way in enumerate(UPFRONT) if way in hour.told), 0)
    return "Compute" not in hour.told, paid
