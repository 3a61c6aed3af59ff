"""The traffic of a service: the requests of every month, and of every hour of a week."""

from functools import lru_cache
from math import cos, fsum, pi

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.errors import InvalidQuery
from pricing.fleet.calendar import WEEK, WORKWEEK, Span
from pricing.fleet.query import Traffic
from pricing.numerics.number import Array
from pricing.numerics.roots import bisection
from pricing.numerics.rounding import rounded_down
from pricing.quote.context import QuoteContext
from pricing.units import HOURS_PER_DAY

HOURS = int(HOURS_PER_DAY)

ROUNDS = 60
"""Bisection steps for the exponent of the shape of a day."""

PEAK_HOUR = 14

FOLLOWED = {
    "weekday": {"weekday": 1.0 - 1.0 / WORKWEEK, "weekend_day": 1.0 / WORKWEEK},
    "weekend_day": {"weekend_day": 0.5, "weekday": 0.5},
}
"""Kinds of the previous day, with their shares: Monday follows a Sunday, Saturday a Friday."""

LEAST_REQUESTS_PER_DAY = 1e-9
"""A smaller load counts as none, so that costs are never divided by almost zero."""

SHARPEST = 4096.0
"""The exponent at which one hour has all requests of a day, to the last digit."""


class Week(Struct, frozen=True, eq=False):
    """The shape of a week: request rates over their mean.

    weekday_ratio, weekend_ratio: requests of such a day over those of the mean day; peak_ratio:
    busiest hour over the mean hour. The arrays have an element for each kind of hour. weights:
    rate over the mean; before: index of a kind with the rate of the previous hour; weekday_hours,
    weekend_day_hours: number of such hours in a day.
    """

    weekday_ratio: float
    weekend_ratio: float
    peak_ratio: float
    weights: Array
    before: NDArray[np.intp]
    weekday_hours: Array
    weekend_day_hours: Array


class MonthlyLoad(Struct, frozen=True, eq=False):
    """The mean requests per day of every month, and the shape of the week."""

    requests_per_day: Array
    week: Week


def days_of(week: Week, span: Span) -> float:
    """The days of a month, weighted by their requests over those of the mean day."""
    return span.weekday_count * week.weekday_ratio + span.weekend_day_count * week.weekend_ratio


def monthly_load(context: QuoteContext, traffic: Traffic, months: int) -> MonthlyLoad:
    """The load of a horizon. Raises InvalidQuery for contradictory fields."""
    weekend_ratio = context.given_or(
        traffic.weekend_ratio, "traffic.weekend_ratio", field="traffic.weekend_ratio"
    )
    if traffic.hourly_profile is not None:
        if traffic.peak_to_average_ratio is not None:
            raise InvalidQuery(
                "hourly_profile already sets the peak: leave out peak_to_average_ratio or"
                " hourly_profile",
                field="traffic.peak_to_average_ratio",
            )
        profile = traffic.hourly_profile
    else:
        profile = raised_cosine(
            context.given_or(
                traffic.peak_to_average_ratio,
                "traffic.peak_to_average_ratio",
                field="traffic.peak_to_average_ratio",
            )
        )
    requests_per_day = np.array(_by_month(traffic, months))
    requests_per_day[requests_per_day < LEAST_REQUESTS_PER_DAY] = 0.0
    if not requests_per_day.any():
        listed = traffic.requests_per_day_by_month is not None
        raise InvalidQuery(
            "the load is zero in every month",
            field=f"traffic.requests_per_day{'_by_month' if listed else ''}",
        )
    return MonthlyLoad(requests_per_day, week_of(profile, weekend_ratio))


def _by_month(traffic: Traffic, months: int) -> tuple[float, ...]:
    """Requests per day of every month."""
    listed = traffic.requests_per_day_by_month
    growth = traffic.growth_per_month_fraction
    if listed is not None:
        if traffic.requests_per_day is not None or growth or traffic.growth != "compound":
            raise InvalidQuery(
                "requests_per_day_by_month replaces requests_per_day, growth and"
                " growth_per_month_fraction: leave them out",
                field="traffic.requests_per_day_by_month",
            )
        if len(listed) != months:
            raise InvalidQuery(
                f"requests_per_day_by_month has {len(listed)} months, and the horizon has {months}",
                field="traffic.requests_per_day_by_month",
                nearest=[f"horizon_months: {len(listed)}"],
            )
        return listed
    first = traffic.requests_per_day
    if first is None:
        raise InvalidQuery(
            "give the number of requests: requests_per_day or requests_per_day_by_month",
            field="traffic.requests_per_day",
        )
    if traffic.growth == "compound":
        return tuple(first * (1.0 + growth) ** month for month in range(months))
    if 1.0 + growth * (months - 1) < 0.0:
        raise InvalidQuery(
            f"with a linear growth of {growth:g} per month, the load falls below zero after"
            f" {int(-1.0 / growth)} of {months} months",
            field="traffic.growth_per_month_fraction",
            nearest=[
                f"-{rounded_down(1.0 / (months - 1))}",
                f"horizon_months: {int(-1.0 / growth)}",
            ],
        )
    return tuple(first * (1.0 + growth * month) for month in range(months))


@lru_cache(maxsize=1024)
def raised_cosine(peak_to_average_ratio: float) -> tuple[float, ...]:
    """Weights ((1 + cos θ) / 2)^k of the hours of a day, with this ratio of peak to mean."""

    def day(exponent: float) -> tuple[float, ...]:
        return tuple(
            ((1.0 + cos(min(away, HOURS - away) * 2.0 * pi / HOURS)) / 2.0) ** exponent
            for away in (abs(hour - PEAK_HOUR) for hour in range(HOURS))
        )

    if peak_to_average_ratio <= 1.0:
        return (1.0,) * HOURS
    low, high = bisection(
        lambda exponent, _: HOURS / fsum(day(exponent)) < peak_to_average_ratio,
        0.0,
        SHARPEST,
        rounds=ROUNDS,
    )
    return day((low + high) / 2.0)


@lru_cache(maxsize=1024)
def week_of(profile: tuple[float, ...], weekend_ratio: float) -> Week:
    """The shape of a week. Raises InvalidQuery for a profile that sums to zero."""
    total = fsum(profile)
    if total <= 0.0:
        raise InvalidQuery(
            "the 24 weights sum to zero: give at least one hour a weight above zero",
            field="traffic.hourly_profile",
        )
    weekday_ratio = WEEK / (WORKWEEK + (WEEK - WORKWEEK) * weekend_ratio)
    ratios = {"weekday": weekday_ratio, "weekend_day": weekday_ratio * weekend_ratio}
    days = {
        kind: [HOURS * weight / total * ratio for weight in profile]
        for kind, ratio in ratios.items()
    }
    kinds: dict[tuple[float, float], dict[str, float]] = {}
    for kind, day in days.items():
        for hour in range(HOURS):
            for earlier, share in (FOLLOWED[kind] if hour == 0 else {kind: 1.0}).items():
                before = days[earlier][hour - 1]
                counts = kinds.setdefault((day[hour], before), dict.fromkeys(ratios, 0.0))
                counts[kind] += share
    kind_of = {weight: at for at, (weight, _) in enumerate(kinds)}
    return Week(
        weekday_ratio=ratios["weekday"],
        weekend_ratio=ratios["weekend_day"],
        peak_ratio=max(weight for weight, _ in kinds),
        weights=np.array([weight for weight, _ in kinds]),
        before=np.array([kind_of[earlier] for _, earlier in kinds]),
        weekday_hours=np.array([counts["weekday"] for counts in kinds.values()]),
        weekend_day_hours=np.array([counts["weekend_day"] for counts in kinds.values()]),
    )
