"""Periods: months and loads as the rows of frames, and what each of them costs."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pricing.formulas import power
from pricing.quotes.lifetime.arrays import Columns, Rows, stacked
from pricing.quotes.lifetime.assets import Books
from pricing.quotes.lifetime.bill import energy_of
from pricing.quotes.lifetime.holdings import Held
from pricing.quotes.lifetime.hours import Hours, hours_of, needs, shares
from pricing.quotes.lifetime.load import Week, per_second
from pricing.quotes.lifetime.months import Span
from pricing.quotes.lifetime.prices import change_ratios
from pricing.quotes.lifetime.service import Service, Stage


class Overhead(Struct, frozen=True):
    """What serving costs beside the compute."""

    egress_usd_per_request: float
    storage_usd_per_month: float
    staff_usd_per_month: float
    energy_change_per_year: float


class Loads(Struct, frozen=True):
    """What a stage is asked for in several periods.

    months: of the horizon, whose prices hold in each period.
    """

    spans: tuple[Span, ...]
    requests_per_day: tuple[float, ...]
    months: tuple[int, ...]


def need_rows(service: Service, stage: Stage, loads: Loads) -> Rows:
    """What the hours of the periods are worked out from: see hours.PERIODS."""
    scaling = service.scaling
    return Rows(
        {
            "rate": [per_second(requests) for requests in loads.requests_per_day],
            "weekdays": [span.weekday_count for span in loads.spans],
            "weekend_days": [span.weekend_day_count for span in loads.spans],
        },
        {
            "served": stage.fleet.requests_per_second,
            "target": scaling.target,
            "floor": scaling.floor,
            "redundant": scaling.redundant,
            "fixed": float(scaling.scaling == "fixed"),
            "to_zero": float(scaling.scaling == "scale_to_zero"),
            "idle_seconds": scaling.idle_seconds,
            "startup_seconds": scaling.startup_seconds,
            "concurrency": stage.fleet.concurrency,
        },
    )


def price_rows(
    stage: Stage, loads: Loads, held: Held, overhead: Overhead, training_usd: Sequence[float]
) -> Rows:
    """What the bill of the periods is worked out from, beside what they need."""
    fleet, books = stage.fleet, held.books
    return Rows(
        {
            "hours": [span.hours for span in loads.spans],
            "base": held.base,
            "committed_usd": held.committed_usd,
            "beyond_usd": held.beyond_usd,
            "hourly_usd": _by_the_hour(stage, loads, held),
            "training_usd": training_usd,
            "usd_per_kilowatt_hour": [
                stage.site.usd_per_kilowatt_hour * ratio
                for ratio in change_ratios(overhead.energy_change_per_year, loads.months)
            ],
            **_owned(books, len(loads.spans)),
        },
        {
            "devices": float(fleet.device_count),
            "cover_fraction": held.cover_fraction,
            "owned": float(books is not None),
            "busy_kilowatts": _at_the_meter(fleet.busy_kilowatts, stage.site.pue_ratio),
            "idle_kilowatts": _at_the_meter(fleet.idle_kilowatts, stage.site.pue_ratio),
            "grams_co2e": stage.site.grams_co2e_per_kilowatt_hour,
            "egress_usd_per_request": overhead.egress_usd_per_request,
            "storage_usd": overhead.storage_usd_per_month,
            "staff_usd": overhead.staff_usd_per_month,
        },
    )


def _owned(books: Books | None, count: int) -> dict[str, Sequence[float]]:
    nothing = (0.0,) * count
    return {
        "depreciation_usd": books.depreciation if books else nothing,
        "write_off_usd": books.write_off if books else nothing,
        "hosting_usd": books.hosting if books else nothing,
        "operations_usd": books.operations if books else nothing,
        "books_paid_usd": books.paid if books else nothing,
    }


def _by_the_hour(stage: Stage, loads: Loads, held: Held) -> Sequence[float]:
    """What a replica-hour beyond the base costs in every period.

    Where the base covers everything, only a draw needs more: it is charged as the base is.
    """
    course, books = stage.sourcing.hourly, held.books
    if course is not None:
        devices = stage.fleet.device_count
        return [course.usd_per_device_hour[month] * devices for month in loads.months]
    if books is None:
        return held.committed_usd
    return [
        (books.depreciation[at] + books.hosting[at] + books.operations[at])
        / (max(held.base[at], 1) * span.hours)
        for at, span in enumerate(loads.spans)
    ]


def _at_the_meter(kilowatts: float, pue_ratio: float) -> float:
    return float(power.facility_watts(system_watts=kilowatts, pue_ratio=pue_ratio))


def needed(rows: Iterable[Rows], week: Week) -> tuple[Columns, Hours]:
    """What periods need, and their hours."""
    periods = stacked(rows)
    hours = hours_of(periods, week)
    return {**periods, **needs(hours)}, hours


def priced(periods: Columns, hours: Hours, rows: Iterable[Rows]) -> Columns:
    """The periods with all that their bill is worked out from."""
    return settled({**periods, **stacked(rows)}, hours)


def settled(periods: Columns, hours: Hours) -> Columns:
    """Periods whose base is known, with what it serves and all that they draw."""
    with_shares = {**periods, **shares(hours, periods)}
    return {**with_shares, **energy_of(with_shares)}
