"""How sure the cost of a run is: every doubt of one way of buying it, and all of them together."""

from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.formulas.interruption import hourly_rate
from pricing.numerics.number import Array
from pricing.quote.certainty.answer import Certainty, DoubtName
from pricing.quote.certainty.combination import Band, certainty_of, nearest_end
from pricing.quote.context import QuoteContext
from pricing.run_costs.answer_options import Distribution
from pricing.run_costs.bill import bill_at
from pricing.run_costs.interruptions import preempted_band
from pricing.run_costs.option import Plan
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.query_training import Reliability
from pricing.training.feasibility import course_of
from pricing.training.wall_clock_spread import spread_over
from pricing.units import HOURS_PER_MONTH, HOURS_PER_YEAR, SECONDS_PER_HOUR

PRICE_CHANGE = "uncertainty.price_band_per_year_fraction"
SPOT_CHANGE = "uncertainty.spot_price_band_per_year_fraction"

FOLLOWING: Mapping[str, DoubtName] = {"on_demand": "price_change", "spot": "spot_price_change"}
"""Options whose price may change while the run goes on. Others are paid for when it begins."""


class Pace(Struct, frozen=True, eq=False):
    """A doubt of the time: hours held and of waiting at both ends of its band.

    All are over those of the answer, as `middle` is, the median.
    """

    band: Band
    low: tuple[float, float]
    high: tuple[float, float]
    middle: float = 1.0

    def ratios(self, deviates: Array) -> tuple[Array, Array]:
        """Hours held and hours of waiting, over those of the answer."""
        below, size = deviates < 0.0, np.abs(deviates)
        held, waiting = (
            self.middle * (np.where(below, low, high) / self.middle) ** size
            for low, high in zip(self.low, self.high, strict=True)
        )
        return held, waiting


def confidence_of(
    context: QuoteContext,
    query: RunCostQuery,
    plan: Plan,
    bare: Distribution,
    usd: Distribution,
) -> Certainty | None:
    """How sure the cost under one plan is, None where nobody asks.

    bare, usd: the cost before and under contracts over whole bills, as answered [USD].
    """
    if query.confidence is None:
        return None
    paces = list(_paces(context, query.reliability, plan))
    changes, estimates = list(_price_changes(context, plan)), _estimates(plan)
    bands = [pace.band for pace in paces] + changes + ([estimates] if estimates else [])
    ends = [part.rate.end_ratios for part in plan.offer.parts]
    held, waiting = plan.held_hours, plan.waiting_hours
    usual = _usual(plan)

    def costs_of(outcomes: Mapping[str, Array]) -> Array:
        count = len(next(iter(outcomes.values()))) if outcomes else 1
        nought = np.zeros(count)
        held_hours, waiting_hours = (np.full(count, usual * hours) for hours in (held, waiting))
        for pace in paces:
            of_held, of_waiting = pace.ratios(outcomes[pace.band.name])
            held_hours, waiting_hours = held_hours * of_held, waiting_hours * of_waiting
        z = outcomes.get("estimated_price", nought)
        ratios = [np.where(z < 0.0, low, high) ** np.abs(z) for low, high in ends]
        years = (held_hours + waiting_hours) / HOURS_PER_YEAR
        for change in changes:
            # The mean of a trend is that of its middle, that of a walk deviates as after a third.
            is_trend = change.name == "price_change"
            after = years / 2.0 if is_trend else np.sqrt(years / 3.0)
            later = (1.0 + change.high) ** (outcomes[change.name] * after)
            ratios = [
                ratio * later if name == change.name else ratio
                for ratio, name in zip(ratios, _following(plan), strict=True)
            ]
        bill = bill_at(plan.run, plan.offer, plan.stored, ratios)
        before = bill.usd(held_hours, waiting_hours, mean_hours=held + waiting)
        return _settled(np.broadcast_to(before, (count,)), bare, usd).reshape(count, 1)

    return certainty_of(bands, costs_of, query.confidence, usd.mean)


def _settled(costs: Array, bare: Distribution, usd: Distribution) -> Array:
    """Costs under contracts, between and beyond what they make of three known costs.

    Beyond the highest, a minimum that is reached there leaves no more than a discount to be taken.
    """
    before, after = (np.array([one.p10, one.p50, one.p90]) for one in (bare, usd))
    if (before == after).all():
        return costs
    widths = np.diff(before)
    low, high = np.diff(after) / np.where(widths > 0.0, widths, 1.0)
    share = after[2] / before[2] if before[2] > 0.0 else 1.0
    below, above = np.minimum(costs - before[0], 0.0), np.maximum(costs - before[2], 0.0)
    rise = max(high, share if share <= 1.0 else 0.0)
    return np.asarray(np.interp(costs, before, after) + low * below + rise * above)


def _usual(plan: Plan) -> float:
    """Hours over the mean where nine runs in ten are stopped equally often, as by none; else 1."""
    falling = spread_over(replace(plan.run, band_ratio=1.0), plan.offer.stops, plan.course)
    return float(falling.middle) if falling.low == falling.high else 1.0


def _paces(context: QuoteContext, given: Reliability, plan: Plan) -> Iterator[Pace]:
    """The doubts of how long the run takes."""
    run, stops = plan.run, plan.offer.stops
    falling = spread_over(replace(run, band_ratio=1.0), stops, plan.course)
    if run.band_ratio != 1.0:
        # Of the mean: the median of a lognormal distribution is below.
        whole = spread_over(run, stops, plan.course)
        middle, ratio = float(whole.middle / falling.middle), float(run.band_ratio)
        yield _of_time(
            "throughput",
            (middle / ratio, middle, middle * ratio),
            source="the scatter of runs like it about the modelled MFU",
        )
    if falling.low < falling.high:
        yield _of_time(
            "interruptions",
            (float(falling.low), float(falling.middle), float(falling.high)),
            source="reliability: how failures and preemptions of these rates fall",
        )
    if plan.offer.preempted:
        yield from _of_rate(context, given, plan)


def _of_time(name: DoubtName, ratios: tuple[float, float, float], *, source: str) -> Pace:
    """A doubt of the hours, by its 10th, 50th and 90th percentile over the mean."""
    low, middle, high = ratios
    band = Band(
        name=name, unit="hours over the mean", value=middle, low=low, high=high, source=source
    )
    return Pace(band, (low, low), (high, high), middle)


def _of_rate(context: QuoteContext, given: Reliability, plan: Plan) -> Iterator[Pace]:
    """The doubt of the rate of preemptions, unless the caller gives it or chose its source."""
    if (
        given.spot_preemptions_per_instance_hour is not None
        or given.spot_preempted_per_month_fraction is not None
        or given.spot_preemption_source == "trace"
    ):
        return
    places = zip(plan.offer.bought, plan.offer.parts, strict=True)
    bought = next(bought for bought, part in places if part.option == "spot")
    band = preempted_band(context.catalog, bought)
    (low_end, low), (high_end, high) = (
        nearest_end(band.value, end, partial(_at_rate, plan)) for end in (band.low, band.high)
    )
    yield Pace(replace(band, low=low_end, high=high_end), low, high)


def _at_rate(plan: Plan, monthly: float) -> tuple[float, float]:
    """The hours of a run at a share reclaimed in a month, over those of the answer.

    Hours held, and hours of waiting. Raises Infeasible where the run never ends.
    """
    rate = hourly_rate(monthly_fraction=monthly, hours_per_month=HOURS_PER_MONTH)
    per_second = float(rate) / SECONDS_PER_HOUR
    stops = replace(plan.offer.stops, preemptions_per_instance_second=per_second)
    course, waited = course_of(plan.run, stops), plan.course.waiting_seconds
    return (
        float(course.held_seconds / plan.course.held_seconds),
        float(course.waiting_seconds / waited) if waited else 1.0,
    )


def _price_changes(context: QuoteContext, plan: Plan) -> Iterator[Band]:
    """The doubts of prices while the run goes on, none where all is paid for when it begins."""
    sources = {"price_change": PRICE_CHANGE, "spot_price_change": SPOT_CHANGE}
    for name in sorted({name for name in _following(plan) if name}):
        band = context.assume(sources[name])
        yield Band(
            name=name,
            unit="fraction per year" if name == "price_change" else "fraction after a year",
            value=0.0,
            low=1.0 / (1.0 + band) - 1.0,
            high=band,
            source=sources[name],
        )


def _following(plan: Plan) -> list[DoubtName | None]:
    """The doubt that the price of each part follows while the run goes on, None where none."""
    return [
        FOLLOWING.get(part.option) if bought.price.basis != "given" else None
        for part, bought in zip(plan.offer.parts, plan.offer.bought, strict=True)
    ]


def _estimates(plan: Plan) -> Band | None:
    """The doubt of prices that are estimates, None where none is."""
    lows, highs = zip(*(part.rate.end_ratios for part in plan.offer.parts), strict=True)
    low, high = float(min(lows)), float(max(highs))
    if low == high:
        return None
    return Band(
        name="estimated_price",
        unit="ratio",
        value=1.0,
        low=low,
        high=high,
        source="the ranges of prices that are estimates",
    )
