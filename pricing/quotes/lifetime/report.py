"""Report: months, totals and years of a life as an answer shows them.

Money is added as whole ten-thousandths of a dollar and divided once, when it is shown.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from msgspec import Struct

from pricing.quotes.answers import Month, Replica, Totals, Year
from pricing.quotes.lifetime.arrays import Columns
from pricing.quotes.lifetime.bill import OWNED_ITEMS, UNITS_PER_USD, in_units
from pricing.quotes.lifetime.lives import Life
from pricing.quotes.lifetime.months import Span
from pricing.quotes.lifetime.prices import change_ratios
from pricing.quotes.lifetime.service import Stage
from pricing.units import GRAMS_PER_KILOGRAM, HOURS_PER_MONTH, TOKENS_PER_MILLION_TOKENS

ALWAYS = ("network_egress", "storage")

QUANTITIES = {
    "requests": "requests",
    "device_hours": "device_hours",
    "running_hours": "running_hours",
    "work_hours": "work_hours",
    "energy_kilowatt_hours": "kilowatt_hours",
    "kilograms_co2e": "kilograms_co2e",
}
"""What an answer sums, and the column that it comes from."""


class Accounts(Struct, frozen=True):
    """The months of a life in numbers that add up, a list element a month.

    items, totals, paid, discounted: in ten-thousandths of a dollar; quantities: by name.
    """

    items: dict[str, list[int]]
    totals: list[int]
    paid: list[int]
    discounted: list[int]
    quantities: dict[str, list[float]]
    tokens_per_request: float


def discount_factors(rate: float, months: int) -> list[float]:
    """What a dollar paid in each month is worth in the first."""
    return [1.0 / ratio for ratio in change_ratios(rate, tuple(range(months)))]


def accounts_of(
    life: Life, factors: Sequence[float], *, training_usd: float, tokens_per_request: float
) -> Accounts:
    """The accounts of a life. A training bill is paid before the first month."""
    units = in_units(life.items)
    totals = units.sum(axis=0)
    rows = dict(zip(life.items, units, strict=True))
    later = sum(rows[name] for name in ("training", *OWNED_ITEMS))
    books = np.rint(life.months["books_paid_usd"] * UNITS_PER_USD).astype(np.int64)
    paid = (totals - later + books).tolist()
    paid[0] += round(training_usd * UNITS_PER_USD)
    paid[-1] += int(totals.sum()) - sum(paid)  # roundings
    months = {
        **life.months,
        "kilograms_co2e": life.months["kilowatt_hours"]
        * life.months["grams_co2e"]
        / GRAMS_PER_KILOGRAM,
    }
    return Accounts(
        items={
            name: column.tolist() for name, column in rows.items() if name in ALWAYS or column.any()
        },
        totals=totals.tolist(),
        paid=paid,
        discounted=[round(units * factor) for units, factor in zip(paid, factors, strict=True)],
        quantities={name: months[column].tolist() for name, column in QUANTITIES.items()},
        tokens_per_request=tokens_per_request,
    )


def months_of(
    life: Life, accounts: Accounts, waited: Columns, spans: Sequence[Span]
) -> tuple[Month, ...]:
    """The months of a life, with how long their requests wait."""
    names = tuple(accounts.items)
    columns: dict[str, Sequence[Any]] = {
        "month": [span.label for span in spans],
        "replicas": life.months["replicas"].astype(int).tolist(),
        "base_replicas": life.months["base"].astype(int).tolist(),
        "wait_p50_seconds": waited["wait_p50_seconds"].tolist(),
        "wait_p99_seconds": waited["wait_p99_seconds"].tolist(),
        "usd_cumulative": [units / UNITS_PER_USD for units in accumulate(accounts.totals)],
        "line_items_usd": [
            {name: units / UNITS_PER_USD for name, units in zip(names, month, strict=True)}
            for month in zip(*accounts.items.values(), strict=True)
        ],
        **accounts.quantities,
    }
    rows = zip(*columns.values(), strict=True)
    money = zip(accounts.totals, accounts.paid, accounts.discounted, strict=True)
    return tuple(
        Month(**_figures(accounts, dict(zip(columns, row, strict=True)), *units))
        for row, units in zip(rows, money, strict=True)
    )


def totals_of(accounts: Accounts) -> Totals:
    """The whole horizon."""
    sums = _sums(accounts, 0, len(accounts.totals))
    return Totals(usd_cumulative=sums["usd_total"], **sums)


def years_of(accounts: Accounts, spans: Sequence[Span], *, start_month: int) -> tuple[Year, ...]:
    """The years that begin in a month of the calendar, named by the one that they end in."""
    months: dict[int, list[int]] = defaultdict(list)
    for at, span in enumerate(spans):
        year, month = (int(part) for part in span.label.split("-"))
        months[year + (1 < start_month <= month)].append(at)
    return tuple(
        Year(year=year, months=len(part), **_sums(accounts, part[0], part[-1] + 1))
        for year, part in months.items()
    )


def _sums(accounts: Accounts, first: int, last: int) -> dict[str, Any]:
    """What the months `first` to `last` (exclusive) come to."""
    sums: dict[str, Any] = {
        name: sum(column[first:last]) for name, column in accounts.quantities.items()
    }
    sums["line_items_usd"] = {
        name: sum(column[first:last]) / UNITS_PER_USD for name, column in accounts.items.items()
    }
    return _figures(
        accounts,
        sums,
        sum(accounts.totals[first:last]),
        sum(accounts.paid[first:last]),
        sum(accounts.discounted[first:last]),
    )


def _figures(
    accounts: Accounts, sums: dict[str, Any], total: int, paid: int, discounted: int
) -> dict[str, Any]:
    """Sums of a span of time, with its money and what follows from both."""
    running, work = sums.pop("running_hours"), sums.pop("work_hours")
    usd, requests = total / UNITS_PER_USD, sums["requests"]
    tokens = requests * accounts.tokens_per_request
    sums["utilization_fraction"] = work / running if running else 0.0
    sums["usd_total"] = usd
    sums["usd_paid"] = paid / UNITS_PER_USD
    sums["usd_discounted"] = discounted / UNITS_PER_USD
    sums["usd_per_million_tokens"] = usd / tokens * TOKENS_PER_MILLION_TOKENS if tokens else None
    sums["usd_per_request"] = usd / requests if requests else None
    return sums


def _usd_per_device_hour(stage: Stage) -> float:
    """What a device of a stage costs an hour in its first month, committed where it is."""
    sourcing, asset = stage.sourcing, stage.sourcing.asset
    if asset is not None:
        monthly_usd = asset.depreciation_usd + asset.hosting_usd + asset.operations_usd
        return monthly_usd / (HOURS_PER_MONTH * stage.fleet.device_count)
    course = sourcing.committed[0] if sourcing.committed else sourcing.hourly
    return course.usd_per_device_hour[stage.first] if course else 0.0


def replica_of(stage: Stage, span: Span) -> Replica:
    """One replica of a stage, as an answer shows it."""
    fleet, throughput = stage.fleet, stage.fleet.found.throughput
    tokens = fleet.found.tokens
    return Replica(
        model=tokens.model.name if tokens else None,
        device=fleet.device.name,
        device_count=fleet.device_count,
        precision=tokens.number_format.name if tokens else None,
        from_month=span.label,
        requests_per_second=fleet.requests_per_second,
        requests_per_second_low=fleet.requests_per_second * throughput.low_ratio,
        requests_per_second_high=fleet.requests_per_second * throughput.high_ratio,
        cached_speedup_ratio=fleet.speedup_ratio,
        basis=throughput.basis,
        concurrency=fleet.concurrency,
        service_seconds=fleet.service_seconds,
        ttft_seconds=tokens.serving.ttft_seconds if tokens else None,
        tpot_seconds=tokens.serving.tpot_seconds if tokens else None,
        usd_per_device_hour=_usd_per_device_hour(stage),
    )
