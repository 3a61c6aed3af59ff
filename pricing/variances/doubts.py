"""What a bill leaves open beside its plan, and what in it is perhaps not meant as it is read."""

from collections.abc import Iterable, Iterator

import polars as pl

from pricing.catalog.catalog import Catalog
from pricing.units import UNITS_PER_USD
from pricing.variances.effects import Costs, has_no_hours
from pricing.variances.plan import Plan
from pricing.variances.query import Actual

MOST_RATIO = 3.0
"""Billed and planned prices of a device-hour that are further apart are told: no discount on a way
of buying is as large, and an instance has two devices or more."""


def other_devices(rows: Iterable[Actual], catalog: Catalog, plan: Plan) -> Iterator[str]:
    """Say of instances with other devices than the plan's that they are counted as if alike."""
    named = (plan.answer.device, *(one.device for one in plan.answer.replicas))
    planned = {device for one in named for device in one.split(" + ")}
    prices = catalog.frames["prices"]
    for name in dict.fromkeys(one.instance_type for one in rows if one.hours and one.instance_type):
        found = set(prices.filter(pl.col("instance_type") == name)["device"].drop_nulls())
        if found and not found & planned:
            yield (
                f"{name} has {' or '.join(sorted(found))}, and the plan is of"
                f" {' and '.join(sorted(planned))}: their hours are compared as if they were alike"
            )


def doubts_of(month: str, planned: Costs, actual: Costs) -> Iterator[str]:
    """What a bill leaves open beside the plan of its month, and prices that are unlike its."""
    for name in actual.hours:
        own, other = actual.price(name), planned.price(name)
        if own and other and not 1.0 / MOST_RATIO <= own / other <= MOST_RATIO:
            yield (
                f"{name} of {month} is read as {own / UNITS_PER_USD:.3g} USD a device-hour,"
                f" {own / other:.2g} times the {other / UNITS_PER_USD:.3g} that were planned: hours"
                " and usd_per_hour are those of instances"
            )
    if actual.served is None:
        yield (
            f"nothing says what was served in {month}: it counts as planned, and the volume has no"
            " effect"
        )
    if has_no_hours(planned, actual):
        yield (
            f"the bill of {month} has no device-hours: efficiency, mix and price cannot be told"
            " apart, and are in other_usd"
        )
    # Lines with hours that no plan has may stand for planned ones under other names.
    is_named = actual.hours.keys() <= planned.hours.keys()
    missing = [
        name
        for name, line in planned.lines.items()
        if line.units and name not in actual.lines and (line.hours is None or is_named)
    ]
    if missing:
        yield (
            f"the bill of {month} has no line for {', '.join(missing)}: what was planned for it"
            " counts as not spent"
        )
